#include "server/bridge/connection.h"

#include <openssl/ssl.h>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <deque>
#include <random>
#include <stdexcept>
#include <utility>

#include "server/bridge/tls.h"

namespace server::bridge {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Error = boost::system::error_code;

ServerUrl ServerUrl::read(const std::string& text) {
  const auto sign = text.find("://");
  const std::string scheme = text.substr(0, sign);
  ServerUrl url{.is_secure = scheme == "wss" || scheme == "https"};
  if (sign == std::string::npos || (!url.is_secure && scheme != "ws" && scheme != "http"))
    throw std::invalid_argument("a server is ws://HOST:PORT or wss://HOST, not " + text);
  std::string rest = text.substr(sign + 3);
  rest = rest.substr(0, rest.find('/'));
  const auto bracket = rest.rfind(']');
  const auto colon = rest.find(':', bracket == std::string::npos ? 0 : bracket);
  url.host = rest.substr(0, colon);
  if (url.host.starts_with('[')) url.host = url.host.substr(1, url.host.size() - 2);
  url.port = colon == std::string::npos ? (url.is_secure ? "443" : "80") : rest.substr(colon + 1);
  if (url.host.empty() || url.port.empty()) throw std::invalid_argument(text + " names no server");
  return url;
}

std::string ServerUrl::authority() const {
  const std::string name = host.find(':') == std::string::npos ? host : '[' + host + ']';
  return port == (is_secure ? "443" : "80") ? name : name + ':' + port;
}

/// One open WebSocket; another one is made for each attempt.
// So that the callbacks of an attempt that was given up cannot reach the next one.
class Socket : public std::enable_shared_from_this<Socket> {
 public:
  virtual ~Socket() = default;
  virtual void start() = 0;
  virtual void send(std::string text) = 0;
  virtual void close() = 0;  ///< Silently: no callback is made any more.
};

namespace {

// A snapshot of a long game with its chat is far below.
constexpr std::size_t kLongestMessage = std::size_t{4} << 20;
// For TCP, TLS and the handshake together.
constexpr std::chrono::seconds kOpeningTime{20};

struct Owner {
  std::function<void()> opened;
  std::function<void(std::string text)> received;
  std::function<void(int code, std::string why)> closed;  ///< Once, the last call.
};

template <class Layer>
constexpr bool kIsSecure = false;
template <class Next>
constexpr bool kIsSecure<asio::ssl::stream<Next>> = true;

template <class Layer>
class SocketOver final : public Socket {
 public:
  template <class... More>
  SocketOver(const asio::any_io_executor& executor, ServerUrl url, std::string target, Owner owner,
             More&... more)
      : resolver_(executor),
        stream_(executor, more...),
        url_(std::move(url)),
        target_(std::move(target)),
        owner_(std::move(owner)) {}

  void start() override {
    resolver_.async_resolve(url_.host, url_.port,
                            [self = keep()](const Error& error, const tcp::resolver::results_type& found) {
                              if (error) return self->fail(error);
                              self->connect(found);
                            });
  }

  // Beast allows one write at a time: the front of the queue is the one that is under way.
  void send(std::string text) override {
    if (waiting_.size() >= Connection::kMostWaiting) return tcp_layer().close();  // The reader hears of it.
    waiting_.push_back(std::move(text));
    if (is_open_ && waiting_.size() == 1) write();
  }

  // Cleared first: cancelling calls handlers, and those find no owner.
  void close() override {
    owner_.closed = nullptr;
    owner_.received = nullptr;
    owner_.opened = nullptr;
    resolver_.cancel();
    beast::get_lowest_layer(stream_).cancel();
    Error ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
  }

 private:
  std::shared_ptr<SocketOver> keep() {
    return std::static_pointer_cast<SocketOver>(this->shared_from_this());
  }
  auto& tcp_layer() { return beast::get_lowest_layer(stream_); }

  void connect(const tcp::resolver::results_type& found) {
    tcp_layer().expires_after(kOpeningTime);
    tcp_layer().async_connect(found, [self = keep()](const Error& error, const tcp::endpoint&) {
      if (error) return self->fail(error);
      self->secure();
    });
  }

  void secure() {
    // SNI, and the name against the certificate (RFC 6125): without the callback any valid certificate would
    // do.
    if constexpr (kIsSecure<Layer>) {
      SSL_set_tlsext_host_name(stream_.next_layer().native_handle(), url_.host.c_str());
      stream_.next_layer().set_verify_callback(asio::ssl::host_name_verification(url_.host));
      stream_.next_layer().async_handshake(asio::ssl::stream_base::client,
                                           [self = keep()](const Error& error) {
                                             if (error) return self->fail(error);
                                             self->upgrade();
                                           });
    } else {
      upgrade();
    }
  }

  void upgrade() {
    // From here on Beast's own timers watch: a ping after half of 60 s of silence.
    tcp_layer().expires_never();
    auto timeouts = websocket::stream_base::timeout::suggested(beast::role_type::client);
    timeouts.idle_timeout = std::chrono::seconds(60);
    timeouts.keep_alive_pings = true;
    stream_.set_option(timeouts);
    stream_.read_message_max(kLongestMessage);
    stream_.async_handshake(url_.authority(), target_, [self = keep()](const Error& error) {
      if (error) return self->fail(error);
      // Whatever `opened` says is queued, and written after this.
      if (self->owner_.opened) self->owner_.opened();  // What it says waits.
      self->is_open_ = true;
      if (!self->waiting_.empty()) self->write();
      self->read();
    });
  }

  void read() {
    stream_.async_read(in_, [self = keep()](const Error& error, std::size_t) {
      if (error) return self->fail(error);
      std::string text = beast::buffers_to_string(self->in_.data());
      self->in_.clear();
      if (self->owner_.received) self->owner_.received(std::move(text));
      self->read();
    });
  }

  void write() {
    stream_.async_write(asio::buffer(waiting_.front()), [self = keep()](const Error& error, std::size_t) {
      if (error) return;  // The reader hears of it.
      self->waiting_.pop_front();
      if (!self->waiting_.empty()) self->write();
    });
  }

  // Called once, by the read or by an attempt to connect that failed.
  void fail(const Error& error) {
    const auto closed = std::exchange(owner_.closed, nullptr);
    if (!closed) return;
    const bool is_told = error == websocket::error::closed;
    const auto& reason = stream_.reason();
    closed(is_told ? reason.code : 0, is_told ? std::string(reason.reason.c_str()) : error.message());
  }

  tcp::resolver resolver_;
  websocket::stream<Layer> stream_;
  const ServerUrl url_;
  const std::string target_;
  Owner owner_;
  beast::flat_buffer in_{};
  std::deque<std::string> waiting_{};
  bool is_open_ = false;
};

}  // namespace

class Connection::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(const asio::any_io_executor& executor, ServerUrl url, std::string target, Callbacks callbacks)
      : timer_(executor), url_(std::move(url)), target_(std::move(target)), callbacks_(std::move(callbacks)) {
    if (url_.is_secure) tls_ = tls_context();
  }

  void open() {
    // Weak: a socket that is still closing must not keep the connection alive.
    Owner owner{
        .opened = [weak = weak_from_this()] { with(weak, &Impl::was_opened); },
        .received =
            [weak = weak_from_this()](const std::string& text) { with(weak, &Impl::was_received, text); },
        .closed = [weak = weak_from_this()](
                      int code, const std::string& why) { with(weak, &Impl::was_closed, code, why); }};
    const auto executor = timer_.get_executor();
    if (tls_) {
      using Layer = asio::ssl::stream<beast::tcp_stream>;
      socket_ = std::make_shared<SocketOver<Layer>>(executor, url_, target_, std::move(owner), *tls_);
    } else {
      socket_ = std::make_shared<SocketOver<beast::tcp_stream>>(executor, url_, target_, std::move(owner));
    }
    socket_->start();
  }

  void stop() {
    is_stopped_ = true;
    timer_.cancel();
    if (socket_) socket_->close();
    socket_.reset();
  }

  void send(std::string text) {
    if (socket_ && is_open_) socket_->send(std::move(text));
  }

 private:
  /// A callback may destroy the connection: the copies here outlive it.
  template <class Member, class... Arguments>
  static void with(const std::weak_ptr<Impl>& weak, Member member, const Arguments&... arguments) {
    if (const auto self = weak.lock(); self && !self->is_stopped_) ((*self).*member)(arguments...);
  }

  void was_opened() {
    is_open_ = true;
    callbacks_.opened();
  }

  // Not by being opened: a server that opens and closes at once is asked more and more rarely.
  void was_received(const std::string& text) {
    pause_ = kFirstPause;
    callbacks_.received(text);
  }

  // After the callback, which may have destroyed the connection.
  void was_closed(int code, const std::string& why) {
    is_open_ = false;
    socket_.reset();
    callbacks_.closed(code, why);
    if (!is_stopped_) open_later();
  }

  /// Not all bots at once after a restart of their server.
  // Up to half of the pause, by chance.
  void open_later() {
    const auto spread = std::uniform_int_distribution<std::int64_t>(0, pause_.count() / 2)(random_);
    timer_.expires_after(pause_ + std::chrono::milliseconds(spread));
    pause_ = std::min(2 * pause_, kLongestPause);
    timer_.async_wait([weak = weak_from_this()](const Error& error) {
      if (!error) with(weak, &Impl::open);
    });
  }

  asio::steady_timer timer_;
  const ServerUrl url_;
  const std::string target_;
  const Callbacks callbacks_;
  std::shared_ptr<asio::ssl::context> tls_{};
  std::shared_ptr<Socket> socket_{};
  std::minstd_rand random_{std::random_device{}()};
  std::chrono::milliseconds pause_ = kFirstPause;
  bool is_open_ = false, is_stopped_ = false;
};

Connection::Connection(const asio::any_io_executor& executor, ServerUrl url, std::string target,
                       Callbacks callbacks)
    : impl_(std::make_shared<Impl>(executor, std::move(url), std::move(target), std::move(callbacks))) {
  impl_->open();
}

Connection::~Connection() {
  impl_->stop();
}

void Connection::send(std::string text) {
  impl_->send(std::move(text));
}

}  // namespace server::bridge

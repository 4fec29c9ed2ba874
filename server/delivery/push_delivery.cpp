#include "server/delivery/push_delivery.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <utility>

#include "engine/core/to_number.h"

namespace server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Error = boost::system::error_code;

namespace {

constexpr std::uint32_t kMaxHeaderBytes = 8 << 10;
constexpr std::chrono::seconds kLongestRest = std::chrono::days(1);

/// In seconds; a date counts as nothing.
std::chrono::seconds retry_after(std::string_view text) {
  const std::chrono::seconds told(engine::to_number<std::int64_t>(text).value_or(0));
  return std::clamp(told, std::chrono::seconds(0), kLongestRest);
}

http::request<http::string_body> to_http(PushRequest&& request) {
  http::request<http::string_body> message(http::verb::post, request.to.target, 11);
  message.set(http::field::host, request.to.host);
  message.set(http::field::authorization, request.authorization);
  message.set(http::field::content_encoding, "aes128gcm");
  message.set(http::field::content_type, "application/octet-stream");
  message.set(http::field::connection, "close");
  message.set("TTL", std::to_string(request.life.count()));
  message.set("Topic", request.topic);
  message.set("Urgency", "normal");
  message.body() = std::move(request.body);
  message.prepare_payload();
  return message;
}

}  // namespace

class PushDelivery::Attempt : public std::enable_shared_from_this<Attempt> {
 public:
  Attempt(const asio::io_context::executor_type& executor, asio::ssl::context& tls, LookUp look_up,
          PushRequest request, Callbacks callbacks)
      : timer_(executor),
        stream_(executor, tls),
        look_up_(std::move(look_up)),
        host_(request.to.host),
        message_(to_http(std::move(request))),
        callbacks_(std::move(callbacks)) {
    answer_.header_limit(kMaxHeaderBytes);
  }

  void start(std::chrono::milliseconds patience) {
    timer_.expires_after(patience);
    timer_.async_wait([weak = weak_from_this()](const Error& cancelled) {
      const auto self = weak.lock();
      if (self && !cancelled) self->end(self->lost("it takes too long"));
    });
    look_up_(host_, [weak = weak_from_this()](const Endpoints& found) {
      if (const auto self = weak.lock()) self->connect(found);
    });
  }

  void send() {
    is_sent_ = true;
    http::async_write(stream_, message_, [self = shared_from_this()](const Error& error, std::size_t) {
      self->go_on(error, &Attempt::read);
    });
  }

  void drop() {
    is_dropped_ = true;
    cancel();
  }

 private:
  PushOutcome lost(std::string why) const { return {.is_known = !is_sent_, .why = std::move(why)}; }

  void cancel() {
    is_over_ = true;
    timer_.cancel();
    Error ignored;
    stream_.next_layer().close(ignored);
  }

  void end(PushOutcome outcome) {
    if (is_over_) return;
    cancel();
    asio::post(timer_.get_executor(), [self = shared_from_this(), outcome = std::move(outcome)] {
      if (!self->is_dropped_) self->callbacks_.done(outcome);
    });
  }

  void go_on(const Error& error, void (Attempt::*next)()) {
    if (is_over_) return;
    if (error) return end(lost(error.message()));
    (this->*next)();
  }

  void connect(const Endpoints& found) {
    if (is_over_) return;
    if (found.empty()) return end(lost("the host has no address that may be called"));
    addresses_ = found;
    asio::async_connect(stream_.next_layer(), addresses_,
                        [self = shared_from_this()](const Error& error, const tcp::endpoint&) {
                          self->go_on(error, &Attempt::secure);
                        });
  }

  void secure() {
    SSL_set_tlsext_host_name(stream_.native_handle(), host_.c_str());
    stream_.set_verify_callback(asio::ssl::host_name_verification(host_));
    stream_.async_handshake(asio::ssl::stream_base::client, [self = shared_from_this()](const Error& error) {
      self->go_on(error, &Attempt::tell_ready);
    });
  }

  void tell_ready() { callbacks_.ready(); }

  void read() {
    http::async_read_header(stream_, in_, answer_,
                            [self = shared_from_this()](const Error& error, std::size_t) {
                              self->go_on(error, &Attempt::answered);
                            });
  }

  void answered() {
    const auto& head = answer_.get();
    end({.status = static_cast<int>(head.result_int()),
         .retry_after = retry_after(std::string_view(head[http::field::retry_after]))});
  }

  asio::steady_timer timer_;
  asio::ssl::stream<tcp::socket> stream_;
  const LookUp look_up_;
  const std::string host_;
  Endpoints addresses_{};
  http::request<http::string_body> message_;
  beast::flat_buffer in_{kMaxHeaderBytes};
  http::response_parser<http::empty_body> answer_{};
  const Callbacks callbacks_;
  bool is_sent_ = false, is_over_ = false, is_dropped_ = false;
};

PushDelivery::PushDelivery(const asio::io_context::executor_type& executor, asio::ssl::context& tls,
                           LookUp look_up, PushRequest request, std::chrono::milliseconds patience,
                           Callbacks callbacks)
    : attempt_(std::make_shared<Attempt>(executor, tls, std::move(look_up), std::move(request),
                                         std::move(callbacks))) {
  attempt_->start(patience);
}

PushDelivery::~PushDelivery() {
  attempt_->drop();
}

void PushDelivery::send() {
  attempt_->send();
}

}  // namespace server

#include "server/net/websocket_session.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <memory>
#include <optional>

#include "server/lobby/lobby.h"
#include "server/logs/log.h"
#include "server/metrics/metrics.h"
#include "server/protocol/codec.h"
#include "server/room/subscriber.h"

namespace server {

namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using protocol::CloseCode;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How often the way to a client is measured at most. A ping follows a message, so that a move is judged by
/// the network as it was at that moment.
constexpr milliseconds kPingInterval{1'000};
/// Weight of a new measurement in the smoothed round trip.
constexpr double kPingWeight = 0.2;

class WebSocketSession final : public Subscriber,
                               public Connection,
                               public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(Site& site, TcpSocket socket, ConnectionCounts::Ticket ticket, Origin client);
  ~WebSocketSession();

  void start(std::string handshake);

  void send(Text text) override;
  void close(CloseCode code, std::string_view reason) override;
  Millis round_trip() const override;
  void sweep(steady_clock::time_point now) override;
  void leave() override { close(CloseCode::restart, "restart"); }
  void cut() override;

 private:
  void accepted(beast::error_code error);
  void read();
  void received(beast::error_code error);
  void take_message();
  /// Nothing if the message may pass, else how long to wait.
  std::optional<milliseconds> refuse(steady_clock::time_point now);
  void say_refused(milliseconds wait, steady_clock::time_point now);
  void write();
  void written(beast::error_code error);
  void drop(CloseCode code, std::string_view reason);
  void begin_close();
  void ping(steady_clock::time_point now);
  void pong(std::string_view payload);
  void gone();

  Site& site_;
  const ConnectionCounts::Ticket ticket_;
  websocket::stream<TcpSocket, false> socket_;  // Without compression: it costs memory and gains attackers.
  // One byte more, so that a message that is too long is met by its limit (1009) and not by a full buffer.
  beast::flat_buffer in_{protocol::kMaxMessageBytes + 1};

  std::deque<Text> out_;  // Its first is being written while writing_.
  std::size_t out_bytes_ = 0;
  bool writing_ = false;
  steady_clock::time_point write_began_{};

  std::optional<websocket::close_reason> closing_;
  steady_clock::time_point close_asked_{};
  bool close_begun_ = false;
  bool open_ = false;  // The lobby knows it.

  const steady_clock::time_point started_ = steady_clock::now();
  TokenBucket messages_;
  TokenBucket refusals_;

  steady_clock::time_point ping_sent_{};
  std::uint32_t ping_number_ = 0;
  bool ping_pending_ = false;
  std::optional<std::chrono::duration<double, std::milli>> round_trip_;
};

WebSocketSession::WebSocketSession(Site& site, TcpSocket socket, ConnectionCounts::Ticket ticket,
                                   Origin client)
    : site_(site),
      ticket_(std::move(ticket)),
      socket_(std::move(socket)),
      messages_(site.limits.of_socket, started_),
      refusals_(site.limits.refusals, started_) {
  beast::error_code vanished;
  socket_.next_layer().set_option(boost::asio::socket_base::send_buffer_size(site.limits.kernel_buffer),
                                  vanished);
  come_from(std::move(client));
  site_.connections.insert(this);
}

WebSocketSession::~WebSocketSession() {
  site_.connections.erase(this);
}

void WebSocketSession::start(std::string handshake) {
  websocket::stream_base::timeout timeout;
  timeout.handshake_timeout = site_.limits.request;
  timeout.idle_timeout = site_.limits.silence;
  timeout.keep_alive_pings = true;
  socket_.set_option(timeout);
  socket_.read_message_max(protocol::kMaxMessageBytes);
  // One frame a message, written from where it lies: what is left of the write buffer is the least allowed.
  socket_.auto_fragment(false);
  socket_.write_buffer_bytes(8);
  socket_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
    if (kind == websocket::frame_type::pong) pong(payload);
  });
  const auto kept = std::make_shared<const std::string>(std::move(handshake));
  socket_.async_accept(boost::asio::buffer(*kept),
                       [self = shared_from_this(), kept](beast::error_code error) { self->accepted(error); });
}

void WebSocketSession::accepted(beast::error_code error) {
  if (error) return;
  open_ = true;
  socket_.text(true);
  site_.metrics.connections.Increment();
  site_.lobby.opened(shared_from_this());
  read();
}

void WebSocketSession::read() {
  socket_.async_read(
      in_, [self = shared_from_this()](beast::error_code error, std::size_t) { self->received(error); });
}

void WebSocketSession::received(beast::error_code error) {
  if (error) return gone();
  take_message();
  in_.clear();
  read();
}

void WebSocketSession::take_message() {
  if (closing_) return;
  if (!socket_.got_text()) return drop(CloseCode::binary, "text only");
  const auto now = steady_clock::now();
  if (const auto wait = refuse(now)) return say_refused(*wait, now);
  const auto text = in_.cdata();
  site_.lobby.received(*this, {static_cast<const char*>(text.data()), text.size()});
  ping(now);
}

std::optional<milliseconds> WebSocketSession::refuse(steady_clock::time_point now) {
  if (const auto wait = messages_.refuse(now)) return wait;
  if (!origin().address.empty()) {
    if (const auto wait = site_.addresses.refuse(origin().address, now)) return wait;
  }
  return user() ? site_.users.refuse(user()->id, now) : std::nullopt;
}

// Said aloud: a client that is silently not heard looks broken to its user.
void WebSocketSession::say_refused(milliseconds wait, steady_clock::time_point now) {
  site_.metrics.rate_limited.Increment();
  if (refusals_.refuse(now)) return drop(CloseCode::policy, "rate limit exceeded");
  protocol::Error error;
  error.code = protocol::ErrorCode::rate_limited;
  error.message = "Too many messages.";
  error.retry = wait;
  send(std::make_shared<const std::string>(protocol::encode(error)));
}

void WebSocketSession::send(Text text) {
  if (closing_) return;
  if (out_.size() >= site_.limits.queued_messages || out_bytes_ + text->size() > site_.limits.queued_bytes) {
    return drop(CloseCode::slow, "too slow");
  }
  out_bytes_ += text->size();
  const auto longest = static_cast<double>(out_bytes_);
  if (longest > site_.metrics.ws_out_queue_bytes.Value()) site_.metrics.ws_out_queue_bytes.Set(longest);
  out_.push_back(std::move(text));
  if (!writing_) write();
}

void WebSocketSession::write() {
  writing_ = true;
  write_began_ = steady_clock::now();
  socket_.async_write(
      boost::asio::buffer(*out_.front()),
      [self = shared_from_this()](beast::error_code error, std::size_t) { self->written(error); });
}

void WebSocketSession::written(beast::error_code error) {
  writing_ = false;
  if (error) return;  // The read that always waits fails too, and says goodbye.
  out_bytes_ -= out_.front()->size();
  out_.pop_front();
  if (!out_.empty()) return write();
  if (closing_) begin_close();
}

void WebSocketSession::close(CloseCode code, std::string_view reason) {
  if (closing_) return;
  closing_.emplace(static_cast<websocket::close_code>(code), beast::string_view(reason));
  close_asked_ = steady_clock::now();
  if (!writing_) begin_close();
}

// Like close(), but what waits is not worth sending.
void WebSocketSession::drop(CloseCode code, std::string_view reason) {
  site_.metrics.count_drop(reason);
  log_event(LogLevel::info, "socket_dropped",
            {{"reason", reason}, {"user", user() ? user()->id : ""}, {"address", origin().address}});
  while (out_.size() > (writing_ ? 1 : 0)) {
    out_bytes_ -= out_.back()->size();
    out_.pop_back();
  }
  close(code, reason);
}

void WebSocketSession::begin_close() {
  if (std::exchange(close_begun_, true)) return;
  socket_.async_close(*closing_, [self = shared_from_this()](beast::error_code) {});
}

void WebSocketSession::sweep(steady_clock::time_point now) {
  if (closing_) {
    // Whoever neither reads nor answers the close is cut off.
    if (now - close_asked_ > site_.limits.closing) cut();
  } else if (open_ && !user() && now - started_ > site_.limits.hello) {
    drop(CloseCode::policy, "no hello");
  } else if (writing_ && now - write_began_ > site_.limits.write_progress) {
    drop(CloseCode::slow, "too slow");
  }
}

void WebSocketSession::cut() {
  beast::error_code ignored;
  socket_.next_layer().close(ignored);
}

Millis WebSocketSession::round_trip() const {
  return round_trip_ ? std::chrono::round<Millis>(*round_trip_) : Millis(0);
}

// Not while messages wait: their way out would be measured as the network's.
void WebSocketSession::ping(steady_clock::time_point now) {
  if (closing_ || writing_ || ping_pending_ || now - ping_sent_ < kPingInterval) return;
  ping_pending_ = true;
  ping_sent_ = now;
  const std::string number = std::to_string(++ping_number_);
  socket_.async_ping(websocket::ping_data(number.data(), number.size()),
                     [self = shared_from_this()](beast::error_code) {});
}

// Beast's own pings for silent connections carry no payload.
void WebSocketSession::pong(std::string_view payload) {
  if (!ping_pending_ || payload != std::to_string(ping_number_)) return;
  ping_pending_ = false;
  const std::chrono::duration<double, std::milli> measured = steady_clock::now() - ping_sent_;
  round_trip_ = round_trip_ ? *round_trip_ + (measured - *round_trip_) * kPingWeight : measured;
}

void WebSocketSession::gone() {
  site_.metrics.connections.Decrement();
  const auto code = socket_.reason().code;
  const bool on_purpose =
      !closing_ && (code == websocket::close_code::normal || code == websocket::close_code::going_away);
  closing_.emplace(code);
  site_.lobby.closed(*this, on_purpose);
}

}  // namespace

void start_websocket(Site& site, TcpSocket socket, std::string handshake, ConnectionCounts::Ticket ticket,
                     Origin client) {
  std::make_shared<WebSocketSession>(site, std::move(socket), std::move(ticket), std::move(client))
      ->start(std::move(handshake));
}

}  // namespace server

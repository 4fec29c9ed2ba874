#include "server/net/websocket_session.h"

#include <algorithm>
#include <array>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/beast/websocket.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/hub/hub.h"
#include "server/net/gathering_socket.h"
#include "server/net/linger.h"
#include "server/net/message_budget.h"
#include "server/net/round_trip.h"
#include "server/room/subscriber.h"

namespace server {

namespace beast = boost::beast;

// Beast's stream ends what is below it by this name, once both sides have said that they close. Its own
// deadline bounds the time.
template <class Handler>
void async_teardown(beast::role_type, GatheringSocket& socket, Handler&& handler) {
  beast::error_code vanished;
  socket.flush(vanished);
  // The client's last bytes are read and dropped, else the kernel would reset the connection and the close
  // frame with it.
  linger(socket.next_layer(), std::forward<Handler>(handler));
}

namespace {

namespace websocket = beast::websocket;
using protocol::CloseCode;
using std::chrono::steady_clock;

class WebSocketSession final : public Subscriber,
                               public Connection,
                               public WriteBatch::Member,
                               public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(NetContext& site, TcpSocket socket, ConnectionCounts::Ticket ticket, Origin client);
  ~WebSocketSession();

  void start(std::string_view request, std::string_view sent_ahead);

  /// Puts the text into the queue; it leaves at the end of this turn. Closes the connection if the queue is
  /// full.
  void send(Text text) override;
  /// The same, for text that may wait for a quiet moment (spectators).
  void send_when_idle(Text text) override;
  /// Only the first call counts. The hub hears of the end later, by Hub::closed().
  void close(CloseCode code, std::string_view reason) override;
  std::optional<Millis> refuse(Cost cost) override { return budget_.refuse(cost, steady_clock::now()); }
  Millis round_trip() const override { return round_trip_.smoothed(); }
  /// All deadlines of the connection, in the order of their urgency.
  void sweep(steady_clock::time_point now) override;
  void leave() override { close(CloseCode::restart, "restart"); }
  void cut() override;
  void end_turn() override;
  // While the kernel takes nothing the text waits for it, and go_on() sends it.
  void idle() override {
    waits_for_idle_ = false;
    if (!socket_.next_layer().blocked_since()) end_turn();
  }

 private:
  void accepted(beast::error_code error);
  void read();
  void received(beast::error_code error, std::size_t size);
  template <class Task>
  void attempt_or_close(Task task);
  void take_message(std::string_view text);
  void frames_came(std::size_t frames);
  bool gather(Text text);
  void write_soon();
  void flush() {
    socket_.next_layer().flush_or_wait([self = shared_from_this()](beast::error_code) { self->go_on(); });
  }
  void go_on();
  void drop(CloseCode code, std::string_view reason);
  void begin_close();
  void ping();
  void bound_pongs();
  void gone();

  NetContext& site_;
  const ConnectionCounts::Ticket ticket_;
  // Without compression: it costs memory and gains attackers.
  websocket::stream<GatheringSocket, false> socket_;
  // Most messages fit into the chunk; of a longer one what came before is kept beside it. A buffer for the
  // longest would be most of what an idle connection holds.
  std::array<char, 256> chunk_;
  std::string kept_;

  bool writing_ = false;         // Soon, or now.
  bool waits_for_idle_ = false;  // It is in the batch's other list.

  // Set once, when the close is decided: nothing is sent or taken after.
  std::optional<websocket::close_reason> closing_;
  steady_clock::time_point close_asked_{};  // When closing_ was set.
  bool close_begun_ = false;                // async_close() is called once only.
  boost::asio::cancellation_signal stop_reading_, stop_closing_;
  bool open_ = false;  // The hub knows it.
  bool gone_ = false;  // The hub has been told.

  const steady_clock::time_point started_ = steady_clock::now();
  steady_clock::time_point heard_ = started_;  // The last byte.
  steady_clock::time_point swept_ = started_;
  // Moved on while the server itself looks the user up.
  steady_clock::time_point hello_by_ = started_ + site_.limits.hello;
  MessageBudget budget_{site_, *this, started_};
  RoundTrip round_trip_;
  bool ping_wanted_ = false;  // With the answer that goes out next.
};

WebSocketSession::WebSocketSession(NetContext& site, TcpSocket socket, ConnectionCounts::Ticket ticket,
                                   Origin client)
    : site_(site), ticket_(std::move(ticket)), socket_(std::move(socket)) {
  beast::error_code vanished;
  socket_.next_layer().next_layer().set_option(
      boost::asio::socket_base::send_buffer_size(site.limits.kernel_buffer), vanished);
  keep_alive(socket_.next_layer().next_layer(), site.limits.unacknowledged);
  come_from(std::move(client));
  site_.connections.insert(this);
}

// Operations of the stream still hold `socket_` only within handlers that own the session; but when_written
// and when_read could be called by the stream's own destruction.
WebSocketSession::~WebSocketSession() {
  socket_.next_layer().when_written([] {});  // The stream's last operations may live longer.
  socket_.next_layer().when_read([](std::string_view) {});
  site_.connections.erase(this);
}

void WebSocketSession::start(std::string_view request, std::string_view sent_ahead) {
  websocket::stream_base::timeout timeout;
  timeout.handshake_timeout = site_.limits.request;
  timeout.idle_timeout = websocket::stream_base::none();  // See sweep(): one timer for all.
  socket_.set_option(timeout);
  socket_.read_message_max(protocol::kMaxMessageBytes);
  // One frame a message, written from where it lies: what is left of the write buffer is the least allowed.
  // 8 is Beast's minimum; its default would hold 4 KiB for each idle connection.
  socket_.auto_fragment(false);
  socket_.write_buffer_bytes(8);
  socket_.next_layer().when_written([this] { write_soon(); });
  socket_.next_layer().when_read([this](std::string_view bytes) {
    heard_ = steady_clock::now();
    attempt_or_close([&] { frames_came(budget_.count_frames(bytes)); });
  });
  // What was sent ahead comes to Beast out of a buffer and never passes when_read.
  frames_came(budget_.count_frames(sent_ahead));
  socket_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
    attempt_or_close([&] {
      // A pong that answers nothing costs as a ping does (RFC 6455, 5.5.3 allows it).
      if (kind == websocket::frame_type::pong && !round_trip_.pong(payload, steady_clock::now()))
        frames_came(1);
      if (kind == websocket::frame_type::ping) bound_pongs();
    });
  });
  // The text must live until the handshake has been read out of it.
  const auto kept = std::make_shared<const std::string>(std::string(request) += sent_ahead);
  socket_.async_accept(boost::asio::buffer(*kept),
                       [self = shared_from_this(), kept](beast::error_code error) { self->accepted(error); });
}

void WebSocketSession::accepted(beast::error_code error) {
  // Never opened: the hub knows nothing of it, and the last handler's end destroys the session.
  if (error) return;
  open_ = true;
  socket_.text(true);
  site_.metrics.connections.Increment();
  // If it throws, the connection is closed, which needs a read to see the end: read() follows in each case.
  attempt_or_close([this] { site_.hub.opened(shared_from_this()); });
  read();
}

void WebSocketSession::read() {
  auto done = std::bind_front(&WebSocketSession::received, shared_from_this());
  socket_.async_read_some(boost::asio::buffer(chunk_),
                          boost::asio::bind_cancellation_slot(stop_reading_.slot(), std::move(done)));
}

// The stream refuses what is longer than a message may be (1009).
void WebSocketSession::received(beast::error_code error, std::size_t size) {
  // The only place where the end is told, apart from sweep(): every way to close ends the pending read.
  if (error) return gone();
  attempt_or_close([&] {
    const std::string_view chunk(chunk_.data(), size);
    if (!socket_.is_message_done()) {
      kept_ += chunk;
    } else if (kept_.empty()) {
      take_message(chunk);
    } else {
      take_message(std::exchange(kept_, {}) + std::string(chunk));
    }
  });
  // Even while it closes: Beast finds the client's close frame by reading.
  read();
}

// Whatever fails in a connection ends this one alone, and it does end: none may stay open that reads nothing.
template <class Task>
void WebSocketSession::attempt_or_close(Task task) {
  // If a second failure hits the orderly way, the socket is closed without a word.
  if (attempt("connection", task) || closing_) return;
  if (!attempt("close", [this] { drop(CloseCode::internal, "internal"); })) cut();
}

void WebSocketSession::take_message(std::string_view text) {
  if (closing_) return;
  if (!socket_.got_text()) return drop(CloseCode::binary, "text only");
  const auto now = steady_clock::now();
  // Refused text is not decoded in full: the hub takes only the number that the client waits for.
  if (const auto wait = budget_.refuse_message(now)) {
    site_.metrics.count_refusal("messages");
    if (budget_.is_deaf(now)) return drop(CloseCode::policy, "rate limit exceeded");
    return site_.hub.refused(*this, text, *wait);
  }
  site_.turn.worked();
  site_.hub.received(*this, text);
  // With the answer, so that a move is judged by the network as it was lately.
  ping_wanted_ = round_trip_.due(now);
}

// What makes no message is paid for in between: pings and empty parts could come for ever.
void WebSocketSession::frames_came(std::size_t frames) {
  if (budget_.admit_frames(frames, closing_.has_value())) return;
  if (closing_) return cut();
  site_.metrics.count_refusal("frames");
  drop(CloseCode::policy, "too many frames");
}

void WebSocketSession::send(Text text) {
  if (gather(std::move(text))) write_soon();
}

// A text that is sent now overtakes none: all are in one queue, and the next flush takes what waited for idle
// too.
void WebSocketSession::send_when_idle(Text text) {
  if (!gather(std::move(text)) || socket_.next_layer().blocked_since() || writing_) return;
  if (std::exchange(waits_for_idle_, true)) return;
  site_.turn.add_when_idle(socket_.get_executor(), shared_from_this());
}

/// Whether there is something to flush now.
bool WebSocketSession::gather(Text text) {
  if (closing_ || !socket_.is_open()) return false;
  // Both bounds hold for what the kernel has not taken; it holds NetLimits::kernel_buffer more.
  GatheringSocket& wire = socket_.next_layer();
  const std::size_t bytes = wire.waiting() + text->size();
  if (wire.pieces() >= site_.limits.queued_messages || bytes > site_.limits.queued_bytes) {
    drop(CloseCode::slow, "too slow");
    return false;
  }
  site_.metrics.observe_queue(bytes);
  wire.write_message(std::move(text));
  return true;
}

// At the end of the turn, when all that it has to say to this client is known: one system call for all of it.
// One post for all connections (WriteBatch), so a move of a room with two players costs two writes and not
// one for each message.
void WebSocketSession::write_soon() {
  if (socket_.next_layer().blocked_since() || std::exchange(writing_, true)) return;
  site_.turn.add(socket_.get_executor(), shared_from_this());
}

void WebSocketSession::end_turn() {
  // Ping and close write through the socket and call write_soon() themselves: `writing_` keeps that from
  // adding the session again.
  writing_ = true;
  attempt_or_close([this] {
    if (closing_) {
      begin_close();
    } else if (ping_wanted_) {
      ping();
    }
    flush();
  });
  writing_ = false;
}

// Pings and the close wait until nothing is left of earlier turns.
void WebSocketSession::go_on() {
  attempt_or_close([this] { flush(); });
  if (!socket_.next_layer().blocked_since()) end_turn();
}

void WebSocketSession::close(CloseCode code, std::string_view reason) {
  if (closing_) return;
  closing_.emplace(static_cast<websocket::close_code>(code), beast::string_view(reason));
  close_asked_ = steady_clock::now();
  write_soon();
}

// Like close(), but what waits is not worth sending.
void WebSocketSession::drop(CloseCode code, std::string_view reason) {
  site_.metrics.count_drop(reason);
  log_event(LogLevel::info, "socket_dropped",
            {{"reason", reason}, {"user", user() ? user()->id : ""}, {"address", origin().address}});
  socket_.next_layer().discard();
  close(code, reason);
}

void WebSocketSession::begin_close() {
  // Called for each turn in which it is closing; async_close() must not run twice.
  if (std::exchange(close_begun_, true)) return;
  socket_.async_close(*closing_,
                      boost::asio::bind_cancellation_slot(stop_closing_.slot(),
                                                          [self = shared_from_this()](beast::error_code) {}));
}

void WebSocketSession::sweep(steady_clock::time_point now) {
  // A slow store is not the client's silence: the time in which it is looked up is added to its deadline.
  const auto since_last = now - std::exchange(swept_, now);
  if (is_being_identified()) hello_by_ += since_last;
  if (open_ && !gone_ && !socket_.next_layer().next_layer().is_open()) {
    // Closed, and no read has said so: it was lost to a failure. Later, for this may be the last of it.
    // A read that ended by an exception in its handler leaves none pending.
    boost::asio::post(socket_.get_executor(), [self = shared_from_this()] { self->gone(); });
  } else if (closing_) {
    if (now - close_asked_ > site_.limits.closing) cut();  // Neither reads nor answers the close.
  } else if (open_ && !user() && !is_being_identified() && now > hello_by_) {
    drop(CloseCode::policy, "no hello");
    // `blocked_since` begins anew with each byte that the kernel takes.
  } else if (now - socket_.next_layer().blocked_since().value_or(now) > site_.limits.write_progress) {
    drop(CloseCode::slow, "too slow");
  } else if (open_ && now - heard_ > site_.limits.silence) {
    cut();
    // Two thirds, so that a ping and its answer fit into what is left before the silence is too long.
  } else if (open_ && now - std::max(heard_, round_trip_.sent()) > 2 * site_.limits.silence / 3) {
    ping();
  }
}

// A read that finds what breaks the rules wants to close too, and waits until the close is over, which waits
// until the read is over: neither ends with the socket.
void WebSocketSession::cut() {
  beast::error_code ignored;
  socket_.next_layer().next_layer().close(ignored);
  // Posted: a handler that is cancelled here would run within this function, perhaps within its own caller.
  boost::asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->stop_closing_.emit(boost::asio::cancellation_type::terminal);
    self->stop_reading_.emit(boost::asio::cancellation_type::terminal);
  });
}

// Only when nothing is left of earlier turns, whose way out would be measured as the network's.
void WebSocketSession::ping() {
  ping_wanted_ = false;
  const std::string number = round_trip_.ping(steady_clock::now());
  beast::error_code closed;
  socket_.ping(websocket::ping_data(number.data(), number.size()), closed);
}

// The stream answers pings by itself, and what it writes is gathered: without end, if the client does not
// read it.
void WebSocketSession::bound_pongs() {
  // Beast's pongs pass by gather(), so their bound is checked when the next ping comes.
  if (closing_ || socket_.next_layer().waiting() <= site_.limits.queued_bytes) return;
  drop(CloseCode::slow, "too slow");
  cut();
}

void WebSocketSession::gone() {
  if (std::exchange(gone_, true)) return;
  site_.metrics.connections.Decrement();
  const auto code = socket_.reason().code;
  // The code tells a page that was left from a connection that was lost: rooms wait for the latter.
  const bool on_purpose =
      !closing_ && (code == websocket::close_code::normal || code == websocket::close_code::going_away);
  // Even without a close of ours: what is sent after the end goes nowhere.
  closing_.emplace(code);
  site_.hub.closed(*this, on_purpose);
}

}  // namespace

void start_websocket(NetContext& site, TcpSocket socket, std::string_view request,
                     std::string_view sent_ahead, ConnectionCounts::Ticket ticket, Origin client) {
  std::make_shared<WebSocketSession>(site, std::move(socket), std::move(ticket), std::move(client))
      ->start(request, sent_ahead);
}

}  // namespace server

#include "server/net/http_session.h"

#include <sys/socket.h>

#include <algorithm>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/make_printable.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "server/api/api_error.h"
#include "server/api/router.h"
#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/linger.h"
#include "server/net/request_head.h"
#include "server/net/websocket_session.h"
#include "server/pages/content_policy.h"
#include "server/protocol/errors.h"

namespace server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

// More is answered 431.
constexpr std::uint32_t kMaxHeaderBytes = 8 << 10;
constexpr std::size_t kBufferBytes = 16 << 10;  // Read at a time, and the most that frames a chunk of a body.
// Then the connection is closed after the answer, and the client opens another one, which its address pays.
constexpr int kMaxRequests = 100;       // Of one connection.
constexpr Cost kBytesOfCost = 4 << 10;  // Of a body: reading so many costs as much as a message.

/// Of all answers but the page, which brings its own.
const std::string& policy_of_answers() {
  static const std::string policy = content_policy();
  return policy;
}

void warn_of_unknown_proxy() {
  static bool said = false;
  // Once a process: each request would repeat it.
  if (std::exchange(said, true)) return;
  log_event(
      LogLevel::warn, "unknown_proxy",
      {{"hint",
        "requests come through a proxy: name it with --trusted-proxy, or all behind it share one limit"}});
}

HttpResponse too_many_connections() {
  return refusal(protocol::retry_after(std::chrono::seconds(1), protocol::ErrorCode::rate_limited,
                                       "Too many connections from your address."));
}

// An address of the public Internet with such a header is a client of its own, or a proxy that does not
// belong to the installation: it is counted by its own address.
bool is_by_unknown_proxy(const ClientAddress& client) {
  return client.hidden && is_private(client.address);
}

class HttpSession final : public Connection, public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(NetContext& site, TcpSocket socket, ConnectionCounts::Ticket ticket)
      : site_(site), ticket_(std::move(ticket)), stream_(std::move(socket)) {
    site_.connections.insert(this);
  }
  ~HttpSession() { site_.connections.erase(this); }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  void read();

  /// The stream keeps the deadlines of reading and writing.
  /// Called once a second. Beast's stream has a timer for reads and writes, but linger() works on the socket
  /// below.
  void sweep(std::chrono::steady_clock::time_point now) override {
    if (close_by_ && now > *close_by_) cut();
  }
  /// What was asked for is answered, by its last answer: it may have been done.
  void leave() override {
    requests_ = kMaxRequests;
    const bool is_asked = (is_served_ || message_) && !close_by_;
    if (!is_asked) cut();
  }
  void cut() override { stream_.close(); }

 private:
  using Parser = http::request_parser<http::string_body>;
  using Stream = beast::basic_stream<asio::ip::tcp, asio::io_context::executor_type>;

  template <class Step>
  /// Ends the session if the last operation failed, else runs `step`; a step that throws is answered 500 and
  /// the connection ends.
  void go_on(beast::error_code error, Step step);
  void end_broken(beast::error_code error);
  void answer_broken(beast::error_code error);
  /// Nothing if an answer is already on its way: there is one for each request.
  void answer_failure();
  void wait_for_turn();
  void admit();
  bool has_one_end() const;
  void read_body(std::size_t bytes_left);
  void serve();
  void upgrade(const RequestHead& head, const WebSocketHandshake& handshake);
  ClientAddress client(const RequestHead& head, beast::error_code& error) const;
  bool is_by_this_machine(const RequestHead& head, const ClientAddress& client) const;
  std::string counted_address(const ClientAddress& client) const;
  bool is_by_proxy(const ClientAddress& client) const;
  bool has_left();
  bool count_request();
  bool count_behind_proxy(const ClientAddress& client);
  HttpRequest to_request(const RequestHead& head, beast::error_code& error) const;
  void respond(HttpResponse response);
  void written(beast::error_code error, bool keep_alive);
  void shut_down();

  NetContext& site_;
  ConnectionCounts::Ticket ticket_;
  ConnectionCounts::Ticket being_served_;  // Of the client of a proxy.
  Stream stream_;
  beast::flat_buffer buffer_{kBufferBytes};  // Its bound is the most that one read takes.
  std::optional<Parser> parser_;             // One for each request: it cannot be used twice.
  HttpRequest request_;                      // Without its body, until that has been read.
  bool is_served_ = false;                   // It is whole, and the router has it, or has answered.
  int requests_ = 0;
  std::optional<std::chrono::steady_clock::time_point> close_by_;  // While it lingers.

  // The answer on its way out.
  // Both must live until it is written: the serializer refers to the message, which refers to the content.
  HttpResponse response_;
  std::optional<http::response<http::span_body<const char>>> message_;
  std::optional<http::response_serializer<http::span_body<const char>>> serializer_;
};

void HttpSession::read() {
  message_.reset();
  is_served_ = false;
  being_served_.reset();
  parser_.emplace();
  parser_->header_limit(kMaxHeaderBytes);
  parser_->body_limit(boost::none);  // Told by the route.
  // From here until the whole request is there. A client that sends a byte a second has no more time than
  // others.
  stream_.expires_after(site_.limits.request);
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](beast::error_code error, std::size_t) {
                            self->go_on(error, [&] { self->wait_for_turn(); });
                          });
}

void HttpSession::wait_for_turn() {
  site_.request_turns.enter(stream_.get_executor(),
                            [self = shared_from_this()] { self->go_on({}, [&] { self->admit(); }); });
}

template <class Step>
void HttpSession::go_on(beast::error_code error, Step step) {
  if (error) return end_broken(error);
  if (!attempt("request", step)) answer_failure();
}

void HttpSession::end_broken(beast::error_code error) {
  // Beast's own category of errors means that the bytes are not HTTP. Other categories (a timeout, a reset,
  // end of file) leave no client to answer.
  if (error.category() == http::make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message) {
    return answer_broken(error);
  }
  shut_down();
}

void HttpSession::answer_broken(beast::error_code error) {
  parser_.emplace();  // Nothing of it can be trusted, keep-alive included.
  // Makes this answer the last of the connection; see respond().
  requests_ = kMaxRequests;
  if (error == http::error::header_limit)
    return respond(error_response(431, "too_large", "The header is too large."));
  if (error == http::error::body_limit)
    return respond(error_response(413, "too_large", "The body is too large."));
  respond(error_response(400, "bad_request", "This is not HTTP."));
}

void HttpSession::answer_failure() {
  requests_ = kMaxRequests;
  if (!message_) respond(error_response(500, "internal", "That failed here, and not by your fault."));
}

ClientAddress HttpSession::client(const RequestHead& head, beast::error_code& error) const {
  return client_of(head, stream_.socket().remote_endpoint(error).address(), site_.trusted_proxies);
}

bool HttpSession::is_by_this_machine(const RequestHead& head, const ClientAddress& client) const {
  beast::error_code vanished;
  const auto own = stream_.socket().local_endpoint(vanished).address();
  return !vanished && is_this_machine(head, client, own);
}

/// By which requests are counted; empty: they are not.
std::string HttpSession::counted_address(const ClientAddress& client) const {
  const bool trusted = site_.limits.trust_loopback && !client.hidden && is_loopback(client.address);
  return trusted ? std::string() : address_key(client.address);
}

HttpRequest HttpSession::to_request(const RequestHead& head, beast::error_code& error) const {
  // The order matters: whatever costs work comes after what is known by the header.
  HttpRequest request = described_by(head);
  const ClientAddress from = client(head, error);
  request.address = address_key(from.address);
  request.from_this_machine = is_by_this_machine(head, from);
  request.reads_metrics =
      request.from_this_machine || (!from.hidden && site_.metrics_readers.contains(from.address));
  // The address alone: which user asks is known only after the token has been looked up, and then the route
  // asks again by the user.
  request.refuse = [&site = site_, address = counted_address(from)](Cost cost) {
    return site.addresses.refuse(address, std::chrono::steady_clock::now(), cost);
  };
  request.give_back = [&site = site_, address = counted_address(from)](Cost cost) {
    site.addresses.give_back(address, std::chrono::steady_clock::now(), cost);
  };
  if (!parse_target(head.target(), request)) error = http::error::bad_target;
  return request;
}

/// Nothing is taken out of the socket: there may be the next request.
bool HttpSession::has_left() {
  char next = 0;
  const auto got = ::recv(stream_.socket().native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

/// Decides by the header alone: what is asked for, from where, whether it may be, and what the body costs.
/// One in chunks does not say how long it is, and is paid for as the longest.
void HttpSession::admit() {
  ++requests_;
  beast::error_code error;
  const RequestHead& head = parser_->get();
  request_ = to_request(head, error);
  request_.has_left = [weak = weak_from_this()] {
    const auto self = weak.lock();
    return !self || self->has_left();
  };
  if (error) return answer_broken(error);
  if (!has_one_end()) return answer_broken(http::error::bad_transfer_encoding);
  if (!count_request()) return respond(too_many_connections());
  const std::size_t longest = site_.router.longest_body(request_);
  const std::uint64_t bytes = parser_->chunked() ? longest : parser_->content_length().value_or(0);
  const auto read = static_cast<Cost>(std::min<std::uint64_t>(bytes, longest));
  // Paid before a byte of the body is read. After a refusal the connection ends, for its body would have to
  // be read to find the next request.
  if (const auto wait = request_.refuse(1 + read / kBytesOfCost)) {
    requests_ = kMaxRequests;
    return respond(too_many_requests(*wait));
  }
  // Content-Length says so; a body in chunks is stopped by the parser's own limit.
  if (bytes > longest) return answer_broken(http::error::body_limit);
  const bool must_be_json = bytes > 0 && !site_.router.takes_any_type(request_);
  if (auto refusal = refuse_head(head, request_.path, must_be_json, site_.host_names))
    return respond(std::move(*refusal));
  parser_->body_limit(longest);
  if (parser_->is_done()) return serve();
  read_body(2 * longest + kMaxHeaderBytes);
}

/// Whether the request ends where every program on its way sees its end. Of a coding other than chunks Beast
/// reads no body, or one of Content-Length: what a proxy takes for the body would be the next request here
/// (RFC 9112, 6.1 and 6.3). HTTP/1.0 knows no codings.
bool HttpSession::has_one_end() const {
  const RequestHead& head = parser_->get();
  return head.count(http::field::transfer_encoding) == 0 || (parser_->chunked() && head.version() >= 11);
}

/// @param bytes_left that may come: more than the body, for chunks have headers, but not for ever more
void HttpSession::read_body(std::size_t bytes_left) {
  // Eager: the parser takes as much of the body as a read has brought, not one chunk of it.
  parser_->eager(true);
  http::async_read_some(stream_, buffer_, *parser_,
                        [self = shared_from_this(), bytes_left](beast::error_code error, std::size_t bytes) {
                          self->go_on(error, [&] {
                            if (self->parser_->is_done()) return self->serve();
                            if (bytes >= bytes_left) return self->answer_broken(http::error::body_limit);
                            self->read_body(bytes_left - bytes);
                          });
                        });
}

// The request leaves its members: `request_` is free for the next one, while the router may still serve this
// one.
void HttpSession::serve() {
  is_served_ = true;
  HttpRequest request = std::move(request_);
  request.body = std::move(parser_->get().body());
  if (request.path == "/ws") {
    const RequestHead& head = parser_->get();
    const WebSocketHandshake handshake = handshake_of(head);
    if (auto refusal = handshake.refuse()) return respond(std::move(*refusal));
    return upgrade(head, handshake);
  }
  // It may answer at once or from another turn of the network loop, but once and on this thread.
  site_.router.serve(
      request, [self = shared_from_this()](HttpResponse response) { self->respond(std::move(response)); });
}

void HttpSession::upgrade(const RequestHead& head, const WebSocketHandshake& handshake) {
  beast::error_code vanished;
  const ClientAddress from = client(head, vanished);
  if (!count_behind_proxy(from)) return respond(too_many_connections());
  const std::string request = handshake.text();
  // A client may send its first frames with the request. Beast reads them again from this text, see
  // start_websocket().
  const std::string sent_ahead(static_cast<const char*>(buffer_.data().data()), buffer_.size());
  // The timer of the stream would close a socket that is no longer its own.
  stream_.expires_never();
  Origin origin{.address = counted_address(from),
                .is_private = is_private(from.address),
                .is_this_machine = is_by_this_machine(head, from)};
  start_websocket(site_, stream_.release_socket(), request, sent_ahead, std::move(ticket_),
                  std::move(origin));
}

bool HttpSession::is_by_proxy(const ClientAddress& client) const {
  beast::error_code vanished;
  const auto peer = stream_.socket().remote_endpoint(vanished).address();
  return !vanished && (is_by_unknown_proxy(client) || site_.trusted_proxies.contains(peer));
}

/// The connection is counted as the proxy's, but this request as its client's: who sends it slowly, or does
/// not read the answer, must not have all connections. False: the client has too many.
bool HttpSession::count_request() {
  beast::error_code vanished;
  const ClientAddress from = client(parser_->get(), vanished);
  if (vanished || !is_by_proxy(from)) return true;
  being_served_ = site_.counts.admit_request(from.address, from.hidden);
  return being_served_ != nullptr;
}

/// The connection was counted as the proxy's; from now on it is its client's. False: it has too many.
bool HttpSession::count_behind_proxy(const ClientAddress& client) {
  if (!is_by_proxy(client)) return true;
  const bool by_unknown = is_by_unknown_proxy(client);
  const auto now = std::chrono::steady_clock::now();
  if (site_.arrivals.refuse(counted_address(client), now)) return false;
  if (by_unknown) warn_of_unknown_proxy();
  // First: the proxy's and the client's ticket may count for the same address.
  ticket_.reset();
  ticket_ = by_unknown ? site_.counts.admit_hidden(client.address) : site_.counts.admit(client.address);
  return ticket_ != nullptr;
}

void HttpSession::respond(HttpResponse response) {
  const RequestHead& head = parser_->get();
  // From here on the answer belongs to the session: the operation that writes it keeps only pointers.
  response_ = std::move(response);
  if (response_.status == 429) site_.metrics.count_refusal("requests");
  const std::string_view content = response_.content();
  auto& message = message_.emplace();
  message.version(11);
  message.result(static_cast<unsigned>(response_.status));
  message.set(http::field::content_type, response_.type);
  // Each answer bears them, even one that is no page: browsers may open any address as a page.
  message.set("Content-Security-Policy", policy_of_answers());
  message.set("X-Content-Type-Options", "nosniff");
  message.set("Referrer-Policy", "same-origin");
  message.set(http::field::cache_control, "no-store");
  // After the defaults, so that a route may replace one: the page its policy, files their cache-control.
  for (const auto& [name, value] : response_.headers) message.set(name, value);
  message.body() = {content.data(), content.size()};
  // What is left of an unwanted body would be read as the next request.
  message.keep_alive(parser_->get().keep_alive() && requests_ < kMaxRequests && parser_->is_done());
  // Of 304 it would be that of what has not changed (RFC 9110, 8.6).
  if (response_.status != 304) message.content_length(content.size());

  auto& serializer = serializer_.emplace(message);
  // HEAD has the header of GET with its content-length, and no body (RFC 9110, 9.3.2).
  serializer.split(head.method() == http::verb::head);
  stream_.expires_after(site_.limits.request);
  const auto done = [self = shared_from_this(), keep_alive = message.keep_alive()](
                        beast::error_code error, std::size_t) { self->written(error, keep_alive); };
  if (head.method() == http::verb::head) {
    http::async_write_header(stream_, serializer, done);
  } else {
    http::async_write(stream_, serializer, done);
  }
}

void HttpSession::written(beast::error_code error, bool keep_alive) {
  if (!error && keep_alive && requests_ < kMaxRequests) return read();
  shut_down();
}

// The socket lives as long as the handler of linger() keeps the session, and sweep() bounds the time.
void HttpSession::shut_down() {
  close_by_ = std::chrono::steady_clock::now() + site_.limits.closing;
  linger(stream_.socket(), [self = shared_from_this()](beast::error_code) {});
}

}  // namespace

void start_http(NetContext& site, TcpSocket socket, ConnectionCounts::Ticket ticket) {
  std::make_shared<HttpSession>(site, std::move(socket), std::move(ticket))->read();
}

}  // namespace server

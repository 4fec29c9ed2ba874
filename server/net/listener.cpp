#include "server/net/listener.h"

#include <boost/asio/error.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/http_session.h"

namespace server {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

/// When descriptors run out, for the open connections to end.
constexpr milliseconds kPause{100};
constexpr milliseconds kSweepInterval{1'000};
constexpr milliseconds kLastSweepsInterval{50};

void bind(Acceptor& acceptor, asio::ip::tcp::endpoint endpoint, int more_ports) {
  error_code error;
  // Only a port that is taken is worth another try; each other failure would meet the next port as well.
  acceptor.bind(endpoint, error);
  for (; error == asio::error::address_in_use && more_ports > 0; --more_ports) {
    endpoint.port(static_cast<std::uint16_t>(endpoint.port() + 1));
    acceptor.bind(endpoint, error);
  }
  if (error) throw boost::system::system_error(error);
}

}  // namespace

Acceptor open_port(asio::io_context& io, const asio::ip::tcp::endpoint& endpoint, int more_ports) {
  try {
    Acceptor acceptor(io.get_executor(), endpoint.protocol());
    // A restart must not wait for the old connections' TIME_WAIT.
    acceptor.set_option(asio::socket_base::reuse_address(true));
    // "::" means every address of the machine, those of IPv4 too.
    if (endpoint.address().is_v6()) acceptor.set_option(asio::ip::v6_only(false));
    bind(acceptor, endpoint, more_ports);
    acceptor.listen();
    return acceptor;
  } catch (const boost::system::system_error& error) {
    std::ostringstream message;
    message << "cannot listen on " << endpoint;
    if (more_ports > 0) message << " nor on the " << more_ports << " ports after it";
    message << ": " << error.code().message();
    throw std::runtime_error(message.str());
  }
}

Listener::Listener(NetContext& site, Acceptor port)
    : site_(site),
      acceptor_(std::move(port)),
      pause_(acceptor_.get_executor()),
      sweep_(acceptor_.get_executor()) {}

std::string Listener::url() const {
  const asio::ip::address address = endpoint().address();
  const std::string host = address.is_unspecified() ? "127.0.0.1" : address.to_string();
  return "http://" + (address.is_v6() && !address.is_unspecified() ? '[' + host + ']' : host) + ':' +
         std::to_string(endpoint().port());
}

void Listener::start() {
  accept();
  sweep();
}

void Listener::stop() {
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
}

void Listener::finish(milliseconds patience, std::function<void()> done) {
  patience_ends_ = Clock::now() + patience;
  finished_ = std::move(done);
  for (Connection* connection : site_.connections) connection->leave();
  sweep();
}

void Listener::accept() {
  acceptor_.async_accept([this](error_code error, TcpSocket socket) {
    // Closed by stop(): the handler that is cancelled comes here too.
    if (!acceptor_.is_open()) return;
    // Usually EMFILE or ENFILE. To accept again at once would turn the loop without end.
    if (error) return pause(error.message());
    // A defect while one connection is admitted must not end the accepting of others.
    attempt("admission", [&] { take(std::move(socket)); });
    accept();
  });
}

void Listener::take(TcpSocket socket) {
  error_code vanished;
  // Nagle's algorithm would hold a move back until the client has acknowledged the last one. What belongs
  // together is gathered before it is written (WriteBatch).
  socket.set_option(asio::ip::tcp::no_delay(true), vanished);
  const auto peer = socket.remote_endpoint(vanished);
  if (!vanished) admit(std::move(socket), peer.address());
}

// A connection that is refused is not worth an answer: an attacker would only ask again.
void Listener::admit(TcpSocket socket, const asio::ip::address& address) {
  // A proxy brings many clients: each of them is counted by its own address, by HttpSession.
  const bool is_proxy = site_.trusted_proxies.contains(address);
  const bool trusted = is_proxy || (site_.limits.trust_loopback && is_loopback(address));
  if (!trusted && site_.arrivals.refuse(address_key(address), Clock::now()))
    return site_.metrics.count_refusal("arrivals");
  auto ticket = is_proxy ? site_.counts.admit_proxy() : site_.counts.admit(address);
  if (!ticket) return site_.metrics.count_refusal("connections");
  start_http(site_, std::move(socket), std::move(ticket));
}

void Listener::pause(const std::string& why) {
  log_event(LogLevel::warn, "cannot_accept", {{"why", why}});
  pause_.expires_after(kPause);
  pause_.async_wait([this](error_code error) {
    if (!error) accept();
  });
}

void Listener::sweep() {
  // sweep(), leave() and cut() of a connection do not destroy it (see Connection), so the set does not change
  // under this loop.
  const auto now = Clock::now();
  for (Connection* connection : site_.connections) attempt("sweep", [&] { connection->sweep(now); });
  if (!finished_) return sweep_after(kSweepInterval);
  if (site_.connections.empty()) return finished_();
  if (now >= patience_ends_) {
    for (Connection* connection : site_.connections) connection->cut();
  }
  sweep_after(kLastSweepsInterval);
}

void Listener::sweep_after(milliseconds interval) {
  sweep_.expires_after(interval);
  sweep_.async_wait([this](error_code error) {
    if (!error) sweep();
  });
}

}  // namespace server

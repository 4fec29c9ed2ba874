#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace server::bridge {

/// Where a server is: ws://HOST[:PORT] or wss://HOST[:PORT].
/// Port 443 or 80 where none is named. What follows the first '/' of the address is ignored.
struct ServerUrl {
  bool is_secure = false;
  std::string host{}, port{};

  /// http and https count as ws and wss. Throws std::invalid_argument.
  static ServerUrl read(const std::string& text);
  /// As the header Host has it.
  /// With the port unless it is the scheme's own; IPv6 in brackets.
  std::string authority() const;
};

/// A WebSocket to a server that is opened again whenever it is lost, until it is destroyed. One thread: that
/// of the executor. Callbacks are made from it, never within a call of a member.
///
/// States: connecting (name, TCP, TLS, WebSocket) → open → lost → waiting → connecting again. What is said
/// while it is not open is lost: `opened` is where its user says what counts. `wss` verifies the certificate
/// and the name by the system's authorities.
class Connection {
 public:
  struct Callbacks {
    /// The WebSocket is open; what is said here is sent first.
    std::function<void()> opened;
    std::function<void(const std::string& text)> received;
    /// @param code of the WebSocket, 0: it was lost; it is opened again unless this destroys the connection
    std::function<void(int code, const std::string& why)> closed;
  };

  /// @param target of the request: "/ws?room=ID"
  /// Begins to connect at once.
  Connection(const boost::asio::any_io_executor& executor, ServerUrl url, std::string target,
             Callbacks callbacks);
  /// No callback is made any more. May be called from within one.
  ~Connection();
  Connection(Connection&&) noexcept = delete;
  Connection& operator=(Connection&&) noexcept = delete;

  /// Nothing where it is not open, or more than kMostWaiting messages wait to be sent: then it is closed, and
  /// its user says again what counts once it is opened.
  // Bounded, so that a server that does not read does not fill the memory.
  void send(std::string text);

  static constexpr std::size_t kMostWaiting = 256;
  /// Before it is opened again: doubled with each attempt in vain.
  static constexpr std::chrono::milliseconds kFirstPause{500}, kLongestPause{30'000};

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace server::bridge

#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/server/net/test_server.h"

/// How a test talks with a TestServer over real sockets. Everything blocks.
namespace server {

inline boost::asio::io_context client_io;  // Clients block, so it never runs.

inline boost::asio::ip::tcp::socket connected(const TestServer& server) {
  boost::asio::ip::tcp::socket socket(client_io);
  socket.connect({boost::asio::ip::make_address("127.0.0.1"), server.port()});
  return socket;
}

/// A page: a WebSocket that says one thing at a time.
class TestClient {
 public:
  using Json = nlohmann::json;
  using Socket = boost::beast::websocket::stream<boost::asio::ip::tcp::socket>;

  explicit TestClient(const TestServer& server) : TestClient(connected(server)) {}
  explicit TestClient(boost::asio::ip::tcp::socket socket) : socket_(std::move(socket)) {
    namespace beast = boost::beast;
    socket_.control_callback([this](beast::websocket::frame_type kind, beast::string_view payload) {
      if (kind == beast::websocket::frame_type::ping && !payload.empty()) ++pings_;
    });
    socket_.handshake("localhost", "/ws");
  }

  void say(const std::string& text) { socket_.write(boost::asio::buffer(text)); }
  void say(const Json& message) { say(message.dump()); }
  Json hear() {
    std::string text;
    auto buffer = boost::asio::dynamic_buffer(text);
    socket_.read(buffer);
    return Json::parse(text);
  }
  /// Skips what else may come, but for errors.
  Json hear(const std::string& type) {
    for (Json message = hear();; message = hear()) {
      if (message["t"] == type || message["t"] == "error") return message;
    }
  }
  /// @param who a name, a token
  Json hello(const Json& who) {
    Json message = {{"t", "hello"}, {"v", 1}, {"client", "test page"}};
    message.update(who);
    say(message);
    return hear("welcome");
  }
  /// Reads until the server closes; 0 if it did so without a word.
  int close_code() {
    boost::beast::error_code error;
    while (!error) {
      boost::beast::flat_buffer ignored;
      socket_.read(ignored, error);
    }
    return error == boost::beast::websocket::error::closed ? socket_.reason().code : 0;
  }
  Socket& socket() { return socket_; }
  int pings() const { return pings_; }

 private:
  Socket socket_;
  int pings_ = 0;
};

}  // namespace server

#include <gtest/gtest.h>

#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <utility>

#include "tests/patience.h"
#include "tests/server/net/client.h"

/// Clients that do not wait for their answers, and a server that does not wait for its clients.
namespace server {
namespace {

TEST(LeavingTest, WhoMakesAnAnswerLearnsThatItsClientHasLeft) {
  TestServer server;
  std::promise<void> asked;
  std::function<bool()> has_left;
  Respond respond_later;
  server.on_network([&] {
    server.router().add("GET", "/api/slow", [&](const HttpRequest& request, const auto&, Respond respond) {
      has_left = request.has_left;
      respond_later = std::move(respond);
      asked.set_value();
    });
  });
  const auto look = [&] {
    std::promise<bool> answer;
    server.on_network([&] { answer.set_value(has_left()); });
    return answer.get_future().get();
  };
  auto socket = connected(server);
  const std::string request = "GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n";
  boost::asio::write(socket, boost::asio::buffer(request));
  asked.get_future().wait();
  EXPECT_FALSE(look());
  socket.close();
  const auto deadline = std::chrono::steady_clock::now() + patience();
  bool left = look();
  for (; !left && std::chrono::steady_clock::now() < deadline; left = look()) std::this_thread::yield();
  EXPECT_TRUE(left);
  std::promise<void> done;
  server.on_network([&] {
    respond_later = nullptr;
    has_left = nullptr;
    done.set_value();
  });
  done.get_future().wait();
}

// An account had been made, and its page heard of a lost connection: the next try found the name taken.
TEST(LeavingTest, WhatWasAskedForIsAnsweredThoughTheServerEnds) {
  TestServer server;
  std::promise<void> asked;
  Respond respond_later;
  server.on_network([&] {
    server.router().add("GET", "/api/slow", [&](const auto&, const auto&, Respond respond) {
      respond_later = std::move(respond);
      asked.set_value();
    });
  });
  auto idle = connected(server);
  auto socket = connected(server);
  const std::string request = "GET /api/slow HTTP/1.1\r\nHost: localhost\r\n\r\n";
  boost::asio::write(socket, boost::asio::buffer(request));
  asked.get_future().wait();
  std::thread ending([&server] { server.drain(); });
  boost::system::error_code closed;
  char nothing = 0;
  idle.read_some(boost::asio::buffer(&nothing, 1), closed);
  EXPECT_TRUE(closed) << "all have been asked to leave";
  server.on_network([&] { std::exchange(respond_later, nullptr)({.body = "made"}); });
  std::string answer;
  boost::asio::read(socket, boost::asio::dynamic_buffer(answer), closed);
  EXPECT_TRUE(answer.ends_with("made")) << answer;
  EXPECT_NE(answer.find("Connection: close"), std::string::npos) << answer;
  idle.close();
  socket.close();
  ending.join();
}

}  // namespace
}  // namespace server

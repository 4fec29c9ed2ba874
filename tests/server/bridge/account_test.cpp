#include "server/bridge/account.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/system_error.hpp>
#include <thread>
#include <vector>

#include "server/bridge/json.h"

namespace server::bridge {
namespace {

namespace asio = boost::asio;

struct Reply {
  int status = 200;
  std::string body{};
};

using Replies = std::vector<Reply>;

/// Answers so many requests, one after another, and keeps what was asked.
class ScriptedServer {
 public:
  explicit ScriptedServer(Replies replies) : replies_(std::move(replies)), thread_([this] { serve(); }) {}
  ~ScriptedServer() { stop(); }

  ServerUrl url() const { return ServerUrl::read("ws://127.0.0.1:" + std::to_string(endpoint_.port())); }
  /// After the last answer. The first line of each request and its body.
  const std::vector<std::string>& asked() {
    stop();
    return asked_;
  }

 private:
  void stop() {
    if (!thread_.joinable()) return;
    is_stopped_ = true;
    // Wakes it where it waits for a request that does not come.
    boost::system::error_code ignored;
    asio::ip::tcp::socket(io_).connect(endpoint_, ignored);
    thread_.join();
  }

  void serve() {
    for (const Reply& reply : replies_) {
      asio::ip::tcp::socket socket = acceptor_.accept();
      if (is_stopped_) return;
      std::string text;
      const std::size_t head_length = asio::read_until(socket, asio::dynamic_buffer(text), "\r\n\r\n");
      const std::string head = text.substr(0, head_length);
      const auto length_at = head.find("Content-Length: ");
      const std::size_t length = length_at == std::string::npos ? 0 : std::stoul(head.substr(length_at + 16));
      std::string body = text.substr(head_length);
      const std::size_t here = body.size();
      body.resize(length);
      if (here < length) asio::read(socket, asio::buffer(body.data() + here, length - here));
      asked_.push_back(head.substr(0, head.find(" HTTP")) + ' ' + body);
      asio::write(socket, asio::buffer("HTTP/1.1 " + std::to_string(reply.status) +
                                       " Status\r\nConnection: close\r\nContent-Length: " +
                                       std::to_string(reply.body.size()) + "\r\n\r\n" + reply.body));
    }
  }

  const Replies replies_;
  std::vector<std::string> asked_{};
  asio::io_context io_{};
  asio::ip::tcp::acceptor acceptor_{io_, asio::ip::tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0)};
  const asio::ip::tcp::endpoint endpoint_ = acceptor_.local_endpoint();
  std::atomic<bool> is_stopped_ = false;
  std::thread thread_;
};

const Account kPela{"Pela", "a password"};
const Reply kAdmission{200, R"({"user":{"name":"Pela","guest":false},"token":"new"})"};
const Reply kWrong{401,
                   R"({"error":{"code":"unauthorized","message":"The name or the password is wrong."}})"};

TEST(AccountTest, LogsIn) {
  ScriptedServer server(Replies{kAdmission});
  EXPECT_EQ(token_of(server.url(), kPela, ""), "new");
  ASSERT_EQ(server.asked().size(), 1u);
  const std::string& asked = server.asked()[0];
  EXPECT_TRUE(asked.starts_with("POST /api/auth/login {")) << asked;
  EXPECT_EQ(Json::parse(asked.substr(asked.find('{'))),
            Json({{"name", "Pela"}, {"password", "a password"}, {"client", "sanqi-bot"}}));
}

TEST(AccountTest, KeepsATokenOfTheAccountAndNoOther) {
  ScriptedServer good(Replies{{200, R"({"user":{"name":"Pela","guest":false}})"}});
  EXPECT_EQ(token_of(good.url(), kPela, "kept"), "kept");
  EXPECT_EQ(good.asked(), std::vector<std::string>{"GET /api/me "});
  for (const Reply& other : {Reply{401, "{}"}, Reply{200, R"({"user":{"name":"Lin","guest":false}})"},
                             Reply{200, R"({"user":{"name":"Pela","guest":true}})"}}) {
    ScriptedServer server(Replies{other, kAdmission});
    EXPECT_EQ(token_of(server.url(), kPela, "kept"), "new") << other.body;
  }
}

TEST(AccountTest, RegistersAProgramWhereItIsToldTo) {
  Account fresh = kPela;
  fresh.registers = true;
  ScriptedServer server(Replies{kWrong, {201, kAdmission.body}});
  EXPECT_EQ(token_of(server.url(), fresh, ""), "new");
  ASSERT_EQ(server.asked().size(), 2u);
  EXPECT_TRUE(server.asked()[1].starts_with("POST /api/auth/register {"));
  EXPECT_NE(server.asked()[1].find(R"("program":true)"), std::string::npos);
}

TEST(AccountTest, TellsARefusalInTheWordsOfTheServer) {
  ScriptedServer server(Replies{kWrong});
  try {
    (void)token_of(server.url(), kPela, "");
    ADD_FAILURE() << "it logged in";
  } catch (const LoginRefused& refused) {
    EXPECT_STREQ(refused.what(), "the account Pela: The name or the password is wrong.");
  }
}

// It is starting again, or was asked too often: a bot that ended would not come back.
TEST(AccountTest, WaitsForAServerThatCannotAnswerNow) {
  const auto pause_after = [](const Replies& replies, const std::string& kept) {
    ScriptedServer server(replies);
    try {
      (void)token_of(server.url(), kPela, kept);
    } catch (const LoginDelayed& delayed) {
      return delayed.pause;
    }
    return std::chrono::milliseconds(0);
  };
  const Reply limited{429, R"({"error":{"code":"rate_limited","message":"Later.","retryMs":60000}})"};
  EXPECT_EQ(pause_after(Replies{{502, "<html>"}}, ""), std::chrono::seconds(5));
  EXPECT_EQ(pause_after(Replies{limited}, ""), std::chrono::minutes(1));
  EXPECT_EQ(pause_after(Replies{limited}, "kept"), std::chrono::minutes(1)) << "it keeps its session";
}

TEST(AccountTest, AServerThatIsNotThereIsNoRefusal) {
  ServerUrl nowhere;
  {
    ScriptedServer gone(Replies{});
    nowhere = gone.url();
  }
  EXPECT_THROW((void)token_of(nowhere, kPela, ""), boost::system::system_error);
}

}  // namespace
}  // namespace server::bridge

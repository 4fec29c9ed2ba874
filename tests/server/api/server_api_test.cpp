#include "server/api/server_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <stdexcept>

#include "server/base/metrics.h"
#include "server/formats/qr.h"
#include "server/records/record_queue.h"
#include "tests/server/run_until.h"
#include "tests/storage/memory_store.h"

namespace server {
namespace {

using testing::HasSubstr;

/// A store whose disk can be full, and which counts commits.
class WornStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    ++commits;
    if (full) throw storage::Error("database or disk is full");
    return MemoryStore::commit(writes);
  }
  std::atomic<int> commits = 0;
  std::atomic<bool> full = false;
};

class ReadinessTest : public testing::Test {
 protected:
  ReadinessTest() { api_.mount(router_); }

  std::shared_ptr<std::optional<HttpResponse>> ask() {
    auto answer = std::make_shared<std::optional<HttpResponse>>();
    HttpRequest request;
    request.method = "GET";
    request.path = "/readyz";
    router_.serve(request, [answer](HttpResponse response) { *answer = std::move(response); });
    return answer;
  }
  HttpResponse wait(const std::shared_ptr<std::optional<HttpResponse>>& answer) {
    run_io_until(io_, [&] { return answer->has_value(); });
    return **answer;
  }

  WornStore store_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> waiting_{io_.get_executor()};
  Metrics metrics_;
  RecordQueue records_{store_, io_.get_executor()};
  ServerApi api_{records_, metrics_, {}};
  Router router_;
};

TEST_F(ReadinessTest, AnAnswerThatFailsIsNoOther) {
  HttpRequest request;
  request.method = "GET";
  request.path = "/readyz";
  router_.serve(request, [](const HttpResponse&) { throw std::runtime_error("defect"); });
  EXPECT_EQ(wait(ask()).status, 200);
}

// A QR code that was asked for at this machine leads phones to its address in the network.
TEST_F(ReadinessTest, CodesLeadToTheNetworkFromEveryNameOfThisMachine) {
  ServerApi api(records_, metrics_,
                {.lan_addresses = [] { return std::vector<std::string>{"192.168.1.5"}; }});
  Router router;
  api.mount(router);
  const auto code = [&](const std::string& host) {
    HttpRequest request;
    request.method = "GET";
    request.path = "/api/qr/K7QMX.svg";
    request.host = host;
    std::string svg;
    router.serve(request, [&](const HttpResponse& response) { svg = response.body; });
    return svg;
  };
  EXPECT_THAT(code("192.168.1.5"), HasSubstr("<svg"));
  EXPECT_NE(code("192.168.1.5"), code("192.168.1.5:8080"));
  for (const std::string name : {"localhost", "127.0.0.1", "[::1]"}) {
    EXPECT_EQ(code(name), code("192.168.1.5")) << name;
    EXPECT_EQ(code(name + ":8080"), code("192.168.1.5:8080")) << name;
  }
  EXPECT_NE(code("[fd00::5]:8080"), code("192.168.1.5:8080"));
}

TEST_F(ReadinessTest, TellsWhereOthersFindIt) {
  const auto two = [] { return std::vector<std::string>{"192.168.1.5", "10.0.0.7"}; };
  ServerApi api(records_, metrics_, {.lan_addresses = two});
  Router router;
  api.mount(router);
  const auto get = [&](const std::string& path, const std::string& host, const std::string& at = "") {
    HttpRequest request;
    request.method = "GET";
    request.path = path;
    request.host = host;
    request.query["at"] = at;
    HttpResponse answer;
    router.serve(request, [&](HttpResponse response) { answer = std::move(response); });
    return answer;
  };
  EXPECT_THAT(get("/api/server", "localhost:8080").body,
              HasSubstr(R"("urls":["http://192.168.1.5:8080","http://10.0.0.7:8080"])"));
  EXPECT_THAT(get("/api/server", "10.0.0.7:80").body, HasSubstr(R"("urls":["http://10.0.0.7:80"])"));
  const std::string path = "/api/qr/tournaments/tP3uD7yQ.svg";
  EXPECT_EQ(get(path, "localhost:8080").body, qr_svg("http://192.168.1.5:8080/tournaments/tP3uD7yQ"));
  EXPECT_EQ(get(path, "localhost:8080", "http://10.0.0.7:8080").body,
            qr_svg("http://10.0.0.7:8080/tournaments/tP3uD7yQ"));
  EXPECT_EQ(get(path, "localhost:8080", "http://evil.example").status, 404);
  EXPECT_EQ(get("/api/qr/tournaments/K7QMX.svg", "localhost").status, 404);
  EXPECT_EQ(get("/api/qr/tournaments/tP3uD7yQ", "localhost").status, 404);
}

TEST_F(ReadinessTest, IsReadyWhenItCanWrite) {
  EXPECT_EQ(wait(ask()).body, "ready\n");
  EXPECT_EQ(store_.commits, 1);
}

// Reading still worked on a full disk, and the server called itself ready.
TEST_F(ReadinessTest, IsNotReadyWhenItCannotWrite) {
  store_.full = true;
  EXPECT_EQ(wait(ask()).status, 503);
}

TEST_F(ReadinessTest, HoweverManyAskItWritesOnce) {
  std::vector<std::shared_ptr<std::optional<HttpResponse>>> answers;
  for (int i = 0; i < 60; ++i) answers.push_back(ask());
  for (const auto& answer : answers) EXPECT_EQ(wait(answer).status, 200);
  EXPECT_EQ(wait(ask()).status, 200) << "the last answer is fresh";
  EXPECT_EQ(store_.commits, 1);
}

TEST_F(ReadinessTest, SaysThatGamesCouldNotBeRead) {
  metrics_.games_unreadable.Increment(2);
  const HttpResponse answer = wait(ask());
  EXPECT_EQ(answer.status, 200) << "the other games go on";
  EXPECT_THAT(answer.body, HasSubstr("degraded: 2 games"));
}

// A disk that does not answer must not gather askers.
TEST_F(ReadinessTest, LetsSixtyFourWaitForTheDisk) {
  std::vector<std::shared_ptr<std::optional<HttpResponse>>> asked;
  for (int i = 0; i < 64; ++i) asked.push_back(ask());
  for (const auto& answer : asked) EXPECT_FALSE(*answer);
  const auto one_more = ask();
  ASSERT_TRUE(*one_more);
  EXPECT_EQ((*one_more)->status, 503);
  for (const auto& answer : asked) EXPECT_EQ(wait(answer).status, 200);
}

TEST_F(ReadinessTest, IsNotReadyWhileItDrains) {
  api_.drain();
  EXPECT_EQ(wait(ask()).status, 503);
}

}  // namespace
}  // namespace server

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "server/api/library_api.h"
#include "server/identity/tokens.h"
#include "server/records/record_queue.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/server/run_until.h"
#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using Json = nlohmann::json;

/// A disk that does not answer while it is held, and counts how many parts of files one commit has.
class PartStore final : public storage::Store {
 public:
  explicit PartStore(const std::filesystem::path& file) : store_(file) {}

  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    is_held_.wait(true);
    const auto is_part = [](const auto& write) { return std::holds_alternative<storage::KeepPart>(write); };
    most_parts_ = std::max(most_parts_.load(), static_cast<int>(std::ranges::count_if(writes, is_part)));
    return store_.commit(writes);
  }
  std::shared_ptr<storage::Reader> open_reader() override { return store_.open_reader(); }

  void hold() { is_held_ = true; }
  void release() {
    is_held_ = false;
    is_held_.notify_all();
  }
  int most_parts() const { return most_parts_; }

 private:
  storage::SqliteStore store_;
  std::atomic<bool> is_held_ = false;
  std::atomic<int> most_parts_ = 0;
};

class LibraryQuotaTest : public testing::Test {
 protected:
  LibraryQuotaTest() {
    library_.mount(router_);
    for (const char* user : {"lin", "wu"}) {
      const storage::Write write =
          storage::CreateUser{{std::string("g_") + user, user, true, 1}, hash_token(user)};
      store_.commit(std::span(&write, 1));
    }
  }

  /// Asks, and hears the answer later.
  std::shared_ptr<std::optional<HttpResponse>> send(const std::string& method, const std::string& path,
                                                    const Json& body = {}, const std::string& who = "lin",
                                                    const std::string& address = "192.0.2.1") {
    HttpRequest request{.method = method, .path = path};
    request.bearer = who;
    request.address = address;
    request.body = body.dump();
    const auto answer = std::make_shared<std::optional<HttpResponse>>();
    router_.serve(request, [answer](HttpResponse response) { *answer = std::move(response); });
    return answer;
  }
  HttpResponse ask(const std::string& method, const std::string& path, const Json& body = {},
                   const std::string& who = "lin", const std::string& address = "192.0.2.1") {
    const auto answer = send(method, path, body, who, address);
    run_io_until(io_, [&] { return answer->has_value(); });
    return **answer;
  }
  int create(const std::string& who, const std::string& address) {
    return ask("POST", "/api/collections", {{"name", "x"}}, who, address).status;
  }
  std::string made_collection() {
    return Json::parse(ask("POST", "/api/collections", {{"name", "x"}}).body)["id"];
  }
  HttpResponse begin(const std::string& collection, std::size_t bytes) {
    return ask("POST", "/api/collections/" + collection + "/imports", {{"file", "a"}, {"bytes", bytes}});
  }

  TemporaryFolder folder_;
  PartStore store_{folder_ / "games.db"};
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> waiting_{io_.get_executor()};
  RecordQueue records_{store_, io_.get_executor()};
  ImportQuota quota_{{.waiting = 1}};
  LibraryApi library_{records_,
                      quota_,
                      {.limits = {.bytes_of_files = 6 << 20},
                       .bytes = {.count = 8 << 20, .per = std::chrono::days(1)},
                       .collections = {.count = 3, .per = std::chrono::days(1)}}};
  Router router_;
};

// The refused one gave the place of the other back: as many files waited as were started twice.
TEST_F(LibraryQuotaTest, AFileThatIsStartedTwiceAtOnceKeepsItsPlace) {
  std::vector<std::string> paths;
  for (int i = 0; i < 2; ++i) {
    paths.push_back("/api/imports/" + Json::parse(begin(made_collection(), 1).body).value("id", ""));
    EXPECT_EQ(ask("POST", paths.back() + "/parts/0", {{"base64", "eA=="}}).status, 200);
  }
  store_.hold();
  const auto first = send("POST", paths[0], Json::object()), again = send("POST", paths[0], Json::object());
  // Behind both of them in the pool: they have been decided, and are not written yet.
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask("GET", paths[0]).status, 200);
  store_.release();
  run_io_until(io_, [&] { return first->has_value() && again->has_value(); });
  EXPECT_EQ((*first)->status + (*again)->status, 200 + 409);
  EXPECT_EQ(ask("POST", paths[1], Json::object()).status, 503);
}

TEST_F(LibraryQuotaTest, PartsOfTwoFilesDoNotMix) {
  const std::string path =
      "/api/imports/" + Json::parse(begin(made_collection(), 1).body).value("id", "") + "/parts/0";
  EXPECT_EQ(ask("POST", path, {{"base64", "eA=="}}).status, 200);
  EXPECT_EQ(ask("POST", path, {{"base64", "eA=="}}).status, 200) << "sent again";
  EXPECT_EQ(ask("POST", path, {{"base64", "eQ=="}}).status, 400) << "of another file";
}

// Each guest had a hundred, and one address makes a hundred guests in ten minutes.
TEST_F(LibraryQuotaTest, GuestsOfAnAddressMakeSoManyCollectionsTogether) {
  EXPECT_EQ(create("lin", "192.0.2.1"), 201);
  EXPECT_EQ(create("wu", "192.0.2.1"), 201);
  EXPECT_EQ(create("wu", "192.0.2.1"), 201);
  EXPECT_EQ(create("wu", "192.0.2.1"), 429);
  EXPECT_EQ(create("lin", "192.0.2.1"), 429);
  EXPECT_EQ(create("lin", "192.0.2.2"), 201);
  int of_network = 0;
  for (int network = 0; network < 6; ++network)
    while (create("lin", "2001:db8:1:" + std::to_string(network) + "::/64") == 201) ++of_network;
  EXPECT_EQ(of_network, 12);
}

TEST_F(LibraryQuotaTest, WhatIsRefusedIsNotPaid) {
  const std::string collection = made_collection();
  EXPECT_EQ(begin(collection, 3 << 20).status, 201);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(begin(collection, 3 << 20).status, 409);
  EXPECT_EQ(begin(made_collection(), 2 << 20).status, 201);
  EXPECT_EQ(begin(made_collection(), 2 << 20).status, 503) << "of all files that are on their way";
}

TEST_F(LibraryQuotaTest, ImportsOfTheirOwnHaveTheirPrice) {
  const std::string collection = made_collection();
  int begun = 0;
  for (HttpResponse answer; (answer = begin(collection, 1)).status == 201; ++begun)
    ask("DELETE", "/api/imports/" + Json::parse(answer.body).value("id", ""));
  EXPECT_GT(begun, 60);
  EXPECT_LE(begun, 128);
}

TEST_F(LibraryQuotaTest, FilesOfAnAddressWaitOneAfterAnother) {
  std::vector<std::string> paths;
  for (int i = 0; i < 2; ++i) {
    paths.push_back("/api/imports/" + Json::parse(begin(made_collection(), 1).body).value("id", ""));
    EXPECT_EQ(ask("POST", paths.back() + "/parts/0", {{"base64", "eA=="}}).status, 200);
  }
  EXPECT_EQ(ask("POST", paths[0], Json::object()).status, 200);
  EXPECT_EQ(ask("POST", paths[0], Json::object()).status, 409) << "its place is kept";
  EXPECT_EQ(ask("POST", paths[1], Json::object()).status, 503);
  EXPECT_EQ(ask("DELETE", paths[0]).status, 200);
  EXPECT_EQ(ask("POST", paths[1], Json::object()).status, 200);
}

// Who began each import twice at once had no bound: what was refused gave the place of the other back.
TEST_F(LibraryQuotaTest, AnImportThatIsBegunTwiceKeepsItsPlace) {
  std::vector<std::string> paths;
  for (int i = 0; i < 2; ++i) {
    paths.push_back("/api/imports/" + Json::parse(begin(made_collection(), 1).body).value("id", ""));
    EXPECT_EQ(ask("POST", paths.back() + "/parts/0", {{"base64", "eA=="}}).status, 200);
  }
  store_.hold();
  const auto one = send("POST", paths[0], Json::object()), other = send("POST", paths[0], Json::object());
  EXPECT_EQ(ask("GET", paths[0]).status, 200) << "both have been looked at";
  store_.release();
  run_io_until(io_, [&] { return one->has_value() && other->has_value(); });
  EXPECT_EQ((*one)->status, 200);
  EXPECT_EQ((*other)->status, 409);
  EXPECT_EQ(ask("POST", paths[1], Json::object()).status, 503);
}

// A file cost more than the bucket of an address holds, which had to be full for it: it never was for
// a client that went on reading.
TEST_F(LibraryQuotaTest, TheDearestFileIsPaidFromABucketThatIsNotFull) {
  constexpr double kBucket = 2'000;  // As NetLimits has it.
  double dearest = 0;
  for (const char* notation : {"iccs", "zh", "wxf"}) {
    HttpRequest request{.method = "GET", .path = "/api/collections/abcdefgh/export"};
    request.query = {{"format", "pgn"}, {"notation", notation}};
    request.refuse = [&](double cost) {
      dearest = std::max(dearest, cost);
      return std::nullopt;
    };
    std::optional<HttpResponse> answer;
    router_.serve(request, [&](HttpResponse response) { answer = std::move(response); });
    run_io_until(io_, [&] { return answer.has_value(); });
    EXPECT_EQ(answer->status, 404);
  }
  EXPECT_GT(dearest, 1'000);
  EXPECT_LT(dearest, 0.9 * kBucket);
}

// No part of any file was written any more.
TEST_F(LibraryQuotaTest, AnAnswerThatFailsHoldsUpNoOtherPart) {
  const std::string path =
      "/api/imports/" + Json::parse(begin(made_collection(), 2 * kBytesOfPart).body).value("id", "");
  const std::string part(kBytesOfPart / 3 * 4, 'A');
  HttpRequest request{.method = "POST", .path = path + "/parts/0"};
  request.bearer = "lin";
  request.address = "192.0.2.1";
  request.body = Json{{"base64", part + "AAA="}}.dump();
  router_.serve(request, [](const HttpResponse&) { throw std::runtime_error("defect"); });
  EXPECT_EQ(ask("POST", path + "/parts/1", {{"base64", part + "AAA="}}).status, 200);
}

// A thousand could wait for one commit, of 128 MiB, and moves with them.
TEST_F(LibraryQuotaTest, ACommitHasOnePartOfAFile) {
  constexpr int kParts = 8;
  const std::string path =
      "/api/imports/" + Json::parse(begin(made_collection(), kParts * kBytesOfPart).body).value("id", "");
  const std::string part(kBytesOfPart / 3 * 4, 'A');
  store_.hold();
  std::vector<std::shared_ptr<std::optional<HttpResponse>>> answers;
  for (int i = 0; i < kParts; ++i)
    answers.push_back(send("POST", path + "/parts/" + std::to_string(i), {{"base64", part + "AAA="}}));
  EXPECT_EQ(ask("GET", path).status, 200) << "all of them have been looked at";
  store_.release();
  run_io_until(io_, [&] {
    return std::ranges::all_of(answers, [](const auto& answer) { return answer->has_value(); });
  });
  for (const auto& answer : answers) EXPECT_EQ((*answer)->status, 200) << (*answer)->body;
  EXPECT_EQ(store_.most_parts(), 1);
}

}  // namespace
}  // namespace server

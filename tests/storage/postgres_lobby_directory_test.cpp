#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <map>

#include "tests/storage/postgres_fixture.h"
#include "tests/storage/sample_game.h"

/// What servers on one database show each other of their lobbies.
namespace storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class PostgresLobbyBoardTest : public TwoNodesTest {
 protected:
  void SetUp() override {
    TwoNodesTest::SetUp();
    if (IsSkipped()) return;
    at_a_ = a_->lobby_directory();
    at_b_ = b_->lobby_directory();
  }
  using Contents = std::map<std::string, std::string>;
  /// Who else there is, and what each shows. However slow this machine is, nothing is taken for silent.
  Contents exchange(LobbyDirectory& directory, std::optional<std::string> own = std::nullopt) const {
    run("UPDATE lobbies SET seen = clock_timestamp() + interval '1 h'");
    return exchange_as_it_is(directory, std::move(own));
  }
  static Contents exchange_as_it_is(LobbyDirectory& directory,
                                    std::optional<std::string> own = std::nullopt) {
    Contents contents;
    for (const NodeLobby& other : directory.exchange(std::move(own)))
      contents[other.node] = other.content ? *other.content : "nothing";
    return contents;
  }
  std::string rows() const { return value_of("SELECT count(*)::text FROM lobbies"); }
  void run(const std::string& sql) const { shell()->run(sql); }

  std::unique_ptr<LobbyDirectory> at_a_, at_b_;
};

TEST_F(PostgresLobbyBoardTest, AllShowAllOthersWhatTheyHave) {
  const auto c = node("c");
  const auto at_c = c->lobby_directory();
  EXPECT_THAT(exchange(*at_a_, "one"), ElementsAre(Pair("b", "nothing"), Pair("c", "nothing")));
  EXPECT_THAT(exchange(*at_b_, "two"), ElementsAre(Pair("a", "one"), Pair("c", "nothing")));
  EXPECT_THAT(exchange(*at_c), ElementsAre(Pair("a", "one"), Pair("b", "two")));
  EXPECT_THAT(exchange(*at_a_, "three"), ElementsAre(Pair("b", "two"), Pair("c", "nothing")));
  EXPECT_THAT(exchange(*at_b_), ElementsAre(Pair("a", "three"), Pair("c", "nothing")));
  EXPECT_THAT(exchange(*at_a_), ElementsAre(Pair("b", "two"), Pair("c", "nothing")));
  EXPECT_THAT(exchange(*at_b_), ElementsAre(Pair("a", "three"), Pair("c", "nothing"))) << "and still does";
}

TEST_F(PostgresLobbyBoardTest, WhatIsKnownIsNotReadAgain) {
  exchange(*at_a_, std::string(32 * 1024, 'x'));
  const auto first = at_b_->exchange(std::nullopt);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].content->size(), 32u * 1024);
  EXPECT_GE(first[0].age.count(), 0);
  EXPECT_LT(first[0].age, kPatience);
  const auto again = at_b_->exchange(std::nullopt);
  EXPECT_EQ(again[0].content, first[0].content);
  EXPECT_EQ(again[0].version, first[0].version);
  exchange(*at_a_, "else");
  EXPECT_NE(at_b_->exchange(std::nullopt)[0].version, first[0].version);
}

TEST_F(PostgresLobbyBoardTest, WhoeverIsAloneWritesNothing) {
  commit_one(*b_, Leave{});
  EXPECT_THAT(exchange(*at_a_, "one"), IsEmpty());
  EXPECT_EQ(rows(), "0");
  const auto c = node("c");
  EXPECT_THAT(exchange(*at_a_), ElementsAre(Pair("c", "nothing")));
  EXPECT_THAT(exchange(*c->lobby_directory()), ElementsAre(Pair("a", "one")))
      << "shown when there is somebody";
}

TEST_F(PostgresLobbyBoardTest, WhoeverIsSilentShowsNothing) {
  exchange(*at_a_, "one");
  run("UPDATE lobbies SET seen = clock_timestamp() - interval '5.1 s'");
  EXPECT_THAT(exchange_as_it_is(*at_b_), ElementsAre(Pair("a", "nothing")));
  run("UPDATE lobbies SET seen = clock_timestamp() - interval '2 h'");
  exchange_as_it_is(*at_a_);
  run("UPDATE lobbies SET seen = seen + interval '1 h'");  // No help to who is still silent.
  EXPECT_THAT(exchange_as_it_is(*at_b_), ElementsAre(Pair("a", "one"))) << "and is back";
}

TEST_F(PostgresLobbyBoardTest, ALobbyEndsWithItsServer) {
  const auto c = node("c");
  const auto at_c = c->lobby_directory();
  exchange(*at_a_, "one");
  exchange(*at_b_, "two");
  take_over("a", *b_, "b");
  EXPECT_THAT(exchange(*at_c), ElementsAre(Pair("b", "two"))) << "taken over";
  EXPECT_EQ(rows(), "1");
  exchange(*at_a_, "three");
  EXPECT_EQ(rows(), "1") << "who was taken over shows nothing more";
  const auto again = node("b");
  EXPECT_EQ(rows(), "0") << "another has the name";
  const auto at_again = again->lobby_directory();
  exchange(*at_again, "four");
  EXPECT_THAT(exchange(*at_c), ElementsAre(Pair("b", "four")));
  commit_one(*again, Leave{});
  EXPECT_EQ(rows(), "0") << "it has left";
  EXPECT_THAT(exchange(*at_again, "five"), IsEmpty());
  EXPECT_EQ(rows(), "0");
}

// It would have been shown for ever.
TEST_F(PostgresLobbyBoardTest, WhoIsTakenOverWhileItShowsItsLobbyShowsNothing) {
  const auto other = shell(), looker = shell();
  other->run("BEGIN; DELETE FROM nodes WHERE node = 'a'");
  auto shown = std::async(std::launch::async, [&] { return at_a_->exchange("one"); });
  wait_until(
      *looker,
      "SELECT 'waits' FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  other->run("COMMIT");
  shown.get();
  EXPECT_EQ(rows(), "0");
}

TEST_F(PostgresLobbyBoardTest, WhatIsLostIsShownAgain) {
  exchange(*at_a_, "one");
  exchange(*at_b_);
  run("TRUNCATE lobbies");  // As PostgreSQL does when it crashes.
  EXPECT_THAT(exchange(*at_b_), ElementsAre(Pair("a", "nothing")));
  exchange(*at_a_);
  EXPECT_THAT(exchange(*at_b_), ElementsAre(Pair("a", "one")));
}

TEST_F(PostgresLobbyBoardTest, WhatCouldNotBeShownIsShownLater) {
  exchange(*at_a_, "one");
  const std::string cut =
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
      "WHERE datname = current_database() AND pid <> pg_backend_pid()";
  run(cut);
  EXPECT_THROW(at_a_->exchange("two"), Error);
  const auto until_it_is_there = [this](LobbyDirectory& directory) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (true) {
      try {
        return exchange(directory);
      } catch (const Error&) {
        if (std::chrono::steady_clock::now() > deadline) throw;
      }
    }
  };
  until_it_is_there(*at_a_);
  EXPECT_THAT(until_it_is_there(*at_b_), ElementsAre(Pair("a", "two")));
}

// A batch locks the row of its node, and must not wait for who shows his lobby, nor he for a batch.
TEST_F(PostgresLobbyBoardTest, NobodyWaitsForABatch) {
  const auto batch = shell();
  batch->run("BEGIN; UPDATE nodes SET batch = batch + 1 WHERE node = 'a'");
  exchange(*at_a_, "one");
  exchange(*at_a_, "two");
  EXPECT_THAT(exchange(*at_b_), ElementsAre(Pair("a", "two")));
  batch->run("COMMIT");
}

}  // namespace
}  // namespace storage

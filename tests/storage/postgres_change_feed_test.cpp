#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <set>
#include <thread>

#include "tests/storage/postgres_fixture.h"
#include "tests/storage/sample_game.h"

/// What servers on one database hear of each other.
namespace storage {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::ElementsAre;

class PostgresNoticesTest : public TwoNodesTest {
 protected:
  void SetUp() override {
    TwoNodesTest::SetUp();
    if (IsSkipped()) return;
    for (const char* id : {"u_lin", "u_mei"})
      commit_one(*a_, CreateAccount{Account{{id, id, false, 1}, {id}, "password"}, token_of(id), ""});
    heard_ = b_->change_feed();
    EXPECT_TRUE(heard_->wait(kPatience).anything) << "what was before it listened nobody knows";
  }
  static std::string token_of(const std::string& user) { return "token of " + user; }
  /// All that `b` hears until it is told of this user.
  std::vector<std::string> heard_until(const std::string& user) {
    std::vector<std::string> users;
    const auto deadline = steady_clock::now() + kPatience;
    while (steady_clock::now() < deadline) {
      for (const std::string& each : heard_->wait(kPatience).users) users.push_back(each);
      if (!users.empty() && users.back() == user) break;
    }
    return users;
  }

  std::unique_ptr<ChangeFeed> heard_;
};

TEST_F(PostgresNoticesTest, TheEndOfSessionsIsHeardEverywhere) {
  commit_one(*a_, EndSession{token_of("u_lin")});
  EXPECT_THAT(heard_until("u_lin"), ElementsAre("u_lin"));
  commit_one(*a_, EndSessions{"u_mei"});
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_mei"));
  commit_one(*a_, CloseAccount{"u_lin", "password"});
  EXPECT_THAT(heard_until("u_lin"), ElementsAre("u_lin"));
  EXPECT_THAT(commit_one(*a_, CloseAccount{"u_lin", "password"}), WriteResult::refused);
  EXPECT_THAT(commit_one(*a_, EndSession{"nobody's"}), WriteResult::refused);
  commit_one(*a_, EndSessions{"u_mei"});
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_mei")) << "what is refused has not happened";
}

TEST_F(PostgresNoticesTest, NewRatingsAreHeardEverywhere) {
  commit_one(*a_, CreateGame{rated_game("one", "u_lin", "u_mei")});
  const auto formula = [](const std::array<Standing, 2>& before, std::string_view, Millis) { return before; };
  a_->commit(std::vector<Write>{Append{sample_event("one", 1), Ending{"finished", "first", "five", 9}, {}},
                                RateGame{"one", "blitz", Standing{1500}, formula}});
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_lin", "u_mei"));
}

TEST_F(PostgresNoticesTest, StudiesAreHeardOfEverywhere) {
  commit_one(*a_, CreateStudy{{"s1", "u_lin", "lin", "Openings", "public", 1}, 9});
  const std::vector<ChangedStudy> expected{{"s1"}, {"s1", 1, 1}};
  commit_one(*a_, AddChapter{"s1", {1, "One", "xiangqi"}, "{}"});
  commit_one(*a_, AppendChapterEdit{{"s1", 1, 1, 1, "{}", 1}});
  std::vector<ChangedStudy> heard;
  while (heard.size() < expected.size())
    for (ChangedStudy& each : heard_->wait(kPatience).studies) heard.push_back(std::move(each));
  EXPECT_EQ(heard, expected);
  commit_one(*a_, KeepChapterSnapshot{"s1", 1, 1, "{\"v\":1}"});
  commit_one(*a_, ChangeStudyRole{"s1", 2, "gone"});
  commit_one(*a_, ChangeStudy{"s1", "Endings", "public"});
  EXPECT_THAT(heard_->wait(kPatience).studies, ElementsAre(ChangedStudy{"s1"})) << "only of what others see";
}

TEST_F(PostgresNoticesTest, BlocksAreHeardEverywhere) {
  commit_one(*a_, Block{"u_lin", "u_mei", 5, 9});
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_lin", "u_mei")) << "a challenge may have ended";
  commit_one(*a_, EndRelation{"u_mei", "u_lin", "block"});
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_mei"));
}

TEST_F(PostgresNoticesTest, ChallengesAreHeardEverywhere) {
  const Challenge challenge{
      .id = "one", .from = "u_lin", .to = "u_mei", .wish = "{}", .since = 1, .until = 9};
  commit_one(*a_, BeginChallenge{challenge, 9, 9, 9});
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_lin", "u_mei"));
  CreateGame accepted{rated_game("g1", "u_lin", "u_mei")};
  accepted.game.created = 5;
  accepted.challenge = "one";
  commit_one(*a_, accepted);
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_lin", "u_mei"));
}

// Rounds of tournaments are due at a time that a server may have known alone.
TEST_F(PostgresNoticesTest, AServerThatIsGoneIsHeardOf) {
  const auto c = node("c");
  commit_one(*c, Leave{});
  EXPECT_TRUE(heard_->wait(kPatience).anything) << "it has left";
  settle("b");
  EXPECT_FALSE(b_->lease()->renew());
  commit_one(*a_, EndSessions{"u_mei"});
  EXPECT_FALSE(heard_->wait(kPatience).anything) << "nobody is gone";
  take_over("a", *b_, "b");
  EXPECT_TRUE(heard_->wait(kPatience).anything) << "it was silent";
}

// Whoever looks because he was told must find it.
TEST_F(PostgresNoticesTest, NothingIsHeardBeforeItIsCommitted) {
  const auto other = shell();
  other->run("BEGIN; SELECT tell_servers('user u_lin')");
  commit_one(*a_, EndSessions{"u_mei"});
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_mei"));
  other->run("ROLLBACK");
  other->run("SELECT tell_servers('user u_lin')");
  EXPECT_THAT(heard_until("u_lin"), ElementsAre("u_lin"));
}

TEST_F(PostgresNoticesTest, WhatMayHaveBeenMissedIsSaid) {
  shell()->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
  const auto hear_of_the_end = [this] {  // What PostgreSQL says of it comes before the end itself.
    while (!heard_->wait(kPatience).any()) {
    }
  };
  EXPECT_THROW(hear_of_the_end(), Error);
  commit_one(*a_, EndSessions{"u_mei"});
  EXPECT_TRUE(heard_->wait(kPatience).anything);
  commit_one(*a_, EndSessions{"u_lin"});
  EXPECT_THAT(heard_until("u_lin"), ElementsAre("u_lin")) << "and it listens again";
}

TEST_F(PostgresNoticesTest, TooMuchToKeepApartIsEverything) {
  shell()->run("SELECT tell_servers('user ' || n) FROM generate_series(1, 1001) AS n");
  Changes changes;
  std::set<std::string> users;
  const auto deadline = steady_clock::now() + kPatience;
  while (!changes.anything && users.size() < 1001 && steady_clock::now() < deadline) {
    changes = heard_->wait(kPatience);
    users.insert(changes.users.begin(), changes.users.end());
    EXPECT_LE(changes.users.size(), 1000u);
  }
  EXPECT_TRUE(changes.anything || users.size() == 1001) << "nothing is lost";
}

TEST_F(PostgresNoticesTest, WhatALaterVersionSaysIsEverything) {
  shell()->run("SELECT tell_servers('weather fine')");
  EXPECT_TRUE(heard_->wait(kPatience).anything);
}

TEST_F(PostgresNoticesTest, TwoSchemasOfOneDatabaseDoNotHearEachOther) {
  const auto other = shell();
  other->run("CREATE SCHEMA apart; SET search_path = apart; CREATE TABLE nodes ()");
  EXPECT_NE(value_of("SELECT servers_channel()"), "");
  other->run("SET search_path = apart, public; SELECT tell_servers('user u_lin')");
  commit_one(*a_, EndSessions{"u_mei"});
  EXPECT_THAT(heard_until("u_mei"), ElementsAre("u_mei"));
}

TEST_F(PostgresNoticesTest, AWaitEndsWhenItIsWoken) {
  auto waited = std::async(std::launch::async, [this] { return heard_->wait(std::chrono::hours(1)); });
  heard_->wake();
  EXPECT_FALSE(waited.get().any());
  heard_->wake();
  EXPECT_FALSE(heard_->wait(std::chrono::hours(1)).any()) << "also one that comes later";
  EXPECT_FALSE(heard_->wait(milliseconds(1)).any()) << "and one alone";
}

}  // namespace
}  // namespace storage

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "storage/postgres/queries.h"
#include "tests/storage/cutting_proxy.h"
#include "tests/storage/postgres_fixture.h"
#include "tests/storage/sample_game.h"

/// Several servers on one database: a game has one of them at a time, and who was taken over writes nothing
/// more.
namespace storage {
namespace {

using std::chrono::steady_clock;
using enum WriteResult;

Write move(int v) {
  return Append{sample_event("one", v), {}, {}};
}

class PostgresNodesTest : public PostgresStoreTest {
 protected:
  std::string nodes() const {
    return value_of("SELECT coalesce(string_agg(node, ' ' ORDER BY node), '') FROM nodes");
  }
  static std::vector<std::string> ids(const std::vector<Record>& records) {
    std::vector<std::string> ids;
    for (const Record& record : records) ids.push_back(record.game.id);
    return ids;
  }
};

// ---- living and being taken over -------------------------------------------------------------------------

TEST_F(PostgresNodesTest, ASilentNodeIsTakenOverAndWritesNothingMore) {
  const auto a = node("a"), b = node("b");
  commit_one(*a, CreateGame{sample_game("one")});
  take_over("a", *b, "b");
  EXPECT_EQ(nodes(), "b");
  EXPECT_THROW(commit_one(*a, move(1)), TakenOver);
  EXPECT_THROW(commit_one(*a, CreateGame{sample_game("two")}), TakenOver) << "and not only once";
  EXPECT_THROW(a->lease()->renew(), TakenOver);
  EXPECT_THROW(a->open_reader()->claim("one"), TakenOver);
  EXPECT_THROW(a->open_reader()->claim_orphans({}, 9), TakenOver);
  EXPECT_TRUE(versions(*b, "one").empty());
  EXPECT_EQ(commit_one(*b, move(1)), done);
}

TEST_F(PostgresNodesTest, WhoSaysInTimeThatHeLivesIsNotTakenOver) {
  const auto a = node("a"), b = node("b");
  const auto lease_of_a = a->lease(), lease_of_b = b->lease();
  lease_of_a->renew();
  settle("b");
  silence("a", "2.5 s");  // A machine that is held up may take as long for what follows.
  lease_of_b->renew();
  EXPECT_EQ(nodes(), "a b") << "not silent for long enough";
  settle("b");
  silence("a");
  lease_of_a->renew();
  lease_of_b->renew();
  EXPECT_EQ(nodes(), "a b") << "it has spoken";
  EXPECT_EQ(commit_one(*a, CreateGame{sample_game("one")}), done);
}

// The database was away for all of them: the first that is back must not take the others for dead.
TEST_F(PostgresNodesTest, WhoWasSilentItselfJudgesNobody) {
  const auto a = node("a"), b = node("b");
  settle("b");
  silence("a", "20 s");
  silence("b", "20 s");
  const auto lease = b->lease();
  lease->renew();
  lease->renew();
  EXPECT_EQ(nodes(), "a b");
  settle("b");
  lease->renew();
  EXPECT_EQ(nodes(), "b") << "when it has lived for a while without a gap";
}

TEST_F(PostgresNodesTest, WhoComesWithANameTakesThePlaceOfWhoHadIt) {
  const auto before = node("a");
  commit_one(*before, CreateGame{sample_game("one")});
  const auto after = node("a");
  EXPECT_THROW(commit_one(*before, move(1)), TakenOver);
  EXPECT_EQ(ids(after->open_reader()->claim_orphans({}, 9)), std::vector<std::string>{"one"});
  EXPECT_EQ(nodes(), "a");
}

TEST_F(PostgresNodesTest, WhoLeavesLeavesItsGamesToOthersAtOnce) {
  const auto a = node("a"), b = node("b");
  commit_one(*a, CreateGame{sample_game("one")});
  const auto lease = a->lease();
  EXPECT_EQ(a->commit(std::vector<Write>{move(1), Leave{}}), std::vector(2, done));
  EXPECT_EQ(nodes(), "b");
  EXPECT_FALSE(lease->renew()) << "nobody has taken it over";
  EXPECT_THAT([&] { commit_one(*a, move(2)); },
              testing::ThrowsMessage<Error>("this server has left the others"));
  EXPECT_TRUE(b->lease()->renew()) << "there is something to claim";
  EXPECT_TRUE(b->open_reader()->claim("one").record);
  EXPECT_FALSE(b->lease()->renew());
}

TEST_F(PostgresNodesTest, WhoLosesTheAnswerToItsLeaveHasLeft) {
  CuttingProxy proxy(PostgresServer::shared().folder());
  PostgresStore a(PostgresServer::through(address_, proxy.folder()), Node{"a"}, kPatience);
  commit_one(a, CreateGame{sample_game("one")});
  proxy.cut(CuttingProxy::Cut::before_commit_answer);
  EXPECT_EQ(a.commit(std::vector<Write>{move(1), Leave{}}), std::vector(2, done));
}

// It asked again and again whether its last batch had happened, as if the database were away.
TEST_F(PostgresNodesTest, WhoComesBackAfterATakeoverHearsOfItAtOnce) {
  CuttingProxy proxy(PostgresServer::shared().folder());
  PostgresStore a(PostgresServer::through(address_, proxy.folder()), Node{"a"}, kPatience);
  commit_one(a, CreateGame{sample_game("one")});
  proxy.cut(CuttingProxy::Cut::before_commit_answer, /*away=*/true);
  auto written = std::async(std::launch::async, [&] { return commit_one(a, move(1)); });
  wait_until(*shell(), "SELECT game FROM events");
  shell()->run("DELETE FROM nodes");
  proxy.come_back();
  EXPECT_THROW(written.get(), TakenOver);
}

/// Between the first and the last statement of a transaction of a node, which it goes on with when it is
/// told.
class OpenPostgresTransactionTest : public PostgresNodesTest {
 protected:
  void SetUp() override {
    PostgresNodesTest::SetUp();
    if (IsSkipped()) return;
    a_ = node("a");
    b_ = node("b");
    for (const char* id : {"u_lin", "u_mei"})
      commit_one(
          *a_, CreateAccount{Account{{id, id, false, 1}, {id}, "password"}, std::string("token ") + id, ""});
    commit_one(*a_, CreateGame{rated_game("one", "u_lin", "u_mei")});
  }
  /// Its last part, the ratings, waits for `go_on_`.
  std::vector<WriteResult> write() {
    const auto wait = [this](const std::array<Standing, 2>& before, std::string_view, Millis) {
      begun_.set_value();
      go_on_.get_future().wait();
      return before;
    };
    return a_->commit(
        std::vector<Write>{Append{sample_event("one", 1), Ending{"finished", "first", "five", 9}, {}},
                           RateGame{"one", "blitz", Standing{1500}, wait}});
  }

  std::unique_ptr<PostgresStore> a_, b_;
  std::promise<void> begun_, go_on_;
};

TEST_F(OpenPostgresTransactionTest, ATakeoverWaitsForItsEnd) {
  settle("b");
  silence("a");
  auto written = std::async(std::launch::async, [this] { return write(); });
  begun_.get_future().wait();
  auto taken = std::async(std::launch::async, [this] {
    const auto lease = b_->lease();
    const auto deadline = steady_clock::now() + kPatience;
    while (nodes() != "b" && steady_clock::now() < deadline) {
      try {
        lease->renew();
      } catch (const StatementFailed&) {  // It has waited for two seconds, and asks again.
      }
    }
  });
  wait_until(
      *shell(),
      "SELECT 'waits' FROM pg_stat_activity WHERE datname = current_database() "
      "AND wait_event_type = 'Lock' AND ltrim(query, E'\\n ') LIKE '%DELETE FROM nodes WHERE heartbeat%'");
  EXPECT_EQ(nodes(), "a b");
  go_on_.set_value();
  EXPECT_EQ(written.get(), std::vector(2, done)) << "what was under way is not lost";
  taken.get();
  EXPECT_EQ(nodes(), "b");
  EXPECT_THROW(commit_one(*a_, move(2)), TakenOver);
  const Claim claim = b_->open_reader()->claim("one");
  ASSERT_TRUE(claim.record);
  EXPECT_EQ(claim.record->game.ending.reason, "five") << "whoever claims it sees all of it";
}

TEST_F(OpenPostgresTransactionTest, AClaimOfTheSameNodeDoesNotWaitForIt) {
  commit_one(*b_, CreateGame{sample_game("two")});
  commit_one(*b_, Leave{});
  auto written = std::async(std::launch::async, [this] { return write(); });
  begun_.get_future().wait();
  EXPECT_TRUE(a_->open_reader()->claim("two").record);
  EXPECT_EQ(ids(a_->open_reader()->claim_orphans({}, 9)), std::vector<std::string>{});
  go_on_.set_value();
  EXPECT_EQ(written.get(), std::vector(2, done));
}

// Each sign of the one that is ahead ended an outage since that of the other: one a second, and clocks of
// days were given back all of that.
TEST_F(PostgresNodesTest, ClocksThatDifferMakeNoOutages) {
  constexpr Millis kAhead = 3'000'000, kBehind = 1'000'000, kSecond = 1'000;
  const auto a = node("a"), b = node("b");
  commit_one(*a, Heartbeat{kBehind});
  for (int i = 0; i < 3; ++i) {
    commit_one(*b, Heartbeat{kAhead + i * kSecond});
    commit_one(*a, Heartbeat{kBehind + i * kSecond});
  }
  EXPECT_EQ(a->open_reader()->outages(), (std::vector<Outage>{{kBehind, kAhead}})) << "the first alone";
  EXPECT_EQ(a->open_reader()->last_heartbeat(), kAhead + 2 * kSecond);
}

TEST_F(PostgresNodesTest, AClockThatWasADayAheadIsForgotten) {
  constexpr Millis kDay = 86'400'000;
  const auto a = node("a");
  commit_one(*a, Heartbeat{3 * kDay});
  commit_one(*a, Heartbeat{kDay});
  EXPECT_EQ(a->open_reader()->last_heartbeat(), kDay);
}

// ---- games and their nodes -------------------------------------------------------------------------------

TEST_F(PostgresNodesTest, AGameIsKeptWhereItBegan) {
  const auto a = node("a"), b = node("b");
  commit_one(*a, CreateGame{sample_game("one")});
  const Claim claim = b->open_reader()->claim("one");
  EXPECT_FALSE(claim.record);
  EXPECT_EQ(claim.elsewhere, (Node{"a", "http://a.example"}));
  EXPECT_EQ(b->open_reader()->other_keeper("one"), claim.elsewhere);
  EXPECT_EQ(a->open_reader()->other_keeper("one"), std::nullopt);
  EXPECT_TRUE(a->open_reader()->claim("one").record);
  EXPECT_TRUE(b->open_reader()->claim_orphans({}, 9).empty());
  take_over("a", *b, "b");
  EXPECT_EQ(b->open_reader()->other_keeper("one"), std::nullopt);
  EXPECT_TRUE(b->open_reader()->claim("one").record);
}

TEST_F(PostgresNodesTest, WhoKeepsAGameIsToldToTheOthersWithoutALock) {
  const auto a = node("a"), b = node("b");
  commit_one(*a, CreateGame{sample_game("one")});
  const auto owner = shell();
  owner->run("BEGIN; SELECT 1 FROM games WHERE id = 'one' FOR UPDATE");
  EXPECT_EQ(b->open_reader()->other_keeper("one"), (Node{"a", "http://a.example"}));
  EXPECT_EQ(b->open_reader()->other_keeper("unknown"), std::nullopt);
  owner->run("COMMIT; UPDATE games SET owner = 0");
  EXPECT_EQ(b->open_reader()->other_keeper("one"), std::nullopt) << "nobody's";
}

TEST_F(PostgresNodesTest, TellsOfAllGamesOfAUserWhoeverKeepsThem) {
  const auto a = node("a"), b = node("b");
  commit_one(*a, CreateGame{sample_game("at a", 1)});
  commit_one(*b, CreateGame{sample_game("at b", 2)});
  const std::vector<std::string> both{"at a", "at b"};
  EXPECT_EQ(a->open_reader()->unfinished_of("g_lin", 9), both);
  EXPECT_EQ(b->open_reader()->unfinished_of("g_lin", 9), both);
}

TEST_F(PostgresNodesTest, OnlyGamesInWhichSomethingMayHappenAreOrphans) {
  const auto b = node("b");
  auto a = node("a");
  for (const char* id : {"idle", "clock"}) commit_one(*a, CreateGame{sample_game(id)});
  commit_one(*a, Append{sample_event("idle", 1), {}, {}, {}, /*due=*/5'000});
  commit_one(*a, Leave{});
  const auto lease = b->lease();
  EXPECT_TRUE(lease->renew());
  EXPECT_EQ(ids(b->open_reader()->claim_orphans({}, 9)), std::vector<std::string>{"clock"});
  EXPECT_FALSE(lease->renew()) << "it would look for them every second";
  EXPECT_EQ(b->open_reader()->overdue({}, 5'000, 9), (std::vector<Cursor>{{5'000, "idle"}}));
  EXPECT_TRUE(b->open_reader()->claim("idle").record);
}

TEST_F(PostgresNodesTest, GamesFromBeforeThereWereNodesAreOrphans) {
  const auto a = node("a");
  commit_one(*a, CreateGame{sample_game("one")});
  commit_one(*a, CreateGame{sample_game("two")});
  shell()->run("UPDATE games SET owner = 0");
  EXPECT_TRUE(a->open_reader()->claim("two").record);
  EXPECT_EQ(ids(a->open_reader()->claim_orphans({}, 9)), std::vector<std::string>{"one"});
}

// It looked for the other's row among the nodes that there were before it had to wait.
TEST_F(PostgresNodesTest, WhoWaitsForAClaimSeesWhoseItIs) {
  const auto a = node("a");
  commit_one(*a, CreateGame{sample_game("one")});
  const auto other = shell();
  other->run("UPDATE games SET owner = 0");
  other->run("BEGIN; UPDATE games SET owner = 1000");
  auto claimed = std::async(std::launch::async, [&] { return a->open_reader()->claim("one"); });
  wait_until(
      *shell(),
      "SELECT 'waits' FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  other->run("INSERT INTO nodes VALUES ('new', 1000, '', 0, 0, now(), now()); COMMIT");
  const Claim claim = claimed.get();
  EXPECT_FALSE(claim.record);
  EXPECT_EQ(claim.elsewhere, Node{"new"});
}

// Else a server that is gone has claimed it.
TEST_F(PostgresNodesTest, ATakeoverWaitsForAClaim) {
  const auto a = node("a");
  commit_one(*a, CreateGame{sample_game("one")});
  const auto other = shell(), looker = shell();
  other->run("UPDATE games SET owner = 0");
  other->run("BEGIN; SELECT 1 FROM games WHERE id = 'one' FOR UPDATE");
  auto claimed = std::async(std::launch::async, [&] { return a->open_reader()->claim("one"); });
  wait_until(
      *looker,
      "SELECT 'waits' FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  EXPECT_EQ(looker->ask("SELECT 1 FROM nodes WHERE node = 'a' FOR UPDATE SKIP LOCKED").rows(), 0);
  other->run("COMMIT");
  EXPECT_TRUE(claimed.get().record);
}

TEST_F(PostgresNodesTest, OfManyWhoClaimAGameAtOnceOneHasIt) {
  constexpr int kGames = 30, kNodes = 4;
  const auto a = node("a");
  for (int i = 0; i < kGames; ++i) {
    Game game = sample_game(std::to_string(i));
    commit_one(*a, CreateGame{game});
  }
  shell()->run("UPDATE games SET owner = 0");
  std::array<std::atomic<int>, kGames> claimed{};
  std::vector<std::thread> claimants;
  for (int number = 0; number < kNodes; ++number) {
    claimants.emplace_back([&, number] {
      const auto store = node("claimant" + std::to_string(number));  // Some begin while others claim.
      const auto reader = store->open_reader();
      for (int i = 0; i < kGames; ++i) {
        const Claim claim = reader->claim(std::to_string(i));
        EXPECT_NE(claim.record.has_value(), claim.elsewhere.has_value());
        if (claim.record) ++claimed[static_cast<std::size_t>(i)];
      }
    });
  }
  for (std::thread& each : claimants) each.join();
  EXPECT_EQ(std::vector<int>(claimed.begin(), claimed.end()), std::vector(kGames, 1));
}

TEST_F(PostgresNodesTest, OrphansAreClaimedInSlicesThatHaveNoGameInCommon) {
  constexpr int kGames = 60, kNodes = 4;
  const auto a = node("a");
  for (int i = 0; i < kGames; ++i) commit_one(*a, CreateGame{sample_game(std::to_string(i), i / 2)});
  shell()->run("UPDATE games SET owner = 0");
  std::mutex mutex;
  std::vector<std::string> claimed;
  std::vector<std::thread> claimants;
  for (int number = 0; number < kNodes; ++number) {
    claimants.emplace_back([&, number] {
      const auto store = node("claimant" + std::to_string(number));
      const auto reader = store->open_reader();
      // An empty slice: the others have locked the rest, and may give it back.
      while (value_of("SELECT id FROM games WHERE owner NOT IN (SELECT epoch FROM nodes)") != "") {
        const auto slice = ids(reader->claim_orphans({}, 4));
        EXPECT_LE(slice.size(), 4u);
        const std::lock_guard lock(mutex);
        claimed.insert(claimed.end(), slice.begin(), slice.end());
      }
    });
  }
  for (std::thread& each : claimants) each.join();
  EXPECT_EQ(claimed.size(), static_cast<std::size_t>(kGames));
  EXPECT_EQ(std::set(claimed.begin(), claimed.end()).size(), static_cast<std::size_t>(kGames)) << "one twice";
}

// Nobody waits for a game that somebody else is claiming at the moment.
TEST_F(PostgresNodesTest, OrphansThatAreBeingClaimedAreSkipped) {
  const auto a = node("a");
  commit_one(*a, CreateGame{sample_game("one", 1)});
  commit_one(*a, CreateGame{sample_game("two", 2)});
  const auto other = shell();
  other->run("UPDATE games SET owner = 0");
  other->run("BEGIN; SELECT 1 FROM games WHERE id = 'one' FOR NO KEY UPDATE");
  EXPECT_EQ(ids(a->open_reader()->claim_orphans({}, 9)), std::vector<std::string>{"two"});
  other->run("ROLLBACK");
  EXPECT_EQ(ids(a->open_reader()->claim_orphans({}, 9)), std::vector<std::string>{"one"});
}

/// Three orphans, and a server that claims them two at a time through a proxy.
class UnheardClaimTest : public PostgresNodesTest {
 protected:
  void SetUp() override {
    PostgresNodesTest::SetUp();
    if (IsSkipped()) return;
    proxy_ = std::make_unique<CuttingProxy>(PostgresServer::shared().folder());
    a_ = std::make_unique<PostgresStore>(PostgresServer::through(address_, proxy_->folder()), Node{"a"},
                                         kPatience);
    commit_one(*a_, CreateGame{sample_game("own", 9)});
    const auto b = node("b");
    for (const char* id : {"one", "two", "three"}) commit_one(*b, CreateGame{sample_game(id, ++created_)});
    commit_one(*b, Leave{});
  }
  /// Asks again until the database can be reached.
  std::vector<std::string> claim(const Cursor& after = {}) {
    for (const auto deadline = steady_clock::now() + kPatience;;) try {
        return ids(a_->open_reader()->claim_orphans(after, 2));
      } catch (const Error&) {
        if (steady_clock::now() > deadline) throw;
        std::this_thread::yield();
      }
  }

  using Ids = std::vector<std::string>;
  std::unique_ptr<CuttingProxy> proxy_;
  std::unique_ptr<PostgresStore> a_;
  Millis created_ = 0;
};

// The second try found no orphans any more, and their games stayed out of memory as long as this server
// lived.
TEST_F(UnheardClaimTest, IsMadeAgain) {
  proxy_->cut(CuttingProxy::Cut::before_commit_answer);
  EXPECT_EQ(ids(a_->open_reader()->claim_orphans({}, 2)), (Ids{"one", "two"}));
  EXPECT_EQ(claim({2, "two"}), (Ids{"three", "own"})) << "what is in memory is left alone there";
  EXPECT_EQ(claim({9, "own"}), Ids());
  EXPECT_EQ(claim(), Ids()) << "all were heard of";
}

TEST_F(UnheardClaimTest, IsMadeAgainWhenTheDatabaseIsBack) {
  proxy_->cut(CuttingProxy::Cut::before_commit_answer, /*away=*/true);
  EXPECT_THROW(a_->open_reader()->claim_orphans({}, 2), Error);
  proxy_->come_back();
  EXPECT_EQ(claim(), (Ids{"one", "two"}));
  EXPECT_EQ(claim({2, "two"}), (Ids{"three", "own"}));
}

// What could not be read was claimed, and nobody looked at it again.
TEST_F(PostgresNodesTest, WhatCannotBeReadStaysAnOrphan) {
  const auto a = node("a");
  commit_one(*a, CreateGame{sample_game("one")});
  shell()->run("UPDATE games SET owner = 0; ALTER TABLE events RENAME TO elsewhere");
  EXPECT_THROW(a->open_reader()->claim_orphans({}, 9), Error);
  EXPECT_THROW(a->open_reader()->claim("one"), Error);
  EXPECT_EQ(value_of("SELECT owner::text FROM games"), "0");
  shell()->run("ALTER TABLE elsewhere RENAME TO events");
  EXPECT_TRUE(a->open_reader()->claim("one").record);
}

// However many games are played, to look for orphans is one look into the index for each node.
TEST_F(PostgresNodesTest, LooksForOrphansAlongItsIndex) {
  const auto a = node("a");
  const auto connection = shell();
  connection->run("SET enable_seqscan = off; SET enable_bitmapscan = off");
  connection->send_once(std::string("EXPLAIN ") + sql::postgres::kGoneOwners);
  connection->sync();
  const PostgresResult plan = connection->receive();
  std::string steps;
  for (int line = 0; line < plan.rows(); ++line) steps += plan.row(line).text() + '\n';
  EXPECT_THAT(steps, testing::HasSubstr("Index Only Scan using games_playing_by_owner"));
  EXPECT_THAT(steps, testing::Not(testing::HasSubstr("Seq Scan")));
}

// ---- analyses and their nodes ----------------------------------------------------------------------------

// Each server that started took up all that were not finished, and another was at them already.
TEST_F(PostgresNodesTest, AnAnalysisIsMadeByOneNode) {
  const auto a = node("a"), b = node("b");
  for (const char* id : {"one", "two"}) {
    commit_one(*a, CreateGame{sample_game(id)});
    commit_one(*a, Append{sample_event(id, 1), Ending{"finished", "first", "five", 9}, {}});
  }
  EXPECT_EQ(commit_one(*a, RequestAnalysis{"two", 1, 10}), done);
  EXPECT_EQ(commit_one(*a, RequestAnalysis{"one", 1, 20}), done);
  const auto reader = b->open_reader();
  EXPECT_FALSE(reader->claim_analysis("one"));
  EXPECT_EQ(value_of("SELECT xmax::text FROM analyses WHERE game = 'one'"), "0") << "no lock was taken";
  EXPECT_TRUE(reader->claim_analyses().empty());
  EXPECT_TRUE(a->open_reader()->claim_analysis("one"));
  take_over("a", *b, "b");
  EXPECT_TRUE(reader->claim_analysis("one")) << "its node is gone";
  const auto c = node("c");
  EXPECT_FALSE(c->open_reader()->claim_analysis("one"));
  EXPECT_THAT(c->open_reader()->claim_analyses(), testing::ElementsAre("two"));
  EXPECT_THAT(reader->claim_analyses(), testing::ElementsAre("one")) << "it may have lost sight of its own";
  EXPECT_THROW(a->open_reader()->claim_analyses(), TakenOver);
}

}  // namespace
}  // namespace storage

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "tests/storage/postgres_fixture.h"
#include "tests/storage/sample_game.h"

/// Seeks at several servers on one database: each is found once, and ends with its server.
namespace storage {
namespace {

using enum WriteResult;
using testing::ElementsAre;
using testing::IsEmpty;

class PostgresSeeksTest : public TwoNodesTest {
 protected:
  static Seek seek(const std::string& id, const std::string& user, Millis since = 1) {
    return {.id = id,
            .user = user,
            .name = "name of " + user,
            .guest = false,
            .wish = "gomoku",
            .rating = 1510,
            .provisional = true,
            .token_hash = "hash of " + id,
            .since = since};
  }
  static WriteResult begin(Store& store, const std::string& id, const std::string& user, Millis since = 1) {
    return commit_one(store, BeginSeek{seek(id, user, since)});
  }
  static WriteResult pair(Store& store, const std::string& game, const std::string& one,
                          const std::string& other) {
    return commit_one(store, CreateGame{sample_game(game), {one, other}});
  }
  /// Ids of seeks, with the game that each has found.
  static std::vector<std::string> seeks(Store& store) {
    std::vector<std::string> all;
    for (const Seek& each : store.open_reader()->seeks())
      all.push_back(each.id + (each.game.empty() ? "" : " plays " + each.game));
    return all;
  }
};

TEST_F(PostgresSeeksTest, AllServersSeeThem) {
  EXPECT_EQ(begin(*a_, "s2", "lin", 2), done);
  EXPECT_EQ(begin(*b_, "s1", "mei", 1), done);
  const std::vector<Seek> at_b = b_->open_reader()->seeks();
  ASSERT_EQ(at_b.size(), 2u);
  EXPECT_EQ(at_b[0].id, "s1") << "oldest first";
  EXPECT_TRUE(at_b[0].is_here);
  const Seek& other = at_b[1];
  EXPECT_FALSE(other.is_here);
  EXPECT_EQ(std::tie(other.user, other.name, other.wish, other.token_hash, other.game, other.code),
            std::make_tuple("lin", "name of lin", "gomoku", "hash of s2", "", ""));
  EXPECT_EQ(std::tie(other.guest, other.rating, other.provisional, other.since),
            std::make_tuple(false, 1510, true, Millis(2)));
  EXPECT_EQ(commit_one(*b_, EndSeeks{{"s1", "s2", "nobody's"}}), done);
  EXPECT_THAT(seeks(*a_), IsEmpty());
}

TEST_F(PostgresSeeksTest, TheyTellWhichUsersArePrograms) {
  commit_one(*a_, CreateAccount{{{"pela", "Pela", false, 1, true}, {"pela"}, "password"}, "token"});
  begin(*a_, "s1", "pela", 1);
  begin(*a_, "s2", "guest", 2);
  const std::vector<Seek> at_b = b_->open_reader()->seeks();
  ASSERT_EQ(at_b.size(), 2u);
  EXPECT_TRUE(at_b[0].program);
  EXPECT_FALSE(at_b[1].program);
}

TEST_F(PostgresSeeksTest, TheyTellWhomTheirUsersBlock) {
  for (const char* id : {"lin", "mei", "wu"})
    commit_one(*a_, CreateAccount{{{id, id, false, 1}, {id}, "password"}, id});
  begin(*a_, "s1", "lin");
  const auto heard = b_->change_feed();
  heard->wait(kPatience);
  commit_one(*a_, Block{"lin", "mei", 1, 9});
  EXPECT_TRUE(heard->wait(kPatience).seeks);
  commit_one(*a_, Block{"lin", "wu", 1, 9});
  commit_one(*a_, Follow{"mei", "wu", 1, 9});
  EXPECT_THAT(b_->open_reader()->seeks().at(0).blocked, ElementsAre("mei", "wu"));
}

TEST_F(PostgresSeeksTest, EveryChangeOfThemIsHeard) {
  const auto heard = b_->change_feed();
  heard->wait(kPatience);
  const auto hear = [&] { return heard->wait(kPatience).seeks; };
  begin(*a_, "s1", "lin");
  EXPECT_TRUE(hear());
  begin(*b_, "s2", "mei");
  EXPECT_TRUE(hear());
  pair(*b_, "one", "s2", "s1");
  EXPECT_TRUE(hear());
  commit_one(*a_, EndSeeks{{"s1"}});
  EXPECT_TRUE(hear());
  commit_one(*b_, Leave{});
  EXPECT_TRUE(hear()) << "it takes its seeks with it";
}

TEST_F(PostgresSeeksTest, AGameComesOfTwoThatWait) {
  begin(*a_, "s1", "lin");
  begin(*b_, "s2", "mei");
  EXPECT_EQ(pair(*b_, "one", "s2", "s1"), done);
  EXPECT_THAT(seeks(*a_), ElementsAre("s1 plays one", "s2 plays one"));
  EXPECT_EQ(a_->open_reader()->seeks()[0].code, sample_game("one").code);
  EXPECT_EQ(pair(*a_, "two", "s1", "s2"), refused) << "they have found their game";
  EXPECT_EQ(pair(*a_, "two", "s1", "nobody's"), refused);
  EXPECT_FALSE(a_->open_reader()->load("two"));
  EXPECT_EQ(commit_one(*a_, CreateGame{sample_game("three")}), done) << "of no seeks";
}

TEST_F(PostgresSeeksTest, OneThatWaitsMayBeWithdrawnAndThenFindsNothing) {
  begin(*a_, "s1", "lin");
  begin(*b_, "s2", "mei");
  begin(*b_, "s3", "wang");
  EXPECT_EQ(commit_one(*b_, WithdrawSeek{"s1"}), done) << "at whatever server";
  EXPECT_EQ(commit_one(*a_, WithdrawSeek{"s1"}), refused) << "it has ended";
  EXPECT_EQ(pair(*b_, "one", "s2", "s1"), refused);
  EXPECT_EQ(pair(*b_, "one", "s2", "s3"), done);
  EXPECT_EQ(commit_one(*b_, WithdrawSeek{"s2"}), refused);
  EXPECT_THAT(seeks(*a_), ElementsAre("s2 plays one", "s3 plays one")) << "their users are to hear of it";
}

TEST_F(PostgresSeeksTest, AGameThatIsRefusedLeavesThemWaiting) {
  Game taken = sample_game("one");
  commit_one(*a_, CreateGame{taken});
  begin(*a_, "s1", "lin");
  begin(*a_, "s2", "mei");
  begin(*a_, "s3", "mei");
  taken.id = "two";  // With the code of a game that is being played.
  EXPECT_EQ(commit_one(*a_, CreateGame{taken, {"s1", "s2"}}), refused);
  EXPECT_THAT(seeks(*a_), ElementsAre("s1", "s2", "s3"));
}

TEST_F(PostgresSeeksTest, ARefusalDoesNotHinderTheRestOfTheBatch) {
  begin(*a_, "s1", "lin");
  begin(*a_, "s2", "mei");
  const std::vector<Write> writes = {
      CreateGame{sample_game("one"), {"s1", "gone"}}, Append{sample_event("one", 1), {}, {}},
      CreateGame{sample_game("two"), {"s1", "s2"}}, Append{sample_event("two", 1), {}, {}}};
  EXPECT_THAT(a_->commit(writes), ElementsAre(refused, refused, done, done));
}

TEST_F(PostgresSeeksTest, WhoHasFoundAGameSeeksNoOther) {
  begin(*a_, "s1", "lin");
  begin(*b_, "s2", "lin");
  begin(*b_, "s3", "mei");
  begin(*b_, "s4", "wang");
  EXPECT_EQ(pair(*b_, "one", "s3", "s1"), done);
  EXPECT_THAT(seeks(*a_), ElementsAre("s1 plays one", "s3 plays one", "s4"));
  EXPECT_EQ(pair(*b_, "two", "s4", "s2"), refused);
}

TEST_F(PostgresSeeksTest, TheyEndWithTheirServer) {
  begin(*a_, "s1", "lin");
  begin(*b_, "s2", "mei");
  take_over("a", *b_, "b");
  EXPECT_THAT(seeks(*b_), ElementsAre("s2")) << "taken over";
  EXPECT_THROW(begin(*a_, "s3", "lin"), TakenOver);
  const auto again = node("b");
  EXPECT_THAT(seeks(*again), IsEmpty()) << "another has the name";
  begin(*again, "s4", "lin");
  commit_one(*again, Leave{});
  EXPECT_EQ(value_of("SELECT count(*)::text FROM seeks"), "0") << "it has left";
}

// Everybody is found by everybody at once: of all who try, for each pair one succeeds.
TEST_F(PostgresSeeksTest, OfManyWhoPairAtOnceEachIsFoundOnce) {
  constexpr int kRounds = 15, kUsers = 3;
  for (int round = 0; round < kRounds; ++round) {
    const std::string r = std::to_string(round);
    for (int user = 0; user < kUsers; ++user) {
      const std::string u = std::to_string(user);
      begin(user % 2 == 0 ? *a_ : *b_, "s" + r + u, "u" + r + u);
      begin(*b_, "t" + r + u, "u" + r + u);  // A second seek of the same user.
    }
    std::atomic<int> paired = 0;
    const auto try_pairs = [&](Store& store, const std::string& kind, const std::string& of) {
      for (int user = 0; user < kUsers; ++user) {
        const std::string one = kind + r + std::to_string(user),
                          other = of + r + std::to_string((user + 1) % kUsers);
        if (pair(store, one + "-" + other, one, other) == done) ++paired;
      }
    };
    std::thread at_a([&] { try_pairs(*a_, "s", "s"); });
    try_pairs(*b_, "t", "s");
    at_a.join();
    EXPECT_EQ(paired, 1) << "of three users two play, and one is left";
  }
}

}  // namespace
}  // namespace storage

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in challenges; every implementation goes through all of it.
namespace storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Millis kLong = std::numeric_limits<Millis>::max() / 2;

class ChallengeStoreTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    for (const char* id : {"lin", "mei", "wu", "yan"}) sign_up(id);
  }
  void sign_up(const std::string& id) {
    commit(CreateAccount{{{id, "=" + id, false, 7}, {id}, "password"}, "token of " + id});
  }
  static Challenge made(const std::string& id, const std::string& from, const std::string& to) {
    return {.id = id,
            .from = from,
            .to = to,
            .wish = "{}",
            .rating = 1623,
            .provisional = true,
            .since = 10,
            .until = 100,
            .from_name = "=" + from,
            .to_name = "=" + to};
  }
  WriteResult begin(const std::string& id, const std::string& from = "lin", const std::string& to = "mei") {
    return commit(BeginChallenge{made(id, from, to), 2, 3, 4});
  }
  WriteResult end(const std::string& id, const char* state, Millis at = 20) {
    return commit(EndChallenge{id, state, "later", at});
  }
  WriteResult accept(const std::string& id, const std::string& game, Millis at = 20) {
    CreateGame create{rated_game(game, "lin", "mei")};
    create.game.created = at;
    create.challenge = id;
    return commit(create);
  }
  /// As "id state", those of a user.
  std::vector<std::string> of(const std::string& user, Millis now = 20) {
    std::vector<std::string> all;
    for (const Challenge& each : reader_->challenges(user, now, 9)) all.push_back(each.id + ' ' + each.state);
    return all;
  }
};

INSTANTIATE_TEST_SUITE_P(All, ChallengeStoreTest, kinds_of_store(),
                         [](const auto& info) { return info.param; });

TEST_P(ChallengeStoreTest, TellsWhoIsAProgram) {
  commit(CreateAccount{{{"pela", "=pela", false, 7, true}, {"pela"}, "password"}, "token of pela"});
  EXPECT_EQ(begin("c1", "lin", "pela"), kDone);
  const auto all = reader_->challenges("pela", 20, 9);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(all[0].from_program);
  EXPECT_TRUE(all[0].to_program);
}

TEST_P(ChallengeStoreTest, IsKeptForBothUntilItEnds) {
  EXPECT_EQ(begin("one"), kDone);
  EXPECT_THAT(reader_->challenges("lin", 20, 9), ElementsAre(made("one", "lin", "mei")));
  EXPECT_THAT(reader_->challenges("mei", 99, 9), ElementsAre(made("one", "lin", "mei")));
  EXPECT_THAT(of("wu"), IsEmpty());
  EXPECT_THAT(of("lin", 100), IsEmpty()) << "it has ended by itself";
  EXPECT_THAT(of("lin", 99), ElementsAre("one open"));
  restart();
  EXPECT_THAT(of("mei"), ElementsAre("one open"));
}

TEST_P(ChallengeStoreTest, HowItEndedIsKnownForAWhile) {
  begin("one");
  EXPECT_EQ(end("one", "declined"), kDone);
  Challenge ended = made("one", "lin", "mei");
  std::tie(ended.state, ended.reason, ended.until) =
      std::tuple("declined", "later", 20 + kEndedChallengeStays);
  EXPECT_THAT(reader_->challenges("lin", 30, 9), ElementsAre(ended));
  EXPECT_EQ(end("one", "withdrawn"), kRefused);
  EXPECT_EQ(end("none", "withdrawn"), kRefused);
  begin("two");
  EXPECT_EQ(end("two", "withdrawn", 100), kRefused) << "it has ended by itself";
}

TEST_P(ChallengeStoreTest, OfAcceptedOnesComesOneGame) {
  begin("one");
  EXPECT_EQ(accept("none", "g1"), kRefused);
  EXPECT_EQ(accept("one", "g1", 100), kRefused) << "too late";
  EXPECT_EQ(accept("one", "g1"), kDone);
  EXPECT_EQ(accept("one", "g2"), kRefused);
  EXPECT_EQ(end("one", "declined"), kRefused);
  EXPECT_TRUE(reader_->load("g1"));
  EXPECT_FALSE(reader_->load("g2"));
  EXPECT_EQ(reader_->challenges("lin", 20, 9).at(0).game, "g1");
  EXPECT_THAT(of("mei"), ElementsAre("one accepted"));
}

TEST_P(ChallengeStoreTest, OneWhoseGameCannotBeMadeStaysOpen) {
  begin("one");
  create(sample_game("g1"));
  EXPECT_EQ(accept("one", "g1"), kRefused) << "the id is taken";
  EXPECT_THAT(of("lin"), ElementsAre("one open"));
}

TEST_P(ChallengeStoreTest, SoManyOfAPairOfWhoAsksAndOfWhoIsAsked) {
  EXPECT_EQ(begin("1"), kDone);
  EXPECT_EQ(begin("2"), kDone);
  EXPECT_EQ(begin("3"), kRefused) << "two of the pair";
  EXPECT_EQ(begin("4", "mei", "lin"), kDone) << "the other direction";
  EXPECT_EQ(begin("5", "lin", "wu"), kDone);
  EXPECT_EQ(begin("6", "lin", "yan"), kRefused) << "three of Lin";
  end("1", "withdrawn");
  EXPECT_EQ(begin("7", "lin", "yan"), kDone);
  EXPECT_EQ(begin("8", "wu", "mei"), kDone);
  EXPECT_EQ(begin("9", "wu", "mei"), kDone);
  EXPECT_EQ(begin("10", "yan", "mei"), kDone);
  EXPECT_EQ(begin("11", "yan", "mei"), kRefused) << "four wait for Mei";
  EXPECT_EQ(begin("10", "yan", "wu"), kRefused) << "the id is taken";
}

TEST_P(ChallengeStoreTest, AreBetweenAccountsThatDoNotBlockEachOther) {
  commit(CreateUser{{"guest", "Guest", true, 5}, "token of a guest"});
  for (const char* other : {"guest", "nobody", "lin"})
    EXPECT_EQ(begin("one", "lin", other), kRefused) << other;
  EXPECT_EQ(begin("one", "guest", "lin"), kRefused);
  commit(Block{"lin", "mei", 5, 9});
  EXPECT_EQ(begin("one", "lin", "mei"), kRefused);
  EXPECT_EQ(begin("one", "mei", "lin"), kRefused);
}

TEST_P(ChallengeStoreTest, ABlockEndsThoseOfBothDirections) {
  begin("one", "lin", "mei");
  begin("two", "mei", "lin");
  begin("three", "wu", "lin");
  EXPECT_EQ(commit(Block{"mei", "lin", 20, 9}), kDone);
  EXPECT_THAT(of("mei"), testing::UnorderedElementsAre("one declined", "two withdrawn"));
  EXPECT_THAT(of("wu"), ElementsAre("three open"));
}

TEST_P(ChallengeStoreTest, EndWithTheAccount) {
  begin("one", "lin", "mei");
  begin("two", "mei", "lin");
  begin("three", "wu", "mei");
  EXPECT_EQ(commit(CloseAccount{"lin", "wrong"}), kRefused);
  EXPECT_EQ(of("lin").size(), 2u);
  EXPECT_EQ(commit(CloseAccount{"lin", "password"}), kDone);
  EXPECT_THAT(of("mei"), ElementsAre("three open"));
}

TEST_P(ChallengeStoreTest, AreSweptOnceTheyAreOver) {
  begin("one");
  EXPECT_EQ(commit(SweepRecords{.challenges_before = 100}), kRefused);
  EXPECT_EQ(commit(SweepRecords{.challenges_before = 101}), kDone);
  EXPECT_THAT(of("lin", 0), IsEmpty());
  for (const char* id : {"two", "three"}) begin(id);
  EXPECT_EQ(commit(SweepRecords{.challenges_before = kLong, .most = 1}), kDone);
  EXPECT_EQ(of("lin", 0).size(), 1u);
}

TEST_P(ChallengeStoreTest, AnAccountSaysByWhomItIsChallenged) {
  EXPECT_EQ(reader_->challenged_by("lin"), "everyone");
  EXPECT_EQ(commit(LimitChallenges{"lin", "friends"}), kDone);
  EXPECT_EQ(reader_->challenged_by("lin"), "friends");
  EXPECT_EQ(commit(LimitChallenges{"nobody", "none"}), kRefused);
  EXPECT_EQ(reader_->challenged_by("nobody"), "none");
}

}  // namespace
}  // namespace storage

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in whom accounts follow and block; every implementation goes through all of
/// it.
namespace storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RelationStoreTest : public StoreTest {
 protected:
  static constexpr int kMost = 2;

  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    for (const char* id : {"lin", "mei", "wu", "yan"}) sign_up(id);
  }
  void sign_up(const std::string& id) {
    commit(CreateAccount{{{id, "=" + id, false, 7}, {id}, "password"}, "token of " + id});
  }
  WriteResult follow(const std::string& user, const std::string& other, Millis at = 5) {
    return commit(Follow{user, other, at, kMost});
  }
  WriteResult block(const std::string& user, const std::string& other, Millis at = 5) {
    return commit(Block{user, other, at, kMost});
  }
};

INSTANTIATE_TEST_SUITE_P(All, RelationStoreTest, kinds_of_store(),
                         [](const auto& info) { return info.param; });

TEST_P(RelationStoreTest, TellsWhomOneFollowsNewestFirst) {
  EXPECT_EQ(follow("lin", "mei", 5), kDone);
  EXPECT_EQ(follow("lin", "wu", 6), kDone);
  EXPECT_EQ(follow("wu", "lin", 7), kDone);
  EXPECT_THAT(reader_->relations("lin"), ElementsAre(Relation{"wu", "=wu", "follow", 6, true, false},
                                                     Relation{"mei", "=mei", "follow", 5, false, false}));
  EXPECT_THAT(reader_->relations("mei"), IsEmpty());
  EXPECT_EQ(reader_->relation("lin", "mei"), "follow");
  EXPECT_EQ(reader_->relation("mei", "lin"), "");
}

TEST_P(RelationStoreTest, TellsWhoIsAProgram) {
  commit(CreateAccount{{{"pela", "=pela", false, 7, true}, {"pela"}, "password"}, "token of pela"});
  EXPECT_EQ(follow("lin", "pela", 5), kDone);
  EXPECT_EQ(follow("lin", "mei", 4), kDone);
  EXPECT_THAT(reader_->relations("lin"),
              ElementsAre(Relation{"pela", "=pela", "follow", 5, false, false, true},
                          Relation{"mei", "=mei", "follow", 4, false, false}));
}

TEST_P(RelationStoreTest, FollowingTwiceIsDoneOnce) {
  EXPECT_EQ(follow("lin", "mei", 5), kDone);
  EXPECT_EQ(follow("lin", "wu", 6), kDone);
  EXPECT_EQ(follow("lin", "mei", 9), kDone) << "though there is no place for one more";
  EXPECT_EQ(reader_->relations("lin").size(), 2u);
  EXPECT_EQ(reader_->relations("lin").back().since, 5);
  EXPECT_EQ(follow("lin", "yan"), kRefused);
  EXPECT_EQ(commit(EndRelation{"lin", "mei", "follow"}), kDone);
  EXPECT_EQ(follow("lin", "yan"), kDone);
  EXPECT_EQ(commit(EndRelation{"lin", "mei", "follow"}), kDone) << "there is none any more";
}

TEST_P(RelationStoreTest, TakesTwoAccountsThatAreThere) {
  commit(CreateUser{{"guest", "Guest", true, 5}, "token of a guest"});
  for (const char* other : {"guest", "nobody", "lin"}) {
    EXPECT_EQ(follow("lin", other), kRefused) << other;
    EXPECT_EQ(block("lin", other), kRefused) << other;
  }
  EXPECT_EQ(follow("guest", "lin"), kRefused);
  EXPECT_EQ(block("guest", "lin"), kRefused);
}

TEST_P(RelationStoreTest, ABlockEndsWhatEitherFollows) {
  follow("lin", "mei");
  follow("mei", "lin");
  EXPECT_EQ(block("lin", "mei"), kDone);
  EXPECT_EQ(reader_->relation("lin", "mei"), "block");
  EXPECT_EQ(reader_->relation("mei", "lin"), "");
  EXPECT_EQ(follow("mei", "lin"), kRefused);
  EXPECT_EQ(follow("lin", "mei"), kRefused);
  EXPECT_THAT(reader_->blocked_by("lin"), ElementsAre("mei"));
  EXPECT_THAT(reader_->blocked_by("mei"), IsEmpty());
  commit(EndRelation{"lin", "mei", "follow"});
  EXPECT_EQ(reader_->relation("lin", "mei"), "block") << "to unfollow is not to unblock";
  commit(EndRelation{"lin", "mei", "block"});
  EXPECT_EQ(follow("mei", "lin"), kDone);
}

TEST_P(RelationStoreTest, BothMayBlockEachOtherAndEachSoMany) {
  EXPECT_EQ(block("lin", "mei"), kDone);
  EXPECT_EQ(block("mei", "lin"), kDone);
  EXPECT_EQ(block("lin", "wu"), kDone);
  EXPECT_EQ(block("lin", "mei"), kDone) << "again";
  follow("yan", "lin");
  EXPECT_EQ(block("lin", "yan"), kRefused);
  EXPECT_EQ(reader_->relation("yan", "lin"), "follow") << "nothing has changed";
}

TEST_P(RelationStoreTest, TellsWhoHidesThatTheyAreHere) {
  follow("lin", "mei");
  EXPECT_FALSE(reader_->hides_presence("mei"));
  EXPECT_EQ(commit(HidePresence{"mei", true}), kDone);
  EXPECT_TRUE(reader_->hides_presence("mei"));
  EXPECT_TRUE(reader_->relations("lin").at(0).is_hidden);
  EXPECT_EQ(commit(HidePresence{"mei", false}), kDone);
  EXPECT_FALSE(reader_->relations("lin").at(0).is_hidden);
  EXPECT_EQ(commit(HidePresence{"nobody", true}), kRefused);
}

TEST_P(RelationStoreTest, AllOfThemEndWithTheAccount) {
  follow("lin", "mei");
  follow("mei", "lin");
  block("wu", "lin");
  follow("yan", "mei");
  EXPECT_EQ(commit(CloseAccount{"lin", "wrong"}), kRefused);
  EXPECT_EQ(reader_->relations("lin").size(), 1u);
  EXPECT_EQ(commit(CloseAccount{"lin", "password"}), kDone);
  for (const char* user : {"lin", "mei", "wu"}) EXPECT_THAT(reader_->relations(user), IsEmpty()) << user;
  EXPECT_EQ(reader_->relations("yan").size(), 1u);
  EXPECT_EQ(follow("mei", "lin"), kRefused);
}

TEST_P(RelationStoreTest, AllOfThemEndWithAnAccountThatIsSwept) {
  follow("lin", "mei");
  block("wu", "lin");
  follow("yan", "mei");
  commit(EndSessions{"lin"});
  commit(SweepUsers{.after = "", .until = "lin", .sessions_before = 50, .guests_before = 50});
  ASSERT_FALSE(reader_->find_account({"lin"}));
  sign_up("lin");
  EXPECT_THAT(reader_->relations("lin"), IsEmpty());
  EXPECT_THAT(reader_->relations("wu"), IsEmpty());
  EXPECT_EQ(reader_->relations("yan").size(), 1u);
}

}  // namespace
}  // namespace storage

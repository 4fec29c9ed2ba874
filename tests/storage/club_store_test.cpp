#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what it keeps of clubs; every implementation goes through all of it.
namespace storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Millis kToday = 1'000;
const Cursor kFirst{std::numeric_limits<Millis>::max(), ""};

class ClubStoreTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    for (const char* id : {"lin", "mei", "wu", "yan"}) sign_up(id);
  }
  void sign_up(const std::string& id, bool program = false) {
    commit(CreateAccount{{{id, "=" + id, false, 7, program}, {id}, "password"}, "token of " + id});
  }
  static Club club(const std::string& id, const std::string& owner = "lin",
                   const std::string& joining = "open") {
    return {id, owner, "Club " + id, "'a' -- 俱乐部", joining, 5, "=" + owner, 1};
  }
  static NameKeys keys(const std::string& id) { return {"Club " + id, "club" + id, "", "", "c1ub" + id}; }
  WriteResult make(const std::string& id, const std::string& owner = "lin",
                   const std::string& joining = "open") {
    return commit(CreateClub{club(id, owner, joining), keys(id)});
  }
  WriteResult join(const std::string& user, Millis at = kToday, const std::string& id = "c1") {
    return commit(JoinClub{id, user, at});
  }
  WriteResult leave(const std::string& by, const std::string& user) {
    return commit(LeaveClub{"c1", by, user});
  }
  /// It holds until kToday + 10.
  void measure(const std::string& kind, const std::string& user) {
    Moderate act;
    act.line.at = kToday;
    act.line.act = kind;
    act.line.subject = user;
    act.line.until = kToday + 10;
    act.begins = "m of " + user;
    ASSERT_EQ(commit(act), kDone);
  }
  WriteResult close_account(const std::string& user) { return commit(CloseAccount{user, "password"}); }
  WriteResult make_tournament(const std::string& id, const std::string& owner, const std::string& of,
                              Millis created = 5) {
    const Tournament tournament{id, owner, "=" + owner, "Evening", "gomoku", "renju",
                                "", 15,    created,     "open",    of};
    return commit(CreateTournament{tournament, {1, "created", "{}", owner, "", 5}, 9});
  }
  std::vector<std::string> members(const std::string& id = "c1") {
    std::vector<std::string> users;
    for (const ClubMember& each : reader_->club_members(id, {}, 99)) users.push_back(each.user);
    return users;
  }
  std::vector<std::string> listed(const std::string& part = "") {
    std::vector<std::string> ids;
    for (const Club& each : reader_->clubs(kFirst, part, kToday, 99).clubs) ids.push_back(each.id);
    return ids;
  }
};

INSTANTIATE_TEST_SUITE_P(All, ClubStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

TEST_P(ClubStoreTest, KeepsAClubWithItsOwnerAsMember) {
  EXPECT_EQ(make("c1"), kDone);
  EXPECT_EQ(reader_->club("c1"), club("c1"));
  EXPECT_EQ(reader_->club("c2"), std::nullopt);
  EXPECT_THAT(reader_->club_members("c1", {}, 9), ElementsAre(ClubMember{"lin", "=lin", 5}));
  EXPECT_EQ(reader_->club_role("c1", "lin"), "owner");
  EXPECT_EQ(reader_->club_role("c1", "mei"), "");
  EXPECT_THAT(reader_->clubs_of("lin"), ElementsAre(OwnClub{"c1", "Club c1", 1, "owner"}));
  EXPECT_EQ(commit(CreateClub{club("c1", "mei"), keys("c9")}), kRefused) << "the id is known";
  EXPECT_THAT(members(), ElementsAre("lin"));
}

TEST_P(ClubStoreTest, GivesEachKeyOfANameToOneClub) {
  make("c1");
  EXPECT_EQ(reader_->club_named(keys("c1")), "c1");
  EXPECT_EQ(reader_->club_named({"", "", "", "", "c1ubc1"}), "c1") << "looks like it";
  EXPECT_EQ(reader_->club_named({}), std::nullopt);
  EXPECT_EQ(commit(CreateClub{club("c2", "mei"), {"other", "", "", "", "c1ubc1"}}), kRefused);
  make("c3", "mei");
  const Club renamed{"c3", "mei", "Third", "", "request", 5};
  EXPECT_EQ(commit(ChangeClub{renamed, {"Third", "third", "", "", "c1ubc1"}}), kRefused);
  EXPECT_EQ(reader_->club("c3"), club("c3", "mei"));
  EXPECT_EQ(commit(ChangeClub{renamed, {"Third", "third"}}), kDone);
  EXPECT_EQ(reader_->club("c3")->name, "Third");
  EXPECT_EQ(reader_->club("c3")->joining, "request");
  EXPECT_EQ(commit(ChangeClub{renamed, {"Third", "third"}}), kDone) << "its own keys are no obstacle";
  EXPECT_EQ(reader_->club_named(keys("c3")), std::nullopt) << "the old name is free";
  Club of_another = renamed;
  of_another.owner = "lin";
  EXPECT_EQ(commit(ChangeClub{of_another, {"x"}}), kRefused);
}

TEST_P(ClubStoreTest, HasNewKeysByOtherRules) {
  make("c1");
  make("c2", "mei");
  EXPECT_THAT(reader_->clubs_keyed_otherwise("rules 2", 1), SizeIs(1));
  EXPECT_THAT(reader_->clubs_keyed_otherwise("", 9), IsEmpty());
  const NameKeys anew{"Club c1", "clubc1", "", "", "c1ubc2"};
  EXPECT_EQ(commit(KeyClub{"c1", "Renamed", anew, "rules 2"}), kRefused) << "it has another name by now";
  EXPECT_EQ(commit(KeyClub{"c1", "Club c1", anew, "rules 2"}), kDone);
  EXPECT_THAT(reader_->clubs_keyed_otherwise("rules 2", 9), ElementsAre(club("c2", "mei")));
  EXPECT_EQ(reader_->club_named({"", "", "", "", "c1ubc1"}), std::nullopt);
  EXPECT_EQ(reader_->club_named({"", "", "", "", "c1ubc2"}), "c2") << "stays whose it is";
  EXPECT_EQ(reader_->club_named({"Club c1"}), "c1");
  Club closed = club("c1");
  closed.joining = "request";
  EXPECT_EQ(commit(ChangeClub{closed, anew}), kDone) << "the name is an old one";
  EXPECT_EQ(reader_->club("c1")->joining, "request");
  EXPECT_EQ(reader_->club_named({"", "", "", "", "c1ubc2"}), "c2");
}

TEST_P(ClubStoreTest, IsMadeAndJoinedByOpenAccountsOfPeople) {
  commit(CreateUser{User{"g_guest", "Guest", true, 5}, "token of guest"});
  sign_up("pela", /*program=*/true);
  close_account("yan");
  make("c1");
  for (const char* user : {"g_guest", "pela", "yan", "unknown"}) {
    EXPECT_EQ(make("c2", user), kRefused) << user;
    EXPECT_EQ(join(user), kRefused) << user;
  }
  EXPECT_EQ(join("mei", kToday, "c2"), kRefused) << "no such club";
  EXPECT_EQ(reader_->club("c1")->members, 1);
}

TEST_P(ClubStoreTest, CountsWhoComesAndGoes) {
  make("c1");
  EXPECT_EQ(join("mei"), kDone);
  EXPECT_EQ(join("mei"), kRefused) << "again";
  EXPECT_EQ(join("wu", kToday + 1), kDone);
  EXPECT_EQ(reader_->club("c1")->members, 3);
  EXPECT_THAT(members(), ElementsAre("lin", "mei", "wu"));
  EXPECT_EQ(leave("mei", "wu"), kRefused) << "is no owner";
  EXPECT_EQ(leave("lin", "lin"), kRefused) << "the owner stays";
  EXPECT_EQ(leave("mei", "mei"), kDone);
  EXPECT_EQ(leave("mei", "mei"), kRefused);
  EXPECT_EQ(leave("lin", "wu"), kDone);
  EXPECT_EQ(reader_->club("c1")->members, 1);
  EXPECT_THAT(reader_->clubs_of("wu"), IsEmpty());
}

TEST_P(ClubStoreTest, AsksTheOwnerOfAClosedDoor) {
  make("c1", "lin", "request");
  EXPECT_EQ(join("mei"), kDone);
  EXPECT_EQ(join("mei"), kRefused) << "has asked";
  join("wu", kToday + 1);
  join("yan", kToday + 2);
  EXPECT_EQ(reader_->club_role("c1", "mei"), "asked");
  EXPECT_EQ(reader_->club("c1")->members, 1);
  EXPECT_THAT(members(), ElementsAre("lin"));
  EXPECT_THAT(reader_->club_requests("c1"),
              ElementsAre(ClubMember{"mei", "=mei", kToday}, ClubMember{"wu", "=wu", kToday + 1},
                          ClubMember{"yan", "=yan", kToday + 2}));
  EXPECT_EQ(commit(AdmitToClub{"c1", "wu", "mei", 2'000}), kRefused) << "is no owner";
  EXPECT_EQ(commit(AdmitToClub{"c1", "lin", "lin", 2'000}), kRefused) << "has not asked";
  EXPECT_EQ(commit(AdmitToClub{"c1", "lin", "mei", 2'000}), kDone);
  EXPECT_EQ(commit(AdmitToClub{"c1", "lin", "mei", 2'000}), kRefused) << "is a member";
  EXPECT_EQ(leave("lin", "wu"), kDone) << "declined";
  EXPECT_EQ(reader_->club("c1")->members, 2) << "a request was no member";
  EXPECT_THAT(members(), ElementsAre("lin", "mei"));
  commit(ChangeClub{club("c1"), keys("c1")});
  EXPECT_EQ(join("yan", 3'000), kDone) << "now the door is open";
  EXPECT_THAT(members(), ElementsAre("lin", "mei", "yan"));
  EXPECT_THAT(reader_->club_requests("c1"), IsEmpty());
}

TEST_P(ClubStoreTest, LetsInNoOneWhomTheOwnerBlocks) {
  make("c1");
  commit(Block{"lin", "mei", 5, 9});
  EXPECT_EQ(join("mei"), kRefused);
  commit(Block{"wu", "lin", 5, 9});
  EXPECT_EQ(join("wu"), kDone) << "the other way round";
}

TEST_P(ClubStoreTest, BoundsTheClubsOfAnAccount) {
  for (int i = 1; i <= kMostOwnClubs; ++i) EXPECT_EQ(make("c" + std::to_string(i)), kDone);
  EXPECT_EQ(make("c9"), kRefused);
  join("mei");
  make("d1", "mei");
  join("lin", kToday, "d1");
  EXPECT_EQ(commit(HandOverClub{"d1", "mei", "lin"}), kRefused) << "owns so many already";
  for (int i = 2; static_cast<int>(reader_->clubs_of("mei").size()) < kMostClubsOfUser; ++i) {
    sign_up("owner" + std::to_string(i));
    make("e" + std::to_string(i), "owner" + std::to_string(i));
    EXPECT_EQ(join("mei", kToday, "e" + std::to_string(i)), kDone);
  }
  EXPECT_EQ(join("mei", kToday, "c2"), kRefused);
  EXPECT_EQ(make("d2", "mei"), kRefused);
}

TEST_P(ClubStoreTest, BoundsMembersAndRequests) {
  make("c1", "lin", "request");
  std::vector<Write> writes;
  for (int i = 0; i < kMostClubRequests; ++i) {
    const std::string id = "u" + std::to_string(i);
    writes.emplace_back(CreateAccount{{{id, "=" + id, false, 7}, {id}, "password"}, "token of " + id});
    writes.emplace_back(JoinClub{"c1", id, kToday});
  }
  store_->commit(writes);
  EXPECT_THAT(reader_->club_requests("c1"), SizeIs(kMostClubRequests));
  EXPECT_EQ(join("mei"), kRefused);
  EXPECT_EQ(leave("u1", "u1"), kDone);
  EXPECT_EQ(join("mei"), kDone);
}

TEST_P(ClubStoreTest, HandsOverToAMember) {
  make("c1", "lin", "request");
  join("mei");
  EXPECT_EQ(commit(HandOverClub{"c1", "lin", "mei"}), kRefused) << "has only asked";
  commit(AdmitToClub{"c1", "lin", "mei", kToday});
  EXPECT_EQ(commit(HandOverClub{"c1", "mei", "mei"}), kRefused);
  EXPECT_EQ(commit(HandOverClub{"c1", "lin", "lin"}), kRefused);
  EXPECT_EQ(commit(HandOverClub{"c1", "lin", "mei"}), kDone);
  EXPECT_EQ(reader_->club("c1")->owner, "mei");
  EXPECT_EQ(reader_->club_role("c1", "lin"), "member");
  EXPECT_EQ(leave("lin", "lin"), kDone) << "who owns it no more may go";
}

TEST_P(ClubStoreTest, ListsTheLargestFirstAndThoseOfAPart) {
  make("c1");
  make("c2", "mei");
  make("c3", "wu");
  join("wu", kToday, "c2");
  EXPECT_THAT(listed(), ElementsAre("c2", "c3", "c1"));
  EXPECT_THAT(listed("ubc1"), ElementsAre("c1"));
  for (const char* sign : {"%", "_", "\\", "'", "c_1"}) EXPECT_THAT(listed(sign), IsEmpty()) << sign;
  const ClubPage first = reader_->clubs(kFirst, "", kToday, 2);
  EXPECT_THAT(first.clubs, SizeIs(2));
  ASSERT_TRUE(first.next);
  const ClubPage second = reader_->clubs(*first.next, "", kToday, 2);
  EXPECT_THAT(second.clubs, ElementsAre(club("c1")));
  EXPECT_EQ(second.next, std::nullopt);
  measure("ban", "mei");
  EXPECT_THAT(listed(), ElementsAre("c3", "c1"));
}

TEST_P(ClubStoreTest, ListsMembersPageByPage) {
  make("c1");
  for (const char* user : {"yan", "wu", "mei"}) join(user, kToday);  // In one moment.
  std::vector<std::string> users;
  Cursor after;
  for (auto page = reader_->club_members("c1", after, 1); !page.empty();
       page = reader_->club_members("c1", after, 1)) {
    users.push_back(page.back().user);
    after = {page.back().since, page.back().user};
  }
  EXPECT_THAT(users, ElementsAre("lin", "mei", "wu", "yan"));
}

TEST_P(ClubStoreTest, HasTournamentsOfItsOwnerAlone) {
  make("c1");
  join("mei");
  EXPECT_EQ(make_tournament("t1", "mei", "c1"), kRefused);
  EXPECT_EQ(make_tournament("t1", "lin", "c2"), kRefused) << "no such club";
  EXPECT_EQ(make_tournament("t1", "lin", "c1"), kDone);
  EXPECT_EQ(make_tournament("t2", "lin", "c1", 6), kDone);
  EXPECT_EQ(make_tournament("t3", "lin", ""), kDone);
  EXPECT_EQ(reader_->tournament("t1")->club, "c1");
  const auto newest = reader_->club_tournaments("c1", kFirst, 1);
  ASSERT_THAT(newest, SizeIs(1));
  EXPECT_EQ(newest[0].id, "t2");
  const auto older = reader_->club_tournaments("c1", {newest[0].created, newest[0].id}, 9);
  ASSERT_THAT(older, SizeIs(1));
  EXPECT_EQ(older[0].id, "t1");
}

TEST_P(ClubStoreTest, ClosesWithAllThatBelongsToIt) {
  make("c1", "lin", "request");
  join("mei");
  make_tournament("t1", "lin", "c1");
  EXPECT_EQ(commit(CloseClub{"c1", "lin"}), kRefused) << "a tournament is not over";
  commit(AppendTournament{"t1", "finished", {{2, "finished", "{}", "", "", 6}}});
  EXPECT_EQ(commit(CloseClub{"c1", "mei"}), kRefused);
  EXPECT_EQ(commit(CloseClub{"c1", "lin"}), kDone);
  EXPECT_EQ(reader_->club("c1"), std::nullopt);
  EXPECT_THAT(reader_->clubs_of("mei"), IsEmpty());
  EXPECT_TRUE(reader_->tournament("t1"));
  EXPECT_EQ(commit(CreateClub{club("c2"), keys("c1")}), kDone) << "the name is free";
}

TEST_P(ClubStoreTest, IsDisbandedWhateverItsTournaments) {
  make("c1");
  join("mei");
  make_tournament("t1", "lin", "c1");
  Moderate act;
  act.line.act = "disband";
  act.line.subject = "mei";
  act.line.reason = "spam";
  act.line.club = "Club c1";
  act.disbands = "c1";
  EXPECT_EQ(commit(act), kRefused) << "is no owner";
  EXPECT_TRUE(reader_->club("c1"));
  act.line.subject = "lin";
  EXPECT_EQ(commit(act), kDone);
  EXPECT_EQ(commit(act), kRefused) << "once";
  EXPECT_EQ(reader_->club("c1"), std::nullopt);
  EXPECT_THAT(reader_->clubs_of("mei"), IsEmpty());
  EXPECT_TRUE(reader_->tournament("t1"));
  EXPECT_EQ(commit(CreateClub{club("c2", "wu"), keys("c1")}), kDone) << "the name is free";
  const auto log = reader_->moderation_log(1'000, 9);
  ASSERT_THAT(log, SizeIs(1));
  EXPECT_EQ(log[0].club, "Club c1");
  EXPECT_EQ(log[0].reason, "spam");
}

TEST_P(ClubStoreTest, AClosedAccountHandsItsClubsToTheMemberOfLongestStanding) {
  make("c1", "lin", "request");
  for (const char* user : {"wu", "mei", "yan"}) join(user);
  commit(AdmitToClub{"c1", "lin", "wu", kToday + 9});
  commit(AdmitToClub{"c1", "lin", "mei", kToday + 5});
  make("c2");
  join("wu", kToday, "c2");
  make("c3");
  EXPECT_EQ(commit(CloseAccount{"lin", "wrong"}), kRefused);
  EXPECT_EQ(reader_->club("c1")->owner, "lin");
  EXPECT_EQ(reader_->club("c1")->members, 3);
  EXPECT_EQ(close_account("lin"), kDone);
  EXPECT_EQ(reader_->club("c1")->owner, "mei");
  EXPECT_EQ(reader_->club("c2")->owner, "wu");
  EXPECT_EQ(reader_->club("c3"), std::nullopt) << "there is no other member";
  EXPECT_EQ(reader_->club_named(keys("c3")), std::nullopt);
  EXPECT_THAT(members(), ElementsAre("mei", "wu"));
  EXPECT_EQ(reader_->club("c1")->members, 2);
  EXPECT_EQ(close_account("wu"), kDone);
  EXPECT_EQ(reader_->club("c1")->members, 1);
  EXPECT_EQ(reader_->club("c2"), std::nullopt);
  EXPECT_EQ(close_account("mei"), kDone);
  EXPECT_EQ(reader_->club("c1"), std::nullopt);
  EXPECT_THAT(reader_->clubs_of("yan"), IsEmpty()) << "nor is a request left";
}

// A club whose owner is banned is not listed, and no one may change it.
TEST_P(ClubStoreTest, AClosedAccountHandsItsClubsToNoneWhoIsBannedIfItCan) {
  make("c1");
  for (const char* user : {"mei", "wu", "yan"}) join(user, kToday + (*user == 'm' ? 0 : 1));
  make("c2");
  join("mei", kToday, "c2");
  measure("ban", "mei");
  EXPECT_EQ(commit(CloseAccount{"lin", "password", kToday + 5}), kDone);
  EXPECT_EQ(reader_->club("c1")->owner, "wu");
  EXPECT_EQ(reader_->club("c2")->owner, "mei") << "there is no other";
  EXPECT_EQ(commit(CloseAccount{"wu", "password", kToday + 10}), kDone);
  EXPECT_EQ(reader_->club("c1")->owner, "mei") << "the ban has ended";
}

// A muted owner had the text read again by way of a friend.
TEST_P(ClubStoreTest, WhatAMeasureHidesDoesNotComeBackWithAnotherOwner) {
  const std::string text = club("c1").description;
  const auto of_heir = [this](const std::string& id) {
    const auto found = reader_->club(id);
    return found ? found->owner + ": " + found->description : "";
  };
  for (const char* id : {"c1", "c2", "c3"}) {
    make(id);
    join("mei", kToday, id);
  }
  measure("shadow", "lin");
  EXPECT_EQ(commit(HandOverClub{"c1", "lin", "mei", kToday + 10}), kDone);
  EXPECT_EQ(of_heir("c1"), "mei: " + text) << "it has ended";
  EXPECT_EQ(commit(HandOverClub{"c2", "lin", "mei", kToday + 9}), kDone);
  EXPECT_EQ(of_heir("c2"), "mei: ");
  EXPECT_EQ(commit(CloseAccount{"lin", "wrong", kToday + 9}), kRefused);
  EXPECT_EQ(of_heir("c3"), "lin: " + text);
  EXPECT_EQ(commit(CloseAccount{"lin", "password", kToday + 9}), kDone);
  EXPECT_EQ(of_heir("c3"), "mei: ");
}

TEST_P(ClubStoreTest, KeepsAnAccountThatIsInOne) {
  make("c1");
  join("mei");
  for (const char* user : {"lin", "mei", "wu"}) commit(EndSessions{user});
  commit(SweepUsers{.after = "", .until = "z", .sessions_before = 100, .guests_before = 100});
  EXPECT_TRUE(reader_->find_account({"mei"}));
  EXPECT_TRUE(reader_->find_account({"lin"}));
  EXPECT_FALSE(reader_->find_account({"wu"}));
}

#ifdef SANQI_POSTGRES
// The counts are right, whoever comes at once.
TEST_P(ClubStoreTest, TwoServersCountEachMemberOnce) {
  if (GetParam() != "postgres") GTEST_SKIP() << "one file has one server";
  make("c1");
  PostgresStore other(address_, Node{"b"});
  const auto come_and_go = [](Store& store, const std::string& user) {
    for (int i = 0; i < 20; ++i) {
      commit_one(store, JoinClub{"c1", user, kToday});
      commit_one(store, LeaveClub{"c1", user, user});
    }
    commit_one(store, JoinClub{"c1", user, kToday});
  };
  std::thread there([&] { come_and_go(other, "mei"); });
  come_and_go(*store_, "wu");
  there.join();
  EXPECT_EQ(reader_->club("c1")->members, 3);
  EXPECT_THAT(members(), ElementsAre("lin", "mei", "wu"));
}
#endif

}  // namespace
}  // namespace storage

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in notices; every implementation goes through all of it.
namespace storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class InboxStoreTest : public StoreTest {
 protected:
  static constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  static constexpr Millis kNow = 1'000;

  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    for (const char* id : {"lin", "mei"})
      commit(CreateAccount{{{id, "=" + std::string(id), false, 7}, {id}, "password"},
                           "token of " + std::string(id)});
    commit(CreateUser{{"g_1", "Guest", true, 7}, "token of g_1"});
    create(sample_game("game"));
    commit(Append{sample_event("game", 1), {}, {}});
  }
  WriteResult send(const std::string& user, const std::string& kind = "turn", int v = 1) {
    return commit(SendPush{user, kind, "game", v, "gomoku", "Bot", 105, 900, 100});
  }
  WriteResult put(const std::string& subject, Millis at = 100, const std::string& kind = "over") {
    return commit(PutNotice{.user = "lin", .kind = kind, .subject = subject, .at = at});
  }
  /// As "kind subject", with a star where it is not read.
  std::vector<std::string> inbox(const std::string& user = "lin", std::int64_t before = kAll,
                                 int most = 1'000, Millis now = kNow) {
    std::vector<std::string> all;
    for (const Notice& each : reader_->notices(user, before, now, most))
      all.push_back(each.kind + ' ' + each.subject + (each.read ? "" : " *"));
    return all;
  }
  int unread(Millis now = kNow) { return reader_->unread_notices("lin", now); }
};

INSTANTIATE_TEST_SUITE_P(All, InboxStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

// Who had no browser that takes push messages was told nothing.
TEST_P(InboxStoreTest, WhatIsPushedIsThereAlsoForAccountsWithoutABrowser) {
  commit(ChangePushSettings{"lin", {{"turn"}, 0, 0, 0}});
  EXPECT_EQ(send("lin"), kDone);
  EXPECT_THAT(reader_->notices("lin", kAll, kNow, 9),
              ElementsAre(Notice{100, "turn", "game", "gomoku", "Bot", 100, false}));
  EXPECT_THAT(inbox("mei"), IsEmpty());
  EXPECT_EQ(send("lin", "reminder"), kDone);
  EXPECT_THAT(inbox(), SizeIs(1)) << "of a turn that is there already";
  EXPECT_EQ(send("g_1"), kDone);
  EXPECT_THAT(inbox("g_1"), IsEmpty()) << "a guest has no inbox";
}

TEST_P(InboxStoreTest, OfAnEventThatIsNotWrittenNothingIsTold) {
  EXPECT_EQ(send("lin", "turn", /*v=*/2), kDone);
  EXPECT_THAT(inbox(), IsEmpty());
}

TEST_P(InboxStoreTest, ANoticeIsReplacedAndIsUnreadAgain) {
  put("one", 100);
  put("two", 100);
  EXPECT_THAT(inbox(), ElementsAre("over two *", "over one *"));
  EXPECT_EQ(commit(ReadNotices{"lin", 101}), kDone);
  EXPECT_EQ(unread(), 0);
  put("one", 90);
  EXPECT_THAT(inbox(), ElementsAre("over one *", "over two"));
  EXPECT_EQ(unread(), 1);
  put("one", 100, "turn");
  EXPECT_THAT(inbox(), ElementsAre("turn one *", "over one *", "over two"));
}

TEST_P(InboxStoreTest, IsReadUpToANumber) {
  for (const char* id : {"one", "two", "three"}) put(id);
  commit(PutNotice{.user = "mei", .kind = "over", .subject = "one", .at = 100});
  EXPECT_EQ(commit(ReadNotices{"lin", 101}), kDone);
  EXPECT_THAT(inbox(), ElementsAre("over three *", "over two", "over one"));
  EXPECT_THAT(inbox("mei"), ElementsAre("over one *"));
  EXPECT_THAT(inbox("lin", 102, 1), ElementsAre("over two")) << "a page";
}

TEST_P(InboxStoreTest, IsWithdrawnWithThePushMessage) {
  for (const char* user : {"lin", "mei"}) send(user);
  send("lin", "round");
  EXPECT_EQ(commit(WithdrawPush{"turn", "game", "lin"}), kDone);
  EXPECT_THAT(inbox(), ElementsAre("round game *"));
  EXPECT_THAT(inbox("mei"), ElementsAre("turn game *"));
  EXPECT_EQ(commit(WithdrawPush{"turn", "game"}), kDone);
  EXPECT_THAT(inbox("mei"), IsEmpty());
}

TEST_P(InboxStoreTest, OfAChallengeThatIsNotOpenNothingIsTold) {
  const Challenge challenge{
      .id = "game", .from = "mei", .to = "lin", .wish = "{}", .since = 5, .until = 1'500};
  send("lin", "challenge", 0);
  EXPECT_THAT(inbox(), IsEmpty()) << "it was refused";
  EXPECT_EQ(commit(BeginChallenge{challenge, 9, 9, 9}), kDone);
  send("lin", "challenge", 0);
  put("game", 100, "declined");
  EXPECT_THAT(inbox(), ElementsAre("challenge game *"));
  EXPECT_EQ(unread(), 1);
  EXPECT_THAT(inbox("lin", kAll, 9, 1'500), IsEmpty()) << "its time is over";
  EXPECT_EQ(unread(1'500), 0);
  EXPECT_EQ(commit(EndChallenge{"game", "declined", "", 50}), kDone);
  EXPECT_THAT(inbox(), IsEmpty());
  EXPECT_EQ(unread(), 0);
  put("game", 100, "declined");
  EXPECT_THAT(inbox(), ElementsAre("declined game *"));
}

TEST_P(InboxStoreTest, OfATournamentThatIsNotOverNoEndIsTold) {
  const Tournament tournament{"t1", "mei", "=mei", "Evening", "gomoku", "renju", "", 15, 5, "running"};
  EXPECT_EQ(commit(CreateTournament{tournament, {1, "created", "{}", "mei", "", 5}, 9}), kDone);
  put("t1", 100, "finish");
  EXPECT_THAT(inbox(), IsEmpty());
  commit(AppendTournament{
      .tournament = "t1", .phase = "finished", .events = {{2, "finished", "{}", "", "", 9}}});
  for (const char* kind : {"finish", "cancelled"}) put("t1", 100, kind);
  EXPECT_THAT(inbox(), ElementsAre("finish t1 *"));
}

TEST_P(InboxStoreTest, WhoIsAdmittedToAClubIsTold) {
  const Club club{"c1", "mei", "Pines", "", "request", 5, "=mei", 1};
  EXPECT_EQ(commit(CreateClub{club, {"Pines", "pines"}}), kDone);
  EXPECT_EQ(commit(AdmitToClub{"c1", "mei", "lin", 50}), kRefused);
  EXPECT_THAT(inbox(), IsEmpty());
  EXPECT_EQ(commit(JoinClub{"c1", "lin", 50}), kDone);
  EXPECT_EQ(commit(AdmitToClub{"c1", "mei", "lin", 60}), kDone);
  EXPECT_THAT(reader_->notices("lin", kAll, kNow, 9),
              ElementsAre(Notice{60, "club", "c1", "", "Pines", 60, false}));
}

// The owner heard of requests only by looking.
TEST_P(InboxStoreTest, WhoOwnsAClubIsToldOfRequestsAsLongAsOneWaits) {
  commit(CreateAccount{{{"wei", "=wei", false, 7}, {"wei"}, "password"}, "token of wei"});
  const Club club{"c1", "mei", "Pines", "", "request", 5, "=mei", 1};
  EXPECT_EQ(commit(CreateClub{club, {"Pines", "pines"}}), kDone);
  EXPECT_EQ(commit(JoinClub{"c1", "lin", 50}), kDone);
  EXPECT_THAT(reader_->notices("mei", kAll, kNow, 9),
              ElementsAre(Notice{50, "request", "c1", "", "=lin", 50, false}));
  EXPECT_EQ(commit(JoinClub{"c1", "lin", 55}), kRefused);
  EXPECT_EQ(commit(JoinClub{"c1", "wei", 60}), kDone);
  EXPECT_THAT(reader_->notices("mei", kAll, kNow, 9),
              ElementsAre(Notice{60, "request", "c1", "", "=wei", 60, false}))
      << "one of a club";
  EXPECT_EQ(commit(AdmitToClub{"c1", "mei", "wei", 70}), kDone);
  EXPECT_THAT(inbox("mei"), ElementsAre("request c1 *"));
  EXPECT_EQ(commit(LeaveClub{"c1", "lin", "lin"}), kDone);
  EXPECT_THAT(inbox("mei"), IsEmpty());
  EXPECT_EQ(commit(JoinClub{"c1", "lin", 80}), kDone);
  EXPECT_EQ(commit(AdmitToClub{"c1", "mei", "lin", 90}), kDone);
  EXPECT_THAT(inbox("mei"), IsEmpty());
  EXPECT_THAT(inbox("lin"), ElementsAre("club c1 *"));
}

TEST_P(InboxStoreTest, WhoseAppealIsAnsweredIsTold) {
  Moderate act{.line = {.at = 50, .by = "", .by_name = "", .act = "mute", .subject = "lin", .name = "lin"},
               .power = "chat",
               .begins = "m1"};
  act.line.until = 900;
  EXPECT_EQ(commit(act), kDone);
  act.begins.clear();
  act.measure = "m1";
  act.line.at = 60;
  act.line.act = "lift";
  const Moderate second = act;
  EXPECT_EQ(commit(Appeal{"m1", "lin", "a joke", 55}), kDone);
  act.line.act = "uphold";
  EXPECT_EQ(commit(act), kDone);
  EXPECT_THAT(inbox(), ElementsAre("appeal m1 *"));
  commit(ReadNotices{"lin", 60});
  EXPECT_EQ(commit(second), kDone);
  EXPECT_THAT(inbox(), ElementsAre("appeal m1")) << "it has been answered";
}

TEST_P(InboxStoreTest, TheOldestBeyondSoManyGo) {
  for (int i = 0; i <= kMostNotices; ++i) put("game " + std::to_string(i));
  EXPECT_THAT(inbox(), SizeIs(kMostNotices));
  EXPECT_EQ(inbox().front(), "over game 200 *");
  EXPECT_EQ(inbox().back(), "over game 1 *");
}

// Who may challenge emptied in hours the inbox of an account that was away.
TEST_P(InboxStoreTest, ChallengesThatHaveEndedPushNothingOut) {
  put("game 1");
  for (int i = 0; i <= kMostNotices; ++i) {
    const std::string id = "c" + std::to_string(i);
    const Millis at = 200 + i;
    const Challenge challenge{
        .id = id, .from = "mei", .to = "lin", .wish = "{}", .since = at, .until = at + 10'000};
    EXPECT_EQ(commit(BeginChallenge{challenge, 9, 9, 9}), kDone);
    commit(PutNotice{.user = "lin", .kind = "challenge", .subject = id, .at = at});
    if (i > 0) {
      EXPECT_EQ(commit(EndChallenge{id, "withdrawn", "", at}), kDone);
    }
  }
  EXPECT_THAT(inbox(), ElementsAre("challenge c0 *", "over game 1 *"));
}

TEST_P(InboxStoreTest, EndsInTimeAndWithItsAccount) {
  put("old", 100);
  put("new", 200);
  EXPECT_EQ(commit(SweepUsers{.after = "lin", .until = "z", .notices_before = 200}), kDone);
  EXPECT_THAT(inbox(), SizeIs(2)) << "another page of users";
  EXPECT_EQ(commit(SweepUsers{.after = "", .until = "lin", .notices_before = 200}), kDone);
  EXPECT_THAT(inbox(), ElementsAre("over new *"));
  EXPECT_EQ(commit(CloseAccount{"lin", "another"}), kRefused);
  EXPECT_THAT(inbox(), SizeIs(1));
  EXPECT_EQ(commit(CloseAccount{"lin", "password"}), kDone);
  EXPECT_THAT(inbox(), IsEmpty());
  put("game");
  EXPECT_THAT(inbox(), IsEmpty());
}

TEST_P(InboxStoreTest, GoesWithAGameThatIsRemoved) {
  send("lin");
  const Ending ending{"aborted", "", "no_start", 40};
  EXPECT_EQ(commit(Append{sample_event("game", 2), ending, {}}), kDone);
  EXPECT_THAT(inbox(), SizeIs(1));
  EXPECT_EQ(commit(SweepRecords{.aborted_before = 50}), kDone);
  EXPECT_THAT(inbox(), IsEmpty());
}

}  // namespace
}  // namespace storage

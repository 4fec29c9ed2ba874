#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in mail; every implementation goes through all of it.
namespace storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class MailStoreTest : public StoreTest {
 protected:
  static constexpr Millis kNow = 100 * kMailDay;

  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    for (const char* id : {"lin", "mei", "wu"})
      commit(CreateAccount{{{id, "=" + std::string(id), false, 7}, {id}, "password"},
                           "token of " + std::string(id)});
    commit(CreateUser{{"g_1", "Guest", true, 7}, "token of g_1"});
  }
  WriteResult ask(const std::string& user, const std::string& address, Millis at = kNow,
                  MailLimits limits = {}) {
    return commit(AskForMail{.user = user,
                             .mailbox = {address, "zh-Hant"},
                             .address_hash = "#" + address,
                             .code_hash = "code of " + user + " for " + address,
                             .stop_code = "stop " + user,
                             .at = at,
                             .limits = limits});
  }
  WriteResult confirm(const std::string& user, const std::string& address, Millis at = kNow) {
    return commit(ConfirmMail{"code of " + user + " for " + address, at});
  }
  WriteResult not_sent(const std::string& user, const std::string& address) {
    return commit(MailNotSent{user, "#" + address, "code of " + user + " for " + address});
  }
  void subscribe(const std::string& user, const std::string& address = "a@b.test") {
    EXPECT_EQ(ask(user, address), kDone);
    EXPECT_EQ(confirm(user, address), kDone);
  }
  void put(const std::string& subject, Millis at = kNow, const std::string& user = "lin") {
    EXPECT_EQ(commit(PutNotice{.user = user, .kind = "over", .subject = subject, .at = at}), kDone);
  }
  /// At a moment, as "user due".
  std::vector<std::string> due(Millis now, int most = 10) {
    std::vector<std::string> all;
    for (const DueMail& each : reader_->due_mails(now, most))
      all.push_back(each.user + ' ' + std::to_string(each.due - kNow));
    return all;
  }
  DueMail the_due() { return reader_->due_mails(2 * kNow, 1).at(0); }
  std::vector<std::string> unread(std::int64_t after) {
    std::vector<std::string> all;
    for (const Notice& each : reader_->unread_after("lin", after, kNow)) all.push_back(each.subject);
    return all;
  }
  std::string address(const std::string& user = "lin") {
    const auto found = reader_->mailbox(user);
    return found ? found->address + (found->confirmed ? "" : "?") : "";
  }
};

INSTANTIATE_TEST_SUITE_P(All, MailStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

TEST_P(MailStoreTest, AnAddressIsConfirmedByItsCode) {
  EXPECT_EQ(reader_->mailbox("lin"), std::nullopt);
  EXPECT_EQ(ask("lin", "a@b.test"), kDone);
  EXPECT_EQ(reader_->mailbox("lin"), (Mailbox{"a@b.test", "zh-Hant", false}));
  const MailToConfirm to{"lin", "=lin", "a@b.test", "zh-Hant"};
  EXPECT_EQ(reader_->mail_to_confirm("code of lin for a@b.test", kNow), to);
  EXPECT_EQ(reader_->mail_to_confirm("another", kNow), std::nullopt);
  EXPECT_EQ(reader_->mail_to_confirm("", kNow), std::nullopt);
  EXPECT_EQ(commit(ConfirmMail{"another", kNow}), kRefused);
  EXPECT_EQ(commit(ConfirmMail{"", kNow}), kRefused);
  EXPECT_EQ(confirm("lin", "a@b.test"), kDone);
  EXPECT_EQ(reader_->mailbox("lin"), (Mailbox{"a@b.test", "zh-Hant", true}));
  EXPECT_EQ(confirm("lin", "a@b.test", kNow + 1), kDone) << "again";
  EXPECT_EQ(reader_->mail_to_confirm("code of lin for a@b.test", kNow + 1), to);
}

TEST_P(MailStoreTest, ACodeLivesForADay) {
  ask("lin", "a@b.test");
  EXPECT_TRUE(reader_->mail_to_confirm("code of lin for a@b.test", kNow + kMailDay - 1));
  EXPECT_FALSE(reader_->mail_to_confirm("code of lin for a@b.test", kNow + kMailDay));
  EXPECT_EQ(confirm("lin", "a@b.test", kNow + kMailDay), kRefused);
  EXPECT_EQ(confirm("lin", "a@b.test", kNow + kMailDay - 1), kDone);
}

TEST_P(MailStoreTest, IsOfAccountsAlone) {
  EXPECT_EQ(ask("g_1", "a@b.test"), kRefused);
  EXPECT_EQ(ask("unknown", "a@b.test"), kRefused);
  EXPECT_EQ(address("g_1"), "");
  EXPECT_EQ(ask("lin", "a@b.test"), kDone) << "what is refused counts for nothing";
  EXPECT_EQ(confirm("lin", "a@b.test"), kDone);
}

TEST_P(MailStoreTest, ANewAddressTakesThePlaceOfTheOneBefore) {
  subscribe("lin");
  put("one");
  EXPECT_EQ(ask("lin", "c@d.test"), kDone);
  EXPECT_EQ(address(), "c@d.test?");
  EXPECT_THAT(due(2 * kNow), IsEmpty());
  EXPECT_EQ(confirm("lin", "a@b.test"), kRefused);
  EXPECT_EQ(confirm("lin", "c@d.test"), kDone);
  EXPECT_EQ(commit(ChangeMailLanguage{"lin", "a@b.test", "en"}), kRefused);
  EXPECT_EQ(commit(ChangeMailLanguage{"lin", "c@d.test", "en"}), kDone);
  EXPECT_EQ(reader_->mailbox("lin"), (Mailbox{"c@d.test", "en", true}));
}

TEST_P(MailStoreTest, AnAccountAsksSoOftenADay) {
  const MailLimits limits{.of_user = 2, .in_all = 100};
  const auto until = [&](Millis now) { return reader_->mail_refused_until("lin", "#new", now, limits); };
  EXPECT_EQ(ask("lin", "1@b.test", kNow, limits), kDone);
  EXPECT_EQ(until(kNow + 9), 0);
  EXPECT_EQ(ask("lin", "2@b.test", kNow + 5, limits), kDone);
  EXPECT_EQ(until(kNow + 9), kNow + kMailDay);
  EXPECT_EQ(ask("lin", "3@b.test", kNow + kMailDay - 1, limits), kRefused);
  EXPECT_EQ(address(), "2@b.test?");
  EXPECT_EQ(ask("mei", "3@b.test", kNow + 9, limits), kDone);
  EXPECT_EQ(until(kNow + kMailDay), 0);
  EXPECT_EQ(ask("lin", "3@b.test", kNow + kMailDay, limits), kDone);
}

TEST_P(MailStoreTest, AnAccountAsksForAnAddressOnceADay) {
  ask("lin", "a@b.test");
  EXPECT_EQ(commit(EndMail{"lin"}), kDone);
  EXPECT_EQ(reader_->mail_refused_until("lin", "#a@b.test", kNow, {}), kNow + kMailDay);
  EXPECT_EQ(ask("lin", "a@b.test", kNow + kMailDay - 1), kRefused);
  EXPECT_EQ(ask("lin", "a@b.test", kNow + kMailDay), kDone);
}

// A program that refused, or was not there, kept the account from its address for a day.
TEST_P(MailStoreTest, WhatWasNotSentMayBeAskedForAgain) {
  ask("lin", "a@b.test");
  EXPECT_EQ(not_sent("mei", "a@b.test"), kRefused);
  EXPECT_EQ(not_sent("lin", "a@b.test"), kDone);
  EXPECT_EQ(reader_->mail_refused_until("lin", "#a@b.test", kNow + 5, {}), 0);
  EXPECT_EQ(ask("mei", "a@b.test", kNow + 5), kDone);
  EXPECT_TRUE(reader_->mail_to_confirm("code of mei for a@b.test", kNow + 5)) << "nobody was written to";
  EXPECT_EQ(not_sent("mei", "a@b.test"), kDone);
  EXPECT_EQ(ask("lin", "a@b.test", kNow + 9), kDone);
  EXPECT_EQ(confirm("lin", "a@b.test", kNow + 9), kDone);
  EXPECT_EQ(ask("lin", "a@b.test", kNow + 10), kRefused) << "this one has left";
}

// An address that is always refused was tried for as often as somebody asked: the row of the ask was used
// anew.
TEST_P(MailStoreTest, WhatWasNotSentCountsForTheLimitsOfADay) {
  const MailLimits limits{.of_user = 2, .in_all = 3};
  const auto ask_in_vain = [&](const std::string& user, Millis at) {
    const std::string code = "code of " + user + std::to_string(at);
    const auto result = commit(AskForMail{.user = user,
                                          .mailbox = {"a@b.test", "en"},
                                          .address_hash = "#a@b.test",
                                          .code_hash = code,
                                          .stop_code = "stop " + user,
                                          .at = at,
                                          .limits = limits});
    EXPECT_EQ(commit(MailNotSent{user, "#a@b.test", code}), result)
        << "refused, too, where nothing was asked";
    return result;
  };
  EXPECT_EQ(ask_in_vain("lin", kNow), kDone);
  EXPECT_EQ(ask_in_vain("lin", kNow + 1), kDone);
  EXPECT_EQ(ask_in_vain("lin", kNow + 2), kRefused);
  EXPECT_EQ(reader_->mail_refused_until("lin", "#a@b.test", kNow + 2, limits), kNow + kMailDay);
  EXPECT_EQ(ask_in_vain("mei", kNow + 3), kDone);
  EXPECT_EQ(ask_in_vain("wu", kNow + 4), kRefused) << "of all";
  EXPECT_EQ(ask_in_vain("lin", kNow + kMailDay), kDone);
}

TEST_P(MailStoreTest, AllAsksOfADayAreBounded) {
  const MailLimits limits{.of_user = 9, .in_all = 2};
  EXPECT_EQ(ask("lin", "1@b.test", kNow, limits), kDone);
  EXPECT_EQ(ask("mei", "2@b.test", kNow + 5, limits), kDone);
  EXPECT_EQ(ask("wu", "3@b.test", kNow + 9, limits), kRefused);
  EXPECT_EQ(reader_->mail_refused_until("wu", "#3@b.test", kNow + 9, limits), kNow + kMailDay);
  EXPECT_EQ(ask("wu", "3@b.test", kNow + kMailDay, limits), kDone);
}

// What is told to the account that asks must not differ.
TEST_P(MailStoreTest, AnAddressIsWrittenToForOneAccountADay) {
  ask("lin", "a@b.test");
  EXPECT_EQ(reader_->mail_refused_until("mei", "#a@b.test", kNow + 5, {}), 0);
  EXPECT_EQ(ask("mei", "a@b.test", kNow + 5), kDone);
  EXPECT_EQ(address("mei"), "a@b.test?");
  EXPECT_FALSE(reader_->mail_to_confirm("code of mei for a@b.test", kNow + 5));
  EXPECT_EQ(confirm("mei", "a@b.test"), kRefused);
  EXPECT_EQ(confirm("lin", "a@b.test"), kDone);
  // What was not written to does not keep others from it.
  EXPECT_EQ(ask("wu", "a@b.test", kNow + kMailDay), kDone);
  EXPECT_EQ(confirm("wu", "a@b.test", kNow + kMailDay), kDone);
}

TEST_P(MailStoreTest, ANoticeMakesTheDigestDue) {
  put("before");
  EXPECT_THAT(due(2 * kNow), IsEmpty());
  EXPECT_EQ(ask("lin", "a@b.test"), kDone);
  put("asked");
  EXPECT_THAT(due(2 * kNow), IsEmpty()) << "it is not confirmed";
  EXPECT_EQ(confirm("lin", "a@b.test"), kDone);
  put("one", kNow + 5);
  put("two", kNow + 9);
  EXPECT_THAT(due(kNow + 5 + kMailDelay), IsEmpty());
  EXPECT_THAT(due(kNow + 6 + kMailDelay), ElementsAre("lin 3600006"));
  EXPECT_EQ(the_due(),
            (DueMail{"lin", "=lin", "a@b.test", "zh-Hant", "stop lin", kNow + 6 + kMailDelay, 0, 0}));
  EXPECT_THAT(unread(0), ElementsAre("two", "one", "asked", "before"));
}

TEST_P(MailStoreTest, WhatIsNotPutMakesNoDigestDue) {
  subscribe("lin");
  commit(PutNotice{.user = "lin", .kind = "turn", .subject = "unknown", .v = 3, .at = kNow});
  EXPECT_THAT(due(2 * kNow), IsEmpty());
  commit(SendPush{"lin", "turn", "game", 0, "gomoku", "Bot", kNow, 2 * kNow, kNow});
  EXPECT_THAT(due(2 * kNow), ElementsAre("lin 3600000"));
}

TEST_P(MailStoreTest, ADigestIsClaimedOnce) {
  subscribe("lin");
  put("one");
  const DueMail first = the_due();
  const Millis at = first.due + 5;
  for (const Millis other : {first.due - 1, first.due + 1})
    EXPECT_EQ(commit(ClaimMail{"lin", other, at, kNow}), kRefused);
  EXPECT_EQ(commit(ClaimMail{"lin", first.due, at, kNow}), kDone);
  EXPECT_EQ(commit(ClaimMail{"lin", first.due, at, kNow}), kRefused);
  EXPECT_THAT(due(2 * kNow), IsEmpty());
  restart();
  EXPECT_THAT(due(2 * kNow), IsEmpty());
}

TEST_P(MailStoreTest, ThereIsOneDigestADay) {
  subscribe("lin");
  put("one");
  const Millis at = the_due().due;
  EXPECT_EQ(commit(ClaimMail{"lin", at, at, kNow}), kDone);
  commit(PutNotice{.user = "lin", .kind = "turn", .subject = "unknown", .v = 3, .at = at + 1});
  EXPECT_THAT(due(2 * kNow), IsEmpty()) << "what is mailed already, and not read, is told once";
  put("two", at + 1);
  EXPECT_EQ(the_due().due, at + kMailDay);
  EXPECT_THAT(unread(the_due().mailed_until), ElementsAre("two"));
  EXPECT_EQ(commit(ClaimMail{"lin", at + kMailDay, at + kMailDay, at + 1}), kDone);
  put("three", at + 3 * kMailDay);
  EXPECT_EQ(the_due().due, at + 3 * kMailDay + kMailDelay);
}

TEST_P(MailStoreTest, AnAddressThatEndsAndComesAgainMakesNoDigestSooner) {
  subscribe("lin");
  put("one");
  const Millis at = the_due().due;
  EXPECT_EQ(commit(ClaimMail{"lin", at, at, kNow}), kDone);
  EXPECT_EQ(commit(EndMail{"lin"}), kDone);
  EXPECT_EQ(ask("lin", "c@d.test", at), kDone);
  EXPECT_EQ(confirm("lin", "c@d.test", at), kDone);
  put("two", at + 1);
  EXPECT_EQ(the_due().due, at + kMailDay);
}

// Of two servers one puts a notice while the other makes a digest of those before it: that is not to be the
// last.
TEST_P(MailStoreTest, ADigestWithoutTheLastNoticeIsNotClaimed) {
  subscribe("lin");
  put("one");
  const DueMail first = the_due();
  put("two", kNow + 5);
  EXPECT_EQ(commit(ClaimMail{"lin", first.due, first.due, kNow}), kRefused);
  EXPECT_EQ(commit(SkipMail{"lin", first.due}), kDone);
  const DueMail second = the_due();
  EXPECT_EQ(second.due, first.due + 1);
  EXPECT_EQ(commit(ClaimMail{"lin", second.due, second.due, kNow + 5}), kDone);
  EXPECT_THAT(due(2 * kNow), IsEmpty());
}

TEST_P(MailStoreTest, WhatIsReadMeanwhileIsNotMailed) {
  subscribe("lin");
  put("one");
  const DueMail first = the_due();
  commit(ReadNotices{"lin", kNow});
  EXPECT_THAT(unread(0), IsEmpty());
  EXPECT_EQ(commit(SkipMail{"lin", first.due + 1}), kDone);
  EXPECT_THAT(due(2 * kNow), ElementsAre("lin 3600000")) << "another digest";
  EXPECT_EQ(commit(SkipMail{"lin", first.due}), kDone);
  EXPECT_THAT(due(2 * kNow), IsEmpty());
  put("two", kNow + 5);
  EXPECT_EQ(the_due().due, kNow + 5 + kMailDelay);
}

TEST_P(MailStoreTest, OfAChallengeThatIsNotOpenNothingIsMailed) {
  subscribe("lin");
  const Challenge challenge{
      .id = "game", .from = "mei", .to = "lin", .wish = "{}", .since = 5, .until = kNow + 5};
  EXPECT_EQ(commit(BeginChallenge{challenge, 9, 9, 9}), kDone);
  commit(SendPush{"lin", "challenge", "game", 0, "gomoku", "Mei", kNow, 2 * kNow, kNow});
  EXPECT_THAT(unread(0), ElementsAre("game"));
  const Millis was = the_due().due;
  EXPECT_THAT(reader_->unread_after("lin", 0, was), IsEmpty());
  EXPECT_EQ(commit(SkipMail{"lin", was}), kDone);
  EXPECT_THAT(due(2 * kNow), IsEmpty());
}

TEST_P(MailStoreTest, WhatFailsComesAgain) {
  subscribe("lin");
  put("one");
  const Millis at = the_due().due;
  EXPECT_EQ(commit(FailMail{"lin", at, 0, at + 50, 1}), kRefused) << "it was not claimed";
  EXPECT_EQ(commit(ClaimMail{"lin", at, at, kNow}), kDone);
  EXPECT_EQ(commit(FailMail{"lin", at, 0, at + 50, 1}), kDone);
  EXPECT_EQ(the_due().due, at + 50);
  EXPECT_EQ(the_due().tries, 1);
  EXPECT_THAT(unread(the_due().mailed_until), ElementsAre("one"));
  EXPECT_EQ(commit(ClaimMail{"lin", at + 50, at + 60, kNow}), kDone);
  EXPECT_EQ(commit(FailMail{"lin", at, 0, at + 70, 1}), kRefused) << "of the claim before";
  EXPECT_EQ(commit(FailMail{"lin", at + 60, 0, 0, 0}), kDone);
  EXPECT_THAT(due(2 * kNow), IsEmpty()) << "it is given up";
  put("two", at + 61);
  EXPECT_EQ(the_due().due, at + 60 + kMailDay);
  EXPECT_EQ(the_due().tries, 0);
  EXPECT_THAT(unread(the_due().mailed_until), ElementsAre("two", "one"));
}

// It would be given up sooner than others.
TEST_P(MailStoreTest, OfTheNextDigestNoTryHasFailed) {
  subscribe("lin");
  put("one");
  const Millis at = the_due().due;
  EXPECT_EQ(commit(ClaimMail{"lin", at, at, kNow}), kDone);
  EXPECT_EQ(commit(FailMail{"lin", at, 0, at + 50, 3}), kDone);
  EXPECT_EQ(the_due().tries, 3);
  put("two", kNow + 5);
  EXPECT_EQ(the_due().due, at + 51);
  EXPECT_EQ(the_due().tries, 0);
}

TEST_P(MailStoreTest, ComesInOrderAndSoManyAtATime) {
  for (const char* user : {"lin", "mei", "wu"}) subscribe(user, user + std::string("@b.test"));
  put("one", kNow + 2);
  put("one", kNow + 1, "mei");
  put("one", kNow + 3, "wu");
  EXPECT_THAT(due(2 * kNow, 2), ElementsAre("mei 3600001", "lin 3600002"));
}

TEST_P(MailStoreTest, AnAccountThatIsBannedGetsNoMail) {
  subscribe("lin");
  put("one");
  Moderate act{.line = {.at = kNow, .by = "", .by_name = "", .act = "ban", .subject = "lin", .name = "lin"},
               .power = "chat",
               .begins = "m1"};
  act.line.until = kNow + kMailDay;
  EXPECT_EQ(commit(act), kDone);
  EXPECT_THAT(due(kNow + kMailDay - 1), IsEmpty());
  EXPECT_THAT(due(kNow + kMailDay), ElementsAre("lin 3600000"));
}

TEST_P(MailStoreTest, EndsByItsCodeAndByItsAddress) {
  subscribe("lin", "Some.One@b.test");
  put("one");
  EXPECT_FALSE(reader_->knows_stop_code("stop mei"));
  EXPECT_TRUE(reader_->knows_stop_code("stop lin"));
  EXPECT_EQ(commit(StopMail{"stop mei"}), kRefused);
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(commit(StopMail{"stop lin"}), kDone);
    EXPECT_EQ(address(), "");
    EXPECT_THAT(due(2 * kNow), IsEmpty());
    EXPECT_TRUE(reader_->knows_stop_code("stop lin")) << "mail with it is still there";
  }
  EXPECT_EQ(confirm("lin", "Some.One@b.test"), kRefused);
  put("two", kNow + 5);
  EXPECT_THAT(due(2 * kNow), IsEmpty());
  subscribe("mei", "x@b.test");
  EXPECT_EQ(commit(EndMailTo{"y@b.test"}), kRefused);
  EXPECT_EQ(commit(EndMailTo{""}), kRefused);
  EXPECT_EQ(commit(EndMailTo{"X@B.test"}), kDone);
  EXPECT_EQ(address("mei"), "");
}

TEST_P(MailStoreTest, AnAccountKeepsItsStopCode) {
  subscribe("lin");
  EXPECT_EQ(commit(EndMail{"lin"}), kDone);
  EXPECT_EQ(commit(AskForMail{.user = "lin",
                              .mailbox = {"c@d.test", "en"},
                              .address_hash = "#",
                              .code_hash = "code",
                              .stop_code = "another",
                              .at = kNow}),
            kDone);
  EXPECT_TRUE(reader_->knows_stop_code("stop lin"));
  EXPECT_FALSE(reader_->knows_stop_code("another"));
}

TEST_P(MailStoreTest, EndsWithItsAccount) {
  subscribe("lin");
  put("one");
  EXPECT_EQ(commit(CloseAccount{"lin", "another"}), kRefused);
  EXPECT_EQ(address(), "a@b.test");
  EXPECT_EQ(commit(CloseAccount{"lin", "password"}), kDone);
  EXPECT_EQ(address(), "");
  EXPECT_FALSE(reader_->knows_stop_code("stop lin"));
  EXPECT_THAT(due(2 * kNow), IsEmpty());
  EXPECT_EQ(ask("mei", "a@b.test", kNow + 5), kDone);
  EXPECT_EQ(confirm("mei", "a@b.test"), kRefused) << "a new account for each mail is of no use";
}

TEST_P(MailStoreTest, WhatIsNotConfirmedIsSweptAfterADay) {
  ask("lin", "a@b.test");
  subscribe("mei", "c@d.test");
  ask("wu", "e@f.test", kNow + 5);
  const auto sweep = [&](const std::string& after, const std::string& until, Millis before) {
    EXPECT_EQ(commit(SweepUsers{.after = after, .until = until, .mail_before = before}), kDone);
  };
  sweep("", "z", kNow - 1);
  EXPECT_EQ(address("lin"), "a@b.test?");
  sweep("lin", "z", kNow);
  EXPECT_EQ(address("lin"), "a@b.test?") << "another page of users";
  sweep("", "z", kNow);
  EXPECT_EQ(address("lin"), "");
  EXPECT_EQ(address("mei"), "c@d.test");
  EXPECT_EQ(address("wu"), "e@f.test?");
  EXPECT_EQ(reader_->mail_refused_until("lin", "#a@b.test", kNow, {}), 0) << "nor is it known that it was";
  EXPECT_NE(reader_->mail_refused_until("wu", "#e@f.test", kNow + 5, {}), 0);
}

TEST_P(MailStoreTest, GoesWithAnAccountThatWasNeverUsed) {
  subscribe("lin");
  EXPECT_EQ(commit(EndSession{"token of lin"}), kDone);
  EXPECT_EQ(commit(SweepUsers{.after = "", .until = "z", .sessions_before = 9}), kDone);
  EXPECT_FALSE(reader_->knows_stop_code("stop lin"));
}

}  // namespace
}  // namespace storage

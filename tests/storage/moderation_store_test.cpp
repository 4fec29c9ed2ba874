#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what moderators decide; every implementation goes through all of it.
namespace storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Millis kNow = 1'000'000'000'000, kHour = 3'600'000;

class ModerationStoreTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    for (const char* id : {"owner", "mod", "other", "lin", "mei"})
      commit(CreateAccount{{{id, std::string("=") + id, false, 7}, {id}, "password"},
                           std::string("token of ") + id});
    ASSERT_EQ(grant("owner", "owner"), kDone);
    ASSERT_EQ(grant("mod", "chat accounts"), kDone);
    acts_before_ = reader_->last_act();
  }
  static Moderate act(const std::string& by, const std::string& what, const std::string& subject,
                      Millis at = kNow) {
    return {.line = {.at = at,
                     .by = by,
                     .by_name = by,
                     .act = what,
                     .subject = subject,
                     .name = subject,
                     .reason = "why"},
            .power = what == "ban" ? "accounts" : "chat"};
  }
  static Moderate begin(const std::string& by, const std::string& kind, const std::string& subject,
                        Millis until = kNow + kHour, const std::string& id = "m1") {
    Moderate write = act(by, kind, subject);
    write.begins = id;
    write.line.until = until;
    return write;
  }
  static Moderate decide(const std::string& by, const std::string& what) {
    Moderate write = act(by, what, "lin");
    write.line.game = "one";
    write.decides = true;
    return write;
  }
  WriteResult grant(const std::string& user, const std::string& powers) {
    Moderate write = act("", powers.empty() ? "revoke" : "grant", user, kNow - kHour);
    write.powers = powers;
    return commit(write);
  }
  WriteResult answer(const std::string& by, const std::string& what) {
    Moderate write = act(by, what, "lin", kNow + 2);
    write.measure = "m1";
    return commit(write);
  }
  std::int64_t acts() { return reader_->last_act() - acts_before_; }
  std::vector<std::string> holding(Millis now = kNow) {
    std::vector<std::string> kinds;
    for (const Measure& each : reader_->measures_at(now)) kinds.push_back(each.kind + ' ' + each.subject);
    return kinds;
  }

  std::int64_t acts_before_ = 0;
};

INSTANTIATE_TEST_SUITE_P(All, ModerationStoreTest, kinds_of_store(),
                         [](const auto& info) { return info.param; });

TEST_P(ModerationStoreTest, KeepsAnActWithItsLineInTheLog) {
  EXPECT_EQ(commit(begin("mod", "mute", "lin")), kDone);
  EXPECT_EQ(reader_->measure("m1"), (Measure{"m1", "mute", "lin", "lin", "why", "mod", kNow, kNow + kHour}));
  const auto log = reader_->moderation_log(1'000, 1);
  ASSERT_THAT(log, SizeIs(1));
  EXPECT_EQ(log[0], (ModerationLine{3, kNow, "mod", "mod", "mute", "lin", "lin", "", kNow + kHour, "why"}));
  EXPECT_EQ(reader_->acts_after(2, 9), log);
  EXPECT_EQ(reader_->measures_of("lin", 9), (std::vector{*reader_->measure("m1")}));
  EXPECT_THAT(reader_->moderators(), SizeIs(2));
  EXPECT_EQ(reader_->moderator("mod")->powers, "chat accounts");
}

TEST_P(ModerationStoreTest, RefusesWhoHasNotThePower) {
  EXPECT_EQ(commit(begin("mei", "mute", "lin")), kRefused);
  EXPECT_EQ(grant("mod", "later chat"), kDone);
  EXPECT_EQ(commit(begin("mod", "ban", "lin")), kRefused) << "that is the power over accounts";
  EXPECT_EQ(commit(begin("mod", "mute", "lin")), kDone);
  EXPECT_EQ(grant("mod", ""), kDone);
  EXPECT_EQ(commit(begin("mod", "mute", "mei", kNow + 1, "m2")), kRefused);
  EXPECT_EQ(commit(CloseAccount{"owner", "password"}), kDone);
  EXPECT_EQ(commit(begin("owner", "mute", "mei", kNow + 1, "m2")), kRefused);
  EXPECT_THAT(holding(), ElementsAre("mute lin"));
  EXPECT_EQ(acts(), 3) << "refused acts leave no line";
}

TEST_P(ModerationStoreTest, WhoKeepsOrderIsSafeFromAllButTheOwner) {
  EXPECT_EQ(commit(begin("mod", "mute", "owner")), kRefused);
  EXPECT_EQ(commit(begin("mod", "mute", "mod")), kRefused) << "oneself";
  EXPECT_EQ(commit(begin("owner", "mute", "owner")), kRefused) << "oneself";
  EXPECT_EQ(grant("other", "later"), kDone);
  EXPECT_EQ(commit(begin("mod", "mute", "other")), kRefused);
  EXPECT_EQ(commit(begin("owner", "mute", "other")), kDone);
  EXPECT_EQ(commit(begin("", "mute", "owner", kNow + kHour, "m2")), kDone) << "the operator may";
}

TEST_P(ModerationStoreTest, AMeasureReplacesTheOneBeforeAndEndsAtItsTime) {
  commit(begin("mod", "mute", "lin", kNow + kHour));
  commit(begin("mod", "mute", "lin", kNow + 2 * kHour, "m2"));
  commit(begin("mod", "ban", "lin", kNoEnd, "m3"));
  EXPECT_THAT(holding(), ElementsAre("ban lin", "mute lin"));
  EXPECT_EQ(reader_->measure("m1")->until, kNow);
  EXPECT_THAT(holding(kNow + 2 * kHour - 1), ElementsAre("ban lin", "mute lin"));
  EXPECT_THAT(holding(kNow + 2 * kHour), ElementsAre("ban lin"));
  EXPECT_EQ(reader_->measure_of("ban", "lin", kNow)->id, "m3");
  EXPECT_FALSE(reader_->measure_of("ban", "mei", kNow));
  EXPECT_EQ(commit(begin("mod", "mute", "nobody", kNow + 1, "m4")), kRefused);
}

TEST_P(ModerationStoreTest, ABanEndsChallenges) {
  const auto challenge = [](const char* id, const char* from, const char* to) {
    return BeginChallenge{
        {.id = id, .from = from, .to = to, .wish = "", .since = 1, .until = kNow + kHour}, 9, 9, 9};
  };
  commit(challenge("a", "lin", "mei"));
  commit(challenge("b", "mei", "lin"));
  commit(challenge("c", "mei", "other"));
  commit(begin("mod", "ban", "lin"));
  std::vector<std::string> states;
  for (const Challenge& each : reader_->challenges("mei", kNow, 9)) states.push_back(each.id + each.state);
  EXPECT_THAT(states, testing::UnorderedElementsAre("awithdrawn", "bdeclined", "copen"));
}

TEST_P(ModerationStoreTest, AMeasureIsAppealedOnce) {
  commit(begin("mod", "mute", "lin"));
  EXPECT_EQ(commit(Appeal{"m1", "mei", "not mine", kNow + 1}), kRefused);
  EXPECT_EQ(commit(Appeal{"m1", "lin", "too late", kNow + kHour}), kRefused);
  EXPECT_EQ(commit(Appeal{"m1", "lin", "it was a joke", kNow + 1}), kDone);
  EXPECT_EQ(commit(Appeal{"m1", "lin", "please", kNow + 2}), kRefused);
  ASSERT_THAT(reader_->open_appeals(kNow, {}, 9), SizeIs(1));
  EXPECT_EQ(reader_->open_appeals(kNow, {}, 9)[0].appeal, "it was a joke");
  EXPECT_THAT(reader_->open_appeals(kNow + kHour, {}, 9), IsEmpty()) << "it has ended";
  commit(begin("mod", "shadow", "mei", kNow + kHour, "m2"));
  EXPECT_EQ(commit(Appeal{"m2", "mei", "what is it?", kNow + 1}), kRefused) << "she is not told of it";
}

TEST_P(ModerationStoreTest, AnotherAnswersAnAppeal) {
  commit(begin("mod", "mute", "lin"));
  commit(Appeal{"m1", "lin", "it was a joke", kNow + 1});
  EXPECT_EQ(answer("mod", "uphold"), kRefused);
  EXPECT_EQ(answer("mod", "lift"), kRefused);
  EXPECT_EQ(answer("owner", "uphold"), kDone);
  EXPECT_EQ(answer("owner", "uphold"), kRefused) << "once";
  EXPECT_EQ(reader_->measure("m1")->answer, "why");
  EXPECT_THAT(reader_->open_appeals(kNow, {}, 9), IsEmpty());
  EXPECT_EQ(answer("mod", "lift"), kDone) << "her own measure, of which nothing is asked any more";
  EXPECT_EQ(answer("mod", "lift"), kRefused);
  EXPECT_THAT(holding(kNow + 2), IsEmpty());
}

// The measure made anew swept the appeal away: no other moderator saw it any more.
TEST_P(ModerationStoreTest, ANewMeasureIsNoWayAroundAnAppeal) {
  commit(begin("mod", "mute", "lin"));
  commit(Appeal{"m1", "lin", "it was a joke", kNow + 1});
  const auto anew = [this](const std::string& by) {
    Moderate write = begin(by, "mute", "lin", kNow + 2 * kHour, "m2");
    write.line.at = kNow + 2;
    return commit(write);
  };
  EXPECT_EQ(anew("mod"), kRefused);
  EXPECT_THAT(reader_->open_appeals(kNow + 2, {}, 9), SizeIs(1));
  EXPECT_EQ(anew("owner"), kDone) << "another answers it so";
  EXPECT_EQ(reader_->measure("m1")->answer, "why");
  EXPECT_THAT(reader_->open_appeals(kNow + 2, {}, 9), IsEmpty());
}

TEST_P(ModerationStoreTest, WhoIsAnsweredByANewMeasureIsToldOfIt) {
  commit(begin("mod", "mute", "lin"));
  commit(Appeal{"m1", "lin", "it was a joke", kNow + 1});
  Moderate anew = begin("owner", "mute", "lin", kNow + 2 * kHour, "m2");
  anew.line.at = kNow + 2;
  ASSERT_EQ(commit(anew), kDone);
  const std::vector<Notice> notices = reader_->notices("lin", kNow + kHour, kNow + 2, 9);
  ASSERT_THAT(notices, SizeIs(1));
  EXPECT_EQ(notices[0].kind, "appeal");
  EXPECT_EQ(notices[0].subject, "m1");
}

TEST_P(ModerationStoreTest, WhoIsAloneAnswersHerself) {
  grant("owner", "");
  commit(begin("mod", "mute", "lin"));
  commit(Appeal{"m1", "lin", "it was a joke", kNow + 1});
  EXPECT_EQ(answer("mod", "lift"), kDone);
}

TEST_P(ModerationStoreTest, ReportsAreDecidedOnce) {
  create(sample_game("one"));
  for (const Millis said : {1, 2})
    commit(ReportLine{{"one", "all", "rude", said, "lin", "Lin", "mei", "Mei", 6, "[]"}});
  commit(ReportLine{{"one", "all", "rude", 3, "other", "Other", "mei", "Mei", 5}});
  ASSERT_THAT(reader_->open_reports({}, 9), SizeIs(3));
  EXPECT_EQ(reader_->open_reports({}, 9)[0].accused, "other") << "oldest first";
  EXPECT_EQ(reader_->open_reports({}, 9)[1].around, "[]");
  Moderate mute = decide("owner", "mute");
  mute.begins = "m1";
  mute.line.until = kNow + kHour;
  EXPECT_EQ(commit(mute), kDone);
  EXPECT_EQ(commit(decide("mod", "dismiss")), kRefused);
  EXPECT_THAT(reader_->open_reports({}, 9), SizeIs(1));
  EXPECT_EQ(reader_->reports(1)[0].decision, "mute");
  EXPECT_EQ(acts(), 1);
}

TEST_P(ModerationStoreTest, OfTwoWhoDecideAtOnceOneDoes) {
  if (address_.empty()) GTEST_SKIP() << "one server has one writer";
#ifdef SANQI_POSTGRES
  create(sample_game("one"));
  PostgresStore other(address_, Node{"b"});
  for (Millis said = 1; said <= 20; ++said) {
    commit(ReportLine{{"one", "all", "rude", said, "lin", "Lin", "mei", "Mei", said}});
    std::array<WriteResult, 2> results{};
    std::thread at_once([&] { results[1] = commit_one(other, decide("owner", "dismiss")); });
    results[0] = commit(decide("mod", "dismiss"));
    at_once.join();
    EXPECT_THAT(results, testing::UnorderedElementsAre(kDone, kRefused)) << said;
  }
  EXPECT_EQ(acts(), 20) << "numbers without gaps";
#endif
}

TEST_P(ModerationStoreTest, AModeratorHasSoManyActsADay) {
  std::vector<Write> writes(kMostActs, begin("mod", "mute", "lin", kNow + 1));
  for (std::size_t i = 0; i < writes.size(); ++i)
    std::get<Moderate>(writes[i]).begins = 'm' + std::to_string(i);
  EXPECT_THAT(store_->commit(writes), testing::Each(kDone));
  EXPECT_EQ(commit(begin("mod", "mute", "lin", kNow + 2, "x")), kRefused);
  EXPECT_EQ(reader_->act_before("mod", kMostActs - 1), kNow);
  EXPECT_FALSE(reader_->act_before("mod", kMostActs));
  EXPECT_FALSE(reader_->act_before("owner", 0));
  EXPECT_EQ(commit(begin("owner", "mute", "lin", kNow + 2, "x")), kDone) << "another";
  Moderate tomorrow = begin("mod", "mute", "lin", kNow + 30 * kHour, "y");
  tomorrow.line.at = kNow + 24 * kHour;
  EXPECT_EQ(commit(tomorrow), kDone);
}

TEST_P(ModerationStoreTest, SweepsWhatIsLongOver) {
  commit(begin("mod", "mute", "lin", kNow + 1));
  commit(begin("mod", "mute", "mei", kNow + kHour, "m2"));
  EXPECT_EQ(commit(SweepModeration{kNow + 2, kNow, 1}), kDone);
  EXPECT_FALSE(reader_->measure("m1"));
  EXPECT_TRUE(reader_->measure("m2"));
  EXPECT_THAT(reader_->moderation_log(1'000, 9), SizeIs(3)) << "one at a time";
  EXPECT_EQ(commit(SweepModeration{kNow + 2, kNow, 9}), kDone);
  EXPECT_THAT(reader_->moderation_log(1'000, 9), SizeIs(2));
  commit(CloseAccount{"mod", "password"});
  commit(SweepModeration{});
  EXPECT_THAT(reader_->moderators(), SizeIs(1));
}

// Numbers began at 1 again once the log was empty: a server that knew the old ones missed the new acts.
TEST_P(ModerationStoreTest, NumbersOfTheLogGoOnAfterASweepOfAll) {
  commit(begin("mod", "mute", "lin"));
  const std::int64_t last = reader_->last_act();
  commit(SweepModeration{0, kNow + 1, 9});
  EXPECT_EQ(reader_->last_act(), last);
  EXPECT_THAT(reader_->moderation_log(1'000, 9), SizeIs(1));
  commit(begin("mod", "mute", "mei", kNow + kHour, "m2"));
  EXPECT_EQ(reader_->last_act(), last + 1);
  ASSERT_THAT(reader_->acts_after(last, 9), SizeIs(1));
  EXPECT_EQ(reader_->acts_after(last, 9)[0].subject, "mei");
}

TEST_P(ModerationStoreTest, ListsGoOnWhereTheyEnded) {
  create(sample_game("one"));
  create(sample_game("two"));
  for (const char* game : {"one", "two"})
    for (const Millis said : {1, 2})
      commit(ReportLine{{game, "all", "rude", said, "lin", "Lin", "mei", "Mei", 6}});
  std::vector<std::string> found;
  ReportPlace after;
  for (auto page = reader_->open_reports({}, 1); !page.empty(); page = reader_->open_reports(after, 1)) {
    after = {page[0].reported, page[0].said, page[0].game};
    found.push_back(page[0].game + std::to_string(page[0].said));
  }
  EXPECT_THAT(found, ElementsAre("one1", "two1", "one2", "two2"));
  for (const char* user : {"lin", "mei", "other"}) {
    commit(begin("owner", "mute", user, kNow + kHour, user));
    commit(Appeal{user, user, "why?", kNow + 1});
  }
  std::vector<std::string> appeals;
  AppealPlace last;
  for (auto page = reader_->open_appeals(kNow, {}, 1); !page.empty();
       page = reader_->open_appeals(kNow, last, 1)) {
    last = {page[0].appealed, page[0].id};
    appeals.push_back(page[0].id);
  }
  EXPECT_THAT(appeals, ElementsAre("lin", "mei", "other"));
}

}  // namespace
}  // namespace storage

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in push messages; every implementation goes through all of it.
namespace storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PushStoreTest : public StoreTest {
 protected:
  static constexpr int kMost = 2;

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
  static PushSubscription subscription(const std::string& user, const std::string& token,
                                       const std::string& endpoint, Millis since = 5) {
    return {token, user, endpoint, "key", "secret", "zh-Hant", since};
  }
  WriteResult subscribe(const std::string& user, const std::string& token, const std::string& endpoint,
                        Millis since = 5) {
    return commit(KeepPushSubscription{subscription(user, token, endpoint, since), kMost});
  }
  void log_in(const std::string& user, const std::string& token) {
    EXPECT_EQ(commit(StartSession{user, token, "", 9, "password"}), kDone);
  }
  WriteResult send(const std::string& user, Millis due = 100, int v = 1, const std::string& kind = "turn") {
    return commit(SendPush{user, kind, "game", v, "gomoku", "Bot", due, 1'000});
  }
  /// At a moment, as "token kind due".
  std::vector<std::string> due(Millis now) {
    std::vector<std::string> all;
    for (const PushMessage& each : reader_->due_pushes(now, 10))
      all.push_back(each.key.token_hash + ' ' + each.key.kind + ' ' + std::to_string(each.due));
    return all;
  }
  PushKey key() const { return {"token of lin", "turn", "game"}; }
};

INSTANTIATE_TEST_SUITE_P(All, PushStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

TEST_P(PushStoreTest, KeepsOneSubscriptionOfASession) {
  EXPECT_EQ(reader_->push_subscription("token of lin"), std::nullopt);
  EXPECT_EQ(subscribe("lin", "token of lin", "one"), kDone);
  EXPECT_EQ(subscribe("lin", "token of lin", "two", 6), kDone);
  EXPECT_EQ(reader_->push_subscription("token of lin"), subscription("lin", "token of lin", "two", 6));
  EXPECT_EQ(commit(EndPushSubscription{"token of lin"}), kDone);
  EXPECT_EQ(reader_->push_subscription("token of lin"), std::nullopt);
  EXPECT_EQ(commit(EndPushSubscription{"token of lin"}), kDone);
}

// The answer of a push service may come when the browser has another subscription already: that one stays.
TEST_P(PushStoreTest, EndsASubscriptionOnlyWhereItIs) {
  subscribe("lin", "token of lin", "one");
  EXPECT_EQ(send("lin"), kDone);
  subscribe("lin", "token of lin", "two", 6);
  EXPECT_EQ(commit(EndPushSubscription{"token of lin", "one"}), kDone);
  EXPECT_EQ(reader_->push_subscription("token of lin"), subscription("lin", "token of lin", "two", 6));
  EXPECT_THAT(due(100), ElementsAre("token of lin turn 100"));
  EXPECT_EQ(commit(EndPushSubscription{"token of lin", "two"}), kDone);
  EXPECT_EQ(reader_->push_subscription("token of lin"), std::nullopt);
  subscribe("lin", "token of lin", "three", 7);
  EXPECT_THAT(due(100), IsEmpty()) << "what was on its way went with it";
}

TEST_P(PushStoreTest, TakesSubscriptionsOfAccountsAlone) {
  EXPECT_EQ(subscribe("g_1", "token of g_1", "one"), kRefused);
  EXPECT_EQ(subscribe("lin", "unknown", "one"), kRefused);
  EXPECT_EQ(subscribe("lin", "token of mei", "one"), kRefused);
}

TEST_P(PushStoreTest, AnEndpointIsOfTheLastThatNamesIt) {
  EXPECT_EQ(subscribe("lin", "token of lin", "one"), kDone);
  EXPECT_EQ(subscribe("lin", "unknown", "one"), kRefused);
  EXPECT_TRUE(reader_->push_subscription("token of lin")) << "who is unknown takes none away";
  EXPECT_EQ(subscribe("mei", "token of mei", "one"), kDone);
  EXPECT_FALSE(reader_->push_subscription("token of lin"));
}

TEST_P(PushStoreTest, ABrowserSaysInWhichZoneItsAccountIs) {
  const auto subscribe_in = [this](int zone, const std::string& token) {
    return commit(KeepPushSubscription{subscription("lin", token, "one"), kMost, zone});
  };
  EXPECT_EQ(subscribe_in(60, "token of lin"), kDone);
  EXPECT_EQ(reader_->push_settings("lin"), PushSettings()) << "without settings there are no quiet hours";
  EXPECT_EQ(commit(ChangePushSettings{"lin", {{"turn"}, 1'320, 420, 60}}), kDone);
  EXPECT_EQ(subscribe_in(120, "unknown"), kRefused);
  EXPECT_EQ(reader_->push_settings("lin").zone, 60);
  EXPECT_EQ(subscribe_in(120, "token of lin"), kDone);
  EXPECT_EQ(reader_->push_settings("lin"), (PushSettings{{"turn"}, 1'320, 420, 120}));
  EXPECT_EQ(subscribe("lin", "token of lin", "one"), kDone);
  EXPECT_EQ(reader_->push_settings("lin").zone, 120);
}

TEST_P(PushStoreTest, EndsTheOldestBeyondSoMany) {
  for (int i = 0; i < 3; ++i) {
    const std::string token = "token " + std::to_string(i);
    log_in("lin", token);
    EXPECT_EQ(subscribe("lin", token, token, /*since=*/5 + i), kDone);
  }
  EXPECT_FALSE(reader_->push_subscription("token 0"));
  EXPECT_TRUE(reader_->push_subscription("token 1"));
  EXPECT_TRUE(reader_->push_subscription("token 2"));
}

// They would be called to a game that does not let them in.
TEST_P(PushStoreTest, AnAccountThatIsBannedIsSentNothing) {
  subscribe("lin", "token of lin", "one");
  EXPECT_EQ(send("lin"), kDone);
  Moderate act{.line = {.at = 5, .by = "", .by_name = "", .act = "ban", .subject = "lin", .name = "lin"},
               .power = "accounts",
               .begins = "m1"};
  act.line.until = 500;
  EXPECT_EQ(commit(act), kDone);
  EXPECT_THAT(due(499), IsEmpty());
  EXPECT_THAT(due(500), ElementsAre("token of lin turn 100")) << "it has ended";
}

TEST_P(PushStoreTest, AMessageGoesToAllBrowsersOfAnAccount) {
  log_in("lin", "phone");
  subscribe("lin", "token of lin", "one");
  subscribe("lin", "phone", "two");
  subscribe("mei", "token of mei", "three");
  EXPECT_EQ(send("lin"), kDone);
  EXPECT_THAT(due(99), IsEmpty());
  EXPECT_THAT(due(100), testing::UnorderedElementsAre("token of lin turn 100", "phone turn 100"));
  EXPECT_THAT(due(1'000), IsEmpty()) << "it has expired";
  const auto messages = reader_->due_pushes(100, 1);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].game, "gomoku");
  EXPECT_EQ(messages[0].name, "Bot");
  EXPECT_EQ(messages[0].expires, 1'000);
  EXPECT_EQ(messages[0].to, *reader_->push_subscription(messages[0].key.token_hash));
  EXPECT_EQ(messages[0].settings, PushSettings());
}

// Many messages for one host kept those for another from being read.
TEST_P(PushStoreTest, HostsTakeTurns) {
  log_in("lin", "phone");
  subscribe("lin", "token of lin", "https://one.test/a");
  subscribe("lin", "phone", "https://ONE.test/b");
  subscribe("mei", "token of mei", "https://two.test/a");
  for (const char* kind : {"turn", "round"}) send("lin", 100, 1, kind);
  send("mei", 300);
  ASSERT_EQ(due(300).size(), 5u);
  EXPECT_EQ(due(300)[1], "token of mei turn 300");
  EXPECT_EQ(reader_->due_pushes(300, 2)[1].key.token_hash, "token of mei");
}

TEST_P(PushStoreTest, OfAnEventThatIsNotWrittenNothingIsTold) {
  subscribe("lin", "token of lin", "one");
  EXPECT_EQ(send("lin", 100, /*v=*/2), kDone);
  EXPECT_THAT(due(100), IsEmpty());
  EXPECT_EQ(send("lin", 100, /*v=*/0, "round"), kDone);
  EXPECT_THAT(due(100), ElementsAre("token of lin round 100"));
}

TEST_P(PushStoreTest, OfAChallengeThatHasEndedNothingIsTold) {
  subscribe("lin", "token of lin", "one");
  const Challenge challenge{.id = "game", .from = "mei", .to = "lin", .wish = "{}", .since = 5, .until = 900};
  EXPECT_EQ(commit(BeginChallenge{challenge, 9, 9, 9}), kDone);
  EXPECT_EQ(send("lin", 100, /*v=*/0, "challenge"), kDone);
  EXPECT_THAT(due(100), ElementsAre("token of lin challenge 100"));
  EXPECT_EQ(commit(EndChallenge{"game", "withdrawn", "", 50}), kDone);
  EXPECT_THAT(due(100), IsEmpty());
}

TEST_P(PushStoreTest, TellsOnlyWhatTheAccountWants) {
  subscribe("lin", "token of lin", "one");
  const PushSettings settings{{"challenge", "turn"}, 1'320, 420, -300};
  EXPECT_EQ(commit(ChangePushSettings{"lin", settings}), kDone);
  EXPECT_EQ(commit(ChangePushSettings{"nobody", settings}), kRefused);
  EXPECT_EQ(reader_->push_settings("lin"), settings);
  EXPECT_EQ(reader_->push_settings("mei"), PushSettings());
  send("lin");
  send("lin", 100, 1, "round");
  EXPECT_THAT(due(100), ElementsAre("token of lin round 100"));
  EXPECT_EQ(reader_->due_pushes(100, 1)[0].settings, settings);
}

TEST_P(PushStoreTest, ANewMessageTakesThePlaceOfTheOneBefore) {
  subscribe("lin", "token of lin", "one");
  send("lin", 100);
  EXPECT_EQ(commit(DelayPush{key(), 100, 150, 1, 2}), kDone);
  const auto delayed = reader_->due_pushes(150, 1);
  ASSERT_EQ(delayed.size(), 1u);
  EXPECT_EQ(delayed[0].begun, 1);
  EXPECT_EQ(delayed[0].failures, 2);
  send("lin", 200);
  EXPECT_EQ(commit(DelayPush{key(), 150, 300, 1, 0}), kRefused) << "it is another one now";
  EXPECT_EQ(commit(DropPush{key(), 150}), kDone);
  EXPECT_THAT(due(200), ElementsAre("token of lin turn 200"));
  EXPECT_EQ(reader_->due_pushes(200, 1)[0].begun, 0);
  EXPECT_EQ(commit(DropPush{key(), 200}), kDone);
  EXPECT_THAT(due(200), IsEmpty());
  EXPECT_EQ(commit(DelayPush{key(), 200, 300, 1, 0}), kRefused);
}

TEST_P(PushStoreTest, WithdrawsWhatIsKnownMeanwhile) {
  subscribe("lin", "token of lin", "one");
  subscribe("mei", "token of mei", "two");
  for (const char* user : {"lin", "mei"}) send(user);
  send("lin", 100, 1, "round");
  EXPECT_EQ(commit(WithdrawPush{"turn", "game", "lin"}), kDone);
  EXPECT_THAT(due(100), testing::UnorderedElementsAre("token of mei turn 100", "token of lin round 100"));
  EXPECT_EQ(commit(WithdrawPush{"turn", "game"}), kDone);
  EXPECT_THAT(due(100), ElementsAre("token of lin round 100"));
}

TEST_P(PushStoreTest, ASubscriptionEndsWithItsSession) {
  subscribe("lin", "token of lin", "one");
  send("lin");
  EXPECT_EQ(commit(EndSession{"token of lin"}), kDone);
  EXPECT_THAT(due(100), IsEmpty());
  send("lin", 101);
  EXPECT_THAT(due(101), IsEmpty());
  EXPECT_EQ(commit(SweepUsers{.after = "lin", .until = "z"}), kDone);
  EXPECT_TRUE(reader_->push_subscription("token of lin")) << "another page of users";
  EXPECT_EQ(commit(SweepUsers{.after = "", .until = "lin"}), kDone);
  EXPECT_FALSE(reader_->push_subscription("token of lin"));
}

TEST_P(PushStoreTest, SweepsWhatIsWorthNothing) {
  for (const char* user : {"lin", "mei"}) {
    subscribe(user, "token of " + std::string(user), user);
    commit(ChangePushSettings{user, {{"round"}, 0, 0, 0}});
    send(user);
  }
  EXPECT_EQ(commit(CloseAccount{"lin", "password"}), kDone);
  EXPECT_EQ(commit(SweepPush{.now = 999}), kDone);
  EXPECT_TRUE(reader_->push_subscription("token of lin")) << "all subscriptions would be looked at";
  EXPECT_EQ(commit(SweepUsers{.after = "", .until = "z"}), kDone);
  EXPECT_FALSE(reader_->push_subscription("token of lin"));
  EXPECT_EQ(reader_->push_settings("lin"), PushSettings());
  EXPECT_TRUE(reader_->push_subscription("token of mei"));
  EXPECT_NE(reader_->push_settings("mei"), PushSettings());
  EXPECT_THAT(due(999), ElementsAre("token of mei turn 100"));
  EXPECT_EQ(commit(SweepPush{.now = 1'000}), kDone);
  EXPECT_THAT(due(999), IsEmpty());
}

}  // namespace
}  // namespace storage

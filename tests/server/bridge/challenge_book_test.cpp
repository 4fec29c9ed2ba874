#include "server/bridge/challenge_book.h"

#include <gtest/gtest.h>

namespace server::bridge {
namespace {

class ChallengeBookTest : public testing::Test {
 protected:
  static Json challenge(const std::string& id, const std::string& from = "Lin") {
    Json message{{"t", "challenge"}, {"challengeId", id}, {"from", from}, {"to", "Pela"}};
    message.update({{"game", "gomoku"}, {"rule", "freestyle"}, {"side", "random"}, {"rated", false}});
    message["time"] = {{"initial", 300'000}, {"increment", 0}};
    return message;
  }
  static Json list(const std::vector<Json>& challenges) {
    return {{"t", "challenges"}, {"challenges", challenges}};
  }
  static Json end(const std::string& id, const std::string& how) {
    return {{"t", "challengeEnd"}, {"challengeId", id}, {"how", how}};
  }
  static Json error(std::int64_t request, const std::string& code) {
    return {{"t", "error"}, {"id", request}, {"code", code}};
  }

  std::string take(const Json& message) { return book_.take(message, now_); }
  std::optional<ChallengeAnswer> next() {
    return book_.next([this](const std::string&) { return has_place_; }, now_);
  }
  /// What is said next, as message number `request`; null: nothing.
  Json say(std::int64_t request) {
    const auto answer = next();
    if (!answer) return {};
    book_.sent(*answer, request, now_);
    return answer->message();
  }
  static Json accept(const std::string& id) {
    return {{"t", "answer"}, {"challengeId", id}, {"do", "accept"}};
  }
  static Json decline(const std::string& id, const std::string& reason) {
    return {{"t", "answer"}, {"challengeId", id}, {"do", "decline"}, {"reason", reason}};
  }

  Policy policy_{};
  ChallengeBook book_{policy_};
  Clock::time_point now_ = Clock::now();
  bool has_place_ = true;
};

TEST_F(ChallengeBookTest, AcceptsWhatItsPolicyTakes) {
  (void)take(challenge("c1"));
  EXPECT_EQ(say(7), accept("c1"));
  EXPECT_TRUE(book_.is_accepting());
  EXPECT_TRUE(book_.replied({{"t", "created"}, {"id", 7}, {"gameId", "g"}}, now_));
  EXPECT_FALSE(book_.is_accepting());
  EXPECT_FALSE(next());
}

TEST_F(ChallengeBookTest, DeclinesTheRestWithAReason) {
  policy_.min_initial = milliseconds(300'001);
  (void)take(challenge("c1"));
  EXPECT_EQ(say(7), decline("c1", "slower"));
  EXPECT_FALSE(book_.is_accepting());
  EXPECT_TRUE(book_.replied({{"t", "ack"}, {"id", 7}}, now_));
  policy_.never = {"Mallory"};
  (void)take(challenge("c2", "Mallory"));
  EXPECT_EQ(say(8), Json({{"t", "answer"}, {"challengeId", "c2"}, {"do", "decline"}})) << "no reason is told";
}

TEST_F(ChallengeBookTest, AnswersOneAtATime) {
  (void)take(list({challenge("c1"), challenge("c2", "Mei")}));
  EXPECT_EQ(say(7), accept("c1"));
  EXPECT_FALSE(next());
  EXPECT_FALSE(book_.replied({{"t", "ack"}, {"id", 6}}, now_)) << "to another request";
  EXPECT_TRUE(book_.replied({{"t", "created"}, {"id", 7}}, now_));
  EXPECT_EQ(say(8), accept("c2"));
}

TEST_F(ChallengeBookTest, WaitsForAPlaceAndDeclinesThen) {
  has_place_ = false;
  (void)take(challenge("c1"));
  EXPECT_FALSE(next());
  now_ += ChallengeBook::kHold - std::chrono::seconds(1);
  EXPECT_FALSE(next());
  now_ += std::chrono::seconds(1);
  EXPECT_EQ(say(7), decline("c1", "later"));
}

TEST_F(ChallengeBookTest, TakesTheFirstPlaceThatIsFree) {
  has_place_ = false;
  (void)take(challenge("c1"));
  now_ += std::chrono::seconds(20);
  has_place_ = true;
  EXPECT_EQ(say(7), accept("c1"));
}

TEST_F(ChallengeBookTest, ForgetsWhatWasWithdrawnOrExpired) {
  for (const char* const how : {"withdrawn", "expired"}) {
    (void)take(challenge("c1"));
    EXPECT_EQ(take(end("c1", how)), "");
    EXPECT_FALSE(next()) << how;
  }
}

TEST_F(ChallengeBookTest, GivesUpOneThatEndsWhileItIsAccepted) {
  (void)take(challenge("c1"));
  (void)say(7);
  (void)take(end("c1", "withdrawn"));
  EXPECT_TRUE(book_.replied(error(7, "busy"), now_));
  now_ += std::chrono::minutes(1);
  EXPECT_FALSE(next());
}

TEST_F(ChallengeBookTest, HearsTheSameOneTwiceAsOne) {
  has_place_ = false;
  (void)take(challenge("c1"));
  now_ += ChallengeBook::kHold;
  (void)take(challenge("c1"));
  EXPECT_EQ(say(7), decline("c1", "later")) << "it has waited since it was heard first";
  (void)take(challenge("c1"));
  EXPECT_TRUE(book_.replied({{"t", "ack"}, {"id", 7}}, now_));
  EXPECT_FALSE(next());
}

TEST_F(ChallengeBookTest, LeavesItsOwnChallengesAlone) {
  Json own = challenge("c1");
  own["own"] = true;
  (void)take(list({own}));
  EXPECT_FALSE(next());
}

TEST_F(ChallengeBookTest, PlaysTheGameThatCameOfOne) {
  (void)take(challenge("c1"));
  (void)say(7);
  Json accepted = end("c1", "accepted");
  accepted["gameId"] = "g1";
  EXPECT_EQ(take(accepted), "g1") << "also where the reply is lost";
}

TEST_F(ChallengeBookTest, AnswersAgainWhatTheServerDoesNotAnswer) {
  (void)take(challenge("c1"));
  (void)say(7);
  now_ += ChallengeBook::kReplyTime;
  EXPECT_EQ(say(8), accept("c1"));
  EXPECT_TRUE(book_.replied(error(8, "not_found"), now_));
  EXPECT_FALSE(next());
}

// The server has made the game, perhaps, and could not say so any more.
TEST_F(ChallengeBookTest, DoubtsWhatBecameOfAnAcceptanceThatWasLost) {
  (void)take(challenge("c1"));
  (void)say(7);
  book_.lost();
  EXPECT_FALSE(next()) << "nothing is known before the server has told its list";
  (void)take(list({challenge("c1")}));
  EXPECT_FALSE(book_.take_doubt()) << "it is open still";
  EXPECT_EQ(say(1), accept("c1"));
  book_.lost();
  (void)take(list({}));
  EXPECT_TRUE(book_.take_doubt());
  EXPECT_FALSE(book_.take_doubt()) << "once";
}

TEST_F(ChallengeBookTest, WaitsWhenTheServerAsksForIt) {
  (void)take(challenge("c1"));
  (void)say(7);
  Json limited = error(7, "rate_limited");
  limited["retryMs"] = 5'000;
  EXPECT_TRUE(book_.replied(limited, now_));
  now_ += milliseconds(4'999);
  EXPECT_FALSE(next());
  now_ += milliseconds(1);
  EXPECT_EQ(say(8), accept("c1"));
}

TEST_F(ChallengeBookTest, TriesABusyServerThreeTimes) {
  (void)take(challenge("c1"));
  for (int request = 1; request <= ChallengeBook::kMostTries; ++request) {
    EXPECT_EQ(say(request), accept("c1"));
    EXPECT_TRUE(book_.replied(error(request, "busy"), now_));
    now_ += std::chrono::seconds(1);
  }
  EXPECT_EQ(say(8), decline("c1", "later"));
}

// The opponent has enough games; or the server does not know such a game any more.
TEST_F(ChallengeBookTest, DeclinesWhatCannotBeAccepted) {
  for (const auto& [code, reason] :
       std::map<std::string, std::string>{{"not_allowed", "later"}, {"unsupported", "game"}}) {
    (void)take(challenge(code));
    EXPECT_EQ(say(7), accept(code));
    EXPECT_TRUE(book_.replied(error(7, code), now_));
    now_ += std::chrono::seconds(1);
    EXPECT_EQ(say(8), decline(code, reason));
    EXPECT_TRUE(book_.replied(error(8, "not_allowed"), now_));
    now_ += std::chrono::hours(1);
    EXPECT_FALSE(next()) << "it runs out";
  }
}

TEST_F(ChallengeBookTest, KeepsNoMoreThanAServerCanHave) {
  has_place_ = false;
  for (std::size_t i = 0; i <= ChallengeBook::kMost; ++i) (void)take(challenge("c" + std::to_string(i)));
  now_ += ChallengeBook::kHold;
  std::int64_t answered = 0;
  while (next() && answered <= 1'000) {
    (void)say(++answered);
    EXPECT_TRUE(book_.replied({{"t", "ack"}, {"id", answered}}, now_));
  }
  EXPECT_EQ(answered, static_cast<std::int64_t>(ChallengeBook::kMost));
}

}  // namespace
}  // namespace server::bridge

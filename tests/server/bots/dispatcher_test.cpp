#include "server/bots/dispatcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/games/registry.h"
#include "server/base/metrics.h"
#include "server/bots/levels.h"
#include "server/bots/task_codec.h"

namespace server {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Keeps what it is asked, and says nothing.
class SilentBots final : public Bots {
 public:
  std::stop_source think(BotRequest request, Done done) override {
    asked.push_back(std::move(request));
    waiting.push_back(std::move(done));
    return asked.back().stop;
  }
  unsigned threads() const override { return 1; }
  double share() const override { return 1; }

  std::vector<BotRequest> asked;
  std::vector<Done> waiting;
};

class DispatcherTest : public testing::Test {
 protected:
  static engine::Thought thought(std::string best) {
    engine::Thought thought;
    thought.lines = {{engine::ScoreKind::eval, 12, {best}}};
    thought.best = std::move(best);
    thought.depth = 5;
    return thought;
  }
  BotRequest request(milliseconds time, Urgency urgency = Urgency::game) const {
    BotRequest request{"room", 3, 7, game_, *game_->new_match({}), {}, urgency};
    request.limits.time = time;
    request.past = Past{};
    return request;
  }
  /// Whether workers are asked.
  bool ask(milliseconds time = milliseconds(1000), Urgency urgency = Urgency::game) {
    return ask(request(time, urgency));
  }
  bool ask(BotRequest request) {
    stop_ = request.stop;
    Bots::Done done = [this](BotAnswer answer) { answers_.push_back(std::move(answer)); };
    return dispatcher_.take(request, done, now_);
  }
  void hear(storage::TaskNews news) { dispatcher_.hear(news, placed_, now_); }
  void hear_answer(std::int64_t id, const std::string& text) { hear({threads_, {{id, text}}, {}}); }
  void workers(int threads) { hear({threads_ = threads, {}, {}}); }
  /// The store has taken what it was told so far.
  storage::TaskWishes place() {
    storage::TaskWishes wishes = dispatcher_.wishes();
    if (!wishes.put.empty()) placed_ = wishes.put.back().id;
    workers(threads_);
    return wishes;
  }
  /// Time passes, and whatever is due is done when it is due.
  void pass(milliseconds time) {
    const auto until = now_ + time;
    for (auto due = dispatcher_.next_look(now_); due && *due <= until; due = dispatcher_.next_look(now_)) {
      now_ = std::max(now_, *due);
      dispatcher_.look(now_);
    }
    now_ = until;
  }

  const engine::Game* game_ = engine::find_game("gomoku");
  const std::string move_ = (*game_->new_match({}))->legal_moves().back();
  SilentBots here_;
  Metrics metrics_;
  Dispatcher dispatcher_{here_, metrics_, {.most = 8}};
  Dispatcher::TimePoint now_{};
  std::int64_t placed_ = 0;
  int threads_ = 0;
  std::stop_source stop_;
  std::vector<BotAnswer> answers_;
};

TEST_F(DispatcherTest, WithoutWorkersNothingIsAskedElsewhere) {
  EXPECT_FALSE(ask());
  EXPECT_FALSE(dispatcher_.has_wishes());
  EXPECT_FALSE(dispatcher_.next_look(now_));
  workers(1);
  EXPECT_TRUE(ask());
}

TEST_F(DispatcherTest, AWorkersAnswerIsTheAnswer) {
  workers(1);
  ASSERT_TRUE(ask());
  const storage::TaskWishes wishes = place();
  ASSERT_THAT(wishes.put, SizeIs(1));
  EXPECT_EQ(wishes.put[0].time, milliseconds(800)) << "a tenth for the way, and a tenth if nobody answers";
  const auto asked = read_request(wishes.put[0].question);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->limits.time, milliseconds(800));
  pass(milliseconds(50));
  hear_answer(1, to_text(thought(move_)));
  ASSERT_THAT(answers_, SizeIs(1));
  EXPECT_EQ(answers_[0].room, "room");
  EXPECT_EQ(answers_[0].epoch, 3u);
  EXPECT_EQ(answers_[0].ply, 7);
  EXPECT_EQ(answers_[0].thought.best, move_);
  EXPECT_EQ(answers_[0].thought.lines[0].value, 12);
  EXPECT_FALSE(answers_[0].fallback);
  EXPECT_TRUE(dispatcher_.idle());
  EXPECT_THAT(here_.asked, IsEmpty());
}

TEST_F(DispatcherTest, AnAnswerThatComesTwiceOrTooLateIsDropped) {
  workers(1);
  ask();
  place();
  hear_answer(1, to_text(thought(move_)));
  hear_answer(1, to_text(thought(move_)));
  EXPECT_THAT(answers_, SizeIs(1));
  ask();
  place();
  pass(milliseconds(900));
  ASSERT_THAT(here_.asked, SizeIs(1));
  hear_answer(2, to_text(thought(move_)));
  EXPECT_THAT(answers_, SizeIs(1)) << "the bot here has the turn now";
  here_.waiting[0]({.room = "room", .epoch = 3, .ply = 7, .thought = thought(move_)});
  EXPECT_THAT(answers_, SizeIs(2));
}

TEST_F(DispatcherTest, ATurnIsNeverLaterThanItsTime) {
  workers(1);
  ask(milliseconds(1000));
  place();
  pass(milliseconds(899));
  EXPECT_THAT(here_.asked, IsEmpty());
  pass(milliseconds(1));
  ASSERT_THAT(here_.asked, SizeIs(1));
  EXPECT_EQ(here_.asked[0].limits.time, milliseconds(100)) << "what is left";
  EXPECT_THAT(place().withdraw, ElementsAre(1));
}

TEST_F(DispatcherTest, WhatNobodyBeginsIsThoughtAboutHere) {
  workers(1);
  ask(milliseconds(1000));
  place();
  pass(milliseconds(125));
  EXPECT_THAT(place().withdraw_unless_begun, ElementsAre(1));
  EXPECT_THAT(here_.asked, IsEmpty());
  hear({threads_, {}, {1}});
  ASSERT_THAT(here_.asked, SizeIs(1));
  EXPECT_EQ(here_.asked[0].limits.time, milliseconds(875));
}

// A worker may vanish, and nobody begin what it had begun.
TEST_F(DispatcherTest, ItIsAskedAgainWhetherATaskHasBeenBegun) {
  workers(2);
  ask(milliseconds(4000));
  place();
  pass(milliseconds(150));
  EXPECT_THAT(place().withdraw_unless_begun, ElementsAre(1));
  pass(milliseconds(249));
  EXPECT_FALSE(dispatcher_.has_wishes());
  pass(milliseconds(1));
  EXPECT_THAT(place().withdraw_unless_begun, ElementsAre(1));
}

TEST_F(DispatcherTest, AStoreThatDoesNotAnswerIsNotWaitedFor) {
  workers(1);
  ask(milliseconds(4000));
  dispatcher_.wishes();  // On its way, and nothing is heard of it.
  pass(milliseconds(150));
  EXPECT_THAT(here_.asked, SizeIs(1));
}

TEST_F(DispatcherTest, WhenTheLastWorkerIsGoneAllIsThoughtAboutHereAtOnce) {
  workers(2);
  ask(milliseconds(1000));
  ask(milliseconds(1000), Urgency::background);
  place();
  pass(milliseconds(100));
  workers(0);
  ASSERT_THAT(here_.asked, SizeIs(2));
  EXPECT_EQ(here_.asked[0].limits.time, milliseconds(900));
  EXPECT_EQ(here_.asked[1].limits.time, milliseconds(1000)) << "an analysis has all the time there is";
  EXPECT_TRUE(dispatcher_.idle());
  EXPECT_FALSE(ask());
}

TEST_F(DispatcherTest, AnIllegalMoveIsNotPlayed) {
  workers(1);
  ask();
  place();
  hear_answer(1, to_text(thought("a99")));
  EXPECT_THAT(answers_, IsEmpty());
  ASSERT_THAT(here_.asked, SizeIs(1));
  for (const char* text : {"", "{}", "null", "failed", "[[[["}) {
    here_.asked.clear();
    ask();
    const std::int64_t id = place().put.back().id;
    hear_answer(id, text);
    EXPECT_THAT(here_.asked, SizeIs(1)) << text;
  }
  EXPECT_THAT(answers_, IsEmpty());
}

TEST_F(DispatcherTest, AnAnswerIsHeldBackUntilItIsDue) {
  workers(1);
  BotRequest slow = request(milliseconds(1000));
  slow.not_before = milliseconds(600);
  ask(std::move(slow));
  place();
  pass(milliseconds(200));
  hear_answer(1, to_text(thought(move_)));
  EXPECT_THAT(answers_, IsEmpty());
  workers(0);
  EXPECT_THAT(here_.asked, IsEmpty()) << "it is ready, whatever becomes of the workers";
  pass(milliseconds(399));
  EXPECT_THAT(answers_, IsEmpty());
  pass(milliseconds(1));
  ASSERT_THAT(answers_, SizeIs(1));
  EXPECT_EQ(answers_[0].held, milliseconds(400));
}

TEST_F(DispatcherTest, WhatIsThoughtAboutHereIsHeldBackNoLonger) {
  workers(1);
  BotRequest slow = request(milliseconds(1000));
  slow.not_before = milliseconds(600);
  slow.answer_within = milliseconds(900);
  ask(std::move(slow));
  place();
  pass(milliseconds(200));
  workers(0);
  ASSERT_THAT(here_.asked, SizeIs(1));
  EXPECT_EQ(here_.asked[0].not_before, milliseconds(400));
  EXPECT_EQ(here_.asked[0].answer_within, milliseconds(700)) << "nor is it waited for longer";
}

TEST_F(DispatcherTest, WhoeverIsStoppedIsAnsweredSoonAndItsTaskWithdrawn) {
  workers(1);
  ask(milliseconds(4000));
  place();
  stop_.request_stop();
  pass(milliseconds(100));
  ASSERT_THAT(answers_, SizeIs(1));
  EXPECT_TRUE(answers_[0].fallback);
  EXPECT_THAT(place().withdraw, ElementsAre(1));
}

TEST_F(DispatcherTest, ATaskThatIsWithdrawnBeforeItIsPutIsNeverPut) {
  workers(1);
  ask(milliseconds(1000));
  workers(0);
  EXPECT_FALSE(dispatcher_.has_wishes());
}

TEST_F(DispatcherTest, ShortThoughtsAndThoseWithoutAPastStayHere) {
  workers(1);
  EXPECT_FALSE(ask(milliseconds(99)));
  BotRequest hint = request(milliseconds(1000));
  hint.past.reset();
  EXPECT_FALSE(ask(std::move(hint)));
  EXPECT_TRUE(ask(milliseconds(100)));
}

// Below the highest level a bot looks at so few positions that the way takes longer than the thought.
TEST_F(DispatcherTest, OnlyTurnsOfFullStrengthAreWorthTheWay) {
  workers(1);
  for (int level = kMinLevel; level < kMaxLevel; ++level) {
    BotRequest turn = request(milliseconds(1000));
    turn.limits = bot_limits(level, std::nullopt, 1);
    turn.limits.time = milliseconds(1000);
    EXPECT_FALSE(ask(std::move(turn))) << level;
  }
  EXPECT_FALSE(dispatcher_.has_wishes());
  BotRequest turn = request(milliseconds(1000));
  turn.limits = bot_limits(kMaxLevel, std::nullopt, 1);
  EXPECT_TRUE(ask(std::move(turn)));
}

TEST_F(DispatcherTest, WorkersAreAskedForAsMuchAsTheyCanDoAndNoMore) {
  workers(2);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(ask());
  EXPECT_FALSE(ask());
  EXPECT_TRUE(ask(milliseconds(1000), Urgency::background)) << "games do not keep analyses out";
  EXPECT_TRUE(ask(milliseconds(1000), Urgency::background));
  EXPECT_FALSE(ask(milliseconds(1000), Urgency::background)) << "nor the other way";
  place();
  workers(100);
  EXPECT_TRUE(ask());
  EXPECT_TRUE(ask());
  EXPECT_FALSE(ask()) << "eight are the most that this server has";
}

TEST_F(DispatcherTest, WhatTheStoreHasNotTakenIsBounded) {
  workers(100);
  int asked = 0;
  for (int i = 0; i < 100; ++i) {
    asked += ask(milliseconds(1000)) ? 1 : 0;
    dispatcher_.wishes();
    pass(milliseconds(150));  // The store takes nothing, and each is thought about here.
  }
  EXPECT_EQ(asked, 8);
  EXPECT_THAT(here_.asked, SizeIs(8));
  workers(0);
  workers(100);
  EXPECT_TRUE(ask()) << "once it is back, it is asked again";
}

TEST_F(DispatcherTest, WorkersThatAreAlwaysLateAreLeftAloneForAWhile) {
  workers(4);
  for (int i = 0; i < 7; ++i) {
    EXPECT_TRUE(ask());
    place();
    pass(milliseconds(900));
  }
  EXPECT_TRUE(ask());
  hear_answer(place().put.back().id, to_text(thought(move_)));  // Not always, then.
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(ask()) << i;
    place();
    pass(milliseconds(900));
  }
  EXPECT_FALSE(ask());
  pass(milliseconds(9'999));
  EXPECT_FALSE(ask());
  pass(milliseconds(1));
  EXPECT_TRUE(ask());
}

// The answer of one game may bring the next request at once.
TEST_F(DispatcherTest, AnAnswerMayAsk) {
  workers(1);
  BotRequest first = request(milliseconds(1000));
  Bots::Done done = [this](BotAnswer answer) {
    answers_.push_back(std::move(answer));
    EXPECT_TRUE(ask());
  };
  ASSERT_TRUE(dispatcher_.take(first, done, now_));
  place();
  hear_answer(1, to_text(thought(move_)));
  EXPECT_THAT(answers_, SizeIs(1));
  EXPECT_THAT(place().put, SizeIs(1));
}

}  // namespace
}  // namespace server

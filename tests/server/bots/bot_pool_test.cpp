#include "server/bots/bot_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <future>
#include <iostream>
#include <mutex>
#include <semaphore>
#include <set>

#include "engine/games/registry.h"
#include "server/base/metrics.h"
#include "tests/address_space.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

using std::chrono::milliseconds;

/// What the scripted bots of a test do and what they saw. The table of games has room for functions only, so
/// they find it here.
struct Script {
  std::function<engine::Thought(const engine::Match&, const engine::Limits&, std::stop_token,
                                const engine::Bot::Progress&)>
      think;
  std::mutex mutex;
  std::vector<bool> fresh;
  std::vector<std::optional<std::uint64_t>> nodes;
  std::set<std::thread::id> threads;
  std::atomic<int> bots = 0;
  std::function<void()> make = [] {};
};
Script* script = nullptr;

/// The clock of the pool, which stands still but for pass(). Timers go by that of the machine.
std::atomic<milliseconds> clock_reads;
std::chrono::steady_clock::time_point read_clock() {
  return std::chrono::steady_clock::time_point(clock_reads.load());
}
void pass(milliseconds time) {
  clock_reads = clock_reads.load() + time;
}

/// What the pool reads as the processor time of a thread. Of one that hangs it grows with each look.
std::function<std::chrono::nanoseconds()> processor_reads;
std::chrono::nanoseconds of_a_busy_thread() {
  static std::atomic<int> hours = 0;
  return std::chrono::hours(++hours);
}
std::chrono::nanoseconds read_processor(const RunningThread&) {
  return processor_reads();
}

class ScriptedBot : public engine::Bot {
 public:
  ScriptedBot() {
    ++script->bots;
    script->make();
  }
  engine::Thought think(const engine::Match& match, const engine::Limits& limits, std::stop_token stop,
                        const Progress& progress) override {
    {
      const std::lock_guard lock(script->mutex);
      script->fresh.push_back(limits.fresh);
      script->nodes.push_back(limits.nodes);
      script->threads.insert(std::this_thread::get_id());
    }
    return script->think(match, limits, stop, progress);
  }
};

engine::Thought plain(std::string move) {
  engine::Thought thought;
  thought.best = std::move(move);
  return thought;
}

class BotPoolTest : public testing::Test {
 protected:
  BotPoolTest() : game_(engine::games().front()) {
    script = &script_;
    processor_reads = of_a_busy_thread;
    game_.new_bot = [](const engine::BotOptions&) -> std::unique_ptr<engine::Bot> {
      return std::make_unique<ScriptedBot>();
    };
    first_legal_ = new_match()->legal_moves().front();
    last_legal_ = new_match()->legal_moves().back();
    script_.think = [this](const auto&, const auto&, auto, const auto&) { return plain(last_legal_); };
  }

  std::unique_ptr<engine::Match> new_match() const { return *game_.new_match({}); }

  /// Opens the pool. A bot is given up where a test says after how long: no other test asks for a fast
  /// machine.
  void open(BotPool::Options options = {}) {
    if (options.grace == BotPool::Options{}.grace) options.grace = std::chrono::hours(1);
    if (options.hash_bytes == BotPool::Options{}.hash_bytes) options.hash_bytes = 1 << 18;
    options.now = read_clock;
    options.processor_time = read_processor;
    pool_.emplace(io_.get_executor(), metrics_, options);
  }
  std::stop_source ask(const std::string& room = "room", int ply = 7, milliseconds time = milliseconds(1000),
                       Urgency urgency = Urgency::game) {
    BotRequest request{room, 3, ply, &game_, new_match(), {}, urgency};
    request.limits.time = time;
    return pool_->think(std::move(request),
                        [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  }
  /// Work in the background, with a limit of nodes besides that of time.
  std::stop_source ask_in_background(const std::string& room, std::uint64_t nodes = 1000) {
    BotRequest request{room, 3, 7, &game_, new_match(), {}, Urgency::background};
    request.limits.time = std::chrono::hours(1);
    request.limits.nodes = nodes;
    return pool_->think(std::move(request),
                        [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  }
  void run_until(std::size_t count) {
    run_io_until(io_, [&] { return answers_.size() >= count; });
  }

  engine::Game game_;
  std::string first_legal_, last_legal_;
  Script script_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<BotPool::Executor> keep_running_{io_.get_executor()};
  Metrics metrics_;
  std::vector<BotAnswer> answers_;
  std::optional<BotPool> pool_;
};

TEST_F(BotPoolTest, AnswersWithTheBotsMoveForTheRequest) {
  open();
  ask("abc", 9);
  EXPECT_TRUE(answers_.empty());
  run_until(1);
  EXPECT_EQ(answers_[0].room, "abc");
  EXPECT_EQ(answers_[0].epoch, 3u);
  EXPECT_EQ(answers_[0].ply, 9);
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
  EXPECT_FALSE(answers_[0].fallback);
}

#ifdef SANQI_CAN_LIMIT_ADDRESS_SPACE
[[noreturn]] void open_with_too_many_threads() {
  limit_address_space();
  boost::asio::io_context io;
  Metrics metrics;
  try {
    const BotPool pool(io.get_executor(), metrics, {.threads = 1'000});
  } catch (const std::runtime_error& error) {
    std::cerr << error.what();
    std::exit(0);
  }
  std::exit(1);
}

// More threads than a service may have ended the server without a word: those that ran were not joined.
TEST(BotPoolDeathTest, SaysWhereTheSystemHasNoRoomForItsThreads) {
  EXPECT_EXIT(open_with_too_many_threads(), testing::ExitedWithCode(0), "no room for 1000 threads of bots");
}
#endif

TEST_F(BotPoolTest, RealBotsOfEveryGameAnswer) {
  open({.longest_pause = std::chrono::hours(1)});  // Slow is not dead.
  for (const engine::Game& game : engine::games()) {
    BotRequest request{"room", 1, 0, &game, *game.new_match({}), {}};
    request.limits.time = std::chrono::hours(1);
    request.limits.nodes = 100;
    pool_->think(std::move(request), [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  }
  run_until(engine::games().size());
  for (const BotAnswer& answer : answers_) EXPECT_FALSE(answer.fallback);
}

TEST_F(BotPoolTest, AThreadKeepsSoManyBotsAndDropsTheOneNotNeededForLongest) {
  open({.kept_bots = 2});
  const auto think = [this](Urgency urgency) {
    ask("room", 7, milliseconds(1000), urgency);
    run_until(answers_.size() + 1);
    return script_.bots.load();
  };
  EXPECT_EQ(think(Urgency::game), 1);
  EXPECT_EQ(think(Urgency::exhibition), 2);
  EXPECT_EQ(think(Urgency::game), 2) << "it is kept";
  EXPECT_EQ(think(Urgency::background), 3) << "in place of that of the exhibition";
  EXPECT_EQ(think(Urgency::game), 3);
  EXPECT_EQ(think(Urgency::exhibition), 4);
}

TEST_F(BotPoolTest, StoppingBringsTheAnswerAtOnce) {
  script_.think = [this](const auto&, const auto&, std::stop_token stop, const auto&) {
    std::promise<void> stopped;
    const std::stop_callback callback(stop, [&] { stopped.set_value(); });
    stopped.get_future().wait();
    return plain(last_legal_);
  };
  open();
  std::stop_source stop = ask("room", 7, std::chrono::hours(1));
  stop.request_stop();
  run_until(1);
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
}

TEST_F(BotPoolTest, TheMoveOfAThrowingBotIsOneOfThoseToChooseFrom) {
  script_.think = [](const auto&, const auto&, auto, const auto&) -> engine::Thought {
    throw std::runtime_error("out of memory");
  };
  open();
  BotRequest request{"room", 3, 7, &game_, new_match(), {}};
  request.limits.time = milliseconds(1000);
  request.limits.among = {last_legal_};
  pool_->think(std::move(request), [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  run_until(1);
  EXPECT_TRUE(answers_[0].fallback);
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
}

TEST_F(BotPoolTest, AThrowingBotIsReplacedByTheFirstLegalMoveAndCounted) {
  script_.think = [](const auto&, const auto&, auto, const auto&) -> engine::Thought {
    throw std::runtime_error("out of memory");
  };
  open();
  ask();
  run_until(1);
  EXPECT_EQ(answers_[0].thought.best, first_legal_);
  EXPECT_TRUE(answers_[0].fallback);
  EXPECT_EQ(metrics_.ai_fallback.Value(), 1);
  ask();
  run_until(2);
  EXPECT_EQ(script_.bots, 2) << "what failed is not trusted again";
}

TEST_F(BotPoolTest, AnIllegalMoveIsNotPlayed) {
  script_.think = [](const auto&, const auto&, auto, const auto&) { return plain("nonsense"); };
  open();
  ask();
  run_until(1);
  EXPECT_EQ(answers_[0].thought.best, first_legal_);
  EXPECT_TRUE(answers_[0].fallback);
}

TEST_F(BotPoolTest, ABotThatIgnoresItsTimeIsStopped) {
  std::promise<void> spoken, told;
  script_.think = [&](const auto&, const auto&, std::stop_token stop, const engine::Bot::Progress& progress) {
    progress(plain(last_legal_));
    spoken.set_value();
    std::promise<void> stopped;
    const std::stop_callback callback(stop, [&] { stopped.set_value(); });
    stopped.get_future().wait();
    told.set_value();
    return plain(last_legal_);
  };
  open({.grace = milliseconds(5)});
  ask("room", 7, milliseconds(10));
  spoken.get_future().wait();  // Before the network thread looks at the time.
  run_until(1);
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
  EXPECT_FALSE(answers_[0].fallback);
  EXPECT_EQ(metrics_.ai_deadline_missed.Value(), 1);
  told.get_future().wait();  // Or this test would take an hour.
}

/// A bot that tells its best idea and then hangs until release().
class HungBotTest : public BotPoolTest {
 protected:
  HungBotTest() {
    script_.think = [this](const auto&, const auto&, auto, const engine::Bot::Progress& progress) {
      progress(plain(last_legal_));
      spoken_.set_value();
      released_.wait();
      return plain(first_legal_);
    };
    open({.grace = milliseconds(5)});
  }
  /// Until it hangs and is answered for.
  void run_until_answered() {
    spoken_.get_future().wait();
    run_until(1);
  }
  void release() {
    hang_.set_value();
    pool_.reset();
    io_.poll();
  }

 private:
  std::promise<void> spoken_, hang_;
  const std::shared_future<void> released_ = hang_.get_future().share();
};

TEST_F(HungBotTest, IsAnsweredForWithItsBestIdea) {
  ask("room", 7, milliseconds(10));
  run_until_answered();
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
  EXPECT_FALSE(answers_[0].fallback);
  release();
  EXPECT_EQ(answers_.size(), 1u) << "the late answer is nobody's";
}

// A thread that lets go of the last hold on a connection would end it beside the network thread.
TEST_F(HungBotTest, HoldsNothingAnyMoreThatTheAnswerWasFor) {
  const auto held = std::make_shared<int>();
  BotRequest request{"room", 3, 7, &game_, new_match(), {}};
  request.limits.time = milliseconds(10);
  pool_->think(std::move(request), [this, held](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  run_until_answered();
  EXPECT_EQ(held.use_count(), 1);
  release();
}

TEST_F(BotPoolTest, AFullQueueIsAnsweredWithTheFirstLegalMove) {
  std::promise<void> hold;
  std::promise<void> began;
  const std::shared_future<void> released = hold.get_future().share();
  std::once_flag once;
  script_.think = [&](const auto&, const auto&, auto, const auto&) {
    std::call_once(once, [&] { began.set_value(); });
    released.wait();
    return plain(last_legal_);
  };
  open({.max_waiting = 1});
  ask("thinking");
  began.get_future().wait();
  ask("waiting");
  ask("refused");
  run_until(1);
  EXPECT_EQ(answers_[0].room, "refused");
  EXPECT_TRUE(answers_[0].fallback);
  hold.set_value();
  run_until(3);
  EXPECT_EQ(metrics_.ai_fallback.Value(), 1);
}

TEST_F(BotPoolTest, ForgetsWhatItThoughtInAnotherRoom) {
  open();
  for (const char* room : {"a", "a", "b", "a"}) {
    ask(room);
    run_until(answers_.size() + 1);
  }
  EXPECT_THAT(script_.fresh, testing::ElementsAre(true, false, true, true));
  EXPECT_EQ(script_.bots, 1);
}

// Bots of two levels against each other.
TEST_F(BotPoolTest, ForgetsWhatAnotherLevelThought) {
  open();
  for (const int level : {2, 2, 8, 2}) {
    BotRequest request{"room", 3, 7, &game_, new_match(), {}, Urgency::exhibition};
    request.limits.time = milliseconds(1000);
    request.limits.level = level;
    pool_->think(std::move(request), [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
    run_until(answers_.size() + 1);
  }
  EXPECT_THAT(script_.fresh, testing::ElementsAre(true, false, true, true));
}

TEST_F(BotPoolTest, ThreadsThinkAtTheSameTime) {
  std::promise<void> both;
  const std::shared_future<void> met = both.get_future().share();
  std::atomic<int> inside = 0;
  script_.think = [&](const auto&, const auto&, auto, const auto&) {
    if (++inside == 2) both.set_value();
    met.wait();
    return plain(last_legal_);
  };
  open({.threads = 2});
  ask("a");
  ask("b");
  run_until(2);
  EXPECT_EQ(script_.threads.size(), 2u);
}

TEST_F(BotPoolTest, ClosingStopsWhatIsThoughtAbout) {
  std::promise<void> began;
  script_.think = [&](const auto&, const auto&, std::stop_token stop, const auto&) {
    began.set_value();
    std::promise<void> stopped;
    const std::stop_callback callback(stop, [&] { stopped.set_value(); });
    stopped.get_future().wait();
    return plain(last_legal_);
  };
  open();
  ask("thinking", 7, std::chrono::hours(1));
  ask("waiting", 7, std::chrono::hours(1));
  began.get_future().wait();
  pool_.reset();
}

/// Asks for a move that is to come no sooner than so long after the question.
class HeldAnswerTest : public BotPoolTest {
 protected:
  std::stop_source ask_not_before(milliseconds after) {
    BotRequest request{"room", 3, 7, &game_, new_match(), {}, Urgency::game};
    request.limits.time = milliseconds(1000);
    request.not_before = after;
    return pool_->think(std::move(request),
                        [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  }
};

TEST_F(HeldAnswerTest, ComesWhenItsTimeHasCome) {
  open();
  const auto asked = std::chrono::steady_clock::now();
  ask_not_before(milliseconds(60));
  run_until(1);
  EXPECT_GE(std::chrono::steady_clock::now() - asked, milliseconds(60));
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
  EXPECT_EQ(answers_[0].held, milliseconds(60));
}

TEST_F(HeldAnswerTest, IsNotHeldWhereItTookLongerToThink) {
  script_.think = [this](const auto&, const auto&, auto, const auto&) {
    pass(milliseconds(5));
    return plain(last_legal_);
  };
  open();
  ask_not_before(milliseconds(3));
  run_until(1);
  EXPECT_EQ(answers_[0].held, milliseconds(0));
}

TEST_F(HeldAnswerTest, IsNotHeldWhereNobodyWaitsForItOrAllAnswerAtOnce) {
  open();
  ask_not_before(std::chrono::hours(1)).request_stop();
  run_until(1);
  pool_.reset();
  open({.at_once = true});
  ask_not_before(std::chrono::hours(1));
  run_until(2);
  for (const BotAnswer& answer : answers_) EXPECT_EQ(answer.held, milliseconds(0));
}

TEST_F(HeldAnswerTest, IsDroppedWithThePool) {
  open();
  ask_not_before(std::chrono::seconds(20));
  ask("asked later");  // Of the same thread: once it is answered, the first one is held back.
  run_until(1);
  pool_.reset();
  keep_running_.reset();
  io_.run();
  ASSERT_EQ(answers_.size(), 1u);
  EXPECT_EQ(answers_[0].room, "asked later");
}

/// Bots that say how long they may think, once the gate is open.
class CrowdedPoolTest : public BotPoolTest {
 protected:
  CrowdedPoolTest() {
    script_.think = [this](const auto&, const engine::Limits& limits, auto, const auto&) {
      std::call_once(once_, [this] { began_.set_value(); });
      open_.wait();
      times_.push_back(*limits.time);
      pass(times_.size() == 1 ? first_takes_ : others_take_ * *limits.time);
      return plain(last_legal_);
    };
  }
  /// So many rooms ask while the one thread thinks about another.
  void crowd(int rooms, milliseconds time) {
    ask("first", 1, time);
    began_.get_future().wait();
    for (int i = 0; i < rooms; ++i) ask("room " + std::to_string(i), 1, time);
  }
  void answer_all(std::size_t count) {
    gate_.set_value();
    run_until(count);
  }

  std::promise<void> gate_, began_;
  std::shared_future<void> open_ = gate_.get_future().share();
  std::once_flag once_;
  std::vector<milliseconds> times_;  // Of the one thread.
  milliseconds first_takes_{0};
  int others_take_ = 0;  // 1: all that they may.
};

constexpr BotPool::Options kCrowdedPool{
    .threads = 1, .longest_queue = std::chrono::seconds(20), .shortest_thought = milliseconds(100)};

TEST_F(CrowdedPoolTest, AllThinkForAShorterTimeAndNobodyMovesWithoutAThought) {
  open(kCrowdedPool);
  crowd(40, std::chrono::seconds(2));  // 80 s of work, where 20 may wait.
  EXPECT_EQ(pool_->share(), 0.25);
  answer_all(41);
  for (const BotAnswer& answer : answers_) EXPECT_FALSE(answer.fallback) << answer.room;
  EXPECT_EQ(metrics_.ai_fallback.Value(), 0);
  ASSERT_EQ(times_.size(), 41u);
  EXPECT_EQ(times_[0], milliseconds(2000)) << "when it began nobody waited";
  EXPECT_EQ(times_[1], milliseconds(2000) / 4 / 4) << "a quarter of the quarter: its part is less";
  EXPECT_EQ(times_[40], milliseconds(2000)) << "when it began nobody waited any more";
  EXPECT_EQ(pool_->share(), 1);
}

// A player who took a move back and made another, or paused and resumed, while a bot waited for its thread,
// left a question in the queue each time. With a few games against bots everybody's bots had a fiftieth of
// their time, and no other such game could be opened.
TEST_F(CrowdedPoolTest, AQuestionThatWasWithdrawnTakesNoTimeOfOthers) {
  open(kCrowdedPool);
  crowd(0, std::chrono::seconds(2));
  for (int i = 0; i < 40; ++i) ask("again", 1, std::chrono::seconds(2)).request_stop();
  ask("other", 1, std::chrono::seconds(2));
  EXPECT_EQ(pool_->share(), 1);
  answer_all(42);
  EXPECT_THAT(times_, testing::ElementsAre(milliseconds(2000), milliseconds(2000)));
  EXPECT_EQ(metrics_.ai_fallback.Value(), 0) << "no bot has failed";
}

TEST_F(CrowdedPoolTest, NobodyThinksForLessThanTheShortestTime) {
  open(kCrowdedPool);
  crowd(1'000, std::chrono::hours(1));
  answer_all(1'001);
  for (std::size_t i = 1; i < 500; ++i) EXPECT_EQ(times_[i], milliseconds(100)) << i;
}

TEST_F(CrowdedPoolTest, AnswersInTheOrderInWhichTheyAsked) {
  open(kCrowdedPool);
  crowd(20, std::chrono::hours(1));
  answer_all(21);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(answers_[static_cast<std::size_t>(i + 1)].room, "room " + std::to_string(i));
}

TEST_F(CrowdedPoolTest, BotsAmongThemselvesWaitForPeople) {
  open(kCrowdedPool);
  crowd(0, milliseconds(50));
  ask_in_background("analysis");
  ask("exhibition", 1, milliseconds(50), Urgency::exhibition);
  ask("game");
  answer_all(4);
  std::vector<std::string> order;
  for (const BotAnswer& answer : answers_) order.push_back(answer.room);
  EXPECT_THAT(order, testing::ElementsAre("first", "game", "exhibition", "analysis"));
}

TEST_F(CrowdedPoolTest, ButNotForEver) {
  BotPool::Options options = kCrowdedPool;
  options.exhibition_patience = milliseconds(5);
  open(options);
  crowd(0, milliseconds(50));
  ask("exhibition", 1, milliseconds(50), Urgency::exhibition);
  ask("game");
  pass(milliseconds(6));
  answer_all(3);
  EXPECT_EQ(answers_[1].room, "exhibition");
}

// Where bots among themselves were more than the threads can serve in five seconds, all of them had always
// waited for too long, and no person's bot answered any more.
TEST_F(CrowdedPoolTest, AndThenTheyTakeTurnsWithThem) {
  BotPool::Options options = kCrowdedPool;
  options.exhibition_patience = milliseconds(5);
  open(options);
  crowd(0, milliseconds(50));
  for (const char* room : {"a", "b", "c"}) ask(room, 1, milliseconds(50), Urgency::exhibition);
  for (const char* room : {"game", "another"}) ask(room);
  pass(milliseconds(6));
  answer_all(6);
  std::vector<std::string> order;
  for (const BotAnswer& answer : answers_) order.push_back(answer.room);
  EXPECT_THAT(order, testing::ElementsAre("first", "a", "game", "b", "another", "c"));
}

TEST_F(CrowdedPoolTest, ThoseThatWaitHaveEquallyMuchOfWhatIsLeftToThem) {
  open(kCrowdedPool);
  first_takes_ = milliseconds(500);
  others_take_ = 1;
  crowd(3, std::chrono::seconds(2));
  answer_all(4);
  EXPECT_THAT(times_, testing::ElementsAre(milliseconds(2000), milliseconds(500), milliseconds(500),
                                           milliseconds(500)));
}

// The last of them began when its time was over, and then thought for a quarter of it.
TEST_F(BotPoolTest, AGameThatThinksEndsSoonerWhenAnotherWaits) {
  std::promise<void> began;
  std::once_flag once;
  script_.think = [&](const auto&, const auto&, std::stop_token stop, const auto&) {
    std::call_once(once, [&] { began.set_value(); });
    std::promise<void> stopped;
    const std::stop_callback callback(stop, [&] { stopped.set_value(); });
    stopped.get_future().wait();
    return plain(last_legal_);
  };
  open({.longest_queue = std::chrono::hours(1)});
  const auto asked = std::chrono::steady_clock::now();
  const std::stop_source first = ask("first", 7, milliseconds(400));
  began.get_future().wait();
  std::stop_source second = ask("second", 7, milliseconds(400));
  run_until(1);
  EXPECT_GE(std::chrono::steady_clock::now() - asked, milliseconds(200)) << "half of it is its own";
  EXPECT_EQ(metrics_.ai_deadline_missed.Value(), 0) << "it ended when its time was over";
  EXPECT_FALSE(first.stop_requested()) << "somebody still waits for its answer";
  EXPECT_FALSE(answers_[0].fallback);
  second.request_stop();
  run_until(2);
}

// Two who ask at once: a thread has the first already, and its bot has not begun.
TEST_F(CrowdedPoolTest, NorHasAGameAllTheTimeWhoseBotIsStillBeingMade) {
  std::promise<void> taken, asked;
  script_.make = [&] {
    taken.set_value();
    asked.get_future().wait();
  };
  open(kCrowdedPool);
  ask("first", 1, std::chrono::seconds(2));
  taken.get_future().wait();
  ask("second", 1, std::chrono::seconds(2));
  asked.set_value();
  answer_all(2);
  EXPECT_EQ(times_[0], std::chrono::seconds(1));
}

// ---- work in the background ------------------------------------------------------------------------------

/// Returns when it is asked to stop.
void wait_for(std::stop_token stop) {
  std::promise<void> stopped;
  const std::stop_callback callback(stop, [&] { stopped.set_value(); });
  stopped.get_future().wait();
}

engine::Thought thought_of(std::string move, int depth, std::uint64_t nodes) {
  engine::Thought thought = plain(std::move(move));
  thought.depth = depth;
  thought.nodes = nodes;
  return thought;
}

TEST_F(BotPoolTest, AGameTakesTheThreadFromTheBackgroundWhichGoesOnAfterwards) {
  std::promise<void> began;
  int runs = 0;
  script_.think = [&](const auto&, const engine::Limits& limits, std::stop_token stop, const auto&) {
    if (!limits.nodes) return plain(last_legal_);  // The game.
    if (++runs == 1) {
      began.set_value();
      wait_for(stop);
      return thought_of(first_legal_, 5, 300);
    }
    return thought_of(last_legal_, 9, 700);
  };
  open();
  ask_in_background("analysis");
  began.get_future().wait();
  ask("game");
  run_until(2);
  EXPECT_EQ(answers_[0].room, "game");
  EXPECT_EQ(answers_[1].room, "analysis");
  EXPECT_EQ(answers_[1].thought.depth, 9);
  EXPECT_EQ(script_.nodes.back(), 700u) << "what was spent before counts";
  EXPECT_THAT(script_.fresh, testing::ElementsAre(true, true, false)) << "both find their tables again";
  EXPECT_EQ(script_.bots, 2);
}

TEST_F(BotPoolTest, AGameTakesTheThreadFromBotsAmongThemselves) {
  std::promise<void> began;
  int runs = 0;
  script_.think = [&](const auto&, const engine::Limits& limits, std::stop_token stop, const auto&) {
    if (*limits.time <= milliseconds(1000) || ++runs > 1) return plain(last_legal_);
    began.set_value();
    wait_for(stop);
    return thought_of(first_legal_, 5, 300);
  };
  open();
  ask("exhibition", 7, std::chrono::hours(1), Urgency::exhibition);
  began.get_future().wait();
  ask("game");
  run_until(2);
  EXPECT_EQ(answers_[0].room, "game");
  EXPECT_EQ(answers_[1].room, "exhibition");
  EXPECT_EQ(runs, 2);
}

TEST_F(BotPoolTest, WhatIsSpentInTheBackgroundIsNotThoughtAboutAgain) {
  std::promise<void> began;
  script_.think = [&](const auto&, const engine::Limits& limits, std::stop_token stop, const auto&) {
    if (!limits.nodes) return plain(last_legal_);
    began.set_value();  // Throws if there is a second run.
    wait_for(stop);
    return thought_of(last_legal_, 5, 1000);
  };
  open();
  ask_in_background("analysis", 1000);
  began.get_future().wait();
  ask("game");
  run_until(2);
  const BotAnswer& analysis = answers_[answers_[0].room == "analysis" ? 0 : 1];
  EXPECT_EQ(analysis.thought.depth, 5);
}

TEST_F(BotPoolTest, AnInterruptedThoughtIsNotLostToAShallowerOne) {
  std::promise<void> began;
  int runs = 0;
  script_.think = [&](const auto&, const engine::Limits& limits, std::stop_token stop, const auto&) {
    if (!limits.nodes) return plain(last_legal_);
    if (++runs > 1) return thought_of(first_legal_, 2, 10);
    began.set_value();
    wait_for(stop);
    return thought_of(last_legal_, 8, 990);
  };
  open();
  ask_in_background("analysis");
  began.get_future().wait();
  ask("game");
  run_until(2);
  EXPECT_EQ(answers_[1].thought.depth, 8);
  EXPECT_EQ(answers_[1].thought.best, last_legal_);
}

TEST_F(BotPoolTest, GamesComeBeforeTheBackgroundHoweverLongItHasWaited) {
  std::promise<void> hold, began;
  std::once_flag once;
  script_.think = [&](const auto&, const auto&, auto, const auto&) {
    std::call_once(once, [&] {
      began.set_value();
      hold.get_future().wait();
    });
    return plain(last_legal_);
  };
  open();
  ask("first game");
  began.get_future().wait();
  ask_in_background("analysis");
  ask("second game");
  hold.set_value();
  run_until(3);
  EXPECT_EQ(answers_[1].room, "second game");
  EXPECT_EQ(answers_[2].room, "analysis");
}

TEST_F(BotPoolTest, OnlyAsManyGiveWayAsThereAreGames) {
  std::promise<void> both;
  std::vector<std::stop_token> tokens;
  script_.think = [&](const auto&, const engine::Limits& limits, std::stop_token stop, const auto&) {
    if (!limits.nodes) return plain(last_legal_);
    {
      const std::lock_guard lock(script_.mutex);
      tokens.push_back(stop);
      if (tokens.size() == 2) both.set_value();
    }
    wait_for(stop);
    return plain(last_legal_);
  };
  open({.threads = 2});
  std::stop_source a = ask_in_background("a");
  std::stop_source b = ask_in_background("b");
  both.get_future().wait();
  ask("game");  // Asks for the thread inside the call.
  {
    const std::lock_guard lock(script_.mutex);
    EXPECT_NE(tokens[0].stop_requested(), tokens[1].stop_requested());
  }
  a.request_stop();
  b.request_stop();
  run_until(3);
}

TEST_F(BotPoolTest, TheBackgroundIsBounded) {
  std::promise<void> began;
  std::once_flag once;
  script_.think = [&](const auto&, const auto&, std::stop_token stop, const auto&) {
    std::call_once(once, [&] { began.set_value(); });
    wait_for(stop);
    return plain(last_legal_);
  };
  open({.max_background = 1});
  std::stop_source thinking = ask_in_background("thinking");
  began.get_future().wait();
  std::stop_source waiting = ask_in_background("waiting");
  ask_in_background("refused");
  run_until(1);
  EXPECT_EQ(answers_[0].room, "refused");
  EXPECT_TRUE(answers_[0].fallback);
  EXPECT_EQ(metrics_.ai_fallback.Value(), 0) << "no game has suffered";
  thinking.request_stop();
  waiting.request_stop();
  run_until(3);
}

// A bot that never ends took its thread with it: with one core, all games and analyses after it.
TEST_F(BotPoolTest, AThreadWhoseBotHangsIsReplaced) {
  std::promise<void> begun, hang;
  const std::shared_future<void> released = hang.get_future().share();
  std::atomic<int> calls = 0;
  script_.think = [&](const auto&, const auto&, auto, const auto&) {
    if (++calls == 1) {
      begun.set_value();
      released.wait();
    }
    return plain(last_legal_);
  };
  open({.grace = milliseconds(5)});
  ask("hangs", 7, milliseconds(10));
  begun.get_future().wait();  // Else another call may be the first.
  run_until(1);
  EXPECT_TRUE(answers_[0].fallback);
  for (const char* room : {"a", "b"}) {
    ask(room, 7, std::chrono::hours(1));
    run_until(answers_.size() + 1);
    EXPECT_FALSE(answers_.back().fallback);
  }
  hang.set_value();
  ask_in_background("later");
  run_until(4);
  EXPECT_FALSE(answers_[3].fallback);
  pool_.reset();  // Its threads look at what is on this stack.
}

// The one thread of a small machine: a game asked for it, and an analysis that hung did not hear.
TEST_F(BotPoolTest, AGameDoesNotWaitForABackgroundThatHangs) {
  std::promise<void> hang, began;
  const std::shared_future<void> released = hang.get_future().share();
  script_.think = [&](const auto&, const engine::Limits& limits, auto, const auto&) {
    if (limits.nodes) {
      began.set_value();
      released.wait();
    }
    return plain(last_legal_);
  };
  open({.grace = milliseconds(50)});
  ask_in_background("analysis");
  began.get_future().wait();
  ask("game", 7, std::chrono::hours(1));
  run_until(2);
  for (const BotAnswer& answer : answers_) EXPECT_EQ(answer.fallback, answer.room == "analysis");
  hang.set_value();
  pool_.reset();  // Its threads look at what is on this stack.
}

// It counted as one that gives its thread back: the game waited until the analysis had ended.
TEST_F(BotPoolTest, NorIsOneThatHungBeforeTakenForAThreadThatComes) {
  std::promise<void> hang, hangs, began;
  std::stop_token analyses;
  std::atomic<int> calls = 0;
  script_.think = [&](const auto&, const auto&, std::stop_token stop, const auto&) {
    const int call = ++calls;
    if (call == 1) {
      hangs.set_value();
      hang.get_future().wait();
    } else if (call == 2) {
      analyses = stop;
      began.set_value();
      wait_for(stop);
    }
    return plain(last_legal_);
  };
  open({.grace = milliseconds(50)});
  ask("hangs", 7, milliseconds(10), Urgency::background);
  hangs.get_future().wait();
  run_until(1);
  std::stop_source analysis = ask_in_background("analysis");
  began.get_future().wait();
  ask("game");  // Asks for the thread inside the call.
  EXPECT_TRUE(analyses.stop_requested());
  analysis.request_stop();
  run_until(3);
  hang.set_value();
  pool_.reset();  // Its threads look at what is on this stack.
}

// ---- a busy machine --------------------------------------------------------------------------------------

/// A bot that uses as much of a processor as the test says, and ends when it is let.
class StarvedBotTest : public BotPoolTest {
 protected:
  StarvedBotTest() {
    clock_reads = milliseconds(0);
    processor_reads = [this] {
      if (++looks_ > 1) looked(looks_ - 1);
      return std::chrono::nanoseconds(used_.load());
    };
    script_.think = [this](const auto&, const auto&, auto, const auto&) {
      niceness_.push_back(::getpriority(PRIO_PROCESS, 0));
      begun_.release();
      released_.wait();
      niceness_.push_back(::getpriority(PRIO_PROCESS, 0));
      return plain(last_legal_);
    };
  }
  ~StarvedBotTest() override {
    release();
    pool_.reset();  // Its threads look at what is on this stack.
  }
  int looks() const { return looks_; }
  void release() {
    std::call_once(once_, [this] { release_.set_value(); });
  }
  void ask_within(std::optional<milliseconds> within, const std::string& room = "room") {
    BotRequest request{room, 3, 7, &game_, new_match(), {}};
    request.limits.time = milliseconds(10);
    request.answer_within = within;
    pool_->think(std::move(request), [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  }

  std::function<void(int)> looked = [](int) {
  };  // After the first, which is the start; on the network thread.
  std::atomic<milliseconds> used_{milliseconds(0)};
  std::vector<int> niceness_;
  std::counting_semaphore<> begun_{0};  // How often it was asked to think.

 private:
  std::atomic<int> looks_ = 0;
  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
  std::once_flag once_;
};

constexpr BotPool::Options kShortGrace{.grace = milliseconds(5)};

TEST_F(StarvedBotTest, PlaysItsOwnMoveHoweverLate) {
  looked = [this](int times) {
    if (times == 5) release();
  };
  open(kShortGrace);
  ask_within(std::chrono::hours(1));
  run_until(1);
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
  EXPECT_FALSE(answers_[0].fallback);
  EXPECT_EQ(metrics_.ai_deadline_missed.Value(), 0);
}

TEST_F(StarvedBotTest, IsAsUrgentAsTheNetworkUntilItHasAnswered) {
  looked = [this](int times) {
    if (times == 2) release();
  };
  open(kShortGrace);
  for (const std::size_t answers : {1, 2}) {
    ask_within(std::chrono::hours(1));
    ASSERT_TRUE(begun_.try_acquire_for(patience()));  // Before the network thread, this one, looks at it.
    run_until(answers);
  }
  ASSERT_EQ(niceness_.size(), 4u);
  EXPECT_EQ(niceness_[2], niceness_[0]) << "with the next question it gives way again";
  if (::geteuid() != 0) GTEST_SKIP() << "only root may hasten threads everywhere";
  EXPECT_EQ(niceness_[1], ::getpriority(PRIO_PROCESS, 0));
}

TEST_F(StarvedBotTest, IsReplacedBeforeItsClockIsOver) {
  looked = [](int times) {
    if (times == 3) pass(milliseconds(500));
  };
  open(kShortGrace);
  ask_within(milliseconds(500));
  run_until(1);
  EXPECT_EQ(answers_[0].thought.best, first_legal_);
  EXPECT_TRUE(answers_[0].fallback);
  EXPECT_EQ(metrics_.ai_deadline_missed.Value(), 1);
}

TEST_F(StarvedBotTest, IsWaitedForForSomeSecondsWhereNoClockRuns) {
  std::vector<std::size_t> answered;
  looked = [&](int times) {
    answered.push_back(answers_.size());
    if (times == 2) pass(std::chrono::seconds(9));
    if (times == 4) pass(std::chrono::seconds(3));
  };
  open(kShortGrace);
  ask_within({});
  run_until(1);
  EXPECT_TRUE(answers_[0].fallback);
  EXPECT_THAT(answered, testing::ElementsAre(0, 0, 0, 0, 0));
}

TEST_F(StarvedBotTest, IsTakenForHungOnceItHasUsedItsTime) {
  looked = [this](int times) {
    if (times == 3) used_ = milliseconds(15);
    if (times == 6) used_ = milliseconds(20);  // It is told to stop.
    if (times == 9) used_ = milliseconds(30);
  };
  open(kShortGrace);
  ask_within(std::chrono::hours(1));
  run_until(1);
  EXPECT_TRUE(answers_[0].fallback);
  EXPECT_EQ(metrics_.ai_deadline_missed.Value(), 1);
}

// With little on the clock the time of grace may be more than there is.
TEST_F(StarvedBotTest, NorIsAHungOneGivenMoreThanTheClockAllows) {
  looked = [](int) { pass(milliseconds(30)); };
  open({.grace = std::chrono::hours(1)});
  ask_within(milliseconds(30));
  run_until(1);
  EXPECT_TRUE(answers_[0].fallback);
}

TEST_F(StarvedBotTest, WhoWaitsForItsThreadIsAnsweredBeforeTheClockIsOver) {
  open({.grace = std::chrono::hours(1)});
  ask_within({});
  while (script_.bots == 0) std::this_thread::yield();
  ask_within(milliseconds(30), "waits");
  pass(milliseconds(30));
  run_until(1);
  EXPECT_EQ(answers_[0].room, "waits");
  EXPECT_TRUE(answers_[0].fallback);
}

// The clock stands still: who waits looks each millisecond whether the bot may still end by itself.
TEST_F(StarvedBotTest, WhoWaitsForItsThreadIsNotGivenUpEither) {
  open({.grace = std::chrono::hours(1), .longest_pause = std::chrono::hours(1)});
  ask_within(std::chrono::hours(1));
  run_io_until(io_, [&] { return looks() > 0; });
  ask_within(milliseconds(1), "waits");
  run_io_until(io_, [&] { return !answers_.empty() || looks() >= 20; });
  EXPECT_TRUE(answers_.empty());
}

TEST_F(StarvedBotTest, WhoWaitsForAThreadWhoseBotHangsIsAnswered) {
  open({.grace = std::chrono::hours(1), .longest_pause = std::chrono::hours(1)});
  ask_within(std::chrono::hours(1));
  run_io_until(io_, [&] { return looks() > 0; });
  used_ = std::chrono::hours(2);
  ask_within(milliseconds(1), "waits");
  run_until(1);
  EXPECT_EQ(answers_[0].room, "waits");
  EXPECT_TRUE(answers_[0].fallback);
}

TEST_F(StarvedBotTest, AnAnalysisThatIsNotLetRunDoesNotHangEither) {
  looked = [this](int times) {
    if (times == 3) release();
  };
  open(kShortGrace);
  ask_in_background("analysis");
  while (script_.bots == 0) std::this_thread::yield();
  ask_within(std::chrono::hours(1), "game");
  run_until(2);
  for (const BotAnswer& answer : answers_) EXPECT_FALSE(answer.fallback) << answer.room;
}

// A table of 4 MiB is cleared for a new room: 16 ms of a slow processor, which are not the move's.
TEST_F(StarvedBotTest, WhatABotForgetsDoesNotCountAgainstItsMove) {
  looked = [this](int times) {
    used_ = milliseconds(30);
    if (times == 3) release();
  };
  BotPool::Options options = kShortGrace;
  options.hash_bytes = std::size_t{4} << 20;
  open(options);
  ask_within(std::chrono::hours(1));
  run_until(1);
  EXPECT_FALSE(answers_[0].fallback);
  EXPECT_EQ(metrics_.ai_deadline_missed.Value(), 0);
}

}  // namespace
}  // namespace server

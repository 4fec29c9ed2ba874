#include "server/bots/bot_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <future>
#include <mutex>
#include <set>

#include "engine/games/registry.h"
#include "server/metrics/metrics.h"

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
  std::set<std::thread::id> threads;
  std::atomic<int> bots = 0;
};
Script* script = nullptr;

class ScriptedBot : public engine::Bot {
 public:
  ScriptedBot() { ++script->bots; }
  engine::Thought think(const engine::Match& match, const engine::Limits& limits, std::stop_token stop,
                        const Progress& progress) override {
    {
      const std::lock_guard lock(script->mutex);
      script->fresh.push_back(limits.fresh);
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
    game_.new_bot = [](const engine::BotOptions&) -> std::unique_ptr<engine::Bot> {
      return std::make_unique<ScriptedBot>();
    };
    first_legal_ = new_match()->legal_moves().front();
    last_legal_ = new_match()->legal_moves().back();
    script_.think = [this](const auto&, const auto&, auto, const auto&) { return plain(last_legal_); };
  }

  std::unique_ptr<engine::Match> new_match() const { return *game_.new_match({}); }

  void open(BotPool::Options options = {}) {
    options.hash_bytes = 1 << 20;
    pool_.emplace(io_.get_executor(), metrics_, options);
  }
  std::stop_source ask(const std::string& room = "room", int ply = 7,
                       milliseconds time = milliseconds(1000)) {
    BotRequest request{room, 3, ply, &game_, new_match(), {}};
    request.limits.time = time;
    return pool_->think(std::move(request),
                        [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  }
  void run_until(std::size_t count) {
    while (answers_.size() < count) io_.run_one();
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

TEST_F(BotPoolTest, RealBotsOfEveryGameAnswer) {
  open();
  for (const engine::Game& game : engine::games()) {
    BotRequest request{"room", 1, 0, &game, *game.new_match({}), {}};
    request.limits.time = milliseconds(5000);
    request.limits.nodes = 100;
    pool_->think(std::move(request), [this](BotAnswer answer) { answers_.push_back(std::move(answer)); });
  }
  run_until(engine::games().size());
  for (const BotAnswer& answer : answers_) EXPECT_FALSE(answer.fallback);
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
  script_.think = [this](const auto&, const auto&, std::stop_token stop, const auto&) {
    std::promise<void> stopped;
    const std::stop_callback callback(stop, [&] { stopped.set_value(); });
    stopped.get_future().wait();
    return plain(last_legal_);
  };
  open({.grace = milliseconds(300)});
  ask("room", 7, milliseconds(10));
  run_until(1);
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
  EXPECT_EQ(metrics_.ai_deadline_missed.Value(), 1);
}

TEST_F(BotPoolTest, ABotThatHangsIsAnsweredForWithItsBestIdea) {
  std::promise<void> hang;
  const std::shared_future<void> released = hang.get_future().share();
  script_.think = [&](const auto&, const auto&, auto, const engine::Bot::Progress& progress) {
    progress(plain(last_legal_));
    released.wait();
    return plain(first_legal_);
  };
  open({.grace = milliseconds(5)});
  ask("room", 7, milliseconds(10));
  run_until(1);
  EXPECT_EQ(answers_[0].thought.best, last_legal_);
  EXPECT_FALSE(answers_[0].fallback);
  hang.set_value();
  pool_.reset();
  io_.poll();
  EXPECT_EQ(answers_.size(), 1u) << "the late answer is nobody's";
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
  open({.max_waiting = 1, .grace = std::chrono::hours(1)});
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

TEST_F(BotPoolTest, ThreadsThinkAtTheSameTime) {
  std::promise<void> both;
  const std::shared_future<void> met = both.get_future().share();
  std::atomic<int> inside = 0;
  script_.think = [&](const auto&, const auto&, auto, const auto&) {
    if (++inside == 2) both.set_value();
    met.wait();
    return plain(last_legal_);
  };
  open({.threads = 2, .grace = std::chrono::hours(1)});
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
  open({.grace = std::chrono::hours(1)});
  ask("thinking", 7, std::chrono::hours(1));
  ask("waiting", 7, std::chrono::hours(1));
  began.get_future().wait();
  pool_.reset();
}

}  // namespace
}  // namespace server

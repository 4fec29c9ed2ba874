#include "server/cluster/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <deque>

#include "engine/games/registry.h"
#include "server/bots/task_codec.h"
#include "storage/store.h"
#include "tests/server/run_until.h"

namespace server {
namespace {

using storage::BegunTask;
using testing::ElementsAre;
using testing::IsEmpty;

/// A store with tasks, and what the worker does there.
class TestConsumer final : public storage::TaskConsumer {
 public:
  struct Script {
    std::mutex mutex;
    std::condition_variable changed;
    bool away = false, gone = false, woken = false, left = false;
    int opened = 0, beats = 0, wakes = 0;
    std::deque<std::pair<Urgency, BegunTask>> waiting;
    std::vector<BegunTask> begun;
    std::vector<std::pair<std::int64_t, std::string>> answers;

    template <class Change>
    void change(Change change) {
      const std::lock_guard lock(mutex);
      change(*this);
      woken = true;
      changed.notify_all();
    }
    template <class Test>
    void wait_for(Test test) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return test(*this); });
    }
  };
  explicit TestConsumer(Script& script) : script_(script) {}

  void open(const Self&) override {
    in_script([this] {
      ++script_.opened;
      script_.begun.clear();
      script_.gone = false;
    });
  }
  void leave() override {
    in_script([this] { script_.left = true; });
  }
  bool beat(storage::WorkerNews& news) override {
    bool gone = false;
    in_script([&] {
      ++script_.beats;
      news.wanted = script_.begun;
      gone = script_.gone;
    });
    return !gone;
  }
  std::vector<BegunTask> begin(int most, int urgency) override {
    std::vector<BegunTask> tasks;
    in_script([&] {
      for (auto at = script_.waiting.begin(); at != script_.waiting.end() && most > 0;) {
        if (static_cast<int>(at->first) > urgency) {
          ++at;
          continue;
        }
        tasks.push_back(at->second);
        script_.begun.push_back(at->second);
        at = script_.waiting.erase(at);
        --most;
      }
    });
    return tasks;
  }
  void answer(const BegunTask& task, const std::string& text) override {
    in_script([&] {
      script_.answers.emplace_back(task.id, text);
      std::erase_if(script_.begun, [&](const BegunTask& each) { return each.id == task.id; });
    });
  }
  void wait(std::chrono::milliseconds patience) override {
    std::unique_lock lock(script_.mutex);
    script_.changed.wait_for(lock, patience, [this] { return std::exchange(script_.woken, false); });
  }
  void wake() override {
    script_.change([](Script& script) { ++script.wakes; });
  }

 private:
  template <class Do>
  void in_script(Do what) {
    const std::lock_guard lock(script_.mutex);
    if (script_.away) throw storage::Error("the database is away");
    what();
    script_.changed.notify_all();
  }
  Script& script_;
};

/// Think for as long as the test wants, which answers for them.
class TestBots final : public Bots {
 public:
  std::stop_source think(BotRequest request, Done done) override {
    if (std::exchange(fails, false)) throw std::runtime_error("a defect");
    asked.push_back(std::move(request));
    waiting.push_back(std::move(done));
    return asked.back().stop;
  }
  unsigned threads() const override { return 1; }
  double share() const override { return 1; }

  bool fails = false;  // The next time.
  std::deque<BotRequest> asked;
  std::deque<Done> waiting;
};

class WorkerTest : public testing::Test {
 protected:
  void begin(int threads = 1) {
    worker_.emplace(io_.get_executor(), bots_, std::make_unique<TestConsumer>(script_),
                    storage::TaskConsumer::Self{"one", "engine", threads}, [this] { ++ready_; });
  }
  static BegunTask task(std::int64_t id, Urgency urgency = Urgency::game) {
    const engine::Game& game = *engine::find_game("gomoku");
    BotRequest request;
    request.room = "room " + std::to_string(id);
    request.game = &game;
    request.urgency = urgency;
    request.limits.time = std::chrono::milliseconds(400);
    request.past = Past{};
    return {1, id, 1, std::chrono::milliseconds(300), to_text(request)};
  }
  void put(std::int64_t id, Urgency urgency = Urgency::game) {
    script_.change(
        [&](TestConsumer::Script& script) { script.waiting.emplace_back(urgency, task(id, urgency)); });
  }
  void run_until_asked(std::size_t count) {
    run_io_until(io_, [&] { return bots_.asked.size() >= count; });
  }
  void answer(std::size_t at, bool fallback = false) {
    BotAnswer answer;
    answer.thought.best = "h8";
    answer.fallback = fallback;
    bots_.waiting[at](std::move(answer));
  }
  void wait_for_answers(std::size_t count) {
    script_.wait_for([count](const TestConsumer::Script& script) { return script.answers.size() >= count; });
  }
  void wait_for_beats(int more) {
    int wanted = 0;
    script_.change([&](TestConsumer::Script& script) { wanted = script.beats + more; });
    script_.wait_for([&](const TestConsumer::Script& script) { return script.beats >= wanted; });
  }

  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<Worker::Executor> keep_running_{io_.get_executor()};
  TestConsumer::Script script_;
  TestBots bots_;
  int ready_ = 0;
  std::optional<Worker> worker_;
};

TEST_F(WorkerTest, ThinksAndAnswers) {
  begin();
  put(7);
  run_until_asked(1);
  EXPECT_EQ(bots_.asked[0].room, "room 7");
  EXPECT_EQ(bots_.asked[0].limits.time, std::chrono::milliseconds(300)) << "what is left of it";
  answer(0);
  wait_for_answers(1);
  EXPECT_EQ(script_.answers[0].first, 7);
  EXPECT_THAT(script_.answers[0].second, testing::HasSubstr("\"h8\""));
  EXPECT_EQ(script_.wakes, 1) << "an answer does not wait for the next beat";
  worker_.reset();
  EXPECT_EQ(script_.wakes, 2) << "nor does the end";
  EXPECT_TRUE(script_.left);
  EXPECT_EQ(ready_, 1);
}

TEST_F(WorkerTest, TakesNoMoreThanItCanThinkAbout) {
  put(1), put(2), put(3);
  begin(2);
  run_until_asked(2);
  wait_for_beats(1);
  EXPECT_EQ(script_.waiting.size(), 1u);
  answer(1);
  run_until_asked(3);
  worker_.reset();
}

TEST_F(WorkerTest, AGameIsBegunWhileAnAnalysisIsUnderWay) {
  put(1, Urgency::background);
  put(2, Urgency::background);
  begin(1);
  run_until_asked(1);
  put(3);
  run_until_asked(2);
  EXPECT_EQ(bots_.asked[1].room, "room 3") << "the bots see to it that the analysis gives way";
  put(4);
  wait_for_beats(1);
  EXPECT_EQ(script_.waiting.size(), 2u) << "but one game a thread";
  worker_.reset();
}

TEST_F(WorkerTest, WhatCannotBeThoughtAboutIsAnsweredAtOnce) {
  begin();
  script_.change([](TestConsumer::Script& script) {
    script.waiting.emplace_back(Urgency::game, BegunTask{1, 5, 1, std::chrono::seconds(1), "nonsense"});
  });
  wait_for_answers(1);
  EXPECT_EQ(script_.answers[0].second, "failed");
  put(6);
  run_until_asked(1);
  answer(0, /*fallback=*/true);
  wait_for_answers(2);
  EXPECT_EQ(script_.answers[1].second, "failed");
  worker_.reset();
}

// A thread that such a task kept for itself would be missing from then on.
TEST_F(WorkerTest, ADefectIsThatOfOneTask) {
  bots_.fails = true;
  put(7), put(8);
  begin(1);
  run_until_asked(1);
  EXPECT_EQ(bots_.asked[0].room, "room 8");
  wait_for_answers(1);
  EXPECT_EQ(script_.answers[0], (std::pair<std::int64_t, std::string>(7, "failed")));
  worker_.reset();
}

TEST_F(WorkerTest, StopsWhatNobodyWantsAnyMore) {
  begin();
  put(1);
  run_until_asked(1);
  wait_for_beats(1);
  EXPECT_FALSE(bots_.asked[0].stop.stop_requested());
  script_.change([](TestConsumer::Script& script) { script.begun.clear(); });
  wait_for_beats(2);
  EXPECT_TRUE(bots_.asked[0].stop.stop_requested());
  worker_.reset();
}

TEST_F(WorkerTest, ComesBackWhenTheStoreDoesAndBeginsAnew) {
  begin();
  put(1);
  run_until_asked(1);
  script_.change([](TestConsumer::Script& script) { script.away = true; });
  while (!bots_.asked[0].stop.stop_requested()) std::this_thread::yield();
  answer(0);
  script_.change([](TestConsumer::Script& script) { script.away = false; });
  script_.wait_for([](const TestConsumer::Script& script) { return script.opened == 2; });
  put(2);
  run_until_asked(2);
  answer(1);  // That of the first one is told too, and the store drops it.
  script_.wait_for([](const TestConsumer::Script& script) {
    return !script.answers.empty() && script.answers.back().first == 2;
  });
  worker_.reset();
  EXPECT_EQ(ready_, 1);
}

TEST_F(WorkerTest, OpensAgainWhenItWasTakenForGone) {
  begin();
  script_.wait_for([](const TestConsumer::Script& script) { return script.opened == 1; });
  script_.change([](TestConsumer::Script& script) { script.gone = true; });
  script_.wait_for([](const TestConsumer::Script& script) { return script.opened == 2; });
  worker_.reset();
}

TEST_F(WorkerTest, EndsWhileTheStoreIsAway) {
  script_.away = true;
  begin();
  worker_.reset();
  EXPECT_FALSE(script_.left);
  EXPECT_EQ(ready_, 0);
}

}  // namespace
}  // namespace server

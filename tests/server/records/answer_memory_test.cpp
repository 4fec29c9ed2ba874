#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/games/registry.h"
#include "server/base/metrics.h"
#include "server/base/work_pool.h"
#include "server/bots/bot_pool.h"
#include "server/records/record_queue.h"
#include "tests/server/run_until.h"
#include "tests/storage/memory_store.h"

/// What becomes of answers for which there is no memory for a moment: on this thread so many allocations are
/// granted, and so many more are not.
namespace {
thread_local int granted = 0, refused = 0;

bool is_refused() {
  if (refused == 0) return false;
  const bool is_granted = granted > 0;
  --(is_granted ? granted : refused);
  return !is_granted;
}
}  // namespace

void* operator new(std::size_t size) {
  if (is_refused()) throw std::bad_alloc();
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
/// Asio's handlers come from here.
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  void* memory = nullptr;
  return is_refused() || ::posix_memalign(&memory, alignment, size) != 0 ? nullptr : memory;
}

namespace server {
namespace {

// It came out of the thread, and ended the server with all games.
TEST(AnswerMemoryTest, AnAnswerOfThePoolWaitsForMemory) {
  for (const int first : {0, 1}) {
    boost::asio::io_context network;
    const auto work = boost::asio::make_work_guard(network);
    WorkPool pool(network.get_executor());
    std::optional<int> answer;
    const auto without_memory = [first] {
      granted = first;
      refused = 2;
      return 7;
    };
    pool.run(WorkPool::Order(), without_memory, [&answer](std::optional<int> result) { answer = result; });
    run_io_until(network, [&] { return answer.has_value(); });
    EXPECT_EQ(answer, 7) << first;
  }
}

/// Uses up the memory with its thought.
class GreedyBot final : public engine::Bot {
 public:
  engine::Thought think(const engine::Match& match, const engine::Limits&, std::stop_token,
                        const Progress&) override {
    engine::Thought thought;
    thought.best = match.legal_moves().back();
    granted = is_granted;
    refused = 2;
    return thought;
  }

  static inline int is_granted = 0;
};

// It was lost, and counted as given: no watchdog asked again, and the turn never ended.
TEST(AnswerMemoryTest, AnAnswerOfABotWaitsForMemory) {
  engine::Game game = engine::games().front();
  game.new_bot = [](const engine::BotOptions&) -> std::unique_ptr<engine::Bot> {
    return std::make_unique<GreedyBot>();
  };
  // More than it takes to answer: each of them is the first that fails.
  constexpr int kAllocations = 60;
  for (GreedyBot::is_granted = 0; GreedyBot::is_granted < kAllocations; ++GreedyBot::is_granted) {
    boost::asio::io_context network;
    const auto work = boost::asio::make_work_guard(network);
    Metrics metrics;
    BotPool pool(network.get_executor(), metrics, {.threads = 1, .hash_bytes = 1 << 18});
    int answers = 0;
    BotRequest request{"room", 1, 0, &game, *game.new_match({}), {}};
    request.limits.time = std::chrono::hours(1);
    pool.think(std::move(request), [&answers](const BotAnswer&) { ++answers; });
    run_io_until(network, [&] { return answers > 0; });
    EXPECT_EQ(answers, 1) << GreedyBot::is_granted;
  }
}

/// Uses up the memory as it gives way to a game.
class GivingWayBot final : public engine::Bot {
 public:
  engine::Thought think(const engine::Match& match, const engine::Limits&, std::stop_token stop,
                        const Progress&) override {
    if (runs++ == 0) {
      const std::stop_callback tell(stop, [] { is_stopped.notify_all(); });
      std::unique_lock lock(mutex);
      is_stopped.wait(lock, stop, [] { return false; });
      granted = is_granted;
      refused = 2;
    }
    engine::Thought thought;
    thought.best = match.legal_moves().back();
    return thought;
  }

  static inline int is_granted = 0;
  static inline std::atomic<int> runs = 0;

 private:
  static inline std::mutex mutex;
  static inline std::condition_variable_any is_stopped;
};

/// Answers at once.
class QuickBot final : public engine::Bot {
 public:
  engine::Thought think(const engine::Match& match, const engine::Limits&, std::stop_token,
                        const Progress&) override {
    engine::Thought thought;
    thought.best = match.legal_moves().back();
    return thought;
  }
};

template <class Bot>
engine::Game game_with() {
  engine::Game game = engine::games().front();
  game.new_bot = [](const engine::BotOptions&) -> std::unique_ptr<engine::Bot> {
    return std::make_unique<Bot>();
  };
  return game;
}

// It came out of the thread on the way back into the queue, and ended the server.
TEST(AnswerMemoryTest, WorkThatGivesWayToAGameWaitsForMemory) {
  const engine::Game analysed = game_with<GivingWayBot>(), played = game_with<QuickBot>();
  constexpr int kAllocations = 20;
  for (GivingWayBot::is_granted = 0; GivingWayBot::is_granted < kAllocations; ++GivingWayBot::is_granted) {
    GivingWayBot::runs = 0;
    boost::asio::io_context network;
    const auto work = boost::asio::make_work_guard(network);
    Metrics metrics;
    BotPool pool(network.get_executor(), metrics, {.threads = 1, .hash_bytes = 1 << 18});
    std::vector<std::string_view> answered;
    const auto ask = [&](const engine::Game& game, Urgency urgency, std::string_view name) {
      BotRequest request{std::string(name), 1, 0, &game, *game.new_match({}), {}};
      request.limits.time = std::chrono::hours(1);
      request.urgency = urgency;
      pool.think(std::move(request), [&answered, name](const BotAnswer&) { answered.push_back(name); });
    };
    ask(analysed, Urgency::background, "analysis");
    while (GivingWayBot::runs == 0) std::this_thread::yield();
    ask(played, Urgency::game, "game");
    run_io_until(network, [&] { return answered.size() == 2; });
    EXPECT_THAT(answered, testing::UnorderedElementsAre("game", "analysis")) << GivingWayBot::is_granted;
  }
}

class UnluckyStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    auto results = MemoryStore::commit(writes);
    granted = 0;
    refused = 2;
    return results;
  }
};

TEST(AnswerMemoryTest, WhatIsCommittedIsToldOfWhenThereIsMemory) {
  UnluckyStore store;
  boost::asio::io_context network;
  const auto work = boost::asio::make_work_guard(network);
  RecordQueue records(store, network.get_executor());
  std::optional<Persisted> outcome;
  records.commit({storage::Heartbeat{5}}, [&outcome](Persisted persisted) { outcome = persisted; });
  run_io_until(network, [&] { return outcome.has_value(); });
  EXPECT_TRUE(outcome == Persisted::done);
}

}  // namespace
}  // namespace server

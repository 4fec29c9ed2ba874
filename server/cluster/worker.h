#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "server/bots/bots.h"
#include "storage/tasks.h"

namespace server {

/// Thinks about what servers ask, of games before analyses, as many at a time as `bots` has threads. A thread
/// of its own speaks with the store. When that is away what was begun is stopped, and it comes back by
/// itself.
///
/// Life of a task: begin() takes it from the store → start() → think() on the thread of `bots` → take() →
/// answer(). Each is named by node, id and attempt, so that a late answer finds no row (decision 0009).
/// Bounded: as many tasks as threads, and one more for each analysis that gives way to a game.
class Worker {
 public:
  using Executor = boost::asio::io_context::executor_type;

  /// @param network of the thread of `bots`, which outlives this
  /// @param ready called on the worker's thread when it is first known to the servers
  Worker(Executor network, Bots& bots, std::unique_ptr<storage::TaskConsumer> tasks,
         storage::TaskConsumer::Self self, std::function<void()> ready);
  /// Gives back what it has begun.
  /// Waits for the store's thread. What `bots` still thinks ends with its stop.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

 private:
  // The servers know a task by these three.
  using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // Node, id, attempt.
  struct Thinking {
    storage::BegunTask task;
    bool is_game = true;
    std::stop_source stop{};
  };
  struct Answer {
    storage::BegunTask task;
    std::string text;
  };
  static Key key_of(const storage::BegunTask& task) { return {task.node, task.id, task.attempt}; }

  // The thread of the store.
  void run(const std::stop_token& stop);
  void work(const std::stop_token& stop);
  bool beat();
  void stop_unwanted(const std::vector<storage::BegunTask>& wanted);
  void name_strangers(std::vector<storage::WorkerNews::Stranger> strangers);
  void answer();
  void begin();
  void start(const storage::BegunTask& task);
  void stop_all();
  void leave();

  // The thread of `bots`.
  void think(const Key& key, BotRequest request);
  void take(const Key& key, const BotAnswer& answer);

  Executor network_;
  Bots& bots_;
  const std::unique_ptr<storage::TaskConsumer> tasks_;
  const storage::TaskConsumer::Self self_;
  const std::function<void()> ready_;
  /// For what was posted and outlives this. `take` comes from the thread that destroys it.
  std::shared_ptr<Worker*> alive_ = std::make_shared<Worker*>(this);
  const std::weak_ptr<Worker*> weak_ = alive_;

  // Of the thread of the store alone.
  bool failed_ = false, was_ready_ = false;
  // As they were logged last.
  std::vector<storage::WorkerNews::Stranger> strangers_;

  std::mutex mutex_;  // Guards what follows, up to the thread.
  std::map<Key, Thinking> thinking_;
  std::vector<Answer> answers_;

  std::jthread thread_;
};

}  // namespace server

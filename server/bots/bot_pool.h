#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/game.h"

namespace server {

class Metrics;

/// A position that a room wants an answer for.
struct BotRequest {
  std::string room;
  std::uint64_t epoch = 0;  ///< With `ply`: what the room compares before it plays the answer.
  int ply = 0;
  const engine::Game* game = nullptr;
  std::unique_ptr<engine::Match> match;  ///< The pool's own copy.
  engine::Limits limits;                 ///< @pre limits.time: the pool must know when to give up.
};

struct BotAnswer {
  std::string room;
  std::uint64_t epoch = 0;
  int ply = 0;
  engine::Thought thought;  ///< `best` is always a legal move.
  bool fallback = false;    ///< The bot failed, or had no time or no thread: `best` is the first legal move.
};

/// Thinks for rooms on threads of its own.
///
/// Called from the network thread; answers are posted there, exactly one for each request and never inside
/// the call. No failure of a bot holds a game up: one that throws, hangs past its time, or finds the queue
/// full, is answered for with the best move that it has shown so far, or with the first legal one.
class BotPool {
 public:
  using Executor = boost::asio::io_context::executor_type;
  using Done = std::function<void(BotAnswer)>;

  struct Options {
    unsigned threads = 1;
    std::size_t hash_bytes = std::size_t{64} << 20;  ///< Of each thread and game that it plays.
    std::size_t max_waiting = 256;
    /// A bot is told to stop this long after the time it was given, and given up after as long again.
    std::chrono::milliseconds grace{250};
  };

  BotPool(Executor network, Metrics& metrics, const Options& options);
  /// Stops all thinking and waits for the threads. Answers not yet posted are dropped.
  ~BotPool();
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  /// Asking the result to stop makes the answer come soon, with the best move so far: for takebacks and ends.
  std::stop_source think(BotRequest request, Done done);

 private:
  class Job;
  class Worker;

  bool enqueue(const std::shared_ptr<Job>& job);
  std::shared_ptr<Job> next_job();
  void work();

  Executor network_;
  Metrics& metrics_;
  const Options options_;

  std::mutex mutex_;  // Guards what follows, up to the threads.
  std::condition_variable wake_;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::vector<std::shared_ptr<Job>> thinking_;
  bool closing_ = false;

  std::vector<std::thread> threads_;
};

}  // namespace server

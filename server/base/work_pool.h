#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "server/base/fair_queue.h"

namespace server {

/// Threads for what would hold the network thread or the record thread up: reading records and the bodies of
/// requests, replaying games, reading and writing their files. Bots have a pool of their own.
///
/// There are two lanes, each with its own thread and queue, so that a `hello` does not wait behind
/// replays. Both queues are bounded and fair among those who ask; see FairQueue.
///
/// Called from the network thread. Completions run there too, never inside the call that asked. Destroying it
/// finishes what has begun and drops what waits; completions posted after the executor stopped are destroyed
/// unrun.
///
/// A job's way: run() → FairQueue of its lane → a thread → the network thread. When a lane is full, the
/// newest job of the address with the most of them is completed without a result.
class WorkPool {
 public:
  using Executor = boost::asio::io_context::executor_type;

  enum class Lane {
    /// Waited for by a page: `hello`, a look-up of a game.
    quick,  ///< A look-up or two: some 0.1 ms.
    slow,   ///< Up to some ten milliseconds.
  };
  /// Which way a job goes, and in whose turn.
  struct Order {
    Lane lane = Lane::quick;
    /// By its network the queue is fair.
    std::string address{};  ///< Whose request it is; empty: the server itself, or one of its own machine.
  };
  struct Options {
    std::size_t max_quick = 8192;  ///< That wait: all clients come back at once after a restart.
    std::size_t max_slow = 256;
  };

  WorkPool(Executor network, Options options);
  explicit WorkPool(Executor network) : WorkPool(network, Options()) {}
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  /// Runs `work()` on a thread of the pool and calls `done(std::optional<result>)` on the network thread:
  /// empty when the lane is full, or when the work threw, which is logged.
  /// @pre `work` touches nothing of the network thread; what it holds is destroyed before or at its
  /// completion
  template <class Work, class Done>
  // Through a shared_ptr, for std::function copies and results may only move.
  void run(Order order, Work work, Done done) {
    auto result = std::make_shared<std::optional<std::invoke_result_t<Work>>>();
    push(std::move(order),
         {.work = [work = std::move(work), result]() mutable { *result = work(); },
          .done = [result, done = std::move(done)]() mutable { done(std::move(*result)); }});
  }

  /// Of both lanes; for metrics and tests.
  std::size_t waiting() const;

 private:
  struct Job {
    std::function<void()> work;
    std::function<void()> done;
  };
  // Each lane has its own condition, so that a job wakes the thread that can take it.
  struct Queue {
    explicit Queue(std::size_t most) : jobs(most) {}
    FairQueue<Job> jobs;
    std::condition_variable wake;
  };

  void push(Order order, Job job);
  void end_threads();
  void serve(Lane lane);
  std::optional<Job> take(Queue& queue);
  Queue& queue(Lane lane) { return lane == Lane::quick ? quick_ : slow_; }

  Executor network_;

  mutable std::mutex mutex_;  // Guards what follows, up to the threads.
  Queue quick_;
  Queue slow_;
  bool closing_ = false;

  std::vector<std::thread> threads_;
};

}  // namespace server

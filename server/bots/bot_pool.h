#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "server/base/scheduling.h"
#include "server/bots/bots.h"

namespace server {

class Metrics;

/// Thinks for rooms on threads of its own.
///
/// Called from the network thread; answers are posted there, exactly one for each request and never inside
/// the call. No failure of a bot holds a game up: one that throws, or hangs past its time, is answered for
/// with the best move that it has shown so far, or with the first legal one. A thread whose bot hangs is
/// replaced.
///
/// Games are served in the order in which they ask, and each has one request at most. When more is asked for
/// than the threads can do, all think for a shorter time, so that no request waits much longer than
/// `longest_queue` and every move is a thought, however short. What waits for a thread waits at the
/// expense of its own time: games that think when it comes end sooner, so that it has as large a part of it
/// as they.
///
/// Order among urgencies: games, then exhibitions, then the background. A game takes the thread of work in
/// the background, which goes on later (Job::preempt()).
class BotPool final : public Bots {
 public:
  using Executor = boost::asio::io_context::executor_type;

  struct Options {
    unsigned threads = 1;
    /// Threads that think; a hung one is replaced beyond them, kMaxHung at most.
    bool at_once = false;                                       ///< Hold no answer back.
    std::size_t hash_bytes = std::size_t{64} << 20;             ///< Of each bot of a thread.
    std::size_t background_hash_bytes = std::size_t{16} << 20;  ///< The same of work in the background.
    /// Bots that a thread keeps, at most; the one that it has not needed for longest goes first.
    std::size_t kept_bots = 9;
    /// Requests of games. More than there can be rooms: what is over it would be moved without a thought.
    std::size_t max_waiting = 20'000;
    /// The same of work in the background. More than Analyst and Explorer ask for at once, since all of it
    /// comes back here when workers vanish: an analysis keeps a position that was answered without a thought.
    std::size_t max_background = 512;
    /// When all that games wait for would take the threads longer than this, all think for a shorter time.
    std::chrono::milliseconds longest_queue{2'000};
    std::chrono::milliseconds shortest_thought{10};  ///< But not shorter.
    /// An exhibition that has waited so long is served in turns with games.
    std::chrono::milliseconds exhibition_patience{5'000};
    /// A bot is told to stop when it has used so much more of a processor than the time it was given, and
    /// given up after as much again: on a busy machine that may be long after.
    std::chrono::milliseconds grace{250};
    /// Workers that begin nothing for so long, and do not wait for a processor either, are dead: longer than
    /// the longest thought of any level.
    std::chrono::milliseconds longest_pause{10'000};
    /// By which waits are measured; a test brings its own.
    std::chrono::steady_clock::time_point (*now)() = std::chrono::steady_clock::now;
    /// What a thread has used of processors; a test brings its own.
    std::chrono::nanoseconds (*processor_time)(const RunningThread&) = [](const RunningThread& thread) {
      return thread.processor_time();
    };
  };

  /// Starts the threads; throws std::runtime_error where the system has no room for them.
  /// @pre options.threads > 0
  BotPool(Executor network, Metrics& metrics, const Options& options);
  /// Stops all thinking and waits for the threads. Answers not yet posted are dropped.
  ~BotPool() override;
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  /// Answered at once, in the next turn, when its queue is full. @pre request.limits.time
  std::stop_source think(BotRequest request, Done done) override;
  unsigned threads() const override { return options_.threads; }
  double share() const override;

 private:
  class Job;
  class Worker;

  using JobPtr = std::shared_ptr<Job>;

  // False: the queue is full.
  bool enqueue(const JobPtr& job);
  std::deque<JobPtr>& queue_of(Urgency urgency);
  std::deque<JobPtr>& next_queue();
  double share_of_time() const;
  double part_of_time(std::size_t others) const;
  void cut_games_short();
  void drop_what_nobody_wants(Urgency urgency);
  void make_room_for_games();
  void thread_hangs();
  bool has_time_left() const;
  void replace_hung_threads();
  // Throws std::system_error where the system has no room for them.
  void start_missing_threads();
  void end_threads();
  std::size_t wanted_threads() const;
  JobPtr next_job();
  // Whether the thread is still wanted.
  bool finish(const JobPtr& job, bool done);
  void work();

  /// For the watchdogs of jobs, which may outlive the pool. Network thread only.
  std::shared_ptr<BotPool*> self_ = std::make_shared<BotPool*>(this);
  Executor network_;
  Metrics& metrics_;
  const Options options_;

  // Locked for pointers and sums only, never while a bot thinks.
  mutable std::mutex mutex_;  // Guards what follows, up to the threads.
  std::condition_variable wake_;
  std::deque<JobPtr> games_;
  // By it the share of each is reckoned: no look at the queue is needed.
  std::chrono::milliseconds asked_for_{0};  // The time that they would take in full.
  std::deque<JobPtr> exhibitions_;
  bool exhibition_was_last_ = false;  // Of what threads took.
  std::deque<JobPtr> background_;
  // Of every urgency; a hung job stays here until its bot returns, perhaps for ever.
  std::vector<JobPtr> thinking_;
  std::size_t free_ = 0;     // Threads that wait for work.
  std::size_t running_ = 0;  // Threads that have not ended.
  bool closing_ = false;
  // Without the lock: the watchdogs of jobs look whether it moves.
  std::atomic<std::uint64_t> taken_ = 0;  // Jobs, by a thread.

  std::vector<std::thread> threads_;  // Of the constructor's thread.
};

}  // namespace server

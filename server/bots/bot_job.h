#pragma once

#include <atomic>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "server/base/scheduling.h"
#include "server/bots/bot_pool.h"
#include "server/bots/patience.h"

namespace server {

/// A request on its way through the pool: waits, is thought about, is answered exactly once, whichever comes
/// first: the bot, or the watchdog of a bot that does not end. The network thread and one worker share it.
///
/// A job in the background may be thought about in several runs, each ended by a game that wants the thread.
///
/// Life: enqueued (wait_for_worker()) → take() and begin() by a worker → note() by its bot, each time that it
/// knows better → answer(), or answer_without_bot() → done on the network thread, not before
/// BotRequest::not_before. Two limits hold a bot: the time that it was given, in processor time (Patience),
/// after which it is told to stop; and grace after that, after which it is given up and its thread replaced.
///
/// Locks: the pool's mutex may be held when a job's is taken, never the other way round.
class BotPool::Job : public std::enable_shared_from_this<Job> {
 public:
  /// @pre the match has a legal move
  Job(std::weak_ptr<BotPool*> pool, BotRequest request, Done done);

  const BotRequest& request() const { return request_; }
  /// A copy: the caller may stop the thought, also before it has begun.
  std::stop_source stop() const { return stop_; }
  /// True as soon as an answer is chosen, though it may still be held back.
  bool answered() const;
  /// The worker is waited for no more: its bot hangs.
  bool given_up() const { return given_up_; }
  bool is_preempted() const { return preempted_; }
  /// Its bot thinks, and may use more of a processor: it does not hang, however long it is not let run.
  bool has_time_left() const;

  /// Since it was asked for.
  std::chrono::steady_clock::duration age() const { return now_() - asked_; }
  /// Before begin(): what part of its time the job may have, for so many others wait.
  /// @param share of all its time, so that the queue does not grow longer than it may
  /// @param part of the time that is left to it, so that others have as much of theirs
  void shorten(double share, double part);

  /// For the network thread: from now on the request is answered even if no worker ever takes it.
  void wait_for_worker();
  /// For the worker that takes it, and when it has done with it.
  /// Notes the thread whose processor time counts.
  void take();
  void leave();
  /// For the worker: what there is left to think with, after the time spent in the queue.
  /// @param to_forget what the bot needs besides before it thinks
  engine::Limits begin(std::chrono::milliseconds to_forget);
  /// For the worker: a first idea, in case that there will be no better one.
  void note(const engine::Thought& thought);
  /// For the worker: ends with the job, or with the run. The caller's stop() ends both.
  std::stop_source run() const;
  /// For the worker, after a run: whether it was cut short and another one is worth its while.
  bool is_unfinished(const engine::Thought& thought);
  /// Does nothing if it was answered before. Throws std::bad_alloc where there is no memory for the answer:
  /// then it is not answered. A move that is not legal counts as a failure of the bot.
  void answer(engine::Thought thought);
  /// Answers with the best move noted, or with the first legal one.
  /// @param has_failed false: the question was withdrawn
  void answer_without_bot(bool has_failed = true);

  /// For the network thread: others wait for the thread of this game, which ends its thought after this part
  /// of its time. Not later than it would have anyway.
  void cut_short(double part);

  /// For the network thread: asks a job in the background for its thread. False if it is none, or was asked
  /// before. A bot that does not listen is given up soon.
  bool preempt();
  /// After that: another run may begin.
  /// Its limits are what earlier runs have left.
  void set_up_next_run();

 private:
  void watch(std::chrono::milliseconds patience, void (Job::*then)());
  void expect_within(std::chrono::milliseconds allowance, void (Job::*then)());
  void look();
  void end_patience();
  void hasten();
  std::chrono::milliseconds longest_pause() const;
  void end_run();
  void on_deadline();
  void note_missed();
  void wait_on();
  void give_up();
  std::chrono::milliseconds game_time(std::chrono::milliseconds wanted) const;
  engine::Thought deepest(engine::Thought thought) const;
  void post(engine::Thought thought, bool fallback);
  void deliver(BotAnswer answer);
  void tell(BotAnswer answer);

  const std::weak_ptr<BotPool*> pool_;
  Executor network_;
  Metrics& metrics_;
  const std::chrono::milliseconds grace_;
  const std::chrono::milliseconds shortest_thought_;
  const bool at_once_;
  const std::chrono::milliseconds longest_pause_;
  std::chrono::steady_clock::time_point (*const now_)();
  std::chrono::nanoseconds (*const processor_time_)(const RunningThread&);
  const BotRequest request_;
  // Taken before the worker has the match: the network thread may need it while the worker hangs.
  const std::string first_legal_;  // The match belongs to the worker, which may hang in it.
  Done done_;                      // For the network thread; null when it has been told.
  const std::chrono::steady_clock::time_point asked_;
  std::stop_source stop_;
  std::uint64_t taken_before_ = 0;           // Of the network thread: those of the pool when it looked last.
  void (Job::*after_patience_)() = nullptr;  // Of the network thread.
  bool cut_short_ = false;                   // Of the network thread: it watches for an earlier end.
  bool called_ = false;                      // Of the network thread: the bot was told to end.
  std::atomic<bool> preempted_ = false;
  std::atomic<bool> given_up_ = false;
  boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                    boost::asio::wait_traits<std::chrono::steady_clock>,
                                    Executor>
      watchdog_;  // Network thread only.

  mutable std::mutex mutex_;  // Guards what follows.
  engine::Limits left_;
  std::stop_source run_;
  std::optional<engine::Thought> noted_;
  double share_ = 1, part_ = 1;
  std::optional<RunningThread> thread_;  // Of the worker that has it.
  std::optional<Patience> patience_;     // With that thread.
  bool begun_ = false;                   // Its bot thinks.
  std::chrono::steady_clock::time_point begun_at_, ends_by_;
  bool answered_ = false;
};

}  // namespace server

#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "server/bots/dispatcher.h"
#include "storage/tasks.h"

namespace server {

/// Has workers think, as long as there are any, and what they do not do thinks here. A thread of its own
/// speaks with the store, and sleeps while there is no worker.
///
/// Network thread only.
///
/// Everything that the network thread says to the other is in wishes_, everything it hears in told_: both are
/// bounded by the tasks that are under way. With a file there is no TaskQueue, and `here` thinks everything.
class WorkerBots final : public Bots {
 public:
  using Executor = boost::asio::io_context::executor_type;

  /// @param tasks null: everything is thought about here
  /// All outlive this, but for `tasks`.
  WorkerBots(Executor network, Bots& here, Metrics& metrics, std::unique_ptr<storage::TaskQueue> tasks,
             const Dispatcher::Options& options);
  /// Answers that are awaited are dropped.
  ~WorkerBots() override;
  WorkerBots(const WorkerBots&) = delete;
  WorkerBots& operator=(const WorkerBots&) = delete;

  /// There may be workers: the change feed says so, or was not heard for a while.
  void look_for_workers();

  std::stop_source think(BotRequest request, Done done) override;
  unsigned threads() const override { return here_.threads() + dispatcher_.threads(); }
  double share() const override { return here_.share(); }

 private:
  /// What the network thread has not heard yet, of however many exchanges.
  struct Told {
    storage::TaskNews news{};
    std::int64_t placed = 0;
    bool lost = false;  ///< The store was, and all tasks with it.
  };

  // The network thread.
  // Hands requests to the thread, its events to the dispatcher, and sets the timer.
  void flush();
  void hear();
  void arm();
  void look();

  // The thread of the store.
  void run(const std::stop_token& stop);
  bool wait_until_wanted(const std::stop_token& stop);
  void serve(const std::stop_token& stop);
  bool exchange();
  void tell(storage::TaskNews news, std::int64_t placed);
  void tell_loss();
  Told& to_be_told(const std::lock_guard<std::mutex>& lock);

  Executor network_;
  Bots& here_;
  Metrics& metrics_;
  Dispatcher dispatcher_;
  boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                    boost::asio::wait_traits<std::chrono::steady_clock>, Executor>
      timer_;
  /// For what was posted and outlives this. Network thread only.
  std::shared_ptr<WorkerBots*> self_ = std::make_shared<WorkerBots*>(this);
  const std::weak_ptr<WorkerBots*> weak_ = self_;  // The same for both threads.

  const std::unique_ptr<storage::TaskQueue> tasks_;
  bool failed_ = false;  // The last time. Of the thread of the store alone.

  std::mutex mutex_;  // Guards what follows, up to the thread.
  std::condition_variable_any wake_;
  storage::TaskWishes wishes_;
  bool wanted_ = false;  // There may be workers.
  bool busy_ = false;    // An answer is awaited.
  std::optional<Told> told_;

  std::jthread thread_;
};

}  // namespace server

#include "server/bots/worker_bots.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <iterator>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/post_patiently.h"
#include "server/base/service_thread.h"
#include "server/bots/engine_version.h"

namespace server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// Between looks at tasks whose answer, or whose worker, may have been lost without a word; and at workers
/// when there are no tasks.
constexpr milliseconds kBetweenExchanges{250}, kBetweenIdleExchanges{1'000};
/// After a failure.
constexpr milliseconds kRest{1'000};

template <class List>
void append(List& to, List from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

WorkerBots::WorkerBots(Executor network, Bots& here, Metrics& metrics,
                       std::unique_ptr<storage::TaskQueue> tasks, const Dispatcher::Options& options)
    : network_(network),
      here_(here),
      metrics_(metrics),
      dispatcher_(here, metrics, options),
      timer_(network),
      tasks_(std::move(tasks)) {
  if (tasks_) thread_ = start_service("workers", [this](const std::stop_token& stop) { run(stop); });
}

WorkerBots::~WorkerBots() {
  self_.reset();
}

// ---- the network thread ----------------------------------------------------------------------------------

void WorkerBots::look_for_workers() {
  if (!tasks_) return;
  {
    // Its thread sleeps until then: without workers the store is asked nothing.
    const std::lock_guard lock(mutex_);
    wanted_ = true;
  }
  wake_.notify_one();
}

std::stop_source WorkerBots::think(BotRequest request, Done done) {
  // The dispatcher keeps the request's own stop, so the caller can use it either way.
  std::stop_source stop = request.stop;
  if (!dispatcher_.take(request, done, steady_clock::now()))
    return here_.think(std::move(request), std::move(done));
  flush();
  return stop;
}

void WorkerBots::flush() {
  storage::TaskWishes wishes = dispatcher_.wishes();
  const bool any = wishes.any();
  {
    const std::lock_guard lock(mutex_);
    append(wishes_.put, std::move(wishes.put));
    append(wishes_.withdraw, std::move(wishes.withdraw));
    append(wishes_.withdraw_unless_begun, std::move(wishes.withdraw_unless_begun));
    busy_ = !dispatcher_.idle();
  }
  // Outside the lock: wake() reaches into the database's socket.
  if (any) tasks_->wake();
  arm();
}

void WorkerBots::arm() {
  const auto due = dispatcher_.next_look(steady_clock::now());
  // Without a task there is nothing to look at.
  if (!due) return void(timer_.cancel());
  timer_.expires_at(*due);
  timer_.async_wait([weak = weak_](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!error && self) (*self)->look();
  });
}

void WorkerBots::look() {
  // A task that throws must not stop the looking at others.
  attempt("workers", [this] { dispatcher_.look(steady_clock::now()); });
  flush();
}

void WorkerBots::hear() {
  std::optional<Told> told;
  {
    const std::lock_guard lock(mutex_);
    told = std::exchange(told_, std::nullopt);
  }
  // Everything that was awaited is thought about here, at once.
  if (told->lost) told->news.threads = 0;  // With the next exchange there may be some again.
  attempt("workers", [&] { dispatcher_.hear(told->news, told->placed, steady_clock::now()); });
  metrics_.ai_worker_threads.Set(dispatcher_.threads());
  flush();
}

// ---- the thread of the store -----------------------------------------------------------------------------

void WorkerBots::run(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { tasks_->wake(); });
  while (wait_until_wanted(stop)) {
    try {
      serve(stop);
      failed_ = false;
    } catch (const std::exception& error) {
      if (!std::exchange(failed_, true))
        log_event(LogLevel::warn, "workers_not_reached", {{"why", error.what()}});
      wait_for_memory([this] { tell_loss(); });
      sleep_unless_stopped(stop, kRest);
    }
  }
}

/// False: it is over.
bool WorkerBots::wait_until_wanted(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, stop, [this] { return wanted_; });
  wanted_ = false;
  return !stop.stop_requested();
}

void WorkerBots::serve(const std::stop_token& stop) {
  // Once a process: thinking about positions takes some milliseconds.
  static const std::string engine = engine_version();
  tasks_->open(engine);
  // Ends when the last worker has gone; then it waits until there is one again.
  while (!stop.stop_requested() && exchange()) {
    milliseconds patience = kBetweenIdleExchanges;
    {
      const std::lock_guard lock(mutex_);
      if (busy_) patience = kBetweenExchanges;
    }
    tasks_->wait(patience);
  }
  tasks_->close();
}

/// False: there is no worker.
bool WorkerBots::exchange() {
  storage::TaskWishes wishes;
  {
    const std::lock_guard lock(mutex_);
    wishes = std::exchange(wishes_, {});
  }
  storage::TaskNews news = tasks_->exchange(wishes);
  const bool any = news.threads > 0;
  // Ids ascend, so the last that was put is the highest.
  tell(std::move(news), wishes.put.empty() ? 0 : wishes.put.back().id);
  return any;
}

void WorkerBots::tell(storage::TaskNews news, std::int64_t placed) {
  // Folded into what has not been heard: one post, however many exchanges.
  const std::lock_guard lock(mutex_);
  Told& told = to_be_told(lock);
  append(told.news.answers, std::move(news.answers));
  append(told.news.returned, std::move(news.returned));
  told.news.threads = news.threads;
  told.placed = std::max(told.placed, placed);
}

void WorkerBots::tell_loss() {
  const std::lock_guard lock(mutex_);
  // Otherwise the thread would sleep until the next notice.
  wanted_ = true;  // They may be back.
  to_be_told(lock).lost = true;
}

WorkerBots::Told& WorkerBots::to_be_told(const std::lock_guard<std::mutex>& /*lock*/) {
  if (told_) return *told_;
  boost::asio::post(network_, [weak = weak_] {
    if (const auto self = weak.lock()) (*self)->hear();
  });
  return told_.emplace(Told{});  // Without the argument clang 16 finds no constructor of a nested class.
}

}  // namespace server

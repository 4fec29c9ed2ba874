#include "server/cluster/worker.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/post_patiently.h"
#include "server/base/service_thread.h"
#include "server/bots/task_codec.h"

namespace server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Twice a second; servers take a worker for gone after two seconds.
constexpr milliseconds kBetweenBeats{500};
constexpr milliseconds kRest{500};  // After a failure.
// A task that is late is still thought about a little: its answer may be in time.
constexpr milliseconds kShortestThought{10};

/// What is no thought: its server thinks itself.
constexpr const char* kFailed = "failed";

}  // namespace

Worker::Worker(Executor network, Bots& bots, std::unique_ptr<storage::TaskConsumer> tasks,
               storage::TaskConsumer::Self self, std::function<void()> ready)
    : network_(network),
      bots_(bots),
      tasks_(std::move(tasks)),
      self_(std::move(self)),
      ready_(std::move(ready)),
      thread_(start_service("tasks", [this](const std::stop_token& stop) { run(stop); })) {}

// From here on no handler that was posted finds this.
Worker::~Worker() {
  alive_.reset();
}

// ---- the thread of the store -----------------------------------------------------------------------------

void Worker::run(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { tasks_->wake(); });
  while (!stop.stop_requested()) {
    try {
      work(stop);
    } catch (const std::exception& error) {
      if (!std::exchange(failed_, true))
        log_event(LogLevel::warn, "servers_not_reached", {{"why", error.what()}});
      sleep_unless_stopped(stop, kRest);
    }
    // Not wanted any more: the connection that would bring the answers is gone.
    stop_all();
  }
  leave();
}

void Worker::leave() {
  try {
    tasks_->leave();
  } catch (const std::exception&) {
    // Then the others find out by its silence.
  }
}

// Ends without a failure when others take it for gone: then it begins anew.
// The order of a round: beat, answers, new tasks, then a wait of half a second at most, which a notice or an
// answer ends.
void Worker::work(const std::stop_token& stop) {
  tasks_->open(self_);
  failed_ = false;
  if (!std::exchange(was_ready_, true)) ready_();
  auto beat_at = steady_clock::now();
  while (!stop.stop_requested()) {
    if (steady_clock::now() >= beat_at) {
      if (!beat()) return;
      beat_at = steady_clock::now() + kBetweenBeats;
    }
    answer();
    begin();
    const auto left = std::chrono::ceil<milliseconds>(beat_at - steady_clock::now());
    tasks_->wait(std::max(left, milliseconds(0)));
  }
}

bool Worker::beat() {
  storage::WorkerNews news;
  if (!tasks_->beat(news)) return false;
  stop_unwanted(news.wanted);
  name_strangers(std::move(news.strangers));
  return true;
}

void Worker::stop_unwanted(const std::vector<storage::BegunTask>& wanted) {
  // What the servers do not want any more, or have given to others, is stopped.
  const std::lock_guard lock(mutex_);
  for (auto& [key, thinking] : thinking_) {
    if (std::ranges::find(wanted, key, key_of) == wanted.end()) thinking.stop.request_stop();
  }
}

// Each stranger is logged when it appears, not at each beat.
void Worker::name_strangers(std::vector<storage::WorkerNews::Stranger> strangers) {
  for (const auto& each : strangers) {
    if (std::ranges::find(strangers_, each) != strangers_.end()) continue;
    log_event(LogLevel::error, "engine_differs",
              {{"node", each.node}, {"theirs", each.engine}, {"ours", self_.engine}});
  }
  strangers_ = std::move(strangers);
}

// The lock is not held while the store is asked.
void Worker::answer() {
  std::vector<Answer> answers;
  {
    const std::lock_guard lock(mutex_);
    answers = std::exchange(answers_, {});
  }
  for (const Answer& each : answers) tasks_->answer(each.task, each.text);
}

// A game takes the thread of an analysis, which goes on afterwards.
// free counts all that is being thought, free_for_games only games: an analysis is not in the way of a game.
void Worker::begin() {
  int free = self_.threads, free_for_games = self_.threads;
  {
    const std::lock_guard lock(mutex_);
    free -= static_cast<int>(thinking_.size());
    for (const auto& [key, thinking] : thinking_) free_for_games -= thinking.is_game ? 1 : 0;
  }
  if (free_for_games <= 0) return;
  const Urgency least = free > 0 ? Urgency::background : Urgency::exhibition;
  for (const storage::BegunTask& task :
       tasks_->begin(free > 0 ? free : free_for_games, static_cast<int>(least)))
    start(task);
}

void Worker::start(const storage::BegunTask& task) {
  auto request = read_request(task.question);
  // A question that cannot be read is answered at once, or its server would wait.
  if (!request) return tasks_->answer(task, kFailed);
  // `left` is PostgreSQL's measure of what is left, so no clock is compared with another.
  request->limits.time = std::max(std::min(*request->limits.time, task.left), kShortestThought);
  const Key key = key_of(task);
  {
    const std::lock_guard lock(mutex_);
    thinking_[key] = {task, request->urgency != Urgency::background, request->stop};
  }
  const auto shared = std::make_shared<BotRequest>(*std::move(request));  // What is posted can be copied.
  post_patiently(network_, [weak = weak_, key, shared] {
    if (const auto self = weak.lock()) (*self)->think(key, std::move(*shared));
  });
}

void Worker::stop_all() {
  const std::lock_guard lock(mutex_);
  for (auto& [key, thinking] : thinking_) thinking.stop.request_stop();
  answers_.clear();
}

// ---- the thread of the bots ------------------------------------------------------------------------------

void Worker::think(const Key& key, BotRequest request) {
  const auto done = [weak = weak_, key](const BotAnswer& answer) {
    if (const auto self = weak.lock()) (*self)->take(key, answer);
  };
  // A pool that throws must not leave the task unanswered.
  if (attempt("thought", [&] { bots_.think(std::move(request), done); })) return;
  BotAnswer none;
  none.fallback = true;
  done(none);
}

// A thread is free again only now, also where the answer is not wanted any more.
void Worker::take(const Key& key, const BotAnswer& answer) {
  {
    // stop_all() and this take out of the same table; only one of them answers.
    const std::lock_guard lock(mutex_);
    auto found = thinking_.extract(key);
    if (found.empty()) return;
    answers_.push_back({std::move(found.mapped().task), answer.fallback ? kFailed : to_text(answer.thought)});
  }
  // The store's thread waits in tasks_->wait(); now there is something to send.
  tasks_->wake();
}

}  // namespace server

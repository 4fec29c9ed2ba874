#include "server/bots/dispatcher.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/bots/levels.h"
#include "server/bots/task_codec.h"

namespace server {
namespace {

using std::chrono::milliseconds;

/// A task that is withdrawn is noticed so soon.
constexpr milliseconds kBetweenLooks{100};
/// Between questions whether a task has been begun.
constexpr milliseconds kAgain{250};
/// So many late answers in a row cost as many weak moves: workers are too slow, or hang.
constexpr int kMostLate = 8;
constexpr milliseconds kRestAfterLate{10'000};

/// Of a task's time, what is kept for a thought here if no worker answers; as much is for the way there and
/// back.
// A tenth: the thought here is weaker, but there is one.
milliseconds reserve(milliseconds time) {
  return std::clamp(time / 10, milliseconds(20), milliseconds(250));
}

/// Workers none of whom has begun by then have enough to do. An analysis is not waited for.
// Short: a turn that waits for a worker in vain loses this time twice.
milliseconds patience(const BotRequest& request) {
  if (request.urgency == Urgency::background) return milliseconds(1'000);
  return std::clamp(*request.limits.time / 8, milliseconds(30), milliseconds(150));
}

/// An analysis is told how much to think, not how long: it is given as much again on its way.
// Never later than its limit less what a thought here needs.
milliseconds answer_time(const BotRequest& request) {
  const milliseconds time = *request.limits.time;
  return request.urgency == Urgency::background ? time + milliseconds(1'000) : time - reserve(time);
}

milliseconds task_time(const BotRequest& request) {
  const milliseconds time = *request.limits.time;
  return request.urgency == Urgency::background ? time : time - 2 * reserve(time);
}

/// The question as a worker gets it.
// The limits are changed for the text only: the request keeps its own for a thought here.
storage::Task task_of(std::int64_t id, BotRequest& request) {
  const engine::Limits limits = request.limits;
  request.limits.time = task_time(request);
  if (limits.optimum) request.limits.optimum = std::min(*limits.optimum, *request.limits.time);
  storage::Task task{id, static_cast<int>(request.urgency), *request.limits.time, to_text(request)};
  request.limits = limits;
  return task;
}

BotAnswer answer_to(const BotRequest& request, engine::Thought thought) {
  return {.room = request.room, .epoch = request.epoch, .ply = request.ply, .thought = std::move(thought)};
}

/// Below the highest level a bot looks at so few positions that it is done within milliseconds, whatever time
/// it has. An analysis is of full strength too.
bool takes_its_time(const BotRequest& request) {
  return request.limits.level == kMaxLevel;
}

}  // namespace

// In the order of cost: nothing is written before all is known.
bool Dispatcher::take(BotRequest& request, Bots::Done& done, TimePoint now) {
  if (threads_ == 0 || !request.past || *request.limits.time < options_.shortest) return false;
  if (!takes_its_time(request)) return false;
  if (now < rests_until_ || !has_room_for(request.urgency)) return false;
  const std::int64_t id = ++last_;
  wishes_.put.push_back(task_of(id, request));
  const TimePoint begin_by = now + patience(request), answer_by = now + answer_time(request);
  // Only now may it be moved: until here the caller would have kept it.
  pending_.emplace(id, PendingTask{std::move(request), std::move(done), now, answer_by, begin_by, {}});
  return true;
}

// Two for each thread: one that is thought about and one that waits. Analyses leave the second to games.
bool Dispatcher::has_room_for(Urgency urgency) const {
  // Also bounds what waits for a store that does not answer.
  if (last_ - placed_ >= static_cast<std::int64_t>(options_.most)) return false;  // The store is slow.
  const bool background = urgency == Urgency::background;
  const auto alike = std::ranges::count_if(pending_, [background](const auto& each) {
    return (each.second.request.urgency == Urgency::background) == background;
  });
  const std::size_t room = std::size_t{threads_} * (background ? 1 : 2);
  return static_cast<std::size_t>(alike) < room && pending_.size() < options_.most;
}

void Dispatcher::hear(const storage::TaskNews& news, std::int64_t placed, TimePoint now) {
  threads_ = static_cast<unsigned>(std::max(news.threads, 0));
  placed_ = std::max(placed_, placed);
  for (const storage::TaskAnswer& each : news.answers) {
    // It was withdrawn, or thought about here, in the meantime.
    const auto at = pending_.find(each.id);  // An answer that comes too late is dropped.
    if (at != pending_.end() && !at->second.ready) answer(at, each.text, now);
  }
  // Given back by a worker that stopped, or withdrawn before it was begun.
  for (const std::int64_t id : news.returned) {
    const auto at = pending_.find(id);
    if (at != pending_.end() && !at->second.ready) think_here(at, now, "not_begun");
  }
  // Tasks of a store that is away would be late for certain.
  if (threads_ == 0) think_all_here(now);
  look(now);
}

void Dispatcher::think_all_here(TimePoint now) {
  // None is on its way any more.
  placed_ = last_;  // Or are not waited for any more.
  late_ = 0;
  for (auto at = pending_.begin(); at != pending_.end();)
    at = at->second.ready ? std::next(at) : think_here(at, now, "no_worker");
}

void Dispatcher::look(TimePoint now) {
  for (auto at = pending_.begin(); at != pending_.end();) at = look_at(at, now);
}

Dispatcher::PendingTasks::iterator Dispatcher::look_at(PendingTasks::iterator at, TimePoint now) {
  auto& [id, task] = *at;
  const BotRequest& request = task.request;
  if (task.ready) {
    if (now < task.asked + request.not_before) return std::next(at);
    return finish(at, *std::move(task.ready));
  }
  // A legal move all the same: an answer always has one.
  if (request.stop.stop_requested()) {  // The caller drops the answer.
    withdraw(id);
    metrics_.count_elsewhere("withdrawn");
    BotAnswer none = answer_to(request, {});
    none.thought.best = request.match->legal_moves().front();
    none.fallback = true;
    return finish(at, std::move(none));
  }
  if (now >= task.answer_by) {
    note_late(now);
    return think_here(at, now, "late");
  }
  if (now < task.begin_by) return std::next(at);
  // Not even asked for: the store is too slow.
  if (id > placed_) return think_here(at, now, "not_placed");  // The store does not answer.
  // The store withdraws it unless a worker has begun; asked again, for that one may vanish.
  task.begin_by = now + kAgain;
  wishes_.withdraw_unless_begun.push_back(id);
  return std::next(at);
}

// A row of late answers is no accident; single ones are.
void Dispatcher::note_late(TimePoint now) {
  if (++late_ < kMostLate) return;
  late_ = 0;
  rests_until_ = now + kRestAfterLate;
  log_event(LogLevel::warn, "workers_too_slow", {{"rest_ms", kRestAfterLate.count()}});
}

std::optional<Dispatcher::TimePoint> Dispatcher::next_look(TimePoint now) const {
  std::optional<TimePoint> next;
  for (const auto& [id, task] : pending_) {
    const TimePoint due = task.ready ? task.asked + task.request.not_before
                                     : std::min({task.answer_by, task.begin_by, now + kBetweenLooks});
    next = next ? std::min(*next, due) : due;
  }
  // Within kBetweenLooks a request to stop is noticed: nothing else tells of it.
  return next;
}

Dispatcher::PendingTasks::iterator Dispatcher::answer(PendingTasks::iterator at, const std::string& text,
                                                      TimePoint now) {
  PendingTask& task = at->second;
  // Whatever a worker wrote is checked against the position: it may be of another engine, or broken.
  auto thought = read_thought(text, *task.request.match);
  if (!thought) {
    log_event(LogLevel::error, "worker_failed", {{"room", task.request.room}, {"ply", task.request.ply}});
    return think_here(at, now, "failed");
  }
  late_ = 0;
  metrics_.count_elsewhere("answered");
  if (task.request.urgency != Urgency::background) {
    const std::chrono::duration<double> took = thought->time;
    metrics_.observe_ai_move(task.request.game->id, task.request.limits.level, took.count());
  }
  BotAnswer ready = answer_to(task.request, *std::move(thought));
  const auto early = task.request.not_before - std::chrono::duration_cast<milliseconds>(now - task.asked);
  if (options_.at_once || early <= milliseconds(0)) return finish(at, std::move(ready));
  ready.held = early;
  task.ready = std::move(ready);
  return std::next(at);
}

// An analysis is worth the same whenever it is done; a task has what is left of its time.
Dispatcher::PendingTasks::iterator Dispatcher::think_here(PendingTasks::iterator at, TimePoint now,
                                                          const char* why) {
  metrics_.count_elsewhere(why);
  withdraw(at->first);
  PendingTask task = std::move(at->second);
  const auto next = pending_.erase(at);
  BotRequest& request = task.request;
  const auto spent = std::chrono::duration_cast<milliseconds>(now - task.asked);
  if (request.urgency != Urgency::background)
    // At least the reserve, even if the time is over: there must be a thought.
    request.limits.time = std::max(*request.limits.time - spent, reserve(*request.limits.time));
  request.not_before = std::max(request.not_before - spent, milliseconds(0));
  // Its measures are from the question on, which was `spent` ago.
  if (request.answer_within) *request.answer_within -= spent;
  here_.think(std::move(request), std::move(task.done));
  return next;
}

// The answer may bring new requests: all is in order before it is given.
Dispatcher::PendingTasks::iterator Dispatcher::finish(PendingTasks::iterator at, BotAnswer answer) {
  const Bots::Done done = std::move(at->second.done);
  const auto next = pending_.erase(at);
  done(std::move(answer));
  return next;
}

void Dispatcher::withdraw(std::int64_t id) {
  if (std::erase_if(wishes_.put, [id](const storage::Task& task) { return task.id == id; }) > 0) return;
  wishes_.withdraw.push_back(id);
}

storage::TaskWishes Dispatcher::wishes() {
  return std::exchange(wishes_, {});
}

}  // namespace server

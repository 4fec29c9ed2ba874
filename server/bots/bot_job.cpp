#include "server/bots/bot_job.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/post_patiently.h"

namespace server {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// Where no clock runs: for a bot that the machine does not let run.
// So long a machine may be too busy to let a bot run at all, where no clock asks for its move.
constexpr milliseconds kLongestStarving{10'000};
/// What was lost in the queue is taken from the thinking, but a bot plays no worse than on this share of the
/// time that there is for it: under load all games go on, a little weaker.
constexpr int kLeastShare = 4;
/// Times of grace until a bot in the background that does not give way to a game is taken for hung.
constexpr int kPatienceForGames = 4;

/// For a bot that gives none.
// An opening permits a stone in some places only: those are told by `among`.
std::string first_move(const BotRequest& request) {
  const std::vector<std::string> legal = request.match->legal_moves();
  const auto wanted = std::ranges::find_first_of(legal, request.limits.among);
  return wanted == legal.end() ? legal.front() : *wanted;
}

}  // namespace

BotPool::Job::Job(std::weak_ptr<BotPool*> pool, BotRequest request, Done done)
    : pool_(std::move(pool)),
      network_((*pool_.lock())->network_),
      metrics_((*pool_.lock())->metrics_),
      grace_((*pool_.lock())->options_.grace),
      shortest_thought_((*pool_.lock())->options_.shortest_thought),
      at_once_((*pool_.lock())->options_.at_once),
      longest_pause_((*pool_.lock())->options_.longest_pause),
      now_((*pool_.lock())->options_.now),
      processor_time_((*pool_.lock())->options_.processor_time),
      request_(std::move(request)),
      first_legal_(first_move(request_)),
      done_(std::move(done)),
      asked_(now_()),
      stop_(request_.stop),
      watchdog_(network_),
      left_(request_.limits) {}

bool BotPool::Job::answered() const {
  const std::lock_guard lock(mutex_);
  return answered_;
}

void BotPool::Job::shorten(double share, double part) {
  const std::lock_guard lock(mutex_);
  share_ = share;
  part_ = part;
}

// Work in the background waits for as long as games want the threads.
// Only games are watched in the queue: for them a clock runs or a player waits.
void BotPool::Job::wait_for_worker() {
  if (request_.urgency == Urgency::game) watch(longest_pause(), &Job::wait_on);
}

milliseconds BotPool::Job::longest_pause() const {
  // Not longer than the clock of the game allows.
  if (!request_.answer_within) return longest_pause_;
  const auto left = *request_.answer_within - std::chrono::duration_cast<milliseconds>(age());
  return std::clamp(left, milliseconds(0), longest_pause_);
}

// However long the queue is, as long as it moves or a bot may still end by itself, and the clock allows.
void BotPool::Job::wait_on() {
  const auto pool = pool_.lock();
  // An interval in which no thread took a job, and no bot may end by itself, means that all threads hang.
  if (!pool || longest_pause() == milliseconds(0)) return give_up();
  const std::uint64_t taken = (*pool)->taken_;
  const bool has_moved = taken != std::exchange(taken_before_, taken);
  if (!has_moved && !(*pool)->has_time_left()) return give_up();
  watch(longest_pause(), &Job::wait_on);
}

bool BotPool::Job::has_time_left() const {
  const std::lock_guard lock(mutex_);
  return patience_ && patience_->judge(processor_time_(*thread_), now_()) == Patience::Verdict::waits;
}

void BotPool::Job::take() {
  const std::lock_guard lock(mutex_);
  thread_.emplace();
  // From here on its processor time is measured, and may be hastened.
}

void BotPool::Job::leave() {
  const std::lock_guard lock(mutex_);
  thread_->slow_down();
  thread_.reset();
  patience_.reset();
  // Its thread goes back to its own niceness, for the next job may not be in a hurry.
}

milliseconds BotPool::Job::game_time(milliseconds wanted) const {
  const auto waited = std::chrono::duration_cast<milliseconds>(age());
  const auto most = std::chrono::duration_cast<milliseconds>(share_ * wanted);
  // Four bounds: what is left after the wait, the share of a busy pool, the part of each game; but never less
  // than a quarter of the share, nor the shortest thought.
  const auto part = std::chrono::duration_cast<milliseconds>(part_ * (wanted - waited));
  return std::min(wanted, std::max({std::min(most - waited, part), most / kLeastShare, shortest_thought_}));
}

engine::Limits BotPool::Job::begin(milliseconds to_forget) {
  engine::Limits limits;
  // left_ and not request_.limits: a job in the background may have used some in earlier runs.
  {
    const std::lock_guard lock(mutex_);
    limits = left_;
    if (request_.urgency == Urgency::game) limits.time = game_time(*limits.time);
    begun_ = true;
    begun_at_ = now_();
    // cut_short() compares with it, and lets no game end later.
    ends_by_ = begun_at_ + *limits.time;
  }
  if (limits.optimum) limits.optimum = std::min(*limits.optimum, *limits.time);
  // to_forget: clearing a table is no thought, and must not look like a hang.
  const milliseconds allowance = *limits.time + to_forget + grace_;
  // Posted, for the watchdog belongs to the network thread.
  boost::asio::post(network_, [self = shared_from_this(), allowance] {
    if (!self->preempted_ && !self->cut_short_) self->expect_within(allowance, &Job::on_deadline);
  });
  return limits;
}

void BotPool::Job::note(const engine::Thought& thought) {
  const std::lock_guard lock(mutex_);
  // A run that begins anew is shallow at first.
  if (!noted_ || thought.depth >= noted_->depth) noted_ = thought;
}

std::stop_source BotPool::Job::run() const {
  const std::lock_guard lock(mutex_);
  return run_;
}

bool BotPool::Job::is_unfinished(const engine::Thought& thought) {
  // Only a run that had to give way is not over.
  if (!preempted_ || stop_.stop_requested()) return false;
  note(thought);
  const std::lock_guard lock(mutex_);
  // What this run has used is gone for the next one.
  *left_.time -= std::min(thought.time, *left_.time);
  if (left_.nodes) *left_.nodes -= std::min(thought.nodes, *left_.nodes);
  return *left_.time > milliseconds(0) && left_.nodes != 0;
}

engine::Thought BotPool::Job::deepest(engine::Thought thought) const {
  const std::lock_guard lock(mutex_);
  return noted_ && noted_->depth > thought.depth ? *noted_ : std::move(thought);
}

// Not before the thought has begun: then it only begins with less.
void BotPool::Job::cut_short(double part) {
  if (called_) return;
  const milliseconds time = *request_.limits.time;
  const auto most = std::max(
      {std::chrono::duration_cast<milliseconds>(part * time), time / kLeastShare, shortest_thought_});
  const auto now = now_();
  steady_clock::time_point end;
  {
    const std::lock_guard lock(mutex_);
    if (!begun_) return void(part_ = std::min(part_, part));
    end = begun_at_ + most;
    if (end >= ends_by_) return;
    ends_by_ = end;
  }
  cut_short_ = true;
  watch(std::max(std::chrono::ceil<milliseconds>(end - now), milliseconds(0)), &Job::end_run);
}

bool BotPool::Job::preempt() {
  // Asked once: a second game wants another thread.
  if (request_.urgency == Urgency::game || preempted_.exchange(true)) return false;
  run().request_stop();
  expect_within(kPatienceForGames * grace_, &Job::give_up);
  return true;
}

void BotPool::Job::set_up_next_run() {
  {
    const std::lock_guard lock(mutex_);
    run_ = std::stop_source();
    begun_ = false;
  }
  preempted_ = false;
  // Only so that it does not look in vain.
  attempt("watchdog",
          [this] { boost::asio::post(network_, [self = shared_from_this()] { self->watchdog_.cancel(); }); });
}

void BotPool::Job::answer(engine::Thought thought) {
  if (request_.urgency == Urgency::background) thought = deepest(std::move(thought));
  // The bot's answer is checked here: a room trusts its pool.
  const std::vector<std::string> legal = request_.match->legal_moves();
  if (std::binary_search(legal.begin(), legal.end(), thought.best)) {
    post(std::move(thought), false);
  } else {
    log_event(LogLevel::error, "bot_plays_illegally", {{"game", request_.game->id}, {"move", thought.best}});
    answer_without_bot();
  }
}

void BotPool::Job::answer_without_bot(bool has_failed) {
  engine::Thought thought;
  {
    const std::lock_guard lock(mutex_);
    if (noted_) thought = *noted_;
  }
  const bool has_none = thought.best.empty();
  if (has_none) thought.best = first_legal_;
  // A move that was noted is no fallback: it is what the bot thought best so far.
  post(std::move(thought), has_failed && has_none);
}

// Setting a timer again cancels the wait before it.
void BotPool::Job::watch(milliseconds patience, void (Job::*then)()) {
  if (answered()) return;
  watchdog_.expires_after(patience);
  watchdog_.async_wait([self = shared_from_this(), then](const boost::system::error_code& error) {
    if (!error && !self->answered()) ((*self).*then)();
  });
}

// Not stop_: the answer is still waited for.
void BotPool::Job::end_run() {
  called_ = true;
  run().request_stop();
  expect_within(grace_, &Job::on_deadline);
}

void BotPool::Job::on_deadline() {
  note_missed();
  stop_.request_stop();
  expect_within(grace_, &Job::give_up);
}

void BotPool::Job::note_missed() {
  called_ = true;
  if (request_.urgency != Urgency::background) metrics_.ai_deadline_missed.Increment();
}

/// The bot may use so much of a processor from now on.
void BotPool::Job::expect_within(milliseconds allowance, void (Job::*then)()) {
  const auto now = now_();
  // An answer that is too late for the clock is worth nothing; where no clock runs, the machine may be slow
  // for longest.
  const auto ends =
      request_.answer_within ? asked_ + *request_.answer_within : now + allowance + kLongestStarving;
  milliseconds pause{0};
  {
    const std::lock_guard lock(mutex_);
    if (!thread_) return;  // It has just ended.
    const auto used = processor_time_(*thread_);
    patience_ = {used + allowance, ends};
    pause = patience_->next_look(used, now);
  }
  after_patience_ = then;
  watch(pause, &Job::look);
}

void BotPool::Job::look() {
  const auto now = now_();
  Patience::Verdict verdict{};
  milliseconds pause{0};
  {
    const std::lock_guard lock(mutex_);
    if (!patience_) return;
    const auto used = processor_time_(*thread_);
    verdict = patience_->judge(used, now);
    pause = patience_->next_look(used, now);
  }
  // It has used its processor time and does not end.
  if (verdict == Patience::Verdict::hangs) return (this->*after_patience_)();
  if (verdict == Patience::Verdict::too_late) return end_patience();
  // It has hardly run: the machine is busy with something else.
  hasten();
  watch(pause, &Job::look);
}

void BotPool::Job::end_patience() {
  if (after_patience_ == &Job::on_deadline) note_missed();
  give_up();
}

/// Its thread waits for a processor.
void BotPool::Job::hasten() {
  // A bot in the background that is asked to give way is waited for, and may be hastened.
  if (request_.urgency == Urgency::background && !preempted_) return;  // The answer is not waited for.
  const std::lock_guard lock(mutex_);
  if (thread_ && !answered_) thread_->hasten();
}

void BotPool::Job::give_up() {
  watch(grace_, &Job::give_up);  // Until its answer is on its way: there may be no memory for it.
  log_event(LogLevel::error, "bot_does_not_answer", {{"game", request_.game->id}});
  stop_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    // Not begun: no thread hangs in it, it only waited too long.
    given_up_ = begun_;
    if (thread_) thread_->slow_down();
  }
  if (const auto pool = pool_.lock()) (*pool)->thread_hangs();
  answer_without_bot();
}

// What cannot be posted does not count as answered: else its turn would never be.
void BotPool::Job::post(engine::Thought thought, bool fallback) {
  BotAnswer answer{.room = request_.room,
                   .epoch = request_.epoch,
                   .ply = request_.ply,
                   .thought = std::move(thought),
                   .fallback = fallback};
  {
    const std::lock_guard lock(mutex_);
    // The first answers: the bot, the watchdog or a withdrawal.
    if (std::exchange(answered_, true)) return;
  }
  if (fallback && request_.urgency != Urgency::background) metrics_.ai_fallback.Increment();
  auto deliver = [self = shared_from_this(), answer = std::move(answer)]() mutable {
    self->watchdog_.cancel();
    self->deliver(std::move(answer));
  };
  try {
    if (network_.running_in_this_thread()) {
      boost::asio::post(network_, std::move(deliver));  // Which may not block.
    } else {
      post_patiently(network_, std::move(deliver));
    }
  } catch (const std::bad_alloc&) {
    const std::lock_guard lock(mutex_);
    answered_ = false;
    throw;
  }
}

// The thread of a bot may be the last to hold the job: what was to be done is let go of here.
void BotPool::Job::tell(BotAnswer answer) {
  std::exchange(done_, nullptr)(std::move(answer));
}

// The watchdog has nothing more to do: its timer holds back what is ready too soon.
void BotPool::Job::deliver(BotAnswer answer) {
  // A room that asked for its answer at once, or no longer, gets it now.
  const auto early = request_.not_before - std::chrono::duration_cast<milliseconds>(age());
  if (at_once_ || early <= milliseconds(0) || stop_.stop_requested()) return tell(std::move(answer));
  answer.held = early;
  watchdog_.expires_after(early);
  watchdog_.async_wait([self = shared_from_this(),
                        answer = std::move(answer)](const boost::system::error_code& error) mutable {
    if (!error && self->pool_.lock()) self->tell(std::move(answer));
  });
}

}  // namespace server

#include "server/bots/bot_pool.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/post_patiently.h"
#include "server/base/scheduling.h"
#include "server/base/service_thread.h"
#include "server/bots/bot_job.h"

namespace server {

namespace {

/// The network thread comes first: its work is short and is waited for. At 5 it still waits for the
/// end of a bot's turn on the processor now and then, at 15 hardly (docs/lab/server.md, L10). The threads of
/// other programs come first, too, where the system does not part its processors by program: a bot that they
/// keep from answering in time is hastened (Job::look).
constexpr int kNiceness = 15;
/// Threads that may hang at a time and be replaced. More of them is no accident, and each holds a table.
constexpr std::size_t kMaxHung = 4;

/// Of a processor, to forget what a table of this size holds, on a slow machine whose memory is cold.
std::chrono::milliseconds time_to_clear(std::size_t bytes) {
  constexpr std::size_t kBytesEachMillisecond = std::size_t{256} << 10;
  return std::chrono::milliseconds(bytes / kBytesEachMillisecond);
}

}  // namespace

/// The bots of one thread: one for each game and urgency that it has thought about, so that a game finds its
/// table as it left it; at most `kept_bots` of them.
class BotPool::Worker {
 public:
  Worker(Metrics& metrics, const Options& options) : metrics_(metrics), options_(options) {}

  /// False if it had to give way before the job was done.
  bool serve(Job& job) {
    // A defect of a bot costs its answer and its tables, not the thread.
    try {
      engine::Thought thought = think(job);
      if (job.is_unfinished(thought)) return false;
      job.answer(std::move(thought));
    } catch (const std::exception& error) {
      log_event(LogLevel::error, "bot_failed", {{"game", job.request().game->id}, {"why", error.what()}});
      drop(key_of(job.request()));  // Whatever state it is in.
      wait_for_memory([&job] { job.answer_without_bot(); });
    }
    return true;
  }

 private:
  using Key = std::pair<const engine::Game*, Urgency>;
  struct Player {
    Key key;
    std::unique_ptr<engine::Bot> bot;
    // Whose thoughts its tables hold.
    std::string room;
    int level = 0;
  };

  engine::Thought think(Job& job) {
    const BotRequest& request = job.request();
    Player& player = player_of(request);
    player.bot->prepare(*request.match);
    // Another room's table would be full of positions that this one cannot reach. In that of a stronger bot
    // of the room a weak one would find answers that it could not have found.
    const int level = request.limits.level;
    const bool fresh = request.limits.fresh || player.room != request.room || player.level != level;
    engine::Limits limits =
        job.begin(fresh ? time_to_clear(bytes_of(request)) : std::chrono::milliseconds(0));
    limits.fresh = fresh;
    player.room = request.room;
    player.level = level;
    const auto start = std::chrono::steady_clock::now();
    // Two ways to end: the room withdraws the question (stop), or a game wants the thread (run).
    std::stop_source run = job.run();
    const std::stop_callback relay(job.stop().get_token(), [&run] { run.request_stop(); });
    engine::Thought thought =
        player.bot->think(*request.match, limits, run.get_token(),
                          [&job](const engine::Thought& thought) { job.note(thought); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (request.urgency != Urgency::background)
      metrics_.observe_ai_move(request.game->id, limits.level, took.count());
    return thought;
  }

  static Key key_of(const BotRequest& request) { return {request.game, request.urgency}; }

  void drop(const Key& key) {
    std::erase_if(players_, [&key](const Player& player) { return player.key == key; });
  }

  Player& player_of(const BotRequest& request) {
    const Key key = key_of(request);
    const auto known = std::ranges::find(players_, key, &Player::key);
    if (known != players_.end()) {
      // Used last: the one at the front is forgotten first.
      std::rotate(known, known + 1, players_.end());
      return players_.back();
    }
    if (players_.size() >= options_.kept_bots) players_.erase(players_.begin());
    // One thread a bot: many games at a time are served better by one each.
    auto bot = request.game->new_bot({.hash_bytes = bytes_of(request), .threads = 1});
    players_.push_back({key, std::move(bot), {}, 0});
    return players_.back();
  }

  std::size_t bytes_of(const BotRequest& request) const {
    const bool background = request.urgency == Urgency::background;
    return background ? options_.background_hash_bytes : options_.hash_bytes;
  }

  Metrics& metrics_;
  const Options& options_;
  std::vector<Player> players_;  // The one that was needed last comes last.
};

BotPool::BotPool(Executor network, Metrics& metrics, const Options& options)
    : network_(network), metrics_(metrics), options_(options) {
  thinking_.reserve(options_.threads + kMaxHung);  // One of each thread: next_job() asks for no memory.
  try {
    const std::lock_guard lock(mutex_);
    start_missing_threads();
  } catch (const std::system_error&) {
    end_threads();
    throw std::runtime_error("the system has no room for " + std::to_string(options_.threads) +
                             " threads of bots (--bot-threads)");
  }
}

BotPool::~BotPool() {
  end_threads();
}

void BotPool::end_threads() {
  // Watchdogs that are posted find no pool.
  self_.reset();
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    games_.clear();
    exhibitions_.clear();
    background_.clear();
    // They end by themselves; join() waits for all.
    for (const auto& job : thinking_) job->stop().request_stop();
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::stop_source BotPool::think(BotRequest request, Done done) {
  assert(request.limits.time);
  const auto job = std::make_shared<Job>(self_, std::move(request), std::move(done));
  if (enqueue(job)) {
    job->wait_for_worker();
  } else {
    // Never left unanswered: the first legal move.
    job->answer_without_bot();
  }
  return job->stop();
}

bool BotPool::enqueue(const JobPtr& job) {
  {
    const std::lock_guard lock(mutex_);
    const Urgency urgency = job->request().urgency;
    std::deque<JobPtr>& queue = queue_of(urgency);
    // A withdrawn question must not take the place of one that is waited for.
    drop_what_nobody_wants(urgency);
    const bool is_background = urgency == Urgency::background;
    if (queue.size() >= (is_background ? options_.max_background : options_.max_waiting)) return false;
    queue.push_back(job);
    if (urgency == Urgency::game) asked_for_ += *job->request().limits.time;
    metrics_.ai_queue_depth.Set(static_cast<double>(games_.size()));
    replace_hung_threads();
    make_room_for_games();
    // Only for another game: an exhibition or an analysis is not worth it.
    if (urgency == Urgency::game) cut_games_short();
  }
  wake_.notify_one();
  return true;
}

std::deque<BotPool::JobPtr>& BotPool::queue_of(Urgency urgency) {
  switch (urgency) {
    case Urgency::game:
      return games_;
    case Urgency::exhibition:
      return exhibitions_;
    default:
      return background_;
  }
}

// Exhibitions that have waited for too long take turns with games, however many they are. @pre something
// waits
std::deque<BotPool::JobPtr>& BotPool::next_queue() {
  // So that exhibitions go on, at most every second turn while games wait.
  const bool overdue = !exhibitions_.empty() && exhibitions_.front()->age() > options_.exhibition_patience;
  const bool had_turn = std::exchange(exhibition_was_last_, false);
  if (!games_.empty() && (!overdue || had_turn)) return games_;
  exhibition_was_last_ = !exhibitions_.empty();
  return exhibitions_.empty() ? background_ : exhibitions_;
}

double BotPool::share() const {
  const std::lock_guard lock(mutex_);
  return share_of_time();
}

double BotPool::share_of_time() const {
  // As if the queue were spread evenly over the threads.
  const std::chrono::duration<double> queue = asked_for_, longest = options_.longest_queue * options_.threads;
  return queue <= longest ? 1 : longest / queue;
}

// Who steps through variations, takes moves back, or pauses, asks and withdraws faster than a busy pool
// answers.
void BotPool::drop_what_nobody_wants(Urgency urgency) {
  std::erase_if(queue_of(urgency), [&](const JobPtr& job) {
    // Withdrawn: its room has stopped waiting. One for whose answer there is no memory keeps its place.
    if (!job->stop().stop_requested() ||
        !attempt("answer", [&job] { job->answer_without_bot(/*has_failed=*/false); }))
      return false;
    if (urgency == Urgency::game) asked_for_ -= *job->request().limits.time;
    return true;
  });
}

// Each game that waits is owed a thread: one that is free, or has been asked to give way, or is asked now.
// One whose bot hangs will not come.
void BotPool::make_room_for_games() {
  const auto gives_way = [](const JobPtr& job) { return job->is_preempted() && !job->given_up(); };
  // Those that are free or on their way out count already.
  std::size_t owed = free_ + static_cast<std::size_t>(std::ranges::count_if(thinking_, gives_way));
  for (const Urgency urgency : {Urgency::background, Urgency::exhibition}) {
    for (const JobPtr& job : thinking_) {
      if (owed >= games_.size()) return;
      if (job->request().urgency == urgency && !job->given_up() && job->preempt()) ++owed;
    }
  }
}

// Else the last of them would begin when its time is over.
void BotPool::cut_games_short() {
  // One more game thinks than there are threads: each gives its part.
  const double part = part_of_time(games_.size());
  if (part >= 1) return;
  for (const JobPtr& job : thinking_)
    if (job->request().urgency == Urgency::game) job->cut_short(part);
}

/// What each of the games that think, and of so many others, can have of the time of the threads.
double BotPool::part_of_time(std::size_t others) const {
  const auto thinks = [](const JobPtr& job) {
    return job->request().urgency == Urgency::game && !job->answered();
  };
  const auto games = others + static_cast<std::size_t>(std::ranges::count_if(thinking_, thinks));
  return games <= options_.threads ? 1 : static_cast<double>(options_.threads) / static_cast<double>(games);
}

void BotPool::thread_hangs() {
  const std::lock_guard lock(mutex_);
  // Called by the watchdog of the job that hangs.
  replace_hung_threads();
}

/// A bot that thinks.
bool BotPool::has_time_left() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(thinking_, [](const JobPtr& job) { return job->has_time_left(); });
}

// Where the system has none to spare, those that are left serve all: the next question tries again.
void BotPool::replace_hung_threads() {
  attempt("thread of bots", [this] { start_missing_threads(); });
}

void BotPool::start_missing_threads() {
  for (; running_ < wanted_threads(); ++running_) threads_.emplace_back([this] { work(); });
}

std::size_t BotPool::wanted_threads() const {
  const auto is_given_up = [](const JobPtr& job) { return job->given_up(); };
  const auto hung = static_cast<std::size_t>(std::ranges::count_if(thinking_, is_given_up));
  return options_.threads + std::min(hung, kMaxHung);
}

// Null when the pool closes.
BotPool::JobPtr BotPool::next_job() {
  std::unique_lock lock(mutex_);
  // Free ones are counted, so that a game preempts nothing for which a thread is waiting.
  ++free_;
  wake_.wait(lock,
             [this] { return closing_ || !games_.empty() || !exhibitions_.empty() || !background_.empty(); });
  --free_;
  if (closing_) return nullptr;
  std::deque<JobPtr>& queue = next_queue();
  JobPtr job = std::move(queue.front());
  queue.pop_front();
  ++taken_;
  job->take();
  // For the game that comes and for those that wait.
  job->shorten(share_of_time(), part_of_time(games_.size() + 1));
  if (job->request().urgency == Urgency::game) asked_for_ -= *job->request().limits.time;
  thinking_.push_back(job);
  metrics_.ai_queue_depth.Set(static_cast<double>(games_.size()));
  return job;
}

// Whether the thread is still wanted: one that hung for a while has been replaced. May be called again where
// there was no memory for the way back into the queue.
bool BotPool::finish(const JobPtr& job, bool done) {
  const std::lock_guard lock(mutex_);
  std::erase(thinking_, job);
  if (!done) {
    job->set_up_next_run();
    // At the front: it has waited longest.
    if (!closing_) queue_of(job->request().urgency).push_front(job);
  }
  if (running_ <= wanted_threads()) return true;
  --running_;
  return false;
}

void BotPool::work() {
  name_thread("bots");
  set_batch_priority(kNiceness);
  Worker worker(metrics_, options_);
  while (const JobPtr job = next_job()) {
    // Answered before it began: by its watchdog, or by a withdrawal.
    const bool done = job->answered() || worker.serve(*job);
    job->leave();
    bool is_wanted = true;
    wait_for_memory([&] { is_wanted = finish(job, done); });
    if (!is_wanted) return;
  }
}

}  // namespace server

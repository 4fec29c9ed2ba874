#include "server/bots/bot_pool.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <map>

#include "server/bots/bot_job.h"
#include "server/metrics/metrics.h"

namespace server {

namespace {

/// The network thread comes first: its work is short and somebody waits for it.
constexpr int kNiceness = 5;

}  // namespace

/// The bots of one thread, one for each game that it has played.
class BotPool::Worker {
 public:
  Worker(Metrics& metrics, std::size_t hash_bytes) : metrics_(metrics), hash_bytes_(hash_bytes) {}

  void serve(Job& job) {
    try {
      job.answer(think(job));
    } catch (const std::exception& error) {
      spdlog::error("bot of {} failed: {}", job.request().game->id, error.what());
      players_.erase(job.request().game);  // Whatever state it is in.
      job.answer_without_bot();
    }
  }

 private:
  struct Player {
    std::unique_ptr<engine::Bot> bot;
    std::string room;  // Whose thoughts its tables hold.
  };

  engine::Thought think(Job& job) {
    const BotRequest& request = job.request();
    Player& player = player_of(*request.game);
    engine::Limits limits = job.begin();
    limits.fresh |= player.room != request.room;
    player.room = request.room;
    const auto start = std::chrono::steady_clock::now();
    engine::Thought thought =
        player.bot->think(*request.match, limits, job.stop().get_token(),
                          [&job](const engine::Thought& thought) { job.note(thought); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    metrics_.observe_ai_move(request.game->id, limits.level, took.count());
    return thought;
  }

  Player& player_of(const engine::Game& game) {
    Player& player = players_[&game];
    if (!player.bot) player.bot = game.new_bot({.hash_bytes = hash_bytes_, .threads = 1});
    return player;
  }

  Metrics& metrics_;
  const std::size_t hash_bytes_;
  std::map<const engine::Game*, Player> players_;
};

BotPool::BotPool(Executor network, Metrics& metrics, const Options& options)
    : network_(network), metrics_(metrics), options_(options) {
  for (unsigned i = 0; i < options_.threads; ++i) threads_.emplace_back([this] { work(); });
}

BotPool::~BotPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    waiting_.clear();
    for (const auto& job : thinking_) job->stop().request_stop();
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::stop_source BotPool::think(BotRequest request, Done done) {
  assert(request.limits.time);
  const auto job = std::make_shared<Job>(network_, metrics_, options_, std::move(request), std::move(done));
  if (enqueue(job)) {
    job->wait_for_worker();
  } else {
    job->answer_without_bot();
  }
  return job->stop();
}

bool BotPool::enqueue(const std::shared_ptr<Job>& job) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= options_.max_waiting) return false;
    waiting_.push_back(job);
    metrics_.ai_queue_depth.Set(static_cast<double>(waiting_.size()));
  }
  wake_.notify_one();
  return true;
}

// Null when the pool closes.
std::shared_ptr<BotPool::Job> BotPool::next_job() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
  if (closing_) return nullptr;
  std::shared_ptr<Job> job = std::move(waiting_.front());
  waiting_.pop_front();
  thinking_.push_back(job);
  metrics_.ai_queue_depth.Set(static_cast<double>(waiting_.size()));
  return job;
}

void BotPool::work() {
  ::setpriority(PRIO_PROCESS, 0, kNiceness);  // On Linux: of this thread alone.
  Worker worker(metrics_, options_.hash_bytes);
  while (const std::shared_ptr<Job> job = next_job()) {
    if (!job->answered()) worker.serve(*job);
    const std::lock_guard lock(mutex_);
    std::erase(thinking_, job);
  }
}

}  // namespace server

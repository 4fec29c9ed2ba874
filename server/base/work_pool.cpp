#include "server/base/work_pool.h"

#include <boost/asio/post.hpp>
#include <system_error>
#include <utility>

#include "server/base/address_limits.h"
#include "server/base/attempt.h"
#include "server/base/post_patiently.h"
#include "server/base/scheduling.h"
#include "server/base/service_thread.h"

namespace server {

namespace {

/// The network thread comes first, and the bots before those who look at old games.
constexpr int kNicenessOfSlow = 10;

}  // namespace

WorkPool::WorkPool(Executor network, Options options)
    : network_(network), quick_(options.max_quick), slow_(options.max_slow) {
  try {
    for (const Lane lane : {Lane::quick, Lane::slow}) threads_.emplace_back([this, lane] { serve(lane); });
  } catch (const std::system_error&) {
    end_threads();
    throw;
  }
}

// What waits is dropped: its completions could not be posted to anything that still asks.
WorkPool::~WorkPool() {
  end_threads();
}

void WorkPool::end_threads() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  quick_.wake.notify_one();
  slow_.wake.notify_one();
  for (std::thread& thread : threads_) thread.join();
}

std::size_t WorkPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return quick_.jobs.size() + slow_.jobs.size();
}

void WorkPool::push(Order order, Job job) {
  Queue& queue = this->queue(order.lane);
  const std::string network = network_key(order.address);
  std::optional<Job> dropped;
  {
    const std::lock_guard lock(mutex_);
    dropped = queue.jobs.push(network, std::move(job));
  }
  // Outside the lock; a thread that works looks into the queue by itself.
  queue.wake.notify_one();
  if (dropped) boost::asio::post(network_, [done = std::move(dropped->done)] { attempt("answer", done); });
}

void WorkPool::serve(Lane lane) {
  name_thread(lane == Lane::quick ? "work-quick" : "work-slow");
  if (lane == Lane::slow) {
    set_batch_priority(kNicenessOfSlow);
  } else {
    set_latency_priority();
  }
  while (std::optional<Job> job = take(queue(lane))) {
    // What throws leaves the result empty: `done` is told so.
    attempt("work", job->work);
    job->work = nullptr;  // What it holds is let go of on this thread.
    // The completion runs on the network thread, and what it captured is destroyed there.
    post_patiently(network_, [done = std::move(job->done)] { attempt("answer", done); });
  }
}

// None when the pool closes.
std::optional<WorkPool::Job> WorkPool::take(Queue& queue) {
  std::unique_lock lock(mutex_);
  queue.wake.wait(lock, [&] { return closing_ || queue.jobs.size() > 0; });
  // A closing pool begins nothing more, but what has begun ends.
  if (closing_) return std::nullopt;
  return queue.jobs.pop();
}

}  // namespace server

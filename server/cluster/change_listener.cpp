#include "server/cluster/change_listener.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/service_thread.h"

namespace server {
namespace {

constexpr std::chrono::milliseconds kFirstRest{50};
constexpr std::chrono::milliseconds kLongestRest{2'000};

/// Nothing depends on how often it looks up.
// Long: a notice wakes the wait at once, and stopping does too (wake()).
constexpr std::chrono::minutes kPatience{1};

}  // namespace

ChangeListener::ChangeListener(std::unique_ptr<storage::ChangeFeed> feed, Executor network, Changed changed)
    : feed_(std::move(feed)), network_(network), changed_(std::move(changed)) {
  if (feed_) thread_ = start_service("changes", [this](const std::stop_token& stop) { run(stop); });
}

void ChangeListener::run(const std::stop_token& stop) {
  // wait() blocks in the database's socket: a stop has to wake it.
  const std::stop_callback wake(stop, [this] { feed_->wake(); });
  while (!stop.stop_requested()) {
    try {
      listen(stop);
    } catch (const std::exception& error) {
      // Once for a row of failures; the log would fill otherwise.
      if (rest_ == std::chrono::milliseconds(0))
        log_event(LogLevel::warn, "changes_not_heard", {{"why", error.what()}});
      rest_ = std::clamp(2 * rest_, kFirstRest, kLongestRest);
      sleep_unless_stopped(stop, rest_);
    }
  }
}

void ChangeListener::listen(const std::stop_token& stop) {
  storage::Changes changes = feed_->wait(kPatience);
  rest_ = std::chrono::milliseconds(0);
  if (changes.any()) tell(std::move(changes), stop);
}

// What is posted to a network that has stopped is destroyed unrun: then this waits for the end alone.
void ChangeListener::tell(storage::Changes changes, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  notified_ = true;
  // `this` is good when it runs: the loop has ended before this object does.
  boost::asio::post(network_, [this, changes = std::move(changes)] {
    attempt("changes", [&] { changed_(changes); });
    const std::lock_guard lock(mutex_);
    notified_ = false;
    looked_.notify_one();
  });
  looked_.wait(lock, stop, [this] { return !notified_; });
}

}  // namespace server

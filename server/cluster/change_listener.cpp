#include "server/cluster/change_listener.h"

#include <pthread.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "server/base/attempt.h"
#include "server/base/log.h"

namespace server {
namespace {

constexpr std::chrono::milliseconds kFirstRest{50};
constexpr std::chrono::milliseconds kLongestRest{2'000};

/// Nothing depends on how often it looks up.
constexpr std::chrono::minutes kPatience{1};

}  // namespace

ChangeListener::ChangeListener(std::unique_ptr<storage::Notices> notices, Executor network, Changed changed)
    : notices_(std::move(notices)), network_(network), changed_(std::move(changed)) {
  if (notices_) thread_ = std::thread([this] { run(); });
}

ChangeListener::~ChangeListener() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  if (notices_) notices_->wake();
  if (thread_.joinable()) thread_.join();
}

void ChangeListener::run() {
  ::pthread_setname_np(::pthread_self(), "changes");
  while (!is_closing()) {
    try {
      listen();
    } catch (const std::exception& error) {
      if (rest_ == std::chrono::milliseconds(0))
        log_event(LogLevel::warn, "changes_not_heard", {{"why", error.what()}});
      rest();
    }
  }
}

void ChangeListener::listen() {
  storage::Changes changes = notices_->wait(kPatience);
  rest_ = std::chrono::milliseconds(0);
  if (changes.any()) tell(std::move(changes));
}

// What is posted to a network that has stopped is destroyed unrun: then this waits for the end alone.
void ChangeListener::tell(storage::Changes changes) {
  std::unique_lock lock(mutex_);
  told_ = true;
  boost::asio::post(network_, [this, changes = std::move(changes)] {
    attempt("changes", [&] { changed_(changes); });
    const std::lock_guard lock(mutex_);
    told_ = false;
    wake_.notify_one();
  });
  wake_.wait(lock, [this] { return closing_ || !told_; });
}

void ChangeListener::rest() {
  rest_ = std::clamp(2 * rest_, kFirstRest, kLongestRest);
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, rest_, [this] { return closing_; });
}

bool ChangeListener::is_closing() {
  const std::lock_guard lock(mutex_);
  return closing_;
}

}  // namespace server

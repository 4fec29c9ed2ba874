#include "server/cluster/lease_renewal.h"

#include <pthread.h>

#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "server/base/log.h"
#include "server/base/scheduling.h"

namespace server {

LeaseRenewal::LeaseRenewal(std::unique_ptr<storage::Lease> lease, Executor network, Events events,
                           std::chrono::milliseconds every)
    : lease_(std::move(lease)), network_(network), events_(std::move(events)), every_(every) {
  if (lease_) thread_ = std::thread([this] { run(); });
}

LeaseRenewal::~LeaseRenewal() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void LeaseRenewal::run() {
  ::pthread_setname_np(::pthread_self(), "lease");
  run_soon();
  try {
    do renew();
    while (wait());
  } catch (const storage::TakenOver&) {
    events_.taken_over();
  }
}

// A second in which it failed is made up for by the next: others wait for five.
void LeaseRenewal::renew() {
  try {
    if (lease_->renew()) boost::asio::post(network_, events_.orphans);
    failed_ = false;
  } catch (const storage::TakenOver&) {
    throw;
  } catch (const std::exception& error) {
    if (!std::exchange(failed_, true))
      log_event(LogLevel::warn, "lease_not_renewed", {{"why", error.what()}});
  }
}

/// False: it is over.
bool LeaseRenewal::wait() {
  std::unique_lock lock(mutex_);
  return !wake_.wait_for(lock, every_, [this] { return closing_; });
}

}  // namespace server

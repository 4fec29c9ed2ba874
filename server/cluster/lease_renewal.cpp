#include "server/cluster/lease_renewal.h"

#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "server/base/log.h"
#include "server/base/scheduling.h"
#include "server/base/service_thread.h"

namespace server {

LeaseRenewal::LeaseRenewal(std::unique_ptr<storage::Lease> lease, Executor network, Events events,
                           std::chrono::milliseconds every)
    : lease_(std::move(lease)), network_(network), events_(std::move(events)), every_(every) {
  if (lease_) thread_ = start_service("lease", [this](const std::stop_token& stop) { run(stop); });
}

void LeaseRenewal::run(const std::stop_token& stop) {
  set_latency_priority();
  // The first renewal at once: a server that has just started is known as early as possible.
  try {
    do renew();
    while (sleep_unless_stopped(stop, every_));
  } catch (const storage::TakenOver&) {
    events_.taken_over();
  }
}

// A second in which it failed is made up for by the next: others wait for five.
void LeaseRenewal::renew() {
  try {
    // True: there are games whose server is gone.
    if (lease_->renew()) boost::asio::post(network_, events_.orphans);
    failed_ = false;
  } catch (const storage::TakenOver&) {
    throw;
  } catch (const std::exception& error) {
    if (!std::exchange(failed_, true))
      log_event(LogLevel::warn, "lease_not_renewed", {{"why", error.what()}});
  }
}

}  // namespace server

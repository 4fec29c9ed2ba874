#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

#include "storage/store.h"

namespace server {

/// Renews the lease of this server once a second, on a thread of its own: it must not wait for what others
/// read and write, or for a network thread that has much to do.
///
/// The lease is the heartbeat of decision 0007: without one for five seconds another server may take over the
/// games of this one. Only the database's clock counts. With a file there is none.
class LeaseRenewal {
 public:
  using Executor = boost::asio::io_context::executor_type;

  struct Events {
    /// There are games whose server is gone: on the network thread, once a second as long as there are.
    std::function<void()> orphans;
    /// Others keep our games now: on the thread of the renewal, which ends with it.
    /// A process that stood still finds out here, or by its next commit.
    std::function<void()> taken_over;
  };

  /// @param lease null: nothing is ever renewed
  LeaseRenewal(std::unique_ptr<storage::Lease> lease, Executor network, Events events,
               std::chrono::milliseconds every);
  LeaseRenewal(std::unique_ptr<storage::Lease> lease, Executor network, Events events)
      : LeaseRenewal(std::move(lease), network, std::move(events), std::chrono::seconds(1)) {}
  LeaseRenewal(const LeaseRenewal&) = delete;
  LeaseRenewal& operator=(const LeaseRenewal&) = delete;

 private:
  void run(const std::stop_token& stop);
  void renew();

  const std::unique_ptr<storage::Lease> lease_;
  Executor network_;
  const Events events_;
  const std::chrono::milliseconds every_;
  bool failed_ = false;  // The last time. Of the renewal's thread alone.

  std::jthread thread_;
};

}  // namespace server

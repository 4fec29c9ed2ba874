#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "storage/change_feed.h"

namespace server {

/// Hears what other servers have changed in the store that they share, on a thread of its own, and tells the
/// network thread: no more before it has looked at what it was told, so that nothing piles up here. After a
/// failure it tries again, later each time, up to each two seconds.
///
/// Notices name users, seeks, or `anything` after a gap (decision 0008); a notice may be lost, late, or come
/// twice. With a file there is no feed, and the thread is not started.
class ChangeListener {
 public:
  /// Called with what has changed; it may throw, which is logged.
  using Executor = boost::asio::io_context::executor_type;
  /// On the network thread.
  using Changed = std::function<void(const storage::Changes&)>;

  /// @param feed null: nothing is ever heard
  /// The network's context outlives this. The destructor ends the thread.
  ChangeListener(std::unique_ptr<storage::ChangeFeed> feed, Executor network, Changed changed);
  ChangeListener(const ChangeListener&) = delete;
  ChangeListener& operator=(const ChangeListener&) = delete;

 private:
  // All three on the thread `changes`.
  void run(const std::stop_token& stop);
  void listen(const std::stop_token& stop);
  void tell(storage::Changes changes, const std::stop_token& stop);

  const std::unique_ptr<storage::ChangeFeed> feed_;
  Executor network_;
  const Changed changed_;
  std::chrono::milliseconds rest_{0};  // After a failure. Of the listening thread alone.

  std::mutex mutex_;  // Guards notified_.
  std::condition_variable_any looked_;
  bool notified_ = false;  // The network thread has not looked yet.

  std::jthread thread_;
};

}  // namespace server

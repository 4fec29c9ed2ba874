#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <utility>

namespace server {

/// Calls a function once after each wait(); a new wait() replaces the one before. Calls nothing once it is
/// gone or cancelled. Network thread only.
///
/// One wait is under way at a time. The function may call wait() again, which makes a period of it; it must
/// not destroy the timer.
class Timer {
 public:
  using Executor = boost::asio::io_context::executor_type;

  /// Nothing is due before the first wait().
  Timer(Executor network, std::function<void()> due) : due_(std::move(due)), timer_(network) {}

  /// A time of zero means the next turn of the loop, not this call.
  void wait(std::chrono::milliseconds time) {
    // A wait that is replaced ends with `cancelled`; one whose time is over at that moment may still come,
    // for the same purpose.
    timer_.expires_after(time);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
      if (!cancelled) due_();
    });
  }
  /// Twice does no harm.
  void cancel() { timer_.cancel(); }

 private:
  using Clock = std::chrono::steady_clock;

  const std::function<void()> due_;
  boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor> timer_;
};

}  // namespace server

#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <utility>

namespace server {

/// Calls a function once after each wait(); a new wait() replaces the one before. Calls nothing once it is
/// gone or cancelled. Network thread only.
class Timer {
 public:
  using Executor = boost::asio::io_context::executor_type;

  Timer(Executor network, std::function<void()> due) : due_(std::move(due)), timer_(network) {}

  void wait(std::chrono::milliseconds time) {
    timer_.expires_after(time);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
      if (!cancelled) due_();
    });
  }
  void cancel() { timer_.cancel(); }

 private:
  using Clock = std::chrono::steady_clock;

  const std::function<void()> due_;
  boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor> timer_;
};

}  // namespace server

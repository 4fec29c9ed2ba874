#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <utility>

namespace server {

/// Calls a sweep again after each wait(), and never once it is gone. Network thread only.
class SweepTimer {
 public:
  using Executor = boost::asio::io_context::executor_type;

  SweepTimer(Executor network, std::function<void()> look) : look_(std::move(look)), timer_(network) {}

  void wait(std::chrono::milliseconds time) {
    timer_.expires_after(time);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
      if (!cancelled) look_();
    });
  }

 private:
  using Clock = std::chrono::steady_clock;

  const std::function<void()> look_;
  boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor> timer_;
};

}  // namespace server

#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>

#include "server/records/record_queue.h"

namespace server {

/// Gives memory back to the system after a busy time. The allocator keeps whatever lies below something that
/// is in use, which after thousands of games is nearly all of it, and the database keeps pages that it read.
/// Network thread only.
class SpareMemory {
 public:
  using Executor = boost::asio::io_context::executor_type;

  struct Options {
    std::chrono::milliseconds step{30'000};       ///< Between two looks.
    std::size_t worth_it = std::size_t{8} << 20;  ///< Bytes that were freed since the last time.
  };

  SpareMemory(Executor network, RecordQueue& records, Options options);
  SpareMemory(Executor network, RecordQueue& records) : SpareMemory(network, records, Options()) {}

 private:
  using Clock = std::chrono::steady_clock;

  void wait();
  void look();
  void found(std::size_t free);
  void give_back();

  RecordQueue& records_;
  const Options options_;
  boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor> timer_;
  std::size_t given_back_ = 0;  // Bytes that are free and held by the system, not by us.
};

}  // namespace server

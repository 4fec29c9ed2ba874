#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/rooms/rooms.h"

namespace server {

/// Writes down every few seconds, while a clock runs anywhere, that this server lives. After a crash the
/// players are charged what they thought until the last sign. Outlives neither `rooms` nor `records`. Network
/// thread only.
class LifeSign {
 public:
  LifeSign(boost::asio::io_context::executor_type network, RecordQueue& records, const Rooms& rooms);

  /// A room is new or has changed.
  void look_at(const Room& room);

 private:
  void wait();
  void give();

  RecordQueue& records_;
  const Rooms& rooms_;
  boost::asio::steady_timer timer_;
  bool waiting_ = false;
};

}  // namespace server

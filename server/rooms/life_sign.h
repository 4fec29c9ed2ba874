#pragma once

#include "server/base/timer.h"
#include "server/rooms/rooms.h"

namespace server {

/// Writes down every few seconds, while a clock runs anywhere, that this server lives. After a crash the
/// players are charged what they thought until the last sign. Outlives neither `rooms` nor `records`. Network
/// thread only.
class LifeSign {
 public:
  LifeSign(Timer::Executor network, RecordQueue& records, const Rooms& rooms);

  /// A room is new or has changed.
  void look_at(const Room& room);

 private:
  void wait();
  void give();

  RecordQueue& records_;
  const Rooms& rooms_;
  Timer timer_;
  bool waiting_ = false;
};

}  // namespace server

#pragma once

#include "server/base/timer.h"
#include "server/rooms/rooms.h"

namespace server {

/// Writes down every few seconds, while a clock runs anywhere, that this server lives. After a crash the
///
/// One write for the whole server, not one a game. It is lost with the batch if the store is away; then the
/// next one comes in kInterval.
/// players are charged what they thought until the last sign. Outlives neither `rooms` nor `records`. Network
/// thread only.
/// Starts by look_at() and stops by itself when no clock runs.
class LifeSign {
 public:
  LifeSign(Timer::Executor network, RecordQueue& records, const Rooms& rooms);

  /// A room is new or has changed.
  /// Cheap: one comparison while a sign is due anyway.
  void look_at(const Room& room);

 private:
  void wait();
  void give();

  RecordQueue& records_;
  const Rooms& rooms_;
  Timer timer_;
  bool waiting_ = false;  // The timer is set.
};

}  // namespace server

#pragma once

#include "server/base/timer.h"
#include "server/rooms/rooms.h"

namespace server {

/// Writes down every few seconds, while a clock runs in memory, that this server lives; else every few
/// minutes, for clocks of days go on. After a crash the players are charged what they thought until the last
/// sign.
///
/// One write for the whole server, not one a game. It is lost with the batch if the store is away; then the
/// next one comes in its time. Outlives neither `rooms` nor `records`. Network thread only.
class LifeSign {
 public:
  LifeSign(Timer::Executor network, RecordQueue& records, const Rooms& rooms);

  /// A room is new or has changed.
  /// Cheap: one comparison while a sign is due anyway.
  void look_at(const Room& room);

 private:
  void wait();
  void idle();
  void give();

  RecordQueue& records_;
  const Rooms& rooms_;
  Timer timer_;
  bool waiting_ = false;  // The next sign comes in seconds.
};

}  // namespace server

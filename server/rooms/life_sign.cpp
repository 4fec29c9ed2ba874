#include "server/rooms/life_sign.h"

#include <algorithm>

namespace server {
namespace {

/// At most so much of a turn is forgotten by a crash.
/// Two signs may lie further apart when the disk is slow.
constexpr std::chrono::seconds kInterval(5);

bool has_running_clock(const Room& room) {
  return room.state().log().clock().flag_at().has_value();
}

}  // namespace

LifeSign::LifeSign(Timer::Executor network, RecordQueue& records, const Rooms& rooms)
    : records_(records), rooms_(rooms), timer_(network, [this] { give(); }) {}

void LifeSign::look_at(const Room& room) {
  if (!waiting_ && has_running_clock(room)) wait();
}

void LifeSign::wait() {
  waiting_ = true;
  timer_.wait(kInterval);
}

void LifeSign::give() {
  waiting_ = false;
  const auto& rooms = rooms_.all();
  // All rooms: ten thousand look-ups each five seconds cost less than a list of running clocks kept for each
  // move.
  if (std::ranges::none_of(rooms, [](const auto& entry) { return has_running_clock(*entry.second); })) return;
  records_.commit({storage::Heartbeat{server_now().time_since_epoch().count()}}, [](Persisted) {});
  wait();
}

}  // namespace server

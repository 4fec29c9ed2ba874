#include "server/rooms/life_sign.h"

#include <algorithm>

namespace server {
namespace {

/// At most so much of a turn is forgotten by a crash.
/// Two signs may lie further apart when the disk is slow.
constexpr std::chrono::seconds kInterval(5);
/// The same of a turn of days.
constexpr std::chrono::minutes kIdleInterval(10);

bool has_running_clock(const Room& room) {
  return room.state().log().clock().flag_at().has_value();
}

}  // namespace

LifeSign::LifeSign(Timer::Executor network, RecordQueue& records, const Rooms& rooms)
    : records_(records), rooms_(rooms), timer_(network, [this] { give(); }) {
  idle();
}

void LifeSign::look_at(const Room& room) {
  if (!waiting_ && has_running_clock(room)) wait();
}

void LifeSign::wait() {
  waiting_ = true;
  timer_.wait(kInterval);
}

void LifeSign::idle() {
  waiting_ = false;
  timer_.wait(kIdleInterval);
}

void LifeSign::give() {
  const auto& rooms = rooms_.all();
  records_.commit({storage::Heartbeat{server_now().time_since_epoch().count()}}, [](Persisted) {});
  // All rooms: ten thousand look-ups each five seconds cost less than a list of running clocks kept for each
  // move.
  const bool runs =
      std::ranges::any_of(rooms, [](const auto& entry) { return has_running_clock(*entry.second); });
  runs ? wait() : idle();
}

}  // namespace server

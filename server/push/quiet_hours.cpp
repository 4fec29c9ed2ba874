#include "server/push/quiet_hours.h"

#include <cstdint>

namespace server::push {
namespace {

constexpr std::int64_t kMinute = 60'000;  // In milliseconds.
constexpr std::int64_t kDay = 24 * 60;    // In minutes.

/// From one minute of the day on until the other comes.
std::int64_t between(std::int64_t from, std::int64_t until) {
  return ((until - from) % kDay + kDay) % kDay;
}

}  // namespace

storage::Millis after_quiet(const storage::PushSettings& settings, storage::Millis now) {
  const auto& [muted, from, until, zone] = settings;
  const std::int64_t minute = now / kMinute + zone;  // Of its own clock, since 1970.
  if (between(from, minute) >= between(from, until)) return now;
  return (now / kMinute + between(minute, until)) * kMinute;
}

}  // namespace server::push

#include "server/rooms/last_signs.h"

#include <algorithm>

#include "server/match/lapse.h"

namespace server {
namespace {

/// After which a server is taken for gone, where several share a store.
// As storage counts it: a node without a heartbeat for so long is taken over (decision 0007).
constexpr Millis kSilence = std::chrono::seconds(5);
/// Games that are given up and never asked for again are forgotten, when there are so many.
constexpr std::size_t kMostLeft = 10'000;

}  // namespace

void LastSigns::left(const GameLog& log, TimePoint until) {
  if (!log.clock().flag_at() || flag_of_days(log)) return;
  // Any one: the map has no order, and to keep one would cost more than it saves.
  if (left_.size() == kMostLeft) left_.erase(left_.begin());
  left_[log.header().id] = {log.version(), until};
}

void LastSigns::others_are_silent(TimePoint now) {
  lived_until_ = now - kSilence;
}

// The event that a restart adds comes after the start. Between two outages a server may have lived that did
// not load the game.
Millis LastSigns::outage_since(TimePoint last_event) const {
  Millis sum = std::max<Millis>(started_ - std::max(sign_of_before_, last_event), Millis(0));
  for (const storage::Outage& outage : outages_) {
    const TimePoint since = std::max(TimePoint(Millis(outage.since)), last_event);
    sum += std::max<Millis>(TimePoint(Millis(outage.until)) - since, Millis(0));
  }
  return sum;
}

TimePoint LastSigns::of(const GameLog& log, TimePoint now) {
  if (flag_of_days(log)) {
    const Millis outage = outage_since(log.last_event_at());
    return outage > Millis(0) ? now - outage : TimePoint::max();
  }
  const auto left = left_.extract(log.header().id);
  // With more events, another server has kept the game since.
  const bool has_stayed = left && log.version() <= left.mapped().version;  // No other has gone on with it.
  if (has_stayed) return left.mapped().until;
  // The last event came after this server's start: its server has died meanwhile. Otherwise it died before.
  return log.last_event_at() >= started_ ? now - kSilence : lived_until_;
}

}  // namespace server

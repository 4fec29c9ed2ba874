#include "server/bots/levels.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace server {

namespace {

using std::chrono::milliseconds;

/// What a move of each level may cost. A child's opponent answers at once; nobody waits long for the
/// strongest. The sum over all games is what the machine pays, so these are the server's choice, not the
/// engine's.
constexpr std::array<milliseconds, kMaxLevel> kTimeOfLevel{
    milliseconds(50),  milliseconds(100),  milliseconds(200),  milliseconds(400),
    milliseconds(800), milliseconds(1500), milliseconds(2500), milliseconds(4000)};

/// Between the room's clock and the bot's lie a queue and two thread switches.
constexpr milliseconds kOverhead{60};

}  // namespace

engine::Limits bot_limits(int level, const std::optional<engine::search::Clock>& clock, std::uint64_t seed) {
  assert(kMinLevel <= level && level <= kMaxLevel);
  const milliseconds paid = kTimeOfLevel[static_cast<std::size_t>(level - kMinLevel)];
  engine::Limits limits = clock ? engine::search::plan_time(*clock, kOverhead) : engine::Limits{};
  limits.time = limits.time ? std::min(*limits.time, paid) : paid;
  if (limits.optimum) limits.optimum = std::min(*limits.optimum, *limits.time);
  limits.level = level;
  limits.seed = seed;
  return limits;
}

}  // namespace server

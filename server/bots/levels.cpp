#include "server/bots/levels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "engine/core/zobrist.h"

namespace server {

namespace {

using std::chrono::milliseconds;

/// What a move of each level may cost. A child's opponent answers at once; there is no long wait for the
/// strongest. The sum over all games is what the machine pays, so these are the server's choice, not the
/// engine's.
constexpr std::array<milliseconds, kMaxLevel> kTimeOfLevel{
    milliseconds(50),  milliseconds(100),  milliseconds(200),  milliseconds(400),
    milliseconds(800), milliseconds(1500), milliseconds(2500), milliseconds(4000)};

/// Between the room's clock and the bot's lie a queue and two thread switches.
constexpr milliseconds kOverhead{60};

/// Without a clock, a level that does not change its mind moves after about this part of its time.
constexpr int kShareOfUsualMove = 2;

/// No machine is busy for so long that a bot whose turn it is gets no processor.
constexpr milliseconds kLongestWait{60'000};
constexpr milliseconds kLongestReserve{1'000};

constexpr milliseconds kShortestReply{400}, kLongestReply{1500};

}  // namespace

engine::Limits bot_limits(int level, const std::optional<engine::search::Clock>& clock, std::uint64_t seed) {
  assert(kMinLevel <= level && level <= kMaxLevel);
  const milliseconds paid = kTimeOfLevel[static_cast<std::size_t>(level - kMinLevel)];
  engine::Limits limits = clock ? engine::search::plan_time(*clock, kOverhead) : engine::Limits{};
  // Whichever is less: a fast clock makes even the strongest level fast.
  limits.time = limits.time ? std::min(*limits.time, paid) : paid;
  // The optimum is what a search without surprises takes (time_plan.h).
  limits.optimum = std::min(limits.optimum.value_or(paid / kShareOfUsualMove), *limits.time);
  limits.level = level;
  limits.seed = seed;
  limits.book = true;
  return limits;
}

milliseconds longest_wait(milliseconds time, const engine::search::Clock& clock) {
  milliseconds left = clock.remaining + clock.byoyomi;
  if (clock.per_move) left = std::min(left, *clock.per_move);
  // A tenth for the way of the move, from 60 ms to a second.
  const milliseconds reserve = std::clamp(left / 10, kOverhead, kLongestReserve);
  // What it was given leaves the overhead; half of it is for its end, half for the move's way.
  return std::min(std::max(left - reserve, time + kOverhead / 2), kLongestWait);
}

milliseconds reply_time(const Moment& moment, const std::optional<engine::search::Clock>& clock,
                        std::uint64_t seed) {
  constexpr int kOpeningPlies = 8;
  constexpr double kOfChoices = 0.6, kOfOpening = 0.5, kOfCheck = 0.25, kManyChoices = 64, kVariation = 0.6;
  // 0: nothing to think about. 1: as much as there ever is.
  // The logarithm: twice as many moves are not twice as long to think about.
  double weight = kOfChoices * std::log2(std::clamp(static_cast<double>(moment.choices), 1.0, kManyChoices)) /
                  std::log2(kManyChoices);
  if (moment.ply < kOpeningPlies) weight *= kOfOpening;
  if (moment.in_check && moment.choices > 1) weight += kOfCheck;
  // Not a fixed time: people vary.
  engine::SplitMix64 random(seed);
  weight *= 1 + kVariation * (random.below(2001) / 1000.0 - 1);
  const double span = static_cast<double>((kLongestReply - kShortestReply).count());
  const milliseconds more(static_cast<milliseconds::rep>(span * std::clamp(weight, 0.0, 1.0)));
  const milliseconds reply = kShortestReply + more;
  // A clock that is nearly down allows no pause.
  return clock ? std::min(reply, *engine::search::plan_time(*clock, kOverhead).optimum) : reply;
}

}  // namespace server

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/core/limits.h"
#include "engine/search/time_plan.h"

namespace server {

inline constexpr int kMinLevel = 1;
inline constexpr int kMaxLevel = 8;

/// How hard a bot of a level may think about its next move: as long as its level pays for, within what its
/// clock affords. Always has a time, so that every request has a deadline.
/// @pre kMinLevel <= level <= kMaxLevel
/// @param clock none: without one, the level alone decides
engine::Limits bot_limits(int level, const std::optional<engine::search::Clock>& clock, std::uint64_t seed);

/// How long after the question the answer of a bot that was given so much time may come at the latest: as
/// long as the clock allows, less a reserve for the move's way, but not for ever.
/// @return from the question on; at most a minute
std::chrono::milliseconds longest_wait(std::chrono::milliseconds time, const engine::search::Clock& clock);

/// What a player sees of a position before thinking about it.
struct Moment {
  int ply = 0;              ///< Of the game.
  std::size_t choices = 1;  ///< Legal moves.
  bool in_check = false;
};

/// How long after the question a bot's answer comes at the earliest, as if a person had thought: 0.4 to 1.5
/// seconds, sooner in the opening and where there is little to choose, later where there is much or a check
/// to answer, and varied; never longer than a fair share of the clock. What thinks longer than that answers
/// when it knows.
/// @param seed the same seed gives the same time
std::chrono::milliseconds reply_time(const Moment& moment, const std::optional<engine::search::Clock>& clock,
                                     std::uint64_t seed);

}  // namespace server

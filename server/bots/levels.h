#pragma once

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
engine::Limits bot_limits(int level, const std::optional<engine::search::Clock>& clock, std::uint64_t seed);

}  // namespace server

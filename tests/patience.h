#pragma once

#include <algorithm>
#include <chrono>
#include <cstdlib>

/// How long a test waits for what should happen at once: only something broken takes so long.
/// SANQI_PATIENCE=5 allows five times as much, for machines with more to do.
inline std::chrono::seconds patience() {
  const char* const times = std::getenv("SANQI_PATIENCE");
  return std::chrono::seconds(20) * std::max(times == nullptr ? 1 : std::atoi(times), 1);
}

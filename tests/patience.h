#pragma once

#include <algorithm>
#include <chrono>
#include <cstdlib>

/// SANQI_PATIENCE=5 allows five times as much, for machines with more to do.
inline int patience_factor() {
  const char* const times = std::getenv("SANQI_PATIENCE");
  return std::max(times == nullptr ? 1 : std::atoi(times), 1);
}

/// How long a test waits for what should happen at once: only something broken takes so long.
inline std::chrono::seconds patience() {
  return std::chrono::seconds(20) * patience_factor();
}

#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

/// The seed of a test that tries random things: a new one each time, or SANQI_SEED, which repeats a failure.
/// Printed either way.
inline std::uint64_t random_seed() {
  const char* const given = std::getenv("SANQI_SEED");
  const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  std::cout << "seed " << seed << " (repeat with SANQI_SEED=" << seed << ")\n";
  return seed;
}

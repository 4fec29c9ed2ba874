#pragma once

#include <cstdint>

#include "engine/core/types.h"

namespace engine {

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine from a given seed.
// Small, fast and constexpr; good enough for keys and for choices of levels, no use for secrets.
class SplitMix64 {
 public:
  constexpr explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, bound) but for a bias below 2^-32. @pre bound > 0
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((operator()() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

/// Random keys for one kind of feature (a piece on a square, the side to move, ...), made at
/// compile time. Kinds that share a position take different seeds.
template <std::size_t Count>
constexpr std::array<Key, Count> zobrist_keys(std::uint64_t seed) {
  std::array<Key, Count> keys{};
  SplitMix64 random(seed);
  for (Key& key : keys) key = random();
  return keys;
}

}  // namespace engine

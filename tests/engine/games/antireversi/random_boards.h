#pragma once

#include "engine/core/zobrist.h"
#include "engine/games/antireversi/position.h"

namespace engine::antireversi {

/// Any discs at all, reachable or not: `fill` of 256 squares occupied, `own_share` of 256 of those by the
/// mover.
inline Discs random_discs(SplitMix64& random, std::uint32_t fill, std::uint32_t own_share) {
  Discs discs{0, 0};
  for (int square = 0; square < kSquares; ++square) {
    if (random.below(256) >= fill) continue;
    (random.below(256) < own_share ? discs.own : discs.opponent) |= bit(square);
  }
  return discs;
}

/// A fresh setting of the dials above, half of the time extreme: passes, early ends and wipe-outs are rare in
/// random play, and frequent on lopsided boards.
inline Discs random_discs(SplitMix64& random) {
  static constexpr std::uint32_t kShares[] = {128, 128, 128, 4, 16, 64, 240, 252};
  const std::uint32_t fill = 16 + random.below(240);
  return random_discs(random, fill, kShares[random.below(8)]);
}

}  // namespace engine::antireversi

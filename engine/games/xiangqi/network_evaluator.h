#pragma once

#include <vector>

#include "engine/games/xiangqi/network.h"
#include "engine/games/xiangqi/position.h"

namespace engine::xiangqi {

/// Evaluates the positions of one searching thread by a network.
///
/// Accumulators are updated lazily: when a position is evaluated, from the nearest position before it on the
/// line whose accumulator is cached, at the cost of two or three additions of rows a move.
class NetworkEvaluator {
 public:
  /// @param network must outlive this.
  explicit NetworkEvaluator(const Network& network) : network_(&network), cache_(kCachedPlies) {}

  /// In centipawns for the side to move; what cannot win is held to be worth little (winning_chances()).
  Score evaluate(const Position& position);

 private:
  const Accumulator& accumulator_of(const Position& position);

  /// The last position that was evaluated at a ply: another than the one there now where the keys differ.
  struct CachedPly {
    Key key = 0;
    Accumulator accumulator;
  };
  // A ring of 128 plies, 512 bytes an accumulator and some more: about 70 KB.
  static constexpr std::size_t kCachedPlies = 128;
  CachedPly& cached(std::size_t ply) { return cache_[ply % kCachedPlies]; }

  const Network* network_;
  std::vector<CachedPly> cache_;
};

}  // namespace engine::xiangqi

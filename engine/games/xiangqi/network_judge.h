#pragma once

#include <vector>

#include "engine/games/xiangqi/network.h"
#include "engine/games/xiangqi/position.h"

namespace engine::xiangqi {

/// Judges the positions of one searching thread by a network. The sums of the first layer are made when a
/// position is asked about, from those of the nearest position before it on the line, and kept, so that a
/// move costs two or three additions of rows.
class NetworkJudge {
 public:
  /// @param network must outlive this.
  explicit NetworkJudge(const Network& network) : network_(&network), line_(kKept) {}

  /// In centipawns for the side to move; what cannot win is held to be worth little (winning_chances()).
  Score evaluate(const Position& position);

 private:
  const Accumulators& sums_of(const Position& position);

  /// What is known of a ply; of another position than the one there now where the keys differ.
  struct Known {
    Key key = 0;
    Accumulators sums;
  };
  static constexpr std::size_t kKept = 128;
  Known& known(std::size_t ply) { return line_[ply % kKept]; }

  const Network* network_;
  std::vector<Known> line_;
};

}  // namespace engine::xiangqi

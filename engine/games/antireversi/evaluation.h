#pragma once

#include <array>

#include "engine/core/types.h"
#include "engine/games/antireversi/position.h"

namespace engine::antireversi {

/// What is counted about a position, each as the mover's count less the opponent's.
// The linear evaluation is what plays on 6 x 6 and 4 x 4, and what the first generation of patterns learned
// from. Its features are antisymmetric but for tempo.

enum Feature : std::size_t {
  tempo,         ///< 1: the worth of being to move.
  safe_moves,    ///< Squares to move to, corners apart.
  corner_moves,  ///< Corners to move to. One need not take them, but may have to.
  frontier,      ///< Discs beside an empty square: what the other side can flip some day.
  corner_discs,  ///< Never flipped again: dead weight in this game.
  c_squares,     ///< On the edge beside an empty corner.
  x_squares,     ///< On the diagonal beside an empty corner.
  edge_discs,    ///< On the edge, corners and C-squares apart.
  discs,         ///< All of them.
  feature_count
};

/// Weights of their own for every stage: 0-4 empty squares, 5-9, ..., 55 and more. Smaller boards have the
/// last ones.
inline constexpr std::size_t kStages = 12;
template <int N>
std::size_t stage_of(const DiscsOn<N>& discs);

using Features = std::array<int, feature_count>;
template <int N>
Features features(const DiscsOn<N>& discs);

/// An estimate of the result in hundredths of a disc for the side to move: by patterns (patterns.h), or by
/// the features where there are no pattern weights: on the smaller boards, or when none were built in. Never
/// 0, which is kept for a proven draw.
/// Within +-kMaxEstimate, but for a finished game, whose result it is.
template <int N>
Score estimate(const DiscsOn<N>& discs);

/// By the features alone: a weighted sum, with weights of its own for every stage of the game.
template <int N>
Score linear_estimate(const DiscsOn<N>& discs);

}  // namespace engine::antireversi

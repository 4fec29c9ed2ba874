#include "engine/games/antireversi/evaluation.h"

#include <algorithm>

namespace engine::antireversi {

namespace {

constexpr Bitboard kEdges = kFileA | kFileH | 0xff000000000000ff;
/// Per corner: itself, its two C-squares, its X-square.
struct CornerArea {
  Bitboard corner, c_squares, x_square;
};
constexpr std::array<CornerArea, 4> kCornerAreas{{
    {bit(0), bit(1) | bit(8), bit(9)},
    {bit(7), bit(6) | bit(15), bit(14)},
    {bit(56), bit(48) | bit(57), bit(49)},
    {bit(63), bit(55) | bit(62), bit(54)},
}};
constexpr Bitboard kAllC = 0x4281000000008142;

/// Empty squares at which a stage ends, from the end of the game backwards: 0-4, 5-9, ..., 55 and more.
constexpr int kStageEmpties = 5;
constexpr std::size_t kStages = 12;

using Weights = std::array<int, feature_count>;

// By judgement, in hundredths of a disc: mobility is worth most in the middle of the game, discs count
// towards the end. Rows from the end of the game to its beginning.
constexpr std::array<Weights, kStages> kWeights{{
    // tempo, safe moves, corner moves, frontier, corners, C, X, edge, discs
    {{0, 60, -20, -20, -150, -40, -40, -60, -90}},
    {{0, 90, -20, -25, -200, -40, -40, -50, -70}},
    {{0, 120, -20, -30, -300, -30, -20, -40, -50}},
    {{0, 130, -20, -30, -350, -20, -10, -30, -35}},
    {{0, 130, -20, -35, -400, -10, 0, -30, -25}},
    {{0, 130, -20, -35, -400, 0, 0, -20, -20}},
    {{0, 120, -20, -40, -400, 0, 0, -20, -15}},
    {{0, 110, -20, -40, -400, 0, 0, -20, -10}},
    {{0, 100, -20, -40, -400, 0, 0, -20, 0}},
    {{0, 90, -20, -40, -400, 0, 0, -10, 0}},
    {{0, 80, -20, -40, -400, 0, 0, 0, 0}},
    {{0, 80, -20, -40, -400, 0, 0, 0, 0}},
}};

}  // namespace

Features features(const Discs& discs) {
  const auto [own, opponent] = discs;
  const auto balance = [own, opponent](Bitboard set) { return count(own & set) - count(opponent & set); };
  const Bitboard empty = discs.empty();
  const Bitboard moves = discs.moves(), answers = discs.opponent_moves();
  Bitboard open_c = 0, open_x = 0;
  for (const CornerArea& area : kCornerAreas) {
    if ((empty & area.corner) == 0) continue;
    open_c |= area.c_squares;
    open_x |= area.x_square;
  }
  Features found{};
  found[tempo] = 1;
  found[safe_moves] = count(moves & ~kCorners) - count(answers & ~kCorners);
  found[corner_moves] = count(moves & kCorners) - count(answers & kCorners);
  found[frontier] = balance(with_neighbours(empty));
  found[corner_discs] = balance(kCorners);
  found[c_squares] = balance(open_c);
  found[x_squares] = balance(open_x);
  found[edge_discs] = balance(kEdges & ~kCorners & ~kAllC);
  found[Feature::discs] = balance(~Bitboard{0});
  return found;
}

Score estimate(const Discs& discs) {
  if (discs.moves() == 0 && discs.opponent_moves() == 0) return result(discs.difference());
  const std::size_t stage = std::min<std::size_t>(count(discs.empty()) / kStageEmpties, kStages - 1);
  const Features found = features(discs);
  Score sum = 0;
  for (std::size_t i = 0; i < feature_count; ++i) sum += kWeights[stage][i] * found[i];
  return sum == 0 ? 1 : std::clamp(sum, -kMaxEstimate, kMaxEstimate);
}

}  // namespace engine::antireversi

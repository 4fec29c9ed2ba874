#include "engine/games/antireversi/evaluation.h"

#include <algorithm>

#include "engine/games/antireversi/patterns.h"

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

using Weights = std::array<int, feature_count>;

// In hundredths of a disc, from the end of the game to its beginning. Fitted by ridge regression to games of
// this engine against itself; stages without a sample have the weights of the nearest that has some. Made by
//
//     sanqi-lab selfplay antireversi --games 10000 --nodes 500 --random 12 --seed 7 --out games.bin
//     sanqi-lab train games.bin
//
// by the engine of Bench: 9138980. Corners cost most, mobility stays good, and the move itself is a burden.
constexpr std::array<Weights, kStages> kWeights{{
    // tempo, safe moves, corner moves, frontier, corners, C, X, edge, discs
    {{-523, 112, 72, 5, -548, 48, -19, -13, -45}},
    {{-523, 112, 72, 5, -548, 48, -19, -13, -45}},
    {{-204, 88, 65, -15, -597, 52, -30, -33, -36}},
    {{-257, 74, 54, -35, -652, 43, -51, -48, -26}},
    {{-156, 73, 63, -50, -710, 35, -62, -64, -17}},
    {{-223, 62, 61, -68, -733, 25, -69, -63, -11}},
    {{-130, 58, 46, -75, -749, 6, -78, -59, -9}},
    {{-199, 55, 20, -82, -735, -15, -104, -54, -4}},
    {{-96, 57, 15, -86, -733, -61, -133, -63, 5}},
    {{-98, 54, 25, -98, -766, -110, -144, -94, 27}},
    {{-98, 54, 25, -98, -766, -110, -144, -94, 27}},
    {{-98, 54, 25, -98, -766, -110, -144, -94, 27}},
}};

}  // namespace

std::size_t stage_of(const Discs& discs) {
  constexpr int kStageEmpties = 5;
  return std::min<std::size_t>(count(discs.empty()) / kStageEmpties, kStages - 1);
}

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

Score linear_estimate(const Discs& discs) {
  const std::size_t stage = stage_of(discs);
  const Features found = features(discs);
  Score sum = 0;
  for (std::size_t i = 0; i < feature_count; ++i) sum += kWeights[stage][i] * found[i];
  return sum;
}

Score estimate(const Discs& discs) {
  if (discs.moves() == 0 && discs.opponent_moves() == 0) return result(discs.difference());
  const PatternWeights* weights = pattern_weights();
  const Score sum = weights ? pattern_estimate(discs, *weights) : linear_estimate(discs);
  return sum == 0 ? 1 : std::clamp(sum, -kMaxEstimate, kMaxEstimate);
}

}  // namespace engine::antireversi

#include "engine/games/antireversi/evaluation.h"

#include <algorithm>

#include "engine/games/antireversi/patterns.h"

namespace engine::antireversi {

namespace {

/// Per corner: itself, its two C-squares, its X-square.
struct CornerArea {
  Bitboard corner, c_squares, x_square;
};
template <int N>
constexpr std::array<CornerArea, 4> kCornerAreas = [] {
  std::array<CornerArea, 4> areas{};
  Bitboard corners = kCornersOf<N>;
  for (CornerArea& area : areas) {
    area.corner = corners & -corners;
    corners ^= area.corner;
    const Bitboard beside = with_neighbours(area.corner) & kBoard<N> & ~area.corner;
    area.c_squares = beside & kEdgesOf<N>;
    area.x_square = beside & ~kEdgesOf<N>;
  }
  return areas;
}();
template <int N>
constexpr Bitboard kAllC = with_neighbours(kCornersOf<N>) & kEdgesOf<N> & ~kCornersOf<N>;
static_assert(kAllC<kFiles> == 0x4281000000008142 && kCornerAreas<kFiles>[1].x_square == bit(14));

using Weights = std::array<int, feature_count>;

// In hundredths of a disc, from the end of the game to its beginning. Fitted by ridge regression to games of
// this engine against itself; stages without a sample have the weights of the nearest that has some. Made by
//
//     sanqi-lab selfplay antireversi --games 10000 --nodes 500 --random 12 --seed 7 --out games.bin
//     sanqi-lab train --linear games.bin
//
// by the engine of Bench: 9138980; the command is last in commit abefdeac. Corners cost most, mobility stays
// good, and the move itself is a burden.
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

template <int N>
std::size_t stage_of(const DiscsOn<N>& discs) {
  constexpr int kStageEmpties = 5;
  return std::min<std::size_t>(count(discs.empty()) / kStageEmpties, kStages - 1);
}

template <int N>
Features features(const DiscsOn<N>& discs) {
  const auto [own, opponent] = discs;
  // Own less opponent's of a set.
  const auto balance = [own, opponent](Bitboard set) { return count(own & set) - count(opponent & set); };
  const Bitboard empty = discs.empty();
  const Bitboard moves = discs.moves(), answers = discs.opponent_moves();
  // C- and X-squares are features while their corner is empty; later they count as discs alone.
  Bitboard open_c = 0, open_x = 0;
  for (const CornerArea& area : kCornerAreas<N>) {
    if ((empty & area.corner) == 0) continue;
    open_c |= area.c_squares;
    open_x |= area.x_square;
  }
  Features found{};
  found[tempo] = 1;
  found[safe_moves] = count(moves & ~kCornersOf<N>) - count(answers & ~kCornersOf<N>);
  found[corner_moves] = count(moves & kCornersOf<N>) - count(answers & kCornersOf<N>);
  found[frontier] = balance(with_neighbours(empty));
  found[corner_discs] = balance(kCornersOf<N>);
  found[c_squares] = balance(open_c);
  found[x_squares] = balance(open_x);
  found[edge_discs] = balance(kEdgesOf<N> & ~kCornersOf<N> & ~kAllC<N>);
  found[Feature::discs] = balance(~Bitboard{0});
  return found;
}

template <int N>
Score linear_estimate(const DiscsOn<N>& discs) {
  const std::size_t stage = stage_of(discs);
  const Features found = features(discs);
  Score sum = 0;
  for (std::size_t i = 0; i < feature_count; ++i) sum += kWeights[stage][i] * found[i];
  return sum;
}

namespace {

Score by_patterns(const Discs& discs) {
  const PatternWeights* weights = pattern_weights();
  return weights ? pattern_estimate(discs, *weights) : linear_estimate(discs);
}

template <int N>
Score by_patterns(const DiscsOn<N>& discs) {
  return linear_estimate(discs);
}

}  // namespace

template <int N>
Score estimate(const DiscsOn<N>& discs) {
  // Quiescence evaluates without generating moves, so the end of the game has to be seen here.
  if (discs.moves() == 0 && discs.opponent_moves() == 0) return result(discs.margin());
  const Score sum = by_patterns(discs);
  // 1 is a hundredth of a disc: an estimate of "even" is not to pass for a proven draw.
  return sum == 0 ? 1 : std::clamp(sum, -kMaxEstimate, kMaxEstimate);
}

template std::size_t stage_of<8>(const DiscsOn<8>&);
template Features features<8>(const DiscsOn<8>&);
template Score linear_estimate<8>(const DiscsOn<8>&);
template Score estimate<8>(const DiscsOn<8>&);

template std::size_t stage_of<6>(const DiscsOn<6>&);
template Features features<6>(const DiscsOn<6>&);
template Score linear_estimate<6>(const DiscsOn<6>&);
template Score estimate<6>(const DiscsOn<6>&);

template std::size_t stage_of<4>(const DiscsOn<4>&);
template Features features<4>(const DiscsOn<4>&);
template Score linear_estimate<4>(const DiscsOn<4>&);
template Score estimate<4>(const DiscsOn<4>&);

}  // namespace engine::antireversi

#include "engine/lab/players/paper_agent.h"

#include <algorithm>

namespace engine::lab {
namespace {

using antireversi::Bitboard;
using antireversi::Discs;

// The numbers are the paper's; changing one would make it another opponent.
constexpr Bitboard kBesideCorners = 0x4281000000008142;
constexpr int kCornerWeight = -1024, kBesideCornerWeight = 128, kOtherWeight = -8;
constexpr int kFinished = 10'000;  // For a disc of difference: more than any estimate.
constexpr int kInfinity = 100 * kFinished;

constexpr int kDepth = 6, kDepthWithManyMoves = 5, kManyMoves = 8;
/// With so few empty squares it looks to the end of the game: further than any line with its passes.
constexpr int kLastSquares = 10, kToTheEnd = 3 * kLastSquares;
constexpr int kSquaresToFill = antireversi::kSquares - 4;

int square_scores(Bitboard discs) {
  const Bitboard others = discs & ~antireversi::kCorners & ~kBesideCorners;
  return kCornerWeight * antireversi::count(discs & antireversi::kCorners) +
         kBesideCornerWeight * antireversi::count(discs & kBesideCorners) +
         kOtherWeight * antireversi::count(others);
}

int mobility_weight(PaperStage stage) {
  if (stage.placed >= 6 && stage.placed <= 20) return 8;
  return stage.placed >= 21 && stage.placed <= 35 ? 16 : 0;
}

int turned_weight(PaperStage stage) {
  if (stage.placed >= 16 && stage.placed <= 40) return -8;
  return stage.placed >= 41 ? -16 : 0;
}

PaperStage stage_of(const Discs& discs) {
  return {kSquaresToFill - antireversi::count(discs.empty())};
}

/// The moves in the order in which the paper tries them.
std::vector<int> ordered(Bitboard moves) {
  std::vector<int> squares;
  for (Bitboard rest : {moves & kBesideCorners, moves & ~kBesideCorners & ~antireversi::kCorners,
                        moves & antireversi::kCorners}) {
    for (; rest != 0; rest ^= std::bit_floor(rest))
      squares.push_back(antireversi::kSquares - 1 - std::countl_zero(rest));
  }
  return squares;
}

/// Fail-hard alpha-beta from a root.
class PaperSearch {
 public:
  explicit PaperSearch(PaperStage stage) : stage_(stage) {}

  /// @pre the side to move has a move
  int best(const Discs& discs, int depth) const {
    int best = -1, alpha = -kInfinity;
    for (const int square : ordered(discs.moves())) {
      const int score = after(discs, square, depth, alpha, kInfinity, 0);
      // The first move stands even where all lose: alpha begins below every score.
      if (best < 0 || score > alpha) best = square;
      alpha = std::max(alpha, score);
    }
    return best;
  }

 private:
  int after(const Discs& discs, int square, int depth, int alpha, int beta, int turned) const {
    const Bitboard flipped = discs.flips(square);
    return -search(discs.played(square, flipped), depth - 1, -beta, -alpha,
                   -(turned + antireversi::count(flipped)));
  }

  /// `turned`: see paper_estimate().
  int search(const Discs& discs, int depth, int alpha, int beta, int turned) const {
    const Bitboard moves = discs.moves();
    if (moves == 0 && discs.opponent_moves() == 0) return kFinished * discs.margin();
    if (depth <= 0) return paper_estimate(discs, stage_, turned);
    if (moves == 0) return -search(discs.passed(), depth - 1, -beta, -alpha, -turned);
    for (const int square : ordered(moves)) {
      alpha = std::max(alpha, after(discs, square, depth, alpha, beta, turned));
      if (alpha >= beta) return beta;
    }
    return alpha;
  }

  PaperStage stage_;
};

int depth_of(const Discs& discs, const TimeControl& control) {
  if (antireversi::count(discs.empty()) <= kLastSquares) return kToTheEnd;
  const bool many = antireversi::count(discs.moves()) >= kManyMoves;
  return control.depth.value_or(many ? kDepthWithManyMoves : kDepth);
}

}  // namespace

int paper_estimate(const Discs& discs, PaperStage stage, int turned) {
  const int squares = square_scores(discs.own) - square_scores(discs.opponent);
  const int moves = antireversi::count(discs.moves()) - antireversi::count(discs.opponent_moves());
  return squares + mobility_weight(stage) * moves + turned_weight(stage) * turned;
}

void PaperAgent::begin(const GameState& start, const TimeControl&) {
  if (start.game->id != "antireversi") throw PlayerFailed("refused", "The paper's agent plays anti-Reversi.");
}

std::string PaperAgent::move(const GameState& now, const MoveLimits& limits,
                             std::chrono::steady_clock::time_point) {
  const auto position = antireversi::read_position(now.match->look().pos);
  if (!position) throw PlayerFailed("refused", "The paper's agent plays anti-Reversi.");
  const Discs& discs = position->discs();
  if (discs.moves() == 0) return antireversi::write_move(antireversi::kPass);
  const int depth = std::max(depth_of(discs, limits.control), 1);
  return antireversi::write_move(antireversi::move_to(PaperSearch(stage_of(discs)).best(discs, depth)));
}

}  // namespace engine::lab

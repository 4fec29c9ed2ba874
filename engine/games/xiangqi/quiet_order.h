#pragma once

#include "engine/games/xiangqi/checks.h"
#include "engine/games/xiangqi/position.h"
#include "engine/games/xiangqi/see.h"
#include "engine/search/policy.h"

namespace engine::xiangqi {

/// Scores the quiet moves of one position. What gives check and what pawns attack is looked up once.
class QuietOrder {
 public:
  explicit QuietOrder(const Position& position)
      : board_(position.board()), side_(position.side_to_move()), checks_(board_, side_) {
    const Side them = other(side_);
    for_each(board_.pieces(them, PieceType::pawn),
             [&](Square s) { pawn_attacks_ |= kAttacks.pawn[index(them)][s]; });
  }

  /// Safe checks are forcing. Else moves are preferred that improve the piece's place or leave a square that
  /// a pawn attacks.
  ScoredMove score(Move move) const {
    const bool check = is_tactical(move);
    return {move, check, check ? check_score(move) : psq_score(move)};
  }

  /// Whether the move gives check, or slides along the line of one.
  bool is_tactical(Move move) const { return checks_.by(move); }

 private:
  // The scale is that of the search's histories: see search::kHistoryMax.
  // A check comes before an escape, an escape before a better place.
  static constexpr int kPerCentipawn = 60;  // For a better place.
  static constexpr int kRiskyCheck = 6000;  // A check that may lose the piece: mates often begin so.
  static constexpr int kEscape = 5000;      // Of a rook, horse or cannon from a pawn.

  std::int32_t check_score(Move move) const {
    return see_ge(board_, move, 0) ? search::kForcing : kRiskyCheck;
  }

  std::int32_t psq_score(Move move) const {
    const Piece piece = board_.at(from_of(move));
    const auto& places = kPieceSquare[index(piece)];
    const int gain = places[to_of(move)].mg - places[from_of(move)].mg;
    int score = (side_ == Side::first ? gain : -gain) * kPerCentipawn;
    if (is_major(type_of(piece))) {
      if (pawn_attacks_.contains(from_of(move))) score += kEscape;
      if (pawn_attacks_.contains(to_of(move))) score -= kEscape;
    }
    return score;
  }

  const Board& board_;
  Side side_;
  Checks checks_;
  Bitboard pawn_attacks_;
};

}  // namespace engine::xiangqi

#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/types.h"
#include "engine/games/antireversi/bitboard.h"

namespace engine::antireversi {

/// The discs as the side to move sees them. All of the game's arithmetic is on these two sets.
struct Discs {
  Bitboard own;
  Bitboard opponent;

  Bitboard empty() const { return ~(own | opponent); }
  Bitboard moves() const { return antireversi::moves(own, opponent); }
  Bitboard opponent_moves() const { return antireversi::moves(opponent, own); }
  Bitboard flips(int square) const { return antireversi::flips(square, own, opponent); }
  Discs passed() const { return {opponent, own}; }
  /// After a disc on `square` that turns `flipped`, seen by the other side.
  Discs played(int square, Bitboard flipped) const {
    return {opponent ^ flipped, own ^ flipped ^ bit(square)};
  }
  /// The result if the game ended here: opponent's discs less own discs; empty squares count for nobody.
  int difference() const { return count(opponent) - count(own); }
  bool operator==(const Discs&) const = default;
};

/// Moves are squares 0..63, and a pass, which is a move of its own when a side has no other.
inline constexpr Move kPass{kSquares};
constexpr Move move_to(int square) {
  return static_cast<Move>(square);
}
constexpr int square_of(Move move) {
  return static_cast<int>(move);
}

/// Scores count hundredths of a disc. Estimates stay within +-kMaxEstimate; the results of finished games lie
/// beyond kResult, since a sure win by two discs is better than a hoped-for win by twenty.
inline constexpr Score kDisc = 100;
inline constexpr Score kMaxEstimate = kSquares * kDisc;
inline constexpr Score kResult = 10'000;

/// The score of a game that ends with `difference`.
constexpr Score result(int difference) {
  if (difference == 0) return 0;
  return difference * kDisc + (difference > 0 ? kResult : -kResult);
}

/// A game of anti-Reversi: Reversi's moves, and the side with fewer discs at the end wins.
///
/// A side that cannot flip anything passes; the game is over when neither side can move. A full board, or one
/// side without any disc, are only cases of that: whoever was wiped out has won.
class Position {
 public:
  /// The start: first side e4 d5, second side d4 e5.
  Position()
      : Position({bit(square_at(4, 3)) | bit(square_at(3, 4)), bit(square_at(3, 3)) | bit(square_at(4, 4))},
                 Side::first) {}
  /// @pre no square is of both
  Position(Discs discs, Side side_to_move) : discs_(discs), side_(side_to_move) {
    assert((discs.own & discs.opponent) == 0);
  }

  Side side_to_move() const { return side_; }
  const Discs& discs() const { return discs_; }
  Bitboard discs_of(Side side) const { return side == side_ ? discs_.own : discs_.opponent; }
  int empties() const { return count(discs_.empty()); }

  /// Of the discs as the mover sees them: equal boards with swapped colours and sides are the same problem
  /// and share the key.
  Key key() const;

  /// Squares in rising order; else the pass, unless the game is over.
  void generate(MoveList& moves) const;
  /// How many moves generate() finds.
  int count_moves() const;
  void do_move(Move move) {
    assert(plies_ < past_.size());
    past_[plies_++] = discs_;
    const int square = square_of(move);
    discs_ = move == kPass ? discs_.passed() : discs_.played(square, discs_.flips(square));
    side_ = other(side_);
  }
  void undo_move() {
    discs_ = past_[--plies_];
    side_ = other(side_);
  }

  bool is_legal(Move move) const;
  bool is_over() const { return discs_.moves() == 0 && discs_.opponent_moves() == 0; }

  /// The rules end a game only for lack of moves.
  std::optional<Score> verdict(int) const { return std::nullopt; }
  /// A sooner win is worth no more than a later one, a bigger one is.
  Score no_moves(int) const { return result(discs_.difference()); }

 private:
  // At most 62 squares are filled after the first discs, and two passes in a row end the game.
  static constexpr std::size_t kLongestGame = 2 * 62;

  Discs discs_;
  Side side_;
  std::size_t plies_ = 0;
  std::array<Discs, kLongestGame> past_;  // Left uninitialised on purpose: only [0, plies_) is read.
};

/// `BOARD SIDE`: 64 characters a1, b1, ..., h8 of X (first side), O (second side) and - (empty); X or O to
/// move. None for anything else.
std::optional<Position> read_position(std::string_view text);
std::string write_position(const Position& position);

/// "d3", "pass".
std::string write_move(Move move);
/// As write_move() writes them, in either case; a pass also as "pa" or "--". None for anything else; legality
/// is another matter.
std::optional<Move> read_move(std::string_view text);

}  // namespace engine::antireversi

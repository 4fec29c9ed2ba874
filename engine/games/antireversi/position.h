#pragma once

#include <array>
#include <cassert>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/types.h"
#include "engine/games/antireversi/bitboard.h"

namespace engine::antireversi {

/// The discs on a board of N x N squares (kBoard) as the side to move sees them. All of the game's arithmetic
/// is on these two sets.
/// A value of 16 bytes: the search copies it instead of undoing moves. Named by whose turn it is, so every
/// function has one case.
template <int N>
struct DiscsOn {
  Bitboard own;
  Bitboard opponent;

  /// On the board.
  Bitboard empty() const { return ~(own | opponent) & kBoard<N>; }
  /// Where the side to move flips something; 0: it has to pass, or the game is over.
  Bitboard moves() const { return antireversi::moves(own, opponent) & kBoard<N>; }
  Bitboard opponent_moves() const { return antireversi::moves(opponent, own) & kBoard<N>; }
  /// @pre the square is empty
  Bitboard flips(int square) const { return antireversi::flips(square, own, opponent); }
  /// Whether passing is legal is not looked at, here and in played().
  DiscsOn passed() const { return {opponent, own}; }
  /// After a disc on `square` that turns `flipped`, seen by the other side.
  DiscsOn played(int square, Bitboard flipped) const {
    return {opponent ^ flipped, own ^ flipped ^ bit(square)};
  }
  /// Discs by which the side to move would win if the game ended here: opponent's less own; empty squares do
  /// not count.
  int margin() const { return count(opponent) - count(own); }
  bool operator==(const DiscsOn&) const = default;
};
using Discs = DiscsOn<kFiles>;

/// Of the discs as the mover sees them: equal boards with swapped colours and sides are the same problem and
/// share the key.
/// Worked out anew from both sets, since a move changes many discs: a hash costs less than updating a Zobrist
/// key by each disc that is flipped. Used by the TT and the table of endings.
Key key_of(Bitboard own, Bitboard opponent);

/// Moves are squares 0..63, and a pass, which is a move of its own when a side has no other.
// Passing as a move keeps one move a ply: game records, move lists and the search need no special case.
inline constexpr Move kPass{kSquares};
constexpr Move move_to(int square) {
  return static_cast<Move>(square);
}
/// @pre the move is no pass
constexpr int square_of(Move move) {
  return static_cast<int>(move);
}

/// Scores count hundredths of a disc. Estimates stay within +-kMaxEstimate; the results of finished games lie
/// beyond kResult, since a sure win by two discs is better than a hoped-for win by twenty.
inline constexpr Score kDisc = 100;
inline constexpr Score kMaxEstimate = kSquares * kDisc;
inline constexpr Score kResult = 10'000;

/// The score of a game that ends with `margin`.
// 16,400 at most, below kWinBound: the search treats results as estimates that happen to be exact, since a
// win in anti-Reversi is worth more the bigger it is, not the sooner it comes.
constexpr Score result(int margin) {
  if (margin == 0) return 0;
  return margin * kDisc + (margin > 0 ? kResult : -kResult);
}

/// A game of anti-Reversi on N x N squares: Reversi's moves, and the side with fewer discs at the end wins.
///
/// A side that cannot flip anything passes; the game is over when neither side can move. A full board, or one
/// side without any disc, are only cases of that: a side that lost all discs has won.
template <int N>
class PositionOn {
 public:
  using Discs = DiscsOn<N>;

  /// The start: first side e4 d5, second side d4 e5, or what lies there in the middle of a smaller board.
  PositionOn()
      : PositionOn({bit(square_at(4, 3)) | bit(square_at(3, 4)), bit(square_at(3, 3)) | bit(square_at(4, 4))},
                   Side::first) {}
  /// @pre no square is of both, none is off the board
  PositionOn(Discs discs, Side side_to_move) : discs_(discs), side_(side_to_move) {
    assert((discs.own & discs.opponent) == 0 && ((discs.own | discs.opponent) & ~kBoard<N>) == 0);
  }

  Side side_to_move() const { return side_; }
  const Discs& discs() const { return discs_; }
  /// By colour, unlike discs().
  Bitboard discs_of(Side side) const { return side == side_ ? discs_.own : discs_.opponent; }
  int empties() const { return count(discs_.empty()); }

  Key key() const { return key_of(discs_.own, discs_.opponent) ^ kSizeKey; }

  /// Squares in rising order; else the pass, unless the game is over.
  void generate(MoveList& moves) const;
  /// How many moves generate() finds.
  int count_moves() const;
  /// @pre the move is legal
  void do_move(Move move) {
    assert(plies_ < past_.size());
    past_[plies_++] = discs_;
    const int square = square_of(move);
    discs_ = move == kPass ? discs_.passed() : discs_.played(square, discs_.flips(square));
    side_ = other(side_);
  }
  /// @pre a move was made on this object or on the one that it was copied from
  void undo_move() {
    discs_ = past_[--plies_];
    side_ = other(side_);
  }

  /// Of any move; a pass where no disc can be placed and the game is not over.
  bool is_legal(Move move) const;
  bool is_over() const { return discs_.moves() == 0 && discs_.opponent_moves() == 0; }

  /// The rules end a game only for lack of moves.
  std::optional<Score> verdict(int) const { return std::nullopt; }
  /// A sooner win is worth no more than a later one, a bigger one is.
  Score no_moves(int) const { return result(discs_.margin()); }

 private:
  // Tells the boards apart; 0 on 8 x 8.
  static constexpr Key kSizeKey = (kFiles - N) * Key{0x9e3779b97f4a7c15};
  // At most 62 squares are filled after the first discs, and two passes in a row end the game.
  // 2 KB, copied once a search.
  static constexpr std::size_t kLongestGame = 2 * 62;

  Discs discs_;
  Side side_;
  std::size_t plies_ = 0;
  std::array<Discs, kLongestGame> past_;  // Left uninitialised on purpose: only [0, plies_) is read.
};

using Position = PositionOn<kFiles>;
extern template class PositionOn<8>;
extern template class PositionOn<6>;
extern template class PositionOn<4>;

/// `BOARD SIDE`: N * N characters a1, b1, ..., h8 of X (first side), O (second side) and - (empty); X or O to
/// move. None for anything else.
template <int N = kFiles>
std::optional<PositionOn<N>> read_position(std::string_view text);
template <int N>
std::string write_position(const PositionOn<N>& position);

/// "d3", "pass". a1 is the corner of the board that is played on.
template <int N = kFiles>
std::string write_move(Move move);
/// As write_move() writes them, in either case; a pass also as "pa" or "--". None for anything else; legality
/// is another matter.
template <int N = kFiles>
std::optional<Move> read_move(std::string_view text);

}  // namespace engine::antireversi

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/games/xiangqi/board.h"
#include "engine/games/xiangqi/weights.h"

namespace engine::xiangqi {

/// How the rules end a game whose side to move still has a move.
struct Ending {
  std::optional<Side> loser;  ///< None: a draw.
  std::string_view reason;
  /// A cycle closed inside the search for the second time only: what it will be at the third, if both sides
  /// repeat again.
  bool is_forecast = false;
};

/// Xiangqi as the search plays it: a board, the turn, and the past that repetition rules and undo need.
/// Satisfies search::Position.
class Position {
 public:
  /// A draw after so many plies without a capture: 60 moves a side.
  static constexpr int kMoveLimit = 120;

  /// What a move changes besides the board; undo_move() drops it (Stockfish's StateInfo).
  struct State {
    Key key = 0;
    Bitboard checkers;    ///< Pieces that attack the general of the side to move.
    Tapered psq;          ///< Sum of kPieceSquare: red minus black.
    Move move = kNoMove;  ///< That led here; none at the start and after a null move.
    Piece captured = Piece::none;
    Piece moved = Piece::none;  ///< None where `move` is.
    std::uint16_t clock =
        0;  ///< Plies since the last capture, from before this game's record if the FEN says so.
    std::uint16_t reversible = 0;  ///< Plies back that a repetition may reach: to a capture or null move.
  };

  /// @pre The board is possible; see read_fen().
  /// A record without a past: repetitions count from here on.
  Position(const Board& board, Side turn, int clock, int move_number);

  Side side_to_move() const { return turn_; }
  /// Of pieces and turn. Clock and past are not in it: see verdict_depends_from().
  Key key() const { return states_.back().key; }
  void generate(MoveList& moves) const { board_.generate(turn_, moves); }
  void generate_captures(MoveList& moves) const { board_.generate_captures(turn_, moves); }
  void generate_quiet(MoveList& moves) const { board_.generate_quiet(turn_, moves); }
  /// Of any move, whatever position it comes from.
  bool is_legal(Move move) const { return board_.is_legal(turn_, move); }
  int count_moves() const { return board_.count_moves(turn_); }
  bool has_moves() const { return board_.has_moves(turn_); }
  /// @pre the move is legal. Allocates only where the record outgrows the states reserved (2 * kMaxPly).
  void do_move(Move move);
  /// @pre the last state came from do_move()
  void undo_move();
  /// The key that do_move() will lead to.
  Key key_after(Move move) const;
  /// @pre !in_check()
  void do_null_move();
  /// @pre the last state came from do_null_move()
  void undo_null_move();

  /// The score of ending(ply) for the side to move: 0, loss_in(ply) or its opposite; a forecast counts
  /// 10,000, more than material and less than a forced win.
  std::optional<Score> verdict(int ply) const;
  /// The ply where the repetition or the count of moves without a capture began that the verdict is about.
  /// @pre verdict(ply)
  int verdict_depends_from(int ply) const;
  /// Checkmate and stalemate alike: a side without a move has lost.
  Score no_moves(int ply) const { return loss_in(ply); }
  /// The end by repetition, move limit or lack of material, with its reason. `ply` as for verdict(); 0 gives
  /// what the rules of the game say, without forecasts.
  std::optional<Ending> ending(int ply) const;

  /// Kept by do_move(): costs nothing.
  bool in_check() const { return !states_.back().checkers.empty(); }
  Bitboard checkers() const { return states_.back().checkers; }
  const Board& board() const { return board_; }
  Tapered psq() const { return states_.back().psq; }
  int clock() const { return states_.back().clock; }
  /// As FEN counts: it grows after black's move.
  int move_number() const;
  /// From the start of this game's record to now, never empty.
  std::span<const State> states() const { return states_; }

  /// What key() must be; for tests and for a start.
  Key key_from_scratch() const;

 private:
  State& push();
  void move_piece(Piece piece, Square from, Square to, State& state);
  struct Cycle {
    int length;  ///< In plies.
    bool is_forecast;
  };
  /// None in nearly all positions, by one look into the filter.
  std::optional<Cycle> cycle(int ply) const;

  // Counts of recent keys by their low bits, so that looking for repetitions is rare.
  // Collisions cost a walk over the states and no more: keys decide. Eight bits a count: fewer than 256
  // positions of a record may share a place.
  static constexpr std::size_t kFilterSize = 4096;
  std::uint8_t& filter(Key key) { return filter_[key % kFilterSize]; }
  std::uint8_t filter(Key key) const { return filter_[key % kFilterSize]; }

  Board board_;
  Side turn_;
  Side first_turn_;        // At the start of the record.
  int first_move_number_;  // At the start of the record.
  std::vector<State> states_;
  std::array<std::uint8_t, kFilterSize> filter_{};
};

}  // namespace engine::xiangqi

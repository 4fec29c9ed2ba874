#pragma once

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string>

#include "engine/core/zobrist.h"
#include "engine/games/game_rules.h"
#include "engine/search/policy.h"

/// A fourth game that lives in the tests only: small enough to be searched to the end by plain minimax.
namespace tic_tac_toe {

using engine::Key;
using engine::Move;
using engine::MoveList;
using engine::Score;
using engine::Side;

inline constexpr int kSquares = 9;
inline constexpr std::array<unsigned, 8> kRows = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
inline constexpr auto kKeys = engine::zobrist_keys<2 * kSquares>(3);

class Position {
 public:
  Side side_to_move() const { return ply_ % 2 == 0 ? Side::first : Side::second; }
  Key key() const { return key_; }
  void generate(MoveList& moves) const {
    for (unsigned free = ~(stones_[0] | stones_[1]) & 0777; free != 0; free &= free - 1)
      moves.push_back(Move(std::countr_zero(free)));
  }
  void do_move(Move move) {
    past_[static_cast<std::size_t>(ply_)] = move;
    flip(move);
    ++ply_;
  }
  void undo_move() {
    --ply_;
    flip(past_[static_cast<std::size_t>(ply_)]);
  }
  std::optional<Score> verdict(int ply) const {
    if (has_row(other(side_to_move()))) return engine::loss_in(ply);
    return std::nullopt;
  }
  Score no_moves(int) const { return 0; }

  bool has_row(Side side) const {
    for (unsigned row : kRows)
      if ((stones(side) & row) == row) return true;
    return false;
  }
  unsigned stones(Side side) const { return stones_[index(side)]; }
  int ply() const { return ply_; }

  /// A position in the middle of a game, without its past. @pre no side has moved twice running
  static Position of(unsigned crosses, unsigned noughts) {
    Position position;
    for (; crosses != 0; crosses &= crosses - 1) {
      position.do_move(Move(std::countr_zero(crosses)));
      if (noughts == 0) break;
      position.do_move(Move(std::countr_zero(noughts)));
      noughts &= noughts - 1;
    }
    return position;
  }

 private:
  void flip(Move move) {
    const std::size_t side = index(side_to_move());
    stones_[side] ^= 1u << index(move);
    key_ ^= kKeys[side * kSquares + index(move)];
  }

  std::array<unsigned, 2> stones_{};
  std::array<Move, kSquares> past_{};
  Key key_ = 0;
  int ply_ = 0;
};

struct Policy {
  using Position = tic_tac_toe::Position;
  Score evaluate(const Position&) { return 0; }
  void order(const Position&, std::span<engine::ScoredMove> moves) {
    for (auto& move : moves) move.score = index(move.move) == 4 ? 100 : 0;  // The middle first.
  }
};

struct Rules {
  using Position = tic_tac_toe::Position;
  static constexpr std::uint64_t kFinishedLeaves = 0;

  /// "XO-------": nine squares.
  static engine::Expected<Position, engine::Rejection> read_position(const engine::Setup& setup);
  static engine::Look look(const Position& position);
  static std::optional<engine::Outcome> outcome(const Position& position) {
    if (position.has_row(Side::first)) return engine::Outcome{Side::first, "three"};
    if (position.has_row(Side::second)) return engine::Outcome{Side::second, "three"};
    if (position.ply() == kSquares) return engine::Outcome{std::nullopt, "full_board"};
    return std::nullopt;
  }
  static std::string write_move(const Position&, Move move) {
    return {static_cast<char>('a' + index(move) % 3), static_cast<char>('1' + index(move) / 3)};
  }
  static std::optional<Move> read_notation(const Position&, std::string_view) { return std::nullopt; }
  static std::vector<engine::Notation> notations(const Position&, Move) { return {}; }
  static engine::Rejection why_not(const Position&, std::string_view) { return {"illegal_move", "No."}; }
};

extern const engine::Game kGame;

}  // namespace tic_tac_toe

#pragma once

#include <array>
#include <bit>
#include <optional>
#include <span>

#include "engine/core/zobrist.h"
#include "engine/search/policy.h"

/// Four in a row with gravity, on a small board: deep enough to have tactics, transpositions and long wins,
/// small enough for a plain minimax to check the search on thousands of positions.
namespace drop_four {

using engine::Key;
using engine::Move;
using engine::MoveList;
using engine::Score;
using engine::ScoredMove;
using engine::Side;

inline constexpr int kColumns = 5;
inline constexpr int kRows = 5;
inline constexpr int kStride = kRows + 1;  // One empty row on top keeps columns apart.
inline constexpr auto kKeys = engine::zobrist_keys<2 * kColumns * kStride>(4);

inline constexpr Key kNullKey = engine::zobrist_keys<1>(5)[0];

class Position {
 public:
  Side side_to_move() const { return ply_ % 2 == 0 ? Side::first : Side::second; }
  Key key() const { return key_; }

  void generate(MoveList& moves) const {
    for (int column = 0; column < kColumns; ++column)
      if (heights_[static_cast<std::size_t>(column)] < kRows) moves.push_back(Move(column));
  }
  void do_move(Move move) {
    past_[ply_] = move;
    toggle(engine::index(move), heights_[engine::index(move)]++);
    ++ply_;
  }
  void undo_move() {
    --ply_;
    const Move move = past_[ply_];
    toggle(engine::index(move), --heights_[engine::index(move)]);
  }
  /// Passing is no move of the game; only the search tries it.
  void do_null_move() {
    past_[ply_++] = engine::kNoMove;
    key_ ^= kNullKey;
  }
  void undo_null_move() {
    --ply_;
    key_ ^= kNullKey;
  }
  /// Takes back a move or a null move. @pre ply() > 0
  void undo() { past_[ply_ - 1] == engine::kNoMove ? undo_null_move() : undo_move(); }
  std::optional<Score> verdict(int ply) const {
    if (has_four(stones_[engine::index(other(side_to_move()))])) return engine::loss_in(ply);
    return std::nullopt;
  }
  Score no_moves(int) const { return 0; }

  std::uint64_t stones(Side side) const { return stones_[engine::index(side)]; }
  int ply() const { return static_cast<int>(ply_); }

  /// Whether the side to move wins at once by this move.
  bool wins(Move move) const {
    const auto square =
        engine::index(move) * kStride + static_cast<std::size_t>(heights_[engine::index(move)]);
    return has_four(stones(side_to_move()) | std::uint64_t{1} << square);
  }

 private:
  static bool has_four(std::uint64_t stones) {
    for (int step : {1, kStride, kStride + 1, kStride - 1}) {
      const std::uint64_t pairs = stones & (stones >> step);
      if (pairs & (pairs >> 2 * step)) return true;
    }
    return false;
  }
  void toggle(std::size_t column, int row) {
    const std::size_t square = column * kStride + static_cast<std::size_t>(row);
    const std::size_t side = engine::index(side_to_move());
    stones_[side] ^= std::uint64_t{1} << square;
    key_ ^= kKeys[side * kColumns * kStride + square];
  }

  std::array<std::uint64_t, 2> stones_{};
  std::array<int, kColumns> heights_{};
  std::array<Move, 2 * kColumns * kRows> past_{};  // No two null moves in a row.
  std::size_t ply_ = 0;
  Key key_ = 0;
};

/// Judgement without hooks. The evaluation is uneven on purpose, so that a wrong leaf changes the score.
struct PlainPolicy {
  using Position = drop_four::Position;

  static Score worth(std::uint64_t stones) {
    constexpr std::array<Score, kColumns> kColumnWorth = {3, 11, 29, 13, 5};
    Score sum = 0;
    for (; stones != 0; stones &= stones - 1) {
      const auto square = static_cast<std::size_t>(std::countr_zero(stones));
      sum += kColumnWorth[square / kStride] + static_cast<Score>(square % kStride);
    }
    return sum;
  }
  Score evaluate(const Position& position) {
    const Side side = position.side_to_move();
    return worth(position.stones(side)) - worth(position.stones(other(side)));
  }
  void order(const Position& position, std::span<ScoredMove> moves) {
    for (ScoredMove& scored : moves) scored.score = position.wins(scored.move) ? engine::search::kForcing : 0;
  }
};

}  // namespace drop_four

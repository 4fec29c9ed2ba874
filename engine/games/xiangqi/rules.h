#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/games/xiangqi/position.h"

namespace engine::xiangqi {

/// Xiangqi as the rest of the program knows it; see GameRules.
///
/// Reasons of outcome(): checkmate, stalemate, perpetual_check, perpetual_chase, repetition, move_limit,
/// insufficient_material. Codes of why_not(): syntax, no_piece, not_your_piece, own_piece, leg_blocked,
/// eye_blocked, blocked, no_screen, outside_palace, across_river, cannot_go_there, own_king_in_check,
/// flying_general, ambiguous, no_such_move, game_over.
struct Rules {
  using Position = xiangqi::Position;
  // As published perft counts have it: a game that ended above the last ply has no leaves there.
  static constexpr std::uint64_t kFinishedLeaves = 0;

  /// Codes: unknown_rule, bad_size, syntax, impossible_position.
  static Expected<Position, Rejection> read_position(const Setup& setup);
  /// `perilous` costs a try of every move, once a repetition is near.
  static Look look(const Position& position);
  static std::optional<Outcome> outcome(const Position& position);
  static std::string write_move(const Position& position, Move move);
  static std::optional<Move> find_move(const Position& position, std::string_view text);
  static std::optional<Move> read_notation(const Position& position, std::string_view text);
  /// "wxf" and "zh".
  static std::vector<Notation> notations(const Position& position, Move move);
  static Rejection why_not(const Position& position, std::string_view text);
  /// The published counts go on where a game would be drawn.
  static bool perft_ended(const Position&) { return false; }
  /// The counter of plies without a capture begins anew as well: the move limit may be what ended the game.
  static Position without_past(const Position& position) {
    return {position.board(), position.side_to_move(), 0, position.move_number()};
  }
};

}  // namespace engine::xiangqi

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/games/game_rules.h"
#include "engine/games/gomoku/position.h"

namespace engine::gomoku {

/// Gomoku as text: what the bridge needs to make a Match of a Position.
///
/// A position is BOARD SIDE: a character a point (X black, O white, - empty), rank 1 first, a first, then the
/// side to move; the length tells the size. Any number of stones of either side may stand, so that handicaps
/// and problems can be set up, but a five only of the side that has just moved: then the game is over.
///
/// Codes of read_position(): rule, size, syntax, five_stands. Reasons of outcome(): five, full_board,
/// only_forbidden (a draw). Codes of why_not(): syntax, off_board, occupied, overline, double_four,
/// double_three, game_over.
struct Rules {
  using Position = gomoku::Position;

  static constexpr std::uint64_t kFinishedLeaves = 0;

  static Expected<Position, Rejection> read_position(const Setup& setup);
  /// `forbidden` is filled in for black in renju alone, by judging each empty point.
  static Look look(const Position& position);
  static std::optional<Outcome> outcome(const Position& position);
  /// File and rank: "h8".
  static std::string write_move(const Position& position, Move move);
  /// Capitals ("H8") and the numbers of the Gomocup protocol ("7,7" for h8).
  static std::optional<Move> read_notation(const Position& position, std::string_view text);
  static std::vector<Notation> notations(const Position& position, Move move);
  /// Both by a table of names: writing and sorting up to 400 names showed in the server's profile.
  static std::vector<std::string> sorted_moves(const Position& position);
  /// Only the very text that write_move() gives.
  static std::optional<Move> find_move(const Position& position, std::string_view text);
  static Rejection why_not(const Position& position, std::string_view text);
  /// Every rule has a policy of its own, in the order of kRuleNames.
  static std::size_t policy_of(const Position& position) { return static_cast<std::size_t>(position.rule()); }
};

static_assert(GameRules<Rules>);

}  // namespace engine::gomoku

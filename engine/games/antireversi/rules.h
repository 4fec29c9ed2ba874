#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/games/antireversi/any_position.h"

namespace engine::antireversi {

/// Anti-Reversi as the rest of the program knows it; see GameRules.
///
/// why_not() says one of: syntax, off_board, occupied, no_flip, must_pass (only a pass is possible),
/// must_move (a pass where a disc can be placed).
///
/// Codes of read_position(): unknown_rule, bad_size, syntax. The only reason of outcome() is fewest_discs.
struct Rules {
  using Position = AnyPosition;
  /// A finished game is one leaf of perft, however early it ended.
  static constexpr std::uint64_t kFinishedLeaves = 1;

  static Expected<Position, Rejection> read_position(const Setup& setup);
  static Look look(const Position& position);
  static std::optional<Outcome> outcome(const Position& position);
  /// "d3" in the coordinates of the board that is played on, or "pass".
  static std::string write_move(const Position& position, Move move);
  static std::optional<Move> read_notation(const Position& position, std::string_view text);
  /// "ggf": "D3", "PA".
  static std::vector<Notation> notations(const Position& position, Move move);
  static Rejection why_not(const Position& position, std::string_view text);
  /// Every board has a policy of its own, in the order of kRuleNames.
  static std::size_t policy_of(const Position& position) { return position.rule(); }
};

}  // namespace engine::antireversi

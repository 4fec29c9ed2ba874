#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/game.h"
#include "server/match/opening.h"

/// How a bot goes through an opening: pure functions. The engine is asked about the board as it is, for its
/// best moves and what they are worth; what follows from that for a stone or a choice is decided here, by
/// engine/core/fair_opening.h where sides are chosen.
namespace server {

/// What to ask the engine before a step.
struct OpeningQuestion {
  int lines = 1;                        ///< So many of the best moves, with their values.
  std::vector<std::string> among = {};  ///< Only these moves; empty: all.
};

/// The step itself.
struct OpeningAct {
  std::string move = {};  ///< A stone, or ...
  std::optional<OpeningChoice> choice = {};
};

/// Equal seeds open in the same way.
/// @param moves of the game so far
/// @param legal by the rules, whatever the opening permits
OpeningQuestion ask_in(const Opening& opening, std::span<const std::string> moves,
                       std::vector<std::string> legal, int board_size, std::uint64_t seed);

/// `lines` as the engine answered, best first for `to_move`, whose stone would be placed next; `best` is the
/// move that it would play. Both may be empty: then it is a choice that does nothing, though it may not be
/// there, or no move.
/// @pre ask_in() asked for the same step
OpeningAct act_in(const Opening& opening, Side to_move, const std::vector<engine::Line>& lines,
                  const std::string& best);

}  // namespace server

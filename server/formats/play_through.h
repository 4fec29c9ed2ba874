#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/core/types.h"
#include "server/formats/played_game.h"

namespace server {

/// A move as a file has it.
struct MoveText {
  std::string text;                    ///< In any notation of its game.
  int line = 0;                        ///< Where it stands.
  std::optional<engine::Side> side{};  ///< Whose move the file says that it is.
  /// Points that a file tells, in protocol text: what is not legal so is not read in another way.
  bool is_exact = false;
  storage::Millis spent = 0;
};

/// Plies of one game; what is longer is no game but an attack, or a mistake.
inline constexpr std::size_t kMaxPlies = 1000;

/// Plays the moves by the rules of `game`, from its start, and adds them to it in protocol text. They are
/// read in the first of its dialects in which all are legal; else it is refused by that in which most are. A
/// pass that a file leaves out is put in where nothing else is possible. Where the rules end the game, they
/// say how, unless the file told it already. `line` is blamed for a start that there is not.
///
/// A draw by the rules does not stop a game that went on: other servers have other rules for repetitions.
Read play_through(PlayedGame game, std::span<const MoveText> moves, int line);

}  // namespace server

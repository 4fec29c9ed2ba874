#pragma once

#include <optional>
#include <string>

#include "engine/core/types.h"
#include "storage/record.h"

namespace server {

/// A move as a file has it.
/// Readers of formats make these, play_tree() and read_move() of dialects.h turn them into protocol text.
struct MoveText {
  std::string text;  ///< In any notation of its game.
  int line = 0;      ///< Where it stands.
  /// None where the format does not say. A side that disagrees with the rules ends the line as an illegal
  /// move does.
  std::optional<engine::Side> side{};  ///< Whose move the file says that it is.
  /// Points that a file tells, in protocol text: what is not legal so is not read in another way.
  bool is_exact = false;
  /// Thinking time in milliseconds; 0: not told.
  storage::Millis spent = 0;
};

/// Plies of one game; what is longer is no game but an attack, or a mistake.
inline constexpr std::size_t kMaxPlies = 1000;

}  // namespace server

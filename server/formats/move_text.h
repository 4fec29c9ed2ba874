#pragma once

#include <optional>
#include <string>

#include "engine/core/types.h"
#include "storage/record.h"

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

}  // namespace server

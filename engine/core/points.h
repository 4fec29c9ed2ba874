#pragma once

#include "engine/core/game.h"

namespace engine {

/// What a line is worth to the side to move, in hundredths of the game's unit; a proven end is beyond them
/// all.
inline Score points_of(const Line& line) {
  switch (line.kind) {
    case ScoreKind::win:
      return win_in(line.value);
    case ScoreKind::loss:
      return loss_in(line.value);
    case ScoreKind::draw:
      return 0;
    case ScoreKind::exact:
      return 100 * line.value;
    default:
      return line.value;
  }
}

}  // namespace engine

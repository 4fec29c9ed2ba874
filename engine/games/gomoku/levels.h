#pragma once

#include "engine/search/levels.h"

namespace engine::gomoku {

/// The levels of this game; docs/lab/levels.md has the games that they were measured by.
extern const search::LevelTable kLevels;

}  // namespace engine::gomoku

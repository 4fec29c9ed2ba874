#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/core/game.h"

namespace server {

/// Asks a bot of every game, rule and level for its first move, briefly: about a tenth of a second in all.
/// Gives those that do not answer with a legal move, as "gomoku renju level 3: why"; empty when all is well.
/// On another server all levels of one variant never moved, which was noticed only when it was played.
std::vector<std::string> failing_bots(std::span<const engine::Game> games);

}  // namespace server

#pragma once

#include <iosfwd>
#include <memory>
#include <span>

#include "engine/core/game.h"

namespace engine::cli {

/// The match of a bench row. @pre the row is right: games prove theirs in the tests
std::unique_ptr<Match> match_of(const Game& game, const BenchRow& row);

/// Searches the fixed positions of the games to their fixed depths. With one thread the node total is a
/// fingerprint of the search: it is the same on every machine, and any change of what the engine thinks
/// changes it. Several threads visit other positions each time: then only speed is told.
void print_bench(std::span<const Game* const> games, int threads, std::ostream& out);

}  // namespace engine::cli

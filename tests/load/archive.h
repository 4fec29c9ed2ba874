#pragma once

#include <functional>
#include <string>
#include <vector>

#include "storage/store.h"

namespace load {

/// A game as the server would have stored it; no two numbers give the same.
storage::Game stored_game(int number);
/// Its next move.
storage::Append stored_move(const std::string& game, int v);
/// Games of 80 moves that are over, until there are so many moves; `progress` hears how many there are.
void fill(storage::Store& store, std::int64_t moves, const std::function<void(std::int64_t)>& progress);

}  // namespace load

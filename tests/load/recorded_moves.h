#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/load/tally.h"

namespace load {

/// A move that the server has acknowledged.
struct Acknowledged {
  std::string game;
  int ply = 0;  ///< Moves on the board after it.
  std::string move;
};

/// Looks into the database of a server that was killed, by way of a copy, so that the server itself finds it
/// as it was: each of these moves must be there exactly once, the events of each game numbered without a gap,
/// and the file whole.
void check_recorded(const std::filesystem::path& database, const std::vector<Acknowledged>& moves,
                    Tally& tally);

}  // namespace load

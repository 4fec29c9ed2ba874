#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/library/position_trail.h"
#include "storage/library.h"

namespace server {

/// How games of a collection went on from a position.
struct ExploredMove {
  std::string move{};  ///< In the frame of the asker.
  storage::MoveStats stats{};
};

struct ExploredGame {
  storage::LibraryGame game{};
  int ply = 0;
};

struct ExploredPosition {
  std::vector<ExploredMove> moves{};  ///< Most played first.
  int ended = 0;                      ///< Games that went no further.
  std::vector<ExploredGame> games{};  ///< The last that came here, last first.
  bool is_whole = true;               ///< False: there are more games than were counted.
};

/// Games that are counted one by one, beyond those that are counted together.
inline constexpr int kMostCounted = 2'000;

/// What the tail of games adds to the sums of those before: in the order of moves.
std::vector<storage::MoveStats> counted(std::vector<storage::MoveStats> stats,
                                        std::span<const storage::SeenGame> tail);

/// None if the position is none, or a move is not legal.
std::optional<ExploredPosition> explore_collection(storage::LibraryReader& library, int collection,
                                                   const AskedPosition& asked);

}  // namespace server

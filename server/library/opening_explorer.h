#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/library/position_trail.h"
#include "storage/library.h"

namespace server {

/// How games went on from a position.
/// A plain value, as the others here.
struct ExploredMove {
  /// Protocol text.
  std::string move{};  ///< In the frame of the position that was asked for.
  storage::MoveStats stats{};
};

/// With the ply at which it came to the position.
struct ExploredGame {
  storage::LibraryGame game{};
  int ply = 0;
  std::string id{};   ///< Of a game that was played here; then names are not in `game` yet.
  std::string pos{};  ///< The position then, where a search has found it.
};

/// Of a collection, or of storage::kGamesPlayedHere.
ExploredGame explored_game(storage::LibraryGame game, int collection, int ply);

struct ExploredPosition {
  std::vector<ExploredMove> moves{};  ///< Most played first.
  int ended = 0;                      ///< Games that went no further.
  std::vector<ExploredGame> games{};  ///< The last that came here, last first.
  bool is_whole = true;               ///< False: there are more games than were counted.
  /// What it took: games that were counted one by one, and games that were read and replayed.
  std::size_t counted = 0, replayed = 0;
  std::int64_t bytes = 0;  ///< Of games that were read by themselves.
};

/// Games that are counted one by one, beyond those that are counted together.
inline constexpr int kMostCounted = 2'000;
/// The last games of a user that are looked at, of each kind of storage::GamesPlayedHere.
inline constexpr int kMostOwnGames = 1'000;

/// What the tail of games adds to the sums of those before: in the order of moves.
/// Both sorted and returned by `move`. O(tail * log(moves)).
std::vector<storage::MoveStats> counted(std::vector<storage::MoveStats> stats,
                                        std::span<const storage::SeenGame> tail);

/// What the games of some collections did, all together. None if the position is none, or a move is not
/// legal. Costs for each three reads of the index, of at most 2,001 rows, and 8 games that are read and
/// replayed: a game counts as shown only if its replay comes to this very key. `asked.moves` may be in any
/// notation that the rules read.
std::optional<ExploredPosition> explore_collections(storage::LibraryReader& library,
                                                    std::span<const int> collections,
                                                    const AskedPosition& asked);

/// What the last games of a user did, private ones too: for no other user to see. Reads up to
/// 3 * kMostOwnGames games, and replays them until then, or a game of each kind longer: those of which only
/// the rules know the boards take a tenth of a millisecond each.
std::optional<ExploredPosition> explore_own_games(storage::LibraryReader& library, std::string_view user,
                                                  const AskedPosition& asked,
                                                  std::chrono::steady_clock::time_point until);

}  // namespace server

#pragma once

#include <optional>
#include <string>

#include "server/formats/played_game.h"
#include "storage/library.h"

/// Games as files tell them, and as collections keep them.
namespace server {

/// What a file tells of a game beside a PlayedGame.
/// Ratings are 0 where they are not known.
struct GameOrigin {
  std::array<int, 2> ratings{};
  std::string site{}, round{};
  std::string date{};  ///< As storage::LibraryGame::date; empty: the day of PlayedGame::at.
};

/// None if there is no such game, start or move. Plays nothing: the moves were legal when they were read.
/// O(moves), and a search for the name of its opening. Sets the digest by which duplicates are found, not the
/// number.
std::optional<storage::LibraryGame> to_library(const PlayedGame& game, const GameOrigin& origin = {});

/// The other way. None for what to_library() does not make.
/// Thinking times are 0: collections do not keep them.
std::optional<PlayedGame> from_library(const storage::LibraryGame& game);

}  // namespace server

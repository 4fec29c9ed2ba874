#pragma once

#include <optional>
#include <string>

#include "server/formats/played_game.h"
#include "storage/library.h"

/// Games as files tell them, and as collections keep them.
namespace server {

/// What a file tells of a game beside a PlayedGame.
struct GameOrigin {
  std::array<int, 2> ratings{};
  std::string site{}, round{};
  std::string date{};  ///< As storage::LibraryGame::date; empty: the day of PlayedGame::at.
};

/// None if there is no such game, start or move. Plays nothing: the moves were legal when they were read.
std::optional<storage::LibraryGame> to_library(const PlayedGame& game, const GameOrigin& origin = {});

/// The other way. None for what to_library() does not make.
std::optional<PlayedGame> from_library(const storage::LibraryGame& game);

}  // namespace server

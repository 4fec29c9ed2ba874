#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/formats/played_game.h"
#include "server/library/library_game.h"

namespace server {

/// A game of a file, and how much of it a PlayedGame does not hold.
struct SourceGame {
  PlayedGame game{};
  GameOrigin origin{};
  std::size_t moves_left_out = 0;  ///< Of variations.
  std::size_t comments_left_out = 0;
  std::optional<BadText> broken{};  ///< Why its last moves are missing.
  std::vector<BadText> notes{};     ///< What else was left out or is doubtful, as TreeGame::notes.
};
using ReadSource = engine::Expected<SourceGame, BadText>;

/// The games of one file, one after another.
/// An interface, so that imports know no reader of files. One thread at a time.
class GameSource {
 public:
  virtual ~GameSource() = default;

  /// Of the file, "pgn" and so on.
  virtual std::string_view format() const = 0;
  /// Games that there are.
  virtual int size() const = 0;
  /// What one of them has of the file. @pre number < size()
  virtual std::size_t bytes(int number) const = 0;
  /// One of them, from 0. @pre number < size()
  /// Only the main line of a file with variations. Of a text format the game is refused where a move of it is
  /// not legal; of a binary one what is legal is kept, if anything is. Costs as GameReader::read().
  virtual ReadSource read(int number) = 0;
  /// What of the file belongs to no game, as GameReader::notes().
  virtual const std::vector<BadText>& notes() const = 0;
};

/// Refused if the bytes are of no format with games.
/// Keeps the bytes. Costs as GameReader::open(): some two seconds for the largest file.
engine::Expected<std::unique_ptr<GameSource>, BadText> open_games(std::string bytes);

}  // namespace server

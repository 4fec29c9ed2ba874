#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/formats/played_game.h"

namespace server {

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
  /// not legal; of a binary one what is legal is kept. Costs as GameReader::read().
  virtual Read read(int number) = 0;
};

/// Refused if the bytes are of no format with games.
/// Keeps the bytes. Costs as GameReader::open(): some two seconds for the largest file.
engine::Expected<std::unique_ptr<GameSource>, BadText> open_games(std::string bytes);

}  // namespace server

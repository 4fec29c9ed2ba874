#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/formats/played_game.h"

namespace server {

/// The games of one file, one after another.
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
  virtual Read read(int number) = 0;
};

/// Refused if the bytes are of no format with games.
engine::Expected<std::unique_ptr<GameSource>, BadText> open_games(std::string bytes);

}  // namespace server

#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "server/api/http_message.h"
#include "storage/record.h"

namespace server {

/// Many games in one file: a JSON array of whole records, or one text after another. For the pool.
/// One thread at a time: of the pool while games are added, then of the network.
class GamesFile {
 public:
  /// @pre knows(format)
  explicit GamesFile(std::string format) : format_(std::move(format)) {}

  /// "json" and those of write_game().
  static bool knows(const std::string& format);
  /// In which other programs read this game first of all.
  static std::string usual(const std::string& game);

  /// Nothing is added of a game that cannot be written so.
  void add(const storage::Record& record);
  /// So far: for a bound between two games.
  std::size_t bytes() const { return body_.size(); }
  /// On any thread. @param name of the file, without its end
  /// Once: takes the text. Without a game an empty list or an empty file.
  HttpResponse finish(const std::string& name);

 private:
  std::string format_;
  std::string body_;
};

}  // namespace server

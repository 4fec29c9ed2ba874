#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "server/api/http_message.h"
#include "server/api/joined_file.h"
#include "server/records/record_queue.h"
#include "storage/record.h"

namespace server {

/// Many games in one file: whole records in JSON, or games in a format of other programs. For the pool.
/// One thread at a time: of the pool while games are added, then of the network.
class GamesFile {
 public:
  /// @pre knows(format)
  explicit GamesFile(std::string format) : format_(format), file_(std::move(format)) {}

  /// "json" and those of write_game().
  static bool knows(const std::string& format);
  /// In which other programs read this game first of all.
  static std::string usual(const std::string& game);

  /// Nothing is added of a game that cannot be written so: it counts as left out.
  void add(const storage::Record& record);
  /// As JoinedFile::is_beyond().
  bool is_beyond(std::size_t bytes) const { return file_.is_beyond(bytes); }
  /// As JoinedFile::finish(), on any thread.
  HttpResponse finish(const std::string& name) { return file_.finish(name); }

 private:
  const std::string format_;
  JoinedFile file_;
  std::size_t games_ = 0;
};

/// A file of games that is read and written a few at a time, so that others of the pool have their turns in
/// between.
struct GamesDownload {
  RecordQueue& records;
  std::function<bool()> has_left;  ///< HttpRequest::has_left
  WorkPool::Order order;
  GamesFile file;
  /// Adds the next few, on the pool; true: that was all, or more than is wanted.
  std::function<bool(storage::Reader& store, GamesFile& file)> add_some;
  std::function<HttpResponse(GamesFile& file)> finish;  ///< On the network thread.
  Respond respond;
};
/// Keeps what it is given until it has answered; `records` outlives that. Network thread only.
void write_games(GamesDownload download);

}  // namespace server

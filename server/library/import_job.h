#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/library/game_source.h"
#include "storage/library.h"
#include "storage/store.h"

namespace server {

/// What collections may take.
struct LibraryLimits {
  std::int64_t bytes_of_user = std::int64_t{512} << 20;  ///< On the disk, positions included.
  std::int64_t bytes_of_server = std::int64_t{32} << 30;
  int collections_of_user = 100;
  std::int64_t bytes_of_file = std::int64_t{64} << 20;
};

/// What a part of a file has, but the last one.
inline constexpr std::size_t kBytesOfPart = std::size_t{128} << 10;

/// About what a game takes on the disk beside its own fields: rows, indexes and positions.
inline constexpr std::int64_t kBytesOfGame = 1'100;

/// One file on its way into a collection, batch by batch. What was done is in the store alone: another job
/// goes on after the last batch that was written. One thread.
class ImportJob {
 public:
  explicit ImportJob(std::string id) : id_(std::move(id)) {}

  const std::string& id() const { return id_; }

  /// What is to be written next; none: the import is none that waits. Reads so many games at most, of which
  /// each takes up to some milliseconds.
  std::optional<storage::Write> next(storage::LibraryReader& library, const LibraryLimits& limits);

 private:
  bool open(storage::LibraryReader& library, const storage::LibraryImport& import);
  storage::AddGames batch(const storage::LibraryImport& import);
  void read(int number, storage::AddGames& add);

  const std::string id_;
  std::unique_ptr<GameSource> source_;
  std::optional<BadText> refused_;
  std::vector<int> chosen_;  // Empty: all.
};

/// "1,5,9" as numbers from 0, sorted; empty: all are wanted. None if it is no such list.
std::optional<std::vector<int>> read_choice(const std::string& text);

}  // namespace server

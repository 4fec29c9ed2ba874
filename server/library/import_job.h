#pragma once

#include <functional>
#include <map>
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
  std::int64_t bytes_of_user = std::int64_t{512} << 20;   ///< On the disk, positions included.
  std::int64_t bytes_of_server = std::int64_t{32} << 30;  ///< Looked at when an import's turn begins.
  int collections_of_user = 100;
  std::int64_t bytes_of_file = std::int64_t{64} << 20;
  std::int64_t bytes_of_files = std::int64_t{8} << 30;  ///< That are on their way, of all users.
};

/// What a part of a file has, but the last one.
inline constexpr std::size_t kBytesOfPart = std::size_t{128} << 10;

/// About what a game takes on the disk beside its own fields: rows, indexes and positions.
inline constexpr std::int64_t kBytesOfGame = 1'100;

/// How much of a file is read before files of others have their turn: to open the largest takes two seconds.
struct ImportTurn {
  int games = 8'192;
  std::size_t bytes = std::size_t{8} << 20;
};

/// One file on its way into a collection, batch by batch. What was done is in the store alone: another job
/// goes on after the last batch that was written. One thread.
class ImportJob {
 public:
  explicit ImportJob(std::string id) : id_(std::move(id)) {}

  const std::string& id() const { return id_; }

  /// It has read so much since its turn began, or since it was made.
  bool has_had(const ImportTurn& turn) const { return games_ >= turn.games || bytes_ >= turn.bytes; }
  void begin_turn();

  /// Whether so many bytes more of an import may be on the disk.
  using Admit = std::function<bool(const storage::LibraryImport& import, std::int64_t bytes)>;

  /// What is to be written next; none: the import is none that waits. Takes up to some seconds, and where the
  /// file is to be opened as long as that.
  std::optional<storage::Write> next(
      storage::LibraryReader& library, const LibraryLimits& limits,
      const Admit& admit = [](const auto&, std::int64_t) { return true; });

 private:
  bool open(storage::LibraryReader& library, const storage::LibraryImport& import);
  bool is_full(storage::LibraryReader& library, const std::string& owner, const LibraryLimits& limits) const;
  storage::AddGames batch(const storage::LibraryImport& import);
  storage::Write end_for_today(const storage::LibraryImport& import);
  void read(int number, storage::AddGames& add);
  void tell_what_is_left_out(storage::AddGames& add) const;

  const std::string id_;
  std::unique_ptr<GameSource> source_;
  std::optional<BadText> refused_;
  bool has_told_end_ = false;  // See end_for_today().
  std::vector<int> chosen_;    // Empty: all.
  /// Notes of one kind: the first, of game `game`, and how many there are.
  struct NoteOfGames {
    BadText note;
    int game = 0;
    std::size_t count = 0;
  };
  struct {
    std::size_t moves = 0, comments = 0;
    /// By reason.
    std::map<std::string, NoteOfGames> notes{};
  } left_out_;             // Of the games of a batch.
  int games_ = 0;          // Read in this turn,
  std::size_t bytes_ = 0;  // with what they have of the file.
};

/// "1,5,9" as numbers from 0, sorted; empty: all are wanted. None if it is no such list.
std::optional<std::vector<int>> read_choice(const std::string& text);

}  // namespace server

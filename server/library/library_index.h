#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/library.h"
#include "storage/store.h"

namespace server {

/// Finds where the games of collections have been: what LibraryImport leaves to be done. One thread.
///
/// The positions of many games are written in the order of their keys, so that rows come to lie beside each
/// other; nothing is lost if it ends in the middle: what is done again is there already.
class LibraryIndex {
 public:
  /// Writes, and says whether that is done.
  using Commit = std::function<bool(std::vector<storage::Write>)>;

  struct Options {
    int games_at_once = 20'000;  ///< Whose positions are in memory: 16 bytes each, some 40 of a game.
    std::size_t rows_of_write = 1'000;
    int fold_from = 100;  ///< Games beyond the sums from which they are counted together.
  };

  /// @pre `library` outlives it
  LibraryIndex(storage::LibraryReader& library, Commit commit, Options options)
      : library_(library), commit_(std::move(commit)), options_(options) {}
  LibraryIndex(storage::LibraryReader& library, Commit commit)
      : LibraryIndex(library, std::move(commit), Options()) {}

  /// The next games of a collection, of the next owner after this one: of whom, then. None: nothing was to be
  /// done, or it could not be written.
  /// Blocks for as long as replays and commits take: some seconds for 20,000 games. @param after the owner
  /// whose turn was last
  std::optional<std::string> step(std::string_view after = {});
  /// The next games of this one; blocks as long. False: nothing was to be done, or it could not be written.
  bool index(const storage::Collection& collection);

 private:
  std::vector<storage::SeenPosition> positions_after(const storage::Collection& collection, int& upto);
  bool write(int collection, const std::vector<storage::SeenPosition>& seen);
  bool fold(int collection, const std::vector<storage::SeenPosition>& seen, int games);
  bool fold(int collection, std::int64_t pos);

  storage::LibraryReader& library_;
  const Commit commit_;
  const Options options_;
};

}  // namespace server

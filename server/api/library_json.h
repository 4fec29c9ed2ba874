#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/library/opening_explorer.h"
#include "storage/library.h"

/// Collections and their games as JSON documents of the HTTP API.
namespace server {

/// `is_own`: to the one who asks. All here is for the pool, and never throws: bytes that are not UTF-8 become
/// U+FFFD.
std::string collection_json(const storage::Collection& collection, bool is_own);
/// @param use of the owner, where these are all of one
std::string collections_json(const std::vector<storage::Collection>& collections,
                             const std::optional<storage::LibraryUse>& use, std::optional<int> next);
/// Each with the position at its end, for which it is replayed: up to some milliseconds.
std::string library_games_json(const storage::LibraryPage& page);
/// With every position and all notations. None if it is no game.
std::optional<std::string> library_game_json(const storage::LibraryGame& game);
/// Games with the ply at which they came to the position.
std::string explored_json(const ExploredPosition& explored);
/// What a search has found among so many games; `cursor`: there are more.
struct SearchPage {
  std::vector<ExploredGame> games{};
  int looked = 0;
  std::optional<std::string> cursor{};
};
std::string found_json(const SearchPage& found);
/// @param collections of the owner: one of them is what is imported into, unless that was removed
std::string import_json(const storage::LibraryImport& import,
                        const std::vector<storage::Collection>& collections);
/// @param more there are others, which are not told
std::string imports_json(const std::vector<storage::LibraryImport>& imports,
                         const std::vector<storage::Collection>& collections, bool more);

/// A cursor as library_games_json() wrote it; none: it is not one of ours.
std::optional<storage::LibraryQuery::After> read_library_cursor(std::string_view text);

}  // namespace server

#pragma once

#include <string>

#include "engine/core/expected.h"
#include "server/api/http_message.h"
#include "server/library/pattern_search.h"
#include "server/library/position_trail.h"
#include "storage/library.h"

/// Fields of queries about the library, read from the request alone: nothing is looked up or played.
namespace server {

/// The name of a field that makes no sense instead.
engine::Expected<storage::LibraryQuery, std::string> read_library_query(const HttpRequest& request);
/// At most 600 moves, with commas or blanks between; not played here: "moves" means that there are more.
engine::Expected<AskedPosition, std::string> read_asked_position(const HttpRequest& request);

/// Of a pattern, which is not looked at here.
struct AskedSearch {
  AskedPattern pattern{};
  int limit = 0;
  PatternSearch::Cursor from{};
};
engine::Expected<AskedSearch, std::string> read_asked_search(const HttpRequest& request);
/// What AskedSearch::from is read from.
std::string search_cursor(const PatternSearch::Cursor& place);

}  // namespace server

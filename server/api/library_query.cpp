#include "server/api/library_query.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "engine/core/to_number.h"
#include "engine/games/registry.h"
#include "server/api/game_query.h"
#include "server/api/library_json.h"

namespace server {

namespace {

using storage::LibraryQuery;
using storage::LibrarySort;

constexpr std::size_t kLongestPart = 200;  // Bytes.
constexpr std::size_t kMostMovesAsked = 600;

std::optional<int> small_number(const std::string& text) {
  const auto number = engine::to_number<int>(text);
  return number && *number >= 0 && *number <= 10'000 ? number : std::nullopt;
}

/// "-date": the other way round.
bool read_sort(std::string text, LibraryQuery& query) {
  static constexpr std::array<std::pair<std::string_view, LibrarySort>, 5> kSorts{
      {{"number", LibrarySort::number},
       {"date", LibrarySort::date},
       {"plies", LibrarySort::plies},
       {"first", LibrarySort::first_name},
       {"second", LibrarySort::second_name}}};
  query.descending = text.starts_with('-');
  if (query.descending) text.erase(0, 1);
  const auto found = std::ranges::find(kSorts, text, &std::pair<std::string_view, LibrarySort>::first);
  if (found == kSorts.end()) return false;
  query.sort = found->second;
  return true;
}

/// Years, months or days.
bool is_date(const std::string& text) {
  static constexpr std::string_view kForm = "0000-00-00";
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  return std::ranges::equal(text, kForm.substr(0, text.size()), [](unsigned char c, char form) {
    return form == '-' ? c == '-' : c >= '0' && c <= '9';
  });
}

struct LibraryField {
  const char* name;
  bool (*read)(const std::string& text, LibraryQuery& query);
};

template <std::string LibraryQuery::*field>
bool read_part(const std::string& text, LibraryQuery& query) {
  query.*field = text;
  return text.size() <= kLongestPart;
}

constexpr LibraryField kLibraryFields[] = {
    {"sort", [](const std::string& text, LibraryQuery& query) { return read_sort(text, query); }},
    {"player", &read_part<&LibraryQuery::player>},
    {"name", &read_part<&LibraryQuery::name>},
    {"event", &read_part<&LibraryQuery::event>},
    {"opening", &read_part<&LibraryQuery::opening>},
    {"result",
     [](const std::string& text, LibraryQuery& query) {
       query.result = text;
       return text == "first" || text == "second" || text == "draw";
     }},
    {"from",
     [](const std::string& text, LibraryQuery& query) {
       query.from = text;
       return is_date(text);
     }},
    {"to",  // All of it: behind it comes what is longer.
     [](const std::string& text, LibraryQuery& query) {
       // "2019~" is greater than every "2019-...", and than "2019-??-??" too.
       query.until = text + '~';
       return is_date(text);
     }},
    {"minPlies",
     [](const std::string& text, LibraryQuery& query) {
       const auto plies = small_number(text);
       query.least_plies = plies.value_or(0);
       return plies.has_value();
     }},
    {"maxPlies",
     [](const std::string& text, LibraryQuery& query) {
       query.most_plies = small_number(text);
       return query.most_plies.has_value();
     }},
    {"cursor",
     [](const std::string& text, LibraryQuery& query) {
       query.after = read_library_cursor(text);
       return query.after.has_value();
     }},
};

/// "1-2500": in the second collection, games before the 2500th.
std::optional<PatternSearch::Cursor> read_place(const std::string& text) {
  PatternSearch::Cursor place;
  if (text.empty()) return place;
  const char* const end = text.data() + text.size();
  const auto [dash, no_collection] = std::from_chars(text.data(), end, place.collection);
  if (no_collection != std::errc() || dash == end || *dash != '-') return std::nullopt;
  const auto [last, no_number] = std::from_chars(dash + 1, end, place.before);
  const bool is_whole = no_number == std::errc() && last == end && place.before >= 0;
  return is_whole ? std::optional(place) : std::nullopt;
}

}  // namespace

engine::Expected<LibraryQuery, std::string> read_library_query(const HttpRequest& request) {
  LibraryQuery query;
  for (const LibraryField& field : kLibraryFields) {
    const std::string text = query_field(request, field.name);
    if (!text.empty() && !field.read(text, query)) return engine::Unexpected(std::string(field.name));
  }
  const auto limit = read_limit(request);
  if (!limit) return engine::Unexpected(std::string("limit"));
  query.limit = *limit;
  // The index of players has no other order.
  // Rather than refuse it: the page shows players' games in the order of the file.
  if (!query.player.empty()) query.sort = LibrarySort::number;
  if (!query.player.empty() && query.descending) return engine::Unexpected(std::string("sort"));
  return query;
}

engine::Expected<AskedPosition, std::string> read_asked_position(const HttpRequest& request) {
  AskedPosition asked{.game = query_field(request, "game"),
                      .rule = query_field(request, "rule"),
                      .pos = query_field(request, "pos")};
  const engine::Game* const rules = engine::find_game(asked.game);
  if (!rules) return engine::Unexpected(std::string("game"));
  const std::string size = query_field(request, "size");
  if (!size.empty() && !small_number(size)) return engine::Unexpected(std::string("size"));
  asked.size = small_number(size).value_or(0);
  std::string moves = query_field(request, "moves");
  std::ranges::replace(moves, ',', ' ');
  std::istringstream words(moves);
  for (std::string move; words >> move;) asked.moves.push_back(move);
  if (asked.moves.size() > kMostMovesAsked) return engine::Unexpected(std::string("moves"));
  return asked;
}

std::string search_cursor(const PatternSearch::Cursor& place) {
  return std::to_string(place.collection) + '-' + std::to_string(place.before);
}

engine::Expected<AskedSearch, std::string> read_asked_search(const HttpRequest& request) {
  const auto kind = read_asked_position(request);
  if (!kind) return engine::Unexpected(kind.error());
  AskedSearch asked{.pattern = {.game = kind->game,
                                .rule = kind->rule,
                                .size = kind->size,
                                .board = query_field(request, "pattern"),
                                .material = query_field(request, "material"),
                                .turn = query_field(request, "turn")}};
  const engine::Game& rules = *engine::find_game(kind->game);
  if (asked.pattern.rule.empty()) asked.pattern.rule = rules.rules.front();
  if (asked.pattern.size == 0 && !rules.sizes.empty()) asked.pattern.size = rules.sizes.front();
  const auto limit = read_limit(request);
  if (!limit) return engine::Unexpected(std::string("limit"));
  asked.limit = *limit;
  const auto from = read_place(query_field(request, "cursor"));
  if (!from) return engine::Unexpected(std::string("cursor"));
  asked.from = *from;
  return asked;
}

}  // namespace server

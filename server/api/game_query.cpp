#include "server/api/game_query.h"

#include <algorithm>
#include <string>

#include "engine/core/to_number.h"
#include "engine/games/registry.h"
#include "server/api/game_json.h"
#include "server/formats/played_game.h"

namespace server {

namespace {

using storage::GameQuery;

constexpr int kDefaultPage = 50, kLongestPage = 100;
/// Of a record that was imported, in characters of four bytes; names of accounts are shorter.
constexpr std::size_t kLongestName = 4 * kLongestNameOfGame;
constexpr storage::Millis kDay = 24LL * 3600 * 1000;

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_rule(const std::string& game, const std::string& rule) {
  return std::ranges::any_of(engine::games(), [&](const engine::Game& each) {
    return (game.empty() || each.id == game) && std::ranges::find(each.rules, rule) != each.rules.end();
  });
}

/// A code of an opening, or how several begin.
/// An exact code is looked up in its own index; a beginning is matched game by game.
bool read_opening(const std::string& text, GameQuery& query) {
  bool is_known = false;
  for (const engine::Game& game : engine::games()) {
    if (!game.opening_codes || !(query.game.empty() || query.game == game.id)) continue;
    for (const std::string_view code : game.opening_codes()) {
      if (code == text) query.opening_code = text;
      is_known = is_known || code.starts_with(text);
    }
  }
  if (query.opening_code.empty()) query.opening_group = text;
  return is_known;
}

/// A moment in milliseconds, or a day: its beginning, or for `to` its end.
std::optional<storage::Millis> read_time(const std::string& text, storage::Millis of_day) {
  if (const auto moment = engine::to_number<storage::Millis>(text)) return moment;
  const auto day = read_day(text);
  return day ? std::optional(*day + of_day) : std::nullopt;
}

/// 0: it makes no sense.
int page_length(const std::string& text) {
  return std::clamp(engine::to_number<int>(text).value_or(0), 0, kLongestPage);
}

/// Reads the fields one by one; each gives whether it makes sense.
struct Field {
  const char* name;
  bool (*read)(const std::string& text, GameQuery& query);
};

// Read in this order: opening looks at the game, opponent and result at the player.
constexpr Field kFields[] = {
    {"game",
     [](const std::string& text, GameQuery& query) {
       query.game = text;
       return engine::find_game(text) != nullptr;
     }},
    {"rule",
     [](const std::string& text, GameQuery& query) {
       query.rule = text;
       return is_rule(query.game, text);
     }},
    {"opening", &read_opening},
    {"status",
     [](const std::string& text, GameQuery& query) {
       query.status = text;
       return is_one_of(text, {"playing", "finished", "aborted"});
     }},
    {"player",
     [](const std::string& text, GameQuery& query) {
       query.player = text;
       return text.size() <= kLongestName;
     }},
    {"opponent",
     [](const std::string& text, GameQuery& query) {
       query.opponent = text;
       return text.size() <= kLongestName && !query.player.empty();
     }},
    {"imported",
     [](const std::string& text, GameQuery& query) {
       query.imported = text == "true";
       return is_one_of(text, {"true", "false"});
     }},
    {"result",  // Only a player wins or loses.
     [](const std::string& text, GameQuery& query) {
       query.result = text;
       return is_one_of(text, {"first", "second", "draw"}) ||
              (!query.player.empty() && is_one_of(text, {"won", "lost"}));
     }},
    {"from",
     [](const std::string& text, GameQuery& query) {
       query.from = read_time(text, 0);
       return query.from.has_value();
     }},
    {"to",
     [](const std::string& text, GameQuery& query) {
       query.until = read_time(text, kDay);
       return query.until.has_value();
     }},
    {"cursor",
     [](const std::string& text, GameQuery& query) {
       query.after = read_cursor(text);
       return query.after.has_value();
     }},
    {"limit",
     [](const std::string& text, GameQuery& query) {
       query.limit = page_length(text);
       return query.limit > 0;
     }},
};

}  // namespace

std::optional<PgnNotation> read_notation(const std::string& word) {
  if (word.empty() || word == "iccs") return PgnNotation::iccs;
  if (word == "wxf") return PgnNotation::wxf;
  return word == "zh" ? std::optional(PgnNotation::zh) : std::nullopt;
}

std::optional<int> read_limit(const HttpRequest& request) {
  const std::string text = query_field(request, "limit");
  if (text.empty()) return kDefaultPage;
  const int limit = page_length(text);
  return limit > 0 ? std::optional(limit) : std::nullopt;
}

engine::Expected<GameQuery, std::string> read_game_query(const HttpRequest& request) {
  GameQuery query{.limit = kDefaultPage};
  for (const Field& field : kFields) {
    const std::string text = query_field(request, field.name);
    if (!text.empty() && !field.read(text, query)) return engine::Unexpected(std::string(field.name));
  }
  return query;
}

}  // namespace server

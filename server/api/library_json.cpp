#include "server/api/library_json.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/games/registry.h"
#include "server/library/library_game.h"

namespace server {

namespace {

using Json = nlohmann::ordered_json;

/// Names in files may be cut in the middle of a character.
std::string library_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const storage::Collection& collection) {
  return {{"id", collection.id},       {"name", collection.name},       {"visibility", collection.visibility},
          {"games", collection.games}, {"indexed", collection.indexed}, {"created", collection.created}};
}

Json to_json(const storage::LibraryGame& game, std::size_t side) {
  Json player{{"name", game.names[side]}};
  if (game.ratings[side] > 0) player["rating"] = game.ratings[side];
  return player;
}

void add_text(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

/// What lists tell of a game.
Json summary(const storage::LibraryGame& game) {
  Json json{{"number", game.number}, {"game", game.game}, {"rule", game.rule}};
  if (game.size > 0) json["size"] = game.size;
  json["players"] = {to_json(game, 0), to_json(game, 1)};
  json["plies"] = game.plies;
  json["result"] = game.result.empty() ? Json() : Json(game.result);
  add_text(json, "reason", game.reason);
  add_text(json, "event", game.event);
  add_text(json, "site", game.site);
  add_text(json, "round", game.round);
  add_text(json, "date", game.date);
  add_text(json, "openingCode", game.opening_code);
  return json;
}

/// Calls `visit(match, move)` before each move, and at the end without one. False if that cannot be done.
// Positions are not stored with games: each answer plays them anew, which the cost of the request has paid
// for.
template <class Visit>
bool replay_all(const storage::LibraryGame& game, Visit visit) {
  const auto played = from_library(game);
  if (!played) return false;
  const auto match = engine::find_game(game.game)->new_match(
      {.rule = game.rule, .pos = game.start_pos, .size = game.size, .past_rulings = true});
  if (!match) return false;
  for (const std::string& move : played->moves) {
    visit(**match, move);
    if (!(*match)->play(move)) return false;
  }
  visit(**match, std::string());
  return true;
}

std::string final_pos(const storage::LibraryGame& game) {
  std::string pos;
  replay_all(game, [&](const engine::Match& match, const std::string& move) {
    if (move.empty()) pos = match.look().pos;
  });
  return pos;
}

Json notations_json(const std::vector<engine::Notation>& notations) {
  Json json = Json::object();
  for (const engine::Notation& notation : notations) json[std::string(notation.style)] = notation.text;
  return json;
}

Json to_json(const ExploredMove& explored) {
  const storage::MoveStats& stats = explored.stats;
  Json json{{"move", explored.move},
            {"games", stats.games()},
            {"first", stats.first_wins},
            {"draws", stats.draws},
            {"second", stats.second_wins}};
  if (stats.rated > 0) json["rating"] = stats.ratings / stats.rated;
  if (stats.last_year > 0) json["lastYear"] = stats.last_year;
  return json;
}

Json to_json(const ExploredGame& explored) {
  Json json = summary(explored.game);
  json["ply"] = explored.ply;
  add_text(json, "pos", explored.pos);
  if (explored.id.empty()) return json;
  json.erase("number");  // Within what is no collection.
  json["id"] = explored.id;
  return json;
}

Json to_json(const storage::LibraryImport& import, const std::vector<storage::Collection>& collections) {
  Json json{{"id", import.id},         {"file", import.file},      {"bytes", import.bytes},
            {"status", import.status}, {"next", import.next},      {"added", import.added},
            {"bad", import.bad},       {"created", import.created}};
  const auto into = std::ranges::find(collections, import.collection, &storage::Collection::number);
  if (into != collections.end()) json["collection"] = into->id;
  if (import.total > 0) json["total"] = import.total;
  json["problems"] = import.notes.empty() ? Json::array() : Json::parse(import.notes);
  return json;
}

}  // namespace

std::string collection_json(const storage::Collection& collection, bool is_own) {
  Json json = to_json(collection);
  json["own"] = is_own;
  return library_text(json);
}

std::string collections_json(const std::vector<storage::Collection>& collections,
                             const std::optional<storage::LibraryUse>& use, std::optional<int> next) {
  Json all = Json::array();
  for (const storage::Collection& each : collections) all.push_back(to_json(each));
  Json json{{"collections", std::move(all)}};
  if (use) {
    json["bytes"] = use->bytes;
  } else {
    json["cursor"] = next ? Json(std::to_string(*next)) : Json();
  }
  return library_text(json);
}

std::string library_games_json(const storage::LibraryPage& page) {
  Json games = Json::array();
  for (const storage::LibraryGame& game : page.games) {
    Json json = summary(game);
    json["pos"] = final_pos(game);
    games.push_back(std::move(json));
  }
  // The number first: a key may have any sign in it.
  const Json cursor = page.next ? Json(std::to_string(page.next->number) + '-' + page.next->key) : Json();
  return library_text({{"games", std::move(games)}, {"cursor", cursor}});
}

std::optional<storage::LibraryQuery::After> read_library_cursor(std::string_view text) {
  storage::LibraryQuery::After after;
  const char* const end = text.data() + text.size();
  const auto [dash, error] = std::from_chars(text.data(), end, after.number);
  if (error != std::errc() || dash == end || *dash != '-') return std::nullopt;
  after.key.assign(dash + 1, end);
  return after;
}

std::optional<std::string> library_game_json(const storage::LibraryGame& game) {
  Json json = summary(game);
  Json moves = Json::array(), positions = Json::array(), notations = Json::array();
  const bool whole = replay_all(game, [&](const engine::Match& match, const std::string& move) {
    positions.push_back(match.look().pos);
    if (move.empty()) return;
    moves.push_back(move);
    const auto legal = match.read_move(move);
    notations.push_back(legal ? notations_json(match.notations(*legal)) : Json::object());
  });
  if (!whole) return std::nullopt;
  json["startPos"] = positions.front();
  json["moves"] = std::move(moves);
  json["positions"] = std::move(positions);
  json["notations"] = std::move(notations);
  return library_text(json);
}

std::string explored_json(const ExploredPosition& explored) {
  Json moves = Json::array(), games = Json::array();
  for (const ExploredMove& each : explored.moves) moves.push_back(to_json(each));
  for (const ExploredGame& each : explored.games) games.push_back(to_json(each));
  return library_text({{"moves", std::move(moves)},
                       {"ended", explored.ended},
                       {"more", !explored.is_whole},
                       {"games", std::move(games)}});
}

std::string found_json(const SearchPage& found) {
  Json games = Json::array();
  for (const ExploredGame& each : found.games) games.push_back(to_json(each));
  return library_text({{"games", std::move(games)},
                       {"looked", found.looked},
                       {"cursor", found.cursor ? Json(*found.cursor) : Json()}});
}

std::string import_json(const storage::LibraryImport& import,
                        const std::vector<storage::Collection>& collections) {
  return library_text(to_json(import, collections));
}

std::string imports_json(const std::vector<storage::LibraryImport>& imports,
                         const std::vector<storage::Collection>& collections, bool more) {
  Json all = Json::array();
  for (const storage::LibraryImport& each : imports) all.push_back(to_json(each, collections));
  Json json = {{"imports", std::move(all)}};
  if (more) json["more"] = true;
  return library_text(json);
}

}  // namespace server

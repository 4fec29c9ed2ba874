#include "server/formats/record_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "server/base/read_json.h"
#include "server/formats/add_game.h"
#include "server/formats/game_tree.h"

namespace server {

namespace {

using Json = nlohmann::json;
using Written = nlohmann::ordered_json;
using storage::Millis;

/// Events of one record; a game has a few for each of its moves.
constexpr std::size_t kMaxEvents = 4 * kMaxPlies;
/// Texts of a record, in bytes. The longest is a position.
constexpr std::size_t kLongestText = 512;

// ---- writing --------------------------------------------------------------------------------------------

Written to_json(const storage::TimeControl& time) {
  return {{"initial", time.initial}, {"increment", time.increment}, {"byoyomi", time.byoyomi},
          {"periods", time.periods}, {"perMove", time.per_move},    {"days", time.days}};
}

Written to_json(const storage::Seat& seat) {
  return {
      {"name", seat.name}, {"level", seat.level}, {"rating", seat.rating}, {"provisional", seat.provisional}};
}

Written to_json(const storage::Ending& ending) {
  return {{"status", ending.status},
          {"result", ending.result},
          {"reason", ending.reason},
          {"ended", ending.ended}};
}

Written to_json(const storage::Event& event) {
  return {{"v", event.v},         {"kind", word(event.kind)}, {"ply", event.ply},
          {"by", event.by},       {"move", event.move},       {"detail", event.detail},
          {"clock", event.clock}, {"periods", event.periods}, {"running", event.running},
          {"spent", event.spent}, {"lag", event.lag},         {"at", event.at}};
}

// ---- reading --------------------------------------------------------------------------------------------

/// Says which member of a document is not what it should be.
/// An exception, so that the many small readers below need not hand errors on; it does not leave
/// read_record().
class BadMember : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] void refuse(std::string_view name, std::string_view what) {
  throw BadMember(fmt::format("{} is not {}", name, what));
}

const Json* member(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

std::string text_of(const Json& json, const char* name, std::size_t longest = kLongestText) {
  const Json* const value = member(json, name);
  if (value == nullptr) return {};
  if (!value->is_string() || value->get_ref<const std::string&>().size() > longest)
    refuse(name, "a short text");
  return value->get<std::string>();
}

std::string name_of(const Json& json, const char* name) {
  return clean_name(text_of(json, name));
}

Millis number_of(const Json& json, const char* name, Millis least, Millis most) {
  const Json* const value = member(json, name);
  if (value == nullptr) return 0;
  if (!value->is_number_integer() || *value < least || *value > most) {
    refuse(name, fmt::format("a number from {} to {}", least, most));
  }
  return value->get<Millis>();
}

constexpr Millis kFarFuture = 253'402'300'799'999;  // The end of the year 9999.
constexpr Millis kFarPast = -62'135'596'800'000;    // The beginning of the year 1.

Millis moment_of(const Json& json, const char* name) {
  return number_of(json, name, kFarPast, kFarFuture);
}
Millis duration_of(const Json& json, const char* name) {
  return number_of(json, name, -kLongestThought, kLongestThought);
}
int count_of(const Json& json, const char* name, int most) {
  return static_cast<int>(number_of(json, name, 0, most));
}

bool flag_of(const Json& json, const char* name) {
  const Json* const value = member(json, name);
  if (value != nullptr && !value->is_boolean()) refuse(name, "true or false");
  return value != nullptr && value->get<bool>();
}

const Json& object_of(const Json& json, const char* name) {
  const Json* const value = member(json, name);
  if (value == nullptr || !value->is_object()) refuse(name, "an object");
  return *value;
}

const Json& list_of(const Json& json, const char* name, std::size_t most) {
  const Json* const value = member(json, name);
  if (value == nullptr || !value->is_array() || value->size() > most) {
    refuse(name, fmt::format("a list of at most {}", most));
  }
  return *value;
}

const Json& pair_of(const Json& json, const char* name) {
  const Json& list = list_of(json, name, 2);
  if (list.size() != 2) refuse(name, "a list of two");
  return list;
}

/// A number of a list of two.
Millis item_of(const Json& json, const char* name, std::size_t side, Millis most) {
  const Json& value = pair_of(json, name)[side];
  if (!value.is_number_integer() || value < -most || value > most) {
    refuse(name, fmt::format("two numbers up to {}", most));
  }
  return value.get<Millis>();
}

storage::TimeControl read_time(const Json& json) {
  const auto time_of = [&](const char* name) { return number_of(json, name, 0, kLongestThought); };
  return {.initial = time_of("initial"),
          .increment = time_of("increment"),
          .byoyomi = time_of("byoyomi"),
          .periods = count_of(json, "periods", 1000),
          .per_move = time_of("perMove"),
          .days = count_of(json, "days", 366)};
}

storage::Seat read_seat(const Json& json) {
  if (!json.is_object()) refuse("a player", "an object");
  storage::Seat seat;
  seat.name = name_of(json, "name");
  seat.level = count_of(json, "level", 8);
  seat.rating = count_of(json, "rating", 9999);
  seat.provisional = flag_of(json, "provisional");
  return seat;
}

storage::Event read_event(const Json& json) {
  if (!json.is_object()) refuse("an event", "an object");
  storage::Event event;
  event.v = count_of(json, "v", kMaxEvents);
  event.kind = storage::event_kind(text_of(json, "kind"));
  event.ply = count_of(json, "ply", kMaxPlies);
  event.by = text_of(json, "by");
  event.move = text_of(json, "move");
  event.detail = text_of(json, "detail");
  for (const std::size_t side : {0, 1}) {
    event.clock[side] = item_of(json, "clock", side, kLongestThought);
    event.periods[side] = static_cast<int>(item_of(json, "periods", side, 1000));
  }
  event.running = text_of(json, "running");
  event.spent = duration_of(json, "spent");
  event.lag = duration_of(json, "lag");
  event.at = moment_of(json, "at");
  return event;
}

storage::Record read_events(const Json& json) {
  storage::Record record;
  storage::Game& game = record.game;
  game.game = text_of(json, "game");
  game.rule = text_of(json, "rule");
  game.opening = text_of(json, "opening");
  game.size = count_of(json, "size", 32);
  game.start_pos = text_of(json, "startPos");
  game.time = read_time(object_of(json, "time"));
  for (const std::size_t side : {0, 1}) game.seats[side] = read_seat(pair_of(json, "players")[side]);
  game.rated = flag_of(json, "rated");
  game.is_private = flag_of(json, "private");
  game.created = moment_of(json, "created");
  game.event = name_of(json, "event");
  const Json& ending = object_of(json, "ending");
  game.ending = {text_of(ending, "status"), text_of(ending, "result"), text_of(ending, "reason"),
                 moment_of(ending, "ended")};
  for (const Json& event : list_of(json, "events", kMaxEvents)) record.events.push_back(read_event(event));
  return record;
}

std::vector<MoveText> split(std::string_view text) {
  std::vector<MoveText> moves;
  while (!text.empty() && moves.size() <= kMaxPlies) {
    const std::string_view move = text.substr(0, text.find(' '));
    if (!move.empty()) moves.push_back({.text = std::string(move), .line = 1});
    text.remove_prefix(std::min(move.size() + 1, text.size()));
  }
  return moves;
}

/// A `gameFull`, whose moves, result and reason stand in its `state`, or the same without such a nest.
Read read_summary(const Json& json) {
  // GET /api/games/{id} answers with the document of `gameFull`; what a person writes by hand has no such
  // nest.
  const Json& state = member(json, "state") ? object_of(json, "state") : json;
  PlayedGame game{.game = text_of(json, "game"),
                  .rule = text_of(json, "rule"),
                  .size = count_of(json, "size", 32),
                  .start_pos = text_of(json, "startPos"),
                  .result = text_of(state, "result"),
                  .reason = known_reason(text_of(state, "reason"))};
  if (member(json, "players")) {
    for (const std::size_t side : {0, 1}) game.names[side] = read_seat(pair_of(json, "players")[side]).name;
  }
  if (member(json, "at")) game.at = moment_of(json, "at");
  // Else any document with a game would be one without moves.
  if (!member(state, "moves")) throw BadMember("there are neither moves nor events");
  if (game.result == "*") game.result.clear();  // As PGN writes that there is none.
  const bool is_result = game.result == "first" || game.result == "second" || game.result == "draw";
  if (!is_result && !game.result.empty()) throw BadMember("result is none of first, second and draw");
  return play_main_line(tree_of(std::move(game), split(text_of(state, "moves", 8 * kMaxPlies)), 0));
}

/// 0: of no byte in particular.
int line_at(std::string_view text, std::size_t byte) {
  return byte == 0
             ? 0
             : 1 + static_cast<int>(std::ranges::count(text.substr(0, std::min(byte, text.size())), '\n'));
}

}  // namespace

std::string write_record(const storage::Record& record) {
  const storage::Game& game = record.game;
  Written events = Written::array();
  for (const storage::Event& event : record.events) events.push_back(to_json(event));
  return Written({{"game", game.game},
                  {"rule", game.rule},
                  {"opening", game.opening},
                  {"size", game.size},
                  {"startPos", game.start_pos},
                  {"time", to_json(game.time)},
                  {"players", {to_json(game.seats[0]), to_json(game.seats[1])}},
                  {"rated", game.rated},
                  {"private", game.is_private},
                  {"created", game.created},
                  {"event", game.event},
                  {"ending", to_json(game.ending)},
                  {"events", std::move(events)}})
      .dump();
}

ReadRecord read_record(std::string_view text) {
  using Told = std::variant<storage::Record, PlayedGame>;
  const auto json = read_json(text);
  if (!json) return bad_text(line_at(text, json.error().byte), "syntax", json.error().message);
  if (!json->is_object()) return bad_text(1, "syntax", "the document is no object");
  try {
    // An export has the record inside a document for reading; both are taken.
    const Json& record = member(*json, "record") ? object_of(*json, "record") : *json;
    if (member(record, "events")) return Told(read_events(record));
    auto game = read_summary(*json);
    if (!game) return engine::Unexpected(game.error());
    return Told(*std::move(game));
  } catch (const Json::exception&) {
    return bad_text(0, "syntax", "a member is of a wrong type");
  } catch (const BadMember& error) {
    return bad_text(0, "syntax", error.what());
  }
}

bool begins_json_object(std::string_view text) {
  if (!text.starts_with('{')) return false;
  const std::size_t next = text.find_first_not_of(" \n\r\t", 1);
  return next == text.npos || text[next] == '"' || text[next] == '}';
}

std::vector<std::string_view> split_json(std::string_view text) {
  std::vector<std::string_view> documents;
  if (text.find('{') == text.npos || text.substr(0, text.find('{')).find('[') == text.npos) return {text};
  int depth = 0;
  std::size_t start = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    // Quotes and brackets in texts do not count.
    if (in_string && text[at] == '\\') ++at;
    if (at < text.size() && text[at] == '"') in_string = !in_string;
    if (in_string || at >= text.size() || (text[at] != '{' && text[at] != '}')) continue;
    if (text[at] == '{' && depth++ == 0) start = at;
    if (text[at] == '}' && depth > 0 && --depth == 0) add_game(documents, text.substr(start, at + 1 - start));
  }
  return documents.empty() ? std::vector{text} : documents;
}

ReadTree read_json_game(std::string_view text, int first_line) {
  constexpr std::size_t kLongest = std::size_t{1} << 20;  // As a document it takes thirty times as much.
  if (text.size() > kLongest) return bad_text(first_line, "too_long", "the record is longer than 1 MiB");
  auto read = read_record(text);
  if (!read) return engine::Unexpected(read.error());
  auto game = std::holds_alternative<PlayedGame>(*read)
                  ? std::optional(std::get<PlayedGame>(*std::move(read)))
                  : played_game(std::get<storage::Record>(*read));
  if (!game) return bad_text(first_line, "bad_record", "the events of this record make no game");
  std::vector<MoveText> moves;
  for (std::size_t i = 0; i < game->moves.size(); ++i)
    moves.push_back({.text = game->moves[i], .line = first_line, .is_exact = true, .spent = game->spent[i]});
  game->moves.clear();
  game->spent.clear();
  return tree_of(*std::move(game), moves, first_line);
}

}  // namespace server

#include "server/tournament/event_codec.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "server/base/read_json.h"
#include "server/tournament/words.h"

namespace server::tournament {
namespace {

using nlohmann::json;
using protocol::word;

/// Thrown and caught here, like the library's own.
/// Of a later version: the whole event cannot be read then, and its tournament is not touched by this server.
struct UnknownWord {};

template <class Enum>
Enum read_word(const json& value) {
  const auto found = protocol::from_word<Enum>(value.get_ref<const std::string&>());
  if (!found) throw UnknownWord();
  return *found;
}

// ---- parts ----------------------------------------------------------------------------------------------

json write(const Rules& rules) {
  json tie_breaks = json::array();
  for (const TieBreak kind : rules.tie_breaks) tie_breaks.push_back(word(kind));
  json body = {{"game", rules.game},
               {"format", word(rules.format)},
               {"rounds", rules.rounds},
               {"cycles", rules.cycles},
               {"legs", rules.legs},
               {"thirdPlace", rules.third_place},
               {"tieBreaks", std::move(tie_breaks)},
               {"bqFactor", rules.bq_factor},
               {"squares", rules.squares},
               {"base", rules.base.count()},
               {"increment", rules.increment.count()},
               {"length", rules.length.count()},
               {"quickDraw", rules.quick_draw},
               {"longDraw", rules.long_draw}};
  if (rules.format != Format::simul) return body;
  body["hostSide"] = word(rules.host_side);
  body["hostExtra"] = rules.host_extra.count();
  return body;
}

Rules read_rules(const json& body) {
  Rules rules{.game = body.at("game"), .format = read_word<Format>(body.at("format"))};
  rules.rounds = body.at("rounds");
  rules.cycles = body.at("cycles");
  rules.legs = body.at("legs");
  rules.third_place = body.at("thirdPlace");
  for (const json& kind : body.at("tieBreaks")) rules.tie_breaks.push_back(read_word<TieBreak>(kind));
  rules.bq_factor = body.at("bqFactor");
  rules.squares = body.at("squares");
  rules.base = Millis(body.at("base").get<std::int64_t>());
  rules.increment = Millis(body.at("increment").get<std::int64_t>());
  rules.length = Millis(body.at("length").get<std::int64_t>());
  rules.quick_draw = body.at("quickDraw");
  rules.long_draw = body.at("longDraw");
  if (rules.format != Format::simul) return rules;
  rules.host_side = read_word<HostSide>(body.at("hostSide"));
  rules.host_extra = Millis(body.at("hostExtra").get<std::int64_t>());
  return rules;
}

json write(GameId id) {
  return {id.round, id.table, id.game};
}

GameId read_game(const json& body) {
  const json& id = body.at("game");
  return {.round = id.at(0), .table = id.at(1), .game = id.at(2)};
}

json write(GameId id, const Outcome& outcome) {
  return {{"game", write(id)},
          {"result", word(outcome.result)},
          {"ending", word(outcome.ending)},
          {"plies", outcome.plies},
          {"discs", outcome.discs}};
}

Outcome read_outcome(const json& body) {
  return {.result = read_word<Result>(body.at("result")),
          .ending = read_word<Ending>(body.at("ending")),
          .plies = body.at("plies"),
          .discs = body.at("discs")};
}

json write(const Pairing& pairing) {
  const Reason& reason = pairing.reason;
  return {{"first", pairing.first},        {"second", pairing.second}, {"basis", word(reason.basis)},
          {"colour", word(reason.colour)}, {"points", reason.points},  {"forced", reason.forced}};
}

Pairing read_pairing(const json& body) {
  Pairing pairing{.first = body.at("first"), .second = body.at("second")};
  pairing.reason.basis = read_word<Basis>(body.at("basis"));
  pairing.reason.colour = read_word<ColourBasis>(body.at("colour"));
  pairing.reason.points = body.at("points");
  pairing.reason.forced = body.at("forced");
  return pairing;
}

json write(const Rest& rest) {
  return {{"player", rest.player}, {"kind", word(rest.kind)}, {"opponent", rest.opponent}};
}

Rest read_rest(const json& body) {
  return {.player = body.at("player"),
          .kind = read_word<RestKind>(body.at("kind")),
          .opponent = body.at("opponent")};
}

// ---- events ---------------------------------------------------------------------------------------------

json write(const Created& created) {
  return write(created.rules);
}
json write(const Joined& joined) {
  return {{"user", joined.user},
          {"name", joined.name},
          {"rating", joined.rating},
          {"lot", joined.lot},
          {"invited", joined.invited}};
}
template <EventKind k>
json write(const OfPlayer<k>& change) {
  json body = {{"player", change.player}};
  if (change.by_director) body["byDirector"] = true;
  return body;
}
template <EventKind k>
json write(const OfTournament<k>&) {
  return json::object();
}
json write(const RoundPaired& paired) {
  json tables = json::array();
  json rests = json::array();
  for (const Pairing& pairing : paired.tables) tables.push_back(write(pairing));
  for (const Rest& rest : paired.rests) rests.push_back(write(rest));
  return {{"tables", std::move(tables)}, {"rests", std::move(rests)}, {"denied", paired.denied}};
}
json write(const GameEnded& ended) {
  return write(ended.game, ended.outcome);
}
json write(const NotPlayed& missed) {
  return {{"game", write(missed.game)}, {"came", missed.came}};
}
json write(const Corrected& corrected) {
  return write(corrected.game, corrected.outcome);
}
json write(const Replayed& replayed) {
  return {{"game", write(replayed.game)}};
}
json write(const SeatsExchanged& exchanged) {
  return {{"game", write(exchanged.game)}};
}
json write(const PairForbidden& forbidden) {
  return {{"a", forbidden.a}, {"b", forbidden.b}};
}
json write(const Substituted& substituted) {
  return {{"player", substituted.player},
          {"user", substituted.user},
          {"name", substituted.name},
          {"invited", substituted.invited}};
}

void read(const json& body, Created& created) {
  created.rules = read_rules(body);
}
void read(const json& body, Joined& joined) {
  joined = {
      .user = body.at("user"), .name = body.at("name"), .rating = body.at("rating"), .lot = body.at("lot")};
  joined.invited = body.value("invited", false);  // Older records have no such member.
}
template <EventKind k>
void read(const json& body, OfPlayer<k>& change) {
  change.player = body.at("player");
  change.by_director = body.value("byDirector", false);
}
template <EventKind k>
void read(const json&, OfTournament<k>&) {}
void read(const json& body, RoundPaired& paired) {
  for (const json& table : body.at("tables")) paired.tables.push_back(read_pairing(table));
  for (const json& rest : body.at("rests")) paired.rests.push_back(read_rest(rest));
  paired.denied = body.value("denied", std::vector<Number>());  // Older records have no such member.
}
void read(const json& body, GameEnded& ended) {
  ended = {.game = read_game(body), .outcome = read_outcome(body)};
}
void read(const json& body, NotPlayed& missed) {
  missed = {.game = read_game(body), .came = body.at("came")};
}
void read(const json& body, Corrected& corrected) {
  corrected = {.game = read_game(body), .outcome = read_outcome(body)};
}
void read(const json& body, Replayed& replayed) {
  replayed.game = read_game(body);
}
void read(const json& body, SeatsExchanged& exchanged) {
  exchanged.game = read_game(body);
}
void read(const json& body, PairForbidden& forbidden) {
  forbidden = {.a = body.at("a"), .b = body.at("b")};
}
void read(const json& body, Substituted& substituted) {
  substituted = {.player = body.at("player"), .user = body.at("user"), .name = body.at("name")};
  substituted.invited = body.value("invited", false);
}

/// The change of this kind, with nothing in it yet.
template <std::size_t... i>
Change empty_change(EventKind kind, std::index_sequence<i...>) {
  Change change;
  ((static_cast<std::size_t>(kind) == i ? static_cast<void>(change.emplace<i>()) : void()), ...);
  return change;
}

template <std::size_t... i>
constexpr bool is_in_order(std::index_sequence<i...>) {
  return ((std::variant_alternative_t<i, Change>::kind == static_cast<EventKind>(i)) && ...);
}
using AllKinds = std::make_index_sequence<std::variant_size_v<Change>>;
// kind_of() takes the index of the variant for the kind.
static_assert(is_in_order(AllKinds()));

}  // namespace

std::string encode_change(const Change& change) {
  return std::visit([](const auto& one) { return write(one).dump(); }, change);
}

std::optional<Change> decode_change(EventKind kind, std::string_view text) {
  const auto body = read_json(text);
  if (!body) return std::nullopt;
  Change change = empty_change(kind, AllKinds());
  try {
    std::visit([&](auto& one) { read(*body, one); }, change);
  } catch (const UnknownWord&) {
    return std::nullopt;
  } catch (const json::exception&) {
    return std::nullopt;
  }
  return change;
}

}  // namespace server::tournament

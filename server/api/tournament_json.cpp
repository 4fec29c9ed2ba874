#include "server/api/tournament_json.h"

#include <algorithm>
#include <span>

#include "server/api/game_json.h"
#include "server/protocol/json_fields.h"
#include "server/tournament/standings.h"
#include "server/tournament/words.h"

namespace server {
namespace {

using protocol::JsonWriter;
using protocol::word;
using tournament::GameId;
using tournament::Number;
using tournament::TieBreak;
using tournament::TournamentState;

void write_about(JsonWriter& json, const storage::Tournament& about) {
  json.field("id", about.id);
  json.field("name", about.name);
  json.field("game", about.game);
  json.field("rule", about.rule);
  if (!about.opening.empty()) json.field("opening", about.opening);
  if (about.size > 0) json.field("size", about.size);
  json.field("director", about.owner_name);
  json.field("phase", about.phase);
  if (!about.club.empty()) json.field("clubId", about.club);
  json.field("created", about.created);
}

int games_of(const TournamentState& state) {
  std::size_t games = 0;
  for (const tournament::Round& round : state.rounds())
    for (const tournament::Table& table : round.tables) games += table.games.size();
  return static_cast<int>(games);
}

void write_rules(JsonWriter& json, const TournamentState& state) {
  const tournament::Rules& rules = state.rules();
  json.field("format", word(rules.format));
  json.field("rounds", state.phase() == tournament::Phase::open ? rules.rounds : state.total_rounds());
  json.field("paired", static_cast<int>(state.rounds().size()));
  json.field("games", games_of(state));
  json.field("cycles", rules.cycles);
  json.field("legs", rules.legs);
  json.field("initialMs", rules.base.count());
  json.field("incrementMs", rules.increment.count());
  if (rules.length > Millis(0)) json.field("lengthMs", rules.length.count());
  if (rules.format == tournament::Format::simul) {
    json.field("hostSide", word(rules.host_side));
    json.field("hostExtraMs", rules.host_extra.count());
  }
  json.key("tieBreaks");
  json.open_array();
  for (const TieBreak tie_break : rules.tie_breaks)
    if (tie_break != TieBreak::lot) json.value(word(tie_break));
  json.close_array();
}

/// The number of a round that counts, or is still to come, among all that were paired: people see those.
int number_of_round(const TournamentState& state, int counted) {
  int number = 0;
  for (const tournament::Round& round : state.rounds()) {
    ++number;
    if (!round.annulled && --counted == 0) return number;
  }
  return number + counted;
}

void write_players(JsonWriter& json, const TournamentState& state) {
  json.objects("players", state.players(), [&](const tournament::Player& player) {
    json.field("name", player.name);
    if (player.rating > 0) json.field("rating", player.rating);
    json.field("attendance", word(player.attendance));
    if (state.is_removed(player.user)) json.field("removed", true);
    if (player.half_bye > 0) json.field("byeInRound", number_of_round(state, player.half_bye));
  });
}

/// The last ones: a page is not to grow with them.
void write_rulings(JsonWriter& json, const TournamentState& state) {
  constexpr std::size_t kMostShown = 50;
  const std::span<const tournament::Ruling> rulings(state.rulings());
  const auto latest = rulings.last(std::min(rulings.size(), kMostShown));
  json.objects("rulings", latest, [&](const tournament::Ruling& ruling) {
    json.field("kind", word(ruling.kind));
    json.field("at", ruling.at.time_since_epoch().count());
    json.field("note", ruling.note);
    if (ruling.game.round > 0) json.field("round", ruling.game.round);
    if (ruling.game.table > 0) json.field("table", ruling.game.table);
    if (ruling.player > 0) json.field("player", ruling.player);
    if (!ruling.was.empty()) json.field("was", ruling.was);
  });
}

/// Also those who have not come yet, below the others: else the director does not see whom they have added.
std::vector<tournament::Standing> shown_standings(const TournamentState& state) {
  std::vector<tournament::Standing> shown = standings_of(state);
  if (state.is_over()) return shown;
  const int last = static_cast<int>(shown.size()) + 1;
  const auto is_there = [&](Number n) {
    return std::ranges::find(shown, n, &tournament::Standing::player) != shown.end();
  };
  for (Number n = 1; state.has(n); ++n)
    if (state.player(n).attendance == tournament::Attendance::invited && !is_there(n))
      shown.push_back({.rank = last, .player = n});
  return shown;
}

void write_standings(JsonWriter& json, const TournamentState& state) {
  json.objects("standings", shown_standings(state), [&](const tournament::Standing& standing) {
    json.field("rank", standing.rank);
    json.field("player", standing.player);
    json.field("points", shown_points(state, standing.points));
    json.key("tieBreaks");
    json.open_array();
    for (std::size_t i = 0; i < standing.tie_breaks.size(); ++i) {
      const TieBreak tie_break = state.rules().tie_breaks[i];
      if (tie_break != TieBreak::lot) json.value(shown(tie_break, standing.tie_breaks[i]));
    }
    json.close_array();
  });
}

auto find_record(const std::vector<storage::TournamentGame>& records, GameId id) {
  return std::ranges::find(records, id, [](const storage::TournamentGame& game) {
    return GameId{game.round, game.table, game.number};
  });
}

void write_games(JsonWriter& json, const tournament::Table& table, GameId id,
                 const std::vector<storage::TournamentGame>& records) {
  json.objects("games", table.games, [&](const tournament::Game& game) {
    ++id.game;
    const auto record = find_record(records, id);
    if (record != records.end()) json.field("gameId", record->game);
    json.field("first", game.exchanged ? table.second : table.first);
    json.field("stage", word(game.stage));
    if (game.outcome) json.field("result", word(game.outcome->result));
    if (game.outcome) json.field("ending", word(game.outcome->ending));
    if (!game.correction.empty()) json.field("corrected", game.correction);
    if (game.annulled) json.field("annulled", true);
  });
}

/// That this player has to go to, whichever round is shown.
void write_game_of(JsonWriter& json, const TournamentState& state, Number player,
                   const std::vector<storage::TournamentGame>& records) {
  for (const GameId id : state.running_games()) {
    const tournament::Table& table = *state.find_table(id);
    if (!table.has(player)) continue;
    const auto record = find_record(records, id);
    if (record == records.end()) continue;
    return json.object("myGame", [&] {
      json.field("gameId", record->game);
      json.field("opponent", table.opponent_of(player));
    });
  }
}

/// Is not paired before being back: no round that begins is theirs.
bool is_left_out(const TournamentState& state, Number player) {
  const tournament::Format format = state.rules().format;
  const bool pairs_who_is_here = format == tournament::Format::swiss || format == tournament::Format::arena;
  return pairs_who_is_here && !state.is_here(player);
}

void write_round(JsonWriter& json, const TournamentState& state, int number, int played_from,
                 const std::vector<storage::TournamentGame>& records) {
  const tournament::Round& round = state.rounds()[static_cast<std::size_t>(number - 1)];
  GameId id{.round = number};
  const auto write_table_of = [&](const tournament::Table& table) {
    json.field("first", table.first);
    json.field("second", table.second);
    json.field("why", word(table.reason.basis));
    write_games(json, table, {id.round, id.table, 0}, records);
  };
  const auto write_table = [&](const tournament::Table& table) {
    ++id.table;
    write_table_of(table);
  };
  const auto write_played = [&](GameId game) {
    id = game;
    write_table_of(*state.find_table(game));
  };
  const auto write_rest = [&](const tournament::Rest& rest) {
    json.field("player", rest.player);
    json.field("kind", word(rest.kind));
  };
  json.object("round", [&] {
    json.field("number", number);
    if (round.annulled) json.field("annulled", true);
    list_unless_empty(json, "denied", round.denied);
    if (played_from > 0) {
      auto played = state.running_games();
      std::erase_if(played, [&](GameId game) { return game.round < played_from; });
      json.objects("tables", played, write_played);
    } else {
      json.objects("tables", round.tables, write_table);
    }
    json.objects("rests", round.rests, write_rest);
  });
}

/// "1763251200000-Ab3dEf5h..1763251100000-cD4eF6gH": of a list that has ended nothing. Empty: all have.
std::string write_list_places(const TournamentLists& lists, std::size_t most) {
  std::string places;
  bool go_on = false;
  for (const auto& list : lists) {
    if (&list != lists.data()) places += '.';
    if (list.size() < most) continue;
    go_on = true;
    places += std::to_string(list.back().created) + '-' + list.back().id;
  }
  return go_on ? places : std::string();
}

}  // namespace

double shown(TieBreak tie_break, std::int64_t value) {
  using enum TieBreak;
  const double number = static_cast<double>(value);
  if (tie_break == sonneborn_berger) return number / 4;
  if (tie_break == wins || tie_break == wins_as_second || tie_break == discs) return number;
  return number / 2;
}

double shown_points(const TournamentState& state, int points) {
  return state.rules().format == tournament::Format::arena ? points : points / 2.0;
}

std::string tournaments_json(const TournamentLists& lists, std::size_t most) {
  return JsonWriter::text_of([&](JsonWriter& json) {
    const auto write = [&](const storage::Tournament& about) { write_about(json, about); };
    for (std::size_t i = 0; i < lists.size(); ++i) json.objects(kListedPhases[i], lists[i], write);
    text_or_null(json, "cursor", write_list_places(lists, most));
  });
}

std::string club_tournaments_json(const std::vector<storage::Tournament>& page, std::size_t most) {
  JsonWriter json;
  json.open_object();
  json.key("tournaments");
  json.open_array();
  for (const storage::Tournament& about : page) {
    json.open_object();
    write_about(json, about);
    json.close_object();
  }
  json.close_array();
  if (page.size() < most) {
    json.null_field("cursor");
  } else {
    json.field("cursor", std::to_string(page.back().created) + '-' + page.back().id);
  }
  json.close_object();
  return json.take();
}

std::optional<ListPlaces> read_list_places(std::string_view text) {
  ListPlaces places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool is_last = i + 1 == places.size();
    const std::size_t length = is_last ? text.size() : text.find('.');
    if (length == std::string_view::npos) return std::nullopt;
    const std::string_view place = text.substr(0, length);
    if (!place.empty()) places[i] = read_cursor(place);
    if (!place.empty() && !places[i]) return std::nullopt;
    text.remove_prefix(is_last ? length : length + 1);
  }
  return places;
}

std::string tournament_json(const TournamentView& view, const std::vector<storage::TournamentGame>& games) {
  const TournamentState& state = view.tournament.state;
  JsonWriter json;
  json.open_object();
  write_about(json, view.tournament.about);
  if (!view.club_name.empty()) json.field("clubName", view.club_name);
  json.field("version", state.version());
  const bool is_own = !view.user.empty() && view.user == view.tournament.about.owner;
  json.field("own", is_own);
  const Number me = view.user.empty() ? 0 : state.find(view.user);
  if (me != 0) {
    json.field("me", me);
    write_game_of(json, state, me, games);
  }
  if (state.is_paused()) json.field("paused", true);
  if (view.ends_in) json.field("endsInMs", view.ends_in->count());
  const bool is_awaited = is_own || me == 0 || !is_left_out(state, me);
  if (view.next_round && is_awaited) json.field("nextRoundMs", view.next_round->count());
  write_rules(json, state);
  write_players(json, state);
  write_standings(json, state);
  write_rulings(json, state);
  if (view.round > 0) write_round(json, state, view.round, view.played_from, games);
  json.close_object();
  return json.take();
}

}  // namespace server

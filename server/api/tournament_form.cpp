#include "server/api/tournament_form.h"

#include <utility>

#include "engine/games/registry.h"
#include "server/api/api_error.h"
#include "server/api/read_form.h"
#include "server/base/utf8.h"
#include "server/formats/played_game.h"
#include "server/identity/tokens.h"
#include "server/match/game_clock.h"
#include "server/rooms/new_game.h"
#include "server/tournament/words.h"

namespace server {
namespace {

using tournament::Format;

constexpr std::size_t kLongestNameOfTournament = 40;  // Code points.
constexpr std::size_t kLongestNote = 64;              // Likewise; clean_name() would cut more.
constexpr Millis kLeastBase = std::chrono::seconds(10), kMostBase = std::chrono::hours(3);
constexpr Millis kMostIncrement = std::chrono::minutes(1);
constexpr Millis kLeastLength = std::chrono::minutes(10), kMostLength = std::chrono::hours(4);

/// Turns what is written after it, or is not seen.
/// Signs of direction and width zero of Unicode: names of tournaments stand beside those of others, which
/// they must not reorder.
bool is_hidden(std::string_view sign) {
  const auto is_among = [sign](std::string_view from, std::string_view to) {
    return from <= sign && sign <= to;
  };
  return sign == "\u200b" || sign == "\ufeff" || is_among("\u200e", "\u200f") ||
         is_among("\u2028", "\u202e") || is_among("\u2060", "\u206f");
}

/// Empty: it may not be.
std::string short_text(const std::string& text, std::size_t most) {
  constexpr std::size_t kBytes = 3;  // Of a sign that is hidden.
  bool fits = is_utf8(text) && count_code_points(text) <= most;
  for (std::size_t i = 0; i + kBytes <= text.size(); ++i)
    fits = fits && !is_hidden(std::string_view(text).substr(i, kBytes));
  return fits ? clean_name(text) : std::string();
}

/// Of the board where discs count, else 0.
int squares_of(const storage::Game& game) {
  if (game.game != "antireversi") return 0;
  const auto match = engine::find_game(game.game)->new_match({.rule = game.rule});
  return static_cast<int>((*match)->look().pos.find(' '));
}

int read_ordinal(protocol::Fields& fields, const char* field) {
  return static_cast<int>(fields.integer(field, 1, kMostOrdinal));
}

/// Why the director does something.
std::string read_note(protocol::Fields& fields) {
  std::string note = short_text(fields.text("note"), kLongestNote);
  if (note.empty()) fields.refuse("note");
  return note;
}

struct TournamentForm {
  std::string name;
  protocol::Create game;
  tournament::Rules rules;
  std::string club{};
};

void read_arena(protocol::Fields& fields, tournament::Rules& rules) {
  rules.length = Millis(fields.integer("lengthMs", kLeastLength.count(), kMostLength.count()));
  set_default_draws(rules);
}

void read_simul(protocol::Fields& fields, tournament::Rules& rules) {
  rules.host_side = fields.choice_or("hostSide", tournament::HostSide::alternating);
  rules.host_extra = fields.millis_or_zero("hostExtraMs", kMostBase);
}

/// Of a knock-out a table needs a winner: two games, with seats exchanged.
TournamentForm read_tournament_fields(protocol::Fields& fields) {
  TournamentForm form;
  form.name = short_text(fields.text("name"), kLongestNameOfTournament);
  if (form.name.empty()) fields.refuse("name");
  form.game = {.game = fields.text("game"), .rule = fields.text_or_empty("rule")};
  form.game.opening = fields.text_or_empty("opening");
  form.game.size = fields.integer_or("size", 0, 0, 100);
  form.club = fields.text_or_empty("club");
  tournament::Rules& rules = form.rules;
  rules.game = form.game.game;
  rules.format = fields.choice_or("format", Format::swiss);
  rules.rounds = fields.integer_or("rounds", 0, 0, tournament::kMaxRounds);
  rules.cycles = fields.integer_or("cycles", 1, 1, 2);
  rules.legs = fields.integer_or("legs", rules.format == Format::knockout ? 2 : 1, 1, 2);
  rules.third_place = fields.flag_or("thirdPlace", false);
  rules.base = Millis(fields.integer("initialMs", kLeastBase.count(), kMostBase.count()));
  rules.increment = fields.millis_or_zero("incrementMs", kMostIncrement);
  if (rules.format != Format::arena && rules.format != Format::simul) return form;
  rules.rounds = 0;
  rules.legs = 1;
  rules.format == Format::arena ? read_arena(fields, rules) : read_simul(fields, rules);
  return form;
}

}  // namespace

engine::Expected<NewTournament, protocol::Error> read_tournament_form(const std::string& body,
                                                                      const storage::User& user,
                                                                      TimePoint now) {
  auto form = read_form(body, read_tournament_fields);
  if (!form) return engine::Unexpected(bad_field(form.error()));
  form->game.time.initial = form->rules.base;
  form->game.time.increment = form->rules.increment;
  auto game = new_game(form->game, {.id = user.id, .name = user.name}, "");
  if (!game) return engine::Unexpected(game.error());
  tournament::Rules& rules = form->rules;
  rules.squares = squares_of(*game);
  // Declared with the rules, in the first event: a later version with other defaults changes no tournament
  // that is there.
  rules.tie_breaks = tournament::default_tie_breaks(rules.game, rules.format);
  storage::Tournament about{.id = new_game_id(),
                            .owner = user.id,
                            .owner_name = user.name,
                            .name = std::move(form->name),
                            .game = rules.game,
                            .rule = game->rule,
                            .opening = game->opening,
                            .size = game->size,
                            .created = now.time_since_epoch().count(),
                            .club = std::move(form->club)};
  return NewTournament{std::move(about), std::move(rules)};
}

engine::Expected<Correction, std::string> read_correction(const std::string& body) {
  return read_form(body, [](protocol::Fields& fields) {
    Correction correction;
    correction.game = {.round = read_ordinal(fields, "round"), .table = read_ordinal(fields, "table")};
    correction.game.game = fields.integer_or("game", 1, 1, kMostOrdinal);
    correction.result = fields.choice<tournament::Result>("result");
    correction.note = read_note(fields);
    return correction;
  });
}

engine::Expected<GameRuling, std::string> read_game_ruling(const std::string& body) {
  return read_form(body, [](protocol::Fields& fields) {
    GameRuling ruling;
    ruling.game = {.round = read_ordinal(fields, "round"),
                   .table = read_ordinal(fields, "table"),
                   .game = read_ordinal(fields, "game")};
    ruling.note = read_note(fields);
    return ruling;
  });
}

engine::Expected<GameRuling, std::string> read_round_ruling(const std::string& body) {
  return read_form(body, [](protocol::Fields& fields) {
    GameRuling ruling{.game = {.round = read_ordinal(fields, "round")}, .note = {}};
    ruling.note = read_note(fields);
    return ruling;
  });
}

engine::Expected<PlayerForm, std::string> read_player_form(const std::string& body) {
  return read_form(body, [](protocol::Fields& fields) {
    PlayerForm form{.name = fields.text("name"), .guest = fields.flag_or("guest", false), .note = {}};
    form.player = fields.integer_or("player", 0, 1, kMostOrdinal);
    form.note = read_note(fields);
    return form;
  });
}

}  // namespace server

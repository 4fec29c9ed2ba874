#include "server/tournaments/tournament_step.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/log.h"
#include "server/identity/tokens.h"
#include "server/match/game_events.h"
#include "server/match/game_log.h"
#include "server/tournament/standings.h"
#include "server/tournament/words.h"

namespace server {
namespace {

using tournament::Decision;
using tournament::GameId;
using tournament::Outcome;
using tournament::Refusal;
using tournament::Result;

GameId place_of(const storage::TournamentResult& result) {
  return {result.game.round, result.game.table, result.game.number};
}

/// In earlier rounds no game is played any more, whether it counts or not. Only an arena has so many that it
/// matters: each end of a game is a step.
int first_round_of_concern(const tournament::TournamentState& state) {
  if (state.rules().format != tournament::Format::arena) return 1;
  const auto concerns = [](const tournament::Game& game) { return game.annulled || game.is_running(); };
  const auto has_any = [&](const tournament::Table& table) {
    return std::ranges::any_of(table.games, concerns);
  };
  const auto& rounds = state.rounds();
  const auto first = std::ranges::find_if(
      rounds, [&](const tournament::Round& round) { return std::ranges::any_of(round.tables, has_any); });
  return static_cast<int>(first - rounds.begin()) + 1;
}

/// Who begins, and the other: their users.
std::array<std::string, 2> users_of(const tournament::TournamentState& state, GameId id) {
  const tournament::Table& table = *state.find_table(id);
  std::array numbers{table.first, table.second};
  if (state.find_game(id)->exchanged) std::swap(numbers[0], numbers[1]);
  return {state.player(numbers[0]).user, state.player(numbers[1]).user};
}

Result result_of(const GameLog& log, const std::string& beginner) {
  const std::string& word = log.header().ending.result;
  const auto winner = protocol::from_word<engine::Side>(word);
  if (!winner) return Result::draw;
  return log.header().seats[engine::index(*winner)].user == beginner ? Result::first : Result::second;
}

/// Of anti-Reversi, of the first side and of the second.
std::array<int, 2> discs_on(const GameLog& log) {
  const std::string pos = log.look().pos;
  const auto count = [&](char disc) {
    return static_cast<int>(std::count(pos.begin(), pos.begin() + static_cast<long>(pos.find(' ')), disc));
  };
  return {count('X'), count('O')};
}

bool has_moved(const GameLog& log, Seat seat) {
  return std::ranges::find(log.movers(), seat) != log.movers().end();
}

/// A side that was to make its first move has not come, nor has the other unless the end names it.
std::array<bool, 2> came_to(const GameLog& log, const std::string& beginner) {
  std::array<bool, 2> came{false, false};
  for (const Seat seat : kSeats) {
    // The side that ended the game was there to do so.
    const bool waited = log.events().back().by == protocol::word(log.side_of(seat));
    came[log.holder(seat).user == beginner ? 0 : 1] =
        seat != log.seat_to_move() && (has_moved(log, seat) || waited);
  }
  return came;
}

/// Who has played: not the player who lost without a move, and neither player of a draw that was agreed
/// before both had moved.
std::array<bool, 2> played_in(const GameLog& log, const std::string& beginner) {
  const auto winner = protocol::from_word<engine::Side>(log.header().ending.result);
  std::array<bool, 2> played{true, true};
  for (const Seat seat : kSeats)
    if (!has_moved(log, seat) && winner != log.side_of(seat))
      played[log.holder(seat).user == beginner ? 0 : 1] = false;
  return winner || (played[0] && played[1]) ? played : std::array{false, false};
}

/// A first round, or another, may still come to be.
bool awaits_players(const tournament::TournamentState& state) {
  const bool has_begun = state.rounds_paired() > 0;
  const auto is_away = [](const auto& player) { return player.attendance == tournament::Attendance::away; };
  return !has_begun ||
         (state.rounds_paired() < state.total_rounds() && std::ranges::any_of(state.players(), is_away));
}

}  // namespace

bool has_nobody_come(const tournament::TournamentState& state) {
  const auto is_missed = [](const tournament::Game& game) {
    const auto& outcome = game.outcome;
    return !outcome || (outcome->ending == tournament::Ending::forfeit && outcome->result == Result::nobody);
  };
  const auto are_missed = [&](const auto& table) { return std::ranges::all_of(table.games, is_missed); };
  return std::ranges::all_of(
      state.rounds(), [&](const auto& round) { return std::ranges::all_of(round.tables, are_missed); });
}

Decision decide_by_game(const tournament::TournamentState& state, GameId id, const GameLog& log,
                        const tournament::Order& order) {
  const std::string beginner = users_of(state, id)[0];
  if (log.status() == Status::aborted) return decide_no_show(state, id, came_to(log, beginner), order);
  if (state.rules().format == tournament::Format::arena)
    if (const auto played = played_in(log, beginner); !played[0] || !played[1])
      return decide_no_show(state, id, played, order);
  const bool is_on_board = log.match().outcome().has_value();
  Outcome outcome{.result = result_of(log, beginner),
                  .ending = is_on_board ? tournament::Ending::on_board : tournament::Ending::off_board,
                  .plies = log.plies()};
  if (state.rules().squares > 0 && is_on_board) outcome.discs = discs_on(log);
  if (log.header().seats[0].user != beginner) std::swap(outcome.discs[0], outcome.discs[1]);
  return decide_result(state, id, outcome, order);
}

TournamentStep::TournamentStep(storage::Reader& store, const StoredTournament& before, TimePoint now)
    : store_(store),
      now_(now),
      version_before_(before.state.version()),
      rounds_before_(before.state.rounds().size()),
      after_(before),
      ran_(before.state.running_games()),
      games_(store.tournament_results_from(before.about.id, first_round_of_concern(before.state))) {
  take_results();
}

void TournamentStep::take_results() {
  for (const GameId id : state().running_games()) {
    const storage::TournamentResult* const found = find(id);
    // Not found: its record is to be made by write() of this very step.
    if (!found || found->ending.status == "playing") continue;
    const auto record = store_.load(found->game.game);
    const auto log = record ? GameLog::replay(*record) : std::nullopt;
    if (!log) log_event(LogLevel::error, "tournament_game_not_read", {{"game", found->game.game}});
    // The director may correct it.
    const Outcome lost{.result = Result::nobody, .ending = tournament::Ending::forfeit};
    // A game that cannot be read would hold its round for ever: it is lost by both.
    (void)follow(log ? decide_by_game(state(), id, *log, order())
                     : decide_result(state(), id, lost, order()));
    if (log) end_absences(id, *log);
  }
}

void TournamentStep::end_absences(GameId id, const GameLog& log) {
  const auto& outcome = state().find_game(id)->outcome;
  if (!outcome || outcome->ending == tournament::Ending::forfeit) return;
  for (const Seat seat : kSeats) {
    const tournament::Number player = state().find(log.holder(seat).user);
    const bool was_away = player != 0 && state().player(player).attendance == tournament::Attendance::away;
    if (was_away && has_moved(log, seat)) (void)follow(decide_come_back(state(), player, order()));
  }
}

std::optional<Refusal> TournamentStep::follow(const Decision& decision) {
  if (!decision.event) return decision.refusal;
  // Decisions are made on this very state: this is for events that a caller has kept too long.
  if (!after_.state.follow(*decision.event)) return Refusal::stale;
  events_.push_back(*decision.event);
  after_.about.phase = protocol::word(state().phase());
  return std::nullopt;
}

std::optional<Refusal> TournamentStep::go_on(const tournament::Order& order, bool given_up) {
  if (state().phase() != tournament::Phase::running) return Refusal::not_running;
  if (state().rules().format == tournament::Format::arena) return go_on_in_arena(order);
  if (!state().running_games().empty()) return Refusal::games_left;
  tournament::Plan plan = plan_round(state());
  // Not the end yet: a round may be possible once they are back.
  if (!plan.round && !given_up && awaits_players(state())) return Refusal::too_few;
  if (!plan.round && has_nobody_come(state())) return follow(decide_cancel(state(), order));
  if (!plan.round) return follow(decide_finish(state(), plan, order));
  return follow(decide_round(state(), std::move(plan), order));
}

std::optional<Refusal> TournamentStep::go_on_in_arena(const tournament::Order& order) {
  if (order.now <= last_wave_of(state()))
    return follow(decide_round(state(), plan_wave(state(), waiting_in(state())), order));
  if (state().running_games().empty() && has_nobody_come(state()))
    return follow(decide_cancel(state(), order));
  return follow(decide_finish(state(), {}, order));
}

const storage::TournamentResult* TournamentStep::find(GameId id) const {
  const auto found = std::ranges::lower_bound(games_, id, {}, place_of);
  return found == games_.end() || place_of(*found) != id ? nullptr : &*found;
}

std::vector<std::string> TournamentStep::running_games() const {
  std::vector<std::string> running;
  for (const GameId id : state().running_games())
    if (const auto* const found = find(id)) running.push_back(found->game.game);
  return running;
}

bool TournamentStep::runs(GameId id) const {
  const tournament::Game* const game = state().find_game(id);
  return !state().is_over() && game && game->is_running();
}

std::vector<std::string> TournamentStep::ended_games() const {
  std::vector<std::string> ended;
  for (const GameId id : ran_)
    if (const auto* const found = runs(id) ? nullptr : find(id)) ended.push_back(found->game.game);
  return ended;
}

std::vector<std::string> TournamentStep::annulled_games() const {
  std::vector<std::string> annulled;
  for (const storage::TournamentResult& result : games_)
    if (result.ending.status == "playing" && !runs(place_of(result))) annulled.push_back(result.game.game);
  return annulled;
}

bool TournamentStep::has_moves(GameId id) const {
  const storage::TournamentResult* const found = find(id);
  return found && found->plies > 0;
}

bool TournamentStep::has_moves_in(int round) const {
  return std::ranges::any_of(games_, [&](const storage::TournamentResult& result) {
    const tournament::Game* const game = state().find_game(place_of(result));
    return result.game.round == round && result.plies > 0 && game && !game->annulled;
  });
}

// ---- the write ------------------------------------------------------------------------------------------

std::optional<storage::AppendTournament> TournamentStep::write() const {
  if (state().version() == version_before_) return std::nullopt;
  storage::AppendTournament write{.tournament = after_.about.id, .phase = after_.about.phase};
  for (const tournament::Event& event : events_) write.events.push_back(to_record(event));
  add_seats(write);
  if (!state().is_over())
    for (const GameId id : state().running_games())
      if (!find(id)) write.games.push_back(new_game(id));
  if (state().phase() == tournament::Phase::finished) write.ranking = ranking();
  return write;
}

storage::AppendTournament::Ranking TournamentStep::ranking() const {
  storage::AppendTournament::Ranking ranking{std::string(protocol::word(state().rules().format)),
                                             state().started_at().time_since_epoch().count(),
                                             {}};
  // Whom the director has put into the place of another, and who has not come, shows no rank in the profile:
  // no user has it.
  for (const tournament::Standing& standing : standings_of(state())) {
    const tournament::Player& player = state().player(standing.player);
    ranking.ranks.push_back({player.came ? player.user : "", standing.rank});
  }
  return ranking;
}

void TournamentStep::add_seats(storage::AppendTournament& write) const {
  const bool is_simul = state().rules().format == tournament::Format::simul;
  for (std::size_t round = rounds_before_; round < state().rounds().size(); ++round) {
    int number = 0;
    for (const tournament::Table& table : state().rounds()[round].tables) {
      ++number;
      for (const tournament::Number player : {table.first, table.second})
        // The host of a simul sits at each table, and stands for the first.
        if (!is_simul || player != tournament::kHost || number == 1)
          write.seats.push_back({static_cast<int>(round) + 1, player, number});
    }
  }
}

/// Of knock-outs the games that decide a table have half the time.
storage::AppendTournament::NewGame TournamentStep::new_game(GameId id) const {
  const storage::Tournament& about = after_.about;
  const tournament::Rules& rules = state().rules();
  const bool is_main = state().find_game(id)->stage == tournament::Stage::main;
  storage::Game game;
  game.id = new_game_id();
  game.game = about.game;
  game.rule = about.rule;
  game.opening = about.opening;
  game.size = about.size;
  game.time = {.initial = (is_main ? rules.base : rules.base / 2).count(),
               .increment = rules.increment.count()};
  game.created = now_.time_since_epoch().count();
  game.event = about.name;
  const auto users = users_of(state(), id);
  for (const std::size_t side : {0u, 1u}) {
    const tournament::Player& player = state().player(state().find(users[side]));
    game.seats[side].user = player.user;
    game.seats[side].name = player.name;
    game.seats[side].rating = player.rating;
  }
  // The game's first event is made here, so that the game and its start are in one write with the round.
  const auto log = GameLog::begin(*engine::find_game(game.game), game);
  const auto host = game.seats[0].user == state().player(tournament::kHost).user ? Side::first : Side::second;
  storage::Event start = rules.format == tournament::Format::simul
                             ? simul_event(*log, now_, host, rules.host_extra)
                             : start_event(*log, now_);
  return {{id.round, id.table, id.game, game.id}, std::move(game), std::move(start)};
}

}  // namespace server

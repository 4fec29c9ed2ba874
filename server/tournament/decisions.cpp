#include "server/tournament/decisions.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace server::tournament {
namespace {

/// Of each player: who comes and goes for ever would fill the record.
constexpr int kMostReturns = 20;

Decision refuse(Refusal refusal) {
  return {.refusal = refusal};
}

/// The event, if it can follow.
Decision carry_out(const TournamentState& state, Change change, const Order& order, Refusal otherwise) {
  Event event{.v = state.version() + 1, .at = order.now, .by = order.by, .note = order.note};
  event.change = std::move(change);
  if (!order.note.empty() && state.rulings().size() >= kMaxRulings) return refuse(Refusal::full);
  // What the functions below check tells why not; this is the last word, and gives the reason that is left.
  if (!state.can_follow(event)) return refuse(otherwise);
  return {.event = std::move(event)};
}

std::optional<Refusal> refuse_player(const TournamentState& state, Number player) {
  if (state.is_over()) return Refusal::over;
  if (!state.has(player)) return Refusal::unknown_player;
  return std::nullopt;
}

std::optional<Refusal> refuse_unless_running(const TournamentState& state) {
  if (state.is_over()) return Refusal::over;
  if (state.phase() != Phase::running) return Refusal::not_running;
  return std::nullopt;
}

/// Of a game that is being played.
std::optional<Refusal> refuse_game(const TournamentState& state, GameId id) {
  if (const auto refusal = refuse_unless_running(state)) return refusal;
  if (!state.find_game(id)) return Refusal::unknown_game;
  return std::nullopt;
}

bool pairs_no_more(const TournamentState& state, TimePoint now) {
  return now > last_wave_of(state);
}

bool is_too_late_to_join(const TournamentState& state, TimePoint now) {
  if (state.phase() != Phase::running) return false;
  if (state.rules().format == Format::arena) return pairs_no_more(state, now);
  // Exactly half of the rounds may be paired already.
  return 2 * state.rounds_paired() > state.total_rounds();
}

/// In a format whose tables are all made at the start only its entrants and their substitutes have a place.
bool has_no_place(const TournamentState& state, Number player) {
  const Format format = state.rules().format;
  if (state.phase() != Phase::running || format == Format::swiss || format == Format::arena) return false;
  return std::ranges::find(state.entrants(), player) == state.entrants().end();
}

/// To another, after a withdrawal.
bool has_lost_place(const TournamentState& state, Number player) {
  return state.player(player).attendance == Attendance::withdrawn && !state.has_free_place();
}

// An arena is bounded by time instead of rounds.
std::optional<Refusal> refuse_wave(const TournamentState& state, TimePoint now) {
  if (now < state.started_at() + kFirstWaveAfter) return Refusal::too_early;
  if (pairs_no_more(state, now)) return Refusal::too_late;
  return std::nullopt;
}

/// Enough games of the table have begun for nothing.
/// Each has a room, and its players are called to it.
bool is_full(const Table& table) {
  return std::ranges::count(table.games, true, &Game::annulled) >= kMaxAnnulledGames;
}

bool may_both_play(const TournamentState& state, const Table& table) {
  return state.may_play(table.first) && state.may_play(table.second);
}

/// With this outcome the table needs one more game than it has.
bool begins_game(Table table, GameId id, const Outcome& outcome, const Rules& rules) {
  const std::size_t games = table.games.size();
  table.games[static_cast<std::size_t>(id.game - 1)].outcome = outcome;
  settle(table, rules);
  return table.games.size() > games;
}

/// A board that was played out counts where its discs, of which fewer win, agree with the result.
Outcome corrected(const Outcome& was, Result result) {
  Outcome outcome{.result = result, .ending = Ending::off_board, .plies = was.plies, .discs = was.discs};
  const auto [first, second] = was.discs;
  const Result by_board = first < second ? Result::first : Result::second;
  const bool has_discs = first + second > 0;
  if (has_discs && result == (first == second ? Result::draw : by_board)) outcome.ending = Ending::on_board;
  return outcome;
}

}  // namespace

// ---- people ---------------------------------------------------------------------------------------------

Decision decide_join(const TournamentState& state, Joined joined, const Order& order) {
  if (state.is_over()) return refuse(Refusal::over);
  if (state.find(joined.user) != 0) return refuse(Refusal::already_done);
  if (state.is_removed(joined.user) && !joined.invited) return refuse(Refusal::removed);
  const bool is_recorded_full = std::ssize(state.players()) >= max_joined(state.rules().format);
  if (is_recorded_full || !state.has_free_place()) return refuse(Refusal::full);
  if (is_too_late_to_join(state, order.now)) return refuse(Refusal::too_late);
  return carry_out(state, std::move(joined), order, Refusal::not_open);
}

Decision decide_withdraw(const TournamentState& state, Number player, const Order& order) {
  if (const auto refusal = refuse_player(state, player)) return refuse(*refusal);
  const bool by_director = !order.by.empty() && order.by != state.player(player).user;
  return carry_out(state, Withdrew{player, by_director}, order, Refusal::already_done);
}

Decision decide_come_back(const TournamentState& state, Number player, const Order& order) {
  if (const auto refusal = refuse_player(state, player)) return refuse(*refusal);
  if (state.is_here(player)) return refuse(Refusal::already_done);
  if (state.is_removed(state.player(player).user)) return refuse(Refusal::removed);
  if (has_no_place(state, player)) return refuse(Refusal::not_in_format);
  if (state.player(player).returns >= kMostReturns) return refuse(Refusal::too_late);
  if (has_lost_place(state, player)) return refuse(Refusal::full);
  return carry_out(state, CameBack{player}, order, Refusal::not_in_format);
}

Decision decide_let_back(const TournamentState& state, Number player, const Order& order) {
  if (const auto refusal = refuse_player(state, player)) return refuse(*refusal);
  if (!state.is_removed(state.player(player).user)) return refuse(Refusal::already_done);
  if (has_no_place(state, player)) return refuse(Refusal::not_in_format);
  if (has_lost_place(state, player)) return refuse(Refusal::full);
  return carry_out(state, CameBack{player, /*by_director=*/true}, order, Refusal::not_in_format);
}

Decision decide_ask_bye(const TournamentState& state, Number player, const Order& order) {
  if (const auto refusal = refuse_player(state, player)) return refuse(*refusal);
  if (state.rules().format != Format::swiss) return refuse(Refusal::not_in_format);
  // Before the start the number of rounds may depend on who comes.
  const bool knows_last = state.phase() == Phase::running || state.rules().rounds > 0;
  const int last = state.phase() == Phase::running ? state.total_rounds() : state.rules().rounds;
  if (knows_last && state.rounds_paired() + 1 >= last) return refuse(Refusal::too_late);
  return carry_out(state, AskedBye{player}, order, Refusal::already_done);
}

// ---- rounds ---------------------------------------------------------------------------------------------

Decision decide_start(const TournamentState& state, const Order& order) {
  if (state.is_over()) return refuse(Refusal::over);
  if (state.phase() != Phase::open) return refuse(Refusal::already_done);
  int here = 0;
  for (Number n = 1; state.has(n); ++n) here += state.is_here(n);
  if (state.rules().format == Format::swiss && state.rules().rounds >= here && here >= 2)
    return refuse(Refusal::too_many);
  return carry_out(state, Started{}, order, Refusal::too_few);
}

Decision decide_round(const TournamentState& state, Plan plan, const Order& order) {
  if (const auto refusal = refuse_unless_running(state)) return refuse(*refusal);
  if (state.is_paused()) return refuse(Refusal::paused);
  // Compare-and-set by the version: a plan takes time, and results may come meanwhile.
  if (plan.version != state.version()) return refuse(Refusal::stale);
  const bool is_arena = state.rules().format == Format::arena;
  if (!is_arena && !state.running_games().empty()) return refuse(Refusal::games_left);
  if (is_arena)
    if (const auto refusal = refuse_wave(state, order.now)) return refuse(*refusal);
  if (!plan.round) return refuse(Refusal::too_few);
  return carry_out(state, *std::move(plan.round), order, Refusal::stale);
}

Decision decide_finish(const TournamentState& state, const Plan& plan, const Order& order) {
  if (const auto refusal = refuse_unless_running(state)) return refuse(*refusal);
  if (!state.running_games().empty()) return refuse(Refusal::games_left);
  const bool is_arena = state.rules().format == Format::arena;
  if (is_arena && !pairs_no_more(state, order.now)) return refuse(Refusal::too_early);
  if (!is_arena && plan.version != state.version()) return refuse(Refusal::stale);
  if (!is_arena && plan.round) return refuse(Refusal::rounds_left);
  return carry_out(state, Finished{}, order, Refusal::games_left);
}

// ---- games ----------------------------------------------------------------------------------------------

Decision decide_result(const TournamentState& state, GameId id, const Outcome& outcome, const Order& order) {
  if (const auto refusal = refuse_game(state, id)) return refuse(*refusal);
  return carry_out(state, GameEnded{id, outcome}, order, Refusal::already_done);
}

Decision decide_no_show(const TournamentState& state, GameId id, std::array<bool, 2> came,
                        const Order& order) {
  if (const auto refusal = refuse_game(state, id)) return refuse(*refusal);
  if (came[0] && came[1]) return refuse(Refusal::begun);
  return carry_out(state, NotPlayed{id, came}, order, Refusal::already_done);
}

// ---- the director ---------------------------------------------------------------------------------------

Decision decide_pause(const TournamentState& state, const Order& order) {
  if (const auto refusal = refuse_unless_running(state)) return refuse(*refusal);
  if (state.pauses() >= kMaxPauses) return refuse(Refusal::full);
  return carry_out(state, Paused{}, order, Refusal::already_done);
}

Decision decide_resume(const TournamentState& state, const Order& order) {
  if (const auto refusal = refuse_unless_running(state)) return refuse(*refusal);
  return carry_out(state, Resumed{}, order, Refusal::already_done);
}

Decision decide_correct(const TournamentState& state, GameId id, Result result, const Order& order) {
  if (state.phase() == Phase::cancelled) return refuse(Refusal::over);
  const Game* const game = state.find_game(id);
  if (!game || game->annulled || !game->outcome) return refuse(Refusal::unknown_game);
  const Outcome outcome = corrected(*game->outcome, result);
  if (game->outcome == outcome) return refuse(Refusal::already_done);
  const Table& table = *state.find_table(id);
  if (is_full(table) && begins_game(table, id, outcome, state.rules())) return refuse(Refusal::full);
  return carry_out(state, Corrected{id, outcome}, order, Refusal::built_on);
}

Decision decide_replay(const TournamentState& state, GameId id, const Order& order) {
  if (const auto refusal = refuse_game(state, id)) return refuse(*refusal);
  if (state.rules().format == Format::arena) return refuse(Refusal::not_in_format);
  if (state.find_game(id)->annulled) return refuse(Refusal::already_done);
  const Table& table = *state.find_table(id);
  if (!may_both_play(state, table)) return refuse(Refusal::too_few);
  if (is_full(table)) return refuse(Refusal::full);
  return carry_out(state, Replayed{id}, order, Refusal::built_on);
}

Decision decide_exchange_seats(const TournamentState& state, GameId id, bool has_moves, const Order& order) {
  if (const auto refusal = refuse_game(state, id)) return refuse(*refusal);
  if (state.find_game(id)->annulled) return refuse(Refusal::already_done);
  if (has_moves) return refuse(Refusal::begun);
  const Table& table = *state.find_table(id);
  if (!may_both_play(state, table)) return refuse(Refusal::too_few);
  if (is_full(table)) return refuse(Refusal::full);
  return carry_out(state, SeatsExchanged{id}, order, Refusal::begun);
}

Decision decide_annul_round(const TournamentState& state, int round, bool has_moves, const Order& order) {
  if (const auto refusal = refuse_unless_running(state)) return refuse(*refusal);
  if (state.rules().format == Format::arena) return refuse(Refusal::not_in_format);
  const auto& rounds = state.rounds();
  if (round < 1 || round > std::ssize(rounds)) return refuse(Refusal::unknown_game);
  const Round& named = rounds[static_cast<std::size_t>(round - 1)];
  // Said twice, the second is not of the round that took its place.
  if (named.annulled) return refuse(Refusal::already_done);
  if (&named != state.last_round()) return refuse(Refusal::built_on);
  if (std::ranges::count(rounds, true, &Round::annulled) >= kMaxAnnulled) return refuse(Refusal::full);
  if (has_moves) return refuse(Refusal::begun);
  return carry_out(state, RoundAnnulled{}, order, Refusal::begun);
}

Decision decide_forbid(const TournamentState& state, Number a, Number b, const Order& order) {
  if (const auto refusal = refuse_player(state, a)) return refuse(*refusal);
  if (!state.has(b) || a == b) return refuse(Refusal::unknown_player);
  if (state.is_forbidden(a, b)) return refuse(Refusal::already_done);
  return carry_out(state, PairForbidden{a, b}, order, Refusal::full);
}

Decision decide_substitute(const TournamentState& state, Substituted substituted, const Order& order) {
  if (const auto refusal = refuse_player(state, substituted.player)) return refuse(*refusal);
  if (state.rules().format == Format::simul) return refuse(Refusal::not_in_format);
  if (state.find(substituted.user) != 0) return refuse(Refusal::already_done);
  if (has_no_place(state, substituted.player)) return refuse(Refusal::not_in_format);
  if (has_lost_place(state, substituted.player)) return refuse(Refusal::full);
  return carry_out(state, std::move(substituted), order, Refusal::begun);
}

Decision decide_cancel(const TournamentState& state, const Order& order) {
  return carry_out(state, Cancelled{}, order, Refusal::over);
}

}  // namespace server::tournament

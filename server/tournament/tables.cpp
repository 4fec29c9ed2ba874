#include "server/tournament/tables.h"

#include <algorithm>
#include <utility>

namespace server::tournament {
namespace {

using Both = std::array<int, 2>;

void add(Both& sum, const Both& more) {
  sum[0] += more[0];
  sum[1] += more[1];
}

Both seen_from_table(Both of_game, const Game& game) {
  if (game.exchanged) std::swap(of_game[0], of_game[1]);
  return of_game;
}

Result result_of(const Both& points) {
  if (points[0] == points[1]) return points[0] == 0 ? Result::nobody : Result::draw;
  return points[0] > points[1] ? Result::first : Result::second;
}

std::vector<const Game*> live_games(const Table& table) {
  std::vector<const Game*> games;
  for (const Game& game : table.games)
    if (game.is_live()) games.push_back(&game);
  return games;
}

/// Seats change from game to game; a game that is played again keeps them.
bool is_next_exchanged(const Table& table) {
  if (table.games.empty()) return false;
  const Game& last = table.games.back();
  // Without an annulled one before it the next game has the other seats; after an annulled one the same.
  return last.exchanged != last.is_live();
}

Stage stage_of(int live_before, const Rules& rules) {
  if (rules.format != Format::knockout || live_before < rules.legs) return Stage::main;
  return live_before < rules.legs + 2 ? Stage::half_time : Stage::decider;
}

/// Who has not come loses what is left of the table; in a knock-out all of it.
Verdict forfeited(Verdict so_far, const Game& game, int games_left, const Rules& rules) {
  const Both points = points_of(game);
  for (int i = 0; i < games_left; ++i) add(so_far.games, points);
  so_far.result = result_of(rules.format == Format::knockout ? points : so_far.games);
  return so_far;
}

/// Whether the table of a knock-out is over after so many games, however many are still to come.
std::optional<Result> won_early(const Verdict& so_far, int played, const Rules& rules) {
  const int lead = so_far.games[0] - so_far.games[1];
  // Of the main stage: later stages are played out.
  const int can_gain = kWin * std::max(rules.legs - played, 0);
  if (lead > can_gain) return Result::first;
  if (-lead > can_gain) return Result::second;
  return std::nullopt;
}

/// After a whole stage that is level in points.
std::optional<Result> won_by_discs(const Both& discs) {
  if (discs[0] == discs[1]) return std::nullopt;
  return discs[0] > discs[1] ? Result::first : Result::second;
}

bool ends_stage(int played, const Rules& rules) {
  return played == rules.legs || played >= rules.legs + 2;
}

/// None: the table goes on.
std::optional<Result> won_knockout(const Verdict& so_far, const Both& discs, int played, const Game& last,
                                   const Rules& rules) {
  // After one of two games at half time the lead says nothing yet.
  const bool in_second_stage = played == rules.legs + 1;  // One of its two games.
  const auto by_points = in_second_stage ? std::nullopt : won_early(so_far, played, rules);
  if (by_points || !ends_stage(played, rules)) return by_points;
  if (last.stage != Stage::decider) return won_by_discs(discs);
  // Lost by both, as the director has corrected it.
  if (last.outcome->result == Result::nobody) return Result::nobody;
  // Drawn, or it would have been won by points: the player who did not begin has won. `exchanged` means that
  // the second of the table began.
  return last.exchanged ? Result::first : Result::second;
}

Verdict left_by(Number player, const Table& table, const Rules& rules) {
  Verdict verdict;
  for (const Game& game : table.games) {
    if (!game.is_live() || !game.outcome) continue;
    add(verdict.games, points_of(game));
    verdict.was_played |= game.outcome->ending != Ending::forfeit;
  }
  verdict.result = player == table.first ? Result::second : Result::first;
  // The one who stays counts as if all games had been won.
  verdict.games[player == table.first ? 1 : 0] = kWin * rules.legs;
  return verdict;
}

}  // namespace

std::array<int, 2> Verdict::points() const {
  return points_of(Outcome{.result = result});
}

std::optional<int> Verdict::winner() const {
  if (result == Result::first) return 0;
  if (result == Result::second) return 1;
  return std::nullopt;
}

std::array<int, 2> points_of(const Outcome& outcome) {
  switch (outcome.result) {
    case Result::first:
      return {kWin, 0};
    case Result::second:
      return {0, kWin};
    case Result::draw:
      return {kDraw, kDraw};
    case Result::nobody:
      return {0, 0};
  }
  return {0, 0};
}

std::array<int, 2> points_of(const Game& game) {
  return game.outcome ? seen_from_table(points_of(*game.outcome), game) : Both{};
}

std::array<int, 2> discs_of(const Outcome& outcome, int squares) {
  if (outcome.result == Result::nobody) return {0, 0};
  if (outcome.result == Result::draw) return {squares / 2, squares / 2};
  const bool first_won = outcome.result == Result::first;
  const bool is_whole = outcome.ending == Ending::on_board;
  const int of_loser = is_whole ? outcome.discs[first_won ? 0 : 1] : 0;
  return first_won ? Both{squares - of_loser, of_loser} : Both{of_loser, squares - of_loser};
}

std::array<int, 2> discs_of(const Table& table, int squares) {
  Both sum{};
  for (const Game& game : table.games)
    if (game.is_live() && game.outcome) add(sum, seen_from_table(discs_of(*game.outcome, squares), game));
  return sum;
}

std::optional<bool> began(const Table& table, Number player) {
  const auto live = live_games(table);
  if (live.size() != 1 || !live[0]->outcome || live[0]->outcome->ending == Ending::forfeit)
    return std::nullopt;
  return live[0]->exchanged != (player == table.first);
}

std::optional<Verdict> verdict_of(const Table& table, const Rules& rules) {
  if (table.left != 0) return left_by(table.left, table, rules);
  Verdict verdict;
  Both discs{};
  int played = 0;
  for (const Game* game : live_games(table)) {
    if (!game->outcome) return std::nullopt;
    if (game->outcome->ending == Ending::forfeit)
      return forfeited(verdict, *game, std::max(rules.legs - played, 1), rules);
    ++played;
    verdict.was_played = true;
    add(verdict.games, points_of(*game));
    add(discs, seen_from_table(discs_of(*game->outcome, rules.squares), *game));
    if (rules.format == Format::knockout) {
      if (const auto won = won_knockout(verdict, discs, played, *game, rules)) {
        verdict.result = *won;
        return verdict;
      }
    } else if (played == rules.legs) {
      verdict.result = result_of(verdict.games);
      return verdict;
    }
  }
  return std::nullopt;
}

void settle(Table& table, const Rules& rules) {
  if (verdict_of(table, rules)) {
    for (Game& game : table.games) game.annulled |= !game.outcome;
    return;
  }
  const auto live = live_games(table);
  if (!std::ranges::all_of(live, [](const Game* game) { return game->outcome.has_value(); })) return;
  table.games.push_back(
      {.stage = stage_of(static_cast<int>(live.size()), rules), .exchanged = is_next_exchanged(table)});
}

}  // namespace server::tournament

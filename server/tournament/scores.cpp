#include "server/tournament/scores.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "server/tournament/arena_points.h"

namespace server::tournament {
namespace {

/// Opponents whom a round robin has for each.
int scheduled(const TournamentState& state) {
  return state.rules().cycles * (static_cast<int>(state.entrants().size()) - 1);
}

int tables_played(const TournamentState& state, Number number) {
  int played = 0;
  for (const Round& round : state.rounds()) {
    if (round.annulled) continue;
    played += static_cast<int>(std::ranges::count_if(round.tables, [&](const Table& table) {
      const auto verdict = table.has(number) ? verdict_of(table, state.rules()) : std::nullopt;
      return verdict && verdict->was_played;
    }));
  }
  return played;
}

class ScoreCounter {
 public:
  explicit ScoreCounter(const TournamentState& state) : state_(state), scores_(state.players().size() + 1) {
    for (Number n = 1; state.has(n); ++n) cancelled_.push_back(is_cancelled(state, n));
  }

  std::vector<Score> count() {
    for (const Round& round : state_.rounds()) {
      if (round.annulled) continue;
      ++round_;
      add(round);
    }
    if (rules().format == Format::arena) count_arena();
    for (Score& score : scores_) sum_up(score);
    return std::move(scores_);
  }

 private:
  const Rules& rules() const { return state_.rules(); }
  Score& of(Number number) { return scores_[static_cast<std::size_t>(number)]; }
  bool was_cancelled(Number number) const { return cancelled_[static_cast<std::size_t>(number - 1)]; }

  void add(const Round& round) {
    std::set<Number> named;
    for (const Table& table : round.tables) {
      named.insert({table.first, table.second});
      if (const auto verdict = verdict_of(table, rules())) add(table, *verdict);
    }
    for (const Rest& rest : round.rests) {
      named.insert(rest.player);
      add(rest);
    }
    // In a knock-out who is not named is out; an arena has no rounds.
    if (rules().format == Format::swiss || rules().format == Format::round_robin) add_missing(named);
  }

  void add(const Table& table, const Verdict& verdict) {
    const auto discs = tournament::discs_of(table, rules().squares);
    const auto points = points_in(table, verdict);
    for (const Number number : {table.first, table.second}) {
      const auto i = static_cast<std::size_t>(table.index_of(number));
      Line line{.round = round_, .kind = kind_of(verdict, points[i]), .opponent = table.opponent_of(number)};
      line.points = points[i];
      line.result = verdict.points()[i];
      line.games = verdict.games[i];
      // A win without a game counts as half a board: all squares for nothing would decide tie-breaks.
      line.discs = line.kind == LineKind::forfeit_win ? half_boards() : discs[i];
      line.won = verdict.was_played && verdict.winner() == table.index_of(number);
      line.began = began(table, number);
      if (was_cancelled(table.first) || was_cancelled(table.second)) cancel(line);
      of(number).lines.push_back(line);
    }
  }

  /// In a knock-out for third place: less than another round, more than none.
  /// Points of a knock-out are rounds survived; a win for third place must not count as one.
  std::array<int, 2> points_in(const Table& table, const Verdict& verdict) const {
    auto points = verdict.points();
    if (table.reason.basis == Basis::third_place)
      for (int& point : points) point /= kWin;
    return points;
  }

  static LineKind kind_of(const Verdict& verdict, int points) {
    if (verdict.was_played) return LineKind::played;
    return points > 0 ? LineKind::forfeit_win : LineKind::forfeit_loss;
  }

  static void cancel(Line& line) {
    line.kind = LineKind::cancelled;
    line.points = line.result = line.games = line.discs = 0;
    line.won = false;
  }

  int half_boards() const { return rules().legs * (rules().squares / 2); }

  /// Points for no game.
  Line given(LineKind kind, int points) const {
    return {.round = round_,
            .kind = kind,
            .points = points,
            .games = points * rules().legs,
            .discs = points > 0 ? half_boards() : 0};
  }

  void add(const Rest& rest) {
    Line line = given(LineKind::free_round, 0);
    if (rest.kind == RestKind::bye) line = given(LineKind::bye, kWin);
    if (rest.kind == RestKind::half_bye) line = given(LineKind::half_bye, kDraw);
    if (rest.kind == RestKind::walkover) line = given(LineKind::walkover, kWin);
    line.opponent = rest.opponent;
    if (rest.opponent != 0 && was_cancelled(rest.opponent)) cancel(line);
    of(rest.player).lines.push_back(line);
  }

  // Lines for rounds without a table, because opponents' points ask for one a round.
  void add_missing(const std::set<Number>& named) {
    for (Number n = 1; state_.has(n); ++n) {
      if (named.contains(n)) continue;
      const bool is_late = round_ <= state_.player(n).missed;
      const bool is_first = of(n).lines.empty() && rules().format == Format::swiss;
      of(n).lines.push_back(
          // Half a point for the first missed round only, or coming late would be worth the rounds.
          given(is_late ? LineKind::late : LineKind::absent, is_late && is_first ? kDraw : 0));
    }
  }

  struct Ended {
    int round = 0;
    const Table* table = nullptr;
  };

  /// An arena counts games as they end, not as they were paired.
  void count_arena() {
    // By the version of the event that ended the game: the order in which games ended, also after
    // corrections.
    std::map<int, Ended> by_end;
    int number = 0;
    for (const Round& round : state_.rounds()) {
      ++number;
      for (const Table& table : round.tables)
        if (table.games.back().outcome) by_end[table.games.back().ended_at] = {number, &table};
    }
    std::vector<ArenaPoints> points(scores_.size(), ArenaPoints(rules()));
    for (Score& score : scores_) score.lines.clear();
    for (const auto& [v, ended] : by_end) count_game(ended, points);
  }

  void count_game(const Ended& ended, std::vector<ArenaPoints>& points) {
    const Table& table = *ended.table;
    const Outcome& outcome = *table.games.back().outcome;
    for (const Number number : {table.first, table.second}) {
      const auto i = static_cast<std::size_t>(table.index_of(number));
      const int result = points_of(table.games.back())[i];
      Line line{.round = ended.round, .kind = LineKind::played, .opponent = table.opponent_of(number)};
      if (outcome.ending == Ending::forfeit)
        line.kind = result > 0 ? LineKind::forfeit_win : LineKind::forfeit_loss;
      line.won = result == kWin && line.kind == LineKind::played;
      line.points = count(points[static_cast<std::size_t>(number)], result, outcome.plies);
      line.result = line.games = result;
      line.discs = tournament::discs_of(table, rules().squares)[i];
      line.began = began(table, number);
      of(number).lines.push_back(line);
    }
  }

  static int count(ArenaPoints& points, int result, int plies) {
    if (result == kWin) return points.win();
    return result == kDraw ? points.draw(plies) : points.loss();
  }

  static void sum_up(Score& score) {
    for (const Line& line : score.lines) {
      score.points += line.points;
      score.games += line.games;
    }
  }

  const TournamentState& state_;
  std::vector<Score> scores_;
  std::vector<bool> cancelled_;  // By Number - 1.
  int round_ = 0;
};

}  // namespace

std::vector<Score> scores_of(const TournamentState& state) {
  return ScoreCounter(state).count();
}

bool is_cancelled(const TournamentState& state, Number number) {
  return state.rules().format == Format::round_robin && state.phase() != Phase::open &&
         state.player(number).attendance == Attendance::withdrawn &&
         2 * tables_played(state, number) < scheduled(state);
}

}  // namespace server::tournament

#include "server/tournament/history.h"

#include <algorithm>

namespace server::tournament {
namespace {

class Collector {
 public:
  explicit Collector(const TournamentState& state) : state_(state), histories_(state.players().size() + 1) {}

  std::vector<History> collect() {
    for (const Round& round : state_.rounds())
      if (!round.annulled) add(round);
    return std::move(histories_);
  }

 private:
  void add(const Round& round) {
    if (state_.rules().format != Format::arena)
      // Floats count from one round to the next alone; an arena has no rounds that all play.
      for (History& history : histories_) history.floated = 0;
    for (const Rest& rest : round.rests) add(rest);
    for (const Table& table : round.tables) add(table);
  }

  void add(const Rest& rest) {
    if (rest.kind != RestKind::bye) return;
    of(rest.player).had_bye = true;
    of(rest.player).floated = 1;
  }

  // Who sat at a table has met the opponent and floated, whether or not the game was played.
  void add(const Table& table) {
    of(table.first).last_opponent = table.second;
    of(table.second).last_opponent = table.first;
    const int lead = table.reason.points[0] - table.reason.points[1];
    of(table.first).floated = (lead > 0) - (lead < 0);
    of(table.second).floated = (lead < 0) - (lead > 0);
    if (const auto verdict = verdict_of(table, state_.rules())) add(table, *verdict);
  }

  /// Tables of several games are even by themselves.
  void add(const Table& table, const Verdict& verdict) {
    const auto winner = verdict.winner();
    // A full point without a game is as good as a bye: no second one.
    if (!verdict.was_played && winner) of(*winner == 0 ? table.first : table.second).had_bye = true;
    for (const Number player : {table.first, table.second})
      if (const auto has_begun = began(table, player)) of(player).began.push_back(*has_begun);
  }

  History& of(Number number) { return histories_[static_cast<std::size_t>(number)]; }

  const TournamentState& state_;
  std::vector<History> histories_;
};

}  // namespace

int History::balance() const {
  const auto times = static_cast<int>(std::ranges::count(began, true));
  return 2 * times - static_cast<int>(began.size());
}

std::vector<History> histories_of(const TournamentState& state) {
  return Collector(state).collect();
}

}  // namespace server::tournament

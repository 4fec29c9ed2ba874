#include "server/tournament/bracket.h"

#include <algorithm>
#include <bit>

#include "server/tournament/history.h"

namespace server::tournament {
namespace {

constexpr Number kEmpty = 0;

/// Who stands in each place of the round that is to be paired, from the top.
std::vector<Number> first_places(const TournamentState& state) {
  const auto& entrants = state.entrants();
  std::vector<Number> places;
  for (const int seed : seed_order(static_cast<int>(std::bit_ceil(entrants.size()))))
    places.push_back(seed <= std::ssize(entrants) ? entrants[static_cast<std::size_t>(seed - 1)] : kEmpty);
  return places;
}

const Table* find_table(const Round& round, Number a, Number b) {
  const auto meet = [&](const Table& table) { return table.has(a) && table.has(b); };
  const auto found = std::ranges::find_if(round.tables, meet);
  return found == round.tables.end() ? nullptr : &*found;
}

/// Who goes on from these two places; kEmpty: neither.
Number winner_of(const Round& round, Number a, Number b, const Rules& rules) {
  if (const Table* const table = find_table(round, a, b)) {
    const auto verdict = verdict_of(*table, rules);
    const auto winner = verdict ? verdict->winner() : std::nullopt;
    if (!winner) return kEmpty;
    return *winner == 0 ? table->first : table->second;
  }
  const auto goes_on = [&](const Rest& rest) { return rest.player == a || rest.player == b; };
  const auto rest = std::ranges::find_if(round.rests, goes_on);
  return rest == round.rests.end() ? kEmpty : rest->player;
}

std::vector<Number> places_now(const TournamentState& state) {
  std::vector<Number> places = first_places(state);
  // The bracket is not stored: it follows from the entrants and what every round came to.
  for (const Round& round : state.rounds()) {
    if (round.annulled) continue;
    std::vector<Number> next;
    for (std::size_t i = 0; i + 1 < places.size(); i += 2)
      next.push_back(winner_of(round, places[i], places[i + 1], state.rules()));
    places = std::move(next);
  }
  return places;
}

class BracketRound {
 public:
  explicit BracketRound(const TournamentState& state) : state_(state), histories_(histories_of(state)) {}

  // Neighbours of the places that are left meet.
  std::optional<RoundPaired> pair() {
    const std::vector<Number> places = places_now(state_);
    for (std::size_t i = 0; i + 1 < places.size(); i += 2) meet(places[i], places[i + 1], Basis::bracket);
    if (state_.rules().third_place && places.size() == 2) pair_for_third_place();
    if (round_.tables.empty() && round_.rests.empty()) return std::nullopt;
    return round_;
  }

 private:
  bool has_left(Number n) const { return !state_.may_play(n); }

  void meet(Number a, Number b, Basis basis) {
    const bool a_plays = a != kEmpty && !has_left(a);
    const bool b_plays = b != kEmpty && !has_left(b);
    if (a_plays && b_plays)
      seat(a, b, basis);
    else if (a_plays)
      rest(a, b);
    else if (b_plays)
      rest(b, a);
  }

  /// Who has begun less often begins, of those the weaker.
  void seat(Number a, Number b, Basis basis) {
    const int more = begun(a) - begun(b);
    const bool a_begins = more != 0 ? more < 0 : state_.is_stronger(b, a);
    round_.tables.push_back(
        {.first = a_begins ? a : b, .second = a_begins ? b : a, .reason = {.basis = basis}});
  }

  void rest(Number player, Number absent) {
    round_.rests.push_back({.player = player,
                            .kind = absent == kEmpty ? RestKind::bye : RestKind::walkover,
                            .opponent = absent});
  }

  int begun(Number n) const { return histories_[static_cast<std::size_t>(n)].balance(); }

  void pair_for_third_place() {
    const Round* const semi_finals = state_.last_round();
    if (!semi_finals || semi_finals->tables.size() != 2) return;
    std::vector<Number> losers;
    for (const Table& table : semi_finals->tables) {
      const auto winner = verdict_of(table, state_.rules())->winner();
      const Number loser = winner == 0 ? table.second : table.first;
      // A loser who has left leaves the third place without a game.
      if (winner && !has_left(loser)) losers.push_back(loser);
    }
    if (losers.size() == 2) seat(losers[0], losers[1], Basis::third_place);
  }

  const TournamentState& state_;
  std::vector<History> histories_;  // By Number.
  RoundPaired round_;
};

}  // namespace

std::vector<int> seed_order(int places) {
  std::vector<int> order{1};
  while (std::ssize(order) < places) {
    // In a round of n places seeds s and n + 1 - s meet if the better ones always win.
    const int sum = 2 * static_cast<int>(order.size()) + 1;
    std::vector<int> wider;
    for (const int seed : order) wider.insert(wider.end(), {seed, sum - seed});
    order = std::move(wider);
  }
  return order;
}

std::optional<RoundPaired> pair_bracket(const TournamentState& state) {
  return BracketRound(state).pair();
}

}  // namespace server::tournament

#include "server/tournament/plan.h"

#include "server/tournament/berger.h"
#include "server/tournament/bracket.h"
#include "server/tournament/swiss.h"

namespace server::tournament {
namespace {

/// Or has never come: a substitute who was invited.
bool has_left(const TournamentState& state, Number n) {
  return !state.may_play(n);
}

/// One table of Berger's; 0: the place is free.
void add_table(const TournamentState& state, Number first, Number second, RoundPaired& round) {
  const bool first_plays = first != 0 && !has_left(state, first);
  const bool second_plays = second != 0 && !has_left(state, second);
  if (first_plays && second_plays) {
    round.tables.push_back({.first = first, .second = second, .reason = {.basis = Basis::berger}});
  } else if (first_plays || second_plays) {
    const Number absent = first_plays ? second : first;
    round.rests.push_back({.player = first_plays ? first : second,
                           // An opponent who has left gives a win; a free place gives nothing, since every
                           // player has it once.
                           .kind = absent == 0 ? RestKind::free_round : RestKind::walkover,
                           .opponent = absent});
  }
}

std::optional<RoundPaired> pair_by_table(const TournamentState& state) {
  const auto& entrants = state.entrants();
  const auto at = [&](int place) { return place == 0 ? 0 : entrants[static_cast<std::size_t>(place - 1)]; };
  RoundPaired round;
  const int players = static_cast<int>(entrants.size());
  for (const auto& [first, second] : berger_round(players, state.rounds_paired() + 1, state.rules().cycles))
    add_table(state, at(first), at(second), round);
  if (round.tables.empty() && round.rests.empty()) return std::nullopt;
  return round;
}

/// The host against each, the strongest first.
std::optional<RoundPaired> pair_simul(const TournamentState& state) {
  const HostSide side = state.rules().host_side;
  RoundPaired round;
  bool host_begins = side != HostSide::second;
  for (const Number n : state.entrants()) {
    if (n == kHost || has_left(state, n)) continue;
    round.tables.push_back({.first = host_begins ? kHost : n,
                            .second = host_begins ? n : kHost,
                            .reason = {.basis = Basis::simul}});
    if (side == HostSide::alternating) host_begins = !host_begins;
  }
  if (round.tables.empty() || has_left(state, kHost)) return std::nullopt;
  return round;
}

std::optional<RoundPaired> pair_next(const TournamentState& state) {
  switch (state.rules().format) {
    case Format::round_robin:
      return pair_by_table(state);
    case Format::swiss:
      return pair_swiss(state);
    case Format::knockout:
      return pair_bracket(state);
    case Format::simul:
      return pair_simul(state);
    case Format::arena:
      break;
  }
  return std::nullopt;
}

}  // namespace

Plan plan_round(const TournamentState& state) {
  Plan plan{.version = state.version()};
  if (state.rounds_paired() < state.total_rounds()) plan.round = pair_next(state);
  return plan;
}

Plan plan_wave(const TournamentState& state, std::span<const Number> waiting) {
  return {.version = state.version(), .round = pair_wave(state, waiting)};
}

}  // namespace server::tournament

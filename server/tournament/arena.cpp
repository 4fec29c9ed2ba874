#include "server/tournament/arena.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "server/tournament/history.h"
#include "server/tournament/pairing.h"
#include "server/tournament/standings.h"

namespace server::tournament {
namespace {

// A matching of all with all costs more than the cube of their number, so only the head of the table is
// paired as one group; further down neighbours are as good as any.
constexpr std::size_t kMatched = 100;  // Of the leaders; the others are paired in groups of
constexpr std::size_t kNeighbours = 20;
constexpr std::size_t kFew = 3;  // Of whom none may be left to meet by all that is wished of a pair.

struct Waiting {
  Number number = 0;
  int rank = 0;
  int rating = 0;
  int points = 0;
};

std::int64_t rank_factor(int rank, int last_rank) {
  // As lichess weighs ranks in its arenas: 2,000 a rank at the top, 300 at the end, so that leaders meet
  // leaders.
  return 300 + 1700 * (last_rank - rank) / std::max(last_rank, 1);
}

class Wave {
 public:
  Wave(const TournamentState& state, std::span<const Number> waiting)
      : state_(state), histories_(histories_of(state)) {
    std::map<Number, Waiting> free;
    const std::set<Number> playing = state.playing();
    for (const Standing& s : standings_of(state)) {
      ++last_rank_;
      if (state.is_here(s.player) && !playing.contains(s.player))
        free[s.player] = {s.player, s.rank, state.player(s.player).rating, s.points};
    }
    for (const Number n : waiting)
      // Extracted, so that one who is named twice is paired once, and who plays or has left not at all.
      if (const auto node = free.extract(n)) waiting_.push_back(node.mapped());
    are_alone_ = waiting_.size() <= kFew && playing.empty();
  }

  std::optional<RoundPaired> pair() {
    auto round = pair_waiting();
    if (round || !are_alone_) return round;
    // No other player can come from a game, so that they would wait to the end.
    is_free_ = true;
    return pair_waiting();
  }

 private:
  const History& history(const Waiting& w) const { return histories_[static_cast<std::size_t>(w.number)]; }

  std::optional<RoundPaired> pair_waiting() {
    if (waiting_.size() % 2 == 0) return pair_by_rank(waiting_);
    // One too many waits: who became free last. Another one where no two of the rest may meet, for nothing
    // else would change that: of three players two have just met, and the third has met both before.
    for (std::size_t i = waiting_.size(); i-- > 0;) {
      std::vector<Waiting> others = waiting_;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (auto round = pair_by_rank(std::move(others))) return round;
    }
    return std::nullopt;
  }

  // Groups by rank, so that who leads is paired by the best matching and the tail costs little.
  std::optional<RoundPaired> pair_by_rank(std::vector<Waiting> players) {
    std::ranges::sort(players, [](const Waiting& a, const Waiting& b) {
      return std::pair(a.rank, a.number) < std::pair(b.rank, b.number);
    });
    std::span<const Waiting> left = players;
    for (std::size_t size = kMatched; !left.empty(); size = kNeighbours) {
      const std::size_t taken = std::min(size, left.size());
      pair_group(left.first(taken));
      left = left.subspan(taken);
    }
    if (round_.tables.empty()) return std::nullopt;
    return round_;
  }

  void pair_group(std::span<const Waiting> group) {
    std::vector<Edge> edges;
    for (std::size_t a = 0; a < group.size(); ++a)
      for (std::size_t b = a + 1; b < group.size(); ++b)
        if (may_meet(group[a], group[b]))
          edges.push_back({static_cast<int>(a), static_cast<int>(b), cost(group[a], group[b])});
    for (const auto& [a, b] : pair_most(static_cast<int>(group.size()), edges))
      seat(group[static_cast<std::size_t>(a)], group[static_cast<std::size_t>(b)]);
  }

  bool may_meet(const Waiting& a, const Waiting& b) const {
    if (state_.is_forbidden(a.number, b.number)) return false;
    if (is_free_) return true;
    const bool again = history(a).last_opponent == b.number || history(b).last_opponent == a.number;
    // Also where the two of a game that has just ended wait alone: others come from games that run.
    if (again) return false;
    // If both must change colours they must have had different ones.
    return !history(a).repeats() || !history(b).repeats() ||
           history(a).began.back() != history(b).began.back();
  }

  std::int64_t cost(const Waiting& a, const Waiting& b) const {
    return std::abs(a.rank - b.rank) * rank_factor(std::min(a.rank, b.rank), last_rank_) +
           std::abs(a.rating - b.rating);
  }

  /// Who has begun less often begins, or else did not begin last, or has the lower lot.
  bool a_begins(const Waiting& a, const Waiting& b) const {
    const History& of_a = history(a);
    const History& of_b = history(b);
    if (of_a.repeats()) return !of_a.began.back();
    if (of_b.repeats()) return of_b.began.back();
    if (of_a.balance() != of_b.balance()) return of_a.balance() < of_b.balance();
    if (!of_a.began.empty() && !of_b.began.empty() && of_a.began.back() != of_b.began.back())
      return of_b.began.back();
    return state_.player(a.number).lot < state_.player(b.number).lot;
  }

  void seat(const Waiting& a, const Waiting& b) {
    const bool a_first = a_begins(a, b);
    const Waiting& first = a_first ? a : b;
    const Waiting& second = a_first ? b : a;
    Reason reason{.basis = Basis::arena, .colour = colour_basis(first, second)};
    reason.points = {first.points, second.points};
    reason.forced = {is_third(first, true), is_third(second, false)};
    round_.tables.push_back({.first = first.number, .second = second.number, .reason = reason});
  }

  /// Of the same colour in a row.
  bool is_third(const Waiting& w, bool begins) const {
    return history(w).repeats() && history(w).began.back() == begins;
  }

  ColourBasis colour_basis(const Waiting& first, const Waiting& second) const {
    return history(first).began.empty() && history(second).began.empty() ? ColourBasis::rank
                                                                         : ColourBasis::first_due;
  }

  const TournamentState& state_;
  std::vector<History> histories_;  // By Number.
  bool are_alone_ = false;          // Few, and no game runs from which others could come.
  bool is_free_ = false;            // All may meet but for those who are forbidden to.
  int last_rank_ = 0;
  std::vector<Waiting> waiting_;  // As they became free.
  RoundPaired round_;
};

}  // namespace

std::vector<Number> waiting_in(const TournamentState& state) {
  std::vector<int> free_since(state.players().size() + 1);  // By Number: Event::v; 0: since they joined.
  for (const Round& round : state.rounds())
    for (const Table& table : round.tables)
      for (const Number n : {table.first, table.second})
        free_since[static_cast<std::size_t>(n)] =
            std::max(free_since[static_cast<std::size_t>(n)], table.games.back().ended_at);
  std::vector<Number> waiting;
  const std::set<Number> playing = state.playing();
  for (Number n = 1; state.has(n); ++n)
    if (state.is_here(n) && !playing.contains(n)) waiting.push_back(n);
  std::ranges::stable_sort(waiting, {}, [&](Number n) { return free_since[static_cast<std::size_t>(n)]; });
  return waiting;
}

TimePoint last_wave_of(const TournamentState& state) {
  return state.started_at() + state.rules().length - last_pairing_before_end(state.rules());
}

std::optional<TimePoint> next_wave_at(const TournamentState& state, TimePoint now) {
  const TimePoint last = last_wave_of(state);
  const TimePoint next = state.rounds().empty() ? state.started_at() + kFirstWaveAfter
                                                : state.rounds().back().paired_at + kWaveEvery;
  if (now <= last && next <= last && waiting_in(state).size() >= 2) return next;
  if (now > last && !state.running_games().empty()) return std::nullopt;
  return last + Millis(1);
}

std::optional<RoundPaired> pair_wave(const TournamentState& state, std::span<const Number> waiting) {
  return Wave(state, waiting).pair();
}

}  // namespace server::tournament

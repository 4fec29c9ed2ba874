#include "server/tournament/swiss.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <utility>

#include "server/tournament/pairing.h"
#include "server/tournament/scores.h"

namespace server::tournament {
namespace {

// ---- colours --------------------------------------------------------------------------------------------

/// Which colour a player is due, and how much.
struct Due {
  int strength = 0;  // 3: the other one would break the rule; 2: had the other once more; 1: had it last.
  bool begin = false;
};

// The rule first (3), then balance (2), then alternation (1); 0 without a game.
Due due_of(const History& history) {
  if (history.began.empty()) return {};
  const int balance = history.balance();
  if (history.repeats()) return {3, !history.began.back()};
  if (std::abs(balance) >= 2) return {3, balance < 0};
  if (balance != 0) return {2, balance < 0};
  return {1, !history.began.back()};
}

/// Both are due the same colour alike: 1 if `a` gets it, as in the last game in which their colours differed
/// it had the other one; -1 the same for `b`; 0: there is none.
/// From the last game backwards, as FIDE's rules on colours have it.
int by_last_difference(const History& a, const History& b, bool begin) {
  const std::size_t games = std::min(a.began.size(), b.began.size());
  for (std::size_t i = 1; i <= games; ++i) {
    const bool of_a = a.began[a.began.size() - i];
    if (of_a != b.began[b.began.size() - i]) return of_a != begin ? 1 : -1;
  }
  return 0;
}

/// Whether `a` gets the colour that both are due.
bool a_is_preferred(const History& a, const History& b, const Due& of_a, const Due& of_b) {
  if (of_a.strength != of_b.strength) return of_a.strength > of_b.strength;
  const int more = std::abs(a.balance()) - std::abs(b.balance());
  if (more != 0) return more > 0;
  return by_last_difference(a, b, of_a.begin) >= 0;  // The stronger where nothing decides.
}

/// The third of this colour in a row, or three more of it than of the other.
bool breaks_rule(const History& history, bool begins) {
  const bool is_third = history.repeats() && history.began.back() == begins;
  return is_third || (begins ? history.balance() >= 2 : history.balance() <= -2);
}

ColourBasis basis_of(const Due& of_a, const Due& of_b, bool a_begins) {
  const bool a_content = of_a.strength > 0 && of_a.begin == a_begins;
  const bool b_content = of_b.strength > 0 && of_b.begin != a_begins;
  if (a_content && b_content) return ColourBasis::both_due;
  if (!a_content && !b_content) return ColourBasis::rank;
  return a_content == a_begins ? ColourBasis::first_due : ColourBasis::second_due;
}

}  // namespace

ColourChoice choose_colours(const History& a, const History& b, bool a_by_rank) {
  const Due of_a = due_of(a);
  const Due of_b = due_of(b);
  ColourChoice choice{.a_begins = a_by_rank};
  if (of_a.strength > 0 && (of_b.strength == 0 || of_a.begin != of_b.begin)) {
    choice.a_begins = of_a.begin;
  } else if (of_a.strength == 0 && of_b.strength > 0) {
    choice.a_begins = !of_b.begin;
  } else if (of_a.strength > 0) {
    const bool a_wins = a_is_preferred(a, b, of_a, of_b);
    choice.a_begins = of_a.begin == a_wins;
    choice.unmet = a_wins ? of_b.strength : of_a.strength;
  }
  choice.basis = basis_of(of_a, of_b, choice.a_begins);
  choice.forced_on_a = breaks_rule(a, choice.a_begins);
  choice.forced_on_b = breaks_rule(b, !choice.a_begins);
  return choice;
}

namespace {

// ---- who meets whom -------------------------------------------------------------------------------------

/// What a pair costs, the first most; sums over all pairs are compared one after another.
constexpr std::size_t kTerms = 5;
using Terms = std::array<std::int64_t, kTerms>;
enum Term : std::size_t { forced, bye, difference, wishes, order };

constexpr int kMaxDifference = 24;  // Beyond 12 points all are as far.
constexpr int kMaxDistance = 127;   // Of places from the ideal.

/// A player who is to play, in the order of points and strength.
struct Candidate {
  Number number = 0;
  int points = 0;
  int place = 0;       // In the group of equal points, from 0,
  int group_size = 0;  // which has so many.
};

class SwissRound {
 public:
  /// `grants_byes`: those that were asked for.
  SwissRound(const TournamentState& state, bool grants_byes)
      : state_(state), grants_byes_(grants_byes), histories_(histories_of(state)), met_(state.pairs_met()) {
    const std::vector<Score> scores = scores_of(state);
    for (Number n = 1; state.has(n); ++n)
      if (plays(n)) candidates_.push_back({n, scores[static_cast<std::size_t>(n)].points});
    std::ranges::sort(candidates_, [&](const Candidate& a, const Candidate& b) {
      return a.points != b.points ? a.points > b.points : state.is_stronger(a.number, b.number);
    });
    number_groups();
  }

  std::optional<RoundPaired> pair() {
    if (candidates_.size() < 2) return std::nullopt;
    add_edges();
    // The place of the bye is vertex size(): the player who is paired with it rests, by the same costs as all
    // others.
    const auto pairs = pair_all(size() + size() % 2, weigh());
    if (!pairs) return std::nullopt;
    return round(*pairs);
  }

 private:
  int size() const { return static_cast<int>(candidates_.size()); }
  const Candidate& candidate(int i) const { return candidates_[static_cast<std::size_t>(i)]; }
  const History& history(int i) const { return histories_[static_cast<std::size_t>(candidate(i).number)]; }

  bool asked_bye(Number n) const { return state_.player(n).half_bye == state_.rounds_paired() + 1; }
  bool plays(Number n) const { return state_.is_here(n) && !(grants_byes_ && asked_bye(n)); }

  // Places within equal points are what the fifth term compares with the ideal.
  void number_groups() {
    for (auto begin = candidates_.begin(); begin != candidates_.end();) {
      const auto end = std::find_if(begin, candidates_.end(),
                                    [&](const Candidate& c) { return c.points != begin->points; });
      for (auto c = begin; c != end; ++c) {
        c->place = static_cast<int>(c - begin);
        c->group_size = static_cast<int>(end - begin);
      }
      begin = end;
    }
  }

  // What may never be has no edge: the matching cannot choose it, and fails where nothing else is left.
  void add_edges() {
    for (int a = 0; a < size(); ++a) {
      for (int b = a + 1; b < size(); ++b)
        if (may_meet(candidate(a).number, candidate(b).number)) add_edge(a, b, terms_of(a, b));
      if (size() % 2 != 0 && !history(a).had_bye) add_edge(a, size(), terms_of_bye(a));
    }
  }

  bool may_meet(Number a, Number b) const {
    return !met_.contains(pair_of(a, b)) && !state_.is_forbidden(a, b);
  }

  void add_edge(int a, int b, const Terms& terms) {
    edges_.push_back({a, b, 0});
    terms_.push_back(terms);
  }

  Terms terms_of(int a, int b) const {
    const ColourChoice colours = choose(a, b);
    const int apart = candidate(a).points - candidate(b).points;
    Terms terms{};
    terms[forced] = colours.forced_on_a || colours.forced_on_b;
    const std::int64_t counted = std::min(apart, kMaxDifference);
    // Squares: one pair two points apart is worse than two pairs one point apart.
    terms[difference] = counted * counted;
    // A colour that is due outweighs both players' floats. 3 (another would break the rule) counts as 2: the
    // first term has it already.
    terms[wishes] = 3 * std::min(colours.unmet, 2) + floats_again(a, apart) + floats_again(b, -apart);
    terms[order] = std::min(distance(candidate(a), candidate(b)), kMaxDistance);
    return terms;
  }

  /// `lead`: by so many points over the opponent.
  bool floats_again(int i, int lead) const {
    const int floats = (lead > 0) - (lead < 0);
    return floats != 0 && history(i).floated == floats;
  }

  /// Two of one half are further from the ideal than any others.
  static int distance(const Candidate& a, const Candidate& b) {
    const int half = a.group_size / 2;
    const bool same_half = (a.place < half) == (b.place < half);
    if (a.points == b.points) return std::abs(b.place - a.place - half) + (same_half ? half : 0);
    return (a.group_size - 1 - a.place) + b.place;  // The last of the upper group and the first of the lower.
  }

  Terms terms_of_bye(int i) const {
    Terms terms{};
    terms[bye] = candidate(i).points - candidates_.back().points;
    terms[order] = std::min(candidate(i).group_size - 1 - candidate(i).place, kMaxDistance);
    return terms;
  }

  /// Tables of several games are even by themselves.
  ColourChoice choose(int a, int b) const {
    static const History kNone;
    const bool by_rank = candidate(a).place % 2 == 0;
    if (state_.rules().legs != 1) return choose_colours(kNone, kNone, by_rank);
    return choose_colours(history(a), history(b), by_rank);
  }

  /// One number for each edge: the sum of one term never reaches one of the term before.
  std::vector<Edge> weigh() const {
    Terms most{};
    for (const Terms& terms : terms_)
      for (std::size_t i = 0; i < kTerms; ++i) most[i] = std::max(most[i], terms[i]);
    Terms unit{};
    // Positional notation: each term has a unit greater than all that the terms after it can sum up to over a
    // whole round, so one integer compares them one after another.
    std::int64_t next = 1;
    for (std::size_t i = kTerms; i-- > 0;) {
      unit[i] = next;
      next *= most[i] * (i == bye ? 1 : (size() + 1) / 2) + 1;  // There is one bye at most.
    }
    assert(next <= kMaxCost);
    std::vector<Edge> edges = edges_;
    for (std::size_t e = 0; e < edges.size(); ++e)
      for (std::size_t i = 0; i < kTerms; ++i) edges[e].cost += unit[i] * terms_[e][i];
    return edges;
  }

  // ---- the round ----------------------------------------------------------------------------------------

  RoundPaired round(Pairs pairs) const {
    RoundPaired round;
    std::ranges::sort(pairs);  // The first tables are those of the leaders.
    for (const auto& [a, b] : pairs) {
      if (b == size())
        round.rests.push_back({.player = candidate(a).number, .kind = RestKind::bye});
      else
        round.tables.push_back(table(a, b));
    }
    for (Number n = 1; state_.has(n); ++n) {
      if (!state_.is_here(n) || !asked_bye(n)) continue;
      if (grants_byes_)
        round.rests.push_back({.player = n, .kind = RestKind::half_bye});
      else
        round.denied.push_back(n);
    }
    return round;
  }

  Pairing table(int a, int b) const {
    const ColourChoice colours = choose(a, b);
    const int first = colours.a_begins ? a : b;
    const int second = colours.a_begins ? b : a;
    const bool are_level = candidate(a).points == candidate(b).points;
    Reason reason{.basis = are_level ? Basis::same_points : Basis::other_points, .colour = colours.basis};
    reason.points = {candidate(first).points, candidate(second).points};
    reason.forced = {colours.forced_on_a, colours.forced_on_b};
    if (!colours.a_begins) std::swap(reason.forced[0], reason.forced[1]);
    return {.first = candidate(first).number, .second = candidate(second).number, .reason = reason};
  }

  const TournamentState& state_;
  const bool grants_byes_;
  std::vector<History> histories_;  // By Number.
  std::set<Pair> met_;
  std::vector<Candidate> candidates_;
  std::vector<Edge> edges_;
  std::vector<Terms> terms_;  // Of each edge.
};

}  // namespace

std::optional<RoundPaired> pair_swiss(const TournamentState& state) {
  auto round = SwissRound(state, /*grants_byes=*/true).pair();
  // What players may ask for ends no tournament.
  if (!round) round = SwissRound(state, /*grants_byes=*/false).pair();
  return round;
}

}  // namespace server::tournament

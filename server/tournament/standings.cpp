#include "server/tournament/standings.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

namespace server::tournament {
namespace {

class TieBreaker {
 public:
  TieBreaker(const TournamentState& state, const std::vector<Score>& scores)
      : state_(state), scores_(scores) {}

  /// Of players who are equal in all that comes before.
  void append(TieBreak kind, std::span<Standing> tied) const {
    for (Standing& standing : tied) standing.tie_breaks.push_back(value(kind, standing.player, tied));
  }

  void note_lowest(std::span<const Standing> all) {
    const auto games = [this](const Standing& s) { return of(s.player).games; };
    if (!all.empty()) lowest_ = games(*std::ranges::min_element(all, {}, games));
  }

 private:
  const Score& of(Number number) const { return scores_[static_cast<std::size_t>(number)]; }

  std::int64_t value(TieBreak kind, Number player, std::span<const Standing> tied) const {
    switch (kind) {
      case TieBreak::opponents:
        // As in Xiangqi (WXF): a round without a game counts the points of the last player as those of its
        // opponent.
        return sum(opponents(player, lowest_));
      case TieBreak::buchholz_cut:
        // Elsewhere a round without a game is an opponent with the player's own points: neither a reward nor
        // a loss.
        return without_lowest(opponents(player, of(player).games));
      case TieBreak::sonneborn_berger:
        return sonneborn_berger(player);
      case TieBreak::direct:
        return direct(player, tied);
      case TieBreak::wins:
        return std::ranges::count_if(of(player).lines, &Line::won);
      case TieBreak::wins_as_second:
        return std::ranges::count_if(of(player).lines,
                                     [](const Line& l) { return l.won && l.began == false; });
      case TieBreak::bq:
        return 2 * discs(player) + state_.rules().bq_factor * sum(opponents(player, of(player).games));
      case TieBreak::discs:
        return discs(player);
      case TieBreak::lot:
        return -static_cast<std::int64_t>(state_.player(player).lot);
    }
    return 0;
  }

  /// What an opponent of this round counts. A round without a game counts `instead` if it gave points.
  std::optional<int> opponent(const Line& line, int instead) const {
    if (line.kind == LineKind::played) return of(line.opponent).games;
    if (line.kind == LineKind::cancelled || line.kind == LineKind::free_round) return std::nullopt;
    return line.points > 0 ? instead : 0;
  }

  std::vector<int> opponents(Number player, int instead) const {
    std::vector<int> points;
    for (const Line& line : of(player).lines)
      if (const auto counted = opponent(line, instead)) points.push_back(*counted);
    return points;
  }

  static std::int64_t sum(const std::vector<int>& values) {
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
  }

  static std::int64_t without_lowest(const std::vector<int>& values) {
    return values.empty() ? 0 : sum(values) - *std::ranges::min_element(values);
  }

  std::int64_t sonneborn_berger(Number player) const {
    std::int64_t value = 0;
    for (const Line& line : of(player).lines)
      if (const auto counted = opponent(line, of(player).games)) value += line.points * *counted;
    return value;
  }

  std::int64_t discs(Number player) const {
    std::int64_t value = 0;
    for (const Line& line : of(player).lines) value += line.discs;
    return value;
  }

  /// Points against the others who are tied, if all of them have met each other; else nothing for all.
  std::int64_t direct(Number player, std::span<const Standing> tied) const {
    // Where some have not met, comparing the others would favour those who did.
    if (!std::ranges::all_of(tied,
                             [&](const Standing& s) { return met(s.player, tied) + 1 == std::ssize(tied); }))
      return 0;
    std::int64_t points = 0;
    for (const Line& line : of(player).lines)
      if (is_among(line.opponent, tied) && is_meeting(line)) points += line.points;
    return points;
  }

  static bool is_meeting(const Line& line) {
    return line.kind == LineKind::played || line.kind == LineKind::forfeit_win ||
           line.kind == LineKind::forfeit_loss;
  }

  static bool is_among(Number number, std::span<const Standing> tied) {
    return std::ranges::find(tied, number, &Standing::player) != tied.end();
  }

  std::ptrdiff_t met(Number player, std::span<const Standing> tied) const {
    return std::ranges::count_if(tied, [&](const Standing& other) {
      return std::ranges::any_of(of(player).lines, [&](const Line& line) {
        return line.opponent == other.player && is_meeting(line);
      });
    });
  }

  const TournamentState& state_;
  const std::vector<Score>& scores_;
  int lowest_ = 0;  // Points of games of the last in the table.
};

/// Has a place in the table.
/// Players who left before their first table do not, nor do invited ones who have not joined.
bool takes_part(const TournamentState& state, Number number, const Score& score) {
  const bool has_sat = std::ranges::any_of(score.lines, [](const Line& line) {
    return line.kind != LineKind::absent && line.kind != LineKind::late;
  });
  return has_sat || state.may_play(number);
}

bool are_equal(const Standing& a, const Standing& b) {
  return a.points == b.points && a.tie_breaks == b.tie_breaks;
}

/// Calls `visit` for each run of equal standings. @pre sorted
template <class Visit>
void for_each_tie(std::vector<Standing>& standings, const Visit& visit) {
  for (auto begin = standings.begin(); begin != standings.end();) {
    const auto end =
        std::find_if_not(begin, standings.end(), [&](const Standing& s) { return are_equal(s, *begin); });
    visit(std::span<Standing>(begin, end));
    begin = end;
  }
}

void sort(std::vector<Standing>& standings) {
  std::ranges::stable_sort(standings, [](const Standing& a, const Standing& b) {
    return std::tie(a.points, a.tie_breaks) > std::tie(b.points, b.tie_breaks);
  });
}

}  // namespace

std::vector<Standing> standings_of(const TournamentState& state) {
  return standings_of(state, scores_of(state));
}

std::vector<Standing> standings_of(const TournamentState& state, const std::vector<Score>& scores) {
  std::vector<Standing> standings;
  for (Number n = 1; state.has(n); ++n) {
    const Score& score = scores[static_cast<std::size_t>(n)];
    if (takes_part(state, n, score)) standings.push_back({.player = n, .points = score.points});
  }
  TieBreaker breaker(state, scores);
  breaker.note_lowest(standings);
  for (const TieBreak kind : state.rules().tie_breaks) {
    // Before each tie-break by all that came before: the groups of equals are those it is asked of, which
    // direct encounter needs to know.
    sort(standings);
    // The values of all first: one that is there already would part the others.
    std::vector<std::span<Standing>> ties;
    for_each_tie(standings, [&](std::span<Standing> tied) { ties.push_back(tied); });
    for (const auto tied : ties) breaker.append(kind, tied);
  }
  sort(standings);
  int place = 1;
  for_each_tie(standings, [&](std::span<Standing> tied) {
    for (Standing& standing : tied) standing.rank = place;
    place += static_cast<int>(tied.size());
  });
  return standings;
}

}  // namespace server::tournament

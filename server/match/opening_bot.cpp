#include "server/match/opening_bot.h"

#include <algorithm>

#include "engine/core/fair_opening.h"

namespace server {
namespace {

using engine::Line;
using engine::Score;
using engine::SideWish;

/// One of the three stones that one person places before the other chooses.
bool is_of_trio(const Opening& opening, std::size_t ply) {
  return opening.zone().kind == Zone::Kind::anywhere &&
         ply + static_cast<std::size_t>(opening.stones()) == 3 && opening.by() == Side::first;
}

/// The best moves that differ in earnest, none worse than `least`, up to so many as are offered.
std::vector<std::string> different(std::span<const std::string> stones, std::vector<Line> lines,
                                   Score least) {
  // Those of a search that was cut short are not in order.
  std::ranges::stable_sort(lines, std::ranges::greater(), engine::points_of);
  std::vector<std::string> chosen;
  for (const Line& line : lines) {
    if (chosen.size() == Opening::kOffers || engine::points_of(line) < least) break;
    chosen.push_back(line.pv.front());
    // Of moves that are the same by symmetry the better one is offered.
    if (has_symmetric_moves(stones, chosen)) chosen.pop_back();
  }
  return chosen;
}

// Values are of the side whose stone would be placed next, not of the one that chooses.
OpeningAct choice_in(const Opening& opening, std::span<const std::string> moves, Side to_move,
                     const std::vector<Line>& lines) {
  if (lines.empty()) return {.choice = Choice::keep};
  const Score best = engine::points_of(lines.front());
  const Score worth = to_move == opening.by() ? best : -best;
  const SideWish wish = engine::wish_for(worth);
  if (wish == SideWish::theirs) return {.choice = Choice::swap};
  if (opening.allows(Choice::offer)) {
    // Whichever white picks, it is to leave black a side worth having.
    std::vector<std::string> offered = different(moves, lines, engine::kWorthHaving);
    if (offered.size() == Opening::kOffers) return {.choice = Choice::offer, .offered = std::move(offered)};
  }
  // Neither side is worth more: two more stones leave the choice to the other.
  if (wish == SideWish::either && opening.allows(Choice::more)) return {.choice = Choice::more};
  return {.choice = worth >= 0 ? Choice::keep : Choice::swap};
}

}  // namespace

OpeningQuestion ask_in(const Opening& opening, std::span<const std::string> moves,
                       std::vector<std::string> permitted, int board_size, std::uint64_t seed) {
  if (opening.done()) return {};
  // For a choice the value of the position is enough; for an offer many moves have to be known.
  if (opening.chooses()) return {.lines = opening.allows(Choice::offer) ? engine::kLinesForEven : 1};
  if (is_of_trio(opening, moves.size()))
    return {.among = {engine::balanced_trio(board_size, seed)[moves.size()]}};
  const bool is_offered = opening.zone().kind == Zone::Kind::among_offered;
  const int lines = is_offered ? Opening::kOffers : opening.is_for_both() ? engine::kLinesForEven : 1;
  if (opening.zone().kind == Zone::Kind::anywhere) permitted.clear();
  return {.lines = lines, .among = std::move(permitted)};
}

OpeningAct act_in(const Opening& opening, std::span<const std::string> moves, Side to_move,
                  const std::vector<Line>& lines, const std::string& best) {
  if (opening.done() || lines.empty()) {
    // The bot failed: the choice that changes nothing.
    if (!opening.done() && opening.chooses()) return {.choice = Choice::keep};
    return {.move = best};
  }
  if (opening.chooses()) return choice_in(opening, moves, to_move, lines);
  // Of fifth moves that the opponent offered, the worst for the opponent is picked; where the opponent will
  // choose a side, the most even move is played. The lines of a search that was cut short are not in order.
  if (opening.zone().kind == Zone::Kind::among_offered)
    return {.move = std::ranges::min_element(lines, {}, engine::points_of)->pv.front()};
  return {.move = opening.is_for_both() ? engine::most_even_move(lines) : best};
}

}  // namespace server

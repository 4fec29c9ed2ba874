#include "server/match/opening_bot.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "engine/core/fair_opening.h"

namespace server {
namespace {

using engine::Line;
using engine::Score;
using engine::SideWish;

/// Those of a search that was cut short are not in order.
std::vector<Line> best_first(std::vector<Line> lines) {
  std::ranges::stable_sort(lines, std::ranges::greater(), engine::points_of);
  return lines;
}

/// By how much what so many of the fifth moves, best first, leave to black is worth having, when white picks
/// the last. With less black wins fewer than half of the games (tests/server/match/opening_balance.cpp).
Score worth_of(const std::vector<Line>& fifths, int count) {
  return engine::points_of(fifths[std::min(fifths.size(), static_cast<std::size_t>(count)) - 1]) -
         engine::kWorthHaving;
}

/// The number is known with which white has placed the fourth stone, and black chooses a side by it.
bool is_declared(const Opening& opening) {
  return opening.to_offer() > 0 && !opening.allows(Choice::offer);
}

/// So many fifth moves that neither side is worth having.
OpeningChoice declare(const std::vector<Line>& fifths) {
  const auto distance = [](const Line& line) {
    return std::abs(engine::points_of(line) - engine::kWorthHaving);
  };
  const auto even = std::ranges::min_element(fifths, {}, distance);
  return {Choice::declare, {}, static_cast<int>(even - fifths.begin()) + 1};
}

OpeningChoice offer(std::vector<Line> fifths, int count) {
  OpeningChoice offer(Choice::offer);
  if (std::ssize(fifths) > count) fifths.resize(static_cast<std::size_t>(count));
  for (const Line& line : fifths) offer.offered.push_back(line.pv.front());
  return offer;
}

// Values are of the side whose stone would be placed next, not of the one that chooses.
OpeningChoice choice_in(const Opening& opening, Side to_move, const std::vector<Line>& lines) {
  const int count = opening.to_offer();
  const std::vector<Line> fifths = best_first(lines);
  if (opening.allows(Choice::declare)) return declare(fifths);
  if (!opening.allows(Choice::keep)) return offer(fifths, count);
  const Score value = is_declared(opening) ? worth_of(fifths, count) : engine::points_of(lines.front());
  const Score worth = to_move == opening.by() ? value : -value;
  const SideWish wish = engine::wish_for(worth);
  if (wish == SideWish::theirs) return Choice::swap;
  // Whichever white picks, it is to leave black a side worth having.
  if (opening.allows(Choice::offer) && std::ssize(fifths) >= count && worth_of(fifths, count) >= 0)
    return offer(fifths, count);
  // Neither side is worth more: two more stones leave the choice to the other.
  if (wish == SideWish::either && opening.allows(Choice::more)) return Choice::more;
  return worth >= 0 ? Choice::keep : Choice::swap;
}

/// For a choice the value of the position is enough; about fifth moves so many that differ have to be known.
OpeningQuestion ask_for_choice(const Opening& opening, std::span<const std::string> moves,
                               const std::vector<std::string>& legal) {
  const int fifths = opening.allows(Choice::declare) ? opening.at_most() : opening.to_offer();
  if (fifths == 0) return {};
  OpeningQuestion question{.lines = fifths, .among = distinct_moves(moves, legal)};
  // Where all differ the engine looks at those that it thinks worth a look.
  if (question.among.size() == legal.size()) question.among.clear();
  return question;
}

std::array<std::string, 3> trio_of(const Opening& opening, int board_size, std::uint64_t seed) {
  return opening.zone().kind == Zone::Kind::anywhere ? engine::balanced_trio(board_size, seed)
                                                     : engine::renju_trio(board_size, seed);
}

}  // namespace

OpeningQuestion ask_in(const Opening& opening, std::span<const std::string> moves,
                       std::vector<std::string> legal, int board_size, std::uint64_t seed) {
  if (opening.done()) return {};
  if (opening.chooses()) return ask_for_choice(opening, moves, legal);
  if (opening.is_of_trio()) return {.among = {trio_of(opening, board_size, seed)[moves.size()]}};
  const bool is_offered = opening.zone().kind == Zone::Kind::among_offered;
  const int offers = static_cast<int>(opening.offered().size());
  OpeningQuestion question{.lines = is_offered ? offers : opening.is_for_both() ? engine::kLinesForEven : 1};
  if (opening.zone().kind != Zone::Kind::anywhere) question.among = opening.permitted(std::move(legal));
  return question;
}

OpeningAct act_in(const Opening& opening, Side to_move, const std::vector<Line>& lines,
                  const std::string& best) {
  if (opening.done() || lines.empty()) {
    // The bot failed: the choice that changes nothing.
    if (!opening.done() && opening.chooses()) return {.choice = Choice::keep};
    return {.move = best};
  }
  if (opening.chooses()) return {.choice = choice_in(opening, to_move, lines)};
  // Of fifth moves that the opponent offered, the worst for the opponent is picked; where the opponent will
  // choose a side, the most even move is played. The lines of a search that was cut short are not in order.
  if (opening.zone().kind == Zone::Kind::among_offered)
    return {.move = std::ranges::min_element(lines, {}, engine::points_of)->pv.front()};
  return {.move = opening.is_for_both() ? engine::most_even_move(lines) : best};
}

}  // namespace server

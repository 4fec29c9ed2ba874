#include "server/match/opening_bot.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace server {
namespace {

using engine::Line;
using engine::Score;

/// From here on a side is worth having; below, it may be left to the other. As much as ten times the thought
/// commonly changes the engine's mind about three stones.
constexpr Score kWorthHaving = 60;
/// Enough lines to find ten moves that are not symmetric, and one that favours nobody.
constexpr int kManyLines = 24;

/// A stone, counted from the centre.
struct Offset {
  int x, y;
};
/// Black, white, black.
using Trio = std::array<Offset, 3>;

// Of 260 random trios the six that our engine finds most even at 700,000 positions each: within 0.5 stones
// under freestyle, standard and caro alike. (At 60,000 positions the 260 went from -3.0 to 2.0 for white.)
constexpr std::array<Trio, 6> kBalanced{{
    {{{0, 0}, {2, 1}, {-5, -1}}},
    {{{0, 0}, {3, 0}, {4, 4}}},
    {{{0, 0}, {2, 2}, {3, -5}}},
    {{{0, 0}, {3, 1}, {-1, 5}}},
    {{{0, 0}, {3, 3}, {-1, 5}}},
    {{{0, 0}, {2, 1}, {4, 5}}},
}};

std::string point_name(int x, int y) {
  return static_cast<char>('a' + x) + std::to_string(y + 1);
}

/// The stone of the trio that the seed chooses, mirrored or turned as it also says.
std::string balanced_stone(std::size_t index, int board_size, std::uint64_t seed) {
  Offset stone = kBalanced[seed % kBalanced.size()][index];
  const std::uint64_t way = seed / kBalanced.size();
  if (way & 1) stone.x = -stone.x;
  if (way & 2) stone.y = -stone.y;
  if (way & 4) std::swap(stone.x, stone.y);
  return point_name(board_size / 2 + stone.x, board_size / 2 + stone.y);
}

/// One of the three stones that one person places before the other chooses.
bool is_of_trio(const Opening& opening, std::size_t ply) {
  return opening.zone().kind == Zone::Kind::anywhere &&
         ply + static_cast<std::size_t>(opening.stones()) == 3 && opening.by() == Side::first;
}

std::vector<std::string> different(std::span<const std::string> stones, const std::vector<Line>& lines,
                                   Score least) {
  std::vector<std::string> chosen;
  for (const Line& line : lines) {
    if (chosen.size() == Opening::kOffers || points_of(line) < least) break;
    chosen.push_back(line.pv.front());
    if (has_symmetric_moves(stones, chosen)) chosen.pop_back();
  }
  return chosen;
}

OpeningAct choice_in(const Opening& opening, std::span<const std::string> moves, Side to_move,
                     const std::vector<Line>& lines) {
  if (lines.empty()) return {.choice = Choice::keep};
  const Score worth = to_move == opening.by() ? points_of(lines.front()) : -points_of(lines.front());
  if (worth < -kWorthHaving) return {.choice = Choice::swap};
  if (opening.allows(Choice::offer)) {
    // Whichever white picks, it is to leave black a side worth having.
    std::vector<std::string> offered = different(moves, lines, kWorthHaving);
    if (offered.size() == Opening::kOffers) return {.choice = Choice::offer, .offered = std::move(offered)};
  }
  if (worth <= kWorthHaving && opening.allows(Choice::more)) return {.choice = Choice::more};
  return {.choice = worth >= 0 ? Choice::keep : Choice::swap};
}

}  // namespace

Score points_of(const Line& line) {
  switch (line.kind) {
    case engine::ScoreKind::win:
      return engine::win_in(line.value);
    case engine::ScoreKind::loss:
      return engine::loss_in(line.value);
    case engine::ScoreKind::draw:
      return 0;
    default:
      return line.value;
  }
}

OpeningQuestion ask_in(const Opening& opening, std::span<const std::string> moves,
                       std::vector<std::string> permitted, int board_size, std::uint64_t seed) {
  if (opening.done()) return {};
  if (opening.chooses()) return {.lines = opening.allows(Choice::offer) ? kManyLines : 1};
  if (is_of_trio(opening, moves.size())) return {.among = {balanced_stone(moves.size(), board_size, seed)}};
  const bool is_offered = opening.zone().kind == Zone::Kind::among_offered;
  const int lines = is_offered ? Opening::kOffers : opening.is_for_both() ? kManyLines : 1;
  if (opening.zone().kind == Zone::Kind::anywhere) permitted.clear();
  return {.lines = lines, .among = std::move(permitted)};
}

OpeningAct act_in(const Opening& opening, std::span<const std::string> moves, Side to_move,
                  const std::vector<Line>& lines, const std::string& best) {
  if (opening.done() || lines.empty()) {
    if (!opening.done() && opening.chooses()) return {.choice = Choice::keep};
    return {.move = best};
  }
  if (opening.chooses()) return choice_in(opening, moves, to_move, lines);
  // Who picks for the other picks the worst; who leaves the choice to the other favours nobody. The lines of
  // a search that was cut short are not in order.
  if (opening.zone().kind == Zone::Kind::among_offered)
    return {.move = std::ranges::min_element(lines, {}, points_of)->pv.front()};
  if (!opening.is_for_both()) return {.move = best};
  const auto closest =
      std::ranges::min_element(lines, {}, [](const Line& line) { return std::abs(points_of(line)); });
  return {.move = closest->pv.front()};
}

}  // namespace server

#include "engine/games/fair_opening.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace engine {
namespace {

/// A stone, counted from the centre.
struct Offset {
  int x, y;
};
using Trio = std::array<Offset, 3>;

// `sanqi-lab trios --candidates 200 --first-nodes 30000 --finalists 16 --nodes 300000 --seed 15`: those that
// favour nobody by more than 0.7 stones under freestyle, standard and caro alike.
constexpr std::array<Trio, 9> kBalanced{{
    {{{0, 0}, {-4, -3}, {-4, 3}}},
    {{{0, 0}, {-4, -2}, {-2, 5}}},
    {{{0, 0}, {-2, 0}, {4, -3}}},
    {{{0, 0}, {-4, -2}, {-2, -5}}},
    {{{0, 0}, {-5, -3}, {0, -5}}},
    {{{0, 0}, {-4, -3}, {-5, 3}}},
    {{{0, 0}, {-3, -2}, {-3, 4}}},
    {{{0, 0}, {-3, -2}, {4, -3}}},
    {{{0, 0}, {-5, 0}, {-5, -3}}},
}};

/// One of the eight ways to lay a square onto itself.
Offset turned(Offset stone, std::uint64_t way) {
  if (way & 1) stone.x = -stone.x;
  if (way & 2) stone.y = -stone.y;
  if (way & 4) std::swap(stone.x, stone.y);
  return stone;
}

}  // namespace

Score points_of(const Line& line) {
  switch (line.kind) {
    case ScoreKind::win:
      return win_in(line.value);
    case ScoreKind::loss:
      return loss_in(line.value);
    case ScoreKind::draw:
      return 0;
    default:
      return line.value;
  }
}

SideWish wish_for(Score worth) {
  if (worth > kWorthHaving) return SideWish::ours;
  return worth < -kWorthHaving ? SideWish::theirs : SideWish::either;
}

const std::string& most_even_move(const std::vector<Line>& lines) {
  const auto distance = [](const Line& line) { return std::abs(points_of(line)); };
  return std::ranges::min_element(lines, {}, distance)->pv.front();
}

std::array<std::string, 3> balanced_trio(int board_size, std::uint64_t seed) {
  std::array<std::string, 3> names;
  const int centre = board_size / 2;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Offset stone = turned(kBalanced[seed % kBalanced.size()][i], seed / kBalanced.size());
    names[i] = static_cast<char>('a' + centre + stone.x) + std::to_string(centre + stone.y + 1);
  }
  return names;
}

}  // namespace engine

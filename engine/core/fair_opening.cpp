#include "engine/core/fair_opening.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "engine/core/board_point.h"

namespace engine {
namespace {

/// Stones, counted from the centre.
using Trio = std::array<BoardPoint, 3>;

// The most even of 800 by chance (docs/lab/gomoku.md, "Openings").
// Black makes 0.34 to 0.66 of a game under freestyle, standard and caro alike, on 20 lines 0.31 to 0.69.
constexpr std::array kBalanced{
    Trio{{{0, 0}, {-2, 0}, {-5, -2}}},  Trio{{{0, 0}, {-3, 0}, {-4, -3}}},
    Trio{{{0, 0}, {-2, -2}, {-5, -3}}}, Trio{{{0, 0}, {-3, -1}, {-4, 3}}},
    Trio{{{0, 0}, {-4, -1}, {-3, -4}}}, Trio{{{0, 0}, {-3, -3}, {-4, -1}}},
    Trio{{{0, 0}, {-2, 0}, {-5, -3}}},  Trio{{{0, 0}, {-3, -1}, {-4, -3}}},
    Trio{{{0, 0}, {-5, 0}, {-5, -2}}},  Trio{{{0, 0}, {-4, -2}, {-4, -4}}},
};
constexpr std::array kBalancedOnLarge{
    Trio{{{0, 0}, {-4, -1}, {-5, -2}}}, Trio{{{0, 0}, {-4, -2}, {-1, -4}}},
    Trio{{{0, 0}, {-4, 0}, {2, -4}}},   Trio{{{0, 0}, {-1, 0}, {1, -5}}},
    Trio{{{0, 0}, {-2, -1}, {-4, 2}}},  Trio{{{0, 0}, {-5, -3}, {-3, -3}}},
};
constexpr int kUsualLines = 15;

}  // namespace

SideWish wish_for(Score value) {
  if (value > kWorthHaving) return SideWish::ours;
  return value < -kWorthHaving ? SideWish::theirs : SideWish::either;
}

const std::string& most_even_move(const std::vector<Line>& lines) {
  const auto distance = [](const Line& line) { return std::abs(points_of(line)); };
  return std::ranges::min_element(lines, {}, distance)->pv.front();
}

std::array<std::string, 3> balanced_trio(int board_size, std::uint64_t seed) {
  const std::span<const Trio> trios =
      board_size > kUsualLines ? std::span<const Trio>(kBalancedOnLarge) : kBalanced;
  const Trio& trio = trios[seed % trios.size()];
  std::array<std::string, 3> names;
  const int centre = board_size / 2;
  const auto symmetry = static_cast<unsigned>(seed / trios.size() % kSquareSymmetries);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const BoardPoint stone = symmetric(trio[i], symmetry);
    names[i] = point_name({centre + stone.x, centre + stone.y});
  }
  return names;
}

}  // namespace engine

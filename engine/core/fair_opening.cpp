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

/// The 26 openings of renju: white above black, or above it and to the right; the third stone on one side of
/// the line through both.
std::vector<Trio> renju_trios() {
  std::vector<Trio> trios;
  for (const BoardPoint white : {BoardPoint{0, 1}, BoardPoint{1, 1}}) {
    for (int x = -2; x <= 2; ++x) {
      for (int y = -2; y <= 2; ++y) {
        const BoardPoint black{x, y};
        const bool is_free = black != BoardPoint{} && black != white;
        if (is_free && (white.x == 0 ? x >= 0 : x >= y)) trios.push_back({{{0, 0}, white, black}});
      }
    }
  }
  return trios;
}

std::array<std::string, 3> one_of(std::span<const Trio> trios, int board_size, std::uint64_t seed) {
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
  return one_of(trios, board_size, seed);
}

std::array<std::string, 3> renju_trio(int board_size, std::uint64_t seed) {
  return one_of(renju_trios(), board_size, seed);
}

}  // namespace engine

#include "engine/games/gomoku/openings.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/core/board_point.h"

namespace engine::gomoku {

namespace {

constexpr int kLines = 15;

struct Opening {
  std::string_view code;
  BoardPoint third;  ///< Black's second stone, counted from the centre.
};

// White above the centre.
constexpr Opening kDirect[] = {
    {"1D", {0, 2}},   {"2D", {1, 2}},   {"3D", {2, 2}},   {"4D", {1, 1}},  {"5D", {2, 1}},
    {"6D", {1, 0}},   {"7D", {2, 0}},   {"8D", {0, -1}},  {"9D", {1, -1}}, {"10D", {2, -1}},
    {"11D", {0, -2}}, {"12D", {1, -2}}, {"13D", {2, -2}},
};
// White above it and to the right.
constexpr Opening kIndirect[] = {
    {"1I", {2, 2}},    {"2I", {2, 1}},    {"3I", {2, 0}},    {"4I", {2, -1}}, {"5I", {2, -2}},
    {"6I", {1, 0}},    {"7I", {1, -1}},   {"8I", {1, -2}},   {"9I", {0, -1}}, {"10I", {0, -2}},
    {"11I", {-1, -1}}, {"12I", {-1, -2}}, {"13I", {-2, -2}},
};

std::optional<BoardPoint> offset_of(std::string_view move) {
  if (move.size() < 2 || move.size() > 3) return std::nullopt;
  const int column = move[0] - 'a';
  const int row = move.size() == 2 ? move[1] - '1' : 10 * (move[1] - '0') + move[2] - '1';
  return BoardPoint{column - kLines / 2, row - kLines / 2};
}

/// The openings whose second stone lies there, with the first in the centre.
std::span<const Opening> openings_with(BoardPoint white) {
  if (white == BoardPoint{0, 1}) return kDirect;
  if (white == BoardPoint{1, 1}) return kIndirect;
  return {};
}

}  // namespace

std::span<const std::string_view> opening_codes() {
  static const auto codes = [] {
    std::array<std::string_view, std::size(kDirect) + std::size(kIndirect)> all;
    const auto next = std::ranges::transform(kDirect, all.begin(), &Opening::code).out;
    std::ranges::transform(kIndirect, next, &Opening::code);
    std::ranges::sort(all);
    return all;
  }();
  return codes;
}

std::string_view opening_code(const Setup& setup, std::span<const std::string> moves) {
  const bool usual = setup.pos.empty() && (setup.size == 0 || setup.size == kLines);
  if (!usual || moves.size() < 3 || offset_of(moves[0]) != BoardPoint{0, 0}) return {};
  const auto white = offset_of(moves[1]), black = offset_of(moves[2]);
  if (!white || !black) return {};
  // Some symmetries lay the second stone on its place; an opening that is symmetric itself is found more than
  // once, with the same code.
  for (unsigned symmetry = 0; symmetry < kSquareSymmetries; ++symmetry) {
    const auto openings = openings_with(symmetric(*white, symmetry));
    const auto found = std::ranges::find(openings, symmetric(*black, symmetry), &Opening::third);
    if (found != openings.end()) return found->code;
  }
  return {};
}

}  // namespace engine::gomoku

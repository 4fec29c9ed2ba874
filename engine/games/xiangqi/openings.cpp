#include "engine/games/xiangqi/openings.h"

#include <algorithm>
#include <array>
#include <vector>

namespace engine::xiangqi {

namespace {

/// What each side has played, for play on red's right wing.
struct Opening {
  std::string_view code;
  std::array<std::string_view, 3> red;    ///< The first of them is the first move of the game.
  std::array<std::string_view, 3> black;  ///< What follows may come in any order.
};

// The first row whose moves were all made names the game: what says more comes first.
constexpr Opening kOpenings[] = {
    // Central cannon against sandwiched horses: with the cannons on five and six, five and seven, and others.
    {"B4a", {"h2e2", "b2d2"}, {"b9c7", "h9g7", "b7d7"}},
    {"B4a", {"h2e2", "b2d2"}, {"b9c7", "h9g7", "h7f7"}},
    {"B5a", {"h2e2", "b2c2"}, {"b9c7", "h9g7", "b7d7"}},
    {"B5a", {"h2e2", "b2c2"}, {"b9c7", "h9g7", "h7f7"}},
    // Against screen horses: chariot across the river and at it, the cannons by their files, the cannon at
    // the river.
    {"C0b", {"h2e2", "i0h0", "h0h6"}, {"b9c7", "h9g7"}},
    {"C0c", {"h2e2", "i0h0", "h0h4"}, {"b9c7", "h9g7"}},
    {"C5a", {"h2e2", "b2d2"}, {"b9c7", "h9g7"}},
    {"C6a", {"h2e2", "b2c2"}, {"b9c7", "h9g7"}},
    {"C9a", {"h2e2", "b2b6"}, {"b9c7", "h9g7"}},
    {"C8a", {"h2e2", "b2b4"}, {"b9c7", "h9g7"}},
    {"B3a", {"h2e2"}, {"b9c7", "h9g7", "b7d7"}},
    {"B3a", {"h2e2"}, {"b9c7", "h9g7", "h7f7"}},
    {"C0a", {"h2e2"}, {"b9c7", "h9g7"}},
    // A single horse; three steps of the tiger.
    {"B1a", {"h2e2"}, {"h9g7", "b9a7"}},
    {"B1a", {"h2e2"}, {"b9c7", "h9i7"}},
    {"B2a", {"h2e2"}, {"h9g7", "i9h9", "h7i7"}},
    // Cannon against cannon: on the same side of the board, or from both.
    {"D0b", {"h2e2", "i0i1"}, {"h7e7", "i9h9"}},
    {"D2a", {"h2e2", "i0h0"}, {"h7e7", "i9i8"}},
    {"D0a", {"h2e2"}, {"h7e7"}},
    {"D5a", {"h2e2"}, {"b7e7"}},
    {"B0b", {"h2e2"}, {"h7d7"}},
    {"B0a", {"h2e2"}, {}},
    // The pointing soldier.
    {"E1a", {"c3c4"}, {"b7c7"}},
    {"E4a", {"c3c4"}, {"g6g5"}},
    {"E0b", {"c3c4"}, {"h7e7"}},
    {"E0b", {"c3c4"}, {"b7e7"}},
    {"E0c", {"c3c4"}, {"c9e7"}},
    {"E0c", {"c3c4"}, {"g9e7"}},
    {"E0a", {"c3c4"}, {}},
    // Elephant, horse and the quieter cannons.
    {"A1b", {"g0e2"}, {"b7d7"}},
    {"A1b", {"g0e2"}, {"h7f7"}},
    {"A1c", {"g0e2"}, {"h7d7"}},
    {"A1c", {"g0e2"}, {"b7f7"}},
    {"A1d", {"g0e2"}, {"h7e7"}},
    {"A1d", {"g0e2"}, {"b7e7"}},
    {"A1a", {"g0e2"}, {}},
    {"A4a", {"h0g2"}, {}},
    {"A0a", {"h0i2"}, {}},
    {"A6a", {"h2d2"}, {}},
    {"A5a", {"h2f2"}, {}},
    {"A0b", {"h2c2"}, {}},
    {"A0c", {"f0e1"}, {}},
    {"A0d", {"i3i4"}, {}},
};

constexpr char turned(char file) {
  return static_cast<char>('a' + 'i' - file);
}

bool same(std::string_view wanted, std::string_view move, bool mirrored) {
  if (!mirrored) return wanted == move;
  return wanted.size() == 4 && move.size() == 4 && wanted[0] == turned(move[0]) && wanted[1] == move[1] &&
         wanted[2] == turned(move[2]) && wanted[3] == move[3];
}

bool all_made(std::span<const std::string_view> wanted, std::span<const std::string> moves, std::size_t side,
              bool mirrored) {
  return std::ranges::all_of(wanted, [&](std::string_view each) {
    for (std::size_t ply = side; ply < moves.size(); ply += 2) {
      if (same(each, moves[ply], mirrored)) return true;
    }
    return each.empty();
  });
}

bool fits(const Opening& opening, std::span<const std::string> moves, bool mirrored) {
  return same(opening.red[0], moves[0], mirrored) && all_made(opening.red, moves, 0, mirrored) &&
         all_made(opening.black, moves, 1, mirrored);
}

}  // namespace

std::span<const std::string_view> opening_codes() {
  static const std::vector<std::string_view> codes = [] {
    std::vector<std::string_view> all;
    for (const Opening& opening : kOpenings) all.push_back(opening.code);
    std::ranges::sort(all);
    const auto repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    return all;
  }();
  return codes;
}

std::string_view opening_code(const Setup& setup, std::span<const std::string> moves) {
  if (!setup.pos.empty() || moves.empty()) return {};
  const auto first = moves.first(std::min<std::size_t>(moves.size(), kOpeningPlies));
  const auto found = std::ranges::find_if(kOpenings, [&](const Opening& opening) {
    return fits(opening, first, false) || fits(opening, first, true);
  });
  return found == std::end(kOpenings) ? std::string_view() : found->code;
}

}  // namespace engine::xiangqi

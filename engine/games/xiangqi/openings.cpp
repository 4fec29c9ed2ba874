#include "engine/games/xiangqi/openings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace engine::xiangqi {

namespace {

// Names of openings by their moves, for lists and records; the engine does not play by them. Rules are tried
// in order, since a game may fit several systems: the most special ones come first.

using Text = std::string_view;

/// What red plays inside a system: of the lines whose moves are all made, the one complete first.
struct Line {
  Text code;
  std::array<Text, 3> red;
};

/// How black answers red's first move, for play on red's right wing. The groups are those of ECCO 2004.
struct System {
  Text first;                              ///< Red's first move.
  Text reply = {};                         ///< Black's first; empty: any.
  std::array<Text, 5> black{};             ///< In any order.
  Text before = {};                        ///< They must all be made before black plays this.
  std::size_t within = kOpeningPlies / 2;  ///< So many moves of each side are looked at.
  Text code = {};                          ///< If no line fits; empty: then a later system names the game.
  std::array<Line, 7> lines{};
};

// The first system that fits names the game.
constexpr System kSystems[] = {
    // Central cannon against a cannon from the same side of the board, by the moves of the chariots: to a
    // file, along the second rank, or not yet.
    {.first = "h2e2",
     .reply = "h7e7",
     .black = {"h9g7", "i9i8"},
     .within = 3,
     .lines = {{{"D2a", {"h0g2", "i0h0"}}}}},
    {.first = "h2e2",
     .reply = "h7e7",
     .black = {"h9g7", "i9h9"},
     .within = 3,
     .lines = {{{"D0b", {"i0i1"}}}}},
    {.first = "h2e2",
     .reply = "h7e7",
     .black = {"h9g7"},
     .within = 3,
     .lines = {{{"D1a", {"h0g2", "i0h0"}}}}},
    {.first = "h2e2", .reply = "h7e7", .within = 3, .lines = {{{"D0c", {"i0i1"}}}}},
    {.first = "h2e2", .reply = "h7e7", .black = {"i9i8"}, .within = 3, .code = "D0d"},
    {.first = "h2e2", .reply = "h7e7", .black = {"h9g7", "i9h9"}, .within = 3, .code = "D0e"},
    {.first = "h2e2", .reply = "h7e7", .code = "D0a"},
    // Against one from the other side, at once or later.
    {.first = "h2e2", .reply = "b7e7", .code = "D5a"},
    {.first = "h2e2", .reply = "h9g7", .black = {"i9h9", "h7h3", "b7e7"}, .before = "b9c7", .code = "D3a"},
    {.first = "h2e2", .reply = "h9g7", .black = {"i9h9", "h7i7", "b7e7"}, .before = "b9c7", .code = "D4a"},
    {.first = "h2e2", .reply = "h9g7", .black = {"b7e7"}, .before = "b9c7", .code = "D5b"},
    {.first = "h2e2", .reply = "h9g7", .black = {"i9h9", "h7h3"}, .before = "b9c7", .code = "B0c"},
    {.first = "h2e2", .reply = "h9g7", .black = {"i9h9", "h7i7"}, .before = "b9c7", .code = "B2a"},
    // A single horse, sandwiched horses.
    {.first = "h2e2", .reply = "b9c7", .black = {"i9i8"}, .within = 2, .code = "B1a"},
    {.first = "h2e2", .reply = "b9c7", .black = {"h9i7"}, .before = "h9g7", .code = "B1a"},
    {.first = "h2e2", .reply = "b9c7", .black = {"h7f7", "i9i8"}, .within = 3, .code = "B1a"},
    {.first = "h2e2",
     .reply = "b9c7",
     .black = {"h7f7"},
     .before = "h9g7",
     .code = "B3a",
     .lines = {{{"B4a", {"b2d2"}}, {"B5a", {"b2c2"}}, {"B3b", {"b2b6"}}}}},
    {.first = "h2e2", .reply = "b9c7", .black = {"b7a7"}, .within = 2, .code = "B0e"},
    // Screen horses: known set-ups of five moves first; then the first of these moves of red names the game.
    {.first = "h2e2",
     .black = {"h9g7", "b9c7", "c6c5", "g6g5"},
     .within = 5,
     .lines = {{{"C2a", {"i0h0", "h0h6", "b0c2"}}}}},
    {.first = "h2e2",
     .black = {"h9g7", "b9c7", "i9h9", "g6g5", "h7i7"},
     .within = 5,
     .lines = {{{"C4a", {"i0h0", "h0h6", "c3c4"}}}}},
    {.first = "h2e2",
     .black = {"h9g7", "b9c7", "i9h9", "g6g5"},
     .within = 5,
     .lines = {{{"C3a", {"i0h0", "h0h6", "c3c4"}}}}},
    {.first = "h2e2",
     .black = {"h9g7", "b9c7"},
     .lines = {{{"C1c", {"h0h4"}},
                {"C1d", {"i0i1"}},
                {"C5a", {"b2d2"}},
                {"C6a", {"b2c2"}},
                {"C8a", {"b2b4"}},
                {"C9a", {"b2b6"}},
                {"C9b", {"b2a2"}}}}},
    {.first = "h2e2", .black = {"h9g7", "b9c7"}, .code = "C0a", .lines = {{{"C1b", {"h0h6"}}}}},
    {.first = "h2e2", .black = {"h9g7", "b9a7"}, .code = "B1a"},
    {.first = "h2e2", .reply = "h7d7", .code = "B0b"},
    {.first = "h2e2", .code = "B0a"},
    // The pointing soldier goes by the answer.
    {.first = "c3c4", .reply = "b7c7", .black = {"c9e7"}, .within = 2, .lines = {{{"E2a", {"h2e2"}}}}},
    {.first = "c3c4",
     .reply = "b7c7",
     .within = 2,
     .code = "E1a",
     .lines = {{{"E1b", {"h2e2"}}, {"E1c", {"b2e2"}}}}},
    {.first = "c3c4", .reply = "g6g5", .within = 2, .code = "E4a", .lines = {{{"E4b", {"h2g2"}}}}},
    {.first = "c3c4", .reply = "h7e7", .code = "E0b"},
    {.first = "c3c4", .reply = "b7e7", .code = "E0b"},
    {.first = "c3c4", .reply = "c9e7", .code = "E0c"},
    {.first = "c3c4", .reply = "g9e7", .code = "E0c"},
    {.first = "c3c4", .reply = "b7d7", .code = "E0d"},
    {.first = "c3c4", .reply = "b7f7", .code = "E0d"},
    {.first = "c3c4", .reply = "h7d7", .code = "E0d"},
    {.first = "c3c4", .reply = "h7f7", .code = "E0d"},
    {.first = "c3c4", .reply = "h7c7", .code = "E0e"},
    {.first = "c3c4", .reply = "h9g7", .black = {"g6g5"}, .within = 2, .code = "E4a"},
    {.first = "c3c4",
     .reply = "h9g7",
     .within = 2,
     .code = "E0f",
     .lines = {{{"E0g", {"g3g4"}}, {"E0h", {"b0c2"}}}}},
    {.first = "c3c4", .code = "E0a"},
    // Elephant, horse and the quieter cannons, by the answer too.
    {.first = "g0e2", .reply = "g9e7", .code = "A1e"},
    {.first = "g0e2", .reply = "c9e7", .code = "A1f"},
    {.first = "g0e2", .reply = "h9g7", .code = "A1g"},
    {.first = "g0e2", .reply = "b9c7", .code = "A1h"},
    {.first = "g0e2", .reply = "b7d7", .code = "A2a"},
    {.first = "g0e2", .reply = "h7f7", .code = "A2a"},
    {.first = "g0e2", .reply = "h7e7", .code = "A2b"},
    {.first = "g0e2", .reply = "b7e7", .code = "A2b"},
    {.first = "g0e2", .reply = "h7d7", .code = "A3a"},
    {.first = "g0e2", .reply = "b7f7", .code = "A3a"},
    {.first = "g0e2", .reply = "g6g5", .within = 2, .code = "A3b", .lines = {{{"A3d", {"c3c4"}}}}},
    {.first = "g0e2", .reply = "c6c5", .code = "A3c"},
    {.first = "g0e2", .code = "A1a"},
    {.first = "h0g2", .reply = "g6g5", .within = 2, .code = "A4b", .lines = {{{"A4c", {"c3c4"}}}}},
    {.first = "h0g2", .code = "A4a"},
    {.first = "h2f2", .reply = "h9g7", .code = "A5b"},
    {.first = "h2f2", .reply = "b7e7", .code = "A5c"},
    {.first = "h2f2", .reply = "g6g5", .code = "A5d"},
    {.first = "h2f2", .code = "A5a"},
    {.first = "h2d2", .reply = "h9g7", .code = "A6b"},
    {.first = "h2d2", .reply = "i9i8", .code = "A6c"},
    {.first = "h2d2", .reply = "h7e7", .code = "A6d"},
    {.first = "h2d2", .code = "A6a"},
    {.first = "h0i2", .code = "A0a"},
    {.first = "h2c2", .code = "A0b"},
    {.first = "f0e1", .code = "A0c"},
    {.first = "i3i4", .code = "A0d"},
    {.first = "h2i2", .code = "A0e"},
    {.first = "h2h4", .code = "A0f"},
    {.first = "h2h6", .code = "A0g"},
    {.first = "h2g2", .code = "A0h"},
};

constexpr char turned(char file) {
  return static_cast<char>('a' + 'i' - file);
}

/// The moves of one side, in the order in which they were made.
using Moves = std::vector<std::string>;

Moves moves_of(std::span<const std::string> moves, std::size_t side, bool mirrored) {
  Moves made;
  for (std::size_t ply = side; ply < moves.size(); ply += 2) {
    made.push_back(moves[ply]);
    std::string& move = made.back();
    if (!mirrored || move.size() != 4) continue;
    move[0] = turned(move[0]);
    move[2] = turned(move[2]);
  }
  return made;
}

std::size_t place_of(Text move, const Moves& made) {
  return static_cast<std::size_t>(std::ranges::find(made, move) - made.begin());
}

/// After how many of its first `within` moves a side had made all of `wanted`.
template <std::size_t N>
std::optional<std::size_t> complete_after(const std::array<Text, N>& wanted, const Moves& made,
                                          std::size_t within) {
  std::size_t count = 0;
  for (const Text move : wanted) {
    if (!move.empty()) count = std::max(count, place_of(move, made) + 1);
  }
  if (count > std::min(within, made.size())) return std::nullopt;
  return count;
}

bool fits(const System& system, const Moves& red, const Moves& black) {
  if (red.front() != system.first) return false;
  if (!system.reply.empty() && (black.empty() || black.front() != system.reply)) return false;
  const auto count = complete_after(system.black, black, system.within);
  return count && (system.before.empty() || *count <= place_of(system.before, black));
}

Text code_in(const System& system, const Moves& red) {
  Text code = system.code;
  std::size_t soonest = kOpeningPlies;
  for (const Line& line : system.lines) {
    const auto count = complete_after(line.red, red, system.within);
    if (line.code.empty() || !count || *count >= soonest) continue;
    code = line.code;
    soonest = *count;
  }
  return code;
}

Text code_of(const Moves& red, const Moves& black) {
  for (const System& system : kSystems) {
    const Text code = fits(system, red, black) ? code_in(system, red) : Text();
    if (!code.empty()) return code;
  }
  return {};
}

}  // namespace

std::span<const std::string_view> opening_codes() {
  static const std::vector<std::string_view> codes = [] {
    std::vector<std::string_view> all;
    for (const System& system : kSystems) {
      all.push_back(system.code);
      for (const Line& line : system.lines) all.push_back(line.code);
    }
    std::erase(all, Text());
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
  const Text code = code_of(moves_of(first, 0, false), moves_of(first, 1, false));
  return code.empty() ? code_of(moves_of(first, 0, true), moves_of(first, 1, true)) : code;
}

}  // namespace engine::xiangqi

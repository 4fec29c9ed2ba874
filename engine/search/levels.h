#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>

#include "engine/core/limits.h"
#include "engine/core/zobrist.h"
#include "engine/search/search_result.h"

namespace engine::search {

// Levels are made of limits and of chance, not of a worse search: the same code plays all of them. BotOf
// uses the parts in this order: blunders() decides whether the move is searched at all, cap() limits the
// search, choose() picks a line. Both random decisions draw from one generator, seeded by Limits::seed and
// the key of the position, so that a level repeats its move for equal seed and position.

inline constexpr int kLevels = 8;

/// How a level of play is weaker than the full strength: it sees less, it does not always look, and it
/// chooses less carefully.
struct Level {
  int depth = 0;            ///< At most so many plies; 0: no cap.
  std::uint64_t nodes = 0;  ///< At most so many positions; 0: no cap.
  /// Of 100 moves so many are chosen by the static evaluation after each, as if the opponent had no answer:
  /// it takes what is protected and overlooks what is threatened, as people do.
  int blunder_percent = 0;
  int lines = 1;  ///< The choice is among so many of the best moves.
  int noise = 0;  ///< Points (hundredths of the game's unit) by which a line may look better than it is.
  bool solvers = true;  ///< Whether the solvers of the game are used, which see far beyond any depth.
  /// Elo, counted from kFirstRating for the first level by the games of `sanqi-lab ladder` between neighbours
  /// (docs/lab/levels.md); 0: not measured.
  int rating = 0;
};

/// Level 1 is the first row. One table a game: what a ply, or a point, is worth differs too much between
/// them.
using LevelTable = std::array<Level, kLevels>;

/// The hook of a policy that brings a table of its game.
template <class P>
concept HasLevels = requires {
  { P::levels() } -> std::same_as<const LevelTable&>;
};

/// For games without a table of their own.
extern const LevelTable kDefaultLevels;

template <class P>
const LevelTable& levels_of() {
  if constexpr (HasLevels<P>)
    return P::levels();
  else
    return kDefaultLevels;
}

/// The row for a level; out-of-range levels are those nearest to them.
const Level& level_of(const LevelTable& table, int level);

/// The limits of a level within `limits`.
Limits cap(Limits limits, const Level& level);

/// Whether this move is one of Level::blunder_percent.
bool blunders(const Level& level, SplitMix64& random);

/// Which of the lines, best first, a level plays: the one that looks best after noise. A win is never missed,
/// and no line that loses for certain is taken while another does not.
/// @pre !lines.empty()
std::size_t choose(std::span<const RootLine> lines, const Level& level, SplitMix64& random);

}  // namespace engine::search

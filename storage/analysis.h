#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "storage/time.h"

/// What a computer thought of a game that is over.
namespace storage {

/// The position after `ply` moves, and the move that led to it. Evaluations are the first side's.
/// A row each, so that an analysis that a restart interrupts goes on where it was.
struct PlyAnalysis {
  int ply = 0;
  std::string kind = {};  ///< "eval", "win", "loss", "draw", "exact"; empty: the bot failed here.
  int value = 0;
  double win = 0;         ///< The first side's chance, 0 to 1.
  std::string best = {};  ///< Empty: the game is over here, or the bot failed.
  std::string line = {};  ///< Moves from here, separated by blanks; begins with `best`.
  std::string mark = {};  ///< "inaccuracy", "mistake", "blunder" or empty: of the move that was played.
  bool operator==(const PlyAnalysis&) const = default;
};

/// See Reader::claim_analyses(). More than servers that are gone leave: each is at a few dozen.
inline constexpr int kMostClaimedAnalyses = 256;

/// Written one ply at a time; finished once it has `accuracy`.
struct Analysis {
  std::string game;  ///< Game::id
  int total = 0;     ///< Positions: one more than moves.
  Millis asked = 0;
  std::optional<std::array<double, 2>> accuracy = {};  ///< Per cent, of each side; set when it is finished.
  std::vector<PlyAnalysis> plies = {};                 ///< From the first, without gaps.
  bool operator==(const Analysis&) const = default;
};

}  // namespace storage

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/core/types.h"

namespace engine::search {

// The answer of a search in the search's own terms. bot_of.h turns it into the text of a Thought.

/// A root move with its score and the line behind it; pv.front() is the move.
struct RootLine {
  Score score = -kInfinite;
  std::vector<Move> pv;
  bool proven = false;  ///< A solver stands for the score.
};

/// What a search has found, so far or in the end. `lines` is never empty, best first; after an iteration that
/// was stopped midway those that it did not reach keep the scores of the one before, which may be greater.
struct SearchResult {
  std::vector<RootLine> lines;
  int depth = 0;     ///< The last completed iteration.
  int seldepth = 0;  ///< The deepest ply that was looked at.
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  int hash_permille = 0;   ///< Of the table, in thousandths, what this search has written.
  Move current = kNoMove;  ///< The root move that is about to be searched, if that is what is told,
  int current_number = 0;  ///< and its place in the order of moves, from 1.
};

/// Whether to play the answer of `one` rather than of `other`, two threads that searched the same position:
/// the shorter win, else the proven score, else the greater depth.
inline bool better_result(const SearchResult& one, const SearchResult& other) {
  const RootLine &line = one.lines.front(), &than = other.lines.front();
  if (is_win(line.score) || is_win(than.score)) return line.score > than.score;
  if (line.proven != than.proven) return line.proven;
  return one.depth > other.depth;
}

/// Called on the searching thread after each iteration, and where Limits::tell_moves_after says so.
/// The search waits while it runs. It may not call back into the searcher or team that calls it.
using Progress = std::function<void(const SearchResult&)>;

}  // namespace engine::search

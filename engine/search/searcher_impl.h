#pragma once

#include <algorithm>

#include "engine/search/searcher.h"

namespace engine::search {

template <Policy P>
Found Searcher<P>::search(const Position& root, const Limits& limits, std::stop_token stop,
                          const Progress& progress) {
  Budget budget(limits, stop);
  Position position = root;
  MoveList moves;
  position.generate(moves);
  Found found;
  found.lines.push_back({0, {moves[0]}});
  for (int depth = 1; depth <= limits.depth.value_or(6) && !budget.check(); ++depth) {
    RootLine best;
    for (Move move : moves) {
      position.do_move(move);
      const Score score = -alpha_beta(position, -kInfinite, -best.score, depth - 1, 1, budget);
      position.undo_move();
      if (budget.exhausted()) break;
      if (score > best.score) best = {score, {move}};
    }
    if (budget.exhausted()) break;
    found.lines = {best};
    found.depth = depth;
    found.nodes = budget.nodes();
    if (progress) progress(found);
  }
  found.nodes = budget.nodes();
  found.time = budget.elapsed();
  return found;
}

template <Policy P>
Score Searcher<P>::alpha_beta(Position& position, Score alpha, Score beta, int depth, int ply,
                              Budget& budget) {
  if (budget.tick()) return 0;
  if (const auto score = position.verdict(ply)) return *score;
  MoveList moves;
  position.generate(moves);
  if (moves.empty()) return position.no_moves(ply);
  if (depth == 0) return policy_.evaluate(position);
  Score best = -kInfinite;
  for (Move move : moves) {
    position.do_move(move);
    const Score score = -alpha_beta(position, -beta, -std::max(alpha, best), depth - 1, ply + 1, budget);
    position.undo_move();
    best = std::max(best, score);
    if (best >= beta || budget.exhausted()) break;
  }
  return best;
}

}  // namespace engine::search

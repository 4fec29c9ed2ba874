#pragma once

#include <algorithm>

#include "engine/search/policy.h"

/// The definition that the search must agree with: no cuts, no table, no order.
template <engine::search::Policy P>
engine::Score plain_minimax(P& policy, typename P::Position& position, int depth, int ply) {
  if (const auto ended = position.verdict(ply)) return *ended;
  if (depth == 0) return policy.evaluate(position);
  engine::MoveList moves;
  position.generate(moves);
  if (moves.empty()) return position.no_moves(ply);
  engine::Score best = -engine::kInfinite;
  for (engine::Move move : moves) {
    position.do_move(move);
    best = std::max(best, -plain_minimax(policy, position, depth - 1, ply + 1));
    position.undo_move();
  }
  return best;
}

#include "engine/games/xiangqi/network_evaluator.h"

#include "engine/games/xiangqi/endings.h"
#include "engine/games/xiangqi/evaluation.h"

namespace engine::xiangqi {

const Accumulator& NetworkEvaluator::accumulator_of(const Position& position) {
  constexpr std::size_t kFarthest = 8;  // Plies. From farther back it is cheaper to fill() anew.
  const auto states = position.states();
  const std::size_t now = states.size() - 1;
  std::size_t from = now;
  const auto is_cached = [&](std::size_t ply) { return cached(ply).key == states[ply].key; };
  while (!is_cached(from) && from > 0 && now - from < kFarthest) --from;
  if (!is_cached(from)) {
    fill(cached(now).accumulator, *network_, position.board());
    cached(now).key = states[now].key;
    return cached(now).accumulator;
  }
  for (std::size_t ply = from + 1; ply <= now; ++ply) {
    const Position::State& state = states[ply];
    // A null move changes no piece; whose turn it is is no input.
    if (state.move == kNoMove)
      cached(ply).accumulator = cached(ply - 1).accumulator;
    else
      update(cached(ply).accumulator, cached(ply - 1).accumulator, *network_, state.moved,
             from_of(state.move), to_of(state.move), state.captured);
    cached(ply).key = state.key;
  }
  return cached(now).accumulator;
}

Score NetworkEvaluator::evaluate(const Position& position) {
  const Board& board = position.board();
  const Side us = position.side_to_move();
  const Score correction = output(accumulator_of(position), *network_, us, bucket_of(phase_of(board)));
  const Score before = network_->corrects ? xiangqi::evaluate(position) : 0;
  // Only the correction is scaled: evaluate() has scaled its own part.
  return before + correction * winning_chances(board, before + correction > 0 ? us : other(us)) / kCertain;
}

}  // namespace engine::xiangqi

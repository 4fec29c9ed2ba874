#include "engine/games/xiangqi/network_evaluator.h"

#include "engine/games/xiangqi/endings.h"
#include "engine/games/xiangqi/evaluation.h"

namespace engine::xiangqi {

const Accumulator& NetworkEvaluator::accumulator_of(const Position& position) {
  constexpr std::size_t kFarthest = 8;  // Plies. From farther back it is cheaper to fill() anew.
  const auto steps = position.steps();
  const std::size_t now = steps.size() - 1;
  std::size_t from = now;
  const auto is_cached = [&](std::size_t ply) { return cached(ply).key == steps[ply].key; };
  while (!is_cached(from) && from > 0 && now - from < kFarthest) --from;
  if (!is_cached(from)) {
    fill(cached(now).accumulator, *network_, position.board());
    cached(now).key = steps[now].key;
    return cached(now).accumulator;
  }
  for (std::size_t ply = from + 1; ply <= now; ++ply) {
    const Position::Step& step = steps[ply];
    if (step.move == kNoMove)
      cached(ply).accumulator = cached(ply - 1).accumulator;
    else
      update(cached(ply).accumulator, cached(ply - 1).accumulator, *network_, step.moved, from_of(step.move),
             to_of(step.move), step.captured);
    cached(ply).key = step.key;
  }
  return cached(now).accumulator;
}

Score NetworkEvaluator::evaluate(const Position& position) {
  const Board& board = position.board();
  const Side us = position.side_to_move();
  const Score correction = output(accumulator_of(position), *network_, us, bucket_of(phase_of(board)));
  const Score before = network_->corrects ? xiangqi::evaluate(position) : 0;
  return before + correction * winning_chances(board, before + correction > 0 ? us : other(us)) / kCertain;
}

}  // namespace engine::xiangqi

#include "engine/games/xiangqi/network_judge.h"

#include "engine/games/xiangqi/endings.h"
#include "engine/games/xiangqi/evaluation.h"

namespace engine::xiangqi {

const Accumulators& NetworkJudge::sums_of(const Position& position) {
  constexpr std::size_t kFarthest = 8;  // From farther back it is cheaper to begin anew.
  const auto steps = position.steps();
  const std::size_t now = steps.size() - 1;
  std::size_t from = now;
  const auto is_known = [&](std::size_t ply) { return known(ply).key == steps[ply].key; };
  while (!is_known(from) && from > 0 && now - from < kFarthest) --from;
  if (!is_known(from)) {
    fill(known(now).sums, *network_, position.board());
    known(now).key = steps[now].key;
    return known(now).sums;
  }
  for (std::size_t ply = from + 1; ply <= now; ++ply) {
    const Position::Step& step = steps[ply];
    if (step.move == kNoMove)
      known(ply).sums = known(ply - 1).sums;
    else
      update(known(ply).sums, known(ply - 1).sums, *network_, step.moved, from_of(step.move),
             to_of(step.move), step.captured);
    known(ply).key = step.key;
  }
  return known(now).sums;
}

Score NetworkJudge::evaluate(const Position& position) {
  const Board& board = position.board();
  const Side us = position.side_to_move();
  const Score said = output(sums_of(position), *network_, us, bucket_of(phase_of(board)));
  const Score before = network_->corrects ? xiangqi::evaluate(position) : 0;
  return before + said * winning_chances(board, before + said > 0 ? us : other(us)) / kCertain;
}

}  // namespace engine::xiangqi

#include "engine/search/time_plan.h"

#include <algorithm>

namespace engine::search {

using std::chrono::milliseconds;

Limits plan_time(const Clock& clock, milliseconds overhead) {
  // A game of these lengths is about 80 plies; the share of what is left grows as it goes on.
  // 40 moves of one side; the length of games, not a tuned number.
  constexpr int kExpectedMoves = 40, kMinMovesLeft = 18;
  constexpr double kMaxShareOfClock = 0.3;  // One hard move may take this share of the clock, and
  constexpr int kMaxOptima = 5;             // at most so many times a usual one.
  const int moves_left = clock.moves_to_go.value_or(std::max(kMinMovesLeft, kExpectedMoves - clock.ply / 4));
  const milliseconds reserve = std::min(clock.remaining / 10, milliseconds(1000));
  const milliseconds usable = std::max(clock.remaining - overhead - reserve, milliseconds(1));
  // What is lost on the way is lost with each move to come. A clock that is nearly empty has to be used all
  // the same: it may not be lost after all.
  constexpr int kMinPart = 4;
  const milliseconds lost_later = overhead * (moves_left - 1);
  const milliseconds share = std::max(usable - lost_later, usable / kMinPart) / std::max(moves_left, 1);

  // What comes with each move may be used nearly whole. The parts are guessed.
  // `optimum` spends what a move usually gets: an even share of the clock, and most of what comes back.
  milliseconds optimum = share + clock.increment * 3 / 4 + clock.byoyomi * 4 / 5;
  milliseconds hard = std::min(
      optimum * kMaxOptima, milliseconds(static_cast<milliseconds::rep>(usable.count() * kMaxShareOfClock)));
  // Overtime belongs to this move alone, and increment comes only after it.
  hard = std::max(hard, std::min(optimum, usable)) + std::max(clock.byoyomi - overhead, milliseconds(0));
  milliseconds ceiling = clock.byoyomi > overhead ? clock.remaining + clock.byoyomi - overhead : usable;
  if (clock.per_move) ceiling = std::clamp(*clock.per_move - overhead, milliseconds(1), ceiling);
  Limits limits;
  limits.time = std::clamp(hard, milliseconds(1), ceiling);
  limits.optimum = std::clamp(optimum, milliseconds(1), *limits.time);
  return limits;
}

void IterationTimes::iteration_ended(milliseconds elapsed) {
  // `elapsed` counts from the start of the search, so an iteration took the difference.
  before_last_ = last_;
  last_ = elapsed - end_;
  end_ = elapsed;
}

bool IterationTimes::can_finish_another(milliseconds limit) const {
  // The branching factor is measured by the last two iterations and kept within bounds, since short
  // iterations (0 or 1 ms) measure nothing.
  constexpr double kMinGrowth = 1.3, kMaxGrowth = 4;
  const auto number = [](milliseconds time) { return static_cast<double>(time.count()); };
  const double growth = number(last_) / std::max(number(before_last_), 1.0);
  return number(end_) + number(last_) * std::clamp(growth, kMinGrowth, kMaxGrowth) <= number(limit);
}

void BestMoveStability::iteration_ended(Move best, Score score) {
  // Points of the game: 0.3 of its unit.
  constexpr Score kFall = 30;
  stable_ = best == best_ ? stable_ + 1 : 0;
  equal_ = score == score_ ? equal_ + 1 : 0;
  falling_ = best_ != kNoMove && score < score_ - kFall;
  best_ = best;
  score_ = score;
}

bool BestMoveStability::has_settled_win() const {
  // Iterations in a row with the same win. A clock does without the proof of RootSearch::is_proven() that no
  // win is shorter.
  constexpr int kSameWin = 3;
  return is_win(score_) && equal_ >= kSameWin;
}

double BestMoveStability::share_of_optimum() const {
  // From 1.3 for a new best move down to 0.58 after six stable iterations. Guessed.
  return 1.3 - 0.12 * std::min(stable_, 6) + (falling_ ? 0.7 : 0.0);
}

}  // namespace engine::search

#pragma once

#include <vector>

#include "engine/games/gomoku/network.h"
#include "engine/games/gomoku/pattern_board.h"

namespace engine::gomoku {

/// Evaluates the positions of one searching thread by the network for boards of their size.
///
/// Accumulators are updated lazily: when a position is evaluated, from the nearest position before it on the
/// line whose accumulator is cached. So the moves that solvers try cost nothing, and a second evaluation of a
/// position is one comparison of keys.
template <Rule R>
class NetworkEvaluator {
 public:
  /// @param networks must outlive this.
  explicit NetworkEvaluator(const Networks& networks) : networks_(&networks), cache_(kCachedPlies) {}

  /// What the sum of point weights is wrong by, in centi-stones for the side to move.
  Score correction(const PatternBoard<R>& board) { return evaluated(board).correction; }

 private:
  /// The last position that was evaluated at a ply: another than the one there now where the keys differ.
  struct CachedPly {
    Key key = 0;
    Score correction = 0;
    Accumulator accumulator;
  };
  static constexpr std::size_t kCachedPlies = 128;
  // A ring: a line longer than it overwrites its beginning, which the keys then tell.
  CachedPly& cached(std::size_t moves) { return cache_[moves % kCachedPlies]; }

  /// Valid until the next call.
  const CachedPly& evaluated(const PatternBoard<R>& board);
  void fill(Accumulator& accumulator, const PatternBoard<R>& board);

  const Networks* networks_;
  std::vector<CachedPly> cache_;
  std::vector<CombinationChange> combinations_;  // Only while an accumulator is filled.
};

template <Rule R>
auto NetworkEvaluator<R>::evaluated(const PatternBoard<R>& board) -> const CachedPly& {
  constexpr std::size_t kFarthest = 6;  // Plies. From farther back it is cheaper to fill() anew.
  const std::size_t now = board.moves();
  const auto is_cached = [&](std::size_t moves) { return cached(moves).key == board.key_at(moves); };
  // Keys identify positions here as in the TT; a board of another game or rule has other keys.
  CachedPly& here = cached(now);
  if (is_cached(now)) return here;
  std::size_t from = now;
  while (!is_cached(from) && from > 0 && now - from < kFarthest) --from;
  const Network& network = networks_->of(board.size());
  if (is_cached(from)) {
    here.accumulator = cached(from).accumulator;
    update(here.accumulator, network, board.changes_since(from));
  } else {
    fill(here.accumulator, board);
  }
  here.key = board.key();
  here.correction = output(here.accumulator, network, board.side_to_move(), bucket_of(board.stones()));
  return here;
}

template <Rule R>
void NetworkEvaluator<R>::fill(Accumulator& accumulator, const PatternBoard<R>& board) {
  const Network& network = networks_->of(board.size());
  accumulator.of = {network.bias, network.bias};
  combinations_.clear();
  for (const Point p : board.empty_points())
    for (const Side side : {Side::first, Side::second})
      if (const Combination now = board.combination(side, p)) combinations_.push_back({side, 0, now});
  update(accumulator, network, combinations_);
}

}  // namespace engine::gomoku

#pragma once

#include <vector>

#include "engine/games/gomoku/network.h"
#include "engine/games/gomoku/pattern_board.h"

namespace engine::gomoku {

/// Judges the positions of one searching thread by the network for boards of their size. The sums of its
/// layer are made when a position is asked about, from those of the nearest position before it on the line,
/// and kept with what they say: what the solvers play costs no sums, and who asks again gets the same answer.
template <Rule R>
class NetworkJudge {
 public:
  /// @param networks must outlive this.
  explicit NetworkJudge(const Networks& networks) : networks_(&networks), line_(kKept) {}

  /// What the sum of point weights is wrong by, in centi-stones for the side to move.
  Score correction(const PatternBoard<R>& board) { return judged(board).correction; }

 private:
  /// What is known of a ply; of another position than the one there now where the keys differ.
  struct Known {
    Key key = 0;
    Score correction = 0;
    Sums sums;
  };
  static constexpr std::size_t kKept = 128;
  Known& known(std::size_t moves) { return line_[moves % kKept]; }

  const Known& judged(const PatternBoard<R>& board);
  void fill(Sums& sums, const PatternBoard<R>& board);

  const Networks* networks_;
  std::vector<Known> line_;
  std::vector<CombinationChange> combinations_;  // Only while sums are made anew.
};

template <Rule R>
auto NetworkJudge<R>::judged(const PatternBoard<R>& board) -> const Known& {
  constexpr std::size_t kFarthest = 6;  // From farther back it is cheaper to begin anew.
  const std::size_t now = board.moves();
  const auto is_known = [&](std::size_t moves) { return known(moves).key == board.key_at(moves); };
  Known& here = known(now);
  if (is_known(now)) return here;
  std::size_t from = now;
  while (!is_known(from) && from > 0 && now - from < kFarthest) --from;
  const Network& network = networks_->of(board.size());
  if (is_known(from)) {
    here.sums = known(from).sums;
    update(here.sums, network, board.changes_since(from));
  } else {
    fill(here.sums, board);
  }
  here.key = board.key();
  here.correction = output(here.sums, network, board.side_to_move(), bucket_of(board.stones()));
  return here;
}

template <Rule R>
void NetworkJudge<R>::fill(Sums& sums, const PatternBoard<R>& board) {
  const Network& network = networks_->of(board.size());
  sums.of = {network.bias, network.bias};
  combinations_.clear();
  for (const Point p : board.empty_points())
    for (const Side side : {Side::first, Side::second})
      if (const Combination now = board.combination(side, p)) combinations_.push_back({side, 0, now});
  update(sums, network, combinations_);
}

}  // namespace engine::gomoku

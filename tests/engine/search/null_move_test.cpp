// Null move in games drawn by hand: what it may be trusted with, and what it must not change.

#include <gtest/gtest.h>

#include <map>

#include "engine/core/zobrist.h"
#include "engine/search/team.h"
#include "tests/engine/search/plain_minimax.h"

namespace {

using namespace engine;

/// A game of mutual zugzwang: on square 1 the side to move loses, and evaluates itself as ahead.
///
///     0, first to move:   2 is worth -30, 1 wins
///     1, second to move:  3, and there the first wins by 5, 7; if it could pass, the first would have to
///     1, first to move:   4, and there the second has won
class Zugzwang {
 public:
  Side side_to_move() const { return line_.size() % 2 == 1 ? Side::first : Side::second; }
  Key key() const {
    return SplitMix64(static_cast<std::uint64_t>(2 * at() + (side_to_move() == Side::first)))();
  }
  void generate(MoveList& moves) const {
    static const std::map<std::pair<int, Side>, std::vector<int>> kWays = {{{0, Side::first}, {1, 2}},
                                                                           {{1, Side::second}, {3}},
                                                                           {{1, Side::first}, {4}},
                                                                           {{3, Side::first}, {5}},
                                                                           {{5, Side::second}, {7}}};
    if (const auto found = kWays.find({at(), side_to_move()}); found != kWays.end())
      for (int to : found->second) moves.push_back(Move(to));
  }
  void do_move(Move move) { line_.push_back(static_cast<int>(move)); }
  void undo_move() { line_.pop_back(); }
  void do_null_move() { line_.push_back(at()); }
  void undo_null_move() { line_.pop_back(); }
  std::optional<Score> verdict(int ply) const {
    if (at() == 2) return 30;           // For the second side, which is to move.
    if (at() == 4) return win_in(ply);  // Likewise.
    if (at() == 7) return win_in(ply);  // For the first.
    return std::nullopt;
  }
  Score no_moves(int) const { return 0; }
  int at() const { return line_.back(); }

 private:
  std::vector<int> line_ = {0};
};

struct ZugzwangPolicy {
  using Position = Zugzwang;
  /// The second side thinks well of what follows square 1 until it sees its end.
  Score evaluate(const Zugzwang& position) { return position.side_to_move() == Side::second ? 100 : -100; }
  void order(const Zugzwang&, std::span<ScoredMove> moves) {
    for (ScoredMove& scored : moves) scored.score = scored.move == Move(2) ? 1 : 0;
  }
  bool may_try_null_move(const Zugzwang&) { return true; }
};

TEST(NullMove, IsVerifiedWhereItsWordWouldDecideADeepSearch) {
  Zugzwang game;
  ZugzwangPolicy policy;
  const Score truth = plain_minimax(policy, game, 12, 0);
  ASSERT_TRUE(is_win(truth));
  const auto best = [](int depth) {
    return search::Team<ZugzwangPolicy>({.hash_bytes = 1 << 16})
        .search(Zugzwang(), {.depth = depth}, {}, {})
        .lines.front();
  };
  // A shallow search believes that to pass is no better than to move,
  EXPECT_EQ(best(8).pv.front(), Move(2));
  // a deep one asks again.
  EXPECT_EQ(best(12).pv.front(), Move(1));
  EXPECT_EQ(best(12).score, truth);
}

/// As above, for a game that says that to pass is not fair.
struct WithoutNullMove : ZugzwangPolicy {
  bool may_try_null_move(const Zugzwang&) { return false; }
};

TEST(NullMove, IsNotTriedWhereThePolicyForbidsIt) {
  const auto found =
      search::Team<WithoutNullMove>({.hash_bytes = 1 << 16}).search(Zugzwang(), {.depth = 8}, {}, {});
  EXPECT_EQ(found.lines.front().pv.front(), Move(1));
}

}  // namespace

// Results that depend on the path: a repetition is one only where the position was met before.

#include <gtest/gtest.h>

#include <map>

#include "engine/core/zobrist.h"
#include "engine/search/team.h"
#include "tests/engine/search/plain_minimax.h"

namespace {

using namespace engine;

/// A game drawn by hand: the side that comes back to a square of this line has lost, as perpetual check
/// loses.
///
///     0 -> 1 -> 3 -> 1 (the first side repeats), 4 (-50)        0 -> 1 is worth -50:
///          1 -> 5 (-20)                                         the second side goes to 3.
///     0 -> 2 -> 3 -> 1 -> 5 (-20), 3 (the second repeats)       0 -> 2 is worth -20: nothing is repeated
///                                                               at 3 -> 1, and it is the second's turn to
///                                                               choose.
class Walk {
 public:
  static constexpr Score kForfeit = 10'000;

  Side side_to_move() const { return line_.size() % 2 == 1 ? Side::first : Side::second; }
  Key key() const { return SplitMix64(static_cast<std::uint64_t>(at()))(); }
  void generate(MoveList& moves) const {
    if (const auto found = kWays.find(at()); found != kWays.end())
      for (int to : found->second) moves.push_back(Move(to));
  }
  void do_move(Move move) { line_.push_back(static_cast<int>(move)); }
  void undo_move() { line_.pop_back(); }
  std::optional<Score> verdict(int ply) const {
    if (verdict_depends_from(ply) >= 0) return kForfeit;  // The mover forfeits.
    if (at() == 4) return side_to_move() == Side::first ? -50 : 50;
    if (at() == 5) return side_to_move() == Side::first ? -20 : 20;
    return std::nullopt;
  }
  int verdict_depends_from(int) const {
    for (std::size_t i = 0; i + 1 < line_.size(); ++i)
      if (line_[i] == at()) return static_cast<int>(i);
    return at() == 4 || at() == 5 ? INT_MAX : -1;
  }
  Score no_moves(int) const { return 0; }

 private:
  int at() const { return line_.back(); }
  inline static const std::map<int, std::vector<int>> kWays = {
      {0, {1, 2}}, {1, {3, 5}}, {2, {3}}, {3, {1, 4}}};
  std::vector<int> line_ = {0};
};

struct WalkPolicy {
  using Position = Walk;
  Score evaluate(const Walk&) { return 0; }
  void order(const Walk&, std::span<ScoredMove> moves) {
    for (ScoredMove& scored : moves) scored.score = 0;
  }
};

// Square 3, first met on the way over 1, is worth -50 there and -20 elsewhere.
TEST(Repetition, JudgedOnOnePathSaysNothingOfAnother) {
  Walk walk;
  WalkPolicy policy;
  for (int depth = 1; depth <= 8; ++depth) {
    const Score expected = plain_minimax(policy, walk, depth, 0);
    const int techniques = static_cast<int>(search::Technique::table);
    search::Team<WalkPolicy> team({.hash_bytes = 1 << 16, .parameters = {{"techniques", techniques}}});
    const auto found = team.search(walk, {.depth = depth}, {}, {});
    EXPECT_EQ(found.lines.front().score, expected) << "depth " << depth;
    if (depth >= 4) {
      EXPECT_EQ(found.lines.front().pv.front(), Move(2));
    }
  }
}

}  // namespace

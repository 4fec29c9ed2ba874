#include "engine/search/histories.h"

#include <gtest/gtest.h>

#include "tests/engine/search/drop_four.h"

namespace engine::search {
namespace {

constexpr Killers::Pair kNone = {kNoMove, kNoMove};

// They used to be forgotten by every parent, so that cousins learned nothing of each other.
TEST(Killers, CousinsShareThem) {
  Killers killers;
  killers.visit(3);
  killers.visit(4);
  killers.remember(5, Move(7));
  killers.visit(4);  // A sister of the parent,
  EXPECT_EQ(killers.at(5)[0], Move(7)) << "whose children are cousins";
  killers.visit(3);  // A sister of the grandparent.
  EXPECT_EQ(killers.at(5), kNone);
}

TEST(Killers, AreTheLastTwoDifferentOnes) {
  Killers killers;
  EXPECT_EQ(killers.at(0), kNone);
  for (int move : {1, 2, 2, 3}) killers.remember(0, Move(move));
  EXPECT_EQ(killers.at(0), (Killers::Pair{Move(3), Move(2)}));
  killers.visit(kMaxPly);  // The last ply has grandchildren too.
  killers.forget();
  EXPECT_EQ(killers.at(0), kNone);
}

using drop_four::PlainPolicy;
using drop_four::Position;
using drop_four::Side;

struct Indexed : PlainPolicy {
  static constexpr std::size_t kMoveIndices = drop_four::kColumns;
  static std::size_t move_index(const Position&, Move move) { return index(move); }
};

Node node_behind(Budget& budget, const Node* parent) {
  return {.depth = 1, .ply = 0, .alpha = 0, .beta = 1, .budget = budget, .parent = parent};
}

TEST(Histories, FadeAndStayBounded) {
  Histories<PlainPolicy> histories;
  Budget budget(Limits{}, {});
  const Node root = node_behind(budget, nullptr);
  Position first, second;
  second.do_move(Move(0));
  for (int i = 0; i < 1000; ++i) histories.reward_quiet(first, root, Move(3), 2000);
  const auto max = histories.quiet(first, root, Move(3));
  EXPECT_LE(max, kHistoryMax);
  EXPECT_GT(max, kHistoryMax / 2);
  EXPECT_EQ(histories.quiet(second, root, Move(3)), 0);
  histories.age();
  EXPECT_EQ(histories.quiet(first, root, Move(3)), max / 2);
  histories.forget();
  EXPECT_EQ(histories.quiet(first, root, Move(3)), 0);
}

// The same move is a good one after one move and not after another.
TEST(Histories, RememberWhatWasPlayedBefore) {
  Histories<Indexed> histories;
  Budget budget(Limits{}, {});
  Node grandparent = node_behind(budget, nullptr);
  Node parent = node_behind(budget, &grandparent);
  const Node node = node_behind(budget, &parent);
  const Position position;
  grandparent.move_index = 1;
  parent.move_index = 2;
  histories.reward_quiet(position, node, Move(3), 1000);
  EXPECT_EQ(histories.quiet(position, node, Move(3)), 3000) << "butterfly, one ply ago, two plies ago";
  parent.move_index = 4;
  EXPECT_EQ(histories.quiet(position, node, Move(3)), 2000);
  grandparent.move_index = Node::kNoIndex;  // A null move.
  EXPECT_EQ(histories.quiet(position, node, Move(3)), 1000);
  EXPECT_EQ(histories.quiet(position, node, Move(2)), 0);
  histories.forget();
  grandparent.move_index = 1;
  EXPECT_EQ(histories.quiet(position, node, Move(3)), 0);
}

TEST(Corrections, AreLearnedByTheLastMoveAndByTheLastTwo) {
  Corrections corrections;
  Budget budget(Limits{}, {});
  Node grandparent = node_behind(budget, nullptr);
  Node parent = node_behind(budget, &grandparent);
  const Node node = node_behind(budget, &parent);
  grandparent.move = Move(1);
  parent.move = Move(2);
  EXPECT_EQ(corrections.at(node, Side::first), 0);
  for (int i = 0; i < 200; ++i) corrections.learn(node, Side::first, 100, 15);
  EXPECT_NEAR(corrections.at(node, Side::first), 100, 2);
  EXPECT_EQ(corrections.at(node, Side::second), 0);
  grandparent.move = Move(3);
  EXPECT_NEAR(corrections.at(node, Side::first), 50, 1) << "the last move is the same";
  parent.move = Move(4);
  EXPECT_EQ(corrections.at(node, Side::first), 0);
}

TEST(Corrections, LearnMoreFromDeepSearchesAndStayBounded) {
  Corrections shallow, deep;
  Budget budget(Limits{}, {});
  const Node root = node_behind(budget, nullptr);  // No moves before it.
  shallow.learn(root, Side::first, 300, 1);
  deep.learn(root, Side::first, 300, 10);
  EXPECT_GT(shallow.at(root, Side::first), 0);
  EXPECT_GT(deep.at(root, Side::first), 3 * shallow.at(root, Side::first));
  for (int i = 0; i < 1000; ++i) deep.learn(root, Side::first, engine::kInfinite, kMaxPly);
  EXPECT_EQ(deep.at(root, Side::first), 127);
  for (int i = 0; i < 1000; ++i) deep.learn(root, Side::first, -engine::kInfinite, kMaxPly);
  EXPECT_EQ(deep.at(root, Side::first), -127);
}

TEST(CounterMoves, AreTheLastAnswers) {
  CounterMoves counters;
  EXPECT_EQ(counters.after(Move(1)), kNoMove);
  counters.remember(Move(1), Move(2));
  counters.remember(Move(1), Move(3));
  EXPECT_EQ(counters.after(Move(1)), Move(3));
  counters.forget();
  EXPECT_EQ(counters.after(Move(1)), kNoMove);
}

}  // namespace
}  // namespace engine::search

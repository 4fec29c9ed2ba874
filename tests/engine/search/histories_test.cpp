#include "engine/search/histories.h"

#include <gtest/gtest.h>

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

TEST(Histories, FadesAndStaysBounded) {
  Histories histories;
  for (int i = 0; i < 1000; ++i) histories.reward(Side::first, Move(5), 2000);
  const auto most = histories.butterfly(Side::first, Move(5));
  EXPECT_LE(most, kHistoryMax);
  EXPECT_GT(most, kHistoryMax / 2);
  EXPECT_EQ(histories.butterfly(Side::second, Move(5)), 0);
  histories.age();
  EXPECT_EQ(histories.butterfly(Side::first, Move(5)), most / 2);
  histories.forget();
  EXPECT_EQ(histories.butterfly(Side::first, Move(5)), 0);
}

}  // namespace
}  // namespace engine::search

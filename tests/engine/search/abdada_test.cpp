#include "engine/search/abdada.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace engine::search {
namespace {

TEST(AbdadaTable, AMoveIsOnesUntilTheMarkGoes) {
  AbdadaTable moves;
  const Key key = AbdadaTable::key_of(12345, Move(7));
  {
    const auto mark = moves.mark(key);
    ASSERT_TRUE(mark);
    EXPECT_FALSE(moves.mark(key));
    EXPECT_TRUE(moves.mark(AbdadaTable::key_of(12345, Move(8)))) << "another move";
    EXPECT_TRUE(moves.mark(AbdadaTable::key_of(54321, Move(7)))) << "another position";
  }
  EXPECT_TRUE(moves.mark(key));
}

TEST(AbdadaTable, AMarkThatMovesIsTakenOffOnce) {
  AbdadaTable moves;
  std::optional<AbdadaTable::Mark> kept;
  {
    auto mark = moves.mark(1);
    kept.emplace(std::move(*mark));
  }
  EXPECT_FALSE(moves.mark(1));
  kept.reset();
  EXPECT_TRUE(moves.mark(1));
}

// Keys without high bits are all of one set.
TEST(AbdadaTable, OfTooManyOneIsForgottenAndNoneStaysForEver) {
  AbdadaTable moves;
  {
    std::vector<std::optional<AbdadaTable::Mark>> marks;
    for (Key key = 1; key <= 10; ++key) marks.push_back(moves.mark(key));
    for (const auto& mark : marks) EXPECT_TRUE(mark);
  }
  for (Key key = 1; key <= 10; ++key) EXPECT_TRUE(moves.mark(key)) << key;
}

struct Given {
  std::vector<int> moves;
  std::size_t at = 0;
  ScoredMove next() { return {at < moves.size() ? Move(moves[at++]) : kNoMove, false, 0}; }
};

TEST(DeferringPicker, DeferredMovesComeOnceMoreAtTheEndWithTheirNumbers) {
  Given picker{{5, 6, 7, 8}};
  DeferringPicker moves(picker, Move(6));
  std::vector<std::pair<int, int>> seen;  // Move and number.
  while (const auto picked = moves.next()) {
    if (picked->number <= 2 && moves.defer(*picked)) continue;
    seen.emplace_back(static_cast<int>(picked->move.move), picked->number);
  }
  EXPECT_EQ(seen, (std::vector<std::pair<int, int>>{{8, 3}, {5, 1}, {7, 2}}));
  EXPECT_EQ(moves.count(), 3);
}

TEST(DeferringPicker, NoMoreAreDeferredThanThereIsRoomFor) {
  Given picker;
  for (int i = 0; i < 100; ++i) picker.moves.push_back(i);
  DeferringPicker moves(picker, kNoMove);
  int deferred = 0, searched = 0;
  while (const auto picked = moves.next()) (moves.defer(*picked) ? deferred : searched)++;
  EXPECT_EQ(searched, 100);
  EXPECT_GT(deferred, 0);
  EXPECT_LT(deferred, 100);
}

}  // namespace
}  // namespace engine::search

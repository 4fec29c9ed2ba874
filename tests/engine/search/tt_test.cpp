#include "engine/search/tt.h"

#include <gtest/gtest.h>

#include <thread>

#include "engine/core/zobrist.h"

namespace engine::search {
namespace {

constexpr TTEntry entry(int depth, Score score = 7, Bound bound = Bound::exact) {
  return {.move = Move(42), .score = score, .eval = -5, .depth = depth, .bound = bound};
}

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table(1 << 16);
  SplitMix64 random(1);
  for (Bound bound : {Bound::upper, Bound::lower, Bound::exact})
    for (Score score : {0, 1, -1, 12345, -12345}) {
      const Key key = random();
      table.store(key, 3,
                  {.move = Move(16000), .score = score, .eval = -score, .depth = 200, .bound = bound});
      const auto found = table.probe(key, 9);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->move, Move(16000));
      EXPECT_EQ(found->score, score);
      EXPECT_EQ(found->eval, -score);
      EXPECT_EQ(found->depth, 200);
      EXPECT_EQ(found->bound, bound);
    }
}

TEST(TranspositionTable, IsEmptyAtFirstAndAfterClear) {
  TranspositionTable table(1 << 12);
  EXPECT_FALSE(table.probe(0, 0)) << "key 0 must not match an empty slot";
  table.store(5, 0, entry(1));
  EXPECT_TRUE(table.probe(5, 0));
  table.clear();
  EXPECT_FALSE(table.probe(5, 0));
}

TEST(TranspositionTable, CountsWinsFromTheReader) {
  TranspositionTable table(1 << 12);
  table.store(1, 4, entry(3, win_in(10)));  // Six plies from the position itself.
  EXPECT_EQ(table.probe(1, 2)->score, win_in(8));
  table.store(2, 4, entry(3, loss_in(10)));
  EXPECT_EQ(table.probe(2, 20)->score, loss_in(26));
}

TEST(TranspositionTable, KeepsTheOldMoveWhenThereIsNoNewOne) {
  TranspositionTable table(1 << 12);
  table.store(1, 0, entry(3));
  TTEntry failed_low = entry(4, -7, Bound::upper);
  failed_low.move = kNoMove;
  table.store(1, 0, failed_low);
  EXPECT_EQ(table.probe(1, 0)->move, Move(42));
  EXPECT_EQ(table.probe(1, 0)->depth, 4);
}

TEST(TranspositionTable, DeepEntriesSurviveShallowOnesButNotNewerSearches) {
  TranspositionTable table(64);  // One bucket: every key meets every other.
  ASSERT_EQ(table.bytes(), 64u);
  for (Key key = 1; key <= 3; ++key) table.store(key, 0, entry(10));
  for (Key key = 100; key < 200; ++key) table.store(key, 0, entry(1));
  for (Key key = 1; key <= 3; ++key) EXPECT_TRUE(table.probe(key, 0));
  for (int search = 0; search < 3; ++search) table.next_generation();
  for (Key key = 200; key < 204; ++key) table.store(key, 0, entry(1));
  for (Key key = 1; key <= 3; ++key) EXPECT_FALSE(table.probe(key, 0));
}

TEST(TTEntry, DecidesByItsBound) {
  EXPECT_TRUE(entry(1, 5, Bound::exact).decides(0, 10));
  EXPECT_FALSE(entry(1, 5, Bound::lower).decides(0, 10));
  EXPECT_TRUE(entry(1, 10, Bound::lower).decides(0, 10));
  EXPECT_FALSE(entry(1, 10, Bound::upper).decides(0, 10));
  EXPECT_TRUE(entry(1, 0, Bound::upper).decides(0, 10));
}

// Two writers of one slot may leave half an entry each; a reader must get a whole one or none.
TEST(TranspositionTable, NeverGivesATornEntry) {
  TranspositionTable table(64);
  const auto write = [&table](std::stop_token stop, std::uint64_t seed) {
    SplitMix64 random(seed);
    while (!stop.stop_requested()) {
      const Key key = 1 + random.below(8);
      const auto depth = static_cast<int>(random.below(100));
      table.store(
          key, 0,
          {.move = Move(key), .score = static_cast<Score>(key), .depth = depth, .bound = Bound::exact});
    }
  };
  std::jthread a(write, 1), b(write, 2);
  for (int found = 0; found < 100'000;)
    for (Key key = 1; key <= 8; ++key)
      if (const auto read = table.probe(key, 0)) {
        ++found;
        ASSERT_EQ(read->move, Move(key));
        ASSERT_EQ(read->score, static_cast<Score>(key));
      }
}

}  // namespace
}  // namespace engine::search

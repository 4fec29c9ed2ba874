#include "engine/search/search_result.h"

#include <gtest/gtest.h>

namespace engine::search {
namespace {

SearchResult found(Score score, int depth, bool proven = false) {
  SearchResult made;
  made.lines.push_back({score, {Move(1)}, proven});
  made.depth = depth;
  return made;
}

TEST(GotFurther, GoesByDepth) {
  EXPECT_TRUE(better_result(found(-50, 9), found(80, 8)));
  EXPECT_FALSE(better_result(found(80, 8), found(-50, 9)));
  EXPECT_FALSE(better_result(found(80, 8), found(20, 8)))
      << "of equal depth the thread that decides when to stop";
}

TEST(GotFurther, ANearerWinIsBetterThanAnyDepth) {
  EXPECT_TRUE(better_result(found(win_in(5), 4), found(300, 20)));
  EXPECT_TRUE(better_result(found(win_in(5), 4), found(win_in(9), 20)));
  EXPECT_FALSE(better_result(found(300, 20), found(win_in(5), 4)));
}

TEST(GotFurther, WhatIsProvenIsNotGivenUpForDepth) {
  EXPECT_TRUE(better_result(found(-200, 4, true), found(300, 20)));
  EXPECT_FALSE(better_result(found(300, 20), found(-200, 4, true)));
}

}  // namespace
}  // namespace engine::search

#include "engine/search/found.h"

#include <gtest/gtest.h>

namespace engine::search {
namespace {

Found found(Score score, int depth, bool proven = false) {
  Found made;
  made.lines.push_back({score, {Move(1)}, proven});
  made.depth = depth;
  return made;
}

TEST(GotFurther, GoesByDepth) {
  EXPECT_TRUE(got_further(found(-50, 9), found(80, 8)));
  EXPECT_FALSE(got_further(found(80, 8), found(-50, 9)));
  EXPECT_FALSE(got_further(found(80, 8), found(20, 8))) << "of equal depth is whoever decides when to stop";
}

TEST(GotFurther, ANearerWinIsBetterThanAnyDepth) {
  EXPECT_TRUE(got_further(found(win_in(5), 4), found(300, 20)));
  EXPECT_TRUE(got_further(found(win_in(5), 4), found(win_in(9), 20)));
  EXPECT_FALSE(got_further(found(300, 20), found(win_in(5), 4)));
}

TEST(GotFurther, WhatIsProvenIsNotGivenUpForDepth) {
  EXPECT_TRUE(got_further(found(-200, 4, true), found(300, 20)));
  EXPECT_FALSE(got_further(found(300, 20), found(-200, 4, true)));
}

}  // namespace
}  // namespace engine::search

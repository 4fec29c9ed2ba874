#include "server/study/pgn_times.h"

#include <gtest/gtest.h>

namespace server::study {
namespace {

TEST(PgnTimesTest, TimesComeBack) {
  for (const long millis : {1L, 999L, 1'000L, 61'500L, 3'600'000L, 366L * 24 * 3'600'000}) {
    std::string comment = "a" + spent_command(Millis(millis)) + "b";
    EXPECT_EQ(take_spent(comment), Millis(millis)) << comment;
    EXPECT_EQ(comment, "ab");
  }
  EXPECT_EQ(spent_command(Millis(0)), "");
  EXPECT_EQ(spent_command(Millis(61'500)), "[%emt 0:01:01.500]");
}

TEST(PgnTimesTest, TakesThoseOfOtherPrograms) {
  std::string comment = "[%emt 00:00:07.5] good";
  EXPECT_EQ(take_spent(comment), Millis(7'500));
  EXPECT_EQ(comment, " good");
}

TEST(PgnTimesTest, WhatIsNoTimeStays) {
  for (const char* const text :
       {"", "[%clk 0:00:01]", "[%emt ]", "[%emt 1", "[%emt 0:60:00]", "[%emt 0:00:60]", "[%emt -1:00:00]",
        "[%emt 0:00:01x]", "[%emt 0:00:01.]", "[%emt 0:00:01.1234]", "[%emt 0:00:01.-1]", "[%emt 9999:00:00]",
        "[%emt 5]"}) {
    std::string comment = text;
    EXPECT_FALSE(take_spent(comment)) << text;
    EXPECT_EQ(comment, text);
  }
}

}  // namespace
}  // namespace server::study

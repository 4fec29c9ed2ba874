#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/cli/talk.h"

namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;

TEST(Gtp, AnswersByNumber) {
  EXPECT_EQ(talk("protocol_version\n"), "= 2\n\n");
  EXPECT_EQ(talk("17 protocol_version # why not\nquit\nname\n"), "=17 2\n\n= \n\n") << "nothing after quit";
  EXPECT_THAT(talk("list_commands\n"), HasSubstr("\ngenmove\n"));
  EXPECT_EQ(talk("known_command genmove\nknown_command dance\ndance\n"),
            "= true\n\n= false\n\n? unknown command\n\n");
}

TEST(Gtp, PlaysAndTakesBack) {
  const std::string said = talk(
      "boardsize 8\nclear_board\ntime_settings 0 1 100\nplay black D3\ngenmove white\nundo\nplay w "
      "c3\nshowboard\n");
  EXPECT_THAT(said, MatchesRegex("= \n\n= \n\n= \n\n= \n\n= [A-H][1-8]\n\n= \n\n= \n\n= [-XO]* X\n\n"));
}

TEST(Gtp, RefusesWhatIsNotRight) {
  for (const char* bad : {"boardsize", "boardsize 19", "play black", "play red d3", "play white d3",
                          "play black a1", "play black h9", "genmove", "genmove white", "undo",
                          "time_settings 1", "time_left black x", "play black pass"})
    EXPECT_THAT(talk("clear_board\n" + std::string(bad) + '\n'), MatchesRegex("= \n\n\\? .*\n\n")) << bad;
}

TEST(Gtp, KeepsItsTime) {
  // A second for the game, one for a hundred moves, half a second left of two moves.
  for (const char* time :
       {"time_settings 1 0 0", "time_settings 0 1 100", "time_settings 10 5 5\ntime_left b 0 2"})
    EXPECT_THAT(talk(std::string("clear_board\n") + time + "\ngenmove b\n"),
                ContainsRegex("= [A-H][1-8]\n\n$"))
        << time;
}

}  // namespace

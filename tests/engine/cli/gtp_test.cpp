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

TEST(Gtp, PlaysOnSmallerBoards) {
  const std::string said =
      talk("boardsize 4\nplay b b1\nshowboard\nclear_board\nshowboard\nplay b f4\nboardsize 6\nshowboard\n");
  EXPECT_EQ(said,
            "= \n\n= \n\n= -X---XX--XO----- O\n\n= \n\n= -----OX--XO----- X\n\n? illegal move\n\n= \n\n= " +
                std::string(14, '-') + "OX----XO" + std::string(14, '-') + " X\n\n");
}

TEST(Gtp, CountsTheDiscsOfASmallerBoard) {
  std::string commands = "boardsize 4\n";
  bool black = true;
  for (const char* move : {"b1", "a1", "a2", "c1", "d1", "b4", "a4", "d2", "c4", "a3", "d3"}) {
    commands += std::string("play ") + (black ? "b " : "w ") + move + '\n';
    black = !black;
  }
  EXPECT_THAT(talk(commands + "final_score\n"), HasSubstr("= B+3\n"))
      << "six discs against nine, one square empty";
}

TEST(Gtp, RefusesWhatIsNotRight) {
  for (const char* bad : {"boardsize", "boardsize 19", "boardsize 5", "boardsize -6", "play black",
                          "play red d3", "play white d3", "play black a1", "play black h9", "genmove",
                          "genmove white", "undo", "time_settings 1", "time_left black x", "play black pass"})
    EXPECT_THAT(talk("clear_board\n" + std::string(bad) + '\n'), MatchesRegex("= \n\n\\? .*\n\n")) << bad;
}

// gogui-twogtp plays each game on until both sides have passed, and takes passes back like moves.
TEST(Gtp, AGameThatIsOverEndsByPasses) {
  std::string game = "clear_board\nfinal_score\ntime_settings 0 1 100\n";
  for (int ply = 0; ply < 70; ++ply) game += ply % 2 == 0 ? "genmove b\n" : "genmove w\n";
  const std::string said = talk(game + "play b pass\nplay white PASS\nundo\nplay w pass\nfinal_score\n");
  EXPECT_THAT(said, HasSubstr("? the game is not over\n"));
  EXPECT_THAT(said, ContainsRegex("= PASS\n\n= PASS\n\n= \n\n= \n\n= \n\n= \n\n= ([BW]\\+[0-9]+|0)\n\n$"));
}

// Black captures everything in nine moves, and so loses by all its discs.
TEST(Gtp, TellsWhoWonByHowMuch) {
  std::string game = "clear_board\n";
  bool black = true;
  for (const char* move : {"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"}) {
    game += std::string("play ") + (black ? "b " : "w ") + move + '\n';
    black = !black;
  }
  EXPECT_THAT(talk(game + "final_score\n"), ContainsRegex("= W\\+13\n\n$"));
}

TEST(Gtp, TakesTheBoundForNumbersOfAnySize) {
  EXPECT_EQ(talk("clear_board\ntime_settings 99999999999999999999 0 0\ntime_left w 1 -99999999999999999999\n"
                 "time_settings 1 x 0\n"),
            "= \n\n= \n\n= \n\n? syntax error\n\n");
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

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/cli/talk.h"

namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

TEST(NBoard, TellsTheMoveAndDoesNotPlayIt) {
  const std::string said = Conversation({{"nboard 2"},
                                         {"set depth 4"},
                                         {"ping 3"},
                                         {"move D3"},
                                         {"go", "\nstatus\n"},
                                         {"go", "\nstatus\n"},
                                         {"ping 4", "pong 4\n"},
                                         {"quit"},
                                         {"ping 5"}})
                               .run();
  EXPECT_THAT(
      said, ContainsRegex(
                "set myname Sanqi\npong 3\nstatus thinking\nnodestats [0-9]+ [0-9.e+-]+\n=== ([A-H][1-8])/"));
  EXPECT_THAT(said, HasSubstr("pong 4\n"));
  EXPECT_THAT(said, Not(HasSubstr("pong 5")));
  const auto first = said.find("===");
  EXPECT_EQ(said.substr(first, 6), said.substr(said.find("===", first + 1), 6)) << "the same position twice";
}

TEST(NBoard, IsKnownByItsOtherFirstWords) {
  EXPECT_EQ(talk("ping 1\nquit\n"), "pong 1\n") << "as the match program of NBoard's author begins";
  EXPECT_THAT(talk("set depth 1\ngo\n"), HasSubstr("=== "));
}

const std::string kBoard = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

TEST(NBoard, SetsAGame) {
  const std::string game = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[0]TY[8a]" + kBoard;
  EXPECT_THAT(talk("nboard 2\nset depth 1\n" + game + "B[D3//0.5]W[C3/1.2/3];)\nmove D3\n"),
              HasSubstr("status illegal move D3"))
      << "a disc lies there";
  // What cannot be read changes nothing: d3 can still be played.
  for (const char* bad : {"B[D3]W[D3];)", "B[XX];)"})
    EXPECT_THAT(talk("nboard 2\n" + game + bad + "\nmove d3\nping 1\n"),
                MatchesRegex("set myname Sanqi\nstatus the game cannot be read\npong 1\n"))
        << bad;
  EXPECT_THAT(talk("nboard 2\nset game (;BO[8 ---];)\nset game (;BO[10 ]\nset game BO\nset\nping 1\n"),
              HasSubstr("pong 1"));
}

TEST(NBoard, GivesHints) {
  for (const char* hint : {"hint 3", "hint 0", "hint x", "hint 99999999999999999999"})
    EXPECT_THAT(Conversation({{"nboard 2"}, {"set depth 2"}, {hint, "\nstatus\n"}}).run(),
                ContainsRegex("search [A-H][1-8]([A-H][1-8])? -?[0-9.]+ 0 2\n"))
        << hint;
}

// Depth 60 takes hours on an opening.
TEST(NBoard, AnyCommandEndsASearch) {
  for (const char* ask : {"go", "hint 4"})
    for (const char* command : {"ping 1", "move D3", "set depth 1", "nonsense"}) {
      const std::string said =
          Conversation(
              {{"nboard 2"}, {"set depth 60"}, {ask, "status thinking\n"}, {command}, {"ping 2", "pong 2"}})
              .run();
      EXPECT_THAT(said,
                  ContainsRegex("status thinking\n(search|nodestats)[^=]*(=== [A-H][1-8][^\n]*\n)?status\n"))
          << ask << ", " << command;
      EXPECT_THAT(said, Not(HasSubstr("illegal")));
    }
  EXPECT_THAT(Conversation({{"nboard 2"}, {"set depth 60"}, {"go", "status thinking\n"}, {"quit"}}).run(),
              ContainsRegex("=== [A-H][1-8]"));
}

TEST(NBoard, KeepsItsDepthWhereItIsToldNone) {
  for (const char* bad : {"set depth x", "set depth"})
    EXPECT_THAT(Conversation({{"nboard 2"}, {"set depth 3"}, {bad}, {"hint 1", "\nstatus\n"}}).run(),
                ContainsRegex(" 0 3\n"))
        << bad;
}

TEST(NBoard, PassesOverWhatItDoesNotKnow) {
  EXPECT_EQ(talk("nboard 2\nset contempt 0\nlearn\n\nwhatever\nping 9\n"), "set myname Sanqi\npong 9\n");
}

}  // namespace

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/cli/talk.h"

namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

/// So that each answer takes a moment only.
const std::string kQuick = "INFO max_node 500\n";

TEST(Gomocup, BeginsAndAnswers) {
  EXPECT_EQ(talk("START 15\n" + kQuick + "BEGIN\nEND\nBEGIN\n"), "OK\n7,7\n") << "nothing after END";
  EXPECT_THAT(talk("START 20\r\n" + kQuick + "TURN 9,9\r\n"), MatchesRegex("OK\n[0-9]+,[0-9]+\n"));
  EXPECT_THAT(talk("ABOUT\n"), HasSubstr("name=\"Sanqi\""));
}

TEST(Gomocup, TakesABoardInAnyOrder) {
  // Four of the opponent, of which one end is ours: it fills the other.
  const std::string board = "4,7,2\n3,7,1\n6,7,2\n0,0,1\n5,7,2\n2,2,1\n7,7,2\nDONE\n";
  EXPECT_EQ(talk("START 15\n" + kQuick + "BOARD\n" + board), "OK\n8,7\n");
  // Its own four goes before.
  EXPECT_EQ(
      talk("START 15\n" + kQuick + "BOARD\n0,1,1\n0,2,1\n0,3,1\n0,0,1\n4,7,2\n5,7,2\n6,7,2\n7,7,2\nDONE\n"),
      "OK\n0,4\n");
}

TEST(Gomocup, KnowsTheRuleByItsBits) {
  // A six for black: no five where five must be exact.
  const std::string six =
      "BOARD\n0,0,1\n1,0,1\n2,0,1\n4,0,1\n5,0,1\n0,9,2\n2,9,2\n4,9,2\n6,9,2\n8,9,2\nDONE\n";
  EXPECT_EQ(talk("START 15\n" + kQuick + "INFO rule 0\n" + six), "OK\n3,0\n");
  for (const char* bits : {"1", "4", "8"})
    EXPECT_NE(talk("START 15\n" + kQuick + "INFO rule " + bits + "\n" + six), "OK\n3,0\n") << bits;
}

// The opponent's open three in the middle must be answered, and then the four that 7,0 makes at the edge. In
// caro 9,0 closes it as well.
TEST(Gomocup, KeepsTheStonesWhenTheRuleIsTold) {
  const std::string board =
      "BOARD\n4,0,2\n5,0,2\n6,0,2\n6,7,2\n7,7,2\n8,7,2\n3,0,1\n0,14,1\n14,14,1\n0,10,1\n14,10,1\nDONE\n";
  for (const char* rule : {"0", "1", "4", "8"}) {
    const std::string told = "INFO rule " + std::string(rule) + "\n";
    EXPECT_THAT(talk("START 15\n" + kQuick + "INFO rule 1\n" + board + told + "TURN 7,0\n"),
                MatchesRegex("OK\n[0-9]+,[0-9]+\n[89],0\n"))
        << rule << ": after BOARD";
    EXPECT_THAT(
        talk("START 15\n" + kQuick + board + "TURN 7,0\nTAKEBACK 8,0\n" + told + "TAKEBACK 7,0\nTURN 7,0\n"),
        MatchesRegex("OK\n[0-9]+,[0-9]+\n8,0\nOK\nOK\n[89],0\n"))
        << rule << ": after TAKEBACK";
  }
}

TEST(Gomocup, TakesBackAndBeginsAgain) {
  const std::string said =
      talk("START 15\n" + kQuick + "TURN 7,7\nTAKEBACK 7,7\nRESTART\nTURN 0,0\nTAKEBACK 0,0\n");
  EXPECT_THAT(said, MatchesRegex("OK\n[0-9]+,[0-9]+\nERROR[^\n]*\nOK\n[0-9]+,[0-9]+\nERROR[^\n]*\n"))
      << "our answer was the last stone";
  const std::string again =
      talk("START 15\n" + kQuick + "BOARD\n7,7,2\n0,0,1\n8,8,2\nDONE\nTAKEBACK 0,0\nTURN 0,0\n");
  EXPECT_THAT(again, MatchesRegex("OK\n[0-9]+,[0-9]+\nOK\nERROR[^\n]*\n"))
      << "the side whose stone went is to move";
}

TEST(Gomocup, KeepsTimeLimits) {
  for (const char* limit : {"INFO timeout_turn 0\n", "INFO timeout_turn 50\n",
                            "INFO timeout_match 1000\nINFO time_left 60\n", "INFO time_left -5\n"}) {
    // A limit that is not kept leaves the one before, of a day.
    const std::string usual = "START 15\nINFO timeout_turn 86400000\n";
    EXPECT_THAT(talk(usual + limit + "TURN 7,7\n"), MatchesRegex("OK\n[0-9]+,[0-9]+\n")) << limit;
  }
}

TEST(Gomocup, ChoosesInSwap2) {
  EXPECT_THAT(talk("START 15\n" + kQuick + "SWAP2BOARD\nDONE\n"),
              MatchesRegex("OK\n7,7( [0-9]+,[0-9]+){2}\n"));
  // Black has an open three and the stones are white's only: black is worth having.
  EXPECT_EQ(talk("START 15\n" + kQuick + "SWAP2BOARD\n7,7\n0,0\n8,7\n14,14\n9,7\nDONE\n"), "OK\nSWAP\n");
  EXPECT_THAT(talk("START 15\n" + kQuick + "SWAP2BOARD\n0,0\n7,7\n14,14\nDONE\n"),
              MatchesRegex("OK\n[0-9]+,[0-9]+\n"))
      << "white has the middle";
  EXPECT_THAT(talk("START 15\n" + kQuick + "SWAP2BOARD\n7,7\nDONE\n"), HasSubstr("ERROR"));
}

// Of trios that favour neither side a side is seldom worth having, even after short searches.
TEST(Gomocup, PlacesTwoStonesMoreWhereNeitherSideIsWorthHaving) {
  int of_two = 0;
  for (const char* trio : {"7,7\n9,8\n2,6", "7,7\n10,7\n11,11", "7,7\n9,9\n10,2", "7,7\n10,8\n6,12",
                           "7,7\n10,10\n6,12", "7,7\n9,8\n11,12"}) {
    const std::string said = talk("START 15\n" + kQuick + "SWAP2BOARD\n" + trio + "\nDONE\n");
    EXPECT_THAT(said, MatchesRegex("OK\n(SWAP|[0-9]+,[0-9]+( [0-9]+,[0-9]+)?)\n"));
    of_two += said.find(' ') != std::string::npos;
  }
  EXPECT_GT(of_two, 0);
}

TEST(Gomocup, RefusesClearlyWhatItCannotDo) {
  EXPECT_THAT(talk("RECTSTART 15,20\n"), HasSubstr("ERROR"));
  for (const char* bad : {"START 3", "START 21", "START 99999999999", "START x", "BEGIN"})
    EXPECT_THAT(talk("INFO a b\n" + std::string(bad) + '\n'), HasSubstr("ERROR")) << bad;
  for (const char* bad : {"TURN", "TURN 7", "TURN -1,0", "TURN 15,0", "TURN a,b", "TAKEBACK 3,3",
                          "TAKEBACK 99,99", "BOARD\n1,1,1\n1,1,2\nDONE", "BOARD\nx\nDONE",
                          "BOARD\n1,1,1\n2,2,1\nDONE", "BOARD\n1,1,3\nDONE", "BOARD\n20,1,2\nDONE"})
    EXPECT_THAT(talk("START 15\n" + kQuick + bad + '\n'), HasSubstr("ERROR")) << bad;
  EXPECT_THAT(talk("START 15\nPLAY 1,1\n"), HasSubstr("UNKNOWN"));
}

}  // namespace

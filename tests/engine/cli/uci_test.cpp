#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/engine/cli/talk.h"

namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(Uci, GreetsAndListsItsOptions) {
  const std::string said = talk("uci\nisready\nquit\n");
  EXPECT_THAT(said, HasSubstr("id name Sanqi"));
  EXPECT_THAT(
      said,
      HasSubstr("option name UCI_Variant type combo default xiangqi var xiangqi var gomoku var antireversi"));
  for (const char* option : {"GomokuRule", "Hash", "Threads", "MultiPV", "Move Overhead", "Skill Level"})
    EXPECT_THAT(said, HasSubstr(std::string("option name ") + option));
  EXPECT_THAT(said, ContainsRegex("uciok\nreadyok\n$"));
}

// A tied input flushes the output before each line that it reads, and so from a second thread.
TEST(Uci, OnlyOneThreadAtATimeTouchesTheOutput) {
  std::istringstream in("uci\nquit\n");
  std::ostringstream out;
  in.tie(&out);
  engine::cli::speak(in, out);
  EXPECT_EQ(in.tie(), nullptr);
}

TEST(Uci, PlaysEveryGame) {
  EXPECT_THAT(talk("uci\nposition startpos moves h2e2\ngo depth 3\n"),
              ContainsRegex("bestmove [a-i][0-9][a-i][0-9]\n$"));
  EXPECT_THAT(
      talk("uci\nsetoption name UCI_Variant value gomoku\nposition startpos moves h8 i9\ngo depth 2\n"),
      ContainsRegex("bestmove [a-o][0-9]+\n$"));
  EXPECT_THAT(talk("uci\nsetoption name UCI_Variant value antireversi\ngo nodes 2000\n"),
              ContainsRegex("bestmove [a-h][1-8]\n$"));
}

// A line with a move that is not legal leaves the position as it was: nothing half-played is thought about.
TEST(Uci, APositionWithAnIllegalMoveChangesNothing) {
  const auto turn_after = [](const std::string& lines) {
    const std::string said = talk(lines + "d\n");
    return said.substr(said.find("\npos ") + 1, said.find("\nlegal") - said.find("\npos "));
  };
  EXPECT_EQ(turn_after("uci\nposition startpos moves h2e2 h9g7\n"),
            turn_after("uci\nposition startpos moves h2e2 h9g7\nposition startpos moves b2e2 a0a0 b9c7\n"));
}

TEST(Uci, TakesTheOverheadFromItsClock) {
  const auto ms = [](const std::string& overhead) {
    const std::string said = talk("setoption name Move Overhead value " + overhead +
                                  "\nposition startpos\ngo wtime 3000 btime 3000 movestogo 1\n");
    const auto at = said.rfind(" time ");
    return std::stoi(said.substr(at + 6));
  };
  EXPECT_LE(ms("2650"), 100) << "of 3,000 ms 300 are a reserve and 2,650 lost on the way";
}

TEST(Uci, TellsAMateInMoves) {
  const std::string said = talk("uci\nposition fen 4k4/4aR3/4N4/P8/9/9/9/3K5/9/9 w - - 0 1\ngo depth 5\n");
  EXPECT_THAT(said, HasSubstr("score mate 1 "));
  EXPECT_THAT(said, HasSubstr("bestmove e7c8"));
}

TEST(Uci, AnswersAnInfiniteSearchWhenStopped) {
  const std::string said = talk("position startpos\ngo infinite\nisready\nstop\nisready\n");
  EXPECT_THAT(said, ContainsRegex("readyok\n(info.*\n)*bestmove .*\nreadyok\n$"));
  EXPECT_THAT(talk("position startpos\ngo infinite\n"), HasSubstr("bestmove")) << "the end of input stops it";
  EXPECT_THAT(talk("position startpos\ngo infinite\nquit\n"), HasSubstr("bestmove"));
}

TEST(Uci, CountsPerft) {
  EXPECT_THAT(talk("position startpos\ngo perft 2\n"),
              ContainsRegex("h2e2: 45\n(.*\n)*Nodes searched: 1920\n$"));
}

TEST(Uci, PlaysWithAClock) {
  EXPECT_THAT(talk("position startpos\ngo wtime 200 btime 200 winc 0 binc 0 movestogo 40\n"),
              HasSubstr("bestmove"));
  EXPECT_THAT(talk("position startpos\ngo wtime -5 btime 0\n"), HasSubstr("bestmove"));
  EXPECT_THAT(talk("position startpos\ngo movetime 1\n"), HasSubstr("bestmove"));
}

TEST(Uci, ObeysItsOptions) {
  const std::string said = talk(
      "setoption name Hash value 1\nsetoption name Threads value 2\nsetoption name MultiPV value 3\n"
      "setoption name Skill Level value 1\nposition startpos\ngo depth 9\n");
  EXPECT_THAT(said, HasSubstr("multipv 3"));
  EXPECT_THAT(said, Not(HasSubstr("info depth 2 "))) << "level 1 looks one ply ahead";
  EXPECT_THAT(talk("setoption name UCI_Variant value gomoku\nsetoption name GomokuRule value renju\n"
                   "position startpos moves h7 a1 h9 o1 g8 a15 i8 o15 h8\n"),
              HasSubstr("illegal move h8"));
}

TEST(Uci, SearchesTheMovesThatItIsGivenOnly) {
  EXPECT_THAT(talk("position startpos\ngo depth 3 searchmoves a0a1 i0i1\n"),
              ContainsRegex("bestmove (a0a1|i0i1)\n$"));
  EXPECT_THAT(talk("position startpos\ngo searchmoves a0a1 depth 2\n"), HasSubstr("bestmove a0a1"));
}

TEST(Uci, PondersUntilItIsToldThatItWasRight) {
  const std::string hit = talk("position startpos moves h2e2 h9g7\ngo ponder nodes 300\nponderhit\n");
  const auto first = hit.find("bestmove");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(hit.find("bestmove", first + 1), std::string::npos) << "one answer to one question";
  EXPECT_THAT(talk("position startpos\ngo ponder wtime 1 btime 1\nstop\nponderhit\n"),
              ContainsRegex("bestmove [^\n]*\n$"));
}

TEST(Uci, SurvivesBadInput) {
  const std::string said = talk(
      "what is this\nuci\nposition\nposition fen\nposition fen rubbish w\nposition startpos moves h2e2 a0a0 "
      "b2b3\n"
      "position startpos extra\nsetoption\nsetoption name\nsetoption name UCI_Variant value chess\nsetoption "
      "name Hash "
      "value x\nsetoption name GomokuRule value none\ngo depth x nodes\nsetoption name Threads value "
      "99999999999999999999\nsetoption name Threads value 1\ngo depth "
      "-3\nd\nnonsense\n\n\xff\xfe\nstop\nstop\nquit\n");
  EXPECT_THAT(said, HasSubstr("unknown command: what"));
  EXPECT_THAT(said, HasSubstr("illegal move a0a0"));
  EXPECT_THAT(said, HasSubstr("unknown variant chess"));
  EXPECT_THAT(said, HasSubstr("unknown command: nonsense"));
}

TEST(Uci, HasNoMoveWhenTheGameIsOver) {
  EXPECT_THAT(talk("setoption name UCI_Variant value gomoku\nposition startpos moves a1 a2 b1 b2 c1 c2 d1 d2 "
                   "e1\ngo depth 3\n"),
              HasSubstr("bestmove (none)"));
}

}  // namespace

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/cli/talk.h"

namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(Ucci, GreetsAndLeaves) {
  const std::string said = talk("ucci\nisready\nquit\n");
  EXPECT_THAT(said, HasSubstr("id name Sanqi"));
  EXPECT_THAT(said, HasSubstr("option usemillisec type check default true"));
  EXPECT_THAT(said, ContainsRegex("ucciok\nreadyok\nbye\n$"));
}

TEST(Ucci, PlaysByDepthNodesAndTime) {
  for (const char* limit :
       {"depth 2", "nodes 500", "time 100 movestogo 1", "time 1000 increment 0", "draw time 50 opptime 9"})
    EXPECT_THAT(talk(std::string("ucci\nposition startpos moves h2e2\ngo ") + limit + '\n'),
                ContainsRegex("bestmove [a-i][0-9][a-i][0-9]( ponder [a-i][0-9][a-i][0-9])?\n$"))
        << limit;
  EXPECT_THAT(
      talk("ucci\nsetoption usemillisec false\nsetoption hashsize 1\nsetoption randomness tiny\ngo time 1\n"),
      ContainsRegex("bestmove"));
}

TEST(Ucci, TellsScoresAsPlainNumbers) {
  const std::string said = talk("ucci\nposition startpos\ngo depth 1\n");
  EXPECT_THAT(said, ContainsRegex("info depth 1 score -?[0-9]+ nodes"));
  EXPECT_THAT(said, Not(HasSubstr(" cp ")));
}

// Managers forbid what their rules of repetition forbid: to play it loses there.
TEST(Ucci, PlaysNoBannedMove) {
  const auto move_of = [](const std::string& said) { return said.substr(said.rfind("bestmove ") + 9, 4); };
  const std::string go = "go depth 3\n", position = "position startpos\n";
  const std::string best = move_of(talk("ucci\n" + position + go));
  const std::string banned = "ucci\n" + position + "banmoves " + best + '\n';
  EXPECT_NE(move_of(talk(banned + go)), best);
  EXPECT_EQ(move_of(talk(banned + position + go)), best) << "of the position before";
}

TEST(Ucci, HasNoMoveWhenTheGameIsOver) {
  // Red's general has no move and its side no other piece: it is stalemated and loses.
  EXPECT_THAT(talk("ucci\nposition fen 3k5/9/9/9/9/9/9/9/r8/1r2K4 w\ngo depth 1\n"), HasSubstr("nobestmove"));
}

}  // namespace

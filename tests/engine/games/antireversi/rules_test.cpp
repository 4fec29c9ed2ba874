#include "engine/games/antireversi/rules.h"

#include <gtest/gtest.h>

#include "engine/games/game_of.h"

namespace engine::antireversi {
namespace {

static_assert(GameRules<Rules>);

Position position_of(const std::string& text) {
  return Position(Rules::read_position({.pos = text}).value());
}

/// `first_ranks` from a1 on, the rest of the board empty.
Position board(std::string first_ranks, char side) {
  first_ranks.resize(64, '-');
  return position_of(first_ranks + ' ' + side);
}

TEST(Rules, FewerDiscsWin) {
  const Position over = position_of(std::string(40, 'X') + std::string(24, 'O') + " X");
  EXPECT_EQ(Rules::outcome(over), (Outcome{Side::second, "fewest_discs"}));
  const Position first_wins = position_of(std::string(24, 'X') + std::string(40, 'O') + " X");
  EXPECT_EQ(Rules::outcome(first_wins), (Outcome{Side::first, "fewest_discs"}));
  const Position even = position_of(std::string(32, 'X') + std::string(32, 'O') + " O");
  EXPECT_EQ(Rules::outcome(even), (Outcome{std::nullopt, "fewest_discs"}));
}

// "Xo" on the edge of an otherwise empty board: X flips the last disc of O, and loses by it.
TEST(Rules, WipingTheOpponentOutLoses) {
  Position position = board("XO-", 'X');
  EXPECT_EQ(Rules::outcome(position), std::nullopt);
  position.do_move(*Rules::read_notation(position, "c1"));
  EXPECT_EQ(Rules::outcome(position), (Outcome{Side::second, "fewest_discs"}));
  EXPECT_EQ(position.no_moves(1), result(3));
}

TEST(Rules, AnEmptyBoardIsADraw) {
  EXPECT_EQ(Rules::outcome(board("", 'X')), (Outcome{std::nullopt, "fewest_discs"}));
}

// A start without any legal move is over at once, and its result is that of the discs on it.
TEST(Rules, AStartWithoutMovesIsOver) {
  EXPECT_EQ(Rules::outcome(board("X--O--X", 'O')), (Outcome{Side::second, "fewest_discs"}));
}

TEST(Rules, APassIsTheOnlyMoveOfASideThatCannotFlip) {
  const Position position = board("XO", 'O');
  MoveList moves;
  position.generate(moves);
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(Rules::write_move(position, moves[0]), "pass");
  EXPECT_EQ(Rules::outcome(position), std::nullopt);
}

TEST(Rules, SayWhyATextIsNoMove) {
  const Position start;
  EXPECT_EQ(Rules::why_not(start, "hello").code, "syntax");
  EXPECT_EQ(Rules::why_not(start, "").code, "syntax");
  EXPECT_EQ(Rules::why_not(start, "d9").code, "off_board");
  EXPECT_EQ(Rules::why_not(start, "k11").code, "off_board");
  EXPECT_EQ(Rules::why_not(start, "d4").code, "occupied");
  EXPECT_EQ(Rules::why_not(start, "a1").code, "no_flip");
  EXPECT_EQ(Rules::why_not(start, "pass").code, "must_move");
  EXPECT_EQ(Rules::why_not(board("XO", 'O'), "h8").code, "must_pass");
  EXPECT_EQ(Rules::why_not(start, "D3").code, "syntax");
}

TEST(Rules, ReadOtherWaysToWriteAMove) {
  const Position start;
  EXPECT_EQ(Rules::read_notation(start, "D3"), *read_move("d3"));
  EXPECT_EQ(Rules::read_notation(start, "A1"), std::nullopt);
  EXPECT_EQ(Rules::read_notation(start, "PA"), std::nullopt);
  EXPECT_EQ(Rules::read_notation(board("XO", 'O'), "PA"), kPass);
}

TEST(Rules, WriteMovesAsGgfDoes) {
  const auto notations = Rules::notations(Position(), *read_move("f5"));
  ASSERT_EQ(notations.size(), 1u);
  EXPECT_EQ(notations[0].text, "F5");
  EXPECT_EQ(Rules::notations(board("XO", 'O'), kPass)[0].text, "PA");
}

TEST(Rules, RefuseWhatIsNoSetup) {
  EXPECT_EQ(Rules::read_position({.rule = "renju"}).error().code, "unknown_rule");
  EXPECT_EQ(Rules::read_position({.size = 10}).error().code, "bad_size");
  EXPECT_EQ(Rules::read_position({.pos = "X"}).error().code, "syntax");
}

TEST(Rules, ShowThePositionAsItIsRead) {
  const Position position = board("XO", 'O');
  EXPECT_EQ(Rules::look(position).turn, Side::second);
  EXPECT_EQ(write_position(position_of(Rules::look(position).pos)), write_position(position));
}

}  // namespace
}  // namespace engine::antireversi

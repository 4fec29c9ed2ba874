#include "server/library/board_pattern.h"

#include <gtest/gtest.h>

#include "server/library/library_game.h"
#include "tests/server/library/random_games.h"

namespace server {
namespace {

class BoardPatternTest : public testing::Test {
 protected:
  /// The first ply of the game; -1: never.
  int ply(const std::vector<std::string>& moves, const AskedPattern& asked, BoardReplay& replay) {
    const auto pattern = BoardPattern::read(replay, asked);
    if (!pattern) throw std::runtime_error(pattern.error());
    return pattern->find(replay, "", *replay.shape().pack(moves)).value_or(-1);
  }
  int ply(const AskedPattern& asked) { return ply(kGame, asked, *xiangqi_); }
  std::string refused(const AskedPattern& asked) {
    const auto pattern = BoardPattern::read(*xiangqi_, asked);
    return pattern ? "" : pattern.error();
  }

  // Cannons take pawns and a knight; the last takes the cannon.
  const std::vector<std::string> kGame{"h2e2", "h9g7", "e2e6", "g7e6", "b2e2", "b9c7"};
  std::unique_ptr<BoardReplay> xiangqi_ = BoardReplay::of("xiangqi", "standard", 0);
  std::unique_ptr<BoardReplay> gomoku_ = BoardReplay::of("gomoku", "freestyle", 15);
};

TEST_F(BoardPatternTest, FindsPiecesWhereTheyStandWhateverElse) {
  EXPECT_EQ(ply({.board = "9/9/9/9/9/9/9/4C4/9/9"}), 1);
  EXPECT_EQ(ply({.board = "9/9/9/4C4/9/9/9/9/9/9"}), 3);
  EXPECT_EQ(ply({.board = "9/9/9/4R4/9/9/9/9/9/9"}), -1);
  EXPECT_EQ(ply({.board = "9/9/9/9/9/9/9/?\?\?\?C?\?\?\?/9/9"}), 1) << "spelt out";
}

TEST_F(BoardPatternTest, FindsEmptyPoints) {
  EXPECT_EQ(ply({.board = "9/9/9/9/9/9/9/-3C4/9/9"}), 1);
  EXPECT_EQ(ply({.board = "9/9/9/9/9/9/9/4C2-1/9/9"}), 1) << "from where it went";
  EXPECT_EQ(ply({.board = "9/9/9/9/9/9/9/1-2C4/9/9"}), 1) << "or in a mirror";
  EXPECT_EQ(ply({.board = "9/9/9/9/9/9/9/1-2C2-1/9/9"}), 5) << "both have gone";
}

TEST_F(BoardPatternTest, FindsMirroredOnes) {
  const AskedPattern left{.board = "9/9/2n6/9/9/9/9/4C4/9/9"}, right{.board = "9/9/6n2/9/9/9/9/4C4/9/9"};
  EXPECT_EQ(ply(left), 2);
  EXPECT_EQ(ply(right), 2);
}

TEST_F(BoardPatternTest, FindsStonesInAllEightSymmetries) {
  const std::vector<std::string> moves{"h8", "a1", "h9", "b1"};
  std::string board(225, '?');
  board[0] = 'X';
  board[1] = 'X';
  EXPECT_EQ(ply(moves, {.board = board}, *gomoku_), -1) << "in the corner";
  board.assign(225, '?');
  board[7 * 15 + 7] = 'X';
  board[7 * 15 + 6] = 'X';
  board[7 * 15 + 8] = '-';
  EXPECT_EQ(ply(moves, {.board = board}, *gomoku_), 3);
  EXPECT_EQ(ply(moves, {.board = board, .turn = "first"}, *gomoku_), 4);
}

TEST_F(BoardPatternTest, CountsMaterial) {
  EXPECT_EQ(ply({.material = "p4"}), 3);
  EXPECT_EQ(ply({.material = "C1"}), 4);
  EXPECT_EQ(ply({.material = "C1-,p4-"}), 4);
  EXPECT_EQ(ply({.material = "R2+,n2+,C1"}), 4);
  EXPECT_EQ(ply({.material = "C0"}), -1);
  EXPECT_EQ(ply({.board = "9/9/9/4n4/9/9/9/4C4/9/9", .material = "C1"}), 5) << "together with a board";
  EXPECT_EQ(ply({.material = "C2", .turn = "second"}), 1);
}

TEST_F(BoardPatternTest, RefusesWhatAsksNothingOrCannotBe) {
  EXPECT_EQ(refused({}), "pattern");
  EXPECT_EQ(refused({.board = "9/9/9/9/9/9/9/9/9/9"}), "pattern");
  EXPECT_EQ(refused({.turn = "first"}), "pattern");
  for (const char* board : {"9/9", "9/9/9/9/9/9/9/4Q4/9/9", "9/9/9/9/9/9/9/4_4/9/9", "X",
                            "9/9/9/9/9/9/9/4C5/8/9", "9/9/9/9/9/9/9/4C4/9/9/"})
    EXPECT_EQ(refused({.board = board}), "pattern") << board;
  for (const char* material : {"R", "2", "R2*", "Q1", "R-1", "R2,,", "R99999999999"})
    EXPECT_EQ(refused({.material = material}), "material") << material;
  EXPECT_EQ(refused({.material = "R2", .turn = "red"}), "turn");
}

TEST(MaterialCode, PassesOverNoGameThatHadSoFew) {
  const auto replay = BoardReplay::of("xiangqi", "standard", 0);
  const MaterialCode code(replay->start());
  const std::vector<PieceRange> ranges{{'R', 0, 1}, {'p', 0, 3}, {'n', 2}};
  const auto passes = [&](const std::string& board) {
    return ((code.most(ranges) - code.of(board)) & code.guards(ranges)) == code.guards(ranges);
  };
  EXPECT_FALSE(passes(replay->start()));
  EXPECT_TRUE(passes("KRkrpppCCCCCCCCC")) << "more of what is not bound";
  EXPECT_TRUE(passes("Kk"));
  EXPECT_FALSE(passes("KRRk"));
  EXPECT_FALSE(passes("Kkpppp"));
  EXPECT_TRUE(code.of("Kk") > 0) << "or it would not be known";
  EXPECT_EQ(MaterialCode("---").of("XO-"), 0) << "stones come";
}

TEST(MaterialCode, IsKeptWithAGame) {
  PlayedGame game{.game = "xiangqi", .rule = "standard"};
  game.moves = {"h2e2", "h9g7", "e2e6", "g7e6"};
  game.spent.resize(4);
  const auto replay = BoardReplay::of("xiangqi", "standard", 0);
  std::string end = replay->start();
  end.erase(end.find('C'), 1);
  end.erase(end.find('p'), 1);
  EXPECT_EQ(to_library(game)->material, MaterialCode(replay->start()).of(end));
}

}  // namespace
}  // namespace server

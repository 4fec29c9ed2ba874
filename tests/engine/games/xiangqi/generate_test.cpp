#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>

#include "tests/engine/games/xiangqi/array_board.h"
#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

std::vector<Move> moves_of(const Position& position) {
  MoveList list;
  position.generate(list);
  return {list.begin(), list.end()};
}

std::set<std::string> texts_of(const Position& position) {
  std::set<std::string> texts;
  for (const Move move : moves_of(position)) texts.insert(write_move(move));
  return texts;
}

std::set<Move> captures_of(const Position& position) {
  MoveList list;
  position.generate_captures(list);
  return {list.begin(), list.end()};
}

void expect_consistent(const Position& position) {
  ArrayBoard other(write_fen(position));
  const auto moves = moves_of(position);
  ASSERT_EQ(texts_of(position), other.legal_moves()) << write_fen(position);
  ASSERT_EQ(position.in_check(), other.in_check()) << write_fen(position);
  ASSERT_EQ(static_cast<int>(moves.size()), position.count_moves());
  ASSERT_EQ(!moves.empty(), position.has_moves()) << write_fen(position);
  std::set<Move> captures;
  for (const Move move : moves)
    if (position.board().at(to_of(move)) != Piece::none) captures.insert(move);
  ASSERT_EQ(captures_of(position), captures) << write_fen(position);
  ASSERT_EQ(position.key(), position.key_from_scratch());
  ASSERT_EQ(position.psq(), position_of(write_fen(position)).psq());
}

struct Snapshot {
  std::string fen;
  Key key;
  Board board;
};

/// Games of random moves, captures preferred half of the time so that thin boards occur too.
class RandomGames : public testing::TestWithParam<std::uint64_t> {
 protected:
  Move choose(const Position& position) {
    const auto captures = captures_of(position);
    const auto moves = captures.empty() || random_() % 2 ? moves_of(position)
                                                         : std::vector(captures.begin(), captures.end());
    return moves[random_() % moves.size()];
  }
  std::mt19937_64 random_{GetParam()};
};

TEST_P(RandomGames, AgreeWithTheArrayBoardAndUndo) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  Position position = position_of(kStartFen);
  std::vector<Snapshot> past;
  while (past.size() < 150 && position.count_moves() > 0) {
    ASSERT_NO_FATAL_FAILURE(expect_consistent(position));
    past.push_back({write_fen(position), position.key(), position.board()});
    position.do_move(choose(position));
  }
  ASSERT_NO_FATAL_FAILURE(expect_consistent(position));
  for (; !past.empty(); past.pop_back()) {
    position.undo_move();
    ASSERT_EQ(write_fen(position), past.back().fen);
    ASSERT_EQ(position.key(), past.back().key);
    ASSERT_EQ(position.board(), past.back().board);
  }
}

/// From positions where checks, pins and screens are many.
TEST_P(RandomGames, AgreeWithTheArrayBoardFromSharpPositions) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  for (const std::string& line : verified_lines("xiangqi_perft.epd")) {
    Position position = position_of(line.substr(0, line.find(" ;")));
    for (int ply = 0; ply < 6 && position.count_moves() > 0; ++ply) {
      ASSERT_NO_FATAL_FAILURE(expect_consistent(position));
      const Move move = choose(position);
      const Key expected = position.key_after(move);
      position.do_move(move);
      ASSERT_EQ(position.key(), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGames, testing::Range<std::uint64_t>(1, 13));

TEST(XiangqiPosition, NullMoveChangesOnlyTheTurn) {
  Position position = position_of(kStartFen);
  const Board before = position.board();
  const Key key = position.key();
  position.do_null_move();
  EXPECT_EQ(position.board(), before);
  EXPECT_EQ(position.side_to_move(), Side::second);
  EXPECT_NE(position.key(), key);
  EXPECT_EQ(position.key(), position.key_from_scratch());
  position.undo_null_move();
  EXPECT_EQ(position.key(), key);
  EXPECT_EQ(position.side_to_move(), Side::first);
}

}  // namespace
}  // namespace engine::xiangqi

#include "server/library/board_replay.h"

#include <gtest/gtest.h>

#include "tests/server/library/random_games.h"

namespace server {
namespace {

/// All boards of a game, with whose turn it is.
struct BoardList {
  std::vector<std::pair<std::string, engine::Side>> boards;
  std::string board;

  void begin(const std::string& start, engine::Side) { board = start; }
  void set(std::size_t point, char was, char is) {
    EXPECT_EQ(board[point], was);
    board[point] = is;
  }
  bool at(int ply, engine::Side turn, std::optional<MoveNumber>) {
    EXPECT_EQ(static_cast<std::size_t>(ply), boards.size());
    boards.emplace_back(board, turn);
    return true;
  }
};

// It goes by no rules where it can.
TEST(BoardReplay, ShowsTheBoardsThatTheRulesGiveToTheEnd) {
  for (const Kind& kind : kinds()) {
    const auto replay = BoardReplay::of(std::string(kind.game->id), kind.rule, kind.size);
    for (int i = 0; i < 10; ++i) {
      const auto moves = random_moves(kind, 300);
      const auto match = kind.start();
      decltype(BoardList::boards) expected;
      const auto add = [&] {
        expected.emplace_back(replay->shape().contents(match->look().pos), match->look().turn);
      };
      add();
      for (const std::string& move : moves) {
        ASSERT_TRUE(match->play(move));
        add();
      }
      BoardList shown;
      ASSERT_TRUE(replay->play("", *replay->shape().pack(moves), shown));
      EXPECT_EQ(shown.boards, expected) << kind.name();
      // Theirs may count moves, too.
      EXPECT_TRUE(match->look().pos.starts_with(replay->pos())) << match->look().pos << '\n' << replay->pos();
    }
  }
}

TEST(BoardReplay, BeginsWhereTheGameDoes) {
  const auto replay = BoardReplay::of("xiangqi", "standard", 0);
  BoardList shown;
  ASSERT_TRUE(replay->play("3k5/9/9/9/9/9/9/9/9/4KR3 b - - 0 1", *replay->shape().pack({"d9d8"}), shown));
  EXPECT_EQ(shown.boards.front().second, engine::Side::second);
  EXPECT_EQ(shown.boards.back().first[8 * 9 + 3], 'k');
  BoardList next;
  ASSERT_TRUE(replay->play("", "", next)) << "and the next as usual";
  EXPECT_EQ(next.boards.front().first, replay->start());
}

TEST(BoardReplay, BearsWhatIsNoGame) {
  const auto replay = BoardReplay::of("gomoku", "freestyle", 15);
  const BoardShape& shape = replay->shape();
  for (const std::string& packed :
       {*shape.pack({"h8", "h8"}), std::string("\xff"), std::string("\xf0\xf1")}) {
    BoardList shown;
    EXPECT_FALSE(replay->play("", packed, shown));
  }
  BoardList shown;
  EXPECT_FALSE(replay->play("nonsense", "", shown));
  EXPECT_FALSE(BoardReplay::of("chess", "", 0));
  EXPECT_FALSE(BoardReplay::of("gomoku", "freestyle", 3));
}

}  // namespace
}  // namespace server

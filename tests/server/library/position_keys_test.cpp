#include "server/library/position_keys.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "server/library/position_trail.h"
#include "tests/server/library/random_games.h"

namespace server {
namespace {

constexpr std::uint64_t kSalt = 0x123456789abcdef;

AskedPosition asked(const Kind& kind, std::vector<std::string> moves = {}) {
  return {
      .game = std::string(kind.game->id), .rule = kind.rule, .size = kind.size, .moves = std::move(moves)};
}

std::unique_ptr<ReplayedBoard> after(const Kind& kind, const std::vector<std::string>& moves) {
  auto board = ReplayedBoard::start(asked(kind), kSalt);
  for (const std::string& move : moves)
    if (!board->play(move)) throw std::runtime_error("illegal: " + move);
  return board;
}

/// The board laid by a symmetry.
std::string turned(const BoardShape& shape, const std::string& board, unsigned symmetry) {
  std::string image(board.size(), '?');
  for (std::size_t point = 0; point < board.size(); ++point)
    image[shape.image(point, symmetry)] = board[point];
  return image;
}

TEST(PositionKeys, SymmetricPositionsHaveOneKeyAndTheirMovesOneNumber) {
  for (const Kind& kind : kinds()) {
    const BoardShape shape = shape_of(kind);
    const auto match = kind.start();
    for (const std::string& move : random_moves(kind, 40)) {
      const std::string board = shape.contents(match->look().pos);
      const engine::Side turn = match->look().turn;
      PositionKeys keys(shape, kSalt, "any");
      keys.show(board, turn);
      const MoveNumber number = *shape.number(move);
      for (unsigned symmetry = 0; symmetry < shape.symmetries(); ++symmetry) {
        PositionKeys image(shape, kSalt, "any");
        image.show(turned(shape, board, symmetry), turn);
        ASSERT_EQ(image.key(), keys.key()) << kind.name() << ' ' << board << ' ' << symmetry;
        EXPECT_EQ(image.canonical(shape.image_of_move(number, symmetry)), keys.canonical(number));
      }
      ASSERT_TRUE(match->play(move));
    }
  }
}

TEST(PositionKeys, MovesAreTurnedBackToWhatMeansTheSame) {
  for (const Kind& kind : kinds()) {
    const auto board = after(kind, random_moves(kind, library_random().below(12)));
    for (const std::string& move : board->match().legal_moves()) {
      const MoveNumber number = *board->shape().number(move);
      const MoveNumber back = board->keys().turned_back(board->keys().canonical(number));
      EXPECT_EQ(board->keys().canonical(back), board->keys().canonical(number)) << kind.name() << ' ' << move;
      EXPECT_TRUE(board->match().read_move(board->shape().name(back))) << "and is legal here";
    }
  }
}

TEST(PositionKeys, PositionsThatAreTheirOwnImageHaveFewerMoves) {
  const Kind gomoku{engine::find_game("gomoku"), "freestyle", 15};
  const auto board = after(gomoku, {"h8"});
  std::set<int> distinct;
  for (const std::string& move : board->match().legal_moves())
    distinct.insert(board->keys().canonical(*board->shape().number(move)));
  EXPECT_EQ(distinct.size(), 35u) << "of 224: an eighth of the board with its edges";
}

// All there are to four plies of a small board, by what is on the board and who is to move.
TEST(PositionKeys, DifferentPositionsDiffer) {
  for (const Kind& kind : kinds()) {
    std::map<std::uint64_t, std::set<std::string>> boards;
    const BoardShape shape = shape_of(kind);
    for (int game = 0; game < 30; ++game) {
      const auto board = ReplayedBoard::start(asked(kind), kSalt);
      for (const std::string& move : random_moves(kind, 30)) {
        ASSERT_TRUE(board->play(move));
        std::string least = shape.contents(board->match().look().pos);
        const std::string pos = least;
        for (unsigned symmetry = 1; symmetry < shape.symmetries(); ++symmetry)
          least = std::min(least, turned(shape, pos, symmetry));
        const bool first = board->match().look().turn == engine::Side::first;
        boards[board->key()].insert(least + (first ? '1' : '2'));
      }
    }
    for (const auto& [key, same] : boards) EXPECT_EQ(same.size(), 1u) << kind.name();
  }
}

TEST(PositionKeys, RulesAndSizesDiffer) {
  std::set<std::uint64_t> keys;
  for (const Kind& kind : kinds()) EXPECT_TRUE(keys.insert(after(kind, {})->key()).second) << kind.name();
}

TEST(PositionKeys, TheSaltIsInEveryKey) {
  const Kind kind{engine::find_game("xiangqi"), "standard"};
  EXPECT_NE(ReplayedBoard::start(asked(kind), 1)->key(), ReplayedBoard::start(asked(kind), 2)->key());
}

TEST(PositionKeys, AKeyDependsOnThePositionAlone) {
  const Kind kind{engine::find_game("xiangqi"), "standard"};
  const auto one = after(kind, {"h2e2", "h9g7", "b0c2", "b9c7"});
  const auto other = after(kind, {"b0c2", "b9c7", "h2e2", "h9g7"});
  const auto mirrored = after(kind, {"h0g2", "h9g7", "b2e2", "b9c7"});
  EXPECT_EQ(one->key(), other->key()) << "the order of moves";
  EXPECT_EQ(one->key(), mirrored->key()) << "left and right";
  EXPECT_NE(one->key(), after(kind, {"h2e2", "h9g7", "b0c2"})->key()) << "the turn";
}

TEST(PositionTrail, TellsEachPositionOnceWithTheFirstMoveMade) {
  const Kind kind{engine::find_game("xiangqi"), "standard"};
  storage::LibraryGame game{.number = 7, .game = "xiangqi", .rule = "standard"};
  const BoardShape shape = shape_of(kind);
  game.moves.data = *shape.pack({"h2e2", "h9g7", "e2h2", "g7h9", "h0g2"});
  const auto seen = PositionTrails(kSalt).positions_of(game);
  EXPECT_EQ(seen.size(), 5u) << "the start has come twice";
  const auto start = after(kind, {});
  const auto key = static_cast<std::int64_t>(start->key());
  const auto found = std::ranges::find(seen, key, &storage::SeenPosition::pos);
  ASSERT_NE(found, seen.end());
  EXPECT_EQ(found->move, start->keys().canonical(*shape.number("h2e2")));
  EXPECT_EQ(std::ranges::count(seen, storage::kNoMoveSeen, &storage::SeenPosition::move), 1) << "the last";
  EXPECT_EQ(PositionTrails(kSalt).find(game, start->key())->ply, 0);
  EXPECT_EQ(PositionTrails(kSalt).find(game, after(kind, {"h2e2", "h9g7"})->key())->ply, 2);
  EXPECT_FALSE(PositionTrails(kSalt).find(game, 12345));
}

// Pieces are moved without the rules.
TEST(PositionTrail, IsWhatTheRulesGive) {
  for (const Kind& kind : kinds()) {
    for (int i = 0; i < 20; ++i) {
      const auto moves = random_moves(kind, 60);
      storage::LibraryGame game{
          .number = 1, .game = std::string(kind.game->id), .rule = kind.rule, .size = kind.size};
      game.moves.data = *shape_of(kind).pack(moves);
      std::set<std::int64_t> expected;
      const auto board = ReplayedBoard::start(asked(kind), kSalt);
      for (std::size_t ply = 0; ply <= indexed_plies(board->shape()); ++ply) {
        expected.insert(static_cast<std::int64_t>(board->key()));
        if (ply == moves.size()) break;
        ASSERT_TRUE(board->play(moves[ply]));
      }
      std::set<std::int64_t> seen;
      for (const storage::SeenPosition& each : PositionTrails(kSalt).positions_of(game))
        seen.insert(each.pos);
      EXPECT_EQ(seen, expected) << kind.name();
    }
  }
}

TEST(PositionTrail, BearsWhatIsNoGame) {
  storage::LibraryGame game{.number = 1, .game = "xiangqi", .rule = "standard"};
  const BoardShape shape = shape_of({engine::find_game("xiangqi"), "standard"});
  game.moves.data = *shape.pack({"h2e2", "a1a9"});
  EXPECT_EQ(PositionTrails(kSalt).positions_of(game).size(), 2u) << "from an empty point";
  game.moves.data = *shape.pack({"h2e2", "pass"});
  EXPECT_EQ(PositionTrails(kSalt).positions_of(game).size(), 2u);
  game.moves.data = "odd";
  EXPECT_TRUE(PositionTrails(kSalt).positions_of(game).empty());
  game.game = "chess";
  EXPECT_TRUE(PositionTrails(kSalt).positions_of(game).empty());
}

}  // namespace
}  // namespace server

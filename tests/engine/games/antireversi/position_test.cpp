#include "engine/games/antireversi/position.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/search/position.h"
#include "tests/engine/games/antireversi/array_board.h"
#include "tests/engine/games/antireversi/random_boards.h"

namespace engine::antireversi {
namespace {

static_assert(search::Position<Position>);

constexpr std::uint64_t kPositionSeed = 31;

std::vector<Move> moves_of(const Position& position) {
  MoveList list;
  position.generate(list);
  return {list.begin(), list.end()};
}

std::vector<Move> moves_of(const oracle::ArrayBoard& array) {
  std::vector<Move> moves;
  for (int square : array.moves(array.turn)) moves.push_back(move_to(square));
  if (moves.empty() && !array.over()) moves.push_back(kPass);
  return moves;
}

struct Encounters {
  int passes = 0, early_ends = 0, wipe_outs = 0;
};

/// Plays random moves to the end of the game, and takes them all back, comparing at every ply.
void play_out(Position position, SplitMix64& random, Encounters& seen) {
  auto array = oracle::ArrayBoard::from(write_position(position));
  std::vector<std::string> past;
  std::vector<Key> keys;
  for (auto moves = moves_of(position); !moves.empty(); moves = moves_of(position)) {
    ASSERT_EQ(moves, moves_of(array)) << array.text();
    past.push_back(write_position(position));
    keys.push_back(position.key());
    const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    seen.passes += move == kPass;
    position.do_move(move);
    move == kPass ? array.pass() : array.play(square_of(move));
    ASSERT_EQ(write_position(position), array.text());
  }
  ASSERT_TRUE(array.over()) << array.text();
  ASSERT_TRUE(position.is_over());
  const char mover = array.turn;
  ASSERT_EQ(position.no_moves(0), result(array.discs(array.other(mover)) - array.discs(mover)));
  seen.early_ends += position.empties() > 0;
  seen.wipe_outs += array.discs('X') == 0 || array.discs('O') == 0;
  while (!past.empty()) {
    position.undo_move();
    ASSERT_EQ(write_position(position), past.back());
    ASSERT_EQ(position.key(), keys.back());
    past.pop_back(), keys.pop_back();
  }
}

TEST(Position, PlaysAsTheArrayBoardDoes) {
  SCOPED_TRACE(kPositionSeed);
  SplitMix64 random(kPositionSeed);
  Encounters seen;
  for (int game = 0; game < 300; ++game) play_out(Position(), random, seen);
  for (int game = 0; game < 1000; ++game)
    play_out(Position(random_discs(random), Side::second), random, seen);
  EXPECT_GT(seen.passes, 100);
  EXPECT_GT(seen.early_ends, 50);
  EXPECT_GT(seen.wipe_outs, 10);
}

TEST(Position, StartsLikeOthello) {
  EXPECT_EQ(write_position(Position()),
            "--------"
            "--------"
            "--------"
            "---OX---"
            "---XO---"
            "--------"
            "--------"
            "-------- X");
  EXPECT_EQ(moves_of(Position()),
            (std::vector<Move>{*read_move("d3"), *read_move("c4"), *read_move("f5"), *read_move("e6")}));
}

TEST(Position, TextRoundTrips) {
  SplitMix64 random(kPositionSeed);
  for (int round = 0; round < 100; ++round) {
    const Position position(random_discs(random), round % 2 == 0 ? Side::first : Side::second);
    const auto again = read_position(write_position(position));
    ASSERT_TRUE(again);
    EXPECT_EQ(write_position(*again), write_position(position));
    EXPECT_EQ(again->discs(), position.discs());
  }
}

TEST(Position, RefusesTextsThatAreNoPosition) {
  const std::string board(64, '-');
  EXPECT_TRUE(read_position(board + " X"));
  for (const std::string& text :
       {std::string(), board, board + " ", board + "X", board + " x", board + " X ", board + "  X",
        board + " -", std::string(63, '-') + " X", std::string(65, '-') + " X", std::string(63, '-') + "x X",
        std::string(63, '-') + ". X", std::string(63, '-') + std::string(1, '\0') + " X"}) {
    EXPECT_FALSE(read_position(text)) << text;
  }
}

TEST(Position, MoveTextRoundTrips) {
  for (int square = 0; square < kSquares; ++square)
    EXPECT_EQ(read_move(write_move(move_to(square))), move_to(square));
  EXPECT_EQ(write_move(move_to(square_at(3, 2))), "d3");
  EXPECT_EQ(read_move("D3"), move_to(square_at(3, 2)));
  EXPECT_EQ(read_move("PASS"), kPass);
  EXPECT_EQ(read_move("PA"), kPass);
  for (const char* text : {"", "d", "d9", "d0", "i1", "d33", "3d", "pas", "pass ", " d3"}) {
    EXPECT_FALSE(read_move(text)) << text;
  }
}

TEST(Position, ABoardIsTheSameProblemForEitherColour) {
  const Position first({bit(0), bit(1)}, Side::first);
  const Position second({bit(0), bit(1)}, Side::second);
  EXPECT_EQ(first.key(), second.key());
  EXPECT_NE(first.key(), Position({bit(1), bit(0)}, Side::first).key());
}

// Tables look at the low bits of a key: discs anywhere on the board, of either side, must reach them.
TEST(Position, KeysOfPositionsThatDifferInTwoRanksSpreadOverATable) {
  constexpr std::uint64_t kSeed = 11, kSlots = std::uint64_t{1} << 18;
  SCOPED_TRACE(kSeed);
  SplitMix64 random(kSeed);
  for (int ranks = 0; ranks < kSquares; ranks += 16) {
    int own = 0, opponent = 0;
    for (int i = 0; i < 1000; ++i) {
      const Discs discs{random() & random(), 0};
      const Bitboard some = random() & (Bitboard{0xffff} << ranks);
      const auto slot = [](Discs d) { return Position(d, Side::first).key() % kSlots; };
      own += slot({some, discs.own & ~some}) == slot({0, discs.own & ~some});
      opponent += slot({discs.own & ~some, some}) == slot({discs.own & ~some, 0});
    }
    EXPECT_LE(own, 3) << "own discs from rank " << ranks / 8 + 1;
    EXPECT_LE(opponent, 3) << "the opponent's from rank " << ranks / 8 + 1;
  }
}

}  // namespace
}  // namespace engine::antireversi

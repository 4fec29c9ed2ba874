#include "engine/games/book.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "engine/games/registry.h"

namespace engine {
namespace {

std::unique_ptr<Match> start_of(std::string_view id, const std::string& pos = {}) {
  return *find_game(id)->new_match({.pos = pos});
}

Book book_of(std::vector<Book::Entry> entries) {
  std::ostringstream file;
  Book::write(std::move(entries), "made here", file);
  const std::string text = file.str();
  return Book::read({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

TEST(Book, IsReadAsItWasWritten) {
  const auto start = start_of("xiangqi");
  const auto legal = start->legal_moves();
  const std::uint64_t key = Book::key_of(*start);
  const Book book = book_of({{key, 7, 300, -12}, {key, 3, 700, 25}, {key + 1, 0, 1, 0}});
  const auto moves = book.moves(*start);
  ASSERT_EQ(moves.size(), 2u);
  EXPECT_EQ(moves[0].move, legal[3]);
  EXPECT_EQ(moves[0].weight, 700);
  EXPECT_EQ(moves[0].score, 25);
  EXPECT_EQ(moves[1].move, legal[7]);
  EXPECT_EQ(moves[1].score, -12);
}

TEST(Book, RefusesWhatIsNone) {
  const auto read = [](const std::string& text) {
    return Book::read({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
  };
  EXPECT_THROW((void)read("no line"), std::runtime_error);
  EXPECT_THROW((void)read("a line\n" + std::string(13, 'x')), std::runtime_error);
  EXPECT_THROW((void)read("a line\n" + std::string(14, 'x') + std::string(14, 'a')), std::runtime_error);
  EXPECT_EQ(read("a line\n").size(), 0u);
}

// A file made by other rules names no moves that there are not.
TEST(Book, LeavesOutMovesThatAreNone) {
  const auto start = start_of("antireversi");
  const Book book = book_of({{Book::key_of(*start), 4, 1, 0}});
  ASSERT_EQ(start->legal_moves().size(), 4u);
  EXPECT_TRUE(book.moves(*start).empty());
  EXPECT_FALSE(book.think(*start, 1));
}

TEST(Book, ChoosesByWeight) {
  const auto start = start_of("xiangqi");
  const auto legal = start->legal_moves();
  const std::uint64_t key = Book::key_of(*start);
  const Book book = book_of({{key, 0, 100, 5}, {key, 1, 300, 7}, {key, 2, 0, 9}});
  std::map<std::string, int> chosen;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    const auto thought = book.think(*start, seed);
    ASSERT_TRUE(thought);
    ASSERT_EQ(thought->lines.size(), 1u);
    EXPECT_EQ(thought->lines[0].pv, std::vector{thought->best});
    ++chosen[thought->best];
  }
  EXPECT_NEAR(chosen[legal[0]], 1'000, 150);
  EXPECT_NEAR(chosen[legal[1]], 3'000, 150);
  EXPECT_FALSE(chosen.contains(legal[2])) << "its weight is 0";
}

TEST(Book, KnowsAPositionWhateverItsCountersSay) {
  const std::string board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
  const std::uint64_t key = Book::key_of(*start_of("xiangqi", board + " w - - 0 1"));
  EXPECT_EQ(Book::key_of(*start_of("xiangqi", board + " w - - 4 9")), key);
  EXPECT_NE(Book::key_of(*start_of("xiangqi", board + " b - - 0 1")), key);
}

class OwnBook : public testing::TestWithParam<std::string> {};

TEST_P(OwnBook, VariesTheFirstMovesAndOnlyWhereItIsAskedFor) {
  const auto bot = find_game(GetParam())->new_bot({});
  const auto start = start_of(GetParam());
  std::set<std::string> games;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto match = start->clone();
    std::string moves;
    for (int ply = 0; ply < 4; ++ply) {
      const Thought thought = bot->think(*match, {.nodes = 1, .book = true, .seed = seed}, {}, {});
      const bool is_known = thought.nodes == 0;
      EXPECT_TRUE(is_known || ply > 0) << "the start position is searched";
      ASSERT_TRUE(match->play(thought.best)) << moves << thought.best;
      if (is_known) moves += thought.best + ' ';
    }
    games.insert(moves);
  }
  EXPECT_GE(games.size(), 10u);
  EXPECT_GT(bot->think(*start, {.nodes = 1}, {}, {}).nodes, 0u);
  EXPECT_GT(bot->think(*start, {.nodes = 1, .multipv = 2, .book = true}, {}, {}).nodes, 0u);
  const Limits one_of{.nodes = 1, .book = true, .among = {start->legal_moves().front()}};
  EXPECT_EQ(bot->think(*start, one_of, {}, {}).best, one_of.among.front());
}

// A server asks for it with the first move of a game, which mostly is one of the book.
TEST_P(OwnBook, AMoveOfItForgetsEarlierThoughtsToo) {
  const auto used = find_game(GetParam())->new_bot({}), unused = find_game(GetParam())->new_bot({});
  const auto start = start_of(GetParam());
  const Limits limits{.depth = 6};
  const std::uint64_t nodes = unused->think(*start, limits, {}, {}).nodes;
  EXPECT_EQ(used->think(*start, limits, {}, {}).nodes, nodes);
  EXPECT_EQ(used->think(*start, {.nodes = 1, .book = true, .fresh = true}, {}, {}).nodes, 0u);
  EXPECT_EQ(used->think(*start, limits, {}, {}).nodes, nodes);
}

INSTANTIATE_TEST_SUITE_P(Games, OwnBook, testing::Values("xiangqi", "gomoku", "antireversi"));

TEST(OwnBooks, AreThereForThreeRulesOfGomokuOn15Lines) {
  const Game& gomoku = *find_game("gomoku");
  const auto is_known = [&](std::string_view rule, int size) {
    const auto match = *gomoku.new_match({.rule = std::string(rule), .size = size});
    for (int ply = 0; ply < 3; ++ply) {
      const Thought thought =
          gomoku.new_bot({})->think(*match, {.nodes = 1, .book = true, .seed = 7}, {}, {});
      if (thought.nodes != 0 || !match->play(thought.best)) return false;
    }
    return true;
  };
  const std::set<std::string_view> with_book{"freestyle", "renju", "caro"};
  for (const std::string_view rule : gomoku.rules) {
    EXPECT_EQ(is_known(rule, 15), with_book.contains(rule)) << rule;
    EXPECT_FALSE(is_known(rule, 20)) << rule;
  }
}

}  // namespace
}  // namespace engine

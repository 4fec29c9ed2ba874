#include "engine/lab/training/book_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "engine/games/registry.h"

namespace engine::lab {
namespace {

BookSettings small(const char* game) {
  return {.game = find_game(game), .positions = 12, .nodes = 500, .lines = 3, .window = 60};
}

TEST(BookBuilder, GrowsTheSameBookFromTheSameSettings) {
  for (const char* game : {"xiangqi", "antireversi"}) {
    const BookSettings settings = small(game);
    int calls = 0;
    const auto entries = build_book(settings, [&] { ++calls; });
    EXPECT_EQ(calls, 12);
    EXPECT_EQ(entries, build_book(settings, [] {}));
    const std::uint64_t start = Book::key_of(**settings.game->new_match({}));
    EXPECT_GT(std::ranges::count(entries, start, &Book::Entry::key), 0);
  }
}

Book read(const BookSettings& settings, const std::vector<Book::Entry>& entries) {
  std::ostringstream file;
  Book::write(entries, header_of(settings), file);
  const std::string text = file.str();
  return Book::read({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

// The score of a move is what the opponent's best answer leaves of it, as far as the book goes.
TEST(BookBuilder, BringsScoresBackByMinimax) {
  const BookSettings settings = small("xiangqi");
  const Book book = read(settings, build_book(settings, [] {}));
  const auto start = *settings.game->new_match({});
  int followed = 0;
  for (const BookMove& move : book.moves(*start)) {
    const auto after = start->clone();
    ASSERT_TRUE(after->play(move.move));
    const auto answers = book.moves(*after);
    if (answers.empty()) continue;
    EXPECT_EQ(move.score, -std::ranges::max(answers, {}, &BookMove::score).score) << move.move;
    ++followed;
  }
  EXPECT_GT(followed, 0);
}

TEST(BookBuilder, LeavesOutWhatGivesAwayTooMuch) {
  BookSettings settings = small("xiangqi");
  settings.window = 0;
  const auto entries = build_book(settings, [] {});
  for (const Book::Entry& entry : entries)
    EXPECT_EQ(entry.weight, 1'000) << "only moves as good as the best are left";
}

// Searched once, a position of Gomoku is known in each of its views, and the moves that a view makes the same
// are all there.
TEST(BookBuilder, KnowsAPositionOfGomokuInAllItsViews) {
  BookSettings settings = small("gomoku");
  settings.first = {"h8"};
  const Book book = read(settings, build_book(settings, [] {}));
  const auto start = *settings.game->new_match({});
  ASSERT_EQ(book.moves(*start).size(), 1U) << "every game begins with the first moves";
  ASSERT_TRUE(start->play("h8"));
  std::set<std::string> answers;
  for (const BookMove& move : book.moves(*start)) answers.insert(move.move);
  ASSERT_TRUE(answers.contains("g7") || answers.contains("g8")) << testing::PrintToString(answers);
  const std::vector<std::string> corners{"g7", "g9", "i7", "i9"}, sides{"g8", "h7", "h9", "i8"};
  for (const auto& same : {corners, sides}) {
    std::set<std::size_t> known;
    for (const std::string& move : same) {
      EXPECT_EQ(answers.contains(move), answers.contains(same.front())) << move;
      const auto after = start->clone();
      ASSERT_TRUE(after->play(move));
      known.insert(book.moves(*after).size());
    }
    EXPECT_EQ(known.size(), 1U) << "what is known of one is known of all";
  }
}

// Black wins behind the last move by threes and fours, which the search of the position before it does not
// see.
TEST(BookBuilder, LeavesOutWhatLeadsToAProvenLoss) {
  BookSettings settings = small("gomoku");
  settings.first = {"h8", "h9", "h6", "i9", "j10", "i8", "i7", "g9", "j9", "g8"};
  settings.nodes = 300;
  settings.positions = settings.first.size();
  EXPECT_FALSE(build_book(settings, [] {}).empty()) << "the last position is not searched";
  settings.positions += 1;
  EXPECT_TRUE(build_book(settings, [] {}).empty());
}

}  // namespace
}  // namespace engine::lab

#include "engine/lab/book_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
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
    int heard = 0;
    const auto entries = build_book(settings, [&] { ++heard; });
    EXPECT_EQ(heard, 12);
    EXPECT_EQ(entries, build_book(settings, [] {}));
    const std::uint64_t start = Book::key_of(**settings.game->new_match({}));
    EXPECT_GT(std::ranges::count(entries, start, &Book::Entry::key), 0);
  }
}

// The score of a move is what the opponent's best answer leaves of it, as far as the book goes.
TEST(BookBuilder, BringsScoresBackByMinimax) {
  const BookSettings settings = small("xiangqi");
  const auto entries = build_book(settings, [] {});
  std::ostringstream file;
  Book::write(entries, header_of(settings), file);
  const std::string text = file.str();
  const Book book = Book::read({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
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

}  // namespace
}  // namespace engine::lab

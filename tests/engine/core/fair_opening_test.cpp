#include "engine/core/fair_opening.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/games/registry.h"

namespace engine {
namespace {

Line line(std::string move, int value, ScoreKind kind = ScoreKind::eval) {
  return {.kind = kind, .value = value, .pv = {std::move(move)}};
}

TEST(FairOpening, wishes_for_the_side_that_is_worth_having) {
  EXPECT_EQ(wish_for(kWorthHaving + 1), SideWish::ours);
  EXPECT_EQ(wish_for(kWorthHaving), SideWish::either);
  EXPECT_EQ(wish_for(-kWorthHaving), SideWish::either);
  EXPECT_EQ(wish_for(-kWorthHaving - 1), SideWish::theirs);
  EXPECT_EQ(wish_for(points_of(line("h8", 9, ScoreKind::win))), SideWish::ours);
  EXPECT_EQ(wish_for(points_of(line("h8", 9, ScoreKind::loss))), SideWish::theirs);
  EXPECT_EQ(wish_for(points_of(line("h8", 9, ScoreKind::draw))), SideWish::either);
}

TEST(FairOpening, knows_the_move_that_favours_nobody_wherever_it_stands) {
  EXPECT_EQ(most_even_move({line("a1", 90), line("b1", 40), line("c1", -12), line("d1", 30)}), "c1");
  EXPECT_EQ(most_even_move({line("a1", 3, ScoreKind::win), line("b1", -500)}), "b1") << "a win is no draw";
}

TEST(FairOpening, has_trios_that_are_different_and_fit_every_board) {
  const Game& gomoku = *find_game("gomoku");
  for (const int size : gomoku.sizes) {
    std::set<std::array<std::string, 3>> all;
    for (std::uint64_t seed = 0; seed < 480; ++seed) {
      const auto trio = balanced_trio(size, seed);
      const auto match = *gomoku.new_match({.rule = "standard", .size = size});
      for (const std::string& stone : trio)
        ASSERT_TRUE(match->play(stone).has_value()) << stone << ' ' << seed;
      all.insert(trio);
    }
    EXPECT_GE(all.size(), 40U) << "a seed chooses";
  }
}

}  // namespace
}  // namespace engine

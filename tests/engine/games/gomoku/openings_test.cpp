#include "engine/games/gomoku/openings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace engine::gomoku {
namespace {

std::string_view code(const std::vector<std::string>& moves, int size = 0) {
  return opening_code({.rule = "renju", .size = size}, moves);
}

// Each from all eight sides of the board.
TEST(RenjuOpenings, areTwentySix) {
  std::set<std::string_view> found;
  for (const char* white : {"g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"}) {
    for (const char file : {'f', 'g', 'h', 'i', 'j'}) {
      for (const char* rank : {"6", "7", "8", "9", "10"}) {
        const std::string black = file + std::string(rank);
        if (black == "h8" || black == white) continue;
        const auto name = code({"h8", white, black});
        EXPECT_NE(name, "") << white << ' ' << black;
        found.insert(name);
      }
    }
  }
  EXPECT_TRUE(std::ranges::equal(found, opening_codes()));
  EXPECT_EQ(found.size(), 26u);
}

TEST(RenjuOpenings, areNumberedAsPlayersNumberThem) {
  EXPECT_EQ(code({"h8", "h9", "h10"}), "1D");  // Kansei
  EXPECT_EQ(code({"h8", "h9", "i9"}), "4D");   // Kagetsu
  EXPECT_EQ(code({"h8", "i8", "i9", "a1"}), "4D");
  EXPECT_EQ(code({"h8", "h9", "j6"}), "13D");  // Yusei
  EXPECT_EQ(code({"h8", "i9", "i7"}), "7I");   // Hogetsu
  EXPECT_EQ(code({"h8", "i9", "f6"}), "13I");  // Suisei
}

TEST(RenjuOpenings, wantThreeStonesRoundTheCentre) {
  EXPECT_EQ(code({}), "");
  EXPECT_EQ(code({"h8", "h9"}), "");
  EXPECT_EQ(code({"a1", "h9", "i9"}), "");
  EXPECT_EQ(code({"h8", "h9", "o15"}), "");
  EXPECT_EQ(code({"h8", "h10", "i9"}), "");
  EXPECT_EQ(code({"h8", "h9", "pass"}), "");
}

TEST(RenjuOpenings, areOfTheBoardOfFifteenLines) {
  EXPECT_EQ(code({"h8", "h9", "i9"}, 15), "4D");
  EXPECT_EQ(code({"h8", "h9", "i9"}, 20), "");
  EXPECT_EQ(opening_code({.pos = "X"}, std::vector<std::string>{"h8", "h9", "i9"}), "");
}

}  // namespace
}  // namespace engine::gomoku

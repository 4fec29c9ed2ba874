#include "engine/games/gomoku/renju.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/engine/games/gomoku/board.h"
#include "tests/engine/games/gomoku/renju_oracle.h"
#include "tests/seed.h"
#include "tests/thorough.h"

namespace engine::gomoku {
namespace {

std::string joined(const nlohmann::json& names) {
  std::string text;
  for (const auto& name : names) text += name.get<std::string>() + ' ';
  return text;
}

TEST(Renju, VerifiedPositions) {
  std::ifstream file(SANQI_SOURCE_DIR "/tests/data/verified/renju_forbidden.jsonl");
  ASSERT_TRUE(file);
  int positions = 0;
  for (std::string line; std::getline(file, line); ++positions) {
    const auto row = nlohmann::json::parse(line);
    const Position position = position_with(Rule::renju, joined(row["black"]), joined(row["white"]));
    auto expected = row["forbidden"].get<std::vector<std::string>>();
    std::ranges::sort(expected);
    EXPECT_EQ(Rules::look(position).forbidden, expected) << row["note"];
  }
  EXPECT_EQ(positions, 15);
}

struct FoulCase {
  std::string_view story;
  std::string_view black;
  std::string_view white;
  std::string_view point;
  Foul foul;
};

constexpr FoulCase kFoulCases[] = {
    {"six", "c8 d8 e8 g8 h8", "", "f8", Foul::overline},
    {"seven", "c8 d8 e8 g8 h8 i8", "", "f8", Foul::overline},
    {"two fours across", "d8 e8 f8 g5 g6 g7", "", "g8", Foul::double_four},
    {"two blocked fours are as bad", "d8 e8 f8 g5 g6 g7", "c8 g4", "g8", Foul::double_four},
    {"two fours in one line, X_X*X_X", "e8 g8 i8 k8", "", "h8", Foul::double_four},
    {"two fours in one line, XX_X*_XX", "c8 d8 f8 i8 j8", "", "g8", Foul::double_four},
    {"two fours in one line, XXX_*_XXX", "b8 c8 d8 h8 i8 j8", "", "f8", Foul::double_four},
    {"XX_X*_XX with one end closed to five", "c8 d8 f8 i8 j8 k8", "", "g8", Foul::none},
    {"a straight four is one four", "e8 f8 g8", "", "h8", Foul::none},
    {"four and three", "d8 e8 f8 g7 g6", "c8", "g8", Foul::none},
    {"two threes", "g8 i8 h7 h9", "", "h8", Foul::double_three},
    {"two threes with gaps", "e8 f8 h6 h5", "", "h8", Foul::double_three},
    {"one three is blocked", "g8 i8 h7 h9", "h10", "h8", Foul::none},
    {"a five overrides", "d8 e8 f8 g8 h7 h9 g7 i9", "", "h8", Foul::none},
    {"four, three and three", "e8 f8 g8 h7 h6 g7 f6", "d8", "h8", Foul::double_three},
};

TEST(Renju, EachFoulByName) {
  for (const FoulCase& foul : kFoulCases) {
    const Position position = position_with(Rule::renju, foul.black, foul.white);
    EXPECT_EQ(position.foul(at(foul.point)), foul.foul) << foul.story;
  }
}

TEST(Renju, OnlyBlackCommitsFouls) {
  EXPECT_EQ(position_with(Rule::renju, "", "g8 i8 h7 h9", Side::second).foul(at("h8")), Foul::none);
  EXPECT_EQ(position_with(Rule::standard, "g8 i8 h7 h9", "").foul(at("h8")), Foul::none);
}

/// A cluster of stones as they arise in fights, on both boards.
void scatter(std::mt19937& random, Lines& lines, renju_oracle::Board& oracle) {
  const int width = 6 + static_cast<int>(random() % 4);
  const int left = static_cast<int>(random() % (15 - width + 1));
  const int bottom = static_cast<int>(random() % (15 - width + 1));
  const int black = 6 + static_cast<int>(random() % 11);
  const int white = static_cast<int>(random() % 8);
  for (int i = 0; i < black + white; ++i) {
    const int x = left + static_cast<int>(random() % width);
    const int y = bottom + static_cast<int>(random() % width);
    if (oracle.at({x, y}) != '-') continue;
    oracle.set({x, y}, i < black ? 'X' : 'O');
    lines.put(point(x, y), i < black ? Side::first : Side::second);
  }
}

TEST(Renju, AgreesWithTheDefinitionsOnRandomPositions) {
  const auto seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  int forbidden = 0;
  for (int round = 0; round < some_of(2000); ++round) {
    Lines lines(15);
    renju_oracle::Board oracle;
    scatter(random, lines, oracle);
    for (int i = 0; i < 225; ++i) {
      const renju_oracle::Spot spot{i % 15, i / 15};
      if (oracle.at(spot) != '-') continue;
      const bool expected = oracle.forbidden(spot);
      ASSERT_EQ(foul_of(lines, point(spot.x, spot.y)) != Foul::none, expected)
          << "round " << round << ", x " << spot.x << ", y " << spot.y;
      forbidden += expected;
    }
  }
  EXPECT_GT(forbidden, some_of(1000)) << "positions too tame to test anything";
}

}  // namespace
}  // namespace engine::gomoku

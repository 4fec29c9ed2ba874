#include "engine/games/xiangqi/openings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

std::string_view code(const std::string& moves) {
  return opening_code({}, words(moves));
}

std::string mirrored(std::string moves) {
  for (char& c : moves) {
    if (c >= 'a' && c <= 'i') c = static_cast<char>('a' + 'i' - c);
  }
  return moves;
}

constexpr std::pair<const char*, const char*> kKnown[] = {
    {"h2e2", "B0a"},
    {"h2e2 h9g7 h0g2 b9c7", "C0a"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6", "C1b"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6", "C3a"},
    {"h2e2 h9g7 h0g2 b9c7 b2c2", "C6a"},
    {"h2e2 b9c7 h0g2 h7f7 i0h0 h9g7", "B3a"},
    {"h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2d2", "B4a"},
    {"h2e2 h9g7 h0g2 i9h9 i0h0 h7i7", "B2a"},
    {"h2e2 h7e7", "D0a"},
    {"h2e2 h7e7 h0g2 h9g7 i0h0 i9i8", "D2a"},
    {"h2e2 b7e7", "D5a"},
    {"c3c4 b7c7", "E1a"},
    {"c3c4 g6g5", "E4a"},
    {"g0e2", "A1a"},
    {"h0g2", "A4a"},
    {"h2f2", "A5a"},
    {"h2d2", "A6a"},
    {"i3i4", "A0d"},
};

TEST(XiangqiOpenings, haveTheirCodesOnBothWings) {
  for (const auto& [moves, known] : kKnown) {
    EXPECT_EQ(code(moves), known) << moves;
    EXPECT_EQ(code(mirrored(moves)), known) << mirrored(moves);
  }
}

struct Line {
  std::string code, ecco, moves;
};

/// The lines of play of tests/data/openings.
std::vector<Line> known_lines() {
  std::vector<Line> all;
  for (const std::string& text : verified_lines("../openings/xiangqi.txt")) {
    std::istringstream in(text);
    Line line;
    std::string name, records;
    in >> line.code >> line.ecco >> name >> records >> std::ws;
    std::getline(in, line.moves);
    all.push_back(line);
  }
  return all;
}

TEST(XiangqiOpenings, areThoseOfTheLiterature) {
  const auto lines = known_lines();
  EXPECT_GE(lines.size(), 200u);
  for (const auto& [known, ecco, moves] : lines) {
    EXPECT_EQ(code(moves), known) << ecco << ' ' << moves;
    EXPECT_EQ(code(mirrored(moves)), known) << ecco << ' ' << mirrored(moves);
    Position position = position_of(kStartFen);
    for (const std::string& move : words(moves)) position.do_move(move_of(position, move));
  }
}

// What black does later makes no other opening of it: two horses do not undo a cannon in the centre, nor a
// chariot that was offered for exchange the tiger.
TEST(XiangqiOpenings, areNamedByWhatCameFirst) {
  EXPECT_EQ(code("h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 b0c2 b9c7"), "D2a");
  EXPECT_EQ(code("h2e2 h7e7 i0i1 h9g7 h0g2 i9h9 i1d1 b9c7"), "D0b");
  EXPECT_EQ(code("h2e2 b7e7 h0g2 h9g7 b0c2 b9c7"), "D5a");
  EXPECT_EQ(code("h2e2 h9g7 h0g2 i9h9 i0h0 h7h3 g3g4 b7e7 c3c4 b9c7"), "D3a");
  EXPECT_EQ(code("h2e2 h9g7 h0g2 i9h9 c3c4 h7i7 b0c2 b9c7"), "B2a");
  EXPECT_EQ(code("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7"), "C4a");
  EXPECT_EQ(code("h2e2 h9g7 h0g2 b9c7 b2c2 b7d7"), "C6a") << "no sandwich: the horses came first";
  EXPECT_EQ(code("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 a9b9 a0b0 b7b3 h0h4"), "C6a");
}

// Red's first move alone decides the chapter: a cannon that comes to the centre later makes no other one.
TEST(XiangqiOpenings, beginWithTheFirstMove) {
  EXPECT_EQ(code("g0e2 h9g7 h2e2 b9c7"), "A1g");
  EXPECT_EQ(code("a0a1"), "");
  EXPECT_EQ(code(""), "");
}

TEST(XiangqiOpenings, reachTwentyPliesAndNoFurther) {
  std::string moves = "h2e2 h7e7";
  for (int ply = 2; ply < kOpeningPlies - 1; ++ply) moves += " a0a1";
  EXPECT_EQ(code(moves + " i9h9"), "D0a") << "nor is it enough that one side has moved";
  EXPECT_EQ(code("h2e2 b9c7 " + moves.substr(10) + " h9g7"), "C0a");
  EXPECT_EQ(code("h2e2 b9c7 " + moves.substr(10) + " a0a1 a0a1 h9g7"), "B0a");
}

TEST(XiangqiOpenings, areNotGuessedFromAnotherStart) {
  EXPECT_EQ(opening_code({.pos = "3k5/9/9/9/9/9/9/7C1/9/4K4 w"}, words("h2e2")), "");
}

TEST(XiangqiOpenings, areListedSortedAndOnce) {
  const auto codes = opening_codes();
  EXPECT_TRUE(std::ranges::is_sorted(codes, std::less_equal<>()) || codes.empty());
  EXPECT_EQ(std::ranges::adjacent_find(codes), codes.end());
  for (const auto& [moves, known] : kKnown) EXPECT_TRUE(std::ranges::binary_search(codes, known)) << known;
}

}  // namespace
}  // namespace engine::xiangqi

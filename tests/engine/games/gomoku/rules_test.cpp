#include "engine/games/gomoku/rules.h"

#include <gtest/gtest.h>

#include "tests/engine/games/gomoku/board.h"

namespace engine::gomoku {
namespace {

std::string code_of(const Setup& setup) {
  const auto position = Rules::read_position(setup);
  return position ? "" : position.error().code;
}

TEST(RulesText, StartPositions) {
  EXPECT_EQ(Rules::read_position({})->rule(), Rule::freestyle);
  EXPECT_EQ(Rules::read_position({})->size(), 15);
  EXPECT_EQ(Rules::read_position({.rule = "caro", .size = 20})->size(), 20);
  EXPECT_EQ(Rules::look(*Rules::read_position({.rule = "renju"})).pos, std::string(225, '-') + " X");
}

TEST(RulesText, PositionsRoundTrip) {
  for (const int size : kSizes) {
    for (const std::string_view rule : kRuleNames) {
      const Position position = position_after(*rule_named(rule), "h8 a1 o15 i9 j10", size);
      const std::string text = Rules::look(position).pos;
      const auto read = Rules::read_position({.rule = std::string(rule), .pos = text});
      ASSERT_TRUE(read) << text;
      EXPECT_EQ(read->key(), position.key());
      EXPECT_EQ(read->size(), size);
      EXPECT_EQ(Rules::look(*read).pos, text);
    }
  }
}

TEST(RulesText, AFinishedPositionReadsBack) {
  const Position won = position_after(Rule::freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
  const auto read = Rules::read_position({.pos = Rules::look(won).pos});
  ASSERT_TRUE(read);
  EXPECT_EQ(Rules::outcome(*read), (Outcome{Side::first, "five"}));
}

TEST(RulesText, WhatIsNoPosition) {
  const std::string empty(225, '-');
  EXPECT_EQ(code_of({.rule = "gobang"}), "rule");
  EXPECT_EQ(code_of({.size = 8}), "size");
  EXPECT_EQ(code_of({.size = -15}), "size");
  EXPECT_EQ(code_of({.pos = empty}), "syntax");
  EXPECT_EQ(code_of({.pos = empty + "  X"}), "syntax");
  EXPECT_EQ(code_of({.pos = empty + " x"}), "syntax");
  EXPECT_EQ(code_of({.pos = empty + " X "}), "syntax");
  EXPECT_EQ(code_of({.pos = "- X"}), "syntax");
  EXPECT_EQ(code_of({.pos = " X"}), "syntax");
  EXPECT_EQ(code_of({.pos = std::string(225, '.') + " X"}), "syntax");
  EXPECT_EQ(code_of({.pos = empty + " X", .size = 19}), "size");
  EXPECT_EQ(code_of({.pos = "XXXXX" + std::string(220, '-') + " X"}), "five_stands");
  EXPECT_EQ(code_of({.pos = "XXXXX" + std::string(220, '-') + " O"}), "");
}

TEST(RulesText, HandicapsAndProblemsMayHaveAnyStones) {
  EXPECT_EQ(code_of({.pos = "XX-XX" + std::string(220, '-') + " X"}), "");
  EXPECT_EQ(code_of({.pos = "OO-OO" + std::string(220, '-') + " O"}), "");
}

TEST(RulesText, OtherNotations) {
  const Position position = position_after(Rule::freestyle, "h8");
  EXPECT_EQ(Rules::read_notation(position, "I9"), move_to(at("i9")));
  EXPECT_EQ(Rules::read_notation(position, "8,8"), move_to(at("i9")));
  EXPECT_EQ(Rules::read_notation(position, "h8"), std::nullopt);
  EXPECT_EQ(Rules::read_notation(position, "7,7"), std::nullopt);
  EXPECT_EQ(Rules::read_notation(position, "p1"), std::nullopt);
  EXPECT_EQ(Rules::notations(position, move_to(at("a15"))).front().text, "0,14");
}

TEST(RulesText, WhyNot) {
  const Position position =
      position_with(Rule::renju, "g8 i8 h7 h9 a1 b1 c1 e1 f1 a15 b15 c15 d14 d13 d12", "o1");
  const auto code = [&](std::string_view text) { return Rules::why_not(position, text).code; };
  EXPECT_EQ(code("h8"), "double_three");
  EXPECT_EQ(code("d1"), "overline");
  EXPECT_EQ(code("d15"), "double_four");
  EXPECT_EQ(code("o1"), "occupied");
  EXPECT_EQ(code("g8"), "occupied");
  for (const std::string_view text : {"p8", "h16", "h0", "15,0", "z1"})
    EXPECT_EQ(code(text), "off_board") << text;
  for (const std::string_view text :
       {"", "h", "8h", "h08", "h8 ", "h-1", "h+8", "7;7", "7,", "pass", "h99999999999"}) {
    EXPECT_EQ(code(text), "syntax") << text;
  }
  EXPECT_EQ(Rules::why_not(position_after(Rule::freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1"), "h8").code,
            "game_over");
}

TEST(RulesText, LookShowsForbiddenPointsToBlackOnly) {
  EXPECT_EQ(Rules::look(position_with(Rule::renju, "g8 i8 h7 h9", "")).forbidden,
            (std::vector<std::string>{"h8"}));
  EXPECT_TRUE(Rules::look(position_with(Rule::renju, "g8 i8 h7 h9", "", Side::second)).forbidden.empty());
  EXPECT_TRUE(Rules::look(position_with(Rule::standard, "g8 i8 h7 h9", "")).forbidden.empty());
}

}  // namespace
}  // namespace engine::gomoku

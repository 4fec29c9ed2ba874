#include "server/analysis/variation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace server {
namespace {

using protocol::ErrorCode;
using protocol::Explore;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

protocol::Explored explored(const Explore& explore) {
  auto variation = play_variation(explore);
  EXPECT_TRUE(variation) << variation.error().message;
  return variation->explored;
}

/// The code, and the field or rule.
std::string refusal(const Explore& explore) {
  const auto variation = play_variation(explore);
  if (variation) return "granted";
  return std::to_string(static_cast<int>(variation.error().code)) + ' ' + variation.error().reason;
}

std::string bad(const std::string& field) {
  return std::to_string(static_cast<int>(ErrorCode::bad_message)) + ' ' + field;
}

TEST(VariationTest, ReadsMovesInAnyNotation) {
  const auto end = explored({.game = "xiangqi", .moves = {"炮二平五", "H8+7"}});
  EXPECT_THAT(end.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_EQ(end.look.turn, engine::Side::first);
  EXPECT_THAT(end.legal, Contains("h0g2"));
  EXPECT_THAT(end.notation, Contains(testing::Field(&engine::Notation::text, "H8+7")));
  EXPECT_FALSE(end.outcome);
}

TEST(VariationTest, BeginsAnywhere) {
  const std::string pos = "---------------------------OX------XO--------------------------- O";
  const auto here = explored({.game = "antireversi", .pos = pos});
  EXPECT_EQ(here.look.turn, engine::Side::second);
  EXPECT_EQ(here.look.pos, pos);
  EXPECT_THAT(here.moves, IsEmpty());
  EXPECT_EQ(explored({.game = "gomoku", .size = 19}).legal.size(), 361u);
}

TEST(VariationTest, TellsWhereTheGameWouldBeOver) {
  const std::string pos = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w";
  const auto mate = explored({.game = "xiangqi", .pos = pos, .moves = {"b7b9"}});
  ASSERT_TRUE(mate.outcome);
  EXPECT_EQ(mate.outcome->reason, "checkmate");
  EXPECT_THAT(mate.legal, IsEmpty());
  EXPECT_EQ(refusal({.game = "xiangqi", .pos = pos, .moves = {"b7b9", "e9e8"}}),
            std::to_string(static_cast<int>(ErrorCode::illegal_move)) + " game_over");
}

TEST(VariationTest, SaysWhatIsWrong) {
  EXPECT_EQ(refusal({.game = "chess"}), bad("game"));
  EXPECT_EQ(refusal({.game = "gomoku", .rule = "blitz"}), bad("rule"));
  EXPECT_EQ(refusal({.game = "gomoku", .size = 7}), bad("size"));
  EXPECT_EQ(refusal({.game = "xiangqi", .pos = "9/9"}), bad("pos"));
  const auto wrong = play_variation({.game = "xiangqi", .moves = {"h2e2", "e9e5"}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::illegal_move);
  EXPECT_FALSE(wrong.error().reason.empty());
  EXPECT_TRUE(wrong.error().message.starts_with("Move 2: "));
}

TEST(VariationTest, ShowsForbiddenPoints) {
  // Two open threes would cross on h8.
  const Explore renju{
      .game = "gomoku", .rule = "renju", .moves = {"g8", "a1", "i8", "a15", "h7", "o1", "h9", "o15"}};
  EXPECT_THAT(explored(renju).look.forbidden, Contains("h8"));
}

}  // namespace
}  // namespace server

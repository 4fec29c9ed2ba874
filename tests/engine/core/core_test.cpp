#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "engine/core/expected.h"
#include "engine/core/points.h"
#include "engine/core/to_number.h"
#include "engine/core/types.h"
#include "engine/core/zobrist.h"

namespace engine {
namespace {

TEST(Expected, HoldsAValueOrAnError) {
  const Expected<int, std::string> value = 7;
  const Expected<int, std::string> error = Unexpected<std::string>("no");
  EXPECT_TRUE(value);
  EXPECT_EQ(*value, 7);
  EXPECT_FALSE(error);
  EXPECT_EQ(error.error(), "no");
}

TEST(Expected, GivesItsValueAway) {
  Expected<std::unique_ptr<int>, std::string> owner = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(owner);
  EXPECT_EQ(*taken, 5);
}

TEST(Expected, TellsApartAValueAndAnErrorOfOneType) {
  const Expected<std::string, std::string> value = std::string("x");
  const Expected<std::string, std::string> error = Unexpected<std::string>("x");
  EXPECT_TRUE(value);
  EXPECT_FALSE(error);
}

TEST(FixedList, KeepsItsOrder) {
  FixedList<int, 4> list;
  EXPECT_TRUE(list.empty());
  for (int i = 0; i < 4; ++i) list.push_back(i);
  EXPECT_EQ(list.size(), 4u);
  list.pop_back();
  list.shrink(2);
  EXPECT_EQ(std::vector<int>(list.begin(), list.end()), (std::vector<int>{0, 1}));
  list.clear();
  EXPECT_TRUE(list.empty());
}

TEST(Score, WinsAreBetterTheSoonerAndLossesTheLater) {
  EXPECT_GT(win_in(3), win_in(5));
  EXPECT_GT(loss_in(5), loss_in(3));
  EXPECT_TRUE(is_win(win_in(kMaxPly)) && is_loss(loss_in(kMaxPly)));
  EXPECT_FALSE(is_win(kWinBound - 1) || is_loss(-kWinBound + 1));
  EXPECT_EQ(-win_in(4), loss_in(4));
  EXPECT_LT(kInfinite, 32768) << "a score fits 16 bits";
}

TEST(ToNumber, TakesAWholeTextOrNothing) {
  EXPECT_EQ(to_number<int>("-17"), -17);
  EXPECT_EQ(to_number<double>("0.5"), 0.5);
  for (const char* none : {"", "-", "+1", " 1", "1 ", "7x", "0x7", "2147483648"})
    EXPECT_EQ(to_number<int>(none), std::nullopt) << none;
}

TEST(Zobrist, KeysAreTheSameEverywhereAndDifferent) {
  constexpr auto keys = zobrist_keys<1000>(1);
  EXPECT_EQ(std::set<Key>(keys.begin(), keys.end()).size(), 1000u);
  EXPECT_EQ(SplitMix64(0)(), 0xe220a8397b1dcdafULL) << "the published first number of seed 0";
}

TEST(SplitMix64, StaysBelowItsBound) {
  SplitMix64 random(1);
  std::set<std::uint32_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.below(6));
  EXPECT_EQ(seen, (std::set<std::uint32_t>{0, 1, 2, 3, 4, 5}));
}

// A bot that had solved a loss of 14 discs declined a draw: it was taken for 14 hundredths.
TEST(PointsOf, AreHundredthsWhereTheEndIsKnown) {
  EXPECT_EQ(points_of({ScoreKind::exact, -14, {}}), -1'400);
  EXPECT_EQ(points_of({ScoreKind::eval, -14, {}}), -14);
  EXPECT_GT(points_of({ScoreKind::win, 20, {}}), points_of({ScoreKind::exact, 64, {}}));
}

}  // namespace
}  // namespace engine

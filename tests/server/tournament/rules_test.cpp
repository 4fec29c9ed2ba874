#include "server/tournament/rules.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace server::tournament {
namespace {

using namespace std::chrono_literals;

TEST(TournamentRules, DefaultRoundsAreFewerThanThePlayers) {
  EXPECT_EQ(default_rounds(2), 1);
  EXPECT_EQ(default_rounds(3), 2);
  EXPECT_EQ(default_rounds(4), 3);
  EXPECT_EQ(default_rounds(8), 4);
  EXPECT_EQ(default_rounds(9), 5);
  EXPECT_EQ(default_rounds(128), 8);
}

TEST(TournamentRules, DefaultTieBreaksAreValidAndPartEverybody) {
  for (const char* game : {"xiangqi", "gomoku", "antireversi"}) {
    for (const Format format : {Format::swiss, Format::arena, Format::knockout}) {
      const auto kinds = default_tie_breaks(game, format);
      EXPECT_EQ(kinds.back(), TieBreak::lot);
      EXPECT_TRUE(
          are_valid({.game = game, .format = format, .tie_breaks = kinds, .squares = 64, .length = 1h}));
    }
    EXPECT_TRUE(default_tie_breaks(game, Format::simul).empty());
  }
}

TEST(TournamentRules, MayNotBeOutOfRange) {
  const Rules valid{.game = "gomoku"};
  const auto with = [&](auto change) {
    Rules rules = valid;
    change(rules);
    return are_valid(rules);
  };
  EXPECT_TRUE(are_valid(valid));
  EXPECT_FALSE(with([](Rules& r) { r.rounds = kMaxRounds + 1; }));
  EXPECT_FALSE(with([](Rules& r) { r.rounds = -1; }));
  EXPECT_FALSE(with([](Rules& r) { r.cycles = 3; }));
  EXPECT_FALSE(with([](Rules& r) { r.legs = 3; })) << "seats would not be even";
  EXPECT_FALSE(with([](Rules& r) { r.tie_breaks = {TieBreak::lot, TieBreak::lot}; }));
  EXPECT_FALSE(with([](Rules& r) { r.tie_breaks = {TieBreak::bq}; })) << "no discs in this game";
  EXPECT_FALSE(with([](Rules& r) { r.format = Format::arena; })) << "an arena has a length";
  EXPECT_FALSE(with([](Rules& r) { r.base = -1ms; }));
  EXPECT_FALSE(with([](Rules& r) { r.host_extra = -1ms; }));
  EXPECT_FALSE(with([](Rules& r) {
    r.format = Format::simul;
    r.legs = 2;
  })) << "all games begin at once";
}

TEST(TournamentRules, TimesGoByTheClock) {
  const auto timed = [](Millis base) { return Rules{.game = "gomoku", .base = base}; };
  EXPECT_EQ(no_show_after(1min), 1min);
  EXPECT_EQ(no_show_after(8min), 2min);
  EXPECT_EQ(no_show_after(60min), 5min);
  EXPECT_EQ(last_pairing_before_end(timed(30s)), 30s);
  EXPECT_EQ(last_pairing_before_end(timed(3min)), 90s);
  EXPECT_EQ(last_pairing_before_end(timed(10min)), 120s);
}

}  // namespace
}  // namespace server::tournament

#include "server/match/game_clock.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace server {
namespace {

using namespace std::chrono_literals;
using Reading = GameClock::Reading;

constexpr TimePoint kStart{1'700'000'000'000ms};

TimeControl fischer(Millis initial, Millis increment) {
  return {.initial = initial, .increment = increment};
}
TimeControl byoyomi(Millis initial, Millis period, int periods) {
  return {.initial = initial, .byoyomi = period, .periods = periods};
}

/// The first side moves after each of these times, the second at once.
struct Row {
  std::string name;
  TimeControl time;
  std::vector<Millis> moves;
  Reading left;          ///< Of the first side after the last of them.
  bool flagged = false;  ///< By the last of them.
};

const std::vector<Row> kRows = {
    {"base", fischer(1min, 0s), {10s, 20s}, {30s, 0}},
    {"base to the last millisecond", fischer(1min, 0s), {59'999ms}, {1ms, 0}},
    {"base used up", fischer(1min, 0s), {1min}, {1min, 0}, true},
    {"increment", fischer(1min, 2s), {10s, 1s}, {53s, 0}},
    {"increment beyond the start", fischer(1min, 5s), {0s, 0s, 0s}, {75s, 0}},
    {"no increment for the move that flags", fischer(3s, 60s), {3s}, {3s, 0}, true},
    {"nothing but increments", fischer(0s, 5s), {4s, 4s}, {7s, 0}},
    {"nothing but small increments", fischer(0s, 1s), {0s}, {4s, 0}},
    {"main time before byo-yomi", byoyomi(1min, 10s, 3), {59s}, {1s, 3}},
    {"into the first period", byoyomi(1min, 10s, 3), {65s}, {0s, 3}},
    {"a period comes back whole", byoyomi(0s, 10s, 1), {9'999ms, 9'999ms, 9'999ms}, {0s, 1}},
    {"one period overrun", byoyomi(0s, 10s, 3), {10s}, {0s, 2}},
    {"two periods overrun at once", byoyomi(5s, 10s, 3), {29s}, {0s, 1}},
    {"the last period overrun", byoyomi(5s, 10s, 3), {5s, 20s, 10s}, {0s, 1}, true},
    {"all periods overrun at once", byoyomi(5s, 10s, 3), {35s}, {5s, 3}, true},
    {"per move", {.per_move = 30s}, {29s, 29s, 29s}, {30s, 0}},
    {"per move too long", {.per_move = 30s}, {1s, 30s}, {30s, 0}, true},
    {"per move besides main time", {.initial = 10min, .per_move = 1min}, {50s, 50s}, {500s, 0}},
    {"per move cuts main time", {.initial = 10min, .per_move = 1min}, {1min}, {10min, 0}, true},
    {"main time below the move limit", {.initial = 90s, .per_move = 1min}, {50s, 40s}, {40s, 0}, true},
    {"all three",
     {.initial = 2min, .byoyomi = 30s, .periods = 1, .per_move = 1min},
     {59s, 59s, 31s},
     {0s, 1}},
    {"all three too long",
     {.initial = 2min, .byoyomi = 30s, .periods = 1, .per_move = 1min},
     {59s, 59s, 32s},
     {2s, 1},
     true},
    {"byo-yomi with increment",
     {.initial = 5s, .increment = 2s, .byoyomi = 10s, .periods = 2},
     {9s, 1s},
     {3s, 2}},
    {"days", {.days = 3}, {71h, 71h}, {72h, 0}},
    {"days over", {.days = 3}, {72h}, {72h, 0}, true},
    {"unlimited", {}, {1000h, 1000h}, {0s, 0}},
};

TEST(GameClock, charges_every_time_control) {
  for (const Row& row : kRows) {
    GameClock clock(row.time);
    TimePoint now = kStart;
    bool flagged = false;
    for (const Millis think : row.moves) {
      ASSERT_FALSE(flagged) << row.name;
      clock.start(Side::first, now);
      const auto flag_at = clock.flag_at();
      now += think;
      flagged = clock.press(now, {}, 0ms).flagged;
      // The flag falls exactly when a move would come too late.
      EXPECT_EQ(flagged, flag_at && now >= *flag_at) << row.name;
      clock.start(Side::second, now);
      clock.press(now, {}, 0ms);
    }
    EXPECT_EQ(flagged, row.flagged) << row.name;
    EXPECT_EQ(clock.reading(Side::first).main, row.left.main) << row.name;
    EXPECT_EQ(clock.reading(Side::first).periods, row.left.periods) << row.name;
  }
}

TEST(GameClock, sorts_games_by_speed) {
  const std::vector<std::pair<TimeControl, Speed>> rows = {
      {fischer(15s, 0s), Speed::ultra_bullet}, {fischer(30s, 0s), Speed::bullet},
      {fischer(2min, 1s), Speed::bullet},      {fischer(3min, 0s), Speed::blitz},
      {fischer(5min, 3s), Speed::blitz},       {fischer(8min, 0s), Speed::rapid},
      {fischer(15min, 10s), Speed::rapid},     {fischer(30min, 0s), Speed::classical},
      {byoyomi(10min, 30s, 1), Speed::rapid},  {{.per_move = 30s}, Speed::rapid},
      {{.days = 1}, Speed::correspondence},    {{}, Speed::correspondence}};
  for (const auto& [time, speed] : rows) {
    EXPECT_EQ(speed_of(time), speed) << time.initial.count() << "+" << time.increment.count();
  }
}

// The table that lichess.org's formula gives: gain per move and quota at the start, in milliseconds.
TEST(LagQuota, has_the_published_figures) {
  struct Line {
    TimeControl time;
    Millis start, second, most;
  };
  const std::vector<Line> lines = {{fischer(30s, 0s), 810ms, 270ms, 1890ms},
                                   {fischer(1min, 0s), 1170ms, 390ms, 2730ms},
                                   {fischer(3min, 0s), 2610ms, 870ms, 6090ms},
                                   {fischer(3min, 2s), 3000ms, 1000ms, 7000ms}};
  for (const auto& [time, start, gain, most] : lines) {
    LagQuota quota(time);
    EXPECT_EQ(quota.left(), start);
    EXPECT_EQ(quota.use(start + 1ms), start) << "no more than the quota";
    EXPECT_EQ(quota.left(), gain);
    for (int i = 0; i < 10; ++i) quota.use(0ms);
    EXPECT_EQ(quota.left(), most);
  }
}

TEST(GameClock, gives_the_measured_round_trip_back) {
  GameClock clock(fischer(5min, 0s));
  clock.start(Side::first, kStart);
  const auto charge = clock.press(kStart + 10s, {}, 100ms);
  EXPECT_EQ(charge.lag, 100ms);
  EXPECT_EQ(charge.spent, 9'900ms);
  EXPECT_EQ(clock.reading(Side::first).main, 5min - 9'900ms);
}

TEST(GameClock, gives_back_no_more_than_what_the_client_missed) {
  GameClock clock(fischer(5min, 0s));
  clock.start(Side::first, kStart);
  EXPECT_EQ(clock.press(kStart + 10s, 9'970ms, 100ms).lag, 30ms);
}

TEST(GameClock, a_lying_client_gains_at_most_its_round_trip) {
  GameClock clock(fischer(5min, 0s));
  clock.start(Side::first, kStart);
  EXPECT_EQ(clock.press(kStart + 10s, 0ms, 20ms).lag, 20ms);
  clock.start(Side::first, kStart);
  EXPECT_EQ(clock.press(kStart + 10s, 999s, 20ms).lag, 0ms) << "nor does it lose by claiming too much";
}

TEST(GameClock, a_fast_move_costs_nothing_rather_than_less) {
  GameClock clock(fischer(5min, 0s));
  clock.start(Side::first, kStart);
  const auto charge = clock.press(kStart + 40ms, {}, 100ms);
  EXPECT_EQ(charge.spent, 0ms);
  EXPECT_EQ(clock.reading(Side::first).main, 5min);
}

TEST(GameClock, the_flag_waits_for_a_move_that_may_be_on_its_way) {
  GameClock clock(fischer(1min, 0s));
  clock.note_round_trip(Side::first, 200ms);
  clock.start(Side::first, kStart);
  EXPECT_EQ(clock.flag_at(), kStart + 1min + 200ms);
  EXPECT_FALSE(clock.press(kStart + 1min + 199ms, {}, 200ms).flagged);
  EXPECT_EQ(clock.reading(Side::first).main, 1ms);
}

TEST(GameClock, the_flag_does_not_wait_longer_than_the_quota) {
  GameClock clock(fischer(30s, 0s));
  clock.note_round_trip(Side::first, 10s);
  clock.start(Side::first, kStart);
  EXPECT_EQ(clock.flag_at(), kStart + 30s + 810ms);
}

TEST(GameClock, keeps_the_turn_over_a_pause) {
  GameClock clock(byoyomi(1min, 10s, 3));
  clock.start(Side::second, kStart);
  clock.stop(clock.spent(kStart + 20s));
  EXPECT_FALSE(clock.flag_at());
  EXPECT_EQ(clock.spent(kStart + 10h), 20s);
  clock.start(Side::second, kStart + 1h, clock.spent(kStart + 1h));
  EXPECT_EQ(clock.flag_at(), kStart + 1h + 70s);
  EXPECT_EQ(clock.press(kStart + 1h + 45s, {}, 0ms).spent, 65s);
  EXPECT_EQ(clock.reading(Side::second), (Reading{0s, 3}));
}

TEST(GameClock, free_time_after_a_restart_is_charged_to_nobody) {
  GameClock clock(fischer(1min, 0s));
  clock.start(Side::first, kStart, -10s);
  EXPECT_EQ(clock.flag_at(), kStart + 70s);
  EXPECT_EQ(clock.press(kStart + 4s, {}, 0ms).spent, 0s);
  EXPECT_EQ(clock.reading(Side::first).main, 1min);
}

TEST(GameClock, adds_time_where_there_is_a_time_for_the_game) {
  GameClock clock(fischer(1min, 0s));
  clock.add(Side::second, 15s, 0ms);
  EXPECT_EQ(clock.reading(Side::second).main, 75s);
  GameClock per_move({.per_move = 30s});
  per_move.add(Side::first, 15s, 0ms);
  EXPECT_EQ(per_move.reading(Side::first).main, 30s);
}

// Else each takeback would leave what was thought of the increment.
TEST(GameClock, an_increment_that_was_used_is_not_paid_by_byo_yomi) {
  GameClock clock({.initial = 10s, .increment = 5s, .byoyomi = 30s, .periods = 3});
  const auto with = [&](Millis main) {
    clock.restore(Side::first, {.main = main, .periods = 3});
    return clock.lose_increment(Side::first);
  };
  EXPECT_FALSE(with(4'999ms));
  EXPECT_TRUE(with(5s));
  EXPECT_EQ(clock.reading(Side::first), (Reading{0ms, 3}));
}

TEST(GameClock, shows_the_start_of_the_turn_and_the_time_since) {
  GameClock clock(byoyomi(1min, 10s, 3));
  EXPECT_FALSE(clock.face(kStart)->running);
  clock.start(Side::first, kStart);
  const auto face = clock.face(kStart + 12s);
  EXPECT_EQ(face->main[0], 1min);
  EXPECT_EQ(face->periods[1], 3);
  EXPECT_EQ(face->running, Side::first);
  EXPECT_EQ(face->at, kStart + 12s);
  EXPECT_EQ(face->spent, 12s);
  EXPECT_FALSE(GameClock(TimeControl{}).face(kStart));
}

TEST(GameClock, does_not_run_backwards_when_messages_overtake_each_other) {
  GameClock clock(fischer(1min, 0s));
  clock.start(Side::first, kStart);
  EXPECT_EQ(clock.press(kStart - 5s, {}, 0ms).spent, 0s);
}

}  // namespace
}  // namespace server

#include "engine/search/time_plan.h"

#include <gtest/gtest.h>

namespace engine::search {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

TEST(TimePlan, NeverPlansBeyondTheClock) {
  for (int remaining : {0, 1, 20, 50, 100, 1000, 10'000, 300'000, 3'600'000})
    for (int increment : {0, 100, 3'000, 60'000})
      for (int byoyomi : {0, 1'000, 30'000})
        for (int ply : {0, 30, 100, 400}) {
          const Clock clock{.remaining = milliseconds(remaining),
                            .increment = milliseconds(increment),
                            .byoyomi = milliseconds(byoyomi),
                            .ply = ply};
          const Limits limits = plan_time(clock, 30ms);
          ASSERT_TRUE(limits.time && limits.optimum);
          EXPECT_GE(*limits.optimum, 1ms);
          EXPECT_LE(*limits.optimum, *limits.time);
          EXPECT_LE(*limits.time, std::max(milliseconds(remaining + byoyomi) - 30ms, milliseconds(1)));
        }
}

TEST(TimePlan, SpendsMostOfByoyomiWhenTheClockIsEmpty) {
  const Limits limits = plan_time({.remaining = 0ms, .byoyomi = 30s}, 30ms);
  EXPECT_GE(*limits.optimum, 20s);
  EXPECT_LE(*limits.time, 29'970ms);
}

// One delay of a second, of the network say, must not lose the game on the next move.
TEST(TimePlan, LeavesAReserve) {
  for (int remaining : {100, 1000, 5'000, 10'000, 60'000, 3'600'000})
    for (int moves_to_go : {1, 2, 40}) {
      const Limits limits =
          plan_time({.remaining = milliseconds(remaining), .moves_to_go = moves_to_go}, 30ms);
      const milliseconds reserve = std::min(milliseconds(remaining / 10), milliseconds(1000));
      EXPECT_LE(*limits.time + reserve, milliseconds(remaining)) << remaining << ' ' << moves_to_go;
    }
}

TEST(IterationTimes, LooksAheadWhetherAnotherIterationCanEnd) {
  IterationTimes iteration_times;
  iteration_times.iteration_ended(10ms);
  iteration_times.iteration_ended(30ms);  // Twice as long as the one before.
  EXPECT_TRUE(iteration_times.can_finish_another(70ms));
  EXPECT_FALSE(iteration_times.can_finish_another(69ms));
  iteration_times.iteration_ended(31ms);  // One of the short ones; it may be longer again.
  EXPECT_TRUE(iteration_times.can_finish_another(33ms));
  iteration_times.iteration_ended(1031ms);  // A thousand times as long is no rule.
  EXPECT_TRUE(iteration_times.can_finish_another(5031ms));
  EXPECT_FALSE(iteration_times.can_finish_another(5030ms));
}

TEST(BestMoveStability, SpendsLessOnASettledChoiceAndMoreOnAFallingOne) {
  BestMoveStability stability;
  stability.iteration_ended(Move(1), 50);
  const double fresh = stability.share_of_optimum();
  for (int i = 0; i < 10; ++i) stability.iteration_ended(Move(1), 50);
  const double settled = stability.share_of_optimum();
  EXPECT_LT(settled, fresh);
  stability.iteration_ended(Move(1), 10);
  EXPECT_GT(stability.share_of_optimum(), settled) << "the score fell";
  stability.iteration_ended(Move(2), 10);
  EXPECT_EQ(stability.share_of_optimum(), fresh) << "another move, no worse";
}

TEST(BestMoveStability, AWinIsSettledOnceItsLengthStays) {
  BestMoveStability stability;
  for (const int plies : {9, 7, 7, 7}) {
    stability.iteration_ended(Move(1), win_in(plies));
    EXPECT_FALSE(stability.has_settled_win()) << plies;
  }
  stability.iteration_ended(Move(1), win_in(7));
  EXPECT_TRUE(stability.has_settled_win());
  stability.iteration_ended(Move(1), 30);
  for (int i = 0; i < 5; ++i) stability.iteration_ended(Move(1), 30);
  EXPECT_FALSE(stability.has_settled_win()) << "no win";
}

TEST(TimePlan, KeepsTheLimitOfAMove) {
  EXPECT_LE(*plan_time({.remaining = 1h, .per_move = 5s}, 30ms).time, 4'970ms);
}

/// What is left of a clock after so many moves that each take as long as the search takes at most when its
/// choice changes all the time (1.3 times the optimum), and `lost` on the way.
milliseconds left_after(int moves, milliseconds remaining, milliseconds increment, milliseconds lost) {
  for (int i = 0; i < moves && remaining > 0ms; ++i) {
    const Limits limits = plan_time({.remaining = remaining, .increment = increment, .ply = 2 * i}, 30ms);
    remaining -= std::min(*limits.optimum * 13 / 10, *limits.time) + lost;
    if (remaining > 0ms) remaining += increment;
  }
  return remaining;
}

// In a match at 3 s + 30 ms the clock was worn down to 118 ms, and then the machine stalled for 290.
TEST(TimePlan, DoesNotWearAClockDownToWhatOneStallTakes) {
  for (int moves : {20, 40, 80, 160}) {
    EXPECT_GE(left_after(moves, 3s, 30ms, 0ms), 300ms) << moves;
    EXPECT_GE(left_after(moves, 10s, 100ms, 0ms), 300ms) << moves;
    EXPECT_GE(left_after(moves, 3min, 2s, 0ms), 2s) << moves;
  }
}

TEST(TimePlan, AGameThatLosesTheOverheadWithEveryMoveNeverRunsOutOfTime) {
  for (int moves : {40, 80}) {
    EXPECT_GT(left_after(moves, 3s, 40ms, 30ms), 0ms) << moves;
    EXPECT_GT(left_after(moves, 60s, 0ms, 30ms), 0ms) << moves;
    EXPECT_GT(left_after(moves, 10s, 100ms, 30ms), 0ms) << moves;
  }
}

TEST(TimePlan, UsesMostOfAClockThatIsLong) {
  EXPECT_LE(left_after(40, 60s, 0ms, 0ms), 25s);
  EXPECT_LE(left_after(40, 10min, 0ms, 0ms), 250s);
}

TEST(TimePlan, AGameOnTheOptimumNeverRunsOutOfTime) {
  milliseconds remaining = 60s;
  for (int ply = 0; ply < 200; ply += 2) {
    const Limits limits = plan_time({.remaining = remaining, .ply = ply}, 30ms);
    remaining -= *limits.optimum + 10ms;
    ASSERT_GT(remaining, 0ms) << "at ply " << ply;
  }
}

}  // namespace
}  // namespace engine::search

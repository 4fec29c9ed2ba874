#include "server/tournament/berger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace server::tournament {
namespace {

std::set<Places> round_of(int players, int round) {
  const auto tables = berger_round(players, round, 1);
  return {tables.begin(), tables.end()};
}

TEST(Berger, HasThePublishedTables) {
  EXPECT_EQ(round_of(4, 1), (std::set<Places>{{1, 4}, {2, 3}}));
  EXPECT_EQ(round_of(4, 2), (std::set<Places>{{4, 3}, {1, 2}}));
  EXPECT_EQ(round_of(4, 3), (std::set<Places>{{2, 4}, {3, 1}}));
  EXPECT_EQ(round_of(6, 1), (std::set<Places>{{1, 6}, {2, 5}, {3, 4}}));
  EXPECT_EQ(round_of(6, 2), (std::set<Places>{{6, 4}, {5, 3}, {1, 2}}));
  EXPECT_EQ(round_of(6, 5), (std::set<Places>{{3, 6}, {4, 2}, {5, 1}}));
  EXPECT_EQ(round_of(8, 1), (std::set<Places>{{1, 8}, {2, 7}, {3, 6}, {4, 5}}));
  EXPECT_EQ(round_of(8, 4), (std::set<Places>{{8, 6}, {7, 5}, {1, 4}, {2, 3}}));
}

/// What one place has seen.
struct Seat {
  int first = 0;
  int second = 0;
  int row = 0;  // Of the same colour; negative: as second.
  int longest = 0;

  void play(bool begins) {
    (begins ? first : second)++;
    row = begins ? std::max(row, 0) + 1 : std::min(row, 0) - 1;
    longest = std::max(longest, std::abs(row));
  }
};

class Cycles : public testing::TestWithParam<int> {};

TEST_P(Cycles, LetEverybodyMeetOnceEachWayWithFairColours) {
  for (int players = 2; players <= 32; ++players) {
    std::map<int, Seat> seats;
    std::multiset<Places> met;
    for (int round = 1; round <= GetParam() * berger_rounds(players); ++round) {
      std::set<int> busy;
      for (const auto& [first, second] : berger_round(players, round, GetParam())) {
        EXPECT_TRUE(first == 0 || busy.insert(first).second);
        EXPECT_TRUE(second == 0 || busy.insert(second).second);
        if (first == 0 || second == 0) continue;
        seats[first].play(true);
        seats[second].play(false);
        met.insert(GetParam() == 1 ? Places(std::minmax(first, second)) : Places(first, second));
      }
      EXPECT_EQ(std::ssize(busy), players);
    }
    EXPECT_EQ(std::ssize(met), players * (players - 1) / (GetParam() == 1 ? 2 : 1));
    for (const Places& pair : met) EXPECT_EQ(met.count(pair), 1U);
    for (const auto& [place, seat] : seats) {
      EXPECT_LE(std::abs(seat.first - seat.second), 2 - GetParam()) << place << " of " << players;
      EXPECT_LE(seat.longest, 2) << place << " of " << players;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SingleAndDouble, Cycles, testing::Values(1, 2));

}  // namespace
}  // namespace server::tournament

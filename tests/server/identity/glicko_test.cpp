#include "server/identity/glicko.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace server::glicko {
namespace {

constexpr Millis kDay = 24 * 3600 * 1000;

/// The example that the paper computes by hand, to the digits that it prints.
TEST(GlickoTest, ComputesTheExampleOfThePaper) {
  const Standing player{.rating = 1500, .deviation = 200, .volatility = 0.06};
  const std::array scores{Score{{.rating = 1400, .deviation = 30}, 1},
                          Score{{.rating = 1550, .deviation = 100}, 0},
                          Score{{.rating = 1700, .deviation = 300}, 0}};
  const Standing after = rate_period(player, scores, 0.5, 1);
  EXPECT_NEAR(after.rating, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

TEST(GlickoTest, WhoDoesNotPlayBecomesLessCertainOnly) {
  const Standing player{.rating = 1500, .deviation = 200, .volatility = 0.06};
  const Standing after = rate_period(player, {}, 0.5, 1);
  EXPECT_EQ(after.rating, player.rating);
  EXPECT_EQ(after.volatility, player.volatility);
  EXPECT_NEAR(after.deviation, 200.2714, 0.0001) << "the paper's step 6, by hand";
}

/// Two players as a line of glicko_series.txt gives them.
std::array<Standing, 2> read_standings(std::istream& line) {
  std::array<Standing, 2> standings;
  for (Standing& each : standings) line >> each.rating >> each.deviation >> each.volatility;
  return standings;
}

void expect_near(const Standing& ours, const Standing& theirs, const std::string& line) {
  EXPECT_NEAR(ours.rating, theirs.rating, 0.01) << line;
  EXPECT_NEAR(ours.deviation, theirs.deviation, 0.01) << line;
  EXPECT_NEAR(ours.volatility, theirs.volatility, 1e-6) << line;
}

/// glicko_series.py computes the same in another way. Our own standings are carried from game to game, so an
/// error could not hide by being small once.
TEST(GlickoTest, AgreesWithAnIndependentComputationOverWholeSeries) {
  std::ifstream table(SANQI_SOURCE_DIR "/tests/server/identity/glicko_series.txt");
  std::array<Standing, 2> players;
  Millis now = 0;
  int games = 0;
  for (std::string text; std::getline(table, text);) {
    std::istringstream line(text);
    std::string days, result;
    line >> days >> result;
    if (days == "series") {
      players = {kStart, kStart};
      continue;
    }
    now += std::stoll(days) * kDay;
    players = rate_game(players, result, now);
    const auto expected = read_standings(line);
    expect_near(players[0], expected[0], text);
    expect_near(players[1], expected[1], text);
    ++games;
  }
  EXPECT_EQ(games, 420);
}

TEST(GlickoTest, CountsGamesAndRemembersTheLast) {
  const auto after = rate_game({kStart, kStart}, "draw", 77);
  EXPECT_EQ(after[0].games, 1);
  EXPECT_EQ(after[1].updated, 77);
}

TEST(GlickoTest, StaysWithinItsBounds) {
  const Standing best{.rating = 3999, .deviation = 500, .volatility = 0.2, .games = 9};
  const Standing worst{.rating = 401, .deviation = 500, .volatility = 0.2, .games = 9};
  EXPECT_EQ(rate_game({best, best}, "first", 0)[0].rating, 4000);
  EXPECT_EQ(rate_game({worst, worst}, "first", 0)[1].rating, 400);

  const auto upset = rate_game({worst, best}, "first", 0);
  EXPECT_EQ(upset[0].rating, 401 + 700) << "no game is worth more";
  EXPECT_EQ(upset[1].rating, 3999 - 700);
  EXPECT_EQ(upset[0].volatility, 0.1);

  const Standing sure{.rating = 1500, .deviation = 45, .volatility = 0.06, .games = 999};
  EXPECT_EQ(rate_game({sure, sure}, "draw", 0)[0].deviation, 45);
  Standing forgotten = sure;
  forgotten.volatility = 0.1;
  EXPECT_EQ(deviation_at(forgotten, 100'000 * kDay), 500);
}

TEST(GlickoTest, ASettledRatingIsAGuessAgainAfterAYear) {
  const Standing settled{.rating = 1800, .deviation = 60, .volatility = 0.06, .games = 99, .updated = 0};
  EXPECT_FALSE(is_provisional(settled, 0));
  EXPECT_NEAR(deviation_at(settled, 365 * kDay), 110, 2);
  EXPECT_FALSE(is_provisional(settled, 300 * kDay));
  EXPECT_TRUE(is_provisional(settled, 450 * kDay));
  EXPECT_TRUE(is_provisional(kStart, 0));
  EXPECT_EQ(deviation_at(kStart, 450 * kDay), kStart.deviation) << "who never played knows no time";
}

// A clock that was set back must not make a rating more certain.
TEST(GlickoTest, TimeDoesNotRunBackwards) {
  const Standing settled{
      .rating = 1800, .deviation = 60, .volatility = 0.06, .games = 99, .updated = 5 * kDay};
  EXPECT_NEAR(deviation_at(settled, 0), 60, 1e-9);
}

}  // namespace
}  // namespace server::glicko

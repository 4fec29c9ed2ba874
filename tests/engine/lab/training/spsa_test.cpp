#include "engine/lab/training/spsa.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/games/registry.h"
#include "engine/search/parameters.h"

namespace engine::lab {
namespace {

TEST(Spsa, ReadsItsNumbers) {
  const Tunable number = read_tunable("futility:100:20:300");
  EXPECT_EQ(number.name, "futility");
  EXPECT_EQ(number.value, 100);
  EXPECT_EQ(number.step, 28);
  EXPECT_EQ(read_tunable("x:1:0:4:2").step, 2);
  for (const char* bad : {"", "x", "x:1:2", "x:1:0:4:0", "x:9:0:4", "x:a:0:4", "x:1:4:0", "x:1:0:4:1:1"})
    EXPECT_THROW((void)read_tunable(bad), std::invalid_argument) << bad;
}

TEST(Spsa, TrialsStayWithinBoundsAndDifferBothWays) {
  const Spsa spsa({read_tunable("a:0:0:10:3"), read_tunable("b:50:0:100:10")}, 100, 1);
  int up = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const auto trial = spsa.trial(number);
    EXPECT_GE(trial.plus[0], 0);
    EXPECT_GE(trial.minus[0], 0);
    EXPECT_EQ(trial.plus[1] > trial.minus[1], trial.signs[1] > 0);
    EXPECT_EQ(trial.plus, spsa.trial(number).plus);
    up += trial.signs[1] > 0;
  }
  EXPECT_GT(up, 30);
  EXPECT_LT(up, 70);
}

// Games whose result depends, noisily, on the distance from a best value: the numbers must come closer to it.
TEST(Spsa, FindsWhatWins) {
  constexpr std::uint64_t kTrials = 20'000, kSeed = 3;
  Spsa spsa({read_tunable("a:100:0:400:20"), read_tunable("b:10:0:100:8")}, kTrials, kSeed);
  SplitMix64 random(kSeed);
  const auto strength = [](const std::vector<int>& values) {
    return -std::pow((values[0] - 250) / 100.0, 2) - std::pow((values[1] - 60) / 40.0, 2);
  };
  for (std::uint64_t number = 0; number < kTrials; ++number) {
    const auto trial = spsa.trial(number);
    const double chance = 1 / (1 + std::exp(-(strength(trial.plus) - strength(trial.minus))));
    double points = 0;
    for (int game = 0; game < 2; ++game) points += random.below(1'000'000) < 1e6 * chance ? 1 : -1;
    spsa.learn(trial, points);
  }
  EXPECT_NEAR(spsa.numbers()[0].value, 250, 60) << "from 100";
  EXPECT_NEAR(spsa.numbers()[1].value, 60, 20) << "from 10";
}

// Each parameter is heard by the search of a game that asks for it, and the defaults change nothing.
TEST(Parameters, EachChangesTheSearch) {
  const auto nodes_of = [](std::string_view id, const std::string& pos,
                           std::map<std::string, int> parameters) {
    const Game& game = *find_game(id);
    const auto match = *game.new_match({.pos = pos});
    return game.new_bot({.parameters = std::move(parameters)})->think(*match, {.depth = 11}, {}, {}).nodes;
  };
  const auto nodes = [&](const std::map<std::string, int>& parameters) {
    if (parameters.size() == 1 && parameters.contains("prob_cut"))
      return nodes_of("antireversi", "", parameters);
    return nodes_of("xiangqi", "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 1",
                    parameters);
  };
  const auto usual = nodes({});
  const search::Parameters defaults;
  std::map<std::string, int> same;
  for (const auto& named : search::kParameters) {
    const int value = defaults.*named.value;
    same[std::string(named.name)] = value;
    EXPECT_NE(nodes({{std::string(named.name), named.name == "reduction_base" ? 700 : 2 * value}}),
              named.name == "prob_cut" ? nodes_of("antireversi", "", {}) : usual)
        << named.name;
  }
  EXPECT_EQ(nodes(same), usual);
}

}  // namespace
}  // namespace engine::lab

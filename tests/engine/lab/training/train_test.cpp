#include "engine/lab/training/train.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/core/zobrist.h"
#include "engine/games/registry.h"
#include "engine/lab/training/regression.h"

namespace engine::lab {
namespace {

TEST(Regression, FindsTheWeightsThatMadeTheData) {
  SplitMix64 random(1);
  const std::vector<int> truth = {300, -20, 7, 0};
  Regression whole(truth.size()), left(truth.size()), right(truth.size());
  for (int i = 0; i < 5000; ++i) {
    std::vector<int> features;
    int target = static_cast<int>(random.below(101)) - 50;  // Noise.
    for (std::size_t k = 0; k < truth.size(); ++k) {
      features.push_back(static_cast<int>(random.below(41)) - 20);
      target += truth[k] * features.back();
    }
    whole.add(features, target);
    (i % 3 == 0 ? left : right).add(features, target);
  }
  const auto weights = whole.solve(0);
  for (std::size_t k = 0; k < truth.size(); ++k) EXPECT_NEAR(weights[k], truth[k], 0.2);
  left.add(right);
  EXPECT_EQ(left.solve(0.01), whole.solve(0.01)) << "parts add up exactly";
  EXPECT_LT(std::abs(whole.solve(1)[0]), 200) << "a ridge holds weights towards 0";
}

TEST(Regression, AFeatureThatNeverShowsGetsNoWeight) {
  Regression regression(2);
  for (int i = 1; i < 10; ++i) regression.add({i, 0}, 5 * i);
  EXPECT_NEAR(regression.solve(0)[0], 5, 1e-6);
  EXPECT_EQ(regression.solve(0)[1], 0);
}

TEST(Train, IsTheSameForEveryNumberOfThreadsAndBeatsNoWeights) {
  SelfPlaySettings settings{
      .game = find_game("antireversi"), .seed = 5, .nodes = 100, .random_plies = 10, .hash_bytes = 1 << 16};
  const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
  std::vector<SelfPlayGame> games;
  for (std::uint32_t number = 0; number < 60; ++number)
    games.push_back(play_selfplay(settings, number, *bot));
  const LinearModel& model = linear_model_of("antireversi");
  const Trained one = train(model, settings, games, {}, 1), three = train(model, settings, games, {}, 3);
  EXPECT_EQ(one.weights, three.weights);
  ASSERT_EQ(one.weights.size(), model.stages);
  std::uint64_t held_out = 0;
  double trained = 0, nothing = 0;
  for (std::size_t stage = 0; stage < one.errors.size(); ++stage) {
    held_out += one.errors[stage].held_out_samples;
    trained += std::pow(one.errors[stage].trained, 2) * static_cast<double>(one.errors[stage].samples);
  }
  for (const SelfPlayGame& game : games)
    if (game.number % 10 != 9)
      for (const Sample& sample : samples_of(settings, game, {}))
        nothing += 1e4 * sample.margin * sample.margin;
  EXPECT_EQ(one.weights.back(), one.weights[one.weights.size() - 2])
      << "ten random plies: nothing teaches the first stage";
  EXPECT_NE(one.weights.back(), std::vector<int>(model.features.size(), 0));
  EXPECT_GT(held_out, 0u);
  EXPECT_LT(trained, nothing);
  std::ostringstream rows, table, picture;
  print_weights(model, one, rows);
  print_errors(one.errors, table);
  draw_errors(one.errors, picture);
  EXPECT_EQ(std::ranges::count(std::string(rows.str()), '\n'), static_cast<long>(model.stages) + 1);
  EXPECT_NE(table.str().find("held out"), std::string::npos);
  EXPECT_NE(picture.str().find("</svg>"), std::string::npos);
  EXPECT_THROW((void)linear_model_of("xiangqi"), std::invalid_argument);
}

TEST(Train, RefusesAMoveThatIsNoneOnEveryNumberOfThreads) {
  const SelfPlaySettings settings{.game = find_game("antireversi")};
  const std::vector<SelfPlayGame> games(4, {.plies = {{.move = 999, .score = 0}}});
  for (const int threads : {1, 2})
    EXPECT_THROW((void)train(linear_model_of("antireversi"), settings, games, {}, threads),
                 std::runtime_error)
        << threads;
}

}  // namespace
}  // namespace engine::lab

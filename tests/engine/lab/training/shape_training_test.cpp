#include "engine/lab/training/shape_training.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "engine/core/zobrist.h"
#include "engine/games/gomoku/policy.h"
#include "engine/games/registry.h"
#include "tests/engine/games/gomoku/board.h"

namespace engine::lab {
namespace {

constexpr std::size_t kPlanted = 402;  // Counts 37 centi-stones, unlike what was set by hand.
constexpr double kScale = 100;

/// Positions of which the score says what one weight is worth.
ShapeExamples planted(int count) {
  SplitMix64 random(5);
  ShapeExamples examples;
  for (int i = 0; i < count; ++i) {
    std::vector<int> times(kShapeWeights);
    const int planted = static_cast<int>(random.below(7)) - 3;
    times[kPlanted] = planted;
    examples.add({.score = static_cast<std::int16_t>(37 * planted),
                  .stones = static_cast<std::uint8_t>(i % 64),
                  .held_out = i % 10 == 9},
                 times);
  }
  return examples;
}

TEST(ShapeTraining, LearnsAWeightThatMadeTheScores) {
  const TrainedShapes trained =
      train_shapes(planted(20'000), {.epochs = 60, .ridge = 0, .lambda = 0, .scale = kScale});
  EXPECT_NEAR(trained.weights[kPlanted], 37, 1);
  const gomoku::PointWeights before = gomoku::handmade_weights();
  EXPECT_EQ(trained.weights[kPlanted + 2], before.of[(kPlanted + 2) / 2].moving) << "nothing taught it";
  const ShapeLoss& all = trained.losses.back();
  EXPECT_EQ(all.held_out_samples, 2'000u);
  EXPECT_LT(all.held_out, all.current) << "positions held out are foretold better";
}

TEST(ShapeTraining, LearnsFromResultsAsFarAsLambdaSays) {
  ShapeExamples examples = planted(20'000);
  for (ShapeExample& example : examples.of) example.result = example.score < 0 ? -1 : 1;
  const auto weight = [&](double lambda) {
    return train_shapes(examples, {.epochs = 20, .ridge = 0, .lambda = lambda, .scale = kScale})
        .weights[kPlanted];
  };
  EXPECT_GT(weight(0.5), weight(0) + 20);
}

TEST(ShapeTraining, ARidgeHoldsWhatIsRarelySeenWhereItWas) {
  const double before = gomoku::handmade_weights().of[kPlanted / 2].moving;
  const auto moved = [&](double ridge) {
    const auto trained =
        train_shapes(planted(200), {.epochs = 200, .ridge = ridge, .lambda = 0, .scale = kScale});
    return std::abs(trained.weights[kPlanted] - before);
  };
  EXPECT_LT(moved(1'000), moved(0));
}

TEST(ShapeTraining, IsReproducible) {
  const ShapeExamples examples = planted(5'000);
  const ShapeOptions options{.seed = 3, .epochs = 2};
  EXPECT_EQ(train_shapes(examples, options).weights, train_shapes(examples, options).weights);
  EXPECT_EQ(train_shapes(examples, options).scale, train_shapes(examples, options).scale);
}

TEST(ShapeTraining, WritesWhatTheGameReads) {
  const TrainedShapes trained = train_shapes(planted(500), {.epochs = 1});
  std::ostringstream out;
  write_shape_weights(trained, "a test", out);
  const std::string file = out.str();
  const auto point_weights =
      gomoku::read_point_weights({reinterpret_cast<const unsigned char*>(file.data()), file.size()});
  for (std::size_t i = 0; i < gomoku::kCombinations; ++i) {
    EXPECT_EQ(point_weights->of[i].moving, trained.weights[2 * i]);
    EXPECT_EQ(point_weights->of[i].waiting, trained.weights[2 * i + 1]);
  }
  EXPECT_EQ(point_weights->tempo, trained.weights.back());
}

/// The sum of an example's terms by the weights that play.
int value_today(const ShapeExamples& examples, const ShapeExample& example) {
  int sum = 0;
  for (std::uint32_t i = example.first; i < example.end; ++i) {
    const ShapeTerm term = examples.terms[i];
    const gomoku::PointWeight worth =
        gomoku::point_weights().of[std::min<std::size_t>(term.weight / 2, gomoku::kCombinations - 1)];
    const int weight = term.weight == kShapeWeights - 1 ? gomoku::point_weights().tempo
                       : term.weight % 2 == 0           ? worth.moving
                                                        : worth.waiting;
    sum += weight * term.times;
  }
  return sum;
}

TEST(ShapeTraining, SeesAPositionAsTheEvaluationDoes) {
  for (const char* rule : {"freestyle", "renju"}) {
    const SelfPlaySettings settings{.game = find_game("gomoku"),
                                    .setup = {.rule = rule},
                                    .seed = 4,
                                    .nodes = 60,
                                    .random_plies = 6,
                                    .hash_bytes = 1 << 16};
    const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
    std::vector<SelfPlayGame> games;
    for (std::uint32_t number = 0; number < 12; ++number)
      games.push_back(play_selfplay(settings, number, *bot));
    ShapeExamples examples;
    add_shape_examples(settings, games, 2'000, 4, examples);
    EXPECT_GT(examples.of.size(), 50u);
    for (const ShapeExample& example : examples.of)
      EXPECT_EQ(value_today(examples, example), example.current);
    EXPECT_TRUE(std::ranges::any_of(examples.of, &ShapeExample::held_out));
    EXPECT_FALSE(std::ranges::all_of(examples.of, &ShapeExample::held_out));
  }
}

TEST(ShapeTraining, RefusesOtherGamesAndMovesThatAreNone) {
  ShapeExamples examples;
  EXPECT_THROW(add_shape_examples({.game = find_game("xiangqi")}, {}, 2'000, 10, examples),
               std::invalid_argument);
  const SelfPlaySettings settings{.game = find_game("gomoku")};
  EXPECT_THROW(add_shape_examples(settings, {{.plies = {{225, 0}}}}, 2'000, 10, examples),
               std::runtime_error);
}

}  // namespace
}  // namespace engine::lab

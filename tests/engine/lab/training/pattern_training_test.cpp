#include "engine/lab/training/pattern_training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "engine/core/zobrist.h"
#include "engine/games/antireversi/patterns.h"
#include "engine/games/registry.h"
#include "engine/lab/training/prob_cut_fit.h"

namespace engine::lab {
namespace {

using antireversi::Discs;

/// Boards whose result is three times the balance of moves, and 5 for being to move.
std::vector<PatternExample> examples_of_mobility(int count) {
  SplitMix64 random(21);
  std::vector<PatternExample> examples;
  while (static_cast<int>(examples.size()) < count) {
    Discs discs{0, 0};
    for (int square = 0; square < antireversi::kSquares; ++square)
      if (random.below(2) == 0)
        (random.below(2) == 0 ? discs.own : discs.opponent) |= antireversi::bit(square);
    const int balance = antireversi::count(discs.moves()) - antireversi::count(discs.opponent_moves());
    examples.push_back({discs, static_cast<std::int16_t>(500 + 300 * balance), examples.size() % 10 == 9});
  }
  return examples;
}

TEST(PatternTraining, FindsWhatMadeTheResultsWithAnyNumberOfThreads) {
  const auto examples = examples_of_mobility(4000);
  const TrainedPatterns one = train_patterns(examples, {.ridge = 1}, 1);
  EXPECT_EQ(one.weights, train_patterns(examples, {.ridge = 1}, 3).weights);
  const std::size_t stage = antireversi::pattern_stage_of(32);
  EXPECT_GT(one.errors[stage].held_out_samples, 50u);
  double spread = 0;
  for (const PatternExample& example : examples) spread += std::pow(example.target - 500, 2);
  spread = std::sqrt(spread / static_cast<double>(examples.size()));
  EXPECT_LT(one.errors[stage].held_out, spread / 2) << "games held out are foretold as well";
  EXPECT_EQ(one.weights[antireversi::kPatternStages - 1], one.weights[antireversi::kPatternStages - 2])
      << "half of the board is full: nothing teaches the first stage";
}

TEST(PatternTraining, ARidgeHoldsWhatIsRarelySeenNearZero) {
  const auto examples = examples_of_mobility(300);
  const auto size = [&](double ridge) {
    double sum = 0;
    const TrainedPatterns trained = train_patterns(examples, {.ridge = ridge}, 1);
    for (const std::int16_t weight : trained.weights[antireversi::pattern_stage_of(32)])
      sum += weight * weight;
    return sum;
  };
  EXPECT_LT(size(100), size(1));
}

TEST(PatternTraining, WritesWhatTheGameReads) {
  const TrainedPatterns trained = train_patterns(examples_of_mobility(300), {.rounds = 3}, 1);
  std::ostringstream out;
  write_pattern_weights(trained, "a test", out);
  const std::string file = out.str();
  const auto weights =
      antireversi::read_pattern_weights({reinterpret_cast<const unsigned char*>(file.data()), file.size()});
  for (std::size_t place = 0; place < antireversi::kStageWeights; place += 97)
    EXPECT_EQ((*weights)[4][place], trained.weights[4][antireversi::number_of_places()[place]]);
}

TEST(PatternTraining, MixesWhatComesAfterAPositionWithItsScore) {
  const SelfPlaySettings settings{.game = find_game("antireversi")};
  const SelfPlayGame game{
      .margin = 10,
      .plies = {{.move = 0, .score = 300}, {.move = 0, .score = -200}, {.move = 0, .score = 100}}};
  std::vector<PatternExample> examples;
  add_pattern_examples(settings, {game}, {.lambda = 0.5}, examples);
  ASSERT_EQ(examples.size(), 3u);
  EXPECT_EQ(examples[0].target, 1000) << "a score of a disc says who wins, and not by how much";
  EXPECT_EQ(examples[1].target, -600) << "half the result, half 200 for the first side";
  EXPECT_EQ(examples[2].target, 450);
  examples.clear();
  add_pattern_examples(settings, {game}, {}, examples);
  EXPECT_EQ(examples[2].target, 1000) << "the result alone where nothing else is wanted";
}

TEST(PatternTraining, RefusesAMoveThatIsNone) {
  std::vector<PatternExample> examples;
  EXPECT_THROW(add_pattern_examples({.game = find_game("antireversi")},
                                    {{.plies = {{.move = 999, .score = 0}}}}, {}, examples),
               std::runtime_error);
}

TEST(PatternTraining, TellsErrorsAsATableAndAsAPicture) {
  const std::vector<StageError> errors{{.samples = 3, .trained = 2.5}, {.held_out = 4, .current = 5}};
  std::ostringstream table, picture;
  print_errors(errors, table);
  draw_errors(errors, picture);
  EXPECT_EQ(std::ranges::count(table.str(), '\n'), 3);
  EXPECT_NE(table.str().find("held out"), std::string::npos);
  EXPECT_NE(picture.str().find("points='40.0,160.0 600.0,280.0 '"), std::string::npos) << "of trained";
  EXPECT_NE(picture.str().find("at most 5.0"), std::string::npos);
  EXPECT_TRUE(picture.str().ends_with("</svg>\n"));
}

TEST(PatternTraining, PassesOverScoresThatOnlySayWhoWins) {
  const SelfPlayGame game{
      .margin = 6,
      .plies = {{.move = 0, .score = 100}, {.move = 0, .score = -100}, {.move = 0, .score = 200}}};
  std::vector<PatternExample> examples;
  add_pattern_examples({.game = find_game("antireversi")}, {game}, {.lambda = 0.5}, examples);
  ASSERT_EQ(examples.size(), 3u);
  EXPECT_EQ(examples[0].target, 400) << "the last position comes first";
  EXPECT_EQ(examples[1].target, -400);
  EXPECT_EQ(examples[2].target, 400);
}

TEST(PatternTraining, HoldsOutWholeGamesByTheirNumbers) {
  std::vector<SelfPlayGame> games;
  for (const std::uint32_t number : {9u, 3u, 19u, 10u})
    games.push_back(
        {.number = number, .margin = 2, .plies = {{.move = 0, .score = 0}, {.move = 0, .score = 0}}});
  const auto held_out = [&](std::uint32_t every) {
    std::vector<PatternExample> examples;
    add_pattern_examples({.game = find_game("antireversi")}, games, {.held_out = every}, examples);
    std::string marks;
    for (const PatternExample& example : examples) marks += example.held_out ? 'x' : '.';
    return marks;
  };
  EXPECT_EQ(held_out(10), "xx..xx..");
  EXPECT_EQ(held_out(0), "........");
}

TEST(PatternTraining, RefusesOtherGames) {
  std::vector<PatternExample> examples;
  EXPECT_THROW(add_pattern_examples({.game = find_game("gomoku")}, {}, {}, examples), std::invalid_argument);
}

TEST(ProbCutFit, SaysHowFarOffShallowSearchesAreAndIsReproducible) {
  SelfPlaySettings settings{
      .game = find_game("antireversi"), .seed = 6, .nodes = 50, .random_plies = 30, .hash_bytes = 1 << 16};
  const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
  std::vector<SelfPlayGame> games;
  for (std::uint32_t number = 0; number < 40; ++number)
    games.push_back(play_selfplay(settings, number, *bot));
  int calls = 0;
  const auto regressions = fit_prob_cut(settings, games, 4, [&] { ++calls; });
  EXPECT_GT(calls, 8);
  const auto& late = regressions[1].front();
  EXPECT_GT(late.sigma, 1);
  EXPECT_GT(late.slope, 0);
  std::ostringstream once, again;
  print_prob_cut(regressions, once);
  print_prob_cut(fit_prob_cut(settings, games, 4, [] {}), again);
  EXPECT_EQ(once.str(), again.str());
  EXPECT_THROW((void)fit_prob_cut({.game = find_game("gomoku")}, {}, 4, [] {}), std::invalid_argument);
}

}  // namespace
}  // namespace engine::lab

#include "engine/lab/training/network_trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>

#include "engine/core/zobrist.h"
#include "engine/games/gomoku/policy.h"
#include "engine/games/gomoku/rules.h"
#include "engine/games/registry.h"
#include "engine/games/xiangqi/fen.h"

namespace engine::lab {
namespace {

struct Games {
  SelfPlaySettings settings{.game = find_game("xiangqi"),
                            .seed = 9,
                            .nodes = 60,
                            .random_plies = 6,
                            .max_plies = 120,
                            .hash_bytes = 1 << 16};
  std::vector<SelfPlayGame> games;
};

const Games& some_games() {
  static const Games all = [] {
    Games made;
    const auto bot = made.settings.game->new_bot({.hash_bytes = made.settings.hash_bytes});
    for (std::uint32_t number = 0; number < 30; ++number)
      made.games.push_back(play_selfplay(made.settings, number, *bot));
    return made;
  }();
  return all;
}

/// Board and turn of a FEN, from the end of the side to move as red.
std::string seen_by_mover(const xiangqi::Position& position) {
  return write_fen(unpack(pack(position))).substr(0, write_fen(unpack(pack(position))).find(' '));
}

TEST(NetworkSamples, AreThoseOfSamplesOf) {
  const auto& [settings, games] = some_games();
  for (const Filter& filter : {Filter{}, Filter{.quiet = true, .decided = 300}})
    for (const SelfPlayGame& game : games) {
      std::vector<NetworkSample> packed;
      add_samples(settings, game, filter, packed);
      const std::vector<Sample> plain = samples_of(settings, game, filter);
      ASSERT_EQ(packed.size(), plain.size());
      for (std::size_t i = 0; i < packed.size(); ++i) {
        EXPECT_EQ(packed[i].score, plain[i].score);
        EXPECT_EQ(static_cast<int>(packed[i].points) - 1, plain[i].result);
        const auto position = xiangqi::read_fen(plain[i].pos);
        ASSERT_TRUE(position);
        const xiangqi::Position seen = unpack(packed[i]);
        EXPECT_EQ(write_fen(seen), write_fen(unpack(pack(*position))));
        if (plain[i].turn == Side::first) {
          EXPECT_EQ(seen.board(), position->board());
        }
        EXPECT_EQ(seen.board().occupied().count(), position->board().occupied().count());
      }
    }
}

TEST(NetworkSamples, ShowBlackHisOwnPiecesAsRedAtTheBottom) {
  const auto black = xiangqi::read_fen("4k4/9/9/9/r8/9/9/9/9/3K4C b - - 0 1");
  ASSERT_TRUE(black);
  EXPECT_EQ(seen_by_mover(*black), "3k4c/9/9/9/9/R8/9/9/9/4K4");
}

TEST(NetworkSamples, RefuseAMoveThatIsNone) {
  const auto& [settings, games] = some_games();
  SelfPlayGame game = games.front();
  game.plies.at(3).move = 999;
  std::vector<NetworkSample> samples;
  EXPECT_THROW(add_samples(settings, game, {}, samples), std::runtime_error);
}

struct Sets {
  XiangqiSamples samples, held_out;
};

/// Positions whose "score" only a network could know: a pawn's worth for each red elephant, whatever else.
Sets elephants() {
  const auto& [settings, games] = some_games();
  Sets sets;
  for (const SelfPlayGame& game : games)
    add_samples(settings, game, {}, game.number % 5 == 4 ? sets.held_out.of : sets.samples.of);
  for (auto* set : {&sets.samples.of, &sets.held_out.of})
    for (NetworkSample& sample : *set) {
      const auto own = unpack(sample).board().pieces(Side::first, xiangqi::PieceType::elephant).count();
      sample.score = static_cast<std::int16_t>(200 * own - 200);
      sample.by_hand = 0;
    }
  return sets;
}

TEST(NetworkTrainer, LearnsWhatItIsTaughtAndRoundsItFaithfully) {
  const auto [samples, held_out] = elephants();
  const NetworkOptions options{.epochs = 12, .batch = 64, .lambda = 0, .scale = 200, .seed = 3};
  int told = 0;
  const auto trained = train_network(samples, held_out, options, [&](const Epoch&) { ++told; });
  EXPECT_EQ(told, 12);
  ASSERT_EQ(trained.epochs.size(), 12u);
  EXPECT_LT(trained.epochs.back().trained.mean(), trained.epochs.front().trained.mean() / 5);
  NetworkLoss rounded, by_hand;
  for (std::size_t bucket = 0; bucket < trained.rounded.size(); ++bucket) {
    rounded.samples += trained.rounded[bucket].samples, rounded.sum += trained.rounded[bucket].sum;
    by_hand.sum += trained.before[bucket].sum;
  }
  EXPECT_EQ(rounded.samples, held_out.size());
  EXPECT_LT(rounded.sum, by_hand.sum / 5) << "0 everywhere";
  EXPECT_NEAR(std::sqrt(rounded.mean()), std::sqrt(trained.epochs.back().held_out.mean()), 0.01);
}

struct GomokuGames {
  SelfPlaySettings settings{.game = find_game("gomoku"), .setup = {.rule = "freestyle"}, .seed = 4};
  std::vector<SelfPlayGame> games;
  ShapeExamples examples;
  GomokuSamples samples;
};

/// Random moves in the middle of the board until a five, 24 stones at most. What the engine thinks of them
/// plays no part, so that new weights change no test.
SelfPlayGame random_gomoku_game(const SelfPlaySettings& settings, std::uint32_t number, SplitMix64& random) {
  SelfPlayGame game{.number = number};
  const auto match = *settings.game->new_match(settings.setup);
  while (game.plies.size() < 24 && !match->outcome()) {
    const auto legal = match->legal_moves();
    const auto move = random.below(static_cast<std::uint32_t>(legal.size()));
    const std::string& name = legal[move];
    if (name[0] < 'e' || name[0] > 'k' || std::stoi(name.substr(1)) < 5 || std::stoi(name.substr(1)) > 11)
      continue;
    game.plies.push_back({static_cast<std::uint16_t>(move), 0});
    EXPECT_TRUE(match->play(name));
  }
  return game;
}

std::unique_ptr<GomokuGames> some_gomoku() {
  auto made = std::make_unique<GomokuGames>();
  SplitMix64 random(made->settings.seed);
  for (std::uint32_t number = 0; number < 20; ++number)
    made->games.push_back(random_gomoku_game(made->settings, number, random));
  add_shape_examples(made->settings, made->games, 2'000, 0, made->examples);
  made->samples.examples = &made->examples;
  for (std::uint32_t i = 0; i < made->examples.of.size(); ++i) made->samples.of.push_back(i);
  return made;
}

TEST(NetworkTrainer, LearnsGomokuFromBothSides) {
  const auto gomoku = some_gomoku();
  ASSERT_GT(gomoku->samples.size(), 100u);
  // The side with more points of every second combination is ahead, but never by more than two stones.
  for (ShapeExample& example : gomoku->examples.of) {
    int ahead = 0;
    for (const ShapeTerm& term : gomoku->examples.terms_of(example))
      if (term.weight / 2 % 2 == 1 && term.weight + 1u < kShapeWeights)
        ahead += term.times;  // Below 0 for the opponent.
    example.score = static_cast<std::int16_t>(std::clamp(100 * ahead, -200, 200));
    example.current = 0;
  }
  const NetworkOptions options{.epochs = 30, .batch = 32, .lambda = 0, .scale = 200, .seed = 3};
  const auto trained = train_network(gomoku->samples, gomoku->samples, options, [](const Epoch&) {});
  NetworkLoss rounded, before;
  for (std::size_t bucket = 0; bucket < trained.rounded.size(); ++bucket) {
    rounded.samples += trained.rounded[bucket].samples, rounded.sum += trained.rounded[bucket].sum;
    before.sum += trained.before[bucket].sum;
  }
  EXPECT_EQ(rounded.samples, gomoku->samples.size());
  EXPECT_LT(rounded.sum, before.sum / 3) << "0 everywhere";
  EXPECT_NEAR(std::sqrt(rounded.mean()), std::sqrt(trained.epochs.back().held_out.mean()), 0.02);
}

TEST(NetworkTrainer, SeesGomokuAsTheSearchDoes) {
  const auto gomoku = some_gomoku();
  gomoku::Policy<gomoku::Rule::freestyle> policy;
  std::size_t compared = 0;
  for (const SelfPlayGame& game : gomoku->games) {
    auto match = gomoku->settings.game->new_match(gomoku->settings.setup);
    ASSERT_TRUE(match);
    gomoku::Position position(gomoku::Rule::freestyle, 15);
    for (const SelfPlayGame::Ply& ply : game.plies) {
      const gomoku::PatternBoard<gomoku::Rule::freestyle> board(position);
      const bool five = board.count(Side::first, gomoku::Threat::five) > 0 ||
                        board.count(Side::second, gomoku::Threat::five) > 0;
      if (ply.score != SelfPlayGame::kNoScore && std::abs(ply.score) <= 2'000 && !five) {
        ASSERT_LT(compared, gomoku->samples.size());
        EXPECT_EQ(gomoku->samples.predict(gomoku::own_networks()->usual, compared++), policy.evaluate(board));
      }
      const auto legal = (*match)->legal_moves();
      position.do_move(*gomoku::Rules::find_move(position, legal.at(ply.move)));
      ASSERT_TRUE((*match)->play(legal.at(ply.move)));
    }
  }
  EXPECT_EQ(compared, gomoku->samples.size());
}

TEST(NetworkTrainer, GivesTheSameWeightsForTheSameSeedAndThreads) {
  const auto [samples, held_out] = elephants();
  const auto weights = [&](std::uint64_t seed, int threads) {
    const NetworkOptions options{.epochs = 2, .batch = 128, .seed = seed, .threads = threads};
    return write_network(train_network(samples, held_out, options, [](const Epoch&) {}).network);
  };
  const std::string two = weights(1, 2);
  EXPECT_EQ(two, weights(1, 2));
  EXPECT_NE(two, weights(2, 2));
  EXPECT_EQ(weights(1, 1), weights(1, 1));
}

// A step too small to change a rounded weight leaves what it began with; at another scale only what an output
// of 1 is changes.
TEST(NetworkTrainer, BeginsWithTheWeightsThatItIsGiven) {
  const auto gomoku = some_gomoku();
  const gomoku::Network& start = gomoku::own_networks()->usual;
  const auto trained_at = [&](int scale) {
    const NetworkOptions options{.epochs = 1, .rate = 1e-6, .decay = 0, .scale = scale};
    return train_network(
               gomoku->samples, gomoku->samples, options, [](const Epoch&) {}, &start)
        .network;
  };
  EXPECT_EQ(write_network(trained_at(start.scale)), write_network(start));
  const gomoku::Network twice = trained_at(2 * start.scale);
  EXPECT_EQ(twice.scale, 2 * start.scale);
  EXPECT_EQ(twice.inputs, start.inputs);
  double difference = 0, size = 0;  // The smaller output weights are rounded more.
  for (std::size_t i = 0; i < gomoku->samples.size(); ++i) {
    const Score said = gomoku->samples.predict(start, i);
    difference += std::abs(gomoku->samples.predict(twice, i) - said);
    size += std::abs(said);
  }
  EXPECT_LT(difference, size / 10);
}

TEST(NetworkTrainer, DoesNotBeginWithWeightsOfTheOtherKind) {
  const auto [samples, held_out] = elephants();
  const xiangqi::Network& start = *xiangqi::own_network();
  const NetworkOptions options{.epochs = 1, .corrects = !start.corrects};
  EXPECT_THROW(train_network(
                   samples, held_out, options, [](const Epoch&) {}, &start),
               std::invalid_argument);
}

TEST(NetworkTrainer, FitsTheScaleThatTheResultsCameFrom) {
  SplitMix64 random(5);
  XiangqiSamples samples;
  samples.of.resize(20'000);
  for (NetworkSample& sample : samples.of) {
    sample.score = static_cast<std::int16_t>(static_cast<int>(random.below(2001)) - 1000);
    const double odds = 1 / (1 + std::exp(-sample.score / 350.0));
    sample.points = random.below(1'000'000) < 1e6 * odds ? 2 : 0;
  }
  EXPECT_NEAR(fitted_scale(samples), 350, 40);
}

TEST(NetworkTrainer, TakesTheTargetOfTheNextPositionForTheResult) {
  ShapeExamples examples;
  // Two games. The mover of the second position is the opponent of the first one's, the third's is the same.
  examples.of = {{.score = 0, .result = -1, .next_in = 1},
                 {.score = 0, .result = 1, .next_in = 2},
                 {.score = 100, .result = 1, .next_in = 0},
                 {.score = 0, .result = -1, .next_in = 0}};
  const GomokuSamples samples{.examples = &examples, .of = {0, 1, 2, 3}};
  const double likely = 1 / (1 + std::exp(-1.0));
  const double last = 0.5 + 0.5 * likely, second = 0.5 * last + 0.25, first = 0.5 * (1 - second) + 0.25;
  const auto targets = targets_of(samples, {.lambda = 0.5, .td = true}, 100);
  EXPECT_NEAR(targets[0], first, 1e-6);
  EXPECT_NEAR(targets[1], second, 1e-6);
  EXPECT_NEAR(targets[2], last, 1e-6);
  EXPECT_NEAR(targets[3], 0.25, 1e-6) << "another game";
  const auto mixed = targets_of(samples, {.lambda = 0.5}, 100);
  EXPECT_NEAR(mixed[0], 0.25, 1e-6) << "its own result";
}

/// Positions 1 and 2 of 0, 1, 2 ... and the last one are decided, so they are left out.
TEST(NetworkTrainer, KnowsHowFarTheNextPositionOfAGameIs) {
  SelfPlayGame game = some_games().games.front();
  for (auto& ply : game.plies) ply.score = 0;
  for (const std::size_t decided : {1u, 2u}) game.plies.at(decided).score = 900;
  game.plies.back().score = 900;
  std::vector<NetworkSample> samples;
  for (int i = 0; i < 2; ++i) add_samples(some_games().settings, game, {.decided = 800}, samples);
  ASSERT_EQ(samples.size(), 2 * (game.plies.size() - 3));
  EXPECT_EQ(samples[0].next_in, 3);
  EXPECT_EQ(samples[1].next_in, 1);
  EXPECT_EQ(samples[samples.size() / 2 - 1].next_in, 0) << "the last of the first game";
  EXPECT_EQ(samples[samples.size() / 2].next_in, 3);

  auto gomoku = some_gomoku();
  SelfPlayGame& other = gomoku->games.front();
  for (auto& ply : other.plies) ply.score = 0;
  for (const std::size_t decided : {1u, 2u}) other.plies.at(decided).score = 900;
  ShapeExamples examples;
  add_shape_examples(gomoku->settings, {other, other}, 800, 0, examples);
  ASSERT_GT(examples.of.size(), 6u);
  EXPECT_EQ(examples.of[0].next_in, 3);
  EXPECT_EQ(examples.of[1].next_in, 1);
  EXPECT_EQ(examples.of[examples.of.size() / 2 - 1].next_in, 0) << "the last of the first game";
}

TEST(NetworkTrainer, TellsOfItsLosses) {
  const auto [samples, held_out] = elephants();
  const auto trained = train_network(samples, held_out, {.epochs = 2}, [](const Epoch&) {});
  std::ostringstream table, picture;
  print_losses(trained.rounded, trained.before, table);
  draw_losses(trained.epochs, picture);
  EXPECT_NE(table.str().find("   all"), std::string::npos);
  EXPECT_NE(picture.str().find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace engine::lab

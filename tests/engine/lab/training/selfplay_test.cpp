#include "engine/lab/training/selfplay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/games/registry.h"
#include "tests/storage/temporary_folder.h"

namespace engine::lab {
namespace {

SelfPlaySettings settings_for(const char* game) {
  return {.game = find_game(game),
          .seed = 9,
          .nodes = 200,
          .random_plies = 6,
          .max_plies = 60,
          .hash_bytes = 1 << 16};
}

std::map<std::uint32_t, SelfPlayGame> games_in(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string header;
  std::getline(in, header);
  std::map<std::uint32_t, SelfPlayGame> games;
  while (auto game = read_selfplay_game(in)) {
    const auto number = game->number;
    EXPECT_TRUE(games.emplace(number, *std::move(game)).second) << number << " twice";
  }
  return games;
}

TEST(SelfPlaySettings, AGameIsReadBackByteForByte) {
  const SelfPlayGame game{.number = 0xabcdef01,
                          .result = -1,
                          .margin = -64,
                          .plies = {{300, SelfPlayGame::kNoScore}, {0, -32000}, {65535, 1}}};
  std::stringstream file;
  write_game(file, game);
  EXPECT_EQ(file.str().size(), 9u + 3 * 4);
  EXPECT_EQ(file.str().substr(0, 6), (std::string{'\x01', '\xef', '\xcd', '\xab', '\x03', '\0'}));
  EXPECT_EQ(read_selfplay_game(file), game);
  EXPECT_FALSE(read_selfplay_game(file));
}

TEST(SelfPlaySettings, DrawsOpeningsAgainUntilTheyAreBalanced) {
  SelfPlaySettings settings = settings_for("gomoku");
  settings.max_plies = settings.random_plies + 1;
  const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
  const auto unbalanced = [&] {
    int count = 0;
    for (std::uint32_t number = 0; number < 20; ++number) {
      const SelfPlayGame game = play_selfplay(settings, number, *bot);
      EXPECT_EQ(game.plies.size(), 7u);
      count += std::abs(game.plies.back().score) > 80;
    }
    return count;
  };
  EXPECT_GT(unbalanced(), 0);
  settings.balance = 80;
  EXPECT_EQ(unbalanced(), 0);
  EXPECT_NE(header_of(settings), header_of(settings_for("gomoku"))) << "other games go to another file";
}

TEST(SelfPlaySettings, GivesUpWhereNoOpeningIsBalanced) {
  SelfPlaySettings settings =
      settings_for("antireversi");  // Its four first moves lead to one position, but for symmetry.
  settings.balance = 1;
  const TemporaryFolder folder;
  for (const int plies : {0, 1}) {
    settings.random_plies = plies;
    for (const int threads : {1, 2})
      EXPECT_THROW(run_selfplay(settings, folder / std::to_string(plies), 3, threads,
                                [](std::uint64_t, std::uint64_t) {}),
                   std::runtime_error)
          << plies << ' ' << threads;
  }
}

TEST(SelfPlaySettings, PutsRandomStonesNearOthersWhereItIsTold) {
  SelfPlaySettings settings = settings_for("gomoku");
  settings.max_plies = settings.random_plies;
  const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
  const auto far_stones = [&] {
    int count = 0;
    for (std::uint32_t number = 0; number < 20; ++number) {
      const SelfPlayGame game = play_selfplay(settings, number, *bot);
      auto match = *settings.game->new_match(settings.setup);
      std::vector<std::array<int, 2>> stones;
      for (const SelfPlayGame::Ply& ply : game.plies) {
        const std::string name = match->legal_moves().at(ply.move);
        const std::array here{name[0] - 'a', std::stoi(name.substr(1))};
        count += !stones.empty() && std::ranges::none_of(stones, [&](const auto& stone) {
          return std::abs(stone[0] - here[0]) <= 3 && std::abs(stone[1] - here[1]) <= 3;
        });
        stones.push_back(here);
        EXPECT_TRUE(match->play(name));
      }
    }
    return count;
  };
  EXPECT_GT(far_stones(), 0);
  settings.near = 3;
  EXPECT_EQ(far_stones(), 0);
  EXPECT_NE(header_of(settings), header_of(settings_for("gomoku"))) << "other games go to another file";
}

TEST(SelfPlaySettings, GamesDependOnSeedAndNumberAlone) {
  for (const char* name : {"xiangqi", "gomoku", "antireversi"}) {
    const SelfPlaySettings settings = settings_for(name);
    const auto one = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
    const auto other = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
    (void)play_selfplay(settings, 3, *other);  // What it played before must not matter.
    const SelfPlayGame game = play_selfplay(settings, 4, *one);
    EXPECT_EQ(game, play_selfplay(settings, 4, *other)) << name;
    EXPECT_NE(game.plies, play_selfplay(settings, 5, *one).plies) << name;
    EXPECT_EQ(game.plies[5].score, SelfPlayGame::kNoScore);
    EXPECT_NE(game.plies[6].score, SelfPlayGame::kNoScore);
  }
}

// Killed in the middle of a game and started again, with another number of threads: the same games, each
// once.
TEST(SelfPlaySettings, GoesOnWhereItWasCutShort) {
  const SelfPlaySettings settings = settings_for("antireversi");
  const TemporaryFolder folder;
  const std::string file = folder / "games.bin";
  run_selfplay(settings, file, 10, 1, [](std::uint64_t, std::uint64_t) {});
  const auto whole = games_in(file);
  ASSERT_EQ(whole.size(), 10u);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) * 2 / 3);
  std::uint64_t again = 0;
  run_selfplay(settings, file, 10, 3, [&again](std::uint64_t games, std::uint64_t) { again = games; });
  EXPECT_EQ(games_in(file), whole);
  EXPECT_GT(again, 1u);
  EXPECT_LT(again, 9u);
}

TEST(SelfPlaySettings, DoesNotMixSettings) {
  SelfPlaySettings settings = settings_for("antireversi");
  const TemporaryFolder folder;
  const std::string file = folder / "games.bin";
  run_selfplay(settings, file, 1, 1, [](std::uint64_t, std::uint64_t) {});
  settings.nodes += 1;
  EXPECT_THROW(run_selfplay(settings, file, 2, 1, [](std::uint64_t, std::uint64_t) {}), std::runtime_error);
}

TEST(SelfPlaySettings, SamplesAreThePositionsAndTheirFilters) {
  const SelfPlaySettings settings = settings_for("xiangqi");
  const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
  std::size_t all = 0, quiet = 0, open = 0;
  for (std::uint32_t number = 0; number < 4; ++number) {
    const SelfPlayGame game = play_selfplay(settings, number, *bot);
    const auto samples = samples_of(settings, game, {});
    EXPECT_EQ(samples.size(), game.plies.size() - 6);
    for (const Sample& sample : samples) {
      const auto match = settings.game->new_match({.pos = sample.pos});
      ASSERT_TRUE(match);
      EXPECT_EQ((*match)->look().turn, sample.turn);
      EXPECT_EQ(sample.result, sample.turn == Side::first ? game.result : -game.result);
    }
    all += samples.size();
    for (const Sample& sample : samples_of(settings, game, {.quiet = true})) {
      EXPECT_FALSE((*settings.game->new_match({.pos = sample.pos}))->look().check);
      ++quiet;
    }
    for (const Sample& sample : samples_of(settings, game, {.decided = 100})) {
      EXPECT_LE(std::abs(sample.score), 100);
      ++open;
    }
  }
  EXPECT_LT(quiet, all);
  EXPECT_LT(open, all);
}

// The margin of a solved game is that of the game played on to its end by perfect play.
TEST(SelfPlaySettings, KnowsTheMarginOfSolvedGames) {
  const SelfPlaySettings settings = settings_for("antireversi");
  const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
  for (std::uint32_t number = 0; number < 4; ++number) {
    const SelfPlayGame game = play_selfplay(settings, number, *bot);
    auto match = *settings.game->new_match({});
    for (const auto& ply : game.plies)
      if (const auto moves = match->legal_moves(); &ply != &game.plies.back() || !match->outcome())
        (void)match->play(moves.at(ply.move));
    while (!match->outcome()) (void)match->play(bot->think(*match, {.depth = 60}, {}, {}).best);
    const std::string pos = match->look().pos;
    EXPECT_EQ(game.margin,
              std::ranges::count(pos.substr(0, 64), 'O') - std::ranges::count(pos.substr(0, 64), 'X'));
    EXPECT_EQ(game.result, (game.margin > 0) - (game.margin < 0));
  }
}

// Also of one that ends without a search, on a board of another size.
TEST(SelfPlaySettings, KnowsTheMarginOnSmallBoards) {
  SelfPlaySettings settings = settings_for("antireversi");
  settings.setup.rule = "4x4";
  settings.random_plies = 10;
  const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
  int ended = 0;
  for (std::uint32_t number = 0; number < 20; ++number) {
    const SelfPlayGame game = play_selfplay(settings, number, *bot);
    auto match = *settings.game->new_match(settings.setup);
    for (const auto& ply : game.plies) (void)match->play(match->legal_moves().at(ply.move));
    if (!match->outcome()) continue;
    ++ended;
    const std::string pos = match->look().pos.substr(0, 16);
    EXPECT_EQ(game.margin, std::ranges::count(pos, 'O') - std::ranges::count(pos, 'X')) << number;
  }
  EXPECT_GT(ended, 0);
}

}  // namespace
}  // namespace engine::lab

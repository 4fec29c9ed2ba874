#include "engine/lab/matches/suite.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/games/registry.h"
#include "tests/storage/temporary_folder.h"

namespace engine::lab {
namespace {

const std::string kData = SANQI_SOURCE_DIR "/tests/data/verified/";

TEST(Puzzles, AreReadInTheirFormats) {
  EXPECT_EQ(read_puzzles(kData + "xiangqi_mates.epd", *find_game("xiangqi")).size(), 16u);
  EXPECT_EQ(read_puzzles(kData + "gomoku_vcf.jsonl", *find_game("gomoku")).size(), 20u);
  EXPECT_EQ(read_puzzles(kData + "antireversi_exact.jsonl", *find_game("antireversi")).size(), 60u);
  const TemporaryFolder folder;
  const std::string bad = folder / "bad.epd";
  std::ofstream(bad)
      << "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1 ; bm e1e0\n4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1 ; mate 1\n";
  try {
    (void)read_puzzles(bad, *find_game("xiangqi"));
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(":2: there is no 'bm'"), std::string::npos) << error.what();
  }
}

TEST(Attempt, TellsWhetherAndWhen) {
  const Game& game = *find_game("xiangqi");
  const auto puzzles = read_puzzles(kData + "xiangqi_mates.epd", game);
  const auto bot = game.new_bot({});
  const Attempt tried = attempt(game, puzzles.front(), *bot, {.nodes = 20'000, .fresh = true});
  EXPECT_TRUE(tried.solved);
  EXPECT_EQ(tried.claimed, 1);
  EXPECT_LE(tried.nodes, 20'000u);
  Puzzle wrong = puzzles.front();
  wrong.accepted = {"d0d1"};
  EXPECT_FALSE(attempt(game, wrong, *bot, {.nodes = 20'000, .fresh = true}).solved);
}

/// Calls everything a win in so many plies.
struct Boaster : Bot {
  explicit Boaster(Bot& bot) : bot(bot) {}
  Thought think(const Match& match, const Limits& limits, std::stop_token stop, const Progress&) override {
    Thought thought = bot.think(match, limits, std::move(stop), {});
    for (Line& line : thought.lines) line.kind = ScoreKind::win, line.value = 5;
    return thought;
  }
  Bot& bot;
};

TEST(Claim, HoldsForRealWinsAndNotForBoasts) {
  const Game& game = *find_game("gomoku");
  const auto winner = game.new_bot({}), defender = game.new_bot({});
  const Limits limits{.nodes = 20'000, .fresh = true};
  auto match = *game.new_match({});
  for (const char* move : {"h8", "a1", "h9", "b3", "h10", "c5"}) (void)match->play(move);
  EXPECT_TRUE(Claim(*winner, *defender, limits, 3, 20).holds(*match, 5)) << "an open three of one's own";
  EXPECT_FALSE(Claim(*winner, *defender, limits, 3, 20).holds(*match, 1)) << "but not at once";
  const auto empty = *game.new_match({});
  Boaster boaster(*winner);
  EXPECT_FALSE(Claim(boaster, *defender, limits, 3, 20).holds(*empty, 5));
}

}  // namespace
}  // namespace engine::lab

#include "engine/search/levels.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/search/team.h"
#include "tests/engine/search/drop_four.h"

namespace engine::search {
namespace {

constexpr Level kCareless = {.depth = 1, .nodes = 2'000, .lines = 8, .noise = 250};

std::vector<RootLine> lines(std::initializer_list<Score> scores) {
  std::vector<RootLine> lines;
  for (Score score : scores) lines.push_back({score, {Move(1)}});
  return lines;
}

std::size_t choose_by(std::initializer_list<Score> scores, const Level& level, std::uint64_t seed) {
  SplitMix64 random(seed);
  return choose(lines(scores), level, random);
}

TEST(Levels, TheNearestRowStandsForWhatIsOutOfRange) {
  EXPECT_EQ(&level_of(kDefaultLevels, -3), &kDefaultLevels.front());
  EXPECT_EQ(&level_of(kDefaultLevels, 1), &kDefaultLevels.front());
  EXPECT_EQ(&level_of(kDefaultLevels, 99), &kDefaultLevels.back());
}

TEST(Levels, CapsWithinTheLimits) {
  const Limits full = cap({}, Level{});
  EXPECT_FALSE(full.depth || full.nodes);
  EXPECT_TRUE(full.solvers);
  const Level level = {.depth = 2, .nodes = 5'000, .lines = 6, .solvers = false};
  const Limits low = cap({}, level);
  EXPECT_EQ(low.depth, level.depth);
  EXPECT_EQ(low.nodes, level.nodes);
  EXPECT_EQ(low.multipv, level.lines);
  EXPECT_FALSE(low.solvers);
  const Limits tight = cap({.depth = 1, .nodes = 10, .multipv = 9, .solvers = false}, Level{.depth = 2});
  EXPECT_EQ(tight.depth, 1);
  EXPECT_EQ(tight.nodes, 10u);
  EXPECT_EQ(tight.multipv, 9);
  EXPECT_FALSE(tight.solvers);
}

TEST(Levels, TheHighestPlaysTheBest) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_EQ(choose_by({10, 10, 9}, kDefaultLevels.back(), seed), 0u);
}

TEST(Levels, ACarelessOneVariesButTakesAWinAndAvoidsALoss) {
  std::set<std::size_t> chosen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    chosen.insert(choose_by({30, 20, -40, loss_in(2)}, kCareless, seed));
    EXPECT_EQ(choose_by({win_in(1), 300, 200}, kCareless, seed), 0u);
    EXPECT_EQ(choose_by({loss_in(4), loss_in(2)}, kCareless, seed), 0u);
  }
  EXPECT_EQ(chosen, (std::set<std::size_t>{0, 1, 2}));
}

TEST(Levels, ChoosesAmongSoManyLinesOnly) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_LT(choose_by({30, 20, 10, 0}, {.lines = 2, .noise = 1'000}, seed), 2u);
}

TEST(Levels, BlunderAsOftenAsTheRowSays) {
  SplitMix64 random(1);
  int blundered = 0;
  for (int i = 0; i < 10'000; ++i) blundered += blunders({.blunder_percent = 20}, random);
  EXPECT_NEAR(blundered, 2'000, 200);
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_TRUE(blunders({.blunder_percent = 100}, random));
    EXPECT_FALSE(blunders({.blunder_percent = 0}, random));
  }
}

TEST(Levels, ASeedAlwaysChoosesTheSame) {
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    EXPECT_EQ(choose_by({30, 20, 10}, kCareless, seed), choose_by({30, 20, 10}, kCareless, seed));
}

SearchResult static_search(const drop_four::Position& position, std::span<const Move> among = {}) {
  return Team<drop_four::PlainPolicy>({.hash_bytes = 1 << 16}).static_search(position, {}, among);
}

drop_four::Position after(std::initializer_list<int> columns) {
  drop_four::Position position;
  for (const int column : columns) position.do_move(Move(column));
  return position;
}

TEST(StaticSearch, SeesAWinInOneAndNoAnswer) {
  const SearchResult wins = static_search(after({0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(wins.lines.front().score, win_in(1));
  EXPECT_EQ(wins.lines.front().pv, std::vector<Move>{Move(0)});

  // The same three, but it is the opponent's turn: every move looks harmless.
  const SearchResult blind = static_search(after({0, 1, 0, 1, 0}));
  EXPECT_EQ(blind.lines.size(), 5u);
  for (const RootLine& line : blind.lines) EXPECT_FALSE(is_loss(line.score));
}

TEST(StaticSearch, JudgesTheMovesThatItIsGivenBestFirst) {
  const std::vector<Move> among = {Move(1), Move(4), Move(2)};
  const SearchResult found = static_search(after({2, 2, 3}), among);
  ASSERT_EQ(found.lines.size(), among.size());
  std::set<Move> seen;
  drop_four::PlainPolicy policy;
  for (std::size_t i = 0; i < found.lines.size(); ++i) {
    seen.insert(found.lines[i].pv.front());
    drop_four::Position position = after({2, 2, 3});
    position.do_move(found.lines[i].pv.front());
    EXPECT_EQ(found.lines[i].score, -policy.evaluate(position));
    if (i > 0) {
      EXPECT_GE(found.lines[i - 1].score, found.lines[i].score);
    }
  }
  EXPECT_EQ(seen, std::set<Move>(among.begin(), among.end()));
}

}  // namespace
}  // namespace engine::search

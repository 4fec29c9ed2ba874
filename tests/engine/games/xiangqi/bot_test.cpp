#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "engine/core/game.h"
#include "tests/engine/games/xiangqi/verified_data.h"
#include "tests/thorough.h"

namespace engine::xiangqi {

extern const Game kGame;

namespace {

std::unique_ptr<Match> match_from(std::string_view fen, const std::vector<std::string>& moves = {}) {
  auto match = kGame.new_match({.pos = std::string(fen)});
  if (!match) throw std::runtime_error(match.error().message);
  for (const std::string& move : moves)
    if (!(*match)->play(move)) throw std::runtime_error(move + " is not legal");
  return *std::move(match);
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

TEST(XiangqiBot, TellsWhichMoveItLooksAtIfAsked) {
  const auto match = match_from("");
  std::vector<std::string> told;
  int depth = 0;
  const auto progress = [&](const Thought& thought) {
    if (thought.current.empty()) return;
    if (thought.current_number == 1) told.clear();
    told.push_back(thought.current);
    EXPECT_EQ(thought.current_number, static_cast<int>(told.size()));
    depth = thought.depth;
  };
  const Limits limits{.depth = 3, .tell_moves_after = std::chrono::milliseconds(0)};
  (void)kGame.new_bot({})->think(*match, limits, {}, progress);
  EXPECT_EQ(depth, 3);
  std::ranges::sort(told);
  EXPECT_EQ(told, match->legal_moves()) << "each move of the last iteration once";
  told.clear();
  (void)kGame.new_bot({})->think(*match, {.depth = 3}, {}, progress);
  EXPECT_TRUE(told.empty());
}

/// The first moves that an exhaustive search proved to mate in the least number of moves.
TEST(XiangqiBot, FindsMatesInUpToThree) {
  constexpr std::uint64_t kNodes = 1'000'000;
  int found = 0;
  for (const std::string& line : verified_lines("xiangqi_mates.epd")) {
    const auto bm = line.find("; bm ");
    const auto mate = line.find("; mate ");
    if (line.at(mate + 7) > '3') continue;
    const auto match = match_from(line.substr(0, bm - 1));
    const auto thought = kGame.new_bot({})->think(*match, {.nodes = kNodes}, {}, {});
    EXPECT_THAT(words(line.substr(bm + 5, mate - bm - 6)), testing::Contains(thought.best)) << line;
    EXPECT_EQ(thought.lines.front().kind, ScoreKind::win) << line;
    ++found;
  }
  EXPECT_GE(found, 10);
}

// Analysis shows several lines: the mate must be found there too, and nothing else called one.
TEST(XiangqiBot, ProvesMatesInAnalysisToo) {
  constexpr std::uint64_t kNodes = 1'000'000;
  for (const std::string& line : some_of(verified_lines("xiangqi_mates.epd"))) {
    const auto bm = line.find("; bm ");
    const auto mate = line.find("; mate ");
    const int moves = line.at(mate + 7) - '0';
    if (moves > 3) continue;
    const auto match = match_from(line.substr(0, bm - 1));
    const auto best = words(line.substr(bm + 5, mate - bm - 6));
    const auto thought = kGame.new_bot({})->think(*match, {.nodes = kNodes, .multipv = 3}, {}, {});
    EXPECT_THAT(best, testing::Contains(thought.best)) << line;
    for (const Line& told : thought.lines)
      if (told.kind == ScoreKind::win && told.value <= 2 * moves - 1) {
        EXPECT_THAT(best, testing::Contains(told.pv.front())) << line;
      }
    EXPECT_EQ(thought.lines.front().kind, ScoreKind::win) << line;
    EXPECT_EQ(thought.lines.front().value, 2 * moves - 1) << line;
  }
}

/// A rook up, the bot has many ways to win; the one move that would complete a perpetual check is none of
/// them.
TEST(XiangqiBot, DoesNotLoseByRepetition) {
  const auto match = match_from("4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1",
                                {"i0i9", "e9e8", "i9i8", "e8e9", "i8i9", "e9e8", "i9i8", "e8e9"});
  ASSERT_THAT(match->look().perilous, testing::ElementsAre("i8i9"));
  const auto thought = kGame.new_bot({})->think(*match, {.depth = 8}, {}, {});
  EXPECT_NE(thought.best, "i8i9");
  EXPECT_NE(thought.lines.front().kind, ScoreKind::loss);
}

}  // namespace
}  // namespace engine::xiangqi

#include "server/bots/self_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/core/zobrist.h"
#include "engine/games/registry.h"
#include "server/bots/levels.h"

namespace server {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

TEST(SelfTest, EveryBotAnswers) {
  EXPECT_THAT(failing_bots(engine::games()), IsEmpty());
}

class BrokenBot : public engine::Bot {
 public:
  engine::Thought think(const engine::Match&, const engine::Limits& limits, std::stop_token,
                        const Progress&) override {
    if (limits.level % 2 == 0) throw std::runtime_error("no book");
    return {};
  }
};

TEST(SelfTest, NamesThoseThatDoNot) {
  std::vector<engine::Game> games{engine::games().front()};
  games[0].new_bot = [](const engine::BotOptions&) -> std::unique_ptr<engine::Bot> {
    return std::make_unique<BrokenBot>();
  };
  const auto failing = failing_bots(games);
  ASSERT_THAT(failing, SizeIs(kMaxLevel * games[0].rules.size()));
  EXPECT_THAT(failing[0], testing::EndsWith("level 1: plays '', which is illegal"));
  EXPECT_THAT(failing[1], testing::EndsWith("level 2: no book"));
}

/// Game, rule, size: where openings of every kind begin, for their stones are moves like others.
struct Start {
  const engine::Game* game;
  std::string rule;
  int size;
};

std::vector<Start> starts() {
  std::vector<Start> all;
  for (const engine::Game& game : engine::games()) {
    const std::vector<int> sizes =
        game.sizes.empty() ? std::vector{0} : std::vector(game.sizes.begin(), game.sizes.end());
    for (const std::string_view rule : game.rules) {
      for (const int size : sizes) all.push_back({&game, std::string(rule), size});
    }
  }
  return all;
}

// lishogi#514: the computer never moved in handicap games. So: from every start, at every level, and after
// each of the first moves that an opening procedure may have put there.
TEST(SelfTest, EveryLevelAnswersFromEveryStartAndAfterEveryOpening) {
  constexpr int kOpeningStones = 5;
  engine::SplitMix64 random(20'241'118);
  for (const Start& start : starts()) {
    const auto bot = start.game->new_bot({.hash_bytes = std::size_t{1} << 20});
    auto match = *start.game->new_match({.rule = start.rule, .size = start.size});
    for (int stones = 0; stones <= kOpeningStones; ++stones) {
      const std::vector<std::string> legal = match->legal_moves();
      for (int level = kMinLevel; level <= kMaxLevel; ++level) {
        engine::Limits limits = bot_limits(level, std::nullopt, 7);
        limits.nodes = 300;
        const std::string move = bot->think(*match, limits, {}, {}).best;
        EXPECT_THAT(legal, testing::Contains(move))
            << start.game->id << ' ' << start.rule << ' ' << start.size << " level " << level << " after "
            << stones;
      }
      ASSERT_TRUE(match->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]));
    }
  }
}

}  // namespace
}  // namespace server

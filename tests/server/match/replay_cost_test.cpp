#include "server/match/replay_cost.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/match/game_events.h"
#include "server/match/game_log.h"
#include "server/protocol/words.h"

namespace server {
namespace {

/// Moves and takebacks as words: "m", or the ply that is left.
std::vector<storage::Event> events_of(const std::vector<std::string>& words) {
  std::vector<storage::Event> events;
  int ply = 0;
  for (const std::string& word : words) {
    storage::Event& event = events.emplace_back();
    event.kind = word == "m" ? "move" : "takeback";
    ply = word == "m" ? ply + 1 : std::stoi(word);
    event.ply = ply;
  }
  return events;
}

TEST(ReplayCostTest, EachMoveIsPlayedOnce) {
  EXPECT_EQ(plays_in({}), 0);
  EXPECT_EQ(plays_in(events_of({"m", "m", "m"})), 3);
}

TEST(ReplayCostTest, AfterATakebackAllThatIsLeftIsPlayedAgainOnce) {
  EXPECT_EQ(plays_in(events_of({"m", "m", "m", "2", "m"})), 3 + 3);
  EXPECT_EQ(plays_in(events_of({"m", "m", "m", "2", "1", "0", "m"})), 3 + 1)
      << "in a row they cost one replay";
  EXPECT_EQ(plays_in(events_of({"m", "m", "m", "2"})), 3 + 2) << "to look at what is left";
  EXPECT_EQ(plays_in(events_of({"m", "m", "2"})), 2) << "nothing was taken back";
}

TEST(ReplayCostTest, AGameCostsWhatItsEventsSay) {
  EXPECT_LT(cost_of_replay({10, 10}), cost_of_replay({600, 10}));
  EXPECT_LT(cost_of_replay({600, 600}), cost_of_telling({600, 600}));
}

// A log rebuilds its board when somebody looks, which must be the board it had.
TEST(ReplayCostTest, ABoardAfterTakebacksIsTheBoardBefore) {
  const engine::Game& game = *engine::find_game("gomoku");
  storage::Game header;
  header.game = "gomoku";
  header.rule = game.rules.front();
  auto log = GameLog::begin(game, header);
  ASSERT_TRUE(log);
  ASSERT_TRUE(log->follow(start_event(*log, TimePoint())));
  const auto move = [&](const std::string& text) {
    storage::Event event;
    event.v = log->version() + 1;
    event.kind = "move";
    event.ply = log->plies() + 1;
    event.by = protocol::word(log->turn());
    event.move = text;
    EXPECT_TRUE(log->follow(event)) << text;
  };
  const auto take_back = [&](int plies) {
    EXPECT_TRUE(log->follow(takeback_event(*log, TimePoint(), Seat::a, plies, log->clock(), {})));
  };
  std::vector<std::string> positions;
  for (const char* text : {"h8", "i9", "j10", "a1"}) {
    positions.push_back(log->look().pos);
    move(text);
  }
  take_back(1);
  take_back(1);
  EXPECT_EQ(log->look().pos, positions[2]);
  move("k11");
  take_back(3);
  EXPECT_EQ(log->match().look().pos, positions[0]);
  EXPECT_EQ(log->plies(), 0);
}

}  // namespace
}  // namespace server

#include "server/match/replay_cost.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/match/game_events.h"
#include "server/match/game_log.h"
#include "server/protocol/words.h"
#include "tests/server/cost.h"

namespace server {
namespace {

/// A long game of Xiangqi, 200 plies and more: both chariots go to and fro. So many last moves are taken back
/// and made again.
storage::Record shuffled(int takebacks) {
  storage::Record record;
  record.game.game = "xiangqi";
  record.game.rule = engine::find_game("xiangqi")->rules.front();
  const auto add = [&](const char* kind, int ply, const std::string& move) {
    storage::Event& event = record.events.emplace_back();
    event.v = static_cast<int>(record.events.size());
    event.kind = storage::event_kind(kind);
    event.ply = ply;
    event.move = move;
  };
  add("start", 0, "");
  auto match = *engine::find_game("xiangqi")->new_match({.rule = record.game.rule, .pos = {}, .size = 0});
  std::vector<std::string> moves;
  // The first legal move that was not made a moment ago: no position comes again soon.
  for (int ply = 0; ply < 120 && match->can_go_on(); ++ply) {
    const auto legal = match->legal_moves();
    moves.push_back(legal[static_cast<std::size_t>(ply * 7) % legal.size()]);
    EXPECT_TRUE(match->play(moves.back()));
    add("move", ply + 1, moves.back());
  }
  const int plies = static_cast<int>(moves.size());
  for (int i = 0; i < takebacks; ++i) {
    add("takeback", plies - 1, "");
    add("move", plies, moves.back());
  }
  return record;
}

// What a record costs is known before it is read, and a game full of takebacks is no cheaper than it seems.
TEST(ReplayCostTest, IsPaidByWhatItTakes) {
  const auto time_of_a_token = [](const storage::Record& record) {
    const auto last = record.events.back();
    const double time = usual_cost(time_of_this_thread, [&] { EXPECT_TRUE(GameLog::replay(record)); });
    return time / cost_of_replay({static_cast<int>(record.events.size()), last.ply});
  };
  const storage::Record straight = shuffled(0), taken_back = shuffled(500);
  expect_at_most([&] { return time_of_a_token(taken_back) / time_of_a_token(straight); }, 3);
}

TEST(ReplayCostTest, AGameCostsWhatItsEventsSay) {
  EXPECT_LT(cost_of_replay({10, 10}), cost_of_replay({600, 10}));
  EXPECT_LT(cost_of_replay({600, 600}), cost_of_telling({600, 600}));
  EXPECT_LT(cost_of_catching_up(20, 3), cost_of_catching_up(100, 3));
  EXPECT_LT(cost_of_catching_up(100, 3), cost_of_catching_up(100, 30));
  EXPECT_EQ(cost_of_catching_up(600, 0), 0) << "nothing was missed: who comes back may move at once";
}

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
    event.kind = storage::EventKind::move;
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

TEST(ReplayCostTest, ABoardAfterTakebacksIsTheBoardOfItsMoves) {
  storage::Record record = shuffled(0);
  auto log = GameLog::replay(record);
  ASSERT_TRUE(log);
  const int plies = log->plies();
  const std::vector<std::string> moves = log->moves();
  const auto expect_board = [&] {
    const auto fresh = *log->game().new_match(log->setup());
    for (const std::string& move : log->moves()) EXPECT_TRUE(fresh->play(move));
    EXPECT_EQ(log->match().look().pos, fresh->look().pos) << log->plies();
    EXPECT_EQ(log->match_at(log->plies() / 2)->look().pos, [&] {
      const auto half = *log->game().new_match(log->setup());
      for (int i = 0; i < log->plies() / 2; ++i) EXPECT_TRUE(half->play(moves[static_cast<std::size_t>(i)]));
      return half->look().pos;
    }());
  };
  for (const int left : {plies - 1, plies - 9, plies - 3, 64, 63, 65, 8, 7, 0}) {
    while (log->plies() < left) {
      storage::Event event;
      event.v = log->version() + 1;
      event.kind = storage::EventKind::move;
      event.ply = log->plies() + 1;
      event.move = moves[static_cast<std::size_t>(log->plies())];
      ASSERT_TRUE(log->follow(event));
    }
    const int taken_back = log->plies() - left;
    ASSERT_TRUE(log->follow(takeback_event(*log, TimePoint(), Seat::a, taken_back, log->clock(), {})));
    expect_board();
  }
}

}  // namespace
}  // namespace server

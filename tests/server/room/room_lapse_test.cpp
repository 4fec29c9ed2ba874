#include <gtest/gtest.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::GameEvent;
using protocol::GameFull;
using std::chrono::days;

Table untimed() {
  Table table = Table::of_two({});
  table.moves({"h8", "h9"});
  return table;
}

storage::Millis stored_due(Table& table) {
  return table.store.load(table.state->log().header().id)->game.due;
}

TEST(RoomLapse, is_told_beforehand) {
  Table table = untimed();
  const auto lapse = table.last<GameEvent>(kWang)->state.lapse;
  ASSERT_TRUE(lapse);
  EXPECT_GT(lapse->in, days(14));
  EXPECT_LE(lapse->in, days(15));
  EXPECT_EQ(lapse->winner, Side::second) << "it is Lin's turn";
  table.now += days(2);
  table.join(kZhao, false);
  EXPECT_EQ(table.last<GameFull>(kZhao)->state.lapse->in, lapse->in - days(2));
}

TEST(RoomLapse, ends_a_game_to_which_nobody_has_come_back) {
  Table table = untimed();
  table.restart(days(14));
  table.input(Lapsed{});
  EXPECT_TRUE(table.state->log().playing()) << "not yet";
  table.restart(days(1));
  table.input(Lapsed{});
  EXPECT_EQ(table.reason(), "untouched");
  EXPECT_EQ(table.result(), "second");
  EXPECT_EQ(table.store.load(table.state->log().header().id)->game.ending.reason, "untouched");
}

TEST(RoomLapse, waits_for_a_player_who_is_here) {
  Table table = untimed();
  table.restart(days(15));
  table.join(kZhao, false);
  table.join(kWang);
  table.input(Lapsed{});
  EXPECT_TRUE(table.state->log().playing());
  table.leave(kWang);
  table.input(Lapsed{});
  EXPECT_EQ(table.reason(), "untouched") << "who only watches keeps no game";
}

// A row more for each move would be dear.
TEST(RoomLapse, is_written_down_once_a_day) {
  Table table = untimed();
  const storage::Millis due = stored_due(table);
  EXPECT_GT(due, 0);
  table.moves({"i8"});
  EXPECT_EQ(stored_due(table), due);
  table.now += days(1);
  table.moves({"i9"});
  EXPECT_EQ(stored_due(table), due + 86'400'000);
}

// Then a start takes it up.
TEST(RoomLapse, is_taken_back_while_a_bot_thinks) {
  Table table = Table::against_bot({});
  EXPECT_EQ(stored_due(table), 0) << "the room waits for a first move";
  table.move(kLin, "h8");
  table.bot_moves("h9");
  EXPECT_GT(stored_due(table), 0);
  table.move(kLin, "i8");
  EXPECT_EQ(stored_due(table), 0);
}

TEST(RoomLapse, a_rematch_begins_anew) {
  Table table = untimed();
  table.restart(0ms);  // The record has its moment now.
  for (const ViewerId viewer : {kLin, kWang}) table.join(viewer);
  table.act(kLin, ActionKind::resign);
  table.act(kLin, ActionKind::rematch);
  table.act(kWang, ActionKind::rematch);
  ASSERT_TRUE(table.rematch);
  EXPECT_EQ(table.rematch->due, 0);
}

}  // namespace
}  // namespace server

#include <gtest/gtest.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::GameEvent;

TEST(RoomOpeningCode, is_told_and_written_down_with_the_move_that_makes_it) {
  Table table = Table::of_two();
  const auto stored = [&] { return table.store.load("aB3dE9xQ")->game.opening_code; };
  const auto told = [&] { return table.last<GameEvent>(kWang)->state.opening_code; };
  table.moves({"h8", "h9"});
  EXPECT_EQ(stored(), "");
  EXPECT_EQ(told(), "");
  table.moves({"i9"});
  EXPECT_EQ(stored(), "4D");
  EXPECT_EQ(told(), "4D");
  table.act(kLin, ActionKind::takeback);
  table.act(kWang, ActionKind::takeback);
  EXPECT_EQ(stored(), "") << "with the move its opening is taken back";
  EXPECT_EQ(told(), "");
}

// It was filed under the opening of the game before, where that came from its record.
TEST(RoomOpeningCode, a_rematch_has_none_yet) {
  Table table = Table::of_two();
  table.moves({"h8", "h9", "i9"});
  table.restart(1s);
  for (const ViewerId viewer : {kLin, kWang}) table.join(viewer);
  table.act(kLin, ActionKind::resign);
  for (const ViewerId viewer : {kLin, kWang}) table.act(viewer, ActionKind::rematch);
  ASSERT_TRUE(table.rematch);
  EXPECT_EQ(table.rematch->opening_code, "");
}

// A server that is killed in between does not know what the row says, but replays what makes it.
TEST(RoomOpeningCode, is_written_after_a_restart_too) {
  Table table = Table::of_two();
  table.moves({"h8", "h9"});
  table.restart(1s);
  table.join(kLin);
  table.join(kWang);
  table.moves({"h10"});
  EXPECT_EQ(table.store.load("aB3dE9xQ")->game.opening_code, "1D");
}

}  // namespace
}  // namespace server

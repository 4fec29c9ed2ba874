#include <gtest/gtest.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::GameEvent;
using protocol::OfferKind;
using enum ActionKind;

/// Lin has resigned, and wants another game.
Table rematch_offered() {
  Table table = Table::of_two();
  table.act(kLin, resign);
  table.act(kLin, rematch);
  return table;
}

bool is_open(const Table& table) {
  return table.state->log().offers().by(OfferKind::rematch).has_value();
}

// The rematch began with a player who searched for another opponent by then, and saw nothing of it.
TEST(RoomRematchOffers, end_when_their_maker_leaves) {
  Table table = rematch_offered();
  table.say_leave(kLin);
  const auto told = table.last<GameEvent>(kWang);
  EXPECT_EQ(told->kind, EventKind::offer);
  EXPECT_EQ(told->by, Side::first);
  EXPECT_FALSE(told->state.offers.rematch);
  table.input(Acted{.reply_to = {kWang, 1}, .kind = rematch, .seen = told->version - 1});
  EXPECT_EQ(table.refusal(kWang), "no_offer");
  EXPECT_FALSE(table.rematch);
}

// "Waiting for an answer" stood as long as the page did.
TEST(RoomRematchOffers, end_when_the_other_leaves_who_may_make_one_again) {
  Table table = rematch_offered();
  table.say_leave(kWang);
  EXPECT_EQ(table.last<GameEvent>(kLin)->by, Side::second);
  EXPECT_FALSE(is_open(table));
  table.join(kWang);
  table.act(kWang, rematch);
  EXPECT_TRUE(is_open(table));
}

TEST(RoomRematchOffers, outlive_a_lost_line_a_page_that_is_loaded_anew_and_a_second_page) {
  for (const ViewerId viewer : {kLin, kWang}) {
    for (const bool on_purpose : {false, true}) {
      Table table = rematch_offered();
      table.leave(viewer, on_purpose);
      EXPECT_TRUE(is_open(table)) << viewer << on_purpose;
    }
  }
  Table table = rematch_offered();
  Joined second_page;
  second_page.reply_to = {7, 1};
  second_page.user = {"g_lin", "Lin", true};
  second_page.as_player = true;
  table.input(second_page);
  table.say_leave(kLin);
  EXPECT_TRUE(is_open(table));
}

TEST(RoomRematchOffers, may_be_made_to_one_who_has_left_before) {
  Table table = Table::of_two();
  table.act(kLin, resign);
  table.say_leave(kWang);
  table.act(kLin, rematch);
  table.join(kWang);
  table.act(kWang, rematch);
  EXPECT_TRUE(table.rematch);
}

TEST(RoomRematchOffers, end_when_a_player_looks_on_from_then_on_or_is_put_out) {
  Table watched = rematch_offered();
  watched.join(kLin, false);
  EXPECT_FALSE(is_open(watched));

  Table kicked = rematch_offered();
  kicked.host(HostKind::kick, "Wang");
  EXPECT_FALSE(is_open(kicked));
}

TEST(RoomRematchOffers, that_were_accepted_stand_when_a_player_leaves) {
  Table table = rematch_offered();
  table.act(kWang, rematch);
  table.say_leave(kLin);
  table.input(RematchCreated{"next"});
  EXPECT_EQ(table.kinds().back(), "rematch");
}

TEST(RoomRematchOffers, do_not_end_with_those_who_look_on) {
  Table table = rematch_offered();
  table.join(kZhao, false);
  table.say_leave(kZhao);
  EXPECT_TRUE(is_open(table));
}

}  // namespace
}  // namespace server

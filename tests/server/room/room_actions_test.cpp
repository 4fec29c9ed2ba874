#include <gmock/gmock.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::Ack;
using protocol::ChatLine;
using protocol::Error;
using protocol::GameEvent;
using protocol::GameFull;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using enum ActionKind;

// ---- the end of a game ---------------------------------------------------------------------------------

TEST(RoomActions, resigning_loses_also_when_it_is_not_ones_turn) {
  Table table = Table::of_two();
  table.moves({"h8"});
  table.act(kLin, resign);
  EXPECT_EQ(table.reason(), "resign");
  EXPECT_EQ(table.result(), "second");
  EXPECT_EQ(table.last<GameEvent>(kWang)->by, Side::first);
}

TEST(RoomActions, aborting_is_for_games_that_have_not_begun_in_earnest) {
  for (const int plies : {0, 1, 2, 3}) {
    Table table = Table::of_two();
    const std::vector<std::string> moves = {"h8", "i9", "j10"};
    table.moves({moves.begin(), moves.begin() + plies});
    table.act(kWang, abort);
    EXPECT_EQ(table.refusal(kWang), plies < 2 ? "" : "not_allowed") << plies;
    EXPECT_EQ(table.state->log().status(), plies < 2 ? Status::aborted : Status::playing);
    EXPECT_EQ(table.result(), "-");
  }
}

TEST(RoomActions, aborting_cannot_be_reached_by_taking_back) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kLin, takeback);
  table.act(kWang, takeback);
  ASSERT_EQ(table.state->log().plies(), 0);
  table.act(kLin, abort);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

TEST(RoomActions, the_creator_calls_off_a_game_that_nobody_joined) {
  Table table;
  table.open();
  table.join(kLin);
  table.act(kLin, abort);
  EXPECT_EQ(table.state->log().status(), Status::aborted);
  table.join(kWang);
  EXPECT_EQ(table.refusal(kWang), "full");
}

TEST(RoomActions, nothing_happens_after_the_end) {
  Table table = Table::of_two();
  table.act(kLin, resign);
  for (const ActionKind kind :
       {resign, abort, draw, takeback, pause, resume, add_time, claim_win, claim_draw}) {
    table.act(kWang, kind);
    EXPECT_EQ(table.refusal(kWang), "game_over") << static_cast<int>(kind);
  }
  EXPECT_EQ(table.state->log().version(), 2);
}

TEST(RoomActions, spectators_do_nothing) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  for (const ActionKind kind : {resign, abort, draw, takeback, rematch, pause, resume, add_time, claim_win}) {
    table.act(kZhao, kind);
    EXPECT_EQ(table.refusal(kZhao), "forbidden");
  }
}

// ---- draws ---------------------------------------------------------------------------------------------

TEST(RoomActions, a_draw_needs_both) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kWang, draw);
  EXPECT_EQ(table.last<GameEvent>(kLin)->kind, EventKind::offer);
  EXPECT_EQ(table.last<GameEvent>(kLin)->state.offers.draw, Side::second);
  table.act(kWang, draw);
  EXPECT_TRUE(table.state->log().playing()) << "offering twice is not agreeing";
  table.act(kLin, draw);
  EXPECT_EQ(table.reason(), "agreement");
  EXPECT_EQ(table.result(), "draw");
}

TEST(RoomActions, a_draw_is_declined_by_word_or_by_moving_on) {
  for (const bool by_word : {true, false}) {
    Table table = Table::of_two();
    table.moves({"h8", "i9"});
    table.act(kWang, draw);
    if (by_word) {
      table.act(kLin, draw, false);
    } else {
      table.moves({"j10"});
    }
    EXPECT_EQ(table.last<GameEvent>(kWang)->state.offers.draw, std::nullopt);
    table.act(kLin, draw);
    EXPECT_TRUE(table.state->log().playing()) << "an old offer cannot be accepted";
  }
}

TEST(RoomActions, ones_own_move_leaves_ones_offer_open) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kLin, draw);
  table.moves({"j10"});
  table.act(kWang, draw);
  EXPECT_EQ(table.reason(), "agreement");
}

TEST(RoomActions, a_declined_offer_is_not_repeated_before_a_move) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kLin, draw);
  table.act(kWang, draw, false);
  table.act(kLin, draw);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  table.moves({"j10"});
  table.act(kLin, draw);
  EXPECT_EQ(table.last<GameEvent>(kWang)->state.offers.draw, Side::first);
}

TEST(RoomActions, the_move_that_it_waits_for_comes_after_the_refusal) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kLin, pause);
  table.moves({"j10"});
  table.act(kWang, pause, false);
  table.act(kLin, pause);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  table.moves({"k11"});
  table.act(kLin, pause);
  EXPECT_EQ(table.refusal(kLin), "");
}

TEST(RoomActions, a_takeback_is_no_move) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kLin, draw);
  table.act(kWang, draw, false);
  table.act(kWang, takeback);
  table.act(kLin, takeback);
  table.act(kLin, draw);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

TEST(RoomActions, a_withdrawn_offer_may_be_repeated_but_not_for_ever) {
  for (const ActionKind kind : {draw, takeback, pause}) {
    Table table = Table::of_two();
    table.moves({"h8", "i9"});
    for (int times = 0; times < 5; ++times) {
      table.act(kLin, kind);
      EXPECT_EQ(table.refusal(kLin), "");
      table.act(kLin, kind, false);
    }
    table.act(kLin, kind);
    EXPECT_EQ(table.refusal(kLin), "not_allowed");
    table.moves({"j10"});
    table.act(kLin, kind);
    EXPECT_EQ(table.refusal(kLin), "");
  }
}

TEST(RoomActions, an_offer_that_came_true_may_be_made_again) {
  for (const bool by_host : {false, true}) {
    Table table = Table::of_two();
    table.moves({"h8", "i9"});
    table.act(kWang, pause);
    if (by_host) {
      table.host(HostKind::pause);
    } else {
      table.act(kLin, pause);
    }
    EXPECT_EQ(table.last<GameEvent>(kWang)->state.offers.pause, std::nullopt);
    table.act(kLin, resume);
    table.act(kWang, pause);
    EXPECT_EQ(table.refusal(kWang), "");
  }
}

TEST(RoomActions, a_takeback_ends_an_offer_of_a_draw) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kWang, draw);
  table.act(kLin, takeback);
  table.act(kWang, takeback);
  EXPECT_EQ(table.last<GameEvent>(kLin)->state.offers.draw, std::nullopt);
  table.act(kLin, draw);
  EXPECT_TRUE(table.state->log().playing());
}

TEST(RoomActions, there_must_be_an_offer_to_decline) {
  Table table = Table::of_two();
  for (const ActionKind kind : {draw, takeback, pause, rematch}) {
    table.act(kLin, kind, false);
    EXPECT_EQ(table.refusal(kLin), "no_offer");
  }
}

// ---- takebacks -----------------------------------------------------------------------------------------

struct Takeback {
  std::string name;
  std::vector<std::string> moves;
  ViewerId who;
  int left;  // Plies afterwards; -1: refused.
};

TEST(RoomActions, a_takeback_gives_the_turn_back_to_who_asked) {
  const std::vector<Takeback> rows = {
      {"nothing to take back", {}, kLin, -1},          {"only the other has moved", {"h8"}, kWang, -1},
      {"ones own last move", {"h8"}, kLin, 0},         {"both last moves", {"h8", "i9"}, kLin, 0},
      {"only ones last move", {"h8", "i9"}, kWang, 1}, {"both again", {"h8", "i9", "j10"}, kWang, 1}};
  for (const Takeback& row : rows) {
    Table table = Table::of_two();
    table.moves(row.moves);
    const ViewerId other = row.who == kLin ? kWang : kLin;
    table.act(row.who, takeback);
    if (row.left < 0) {
      EXPECT_EQ(table.refusal(row.who), "not_allowed") << row.name;
      continue;
    }
    EXPECT_EQ(table.state->log().plies(), static_cast<int>(row.moves.size())) << "not before it is agreed";
    table.act(other, takeback);
    EXPECT_EQ(table.state->log().plies(), row.left) << row.name;
    EXPECT_EQ(table.state->log().turn(), row.who == kLin ? Side::first : Side::second) << row.name;
    const auto event = *table.last<GameEvent>(other);
    EXPECT_EQ(event.kind, EventKind::takeback);
    EXPECT_EQ(event.plies, static_cast<int>(row.moves.size()) - row.left);
    EXPECT_EQ(event.state.offers.takeback, std::nullopt);
  }
}

TEST(RoomActions, a_takeback_gives_no_time_back) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.pass(30s);
  table.moves({"j10"});
  table.pass(20s);
  table.act(kLin, takeback);
  table.act(kWang, takeback);
  EXPECT_EQ(table.clock(Side::first), 5min - 30s) << "what the move gained goes with it";
  EXPECT_EQ(table.clock(Side::second), 5min - 20s) << "what was thought meanwhile is charged";
  EXPECT_EQ(table.state->log().clock().running(), Side::first);
  table.pass(10s);
  table.moves({"k11"});
  EXPECT_EQ(table.clock(Side::first), 5min - 40s + 3s);
}

TEST(RoomActions, nobody_thinks_longer_than_the_clock_by_taking_back) {
  Table table = Table::against_bot({.initial = 5s});
  table.moves({"h8"});
  table.bot_moves("i9");
  table.pass(3'500ms);
  table.act(kLin, takeback);
  EXPECT_EQ(table.clock(Side::first), 1'500ms);
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.pass(1'500ms);
  EXPECT_EQ(table.reason(), "timeout");
}

TEST(RoomActions, an_overrun_period_is_lost_with_the_turn_that_is_given_up) {
  Table table = Table::of_two({.byoyomi = 2s, .periods = 3});
  table.moves({"h8", "i9", "j10"});
  table.pass(4'500ms);
  table.act(kLin, takeback);
  table.act(kWang, takeback);
  EXPECT_EQ(table.state->log().clock().reading(Side::second), (GameClock::Reading{0ms, 1}));
}

TEST(RoomActions, moves_taken_back_take_their_increments_along) {
  Table table = Table::against_bot({.initial = 2s, .increment = 3s});
  table.moves({"h8"});
  table.bot_moves("i9");
  for (int i = 0; i < 5; ++i) {
    table.move(kLin, "j10");
    table.bot_moves("k11");
    table.act(kLin, takeback);
  }
  EXPECT_EQ(table.clock(Side::first), 2s);
}

TEST(RoomActions, a_move_without_a_clock_has_no_increment_to_take_along) {
  Table table = Table::of_two();
  table.moves({"h8", "i9", "h9"});
  table.act(kWang, ActionKind::takeback);
  table.act(kLin, ActionKind::takeback);
  EXPECT_EQ(table.state->log().plies(), 1);
  EXPECT_EQ(table.clock(Side::first), 5min);
  EXPECT_EQ(table.clock(Side::second), 5min);
}

TEST(RoomActions, who_agrees_to_a_takeback_gives_the_other_no_time_for_the_network) {
  Table table = Table::of_two();
  table.moves({"h8", "i9", "h9", "j9"});
  table.pass(3s);
  table.act(kLin, ActionKind::takeback);
  table.input(Acted{{kWang, 9}, ActionKind::takeback, true, {}, 500ms});
  EXPECT_EQ(table.state->log().plies(), 2);
  EXPECT_EQ(table.state->log().events().back().spent, 3000);
  EXPECT_EQ(table.state->log().events().back().lag, 0);
}

TEST(RoomActions, time_that_is_used_up_is_not_taken_back) {
  Table table = Table::of_two({.initial = 5s, .increment = 10s});
  table.moves({"h8", "i9"});
  table.moves({"j10", "k11"});
  table.pass(9s);  // Of 15 s, 10 s of which came with the move.
  table.act(kLin, takeback);
  table.act(kWang, takeback);
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
  EXPECT_EQ(table.state->log().plies(), 4);
}

TEST(RoomActions, a_takeback_after_the_time_was_over_loses) {
  Table table = Table::of_two({.initial = 5s});
  table.moves({"h8", "i9", "j10"});
  table.act(kLin, takeback);
  table.now += 5s;
  table.act(kWang, takeback);
  ASSERT_TRUE(table.last<protocol::Error>(kWang));
  EXPECT_EQ(table.last<protocol::Error>(kWang)->code, protocol::ErrorCode::game_over);
  EXPECT_EQ(table.reason(), "timeout");
  EXPECT_EQ(table.result(), "first");
}

TEST(RoomActions, a_move_made_after_a_takeback_is_a_new_one) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kLin, takeback);
  table.act(kWang, takeback);
  table.move(kLin, 0, "c3");
  EXPECT_THAT(table.state->log().moves(), ElementsAre("c3"));
  EXPECT_THAT(table.kinds(), ElementsAre("start", "move", "move", "offer", "takeback", "move"));
}

TEST(RoomActions, a_takeback_offer_ends_with_the_next_move) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kLin, takeback);
  table.moves({"j10"});
  table.act(kWang, takeback);
  EXPECT_EQ(table.state->log().plies(), 3) << "this is a new offer, not an answer to the old one";
}

TEST(RoomActions, rated_games_know_no_takebacks_and_no_pauses) {
  Table::Setup setup;
  setup.rated = true;
  Table table(setup);
  table.open();
  table.join(kLin);
  table.join(kWang);
  table.moves({"h8", "i9"});
  for (const ActionKind kind : {takeback, pause}) {
    table.act(kLin, kind);
    EXPECT_EQ(table.refusal(kLin), "not_allowed");
  }
}

// ---- pauses and time -----------------------------------------------------------------------------------

TEST(RoomActions, a_pause_needs_both_and_stops_the_clock) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.pass(10s);
  table.act(kLin, pause);
  EXPECT_FALSE(table.state->log().paused());
  table.act(kWang, pause);
  EXPECT_TRUE(table.last<GameEvent>(kLin)->state.paused);
  EXPECT_FALSE(table.last<GameEvent>(kLin)->state.clock->running);
  EXPECT_EQ(table.last<GameEvent>(kLin)->state.clock->spent, 10s);

  table.move(kLin, "j10");
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  table.pass(1h);
  EXPECT_TRUE(table.state->log().playing()) << "nobody loses on time in a pause";

  table.act(kWang, resume);
  EXPECT_EQ(table.state->log().clock().running(), Side::first);
  table.pass(5s);
  table.moves({"j10"});
  EXPECT_EQ(table.clock(Side::first), 5min - 15s + 3s);
}

TEST(RoomActions, there_is_nothing_to_resume_in_a_running_game) {
  Table table = Table::of_two();
  table.act(kLin, resume);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

TEST(RoomActions, time_is_a_present_for_the_opponent) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.pass(4s);
  table.act(kWang, add_time);
  EXPECT_EQ(table.clock(Side::first), 5min + 15s);
  EXPECT_EQ(table.clock(Side::second), 5min);
  const auto event = *table.last<GameEvent>(kLin);
  EXPECT_EQ(event.kind, EventKind::clock);
  EXPECT_EQ(event.added, 15s);
  table.pass(6s);
  table.moves({"j10"});
  EXPECT_EQ(table.clock(Side::first), 5min + 15s - 10s + 3s) << "the turn went on";
}

TEST(RoomActions, added_time_restores_no_period) {
  Table table = Table::of_two({.byoyomi = 1s, .periods = 3});
  table.moves({"h8", "i9"});
  table.pass(2'300ms);
  table.act(kWang, add_time);
  table.moves({"j10"});
  EXPECT_EQ(table.state->log().clock().reading(Side::first), (GameClock::Reading{14'700ms, 1}));
}

TEST(RoomActions, time_can_be_added_only_where_it_is_counted) {
  for (const TimeControl& time : {TimeControl{}, TimeControl{.per_move = 30s}, TimeControl{.days = 2}}) {
    Table table = Table::of_two(time);
    table.act(kLin, add_time);
    EXPECT_EQ(table.refusal(kLin), "not_allowed");
  }
}

TEST(RoomActions, nobody_gets_rich) {
  Table table = Table::of_two({.initial = 2h});
  table.act(kLin, add_time);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

// ---- rematches -----------------------------------------------------------------------------------------

TEST(RoomActions, a_rematch_swaps_the_sides_and_keeps_the_tokens) {
  Table table = Table::of_two();
  table.act(kLin, rematch);
  EXPECT_EQ(table.refusal(kLin), "not_allowed") << "not during the game";
  table.act(kLin, resign);
  table.act(kLin, rematch);
  EXPECT_EQ(table.last<GameEvent>(kWang)->state.offers.rematch, Side::first);
  EXPECT_FALSE(table.rematch);
  table.act(kWang, rematch);
  ASSERT_TRUE(table.rematch);
  EXPECT_EQ(table.rematch->seats[0].user, "g_wang");
  EXPECT_EQ(table.rematch->seats[1].user, "g_lin");
  EXPECT_EQ(table.rematch->seats[1].token_hash, "hash of Lin's token");
  EXPECT_EQ(table.rematch->ending, storage::Ending{});
  EXPECT_THAT(table.rematch->id, IsEmpty());

  table.act(kWang, rematch);
  EXPECT_EQ(table.refusal(kWang), "not_allowed") << "one is being made";
  table.input(RematchCreated{"pQ2rS4tU"});
  const auto event = *table.last<GameEvent>(kLin);
  EXPECT_EQ(event.kind, EventKind::rematch);
  EXPECT_EQ(event.next_id, "pQ2rS4tU");
  EXPECT_EQ(event.by, Side::second) << "who agreed";
  table.join(kZhao, false);
  EXPECT_EQ(table.last<GameFull>(kZhao)->rematch_id, "pQ2rS4tU");
  table.act(kLin, rematch);
  EXPECT_EQ(table.refusal(kLin), "not_allowed") << "there is one";
}

// To abort and to have a rematch was a way to choose the sides: lichess-bot #95.
TEST(RoomActions, a_rematch_after_an_abort_keeps_the_sides) {
  Table table = Table::of_two();
  table.act(kLin, abort);
  table.act(kLin, rematch);
  table.act(kWang, rematch);
  ASSERT_TRUE(table.rematch);
  EXPECT_EQ(table.rematch->seats[0].user, "g_lin");
  EXPECT_EQ(table.rematch->seats[1].user, "g_wang");
}

TEST(RoomActions, a_rematch_that_was_declined_may_be_offered_again_until_there_is_one) {
  Table table = Table::of_two();
  table.act(kLin, ActionKind::resign);
  table.act(kLin, ActionKind::rematch);
  table.act(kWang, ActionKind::rematch, false);
  table.act(kLin, ActionKind::rematch);
  EXPECT_EQ(table.refusal(kLin), "");
  EXPECT_EQ(table.state->log().offers().by(protocol::OfferKind::rematch), Seat::a);
  table.act(kWang, ActionKind::rematch);
  table.input(RematchCreated{"next"});
  EXPECT_FALSE(table.state->log().offers().by(protocol::OfferKind::rematch));
}

/// Both want to play again, and the next game is being made.
Table agreed() {
  Table table = Table::of_two();
  table.act(kLin, resign);
  table.act(kLin, rematch);
  table.pass(5s);
  table.forget();
  table.act(kWang, rematch);
  return table;
}

// A flood of offers: lila #6472.
TEST(RoomActions, a_rematch_is_offered_five_times_at_most) {
  Table table = Table::of_two();
  table.act(kLin, resign);
  for (int n = 0; n < 6; ++n) {
    table.forget();
    table.act(kLin, ActionKind::rematch);
    EXPECT_EQ(table.refusal(kLin), n < 5 ? "" : "not_allowed") << n;
    table.act(kWang, ActionKind::rematch, false);
  }
}

TEST(RoomActions, a_rematch_that_could_not_be_made_can_be_asked_for_again) {
  Table table = agreed();
  table.input(RematchCreated{""});
  EXPECT_EQ(table.refusal(kWang), "busy");
  EXPECT_FALSE(table.last<Ack>(kWang));
  table.rematch.reset();
  table.act(kWang, rematch);
  EXPECT_TRUE(table.rematch);
}

// It was acknowledged before it was there, and then perhaps never came.
TEST(RoomActions, a_rematch_is_acknowledged_when_it_is_on_disk) {
  Table table = agreed();
  EXPECT_THAT(table.inbox[kWang], IsEmpty()) << "the next game is not on disk";
  table.disk = Table::Disk::stalls;
  table.input(RematchCreated{"next"});
  EXPECT_FALSE(table.state->awaits_commit()) << "that it is the next was written down with it";
  EXPECT_TRUE(table.last<Ack>(kWang));
  EXPECT_EQ(table.last<GameEvent>(kWang)->next_id, "next");
}

TEST(RoomActions, a_rematch_that_is_agreed_is_not_declined_any_more) {
  Table table = agreed();
  for (const ViewerId either : {kLin, kWang}) {
    table.act(either, rematch, false);
    EXPECT_EQ(table.refusal(either), "no_offer");
  }
  table.leave(kWang);
  table.leave(kLin);
  table.pass(1h);
  EXPECT_EQ(table.retired, 0) << "somebody has to write down where it is";
  table.input(RematchCreated{"next"});
  EXPECT_EQ(table.kinds().back(), "rematch");
  table.pass(1h);
  EXPECT_EQ(table.retired, 1);
}

TEST(RoomActions, who_agreed_to_a_rematch_hears_that_the_game_is_given_up) {
  Table table = agreed();
  table.disk = Table::Disk::is_lost;
  table.host(HostKind::mute, "Wang");
  EXPECT_EQ(table.retired, 1);
  ASSERT_THAT(table.told<Error>(kWang), SizeIs(2)) << "the answer, and what all are told";
  EXPECT_FALSE(table.last<Ack>(kWang));
}

// ---- chat ----------------------------------------------------------------------------------------------

// A thousand of them had the server tell a thousand viewers some five hundred lines a second.
TEST(RoomChat, spectators_together_say_only_so_many_lines) {
  Table table = Table::of_two();
  constexpr ViewerId kFirst = 100;
  for (ViewerId viewer = kFirst; viewer <= kFirst + 30; ++viewer) {
    table.join(viewer, false);
    table.chat(viewer, ChatRoom::all, "look");
    EXPECT_EQ(table.refusal(viewer), viewer < kFirst + 30 ? "" : "rate_limited");
  }
  table.chat(kLin, ChatRoom::all, "quiet, please");
  EXPECT_EQ(table.last<ChatLine>(kWang)->text, "quiet, please");
  table.pass(10s);
  table.chat(kFirst + 30, ChatRoom::all, "sorry");
  EXPECT_EQ(table.last<ChatLine>(kWang)->text, "sorry");
}

TEST(RoomChat, the_players_room_is_the_players_own) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.chat(kLin, ChatRoom::players, "secret");
  EXPECT_EQ(table.last<ChatLine>(kWang)->text, "secret");
  EXPECT_FALSE(table.last<ChatLine>(kZhao));
  table.chat(kZhao, ChatRoom::players, "let me in");
  EXPECT_EQ(table.refusal(kZhao), "forbidden");
  table.chat(kZhao, ChatRoom::all, "hello");
  EXPECT_EQ(table.last<ChatLine>(kLin)->text, "hello");
  EXPECT_EQ(table.last<ChatLine>(kLin)->side, std::nullopt);

  table.join(10, false);
  EXPECT_EQ(table.last<GameFull>(10)->chat.size(), 1u);
  table.join(kLinsPhone);
  EXPECT_EQ(table.last<GameFull>(kLinsPhone)->chat.size(), 2u);
}

TEST(RoomChat, is_acknowledged_and_not_numbered) {
  Table table = Table::of_two();
  table.chat(kLin, ChatRoom::all, "你好");
  EXPECT_TRUE(table.last<Ack>(kLin));
  EXPECT_EQ(table.last<ChatLine>(kWang)->side, Side::first);
  EXPECT_EQ(table.state->log().version(), 1);
}

TEST(RoomChat, counts_characters_not_bytes) {
  Table table = Table::of_two();
  std::string longest;
  for (int i = 0; i < 140; ++i) longest += "弈";
  table.chat(kLin, ChatRoom::all, longest);
  EXPECT_EQ(table.refusal(kLin), "");
  table.chat(kLin, ChatRoom::all, longest + "!");
  EXPECT_EQ(table.last<Error>(kLin)->reason, "text");
}

TEST(RoomChat, tames_control_characters) {
  Table table = Table::of_two();
  table.chat(kLin, ChatRoom::all, " one\ntwo\x1b[31m ");
  EXPECT_EQ(table.last<ChatLine>(kWang)->text, "one two [31m");
  table.chat(kLin, ChatRoom::all, " \n ");
  EXPECT_EQ(table.last<Error>(kLin)->reason, "text");
}

TEST(RoomChat, has_its_limits) {
  Table table = Table::of_two();
  for (int i = 0; i < 5; ++i) table.chat(kLin, ChatRoom::all, "again");
  EXPECT_EQ(table.refusal(kLin), "");
  table.pass(4s);
  table.chat(kLin, ChatRoom::all, "again");
  EXPECT_EQ(table.refusal(kLin), "rate_limited");
  EXPECT_EQ(table.last<Error>(kLin)->retry, 6s);
  table.chat(kWang, ChatRoom::all, "others may still speak");
  EXPECT_EQ(table.refusal(kWang), "");
  table.pass(6s);
  table.chat(kLin, ChatRoom::all, "again");
  EXPECT_EQ(table.refusal(kLin), "");
}

// ---- ratings ---------------------------------------------------------------------------------------------

Table rated_game() {
  Table::Setup setup;
  setup.rated = true;
  Table table(setup);
  table.ratings = protocol::RatingChanges{{{1500, 1512}, {1490, 1478}}};
  table.open();
  table.join(kLin);
  table.join(kWang);
  return table;
}

TEST(RoomRatings, are_made_with_the_end_and_told_with_it) {
  Table table = rated_game();
  table.moves({"h8", "i9"});
  EXPECT_EQ(table.rated, 0);
  table.act(kWang, resign);
  EXPECT_EQ(table.rated, 1);
  ASSERT_TRUE(table.last<GameEvent>(kLin)->ratings);
  EXPECT_EQ((*table.last<GameEvent>(kLin)->ratings)[1].after, 1478);

  table.forget();
  table.join(kLin, true, table.state->log().version() - 1);
  EXPECT_TRUE(table.last<GameEvent>(kLin)->ratings) << "also for who missed it";
}

// A page that was loaded again after the end had lost what the game did: only the event told it.
TEST(RoomRatings, are_in_the_snapshot_once_the_game_is_over) {
  Table table = rated_game();
  table.moves({"h8", "i9"});
  table.join(kLin);
  EXPECT_FALSE(table.last<GameFull>(kLin)->ratings);
  table.act(kWang, resign);
  table.join(kLin);
  EXPECT_EQ(table.last<GameFull>(kLin)->ratings, table.ratings);
}

// A rematch that could not be written down took the room back to what was on disk, and the ratings were gone.
TEST(RoomRatings, outlive_a_commit_that_fails_afterwards) {
  Table table = rated_game();
  table.moves({"h8", "i9"});
  table.act(kWang, resign);
  table.disk = Table::Disk::full;
  table.act(kLin, ActionKind::rematch);
  ASSERT_TRUE(table.last<GameFull>(kLin));
  EXPECT_EQ(table.last<GameFull>(kLin)->ratings, table.ratings);
}

TEST(RoomRatings, are_not_for_guests_who_may_look_on) {
  Table::Setup setup;
  setup.rated = true;
  Table table(setup);
  table.open();
  table.join(kLin);
  Joined guest;
  guest.reply_to.viewer = kWang;
  guest.user = {"g_wang", "Wang", true};
  guest.as_player = true;
  table.input(guest);
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
  EXPECT_EQ(table.state->log().status(), Status::waiting);
  guest.as_player = false;
  table.input(guest);
  EXPECT_TRUE(table.last<GameFull>(kWang));
}

TEST(RoomRatings, are_not_between_a_person_and_a_program_who_may_look_on) {
  const auto joins = [](bool is_rated) {
    Table::Setup setup;
    setup.rated = is_rated;
    Table table(setup);
    table.open();
    table.join(kLin);
    Joined program;
    program.reply_to.viewer = kWang;
    program.user = {"g_pela", "Pela", false, true};
    program.as_player = true;
    table.input(program);
    return table;
  };
  Table rated = joins(true);
  EXPECT_EQ(rated.refusal(kWang), "not_allowed");
  EXPECT_EQ(rated.state->log().status(), Status::waiting);
  Joined looks_on;
  looks_on.reply_to.viewer = kWang;
  looks_on.user = {"g_pela", "Pela", false, true};
  rated.input(looks_on);
  EXPECT_TRUE(rated.last<GameFull>(kWang));

  Table casual = joins(false);
  ASSERT_TRUE(casual.last<GameFull>(kWang));
  const auto players = casual.last<GameFull>(kWang)->players;
  EXPECT_NE(players[0].program, players[1].program) << "one of them is marked";
}

TEST(RoomRatings, are_not_touched_by_what_does_not_count) {
  Table aborted = rated_game();
  aborted.act(kLin, ActionKind::abort);
  EXPECT_EQ(aborted.rated, 0);
  EXPECT_FALSE(aborted.last<GameEvent>(kLin)->ratings);

  Table casual = Table::of_two();
  casual.act(kLin, resign);
  EXPECT_EQ(casual.rated, 0);
}

}  // namespace
}  // namespace server

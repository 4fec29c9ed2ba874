#include <gmock/gmock.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::ChatLine;
using protocol::GameEvent;
using protocol::GameFull;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Joined joined(ViewerId viewer, protocol::User user, bool as_player) {
  Joined joined;
  joined.reply_to.viewer = viewer;
  joined.user = std::move(user);
  joined.as_player = as_player;
  return joined;
}

// A page that was loaded again, or on another device, had no tools, though its user was the host.
TEST(RoomHost, is_told_so_on_every_page) {
  Table table = Table::of_two();
  table.join(kLinsPhone, false);
  table.join(kZhao, false);
  for (const ViewerId own : {kLin, kLinsPhone}) EXPECT_EQ(table.last<GameFull>(own)->host, true);
  for (const ViewerId other : {kWang, kZhao}) EXPECT_EQ(table.last<GameFull>(other)->host, false);
  table.forget();
  table.move(kLin, 5, "h8");
  EXPECT_EQ(table.last<GameFull>(kLin)->host, true) << "with each snapshot";
  EXPECT_FALSE(table.state->full(nullptr, table.now).host) << "who is not here has not asked";
}

TEST(RoomHost, puts_a_spectator_out_for_good) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.host(HostKind::kick, "Zhao 9");
  EXPECT_THAT(table.dismissed, ElementsAre(kZhao));
  EXPECT_TRUE(table.state->log().playing());
  EXPECT_EQ(table.refusal(kLin), "");
  table.join(kZhao, false);
  EXPECT_EQ(table.refusal(kZhao), "forbidden");
  table.chat(kZhao, ChatRoom::all, "hey");
  EXPECT_EQ(table.refusal(kZhao), "forbidden");
}

TEST(RoomHost, puts_out_every_page_of_a_user) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.input(joined(12, {"g_9", "Zhao 9", true}, false));
  table.host(HostKind::kick, "Zhao 9");
  EXPECT_THAT(table.dismissed, UnorderedElementsAre(kZhao, 12u));
}

TEST(RoomHost, puts_out_a_spectator_who_bears_a_players_name_alone) {
  Table table = Table::of_two();
  table.input(joined(kZhao, {"g_9", "Wang", true}, false));
  table.host(HostKind::kick, "Wang");
  EXPECT_THAT(table.dismissed, ElementsAre(kZhao));
  EXPECT_TRUE(table.state->log().playing());
}

TEST(RoomHost, leaves_a_player_who_also_watches_where_another_bears_the_name) {
  Table table = Table::of_two();
  table.input(joined(7, {"g_wang", "Wang", true}, false));
  table.input(joined(kZhao, {"g_9", "Wang", true}, false));
  table.host(HostKind::kick, "Wang");
  EXPECT_THAT(table.dismissed, ElementsAre(kZhao));
}

TEST(RoomHost, knows_a_player_by_the_name_under_which_he_sat_down) {
  Table table = Table::of_two();
  table.leave(kWang);
  table.input(joined(kWang, {"g_wang", "Somebody", true}, true));
  table.chat(kWang, ChatRoom::all, "hello");
  EXPECT_EQ(table.last<ChatLine>(kLin)->from, "Wang");
  EXPECT_EQ(table.state->summary().players[1].name, "Wang");
  table.host(HostKind::kick, "Somebody");
  EXPECT_EQ(table.refusal(kLin), "not_found");
  table.host(HostKind::mute, "Wang");
  table.chat(kWang, ChatRoom::all, "b");
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
}

TEST(RoomHost, puts_out_and_mutes_for_longer_than_the_server_lives) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.host(HostKind::kick, "Zhao 9");
  table.host(HostKind::mute, "Wang");
  table.restart(1s);
  table.join(kZhao, false);
  EXPECT_EQ(table.refusal(kZhao), "forbidden");
  table.join(kWang);
  table.chat(kWang, ChatRoom::all, "a");
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
  table.join(kLin);
  table.host(HostKind::unmute, "Wang");
  table.restart(1s);
  table.join(kWang);
  table.chat(kWang, ChatRoom::all, "b");
  EXPECT_EQ(table.refusal(kWang), "");
}

TEST(RoomHost, gives_nobody_time_by_muting) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  table.host(HostKind::mute, "Wang");
  EXPECT_EQ(table.state->log().clock().spent(table.now), 20s);
}

TEST(RoomHost, mutes_nobody_if_it_cannot_be_written) {
  Table table = Table::of_two();
  table.disk = Table::Disk::full;
  table.host(HostKind::mute, "Wang");
  EXPECT_EQ(table.told<protocol::Error>(kLin).back().code, protocol::ErrorCode::busy);
  table.disk = Table::Disk::works;
  table.chat(kWang, ChatRoom::all, "a");
  EXPECT_EQ(table.refusal(kWang), "");
}

// After a kill in between, a spectator who had been told to go was let in again.
TEST(RoomHost, puts_out_when_it_is_written_and_not_before) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.disk = Table::Disk::stalls;
  table.host(HostKind::kick, "Zhao 9");
  EXPECT_THAT(table.dismissed, IsEmpty());
  table.input(Committed{});
  EXPECT_THAT(table.dismissed, ElementsAre(kZhao));
}

TEST(RoomHost, puts_nobody_out_if_it_cannot_be_written) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.disk = Table::Disk::full;
  table.host(HostKind::kick, "Zhao 9");
  EXPECT_EQ(table.told<protocol::Error>(kLin).back().code, protocol::ErrorCode::busy);
  EXPECT_THAT(table.dismissed, IsEmpty());
  table.chat(kZhao, ChatRoom::all, "here");
  EXPECT_EQ(table.refusal(kZhao), "");
}

// Who opened a room could lose no game that was played in it.
TEST(RoomHost, resigns_by_ending_a_game_that_the_host_plays_against_another_person) {
  for (const HostKind kind : {HostKind::kick, HostKind::close}) {
    Table table = Table::of_two();
    table.moves({"h8", "i9"});
    table.host(kind, "Wang");
    EXPECT_EQ(table.refusal(kLin), "");
    EXPECT_EQ(table.reason(), "resign");
    EXPECT_EQ(table.result(), "second") << "Lin is the host, and first";
    EXPECT_EQ(table.dismissed.size(), kind == HostKind::kick ? 1u : 0u);
  }
}

// "Close this room?" had been answered with yes just before the second player's first move arrived.
TEST(RoomHost, does_not_resign_a_game_that_was_not_seen_to_count) {
  for (const HostKind kind : {HostKind::kick, HostKind::close}) {
    Table table = Table::of_two();
    table.moves({"h8"});
    const int seen = table.state->log().version();
    table.moves({"i9"});
    table.input(Hosted{{kLin, 1}, kind, "Wang", seen});
    EXPECT_EQ(table.refusal(kLin), "stale_ply");
    EXPECT_TRUE(table.state->log().playing());
    EXPECT_THAT(table.dismissed, IsEmpty());
    table.input(Hosted{{kLin, 2}, kind, "Wang", seen + 1});
    EXPECT_EQ(table.reason(), "resign");
  }
}

TEST(RoomHost, agrees_to_no_pause_that_is_offered_no_longer) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kWang, ActionKind::pause);
  const int seen = table.state->log().version();
  table.act(kWang, ActionKind::pause, false);
  table.input(Hosted{{kLin, 1}, HostKind::pause, "", seen});
  EXPECT_EQ(table.refusal(kLin), "no_offer");
  EXPECT_FALSE(table.state->log().offers().by(OfferKind::pause));
}

TEST(RoomHost, resigns_also_from_a_page_that_only_watches) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.leave(kLin);
  table.join(kLin, false);
  table.host(HostKind::close);
  EXPECT_EQ(table.result(), "second");
}

TEST(RoomHost, who_plays_asks_for_a_pause_as_any_player_does) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.host(HostKind::pause);
  EXPECT_FALSE(table.state->log().paused());
  EXPECT_TRUE(table.state->log().offers().open(OfferKind::pause, Seat::a));
  table.act(kWang, ActionKind::pause);
  EXPECT_TRUE(table.state->log().paused());
}

TEST(RoomHost, ends_a_game_against_a_bot_without_a_result) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.host(HostKind::close);
  EXPECT_EQ(table.reason(), "closed");
}

TEST(RoomHost, who_was_put_out_has_no_power) {
  Table table = Table::of_two();
  table.input(joined(kZhao, {"g_9", "Zhao 9", true}, false));
  table.input(Hosted{{kZhao, 1}, HostKind::kick, "Lin"});
  EXPECT_THAT(table.dismissed, ElementsAre(kLin));
  table.join(kLin);
  EXPECT_EQ(table.refusal(kLin), "forbidden");
  table.host(HostKind::mute, "Zhao 9");
  EXPECT_EQ(table.refusal(kLin), "forbidden");
  table.chat(kZhao, ChatRoom::all, "a");
  EXPECT_EQ(table.refusal(kZhao), "") << "nobody was muted";
}

// Otherwise a host could win every game.
TEST(RoomHost, wins_nothing_by_putting_the_opponent_out) {
  Table table = Table::of_two();
  table.moves({"h8"});
  table.host(HostKind::kick, "Wang");
  EXPECT_EQ(table.state->log().status(), Status::aborted);
  EXPECT_EQ(table.reason(), "kicked");
  EXPECT_EQ(table.result(), "-");
  EXPECT_THAT(table.dismissed, ElementsAre(kWang));
  EXPECT_EQ(table.last<GameEvent>(kLin)->kind, EventKind::end);
  EXPECT_FALSE(table.last<GameEvent>(kLin)->by);
}

TEST(RoomHost, has_no_power_over_a_rated_game_that_counts) {
  for (const HostKind kind : {HostKind::kick, HostKind::close, HostKind::pause}) {
    Table::Setup setup;
    setup.rated = true;
    Table table(setup);
    table.open();
    table.input(joined(kLin, {"g_lin", "Lin", false}, true));
    table.input(joined(kWang, {"g_wang", "Wang", false}, true));
    table.moves({"h8", "i9"});
    table.host(kind, "Wang");
    EXPECT_EQ(table.refusal(kLin), "not_allowed");
    EXPECT_TRUE(table.state->log().playing());
    EXPECT_THAT(table.dismissed, IsEmpty());
  }
}

TEST(RoomHost, neither_kicks_himself_nor_nobody) {
  Table table = Table::of_two();
  for (const HostKind kind : {HostKind::kick, HostKind::mute}) {
    table.host(kind, "Lin");
    EXPECT_EQ(table.refusal(kLin), "not_allowed");
  }
  table.host(HostKind::kick, "Li");
  EXPECT_EQ(table.refusal(kLin), "not_found");
  EXPECT_TRUE(table.state->log().playing());
}

// Guests choose their names: that of the host protects nobody.
TEST(RoomHost, means_the_other_who_bears_the_hosts_name) {
  Table table = Table::of_two();
  table.input(joined(kZhao, {"g_9", "Lin", true}, false));
  table.host(HostKind::mute, "Lin");
  table.chat(kZhao, ChatRoom::all, "a");
  EXPECT_EQ(table.refusal(kZhao), "not_allowed");
  table.chat(kLin, ChatRoom::all, "b");
  EXPECT_EQ(table.refusal(kLin), "");
  table.host(HostKind::kick, "Lin");
  EXPECT_THAT(table.dismissed, ElementsAre(kZhao));
}

TEST(RoomHost, who_watches_means_the_other_too) {
  Table table = Table::of_two();
  for (const auto& [viewer, user] : {std::pair<ViewerId, const char*>(7, "g_7"), {8, "g_8"}})
    table.input(joined(viewer, {user, "Mei", true}, false));
  table.input(joined(kZhao, {"g_9", "Wang", true}, false));
  table.input(Hosted{{7, 1}, HostKind::kick, "Mei"});
  EXPECT_THAT(table.dismissed, ElementsAre(8u));
  table.input(Hosted{{kZhao, 2}, HostKind::kick, "Wang"});
  EXPECT_THAT(table.dismissed, ElementsAre(8u, kWang)) << "no other spectator bears it";
}

TEST(RoomHost, mutes_and_lets_speak_again) {
  Table table = Table::of_two();
  table.host(HostKind::mute, "Wang");
  table.chat(kWang, ChatRoom::all, "a");
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
  EXPECT_FALSE(table.last<ChatLine>(kLin));
  table.leave(kWang);
  table.join(kWang);
  table.chat(kWang, ChatRoom::all, "b");
  EXPECT_EQ(table.refusal(kWang), "not_allowed") << "another page is no way around it";
  table.host(HostKind::unmute, "Wang");
  table.chat(kWang, ChatRoom::all, "c");
  EXPECT_EQ(table.last<ChatLine>(kLin)->text, "c");
}

TEST(RoomHost, who_does_not_play_closes_the_room_without_a_result) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.moves({"h8", "i9", "j10"});
  table.input(Hosted{{kZhao, 1}, HostKind::close, ""});
  EXPECT_EQ(table.reason(), "closed");
  EXPECT_EQ(table.state->log().status(), Status::aborted);
  EXPECT_EQ(table.store.load("aB3dE9xQ")->game.ending.reason, "closed");
  table.host(HostKind::close);
  EXPECT_EQ(table.refusal(kLin), "game_over") << "once";

  Table waiting;
  waiting.open();
  waiting.join(kLin);
  waiting.host(HostKind::close);
  EXPECT_EQ(waiting.reason(), "closed") << "also a room that waits for somebody";
}

// A game against a bot grew by ten events a second for as long as its host liked, and who looked at it later
// paid for all of them.
TEST(RoomHost, makes_no_record_without_end) {
  Table table = Table::against_bot();
  constexpr int kPauses = 2'100;
  for (int i = 0; i < kPauses; ++i) {
    table.host(HostKind::pause);
    table.host(HostKind::resume);
    table.forget();
  }
  const int events = table.state->log().version();
  EXPECT_LT(events, 2 * kPauses);
  table.host(HostKind::pause);
  EXPECT_EQ(table.refusal(kLin), "rate_limited");
  for (const ActionKind kind : {ActionKind::draw, ActionKind::takeback, ActionKind::pause, ActionKind::resume,
                                ActionKind::add_time, ActionKind::rematch, ActionKind::swap})
    table.act(kLin, kind);
  EXPECT_EQ(table.state->log().version(), events);
  table.move(kLin, "h8");
  EXPECT_EQ(table.refusal(kLin), "") << "it can be played to its end";
}

TEST(RoomHost, who_does_not_play_pauses_and_resumes_a_game) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.moves({"h8", "i9"});
  table.pass(10s);
  table.host(HostKind::resume);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  table.input(Hosted{{kZhao, 1}, HostKind::pause, ""});
  EXPECT_TRUE(table.state->log().paused());
  EXPECT_FALSE(table.last<GameEvent>(kWang)->by) << "neither side asked for it";
  table.pass(1h);
  EXPECT_TRUE(table.state->log().playing());
  table.restart(1h);
  EXPECT_TRUE(table.state->log().paused());
  table.join(kLin);
  table.host(HostKind::resume);
  EXPECT_EQ(table.state->log().clock().spent(table.now), 10s);
}

}  // namespace
}  // namespace server

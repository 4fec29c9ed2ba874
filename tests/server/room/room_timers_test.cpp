#include <gmock/gmock.h>

#include "server/match/game_events.h"
#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::Crowd;
using protocol::Error;
using protocol::GameEvent;
using protocol::GameFull;
using protocol::Gone;
using testing::ElementsAre;
using enum ActionKind;

// ---- flags ---------------------------------------------------------------------------------------------

TEST(RoomTimers, the_flag_falls_by_itself_and_not_early) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(59'999ms);
  EXPECT_TRUE(table.state->log().playing());
  table.pass(1ms);
  EXPECT_EQ(table.reason(), "timeout");
  EXPECT_EQ(table.result(), "second");
  EXPECT_EQ(table.clock(Side::first), 0s);
  EXPECT_EQ(table.last<GameEvent>(kLin)->by, std::nullopt);
}

TEST(RoomTimers, the_flag_does_not_need_anybody_present) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.leave(kLin);
  table.leave(kWang);
  table.pass(1min);
  EXPECT_EQ(table.reason(), "timeout");
}

// Both are in the queue: what arrived first counts, however late it is looked at.
TEST(RoomTimers, a_move_that_arrived_in_time_beats_the_flag) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.now += 59'999ms;
  table.disk = Table::Disk::stalls;
  table.move(kLin, "j10");
  table.now += 2s;
  table.input(TimerFired{});
  table.disk_catches_up();
  EXPECT_TRUE(table.state->log().playing());
  EXPECT_EQ(table.state->log().plies(), 3);
}

TEST(RoomTimers, a_move_that_arrived_too_late_loses_though_the_timer_is_slow) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.now += 1min;
  table.move(kLin, "j10");
  EXPECT_EQ(table.told<Error>(kLin).back().code, protocol::ErrorCode::game_over);
  EXPECT_EQ(table.reason(), "timeout");
  EXPECT_EQ(table.state->log().plies(), 2);
}

TEST(RoomTimers, a_timer_for_another_turn_does_nothing) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(50s);
  table.moves({"j10"});
  table.input(TimerFired{});
  table.pass(59s);
  EXPECT_TRUE(table.state->log().playing());
}

TEST(RoomTimers, the_way_over_the_network_is_given_back) {
  Table table;
  table.round_trip = 200ms;
  table.open();
  table.join(kLin);
  table.join(kWang);
  table.moves({"h8", "i9"});
  table.pass(10s);
  table.moves({"j10"});
  EXPECT_EQ(table.clock(Side::first), 5min - 9'800ms + 3s);
  EXPECT_EQ(table.last<GameEvent>(kWang)->lag, 200ms);
  EXPECT_EQ(table.last<GameEvent>(kWang)->spent, 9'800ms);
}

struct Limit {
  TimeControl time;
  Millis think;  // Just in time; one millisecond more loses.
};

TEST(RoomTimers, every_time_control_ends_games) {
  const std::vector<Limit> rows = {
      {{.initial = 1min}, 1min},
      {{.initial = 1min, .increment = 5s}, 1min},
      {{.initial = 1min, .byoyomi = 10s, .periods = 3}, 90s},
      {{.per_move = 30s}, 30s},
      {{.initial = 10min, .per_move = 1min}, 1min},
      {{.initial = 30s, .byoyomi = 10s, .periods = 1, .per_move = 1min}, 40s},
      {{.days = 2}, 48h},
  };
  for (const Limit& row : rows) {
    for (const Millis extra : {-1ms, 0ms}) {
      Table table = Table::of_two(row.time);
      table.moves({"h8", "i9"});
      table.pass(row.think + extra);
      EXPECT_EQ(table.state->log().playing(), extra < 0ms) << row.think.count();
    }
  }
  Table unlimited = Table::of_two({});
  unlimited.moves({"h8", "i9"});
  unlimited.pass(24h * 400);
  EXPECT_TRUE(unlimited.state->log().playing());
}

// ---- first moves ---------------------------------------------------------------------------------------

TEST(RoomTimers, a_game_that_is_not_taken_up_is_aborted_without_loss) {
  struct Row {
    TimeControl time;
    Millis limit;
  };
  const std::vector<Row> rows = {{{.initial = 15s}, 15s},
                                 {{.initial = 1min}, 20s},
                                 {{.initial = 5min}, 25s},
                                 {{.initial = 15min}, 30s},
                                 {{.initial = 1h}, 35s}};
  for (const Row& row : rows) {
    Table table = Table::of_two(row.time);
    EXPECT_EQ(table.last<GameEvent>(kLin)->state.expires, row.limit);
    table.pass(row.limit - 1ms);
    EXPECT_TRUE(table.state->log().playing());
    table.pass(1ms);
    EXPECT_EQ(table.state->log().status(), Status::aborted);
    EXPECT_EQ(table.reason(), "no_start");
    EXPECT_EQ(table.result(), "-");
  }
}

// Who does not come to a game of a tournament loses it, if the other has: whose connection may be down at the
// very moment of the deadline.
TEST(RoomTimers, the_end_of_a_game_of_a_tournament_names_who_has_come) {
  enum class Wang { stays, drops, comes_back, never_comes };
  for (const Wang wang : {Wang::stays, Wang::drops, Wang::comes_back, Wang::never_comes}) {
    Table table({.tournament = "t1"});
    table.open();
    table.join(kLin);
    if (wang != Wang::never_comes) table.join(kWang);
    table.pass(74s);
    if (wang == Wang::drops || wang == Wang::comes_back) table.leave(kWang, /*on_purpose=*/false);
    if (wang == Wang::comes_back) table.join(kWang);
    table.pass(1s);
    EXPECT_EQ(table.reason(), "no_start");
    EXPECT_EQ(table.state->log().events().back().by, wang == Wang::never_comes ? "" : "second");
  }
}

// The host of a simul is at other boards while this one waits for its guest.
TEST(RoomTimers, the_host_of_a_simul_has_come_to_a_board_where_the_guest_does_not) {
  for (const bool is_simul : {false, true}) {
    const Table table({.tournament = "t1"});
    const GameLog& usual = table.state->log();
    GameLog log = *GameLog::begin(usual.game(), usual.header());
    ASSERT_TRUE(log.follow(is_simul ? simul_event(log, Table::kStart, Side::second, 0ms)
                                    : start_event(log, Table::kStart)));
    RoomState room(std::move(log), Table::kStart);
    (void)room.handle(Restored{Table::kStart}, Table::kStart);
    (void)room.handle(TimerFired{}, Table::kStart + 75s);
    const storage::Event& end = room.log().events().back();
    EXPECT_EQ(end.kind, storage::EventKind::end);
    EXPECT_EQ(end.by, is_simul ? "second" : "");
  }
}

// The seats are exchanged, or it is played again: two players went on here in a game that did not count.
TEST(RoomTimers, a_game_that_counts_no_more_in_its_tournament_is_aborted) {
  for (const bool was_played : {false, true}) {
    Table table({.tournament = "t1"});
    table.open();
    table.join(kLin);
    table.join(kWang);
    if (was_played) table.moves({"h8", "h9", "h10"});
    table.input(Annulled{});
    EXPECT_EQ(table.reason(), "annulled");
    EXPECT_EQ(table.last<protocol::GameEvent>(kWang)->state.status, Status::aborted);
    EXPECT_EQ(table.store.load(table.state->log().header().id)->game.ending.reason, "annulled");
    const auto events = table.state->log().events().size();
    table.input(Annulled{});
    EXPECT_EQ(table.state->log().events().size(), events) << "it is over";
  }
}

TEST(RoomTimers, a_game_of_a_cancelled_tournament_goes_on_where_it_has_begun) {
  for (const int moves : {0, 1, 2}) {
    Table table({.tournament = "t1"});
    table.open();
    table.join(kLin);
    table.join(kWang);
    if (moves > 0) table.moves({"h8"});
    if (moves > 1) table.moves({"h9"});
    table.input(Annulled{.even_begun = false});
    EXPECT_EQ(table.state->log().over(), moves < 2) << moves;
  }
}

TEST(RoomTimers, the_second_player_has_his_own_time_for_the_first_move) {
  Table table = Table::of_two();
  table.pass(20s);
  table.moves({"h8"});
  EXPECT_EQ(table.last<GameEvent>(kWang)->state.expires, 25s);
  EXPECT_FALSE(table.last<GameEvent>(kWang)->state.clock->running);
  table.pass(20s);
  EXPECT_EQ(table.clock(Side::second), 5min) << "the clocks do not run yet";
  table.moves({"i9"});
  EXPECT_EQ(table.last<GameEvent>(kLin)->state.expires, std::nullopt);
  EXPECT_EQ(table.last<GameEvent>(kLin)->state.clock->running, Side::first);
}

TEST(RoomTimers, games_without_hurry_wait_for_their_first_move) {
  for (const TimeControl& time : {TimeControl{}, TimeControl{.days = 1}}) {
    Table table = Table::of_two(time);
    table.pass(24h);
    EXPECT_TRUE(table.state->log().playing());
  }
}

TEST(RoomTimers, a_room_that_nobody_joins_is_closed_after_its_creator_has_gone) {
  Table table;
  table.open();
  table.join(kLin);
  table.pass(1h);
  EXPECT_EQ(table.state->log().status(), Status::waiting);
  table.leave(kLin);
  table.pass(10min);
  EXPECT_EQ(table.state->log().status(), Status::aborted);
  EXPECT_EQ(table.retired, 0);
  table.pass(1min);
  EXPECT_EQ(table.retired, 1);
}

TEST(RoomTimers, a_creator_who_looks_on_instead_has_left) {
  Table table;
  table.open();
  table.join(kLin);
  table.join(kLin, /*as_player=*/false);
  table.leave(kLin);
  table.pass(10min);
  EXPECT_EQ(table.state->log().status(), Status::aborted);
}

TEST(RoomTimers, who_looks_on_keeps_no_room_open_that_its_creator_has_left) {
  Table table;
  table.open();
  table.join(kLin);
  table.join(kZhao, /*as_player=*/false);
  table.leave(kLin);
  table.pass(9min);
  EXPECT_EQ(table.state->log().status(), Status::waiting);
  table.pass(1min);
  EXPECT_EQ(table.state->log().status(), Status::aborted);
}

// ---- absence -------------------------------------------------------------------------------------------

struct Absent {
  std::string name;
  TimeControl time;
  bool on_purpose;
  Millis claimable;
};

TEST(RoomTimers, who_is_left_alone_may_claim) {
  const std::vector<Absent> rows = {{"bullet, page closed", {.initial = 2min}, true, 10s},
                                    {"blitz, page closed", Table::kBlitz, true, Millis(40s) / 3},
                                    {"classical, page closed", {.initial = 45min}, true, 40s},
                                    {"bullet", {.initial = 2min}, false, 30s},
                                    {"blitz", Table::kBlitz, false, 40s},
                                    {"rapid", {.initial = 15min}, false, 80s},
                                    {"classical", {.initial = 45min}, false, 120s}};
  for (const Absent& row : rows) {
    for (const ActionKind kind : {claim_win, claim_draw}) {
      Table table = Table::of_two(row.time);
      table.moves({"h8", "i9", "j10"});
      table.leave(kWang, row.on_purpose);
      table.pass(row.claimable - 1ms);
      table.act(kLin, kind);
      EXPECT_EQ(table.refusal(kLin), "not_allowed") << row.name;
      EXPECT_EQ(table.last<Error>(kLin)->retry, 1ms) << row.name;
      table.pass(1ms);
      table.act(kLin, kind);
      EXPECT_EQ(table.reason(), "abandoned") << row.name;
      EXPECT_EQ(table.result(), kind == claim_win ? "first" : "draw") << row.name;
    }
  }
}

TEST(RoomTimers, the_room_is_told_who_is_gone_and_who_is_back) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.leave(kWang, false);
  table.pass(4s);
  EXPECT_FALSE(table.last<Gone>(kLin)) << "a page that is reloaded is back sooner";
  table.pass(1s);
  ASSERT_TRUE(table.last<Gone>(kLin));
  EXPECT_EQ(table.last<Gone>(kLin)->side, Side::second);
  EXPECT_EQ(table.last<Gone>(kLin)->claim_in, 35s);
  table.join(kWang);
  EXPECT_FALSE(table.last<Gone>(kLin)->gone);
  table.pass(1min);
  EXPECT_EQ(table.told<Gone>(kLin).size(), 2u);
  EXPECT_FALSE(table.last<Gone>(kWang)) << "who comes back knows it";
}

TEST(RoomTimers, who_joins_in_the_midst_of_an_absence_is_told_how_long_it_still_lasts) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.leave(kWang, false);
  table.pass(15s);
  table.join(kLin);  // Comes back: the same page on a new line.
  ASSERT_EQ(table.told<Gone>(kLin).size(), 2u);
  EXPECT_TRUE(table.last<Gone>(kLin)->gone);
  EXPECT_EQ(table.last<Gone>(kLin)->claim_in, 25s);
}

TEST(RoomTimers, nobody_is_gone_while_one_of_his_pages_is_open) {
  Table table = Table::of_two();
  table.join(kLinsPhone);
  table.moves({"h8", "i9"});
  table.leave(kLin);
  table.pass(1min);
  EXPECT_FALSE(table.last<Gone>(kWang));
  table.act(kWang, claim_win);
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
}

// A connection that joins again to look on speaks for its seat no more.
TEST(RoomTimers, a_player_who_looks_on_instead_is_gone) {
  Table table = Table::of_two();
  table.moves({"h8", "i9", "j10"});
  table.join(kWang, /*as_player=*/false);
  table.pass(5s);
  ASSERT_TRUE(table.last<Gone>(kLin));
  EXPECT_TRUE(table.last<Gone>(kLin)->gone);
  table.pass(9s);
  table.act(kLin, claim_win);
  EXPECT_EQ(table.reason(), "abandoned");
}

TEST(RoomTimers, a_page_that_looks_on_instead_leaves_the_seat_to_another_page) {
  Table table = Table::of_two();
  table.join(kLinsPhone);
  table.moves({"h8", "i9"});
  table.join(kLin, /*as_player=*/false);
  table.pass(1min);
  EXPECT_FALSE(table.last<Gone>(kWang));
}

TEST(RoomTimers, nothing_is_claimed_on_ones_own_turn) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.leave(kWang);
  table.pass(1min);
  table.act(kLin, claim_win);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

TEST(RoomTimers, coming_back_saves_the_game) {
  Table table = Table::of_two();
  table.moves({"h8", "i9", "j10"});
  table.leave(kWang);
  table.pass(1min);
  table.join(kWang);
  table.act(kLin, claim_win);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  table.leave(kWang);
  table.pass(9s);
  table.act(kLin, claim_win);
  EXPECT_EQ(table.refusal(kLin), "not_allowed") << "the time counts anew";
}

TEST(RoomTimers, correspondence_players_may_be_away) {
  for (const TimeControl& time : {TimeControl{}, TimeControl{.days = 1}}) {
    Table table = Table::of_two(time);
    table.moves({"h8", "i9", "j10"});
    table.leave(kWang);
    table.pass(1h);
    table.act(kLin, claim_win);
    EXPECT_EQ(table.refusal(kLin), "not_allowed");
    EXPECT_FALSE(table.last<Gone>(kLin));
  }
}

// ---- the crowd, and the end of a room --------------------------------------------------------------------

TEST(RoomTimers, the_crowd_is_told_at_most_once_a_second) {
  Table table = Table::of_two();
  table.pass(5s);
  table.forget();
  for (ViewerId viewer = 100; viewer < 115; ++viewer) table.join(viewer, false);
  table.pass(0ms);
  table.pass(3s);
  const auto crowds = table.told<Crowd>(kLin);
  ASSERT_EQ(crowds.size(), 1u);
  EXPECT_EQ(crowds.back().spectators, 15);
  EXPECT_EQ(crowds.back().names.size(), 15u);
  EXPECT_THAT(crowds.back().online, ElementsAre(true, true));

  for (ViewerId viewer = 115; viewer < 125; ++viewer) {
    table.join(viewer, false);
    table.pass(100ms);
  }
  EXPECT_LE(table.told<Crowd>(kLin).size(), 3u);
  table.pass(1s);
  EXPECT_EQ(table.last<Crowd>(kLin)->spectators, 25);
  EXPECT_TRUE(table.last<Crowd>(kLin)->names.empty()) << "too many to name";
}

// Accounts that block one of a thousand guests of one name held up all games of the server each second.
TEST(RoomTimers, telling_who_is_there_costs_by_how_many_are_there) {
  const auto walks = [](std::size_t viewers) {
    Table table = Table::of_two();
    const auto blocked = std::make_shared<const Blocked>(Blocked{"u_" + std::to_string(viewers)});
    for (std::size_t i = 1; i <= viewers; ++i) {
      Joined joined;
      joined.reply_to = {100 + i, {}};
      joined.user = {.id = "u_" + std::to_string(i), .name = "Guest"};
      joined.blocked = blocked;
      (void)table.state->handle(joined, table.now);
    }
    const std::size_t before = table.state->presence().walks();
    const std::vector<Effect> effects = table.state->handle(TimerFired{}, table.now + 5s);
    EXPECT_GE(effects.size(), viewers) << "each is told apart";
    return table.state->presence().walks() - before;
  };
  EXPECT_GT(walks(10), 0u);
  EXPECT_EQ(walks(10), walks(40)) << "one walk for all, not one for each";
}

TEST(RoomTimers, who_is_blocked_is_not_named) {
  Presence presence(Table::kStart);
  ViewerId last = 0;
  const std::vector<std::pair<const char*, const char*>> guests{
      {"a", "Guest"}, {"b", "Guest"}, {"b", "Guest"}, {"c", "Wu"}};
  for (const auto& [user, name] : guests)
    presence.enter(++last, {{.id = user, .name = name}, {}, false}, Table::kStart);
  presence.enter(++last, {{.id = "d", .name = "Player"}, Seat::a, false}, Table::kStart);
  const Spectators spectators(presence);
  const auto blocking = [](Blocked users) { return std::make_shared<const Blocked>(std::move(users)); };
  EXPECT_THAT(spectators.names(), ElementsAre("Guest", "Wu"));
  EXPECT_THAT(spectators.names(blocking({"a", "c"})), ElementsAre("Guest")) << "another has the name";
  EXPECT_THAT(spectators.names(blocking({"a", "b"})), ElementsAre("Wu"));
  EXPECT_TRUE(spectators.has_one_of(blocking({"b", "x"})));
  EXPECT_FALSE(spectators.has_one_of(blocking({"d", "x"}))) << "a player";
  EXPECT_FALSE(spectators.has_one_of(nullptr));
}

TEST(RoomTimers, a_finished_room_is_given_up_a_minute_after_the_last_viewer) {
  Table table = Table::of_two();
  table.act(kLin, resign);
  table.join(kZhao, false);
  table.leave(kLin);
  table.leave(kWang);
  table.pass(10min);
  EXPECT_EQ(table.retired, 0);
  table.leave(kZhao);
  table.pass(59s);
  EXPECT_EQ(table.retired, 0);
  table.pass(10min);
  EXPECT_EQ(table.retired, 1) << "once";
}

TEST(RoomTimers, an_unlimited_game_is_put_aside_when_nobody_is_there) {
  Table table = Table::of_two({});
  table.moves({"h8", "i9"});
  table.leave(kLin);
  table.leave(kWang);
  table.pass(10min);
  EXPECT_EQ(table.retired, 1);
  EXPECT_TRUE(table.state->log().playing());
}

// In the pause before a turn no bot thinks: the room was put aside, and its game stood still for ever.
TEST(RoomTimers, bots_play_on_among_themselves_when_nobody_is_there) {
  Table table({.time = {}, .first_level = 1, .second_level = 1});
  table.open();
  table.pass(11min);
  ASSERT_TRUE(table.asked);
  table.bot_moves("h8");
  table.pass(1s);
  EXPECT_EQ(table.retired, 0);
  EXPECT_EQ(table.asked->ply, 1);
}

TEST(RoomTimers, a_game_of_days_is_put_aside_until_its_flag_is_near) {
  Table table = Table::of_two({.days = 2});
  table.moves({"h8", "i9"});
  table.leave(kLin);
  table.leave(kWang);
  table.pass(10min);
  EXPECT_EQ(table.retired, 1);
  EXPECT_TRUE(table.state->log().playing());
}

// Two friends read each other's lines the next day; put aside, a room forgets them.
TEST(RoomTimers, a_game_of_days_is_not_put_aside_while_it_has_lines_of_its_players) {
  Table table = Table::of_two({.days = 2});
  table.moves({"h8", "i9"});
  table.join(kZhao, false);
  table.chat(kZhao, ChatRoom::all, "hello");
  for (const ViewerId viewer : {kLin, kWang, kZhao}) table.leave(viewer);
  table.pass(9min);
  table.join(kWang);
  table.chat(kWang, ChatRoom::players, "until tomorrow");
  table.leave(kWang);
  table.pass(24h);
  ASSERT_EQ(table.retired, 0);
  EXPECT_TRUE(table.state->stays_for_chat());
  table.join(kLin);
  EXPECT_FALSE(table.state->stays_for_chat());
  const auto read = table.last<GameFull>(kLin)->chat;
  ASSERT_FALSE(read.empty());
  EXPECT_EQ(read.back().text, "until tomorrow");
  table.leave(kLin);
  table.input(Spared{});
  EXPECT_EQ(table.retired, 1) << "others need its place";
}

TEST(RoomTimers, lines_of_who_looks_on_keep_no_game_of_days) {
  Table table = Table::of_two({.days = 2});
  table.moves({"h8", "i9"});
  table.join(kZhao, false);
  table.chat(kZhao, ChatRoom::all, "hello");
  for (const ViewerId viewer : {kLin, kWang, kZhao}) table.leave(viewer);
  table.pass(10min);
  EXPECT_EQ(table.retired, 1);
}

TEST(RoomTimers, a_game_of_days_with_lines_is_put_aside_a_minute_after_its_end) {
  Table table = Table::of_two({.days = 2});
  table.moves({"h8", "i9"});
  table.chat(kWang, ChatRoom::players, "until tomorrow");
  table.act(kLin, resign);
  for (const ViewerId viewer : {kLin, kWang}) table.leave(viewer);
  table.pass(2min);
  EXPECT_EQ(table.retired, 1);
}

TEST(RoomTimers, a_game_of_days_is_not_put_aside_in_its_last_hour) {
  Table table = Table::of_two({.days = 2});
  table.moves({"h8", "i9"});
  table.pass(46h + 51min);
  table.leave(kLin);
  table.leave(kWang);
  table.pass(1h);
  EXPECT_EQ(table.retired, 0);
  table.pass(9min);
  EXPECT_EQ(table.reason(), "timeout");
}

// Hundreds of each of thirty addresses, all with a flag in the same hour, kept all others from playing.
TEST(RoomTimers, a_game_of_days_gives_way_to_others_in_its_last_hour_too) {
  Table table = Table::of_two({.days = 2});
  table.moves({"h8", "i9"});
  table.pass(47h + 1min);
  table.leave(kLin);
  table.input(Spared{.even_watched = true});
  EXPECT_EQ(table.retired, 0) << "a player is there";
  table.leave(kWang);
  table.input(Spared{});
  EXPECT_EQ(table.retired, 1);
}

TEST(RoomTimers, a_game_with_a_running_clock_is_not_put_aside) {
  Table table = Table::of_two({.initial = 1h});
  table.moves({"h8", "i9"});
  table.leave(kLin);
  table.leave(kWang);
  table.pass(59min);
  EXPECT_EQ(table.retired, 0);
}

}  // namespace
}  // namespace server

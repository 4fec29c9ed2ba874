#include <gmock/gmock.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::Error;
using protocol::GameEvent;
using protocol::GameFull;
using protocol::Thought;
using testing::ElementsAre;
using enum ActionKind;

TEST(RoomBots, begins_at_once_and_asks_the_bot_in_its_turn) {
  Table table = Table::against_bot();
  EXPECT_TRUE(table.state->log().playing());
  EXPECT_EQ(table.last<GameFull>(kLin)->players[1].level, 3);
  EXPECT_TRUE(table.last<GameFull>(kLin)->players[1].online);
  EXPECT_FALSE(table.asked);
  table.move(kLin, "h8");
  ASSERT_TRUE(table.asked);
  EXPECT_EQ(table.asked->level, 3);
  EXPECT_EQ(table.asked->ply, 1);
  EXPECT_EQ(table.asked->match->look().turn, Side::second);
  ASSERT_TRUE(table.asked->clock);
  EXPECT_EQ(table.asked->clock->remaining, 5min);
  EXPECT_EQ(table.asked->clock->increment, 3s);
  table.bot_moves("i9");
  EXPECT_EQ(table.last<GameEvent>(kLin)->move, "i9");
  EXPECT_EQ(table.last<GameEvent>(kLin)->state.legal.size(), 223u);
}

// A level 8 that had 30 s for each move thought 0.7 s: as if they were for forty.
TEST(RoomBots, have_the_whole_time_of_each_move) {
  Table table = Table::against_bot({.per_move = 5s});
  for (int ply : {0, 2}) {
    table.move(kLin, ply == 0 ? "h8" : "a1");
    ASSERT_TRUE(table.asked->clock);
    EXPECT_EQ(table.asked->clock->remaining, 0s) << ply;
    EXPECT_EQ(table.asked->clock->byoyomi, 5s) << ply;
    EXPECT_EQ(table.asked->clock->per_move, 5s) << ply;
    table.pass(1s);
    table.bot_moves("g7");
    table.pass(1s);
  }
}

// A clock of days has neither a time for the game nor one for each move of that kind.
TEST(RoomBots, are_asked_in_games_of_days) {
  Table table = Table::against_bot({.days = 2});
  table.move(kLin, "h8");
  EXPECT_TRUE(table.asked);
}

TEST(RoomBots, is_asked_only_after_the_move_before_is_on_disk) {
  Table table = Table::against_bot();
  table.disk = Table::Disk::stalls;
  table.move(kLin, "h8");
  EXPECT_FALSE(table.asked);
  table.disk_catches_up();
  EXPECT_TRUE(table.asked);
}

TEST(RoomBots, makes_the_first_move_when_it_is_first) {
  Table::Setup setup;
  setup.first_level = 5;
  setup.second_level = 0;
  Table table(setup);
  table.open();
  EXPECT_FALSE(table.asked) << "somebody is still awaited";
  table.join(kLin);
  EXPECT_EQ(table.last<GameFull>(kLin)->you, Side::second);
  ASSERT_TRUE(table.asked);
  EXPECT_EQ(table.asked->level, 5);
}

TEST(RoomBots, stale_answers_are_dropped) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  const auto epoch = table.asked->epoch;
  table.act(kLin, takeback);
  EXPECT_EQ(table.cancelled, 1);
  EXPECT_EQ(table.state->log().plies(), 0);
  table.input(BotMoved{epoch, 1, "i9", 0ms});
  EXPECT_EQ(table.state->log().plies(), 0) << "the bot thought about a move that is gone";

  table.move(kLin, "h8");
  table.input(BotMoved{epoch, 1, "i9", 0ms});
  EXPECT_EQ(table.state->log().plies(), 1) << "the same ply, but another question";
  table.bot_moves("g7");
  EXPECT_THAT(table.state->log().moves(), ElementsAre("h8", "g7"));
  table.input(BotMoved{epoch + 1, 1, "g7", 0ms});
  EXPECT_EQ(table.state->log().plies(), 2) << "answered already";
}

TEST(RoomBots, tells_what_it_thought_once_its_move_is_on_disk) {
  Table table = Table::against_bot();
  table.join(kZhao, false);
  table.move(kLin, "h8");
  table.disk = Table::Disk::stalls;
  table.bot_moves("i9", {{engine::ScoreKind::eval, 40, {"g7", "i7"}}});
  EXPECT_FALSE(table.last<Thought>(kLin)) << "nobody knows of the move yet";
  table.disk_catches_up();
  for (const ViewerId viewer : {kLin, kZhao}) {
    const auto thought = table.last<Thought>(viewer);
    ASSERT_TRUE(thought);
    EXPECT_EQ(thought->ply, 1);
    EXPECT_EQ(thought->eval.value, -40) << "as the first side sees it";
    EXPECT_THAT(thought->line, ElementsAre("g7", "i7"));
  }
}

TEST(RoomBots, thoughts_about_a_move_that_could_not_be_written_are_not_told) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.disk = Table::Disk::full;
  table.bot_moves("i9", {{engine::ScoreKind::eval, 40, {"i9"}}});
  table.disk = Table::Disk::works;
  table.pass(1s);
  table.bot_moves("g7");
  EXPECT_THAT(table.state->log().moves(), ElementsAre("h8", "g7"));
  EXPECT_FALSE(table.last<Thought>(kLin));
}

TEST(RoomBots, keeps_its_thoughts_to_itself_where_ratings_are_at_stake) {
  Table::Setup setup;
  setup.second_level = 5;
  setup.rated = true;
  Table table(setup);
  table.open();
  table.join(kLin);
  table.move(kLin, "h8");
  table.bot_moves("i9", {{engine::ScoreKind::eval, 40, {"i9"}}});
  EXPECT_THAT(table.state->log().moves(), ElementsAre("h8", "i9"));
  EXPECT_FALSE(table.last<Thought>(kLin));
}

TEST(RoomBots, resigning_while_it_thinks_ends_the_game) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.act(kLin, resign);
  EXPECT_EQ(table.reason(), "resign");
  EXPECT_EQ(table.cancelled, 1);
  table.bot_moves("i9");
  EXPECT_EQ(table.state->log().plies(), 1);
}

TEST(RoomBots, takes_back_without_being_asked_to_the_persons_turn) {
  Table table = Table::against_bot();
  table.act(kLin, takeback);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.act(kLin, takeback);
  EXPECT_EQ(table.state->log().plies(), 0);
  EXPECT_FALSE(table.asked) << "it is the person's turn";
}

TEST(RoomBots, pauses_at_once_and_thinks_again_afterwards) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.act(kLin, pause);
  EXPECT_TRUE(table.state->log().paused());
  EXPECT_EQ(table.cancelled, 1);
  table.bot_moves("i9");
  EXPECT_EQ(table.state->log().plies(), 1);
  table.act(kLin, resume);
  ASSERT_TRUE(table.asked);
  table.bot_moves("i9");
  EXPECT_EQ(table.state->log().plies(), 2);
}

// Told of a whole period, a bot thought for longer than there was, and lost the period or the game.
TEST(RoomBots, has_only_the_rest_of_a_period_after_a_pause) {
  Table table = Table::against_bot({.byoyomi = 10s, .periods = 2});
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.move(kLin, "j10");
  ASSERT_TRUE(table.asked);
  EXPECT_EQ(table.asked->clock->byoyomi, 10s);
  for (const auto left : {14s, 8s, 2s}) {  // Of both periods, and twice of the second.
    table.pass(6s);
    table.act(kLin, pause);
    table.asked.reset();
    table.act(kLin, resume);
    ASSERT_TRUE(table.asked);
    EXPECT_EQ(table.asked->clock->remaining, 0s);
    EXPECT_EQ(table.asked->clock->byoyomi, left);
  }
}

TEST(RoomBots, declines_draws) {
  Table table = Table::against_bot();
  table.act(kLin, draw);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

TEST(RoomBots, gives_a_rematch_at_once) {
  Table table = Table::against_bot();
  table.act(kLin, resign);
  table.act(kLin, rematch);
  ASSERT_TRUE(table.rematch);
  EXPECT_EQ(table.rematch->seats[0].level, 3);
  EXPECT_EQ(table.rematch->seats[1].user, "g_lin");
}

TEST(RoomBots, leaves_the_time_to_who_is_alone) {
  Table table = Table::against_bot();
  table.act(kLin, add_time);
  EXPECT_EQ(table.clock(Side::first), 5min + 15s);
}

// What the pool promises is a legal move; a room must not stand still if it is not.
TEST(RoomBots, a_senseless_answer_becomes_some_legal_move) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.bot_moves("h8");
  EXPECT_EQ(table.state->log().plies(), 2);
}

TEST(RoomBots, is_not_charged_for_waiting_in_our_queue) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.move(kLin, "j10");
  table.pass(3s);
  const AskBot ask = std::move(*table.asked);
  table.input(BotMoved{ask.epoch, ask.ply, "k11", 500ms});
  EXPECT_EQ(table.clock(Side::second), 5min - 500ms + 3s);
}

TEST(RoomBots, can_lose_on_time) {
  Table table = Table::against_bot({.initial = 1min});
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.move(kLin, "j10");
  table.pass(2min);
  EXPECT_EQ(table.reason(), "timeout");
  EXPECT_EQ(table.result(), "first");
}

TEST(RoomBots, wait_five_minutes_for_somebody_who_is_not_there) {
  Table table = Table::against_bot();
  table.pass(1h);
  EXPECT_TRUE(table.state->log().playing()) << "who looks at the board may think";
  table.leave(kLin);
  table.pass(5min);
  EXPECT_EQ(table.state->log().status(), Status::aborted);
}

TEST(RoomBots, there_is_no_claim_on_a_bot_nor_by_one) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.leave(kLin);
  table.pass(2min);
  table.join(kLin);
  EXPECT_FALSE(table.last<protocol::Gone>(kLin));
  EXPECT_TRUE(table.state->log().playing());
}

TEST(RoomBots, play_each_other) {
  Table::Setup setup;
  setup.first_level = setup.second_level = 2;
  Table table(setup);
  table.open();
  table.join(kZhao, false);
  EXPECT_TRUE(table.state->log().playing());
  for (const char* move : {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"}) {
    table.pass(299ms);
    EXPECT_FALSE(table.asked) << "not as fast as they can";
    table.pass(1ms);
    ASSERT_TRUE(table.asked) << move;
    EXPECT_EQ(table.asked->ply, table.state->log().plies());
    table.bot_moves(move);
  }
  EXPECT_EQ(table.reason(), "five");
  EXPECT_FALSE(table.asked);
  table.join(kLin);
  EXPECT_EQ(table.refusal(kLin), "full");
}

TEST(RoomBots, that_play_each_other_lose_no_game_by_their_pauses) {
  Table::Setup setup;
  setup.first_level = setup.second_level = 2;
  setup.time = {.initial = 5s};
  Table table(setup);
  table.open();
  EXPECT_FALSE(table.asked);
  table.pass(50ms);
  EXPECT_TRUE(table.asked) << "a hundredth of the clock";
}

TEST(RoomBots, is_asked_again_but_not_at_once_when_its_move_could_not_be_written) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.disk = Table::Disk::full;
  table.bot_moves("i9");
  EXPECT_EQ(table.state->log().plies(), 1);
  EXPECT_FALSE(table.asked);
  table.disk = Table::Disk::works;
  table.pass(1s);
  ASSERT_TRUE(table.asked);
  table.bot_moves("i9");
  EXPECT_EQ(table.state->log().plies(), 2);
}

// ---- the server starts again -----------------------------------------------------------------------------

TEST(RoomRestore, the_game_is_what_its_record_says) {
  Table table = Table::of_two({.initial = 5min, .increment = 3s, .byoyomi = 10s, .periods = 3});
  table.moves({"h8", "i9"});
  table.pass(12s);
  table.moves({"j10"});
  table.pass(8s);
  table.act(kWang, draw);
  table.pass(1s);
  const auto before = table.state->full(nullptr, table.now);
  table.restart(2h);
  const auto after = table.state->full(nullptr, table.now);
  EXPECT_EQ(after.version, before.version + 1) << "the clock that goes on";
  EXPECT_EQ(after.state.moves, before.state.moves);
  EXPECT_EQ(after.state.look.pos, before.state.look.pos);
  EXPECT_EQ(after.state.offers, before.state.offers);
  EXPECT_EQ(after.state.clock->main, before.state.clock->main);
  EXPECT_EQ(after.state.clock->periods, before.state.clock->periods);
  EXPECT_EQ(after.state.clock->running, Side::second);
  EXPECT_EQ(after.players[1].name, "Wang");
}

TEST(RoomRestore, the_outage_is_nobodys_thinking_time) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  table.moves({"j10"});
  table.pass(5s);
  table.restart(3h);
  EXPECT_TRUE(table.state->log().playing());
  table.pass(64s);
  EXPECT_TRUE(table.state->log().playing())
      << "a minute, 5 s of which were thought, and 10 s to come back in";
  table.pass(1s);
  EXPECT_EQ(table.reason(), "timeout");
}

TEST(RoomRestore, what_was_thought_since_the_last_sign_of_life_is_forgotten) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  table.restart(3h, 4s);
  EXPECT_EQ(table.state->log().clock().spent(table.now), 6s);
  EXPECT_EQ(table.state->log().events().back().spent, 6'000)
      << "it is on record, for HTTP and the next restart";
}

TEST(RoomRestore, what_was_thought_up_to_an_event_stays_without_a_later_sign_of_life) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  table.act(kWang, ActionKind::add_time);
  table.pass(2s);
  table.restart(3h, 4s);
  EXPECT_EQ(table.state->log().clock().spent(table.now), 10s) << "20 s, 10 of which are free";
}

// Fill the disk, start, free the disk, restart: the side to move had thought all the time that the first
// server was away.
TEST(RoomRestore, a_clock_that_could_not_be_written_is_written_later) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  table.disk = Table::Disk::full;
  table.restart(1h);
  table.pass(5s);
  EXPECT_EQ(table.store.load(table.state->log().header().id)->events.back().kind, EventKind::move);
  table.disk = Table::Disk::works;
  table.pass(5s);
  EXPECT_EQ(table.store.load(table.state->log().header().id)->events.back().kind, EventKind::clock);
  table.restart(1h);
  EXPECT_LE(table.state->log().clock().spent(table.now), 20s);
}

TEST(RoomRestore, a_server_that_dies_over_and_over_gives_no_time_away) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  for (int i = 0; i < 5; ++i) {
    table.restart(1min);
    table.pass(3s);
  }
  EXPECT_EQ(table.state->log().clock().spent(table.now), 20s - 10s + 3s);
}

TEST(RoomRestore, a_game_of_days_flags_on_a_server_that_restarts_every_day) {
  Table table = Table::of_two({.days = 2});
  table.moves({"h8", "i9"});
  table.pass(24h);
  table.restart(1min);
  table.pass(24h);
  EXPECT_TRUE(table.state->log().playing());
  table.restart(1min);
  table.pass(20s);
  EXPECT_EQ(table.reason(), "timeout");
}

// Each visitor of a game that is not in memory would lengthen its record.
TEST(RoomRestore, a_clock_of_days_goes_on_without_an_event_when_there_was_no_outage) {
  Table table = Table::of_two({.days = 2});
  table.moves({"h8", "i9"});
  const auto kinds = table.kinds();
  table.pass(40h);
  table.restart(0ms);
  EXPECT_EQ(table.kinds(), kinds);
  EXPECT_EQ(table.state->log().clock().spent(table.now), 40h);
  table.pass(8h);
  EXPECT_EQ(table.reason(), "timeout");
}

TEST(RoomRestore, an_overrun_period_stays_lost) {
  Table table = Table::of_two({.byoyomi = 12s, .periods = 5});
  table.moves({"h8", "i9"});
  table.pass(36s);
  table.restart(1min);
  table.join(kLin);
  table.move(kLin, "j10");
  EXPECT_EQ(table.state->log().clock().reading(Side::first).periods, 3) << "36 s, 10 of which are free";
}

TEST(RoomRestore, who_knows_all_events_is_told_the_clock) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  const int version = table.state->log().version();
  table.restart(1min);
  table.join(kWang, true, version);
  const auto event = table.last<protocol::GameEvent>(kWang);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->kind, EventKind::clock);
  EXPECT_EQ(event->version, version + 1);
  EXPECT_FALSE(event->by);
  EXPECT_EQ(event->added, 0ms);
  EXPECT_EQ(event->state.clock->spent, 10s);
  EXPECT_EQ(event->state.clock->at, table.now);
}

TEST(RoomRestore, a_clock_that_cannot_be_written_goes_on_all_the_same) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  table.disk = Table::Disk::full;
  table.restart(1h);
  table.disk = Table::Disk::works;
  EXPECT_EQ(table.state->log().clock().spent(table.now), 10s);
  table.join(kLin);
  table.move(kLin, "j10");
  EXPECT_EQ(table.clock(Side::first), 50s);
}

TEST(RoomRestore, what_was_known_of_the_turn_stays_known) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.pass(20s);
  table.act(kWang, draw);
  table.restart(3h);
  table.pass(49s);
  EXPECT_TRUE(table.state->log().playing());
  table.pass(1s);
  EXPECT_EQ(table.reason(), "timeout");
}

TEST(RoomRestore, the_bot_is_asked_again) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.restart(1min);
  ASSERT_TRUE(table.asked);
  EXPECT_EQ(table.asked->ply, 1);
  table.bot_moves("i9");
  EXPECT_EQ(table.state->log().plies(), 2);
}

TEST(RoomRestore, a_paused_game_stays_paused) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.act(kLin, pause);
  table.restart(1min);
  EXPECT_TRUE(table.state->log().paused());
  EXPECT_FALSE(table.asked);
  table.join(kLin);
  table.act(kLin, resume);
  EXPECT_TRUE(table.asked);
}

TEST(RoomRestore, everybody_keeps_his_seat) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.restart(1min);
  table.join(kWang);
  EXPECT_EQ(table.last<GameFull>(kWang)->you, Side::second);
  table.join_with_token(kZhao, "hash of Lin's token");
  EXPECT_EQ(table.last<GameFull>(kZhao)->you, Side::first);
  table.move(kZhao, "j10");
  EXPECT_EQ(table.state->log().plies(), 3);
}

TEST(RoomRestore, who_does_not_come_back_can_be_claimed_against) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.restart(1min);
  table.join(kWang);
  table.pass(39s);
  table.act(kWang, claim_win);
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
  table.pass(1s);
  table.act(kWang, claim_win);
  EXPECT_EQ(table.reason(), "abandoned");
}

TEST(RoomRestore, takebacks_are_replayed_too) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.bot_moves("i9");
  table.act(kLin, takeback);
  table.move(kLin, "c3");
  table.restart(1min);
  EXPECT_THAT(table.state->log().moves(), ElementsAre("c3"));
  EXPECT_EQ(table.state->log().version(), 6) << "the clock that goes on included";
}

TEST(RoomRestore, refuses_a_record_that_makes_no_game) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  auto good = *table.store.load("aB3dE9xQ");
  const auto replays = [&](const storage::Record& record) {
    return GameLog::replay(table.state->log().game(), record, 100).has_value();
  };
  EXPECT_TRUE(replays(good));
  auto bad = good;
  bad.events[2].move = "h8";
  EXPECT_FALSE(replays(bad)) << "an illegal move";
  bad = good;
  bad.events.erase(bad.events.begin() + 1);
  EXPECT_FALSE(replays(bad)) << "a gap";
  bad = good;
  bad.events[1].kind = storage::EventKind::unknown;
  EXPECT_FALSE(replays(bad)) << "an event of a newer program";
  bad = good;
  bad.game.rule = "unheard of";
  EXPECT_FALSE(replays(bad));
}

Table late_game_against_bot(int value) {
  Table table = Table::against_bot();
  // Stones that make no row: every second point of every second line, the colours by turns in pairs of lines.
  for (int i = 0; i < 40; ++i) {
    const auto point = [](int file, int rank) {
      return static_cast<char>('a' + file) + std::to_string(rank + 1);
    };
    const int file = i % 15, line = i / 15;
    table.move(kLin, point(file, 4 * line + file % 2));
    const std::string answer = point(file, 4 * line + 2 + file % 2);
    table.bot_moves(answer, {{.kind = engine::ScoreKind::eval, .value = value, .pv = {answer}}});
  }
  return table;
}

TEST(RoomBots, agree_to_a_draw_late_in_an_even_game) {
  for (const int value : {-25, 0, 25}) {
    Table table = late_game_against_bot(value);
    ASSERT_EQ(table.state->log().plies(), 80);
    table.act(kLin, draw);
    EXPECT_EQ(table.reason(), "agreement") << value;
    EXPECT_EQ(table.result(), "draw");
  }
  for (const int value : {-100, 100}) {
    Table table = late_game_against_bot(value);
    table.act(kLin, draw);
    EXPECT_EQ(table.refusal(kLin), "not_allowed") << value;
  }
}

TEST(RoomBots, agree_to_a_draw_when_they_are_losing) {
  for (const int value : {-300, -299}) {
    Table table = Table::against_bot();
    table.move(kLin, "h8");
    table.bot_moves("i9", {{.kind = engine::ScoreKind::eval, .value = value, .pv = {"i9"}}});
    table.act(kLin, draw);
    EXPECT_EQ(table.state->log().over(), value == -300);
  }
  Table lost = Table::against_bot();
  lost.move(kLin, "h8");
  lost.bot_moves("i9", {{.kind = engine::ScoreKind::loss, .value = 6, .pv = {"i9"}}});
  lost.act(kLin, draw);
  EXPECT_EQ(lost.reason(), "agreement");
}

TEST(RoomBots, have_no_opinion_of_what_was_taken_back_nor_after_a_restart) {
  Table table = Table::against_bot();
  table.move(kLin, "h8");
  table.bot_moves("i9", {{.kind = engine::ScoreKind::eval, .value = -900, .pv = {"i9"}}});
  table.act(kLin, takeback);
  table.act(kLin, draw);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  table.move(kLin, "a1");
  table.act(kLin, draw);
  EXPECT_EQ(table.refusal(kLin), "not_allowed") << "as many plies, and another position";
  table.bot_moves("i9", {{.kind = engine::ScoreKind::eval, .value = -900, .pv = {"i9"}}});
  table.restart(1s);
  table.join(kLin);
  table.act(kLin, draw);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
}

}  // namespace
}  // namespace server

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "tests/server/cost.h"
#include "tests/server/room/table.h"

namespace server {
namespace {

using protocol::Ack;
using protocol::Error;
using protocol::GameEvent;
using protocol::GameFull;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(RoomMoves, begins_when_the_second_player_comes) {
  Table table;
  table.open();
  table.join(kLin);
  EXPECT_EQ(table.last<GameFull>(kLin)->state.status, Status::waiting);
  EXPECT_EQ(table.last<GameFull>(kLin)->version, 0);
  EXPECT_EQ(table.last<GameFull>(kLin)->you, Side::first);
  table.move(kLin, "h8");
  EXPECT_EQ(table.refusal(kLin), "not_allowed");

  table.join(kWang);
  EXPECT_EQ(table.last<GameEvent>(kLin)->kind, EventKind::start);
  EXPECT_EQ(table.last<GameEvent>(kLin)->version, 1);
  EXPECT_EQ(table.last<GameEvent>(kLin)->players[1].name, "Wang");
  EXPECT_EQ(table.last<GameFull>(kWang)->you, Side::second);
  EXPECT_EQ(table.last<GameFull>(kWang)->version, 1);
  EXPECT_THAT(table.told<GameEvent>(kWang), IsEmpty()) << "the snapshot has it all";
  EXPECT_EQ(table.store.load("aB3dE9xQ")->game.seats[1].user, "g_wang");
}

TEST(RoomMoves, acknowledges_a_move_and_tells_everybody) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.forget();
  table.move(kLin, "h8");

  const auto ack = table.last<Ack>(kLin);
  ASSERT_TRUE(ack);
  EXPECT_EQ(ack->ply, 1);
  ASSERT_TRUE(ack->clock);
  EXPECT_THAT(*ack->clock, ElementsAre(5min, 5min));
  for (const ViewerId viewer : {kLin, kWang, kZhao}) {
    const auto event = table.last<GameEvent>(viewer);
    ASSERT_TRUE(event);
    EXPECT_EQ(event->kind, EventKind::move);
    EXPECT_EQ(event->version, 2);
    EXPECT_EQ(event->move, "h8");
    EXPECT_EQ(event->by, Side::first);
    EXPECT_EQ(event->state.moves, "h8");
    EXPECT_EQ(event->state.look.turn, Side::second);
  }
}

TEST(RoomMoves, gives_legal_moves_to_the_side_to_move_only) {
  Table table = Table::of_two();
  table.join(kZhao, false);
  table.move(kLin, "h8");
  EXPECT_EQ(table.last<GameEvent>(kWang)->state.legal.size(), 224u);
  EXPECT_THAT(table.last<GameEvent>(kLin)->state.legal, IsEmpty());
  EXPECT_THAT(table.last<GameEvent>(kZhao)->state.legal, IsEmpty());
  table.join(kWang);
  EXPECT_EQ(table.last<GameFull>(kWang)->state.legal.size(), 224u);
  table.join(kZhao, false);
  EXPECT_THAT(table.last<GameFull>(kZhao)->state.legal, IsEmpty());
}

TEST(RoomMoves, ends_with_five_in_a_row) {
  Table table = Table::of_two();
  table.moves({"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"});
  table.forget();
  table.move(kLin, "l8");
  const auto events = table.told<GameEvent>(kWang);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, EventKind::move);
  EXPECT_EQ(events[1].kind, EventKind::end);
  for (const GameEvent& event : events) {
    EXPECT_EQ(event.state.status, Status::finished);
    EXPECT_EQ(event.state.result, "first");
    EXPECT_EQ(event.state.reason, "five");
    EXPECT_THAT(event.state.legal, IsEmpty());
    EXPECT_FALSE(event.state.clock->running);
  }
  const auto record = table.store.load("aB3dE9xQ");
  EXPECT_EQ(record->game.ending.status, "finished");
  EXPECT_EQ(record->game.ending.result, "first");
  table.pass(2s);
  EXPECT_EQ(table.timer, std::nullopt) << "nothing to wait for";
}

struct Wrong {
  std::string name;
  ViewerId viewer;
  int ply;
  std::string move;
  std::string code;
};

TEST(RoomMoves, refuses_what_is_no_move_now) {
  const std::vector<Wrong> rows = {{"a spectator", kZhao, 2, "c3", "forbidden"},
                                   {"a stranger", 77, 2, "c3", "forbidden"},
                                   {"not his turn", kWang, 2, "c3", "not_your_turn"},
                                   {"occupied", kLin, 2, "h8", "illegal_move"},
                                   {"no point", kLin, 2, "z99", "illegal_move"},
                                   {"nonsense", kLin, 2, "'; drop table games", "illegal_move"}};
  for (const Wrong& row : rows) {
    Table table = Table::of_two();
    table.moves({"h8", "i9"});
    table.join(kZhao, false);
    table.move(row.viewer, row.ply, row.move);
    EXPECT_EQ(table.refusal(row.viewer), row.code) << row.name;
    EXPECT_EQ(table.state->log().plies(), 2) << row.name;
  }
}

TEST(RoomMoves, says_why_a_move_is_illegal) {
  Table table = Table::of_two();
  table.move(kLin, "h8");
  table.move(kWang, "h8");
  EXPECT_FALSE(table.last<Error>(kWang)->reason.empty());
  EXPECT_EQ(table.last<Error>(kWang)->game_id, "aB3dE9xQ");
}

// A client whose acknowledgement was lost sends its move again, perhaps after the answer of the opponent.
TEST(RoomMoves, acknowledges_a_repeated_move_the_same_way) {
  Table table = Table::of_two();
  table.move(kLin, 0, "h8");
  const auto first = *table.last<Ack>(kLin);
  table.move(kLin, 0, "h8");
  table.moves({"i9"});
  table.pass(3s);
  table.move(kLin, 0, "h8");
  const auto acks = table.told<Ack>(kLin);
  ASSERT_EQ(acks.size(), 3u);
  for (const Ack& ack : acks) {
    EXPECT_EQ(ack.ply, first.ply);
    EXPECT_EQ(ack.clock, first.clock);
  }
  EXPECT_EQ(table.state->log().plies(), 2);
}

TEST(RoomMoves, acknowledges_a_repeated_move_in_any_notation) {
  for (const bool restarted : {false, true}) {
    Table table({.game = "xiangqi"});
    table.open();
    table.join(kLin);
    table.join(kWang);
    table.move(kLin, 0, "炮二平五");
    if (restarted) {
      table.restart(1s);
      table.join(kLin);
      table.join(kWang);
    }
    table.forget();
    table.move(kLin, 0, "炮二平五");
    ASSERT_TRUE(table.last<Ack>(kLin)) << restarted;
    EXPECT_EQ(table.last<Ack>(kLin)->ply, 1);
    table.move(kLin, 0, "马二进三");
    EXPECT_EQ(table.last<Error>(kLin)->code, protocol::ErrorCode::stale_ply);
    table.move(kLin, 0, "C2=5");
    table.move(kLin, 0, "h2e2");
    EXPECT_EQ(table.told<Ack>(kLin).size(), 3u);
    EXPECT_EQ(table.state->log().version(), 2);
  }
}

TEST(RoomMoves, acknowledges_nobody_elses_move) {
  Table table = Table::of_two();
  table.moves({"h8"});
  table.move(kWang, 0, "h8");
  EXPECT_EQ(table.refusal(kWang), "");
  EXPECT_EQ(table.told<Error>(kWang).back().code, protocol::ErrorCode::stale_ply);
}

TEST(RoomMoves, acknowledges_the_last_move_again_after_the_end) {
  Table table = Table::of_two();
  table.moves({"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"});
  table.move(kLin, 8, "l8");
  EXPECT_EQ(table.last<Ack>(kLin)->ply, 9);
  table.move(kWang, 9, "a5");
  EXPECT_EQ(table.refusal(kWang), "game_over");
}

TEST(RoomMoves, brings_the_truth_to_a_client_that_is_behind_or_ahead) {
  for (const int ply : {0, 5}) {
    Table table = Table::of_two();
    table.moves({"h8", "i9"});
    table.forget();
    table.move(kLin, ply, "c3");
    ASSERT_EQ(table.told<Error>(kLin).size(), 1u);
    EXPECT_EQ(table.told<Error>(kLin)[0].code, protocol::ErrorCode::stale_ply);
    ASSERT_TRUE(table.last<GameFull>(kLin));
    EXPECT_EQ(table.last<GameFull>(kLin)->state.moves, "h8 i9");
  }
}

TEST(RoomMoves, takes_a_move_from_any_tab_of_the_player) {
  Table table = Table::of_two();
  table.join(kLinsPhone);
  EXPECT_EQ(table.last<GameFull>(kLinsPhone)->you, Side::first);
  table.move(kLinsPhone, "h8");
  EXPECT_EQ(table.state->log().plies(), 1);
  EXPECT_TRUE(table.last<GameEvent>(kLin)) << "the other tab sees it";
  table.moves({"i9"});
  table.move(kLin, "g9");
  EXPECT_EQ(table.state->log().plies(), 3);
}

TEST(RoomMoves, the_same_person_does_not_get_both_seats) {
  Table table;
  table.open();
  table.join(kLin);
  table.join(kLinsPhone);
  EXPECT_EQ(table.last<GameFull>(kLinsPhone)->you, Side::first);
  EXPECT_EQ(table.state->log().status(), Status::waiting);
}

TEST(RoomMoves, a_third_player_finds_the_room_full) {
  Table table = Table::of_two();
  table.join(kZhao);
  EXPECT_EQ(table.refusal(kZhao), "full");
  EXPECT_FALSE(table.state->presence().find(kZhao));
}

TEST(RoomMoves, the_token_of_a_seat_opens_it_for_whoever_shows_it) {
  Table table = Table::of_two();
  table.join_with_token(kZhao, "hash of Lin's token");
  EXPECT_EQ(table.last<GameFull>(kZhao)->you, Side::first);
  table.move(kZhao, "h8");
  EXPECT_EQ(table.state->log().plies(), 1);
  table.join_with_token(77, "hash of some other token");
  EXPECT_EQ(table.refusal(77), "full");
}

// ---- what is told only once it is written --------------------------------------------------------------

TEST(RoomCommits, tells_nobody_before_the_move_is_on_disk) {
  Table table = Table::of_two();
  table.forget();
  table.disk = Table::Disk::stalls;
  table.move(kLin, "h8");
  EXPECT_TRUE(table.state->awaits_commit());
  table.pass(2s);
  EXPECT_THAT(table.inbox, IsEmpty());
  table.disk_catches_up();
  EXPECT_TRUE(table.last<Ack>(kLin));
  EXPECT_TRUE(table.last<GameEvent>(kWang));
}

TEST(RoomCommits, the_time_of_the_disk_is_charged_to_nobody) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.pass(10s);
  table.disk = Table::Disk::stalls;
  table.move(kLin, "j10");
  table.pass(4s);
  table.disk_catches_up();
  EXPECT_EQ(table.clock(Side::first), 5min - 10s + 3s);
  table.pass(1s);
  table.move(kWang, "a1");
  EXPECT_EQ(table.clock(Side::second), 5min - 1s + 3s);
}

// What is asked meanwhile is answered as of its arrival; the turn that it shows has begun since.
TEST(RoomCommits, the_time_of_the_disk_is_charged_to_nobody_by_a_snapshot_either) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8"});
  table.disk = Table::Disk::stalls;
  table.move(kWang, "i9");
  table.now += 100ms;
  table.move(kLin, 0, "a1");
  table.now += 100ms;
  table.disk_catches_up();
  ASSERT_TRUE(table.last<GameFull>(kLin));
  EXPECT_EQ(table.last<GameFull>(kLin)->state.clock->at, table.now);
}

TEST(RoomCommits, a_move_that_waits_for_the_disk_keeps_its_place) {
  Table table = Table::of_two();
  table.disk = Table::Disk::stalls;
  table.move(kLin, "h8");
  table.act(kWang, ActionKind::resign);
  table.disk_catches_up();
  EXPECT_THAT(table.kinds(), ElementsAre("start", "move", "end"));
}

TEST(RoomCommits, takes_a_move_back_that_could_not_be_written) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.forget();
  table.pass(7s);
  table.disk = Table::Disk::full;
  table.move(kLin, "j10");
  EXPECT_EQ(table.told<Error>(kLin)[0].code, protocol::ErrorCode::busy);
  ASSERT_TRUE(table.last<GameFull>(kLin)) << "the truth, in case he drew the move";
  EXPECT_EQ(table.last<GameFull>(kLin)->state.moves, "h8 i9");
  EXPECT_FALSE(table.last<GameFull>(kWang)) << "he has been told nothing that is not true";
  EXPECT_EQ(table.clock(Side::first), 5min);
  table.disk = Table::Disk::works;
  table.move(kLin, 2, "j10");
  EXPECT_EQ(table.last<Ack>(kLin)->ply, 3);
  EXPECT_EQ(table.store.load("aB3dE9xQ")->events.size(), 4u);
}

TEST(RoomCommits, a_failure_gives_no_thinking_time_back_and_takes_none) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.pass(10s);
  table.disk = Table::Disk::stalls;
  table.move(kLin, "j10");
  table.pass(30s);
  table.disk = Table::Disk::works;
  table.input(CommitFailed{});
  table.pass(2s);
  table.move(kLin, "j10");
  EXPECT_EQ(table.clock(Side::first), 5min - 12s + 3s);
}

// The clock of the flagged player began anew, and a full disk was asked again at once, for ever.
TEST(RoomCommits, a_flag_that_could_not_be_written_stays_fallen) {
  Table table = Table::of_two({.initial = 1min});
  table.moves({"h8", "i9"});
  table.disk = Table::Disk::full;
  table.forget();
  table.pass(1min);
  EXPECT_TRUE(table.state->log().playing());
  EXPECT_EQ(table.timer, table.now + 1s) << "not at once";
  table.pass(10s);
  for (const ViewerId viewer : {kLin, kWang}) {
    EXPECT_FALSE(table.last<GameEvent>(viewer) || table.last<GameFull>(viewer)) << "nobody hears of it";
  }
  table.move(kLin, "j10");
  EXPECT_EQ(table.refusal(kLin), "game_over") << "too late in any case";
  table.disk = Table::Disk::works;
  table.pass(1s);
  EXPECT_EQ(table.reason(), "timeout");
  EXPECT_EQ(table.result(), "second");
}

TEST(RoomCommits, an_end_that_could_not_be_written_has_not_happened) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.disk = Table::Disk::full;
  table.act(kLin, ActionKind::resign);
  EXPECT_EQ(table.told<Error>(kLin).back().code, protocol::ErrorCode::busy);
  EXPECT_TRUE(table.state->log().playing());
  EXPECT_EQ(table.state->log().header().ending.status, "playing");
}

TEST(RoomCommits, whoever_could_not_be_seated_is_not_seated) {
  Table table;
  table.open();
  table.join(kLin);
  table.disk = Table::Disk::full;
  table.join(kWang);
  EXPECT_EQ(table.state->log().status(), Status::waiting);
  EXPECT_TRUE(table.state->log().is_free(Seat::b));
  EXPECT_EQ(table.last<GameFull>(kWang)->you, std::nullopt);
  table.disk = Table::Disk::works;
  table.join(kWang);
  EXPECT_EQ(table.last<GameFull>(kWang)->you, Side::second);
}

TEST(RoomCommits, gives_the_room_up_when_another_server_has_gone_on) {
  Table table = Table::of_two();
  table.disk = Table::Disk::refuses;
  table.move(kLin, "h8");
  EXPECT_EQ(table.retired, 1);
  EXPECT_EQ(table.refusal(kWang), "internal");
}

// Its move may be on disk: what goes on from here could contradict it.
TEST(RoomCommits, gives_the_room_up_when_nobody_knows_what_was_written) {
  Table table = Table::of_two();
  table.disk = Table::Disk::is_lost;
  table.move(kLin, "h8");
  EXPECT_EQ(table.retired, 1);
  EXPECT_EQ(table.refusal(kWang), "internal") << "and joins again, which loads the record";
}

TEST(RoomCommits, numbers_events_without_gaps) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.act(kWang, ActionKind::draw);
  table.move(kLin, "j10");
  table.act(kLin, ActionKind::resign);
  const auto record = table.store.load("aB3dE9xQ");
  int version = 0;
  for (const auto& event : record->events) EXPECT_EQ(event.v, ++version);
  version = 0;
  for (const auto& event : table.told<GameEvent>(kLin)) EXPECT_EQ(event.version, ++version);
  version = 1;
  for (const auto& event : table.told<GameEvent>(kWang)) EXPECT_EQ(event.version, ++version);
  EXPECT_EQ(version, 6);
}

// ---- coming back ---------------------------------------------------------------------------------------

TEST(RoomResync, sends_exactly_the_missing_events) {
  Table table = Table::of_two();
  table.moves({"h8", "i9", "j10", "k11"});
  const auto live = table.told<GameEvent>(kWang);
  table.leave(kLin);
  table.forget();
  table.join(kLin, true, 2);
  EXPECT_EQ(table.last<Ack>(kLin)->version, 5);
  EXPECT_FALSE(table.last<GameFull>(kLin));
  const auto missed = table.told<GameEvent>(kLin);
  ASSERT_EQ(missed.size(), 3u);
  for (std::size_t i = 0; i < missed.size(); ++i) {
    EXPECT_EQ(missed[i].version, static_cast<int>(i) + 3);
    EXPECT_EQ(missed[i].state.ply, static_cast<int>(i) + 2) << "each with the state of its own moment";
  }
  EXPECT_EQ(missed.back().state.legal.size(), 221u);
}

TEST(RoomResync, the_last_of_the_missing_events_has_the_clock_as_it_is_now) {
  Table table = Table::of_two();
  table.moves({"h8", "i9"});
  table.pass(7s);
  table.join(kLin, true, 1);
  const auto missed = table.told<GameEvent>(kLin);
  EXPECT_EQ(missed.back().state.clock->at, table.now);
  EXPECT_EQ(missed.back().state.clock->spent, 7s);
  EXPECT_LT(missed[missed.size() - 2].state.clock->at, table.now);
}

TEST(RoomResync, the_last_of_the_missing_events_has_what_is_left_for_a_first_move) {
  Table table = Table::of_two();
  table.moves({"h8"});
  const auto live = table.last<GameEvent>(kWang)->state.expires;
  table.pass(7s);
  table.join(kWang, true, 1);
  ASSERT_TRUE(live);
  EXPECT_EQ(table.last<GameEvent>(kWang)->state.expires, *live - 7s);
}

TEST(RoomResync, the_move_that_ended_the_game_says_so_later_too) {
  Table table = Table::of_two();
  table.moves({"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"});
  table.join(kLin, true, 9);
  const auto missed = table.told<GameEvent>(kLin);
  EXPECT_EQ(missed[missed.size() - 2].kind, EventKind::move);
  EXPECT_EQ(missed[missed.size() - 2].state.status, Status::finished);
}

// To tell missed events the game is replayed, on the network thread.
TEST(RoomResync, an_end_in_the_same_moment_says_nothing_of_what_was_before) {
  Table table = Table::of_two();
  table.moves({"h8"});
  table.act(kWang, ActionKind::resign);
  table.join(kZhao, false, 1);
  const auto told = table.told<GameEvent>(kZhao);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].state.status, Status::playing);
  EXPECT_EQ(told[1].state.reason, "resign");
}

/// So many moves of each, on squares on which neither ever has more than two in a row.
void make_moves(Table& table, std::size_t count) {
  std::array<std::vector<std::string>, 2> squares;
  for (int row = 0; row < 15; ++row) {
    for (int column = 0; column < 15; ++column) {
      const std::size_t whose = static_cast<std::size_t>((column + 2 * row) % 4 / 2);
      squares[whose].push_back(std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1));
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    table.move(kLin, squares[0][i]);
    table.move(kWang, squares[1][i]);
  }
}

// Who asks for another part each time could keep the network thread busy.
TEST(RoomResync, the_game_is_replayed_once_for_all_who_come_back) {
  Table table = Table::of_two();
  make_moves(table, 45);
  std::vector<double> first, second;
  for (bool on = true; first.size() < 9; on = !on) {
    table.act(kLin, ActionKind::draw, on);
    const int version = table.state->log().version();
    const auto cost_of = [&](int since) {
      return usual_cost(
          time_of_this_thread, [&] { table.join(kZhao, false, since); }, 1);
    };
    first.push_back(cost_of(version - 1));
    second.push_back(cost_of(version - 2));
    table.forget();
  }
  std::ranges::sort(first);
  std::ranges::sort(second);
  EXPECT_LT(second[4], first[4] / 2);
}

TEST(RoomResync, of_a_long_game_the_whole_is_sent) {
  Table table = Table::of_two();
  make_moves(table, 65);
  const int version = table.state->log().version();
  ASSERT_GT(version, 128);
  table.forget();
  table.join(kLin, true, version - 1);
  ASSERT_TRUE(table.last<GameFull>(kLin));
  EXPECT_EQ(table.last<GameFull>(kLin)->version, version);
  table.forget();
  table.join(kLin, true, version);
  EXPECT_FALSE(table.last<GameFull>(kLin)) << "who has seen all is told so";
}

TEST(RoomResync, has_nothing_to_send_to_who_has_seen_all) {
  Table table = Table::of_two();
  table.moves({"h8"});
  table.forget();
  table.join(kWang, true, 2);
  EXPECT_EQ(table.last<Ack>(kWang)->version, 2);
  EXPECT_THAT(table.told<GameEvent>(kWang), IsEmpty());
}

// A version from the future is not "up to date": the server may have lost its disk.
TEST(RoomResync, sends_the_whole_game_for_a_version_that_it_does_not_know) {
  Table table = Table::of_two();
  table.forget();
  table.join(kWang, true, 50);
  ASSERT_TRUE(table.last<GameFull>(kWang));
  EXPECT_EQ(table.last<GameFull>(kWang)->version, 1);
}

TEST(RoomResync, sends_the_whole_game_to_who_is_far_behind) {
  Table table = Table::of_two({});
  for (int i = 0; i < 17; ++i) {  // Every other point, so that nothing is in a row.
    const auto point = [i](char file, int rank) {
      return std::string(1, static_cast<char>(file + 2 * (i % 7))) + std::to_string(rank + 2 * (i / 7));
    };
    table.moves({point('a', 1), point('b', 2)});
  }
  table.forget();
  table.join(kWang, true, 1);
  EXPECT_TRUE(table.last<GameFull>(kWang));
}

// TakServer#15: who came in while a move was under way was sent it twice, or not at all. The snapshot and all
// that follows must fit together wherever between two events one joins.
TEST(RoomResync, a_newcomer_sees_every_event_once_even_in_the_middle_of_a_commit) {
  Table table = Table::of_two();
  table.moves({"h8"});
  table.disk = Table::Disk::stalls;
  table.move(kWang, "i9");
  table.join(kZhao, false);
  table.move(kLin, "j10");
  EXPECT_TRUE(table.inbox[kZhao].empty()) << "nothing is told before it is on disk";
  table.disk_catches_up();
  const auto full = table.last<GameFull>(kZhao);
  ASSERT_TRUE(full);
  EXPECT_EQ(full->state.moves, "h8 i9");
  const auto events = table.told<GameEvent>(kZhao);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].version, full->version + 1);
  EXPECT_EQ(events[0].move, "j10");
}

// hc-tcg#11, manabrew PR#373: of two pages of one player only one was heard. Both are; of two different moves
// for one ply the first counts, and the other page is brought the truth (lichess-org/lila#5681).
TEST(RoomMoves, two_tabs_and_a_phone_cannot_move_twice) {
  Table table = Table::of_two();
  table.join(kLinsPhone);
  table.forget();
  table.move(kLin, 0, "h8");
  table.move(kLinsPhone, 0, "a1");
  EXPECT_THAT(table.state->log().moves(), ElementsAre("h8"));
  const auto truth = table.last<GameFull>(kLinsPhone);
  ASSERT_TRUE(truth);
  EXPECT_EQ(truth->state.moves, "h8");
  EXPECT_EQ(truth->you, Side::first);
  table.move(kWang, 1, "i9");
  EXPECT_EQ(table.last<GameEvent>(kLin)->version, table.last<GameEvent>(kLinsPhone)->version);
}

// netrunner PR#2800: moves that wait in a dead connection arrive all at once, late and in any order.
TEST(RoomMoves, that_arrive_late_and_in_disorder_are_played_once_each) {
  Table table = Table::of_two();
  table.move(kLin, 2, "j10");
  EXPECT_EQ(table.state->log().plies(), 0) << "from the future";
  table.move(kLin, 0, "h8");
  table.move(kWang, 1, "i9");
  table.move(kLin, 0, "h8");
  table.move(kLin, 2, "j10");
  table.move(kWang, 1, "i9");
  table.move(kLin, 0, "g7");
  EXPECT_EQ(table.last<GameFull>(kLin)->state.ply, 3);
  EXPECT_THAT(table.state->log().moves(), ElementsAre("h8", "i9", "j10"));
}

// On 天天象棋 a perpetual check loses without a word; here one is warned before the move that does it.
TEST(RoomMoves, warns_before_the_move_that_loses_by_repetition) {
  Table::Setup setup;
  setup.game = "xiangqi";
  setup.pos = "4k4/9/9/9/9/9/9/9/9/3K4R w";
  Table table(setup);
  table.open();
  table.join(kLin);
  table.join(kWang);
  table.moves({"i0i9", "e9e8", "i9i8", "e8e9"});
  EXPECT_TRUE(table.last<GameEvent>(kLin)->state.look.perilous.empty()) << "once is not for ever";
  table.moves({"i8i9", "e9e8", "i9i8", "e8e9"});
  EXPECT_THAT(table.last<GameEvent>(kLin)->state.look.perilous, ElementsAre("i8i9"));
  EXPECT_THAT(table.last<GameEvent>(kLin)->state.legal, testing::Contains("i8i9")) << "a warning, not a ban";
  table.join(kLin);
  EXPECT_THAT(table.last<GameFull>(kLin)->state.look.perilous, ElementsAre("i8i9"));
  table.move(kLin, "i8i9");
  EXPECT_EQ(table.reason(), "perpetual_check");
  EXPECT_EQ(table.result(), "second");
  EXPECT_EQ(table.store.load("aB3dE9xQ")->game.ending.reason, "perpetual_check");
}

/// Black has begun on d3.
constexpr const char* kAfterD3 = "-------------------X-------XX------XO--------------------------- O";

// A position to play from may leave the first move to the second side.
TEST(RoomMoves, begin_from_a_position_with_whoever_is_to_move) {
  struct Row {
    const char *game, *pos, *move;
  };
  const std::string empty(225, '-');
  const std::string gomoku = empty.substr(0, 112) + "X" + empty.substr(113) + " O";
  for (const Row& row : {Row{"xiangqi", "4k4/9/9/9/9/9/9/9/9/3K4R b", "e9e8"},
                         Row{"gomoku", gomoku.c_str(), "i9"}, Row{"antireversi", kAfterD3, "c3"}}) {
    Table::Setup setup;
    setup.game = row.game;
    setup.pos = row.pos;
    Table table(setup);
    table.open();
    table.join(kLin);
    table.join(kWang);
    EXPECT_EQ(table.state->log().turn(), Side::second) << row.game;
    table.move(kLin, row.move);
    EXPECT_EQ(table.refusal(kLin), "not_your_turn");
    table.move(kWang, row.move);
    EXPECT_EQ(table.state->log().moves().size(), 1u) << row.game;
    EXPECT_EQ(table.last<GameEvent>(kLin)->by, Side::second);
    EXPECT_FALSE(table.state->log().clock().running()) << "Lin has not moved yet";
    table.restart(1s);
    EXPECT_EQ(table.state->log().moves().size(), 1u) << row.game;
  }
}

}  // namespace
}  // namespace server

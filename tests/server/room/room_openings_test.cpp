#include <gmock/gmock.h>

#include "tests/server/room/table.h"

namespace server {
namespace {

using engine::Line;
using engine::ScoreKind;
using protocol::GameEvent;
using protocol::GameFull;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using enum ActionKind;

Table::Setup setup_of(const std::string& opening) {
  Table::Setup setup;
  setup.opening = opening;
  setup.rule = find_opening("gomoku", opening)->rules.front();
  return setup;
}

/// Lin and Wang; Lin begins.
Table table_of(const std::string& opening) {
  Table table(setup_of(opening));
  table.open();
  table.join(kLin);
  table.join(kWang);
  return table;
}

/// Three stones stand, and it is for Wang to choose.
Table before_the_choice(const std::string& opening = "swap2") {
  Table table = table_of(opening);
  table.play({"h8", "i9", "g6"});
  return table;
}

/// What a client is shown, and what the record would give: they must never differ.
void expect_record_gives(const Table& table) {
  const GameLog& log = table.state->log();
  const storage::Record record{log.header(), log.events()};
  const auto replayed = GameLog::replay(log.game(), record, log.version());
  ASSERT_TRUE(replayed);
  EXPECT_EQ(replayed->header(), log.header());
  EXPECT_EQ(replayed->moves(), log.moves());
  EXPECT_EQ(replayed->movers(), log.movers());
  EXPECT_EQ(replayed->turn(), log.turn());
  EXPECT_EQ(replayed->opening().done(), log.opening().done());
  for (const Seat seat : kSeats) EXPECT_EQ(replayed->side_of(seat), log.side_of(seat));
  for (const Side side : {Side::first, Side::second}) {
    EXPECT_EQ(replayed->clock().reading(side), log.clock().reading(side));
  }
}

// ---- procedures ------------------------------------------------------------------------------------------

TEST(RoomOpenings, show_the_step_and_only_the_points_that_it_allows) {
  Table table = table_of("pro");
  table.join(kLin);
  const auto full = table.last<GameFull>(kLin);
  EXPECT_EQ(full->opening, "pro");
  ASSERT_TRUE(full->state.opening);
  EXPECT_EQ(full->state.opening->by, Side::first);
  EXPECT_THAT(full->state.legal, ElementsAre("h8"));

  table.move(kLin, "a1");
  EXPECT_EQ(table.refusal(kLin), "illegal_move");
  EXPECT_EQ(table.last<protocol::Error>(kLin)->reason, "opening");
  table.play({"h8", "i9"});
  EXPECT_THAT(table.last<GameEvent>(kLin)->state.legal, SizeIs(225 - 25));
  table.move(kLin, "j10");
  EXPECT_EQ(table.refusal(kLin), "illegal_move");
  table.play({"k8", "a1"});
  EXPECT_FALSE(table.last<GameEvent>(kLin)->state.opening);
}

TEST(RoomOpenings, let_the_first_player_place_three_stones) {
  Table table = table_of("swap");
  EXPECT_EQ(table.last<GameFull>(kWang)->state.opening->stones, 3);
  table.move(kWang, "h8");
  EXPECT_EQ(table.refusal(kWang), "not_your_turn");
  table.play({"h8", "i9"});
  EXPECT_EQ(table.last<GameEvent>(kWang)->by, Side::first) << "Lin placed the white stone";
  EXPECT_EQ(table.last<GameEvent>(kWang)->state.look.turn, Side::first);
  table.play({"g6"});
  const auto event = table.last<GameEvent>(kWang);
  EXPECT_EQ(event->state.look.turn, Side::second);
  EXPECT_THAT(event->state.opening->options, ElementsAre(Choice::keep, Choice::swap));
  EXPECT_THAT(event->state.legal, IsEmpty());

  table.move(kWang, "a1");
  EXPECT_EQ(table.refusal(kWang), "not_allowed") << "first the choice";
  table.act(kLin, swap);
  EXPECT_EQ(table.refusal(kLin), "not_your_turn");
  table.act(kWang, more);
  EXPECT_EQ(table.refusal(kWang), "not_allowed") << "that is swap2";
  table.act(kZhao, swap);
  EXPECT_EQ(table.refusal(kZhao), "forbidden");
}

TEST(RoomOpenings, keeping_means_to_move_with_white) {
  Table table = before_the_choice();
  table.choose(Choice::keep);
  EXPECT_EQ(table.last<GameEvent>(kLin)->kind, EventKind::opening);
  EXPECT_EQ(table.last<GameEvent>(kLin)->choice, Choice::keep);
  EXPECT_FALSE(table.last<GameEvent>(kLin)->state.opening);
  EXPECT_THAT(table.last<GameEvent>(kWang)->state.legal, SizeIs(222));
  table.move(kWang, "a1");
  table.move(kLin, "a2");
  EXPECT_THAT(table.state->log().moves(), SizeIs(5));
  expect_record_gives(table);
}

TEST(RoomOpenings, swapping_changes_the_sides_and_nothing_else) {
  Table table = before_the_choice();
  table.choose(Choice::swap);
  const auto event = table.last<GameEvent>(kLin);
  EXPECT_EQ(event->kind, EventKind::swap);
  EXPECT_EQ(event->by, Side::second);
  EXPECT_EQ(event->players[0].name, "Wang");
  EXPECT_EQ(event->players[1].name, "Lin");
  EXPECT_EQ(event->state.look.turn, Side::second) << "white is to move, and that is Lin now";
  EXPECT_THAT(event->state.legal, SizeIs(222));

  table.join(kLin);
  EXPECT_EQ(table.last<GameFull>(kLin)->you, Side::second);
  EXPECT_EQ(table.last<GameFull>(kLin)->players[0].name, "Wang");
  table.move(kWang, "a1");
  EXPECT_EQ(table.refusal(kWang), "not_your_turn");
  table.move(kLin, "a1");
  table.move(kWang, "a2");
  table.act(kLin, resign);
  EXPECT_EQ(table.result(), "first") << "Wang has won with black";
  EXPECT_EQ(table.store.load("aB3dE9xQ")->game.seats[0].name, "Wang");
  expect_record_gives(table);
}

TEST(RoomOpenings, two_more_stones_leave_the_choice_to_the_first) {
  for (const Choice choice : {Choice::keep, Choice::swap}) {
    Table table = before_the_choice();
    table.choose(Choice::more);
    EXPECT_EQ(table.last<GameEvent>(kWang)->state.opening->stones, 2);
    table.move(kLin, "a1");
    EXPECT_EQ(table.refusal(kLin), "not_your_turn");
    table.move(kWang, "a1");
    table.move(kWang, "a2");
    EXPECT_EQ(table.to_act(), kLin);
    table.choose(choice);
    EXPECT_EQ(table.to_act(), choice == Choice::keep ? kWang : kLin) << "white moves";
    table.play({"b1", "b2", "c1"});
    expect_record_gives(table);
  }
}

// Each person swaps once, so that everybody is back where he began; and the sixth stone is free.
TEST(RoomOpenings, taraguchi_may_be_swapped_again_and_again) {
  Table table = table_of("taraguchi10");
  table.play({"h8"});
  EXPECT_EQ(table.to_act(), kWang);
  table.choose(Choice::swap);
  EXPECT_EQ(table.to_act(), kLin) << "Lin has white now, and white places the second stone";
  table.play({"i9"});
  EXPECT_EQ(table.to_act(), kWang);
  table.choose(Choice::swap);
  table.play({"j10"});
  table.choose(Choice::keep);
  table.play({"k11"});
  EXPECT_THAT(table.last<GameEvent>(kLin)->state.opening->options,
              ElementsAre(Choice::keep, Choice::swap, Choice::offer));
  table.choose(Choice::keep);
  table.play({"l12"});
  table.choose(Choice::swap);
  EXPECT_TRUE(table.state->log().opening().done());
  table.play({"a1"});
  expect_record_gives(table);
}

const std::vector<std::string> kTenOffers = {"g7", "h7", "i7", "j7", "k7", "g6", "h6", "i6", "j6", "k6"};

/// The fourth stone stands, in a position without any symmetry; black may offer.
Table before_the_offer() {
  Table table = table_of("taraguchi10");
  for (const char* move : {"h8", "i9", "j8"}) {
    table.play({move});
    table.choose(Choice::keep);
  }
  table.play({"h11"});
  return table;
}

TEST(RoomOpenings, of_ten_offers_white_picks_one) {
  Table table = before_the_offer();
  EXPECT_EQ(table.to_act(), kLin);
  table.choose({Choice::offer, kTenOffers});
  const auto event = table.last<GameEvent>(kWang);
  EXPECT_EQ(event->choice, Choice::offer);
  EXPECT_EQ(event->offered, kTenOffers);
  EXPECT_EQ(event->state.opening->offered, kTenOffers);
  EXPECT_THAT(event->state.legal, testing::UnorderedElementsAreArray(kTenOffers));
  table.move(kWang, "a1");
  EXPECT_EQ(table.refusal(kWang), "illegal_move");
  table.move(kWang, "j7");
  EXPECT_EQ(table.to_act(), kWang) << "it was black's stone; white is to move";
  table.play({"a1", "a2"});
  expect_record_gives(table);
}

TEST(RoomOpenings, offers_are_ten_legal_moves_that_differ) {
  Table table = before_the_offer();
  const auto refusal_of = [&](std::vector<std::string> offers) {
    table.choose({Choice::offer, std::move(offers)});
    const auto error = table.last<protocol::Error>(kLin);
    return table.refusal(kLin) + " " + (error ? error->reason : "");
  };
  auto with = [](const std::string& last) {
    std::vector<std::string> offers = kTenOffers;
    offers.back() = last;
    return offers;
  };
  EXPECT_EQ(refusal_of({"g7"}), "illegal_move opening");
  EXPECT_EQ(refusal_of(with("h8")), "illegal_move occupied");
  EXPECT_EQ(refusal_of(with("z99")), "illegal_move off_board");
  EXPECT_EQ(refusal_of(with("K6")), "illegal_move syntax")
      << "as the protocol writes it, or two may hide one";
  EXPECT_EQ(refusal_of(with("g7")), "illegal_move symmetric") << "the same twice";
  EXPECT_EQ(table.to_act(), kLin);
  EXPECT_EQ(table.state->log().version(), 8);
}

// A server that is killed after each step goes on in the midst of it, and both are told the number.
TEST(RoomOpenings, soosyrv_goes_on_after_a_restart_at_each_step) {
  Table table = table_of("soosyrv8");
  const auto kill = [&] {
    table.restart(1s);
    table.join(kLin);
    table.join(kWang);
  };
  for (const char* move : {"h8", "i9", "j8"}) {
    table.play({move});
    kill();
  }
  table.choose(Choice::swap);
  kill();
  EXPECT_EQ(table.to_act(), kLin) << "who has white now";
  table.play({"h11"});
  kill();
  EXPECT_EQ(table.last<GameFull>(kWang)->state.opening->at_most, 8);
  table.choose({Choice::declare, {}, 2});
  EXPECT_EQ(table.last<GameEvent>(kWang)->choice, Choice::declare);
  EXPECT_EQ(table.last<GameEvent>(kWang)->count, 2);
  kill();
  EXPECT_EQ(table.to_act(), kWang);
  EXPECT_EQ(table.last<GameFull>(kLin)->state.opening->to_offer, 2);
  table.choose(Choice::swap);
  kill();
  EXPECT_EQ(table.to_act(), kLin) << "who has black again, and offers";
  table.choose({Choice::offer, {"g7", "h7"}});
  kill();
  EXPECT_THAT(table.last<GameFull>(kWang)->state.legal, testing::UnorderedElementsAre("g7", "h7"));
  table.play({"h7"});
  kill();
  EXPECT_EQ(table.to_act(), kWang) << "white places the sixth";
  table.play({"a1", "a2"});
  expect_record_gives(table);
}

TEST(RoomOpenings, of_soosyrv_the_fourth_stone_is_taken_back_until_a_number_is_declared) {
  Table table = table_of("soosyrv8");
  table.play({"h8", "i9", "j8"});
  table.choose(Choice::keep);
  table.play({"h11"});
  table.act(kWang, takeback);
  table.act(kLin, takeback);
  EXPECT_THAT(table.state->log().moves(), SizeIs(3));
  EXPECT_EQ(table.to_act(), kWang);
  table.play({"k11"});
  table.choose({Choice::declare, {}, 1});
  table.act(kWang, takeback);
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
  table.choose(Choice::keep);
  table.choose({Choice::offer, {"a1"}});
  table.play({"a1"});
  table.act(kWang, takeback);
  table.act(kLin, takeback);
  EXPECT_EQ(table.to_act(), kWang) << "to pick again";
  EXPECT_THAT(table.state->log().opening().offered(), ElementsAre("a1"));
  expect_record_gives(table);
}

TEST(RoomOpenings, go_on_every_board) {
  for (const int size : {15, 19, 20}) {
    Table::Setup setup = setup_of("swap2");
    setup.size = size;
    Table table(setup);
    table.open();
    table.join(kLin);
    table.join(kWang);
    table.play({"a1", "b2", std::string(1, static_cast<char>('a' + size - 1)) + std::to_string(size)});
    table.choose(Choice::swap);
    table.play({"c3"});
    EXPECT_THAT(table.last<GameEvent>(kWang)->state.legal, SizeIs(size * size - 4));
  }
}

// ---- clocks ----------------------------------------------------------------------------------------------

TEST(RoomOpenings, clocks_begin_when_both_have_acted) {
  Table table = before_the_choice();
  EXPECT_FALSE(table.state->log().clock().running()) << "Wang has not done anything yet";
  table.choose(Choice::more);
  EXPECT_EQ(table.state->log().clock().running(), Side::second);
  table.pass(10s);
  table.move(kWang, "a1");
  EXPECT_EQ(table.clock(Side::second), 5min - 10s + 3s);
  EXPECT_EQ(table.state->log().clock().running(), Side::second) << "who places the next stone, too";
  table.move(kWang, "a2");
  table.pass(20s);
  table.choose(Choice::keep);
  EXPECT_EQ(table.clock(Side::first), 5min - 20s + 3s) << "a choice is a turn";
  EXPECT_EQ(table.state->log().clock().running(), Side::second);
}

TEST(RoomOpenings, everybody_takes_his_time_along_to_the_other_side) {
  Table table = before_the_choice();
  table.choose(Choice::more);
  table.pass(60s);
  table.move(kWang, "a1");
  table.move(kWang, "a2");
  table.pass(5s);
  table.choose(Choice::swap);
  EXPECT_EQ(table.clock(Side::first), 5min - 60s + 6s) << "Wang's";
  EXPECT_EQ(table.clock(Side::second), 5min - 5s + 3s) << "Lin's";
  EXPECT_EQ(table.state->log().clock().running(), Side::second);
  table.pass(1s);
  table.move(kLin, "b1");
  EXPECT_EQ(table.clock(Side::second), 5min - 6s + 6s);
  expect_record_gives(table);
}

TEST(RoomOpenings, a_flag_may_fall_while_somebody_chooses) {
  Table table = before_the_choice();
  table.choose(Choice::more);
  table.move(kWang, "a1");
  table.move(kWang, "a2");
  table.pass(6min);
  EXPECT_EQ(table.reason(), "timeout");
  EXPECT_EQ(table.result(), "second");
  table.choose(Choice::swap);
  EXPECT_EQ(table.refusal(kLin), "game_over");
}

// Like a move that waited in the queue: what arrived too late does not count, whoever noticed first.
TEST(RoomOpenings, a_choice_that_comes_too_late_ends_the_game) {
  Table table = before_the_choice();
  table.choose(Choice::more);
  table.move(kWang, "a1");
  table.move(kWang, "a2");
  table.now += 6min;
  table.choose(Choice::keep);
  ASSERT_TRUE(table.last<protocol::Error>(kLin));
  EXPECT_EQ(table.last<protocol::Error>(kLin)->code, protocol::ErrorCode::game_over);
  EXPECT_EQ(table.reason(), "timeout");
}

TEST(RoomOpenings, who_never_comes_to_act_loses_nothing) {
  Table table = before_the_choice();
  ASSERT_TRUE(table.last<GameEvent>(kWang)->state.expires);
  EXPECT_EQ(table.last<GameEvent>(kWang)->state.expires, 1min)
      << "a choice takes more thought than a first move";
  table.act(kLin, claim_win);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  table.pass(59s);
  EXPECT_TRUE(table.state->log().playing());
  table.pass(1s);
  EXPECT_EQ(table.state->log().status(), Status::aborted);
  EXPECT_EQ(table.reason(), "no_start");
}

TEST(RoomOpenings, may_be_aborted_until_both_have_acted) {
  Table table = before_the_choice();
  table.choose(Choice::keep);
  table.act(kLin, ActionKind::abort);
  EXPECT_EQ(table.refusal(kLin), "not_allowed");
  Table other = before_the_choice();
  other.act(kLin, ActionKind::abort);
  EXPECT_EQ(other.state->log().status(), Status::aborted);
}

TEST(RoomOpenings, wait_in_a_pause) {
  Table table = before_the_choice();
  table.act(kLin, pause);
  table.act(kWang, pause);
  table.choose(Choice::swap);
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
  table.act(kLin, resume);
  table.choose(Choice::swap);
  EXPECT_EQ(table.last<GameEvent>(kWang)->kind, EventKind::swap);
}

// ---- takebacks, ends, rematch ----------------------------------------------------------------------------

TEST(RoomOpenings, stones_are_taken_back_one_by_one) {
  Table table = before_the_choice();
  table.act(kLin, takeback);
  table.act(kWang, takeback);
  EXPECT_THAT(table.state->log().moves(), ElementsAre("h8", "i9"));
  EXPECT_EQ(table.to_act(), kLin) << "to place the third again";
  table.play({"g7"});
  EXPECT_EQ(table.to_act(), kWang);
  expect_record_gives(table);
}

TEST(RoomOpenings, what_was_chosen_stands) {
  for (const Choice choice : {Choice::keep, Choice::swap, Choice::more}) {
    Table table = before_the_choice();
    table.choose(choice);
    table.act(kLin, takeback);
    EXPECT_EQ(table.refusal(kLin), "not_allowed") << "Lin's last stone stands before the choice";
    const ViewerId mover = table.to_act();
    table.play({"a1"});
    table.act(mover, takeback);
    table.act(mover == kLin ? kWang : kLin, takeback);
    EXPECT_THAT(table.state->log().moves(), SizeIs(3)) << "the stone after it may be taken back";
    EXPECT_EQ(table.to_act(), mover);
    expect_record_gives(table);
  }
}

TEST(RoomOpenings, a_draw_may_be_agreed_on_across_a_swap) {
  Table table = before_the_choice();
  table.act(kLin, draw);
  EXPECT_EQ(table.state->log().state(table.now).offers.draw, Side::first);
  table.act(kWang, draw, false);
  table.choose(Choice::swap);
  table.act(kWang, draw);
  EXPECT_EQ(table.state->log().state(table.now).offers.draw, Side::first) << "that is Wang's side now";
  table.act(kLin, draw);
  EXPECT_EQ(table.reason(), "agreement");
}

TEST(RoomOpenings, in_a_rematch_the_other_begins) {
  for (const Choice choice : {Choice::keep, Choice::swap}) {
    Table table = before_the_choice();
    table.choose(choice);
    table.act(kLin, resign);
    table.act(kLin, rematch);
    table.act(kWang, rematch);
    ASSERT_TRUE(table.rematch);
    EXPECT_EQ(table.rematch->seats[0].name, "Wang") << "who chose places the stones now";
    EXPECT_EQ(table.rematch->opening, "swap2");
  }
}

// ---- connections, disk, restart --------------------------------------------------------------------------

// lichess-org/lila#20611 and others: after a reconnect the board showed what was not so.
TEST(RoomOpenings, who_was_away_during_a_swap_learns_of_it) {
  Table table = before_the_choice();
  const int version = table.state->log().version();
  table.leave(kLin, false);
  table.choose(Choice::swap);
  table.pass(1s);
  table.join(kLin, true, version);
  const auto events = table.told<GameEvent>(kLin);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().kind, EventKind::swap);
  EXPECT_EQ(events.back().players[1].name, "Lin");
  EXPECT_THAT(events.back().state.legal, SizeIs(222));
  table.move(kLin, "a1");
  EXPECT_THAT(table.state->log().moves(), SizeIs(4));
}

TEST(RoomOpenings, an_older_version_is_retold_as_it_was) {
  Table table = before_the_choice();
  table.choose(Choice::swap);
  table.play({"a1"});
  table.forget();
  table.join(kZhao, false, 0);
  const auto events = table.told<GameEvent>(kZhao);
  ASSERT_THAT(events, SizeIs(6));
  EXPECT_EQ(events[0].players[0].name, "Lin") << "before the swap";
  EXPECT_EQ(events[3].state.opening->options.size(), 3u);
  EXPECT_EQ(events[4].players[0].name, "Wang");
  EXPECT_EQ(events[5].by, Side::second);
}

TEST(RoomOpenings, survive_a_kill_in_every_step) {
  Table table = table_of("swap2");
  const auto kill = [&] {
    const auto before = table.state->log().state(table.now);
    table.restart(1h);
    EXPECT_EQ(table.state->log().state(table.now).moves, before.moves);
    EXPECT_EQ(table.state->log().turn(), before.look.turn);
    EXPECT_EQ(table.state->log().state(table.now).opening.has_value(), before.opening.has_value());
    table.join(kLin);
    table.join(kWang);
    EXPECT_EQ(table.last<GameFull>(kLin)->you, table.state->log().side_of(Seat::a));
    EXPECT_EQ(table.state->log().holder(Seat::a).name, "Lin");
  };
  for (const char* move : {"h8", "i9", "g6"}) {
    kill();
    table.play({move});
  }
  kill();
  table.choose(Choice::more);
  kill();
  table.play({"a1"});
  kill();
  table.play({"a2"});
  kill();
  table.choose(Choice::swap);
  kill();
  table.play({"b1", "b2"});
  expect_record_gives(table);
}

TEST(RoomOpenings, a_swap_that_could_not_be_written_has_not_happened) {
  Table table = before_the_choice();
  table.disk = Table::Disk::full;
  table.choose(Choice::swap);
  table.disk = Table::Disk::works;
  EXPECT_EQ(table.state->log().holder(Seat::a).name, "Lin");
  EXPECT_EQ(table.state->log().side_of(Seat::a), Side::first);
  EXPECT_EQ(table.last<GameFull>(kLin)->you, Side::first);
  EXPECT_EQ(table.last<GameFull>(kLin)->players[0].name, "Lin");
  table.choose(Choice::swap);
  EXPECT_EQ(table.state->log().side_of(Seat::a), Side::second);
  EXPECT_EQ(table.store.load("aB3dE9xQ")->game.seats[0].name, "Wang");
  table.play({"a1"});
  expect_record_gives(table);
}

TEST(RoomOpenings, a_choice_made_twice_is_made_once) {
  Table table = before_the_choice();
  table.act(kWang, swap);
  table.act(kWang, swap);
  EXPECT_EQ(table.refusal(kWang), "not_allowed");
  EXPECT_EQ(table.state->log().side_of(Seat::a), Side::second);
}

TEST(RoomOpenings, a_record_that_breaks_one_is_no_game) {
  Table table = before_the_choice();
  storage::Record record{table.state->log().header(), table.state->log().events()};
  record.game.opening = "pro";
  EXPECT_FALSE(GameLog::replay(table.state->log().game(), record, 4)) << "g6 is too near for pro";
  record.game.opening = "nonsense";
  EXPECT_FALSE(GameLog::replay(table.state->log().game(), record, 4));
}

// ---- bots ------------------------------------------------------------------------------------------------

Line worth(int value, const std::string& move) {
  return {.kind = ScoreKind::eval, .value = value, .pv = {move}};
}

TEST(RoomOpenings, a_bot_places_its_three_stones_and_waits) {
  Table::Setup setup = setup_of("swap2");
  setup.first_level = 5;
  Table table(setup);
  table.open();
  table.join(kWang);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(table.asked);
    ASSERT_THAT(table.asked->among, SizeIs(1));
    const std::string stone = table.asked->among[0];
    table.bot_moves(stone, {worth(0, stone)});
  }
  EXPECT_FALSE(table.asked);
  EXPECT_EQ(table.last<GameEvent>(kWang)->state.opening->options.size(), 3u);
  table.act(kWang, swap);
  ASSERT_TRUE(table.asked) << "the bot has white now";
  EXPECT_THAT(table.asked->among, IsEmpty());
  EXPECT_EQ(table.state->log().side_of(Seat::a), Side::second);
}

TEST(RoomOpenings, a_bot_takes_the_better_side) {
  for (const int value : {-200, 200}) {
    Table::Setup setup = setup_of("swap");
    setup.second_level = 5;
    Table table(setup);
    table.open();
    table.join(kLin);
    table.play({"h8", "i9", "g6"});
    ASSERT_TRUE(table.asked);
    table.bot_moves("a1", {worth(value, "a1")});
    EXPECT_EQ(table.state->log().is_bot(table.state->log().seat_of(Side::first)), value < 0);
    // White moves: Lin, or the bot, which is asked again.
    EXPECT_EQ(table.asked.has_value(), value > 0);
  }
}

// Who had placed three stones that lose for white was left with white, and offered a draw.
TEST(RoomOpenings, a_bot_that_has_taken_the_better_side_agrees_to_no_draw) {
  for (const int value : {-400, 400}) {
    Table::Setup setup = setup_of("swap");
    setup.second_level = 5;
    Table table(setup);
    table.open();
    table.join(kLin);
    table.play({"h8", "i9", "g6"});
    table.bot_moves("a1", {worth(value, "a1")});
    table.act(kLin, draw);
    EXPECT_EQ(table.refusal(kLin), "not_allowed") << value;
  }
}

TEST(RoomOpenings, a_bot_places_two_more_where_nothing_is_to_choose) {
  Table::Setup setup = setup_of("swap2");
  setup.second_level = 5;
  Table table(setup);
  table.open();
  table.join(kLin);
  table.play({"h8", "i9", "g6"});
  table.bot_moves("a1", {worth(5, "a1")});
  ASSERT_TRUE(table.asked) << "for its white stone";
  table.bot_moves("j7", {worth(20, "j7")});
  ASSERT_TRUE(table.asked) << "for a black one";
  EXPECT_GT(table.asked->lines, 10);
  table.bot_moves("a1", {worth(80, "a1"), worth(3, "b2"), worth(-50, "c3")});
  EXPECT_EQ(table.state->log().moves().back(), "b2") << "which favours nobody";
  EXPECT_EQ(table.to_act(), kLin);
}

TEST(RoomOpenings, a_bot_that_answers_out_of_place_places_some_stone_that_is_allowed) {
  Table::Setup setup = setup_of("pro");
  setup.first_level = 5;
  Table table(setup);
  table.open();
  table.join(kWang);
  table.bot_moves("a1");
  EXPECT_THAT(table.state->log().moves(), ElementsAre("h8"));
}

TEST(RoomOpenings, bots_play_all_of_them_against_each_other) {
  for (const OpeningRule& rule : openings()) {
    const std::string opening(rule.id);
    for (const int value : {-300, -10, 10, 300}) {
      Table::Setup setup = setup_of(opening);
      setup.first_level = setup.second_level = 4;
      Table table(setup);
      table.open();
      for (int step = 0; step < 20 && !table.state->log().opening().done(); ++step) {
        table.pass(300ms);  // Between moves of bots alone.
        ASSERT_TRUE(table.asked) << opening << " stands still";
        const auto legal =
            table.asked->among.empty() ? table.asked->match->legal_moves() : table.asked->among;
        std::vector<Line> lines;
        for (std::size_t i = 0; i < legal.size() && static_cast<int>(i) < table.asked->lines; ++i)
          lines.push_back(worth(value - static_cast<int>(i), legal[i]));
        table.bot_moves(legal.front(), lines);
      }
      table.pass(300ms);
      EXPECT_TRUE(table.state->log().opening().done()) << opening;
      EXPECT_TRUE(table.asked) << opening;
      expect_record_gives(table);
    }
  }
}

TEST(RoomOpenings, a_bot_thinks_again_after_a_restart_in_its_choice) {
  Table::Setup setup = setup_of("swap2");
  setup.second_level = 5;
  Table table(setup);
  table.open();
  table.join(kLin);
  table.play({"h8", "i9", "g6"});
  table.restart(1min);
  ASSERT_TRUE(table.asked);
  table.bot_moves("a1", {worth(200, "a1")});
  EXPECT_EQ(table.state->log().version(), 5);
}

}  // namespace
}  // namespace server

#include "server/room/deadlines.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "tests/server/room/table.h"

namespace server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kMorning{1'700'000'000'000ms};
constexpr TimeControl kBlitz{.initial = 5min, .increment = 3s};  // 25 s for a first move, 40 s to come back.

/// A game of Gomoku and who is there; both players sit down at the beginning.
struct Scene {
  explicit Scene(const TimeControl& time = kBlitz, int second_level = 0) : log(begin(time, second_level)) {
    EXPECT_TRUE(log.follow(start_event(log, kMorning)));
    enter(kLin, Seat::a);
    enter(kWang, Seat::b);
  }
  static GameLog begin(const TimeControl& time, int second_level) {
    storage::Game header;
    header.game = "gomoku";
    header.rule = "freestyle";
    header.size = 15;
    header.time = to_record(time);
    header.seats[0].user = "u_lin";
    header.seats[1].level = second_level;
    if (second_level == 0) header.seats[1].user = "u_wang";
    return *GameLog::begin(*engine::find_game("gomoku"), header);
  }
  void enter(ViewerId id, std::optional<Seat> seat) { presence.enter(id, {{}, seat, false}, kMorning); }
  void moves(const std::vector<std::string>& moves) {
    for (const std::string& move : moves)
      ASSERT_TRUE(
          log.follow(*decide_move(log, log.seat_to_move(), {log.plies(), move, {}, 0ms}, kMorning).event));
  }
  Deadlines deadlines() const { return Deadlines(log, presence, moments); }
  /// How long after the start; -1 ms: not at all.
  Millis of(Due what) const {
    for (const Deadline& deadline : deadlines().all()) {
      if (deadline.what == what) return deadline.at ? *deadline.at - kMorning : Millis(-1);
    }
    ADD_FAILURE() << "not in the list";
    return Millis(-2);
  }

  GameLog log;
  Presence presence{kMorning};
  Deadlines::Moments moments{.turn_since = kMorning};
};

constexpr Millis kNever{-1};

TEST(Deadlines, the_next_is_the_earliest_of_all) {
  Scene scene;
  EXPECT_EQ(scene.deadlines().next(), kMorning + 25s) << "the first move";
  scene.moments.crowd = kMorning + 24s;
  EXPECT_EQ(scene.deadlines().next(), kMorning + 24s);
  scene.moments.rests_until = kMorning + 23s;
  EXPECT_EQ(scene.deadlines().next(), kMorning + 23s);
  scene.moves({"h8", "i9"});
  scene.moments = {.turn_since = kMorning};
  EXPECT_EQ(scene.deadlines().next(), kMorning + 5min) << "the flag";
}

TEST(Deadlines, there_may_be_none) {
  Scene unlimited(TimeControl{});
  unlimited.moves({"h8", "i9"});
  EXPECT_EQ(unlimited.deadlines().next(), std::nullopt);
}

TEST(Deadlines, the_first_move_is_awaited_until_both_have_moved) {
  Scene scene;
  EXPECT_EQ(scene.of(Due::first_move), 25s);
  scene.moves({"h8"});
  scene.moments.turn_since = kMorning + 10s;
  EXPECT_EQ(scene.of(Due::first_move), 35s) << "the second has his own time";
  scene.moves({"i9"});
  EXPECT_EQ(scene.of(Due::first_move), kNever);
  EXPECT_EQ(Scene({.days = 3}).of(Due::first_move), kNever) << "by correspondence";
}

TEST(Deadlines, against_a_bot_only_who_is_away_is_awaited) {
  Scene scene(kBlitz, 3);
  EXPECT_EQ(scene.of(Due::first_move), kNever);
  EXPECT_EQ(scene.deadlines().first_move_in(kMorning), std::nullopt);
  scene.presence.leave(kLin, true, kMorning + 1s);
  EXPECT_EQ(scene.of(Due::first_move), 5min + 1s);
  EXPECT_EQ(scene.deadlines().first_move_in(kMorning), std::nullopt) << "there is nobody to tell";
}

TEST(Deadlines, a_tournament_waits_longer_for_those_who_have_to_come) {
  Scene scene;
  storage::Game header = scene.log.header();
  header.tournament = "t1";
  scene.log = *GameLog::replay({header, scene.log.events()});
  EXPECT_EQ(scene.of(Due::first_move), 75s) << "a quarter of five minutes";
}

TEST(Deadlines, the_host_of_a_simul_is_at_other_boards) {
  Scene scene;
  storage::Game header = scene.log.header();
  header.tournament = "t1";
  scene.log = *GameLog::begin(scene.log.game(), header);
  ASSERT_TRUE(scene.log.follow(simul_event(scene.log, kMorning, Side::first, 5min)));
  EXPECT_EQ(scene.of(Due::first_move), 10min) << "for a first move at each board";
  scene.moves({"h8"});
  EXPECT_EQ(scene.of(Due::first_move), 75s) << "of a guest";
  scene.moves({"i9"});
  for (const ViewerId player : {kLin, kWang}) scene.presence.leave(player, true, kMorning);
  EXPECT_EQ(scene.deadlines().claim_from(Seat::a), std::nullopt);
  EXPECT_EQ(scene.of(Due::tell_a_is_gone), kNever);
  EXPECT_EQ(scene.deadlines().claim_from(Seat::b), kMorning + Millis(40s) / 3);
}

TEST(Deadlines, what_is_left_for_a_first_move_is_never_negative) {
  const Scene scene;
  EXPECT_EQ(scene.deadlines().first_move_in(kMorning), 25s);
  EXPECT_EQ(scene.deadlines().first_move_in(kMorning + 31s), 0ms);
}

TEST(Deadlines, who_closes_the_page_may_be_claimed_from_sooner_than_who_drops_out) {
  for (const bool on_purpose : {true, false}) {
    const Millis wait = on_purpose ? Millis(40s) / 3 : Millis(40s);
    Scene scene;
    scene.moves({"h8", "i9"});
    EXPECT_EQ(scene.deadlines().claim_from(Seat::b), std::nullopt) << "he is there";
    scene.presence.leave(kWang, on_purpose, kMorning + 1s);
    EXPECT_EQ(scene.deadlines().claim_from(Seat::b), kMorning + 1s + wait);
    EXPECT_EQ(scene.of(Due::tell_b_is_gone), 6s);
    EXPECT_EQ(scene.of(Due::tell_a_is_gone), kNever);
    scene.presence.announce(Seat::b);
    EXPECT_EQ(scene.of(Due::tell_b_is_gone), kNever) << "all know";
    EXPECT_EQ(scene.deadlines().claim_from(Seat::b), kMorning + 1s + wait) << "as before";
  }
}

TEST(Deadlines, nothing_is_claimed_where_nobody_waits) {
  Scene early;
  early.presence.leave(kWang, true, kMorning);
  EXPECT_EQ(early.deadlines().claim_from(Seat::b), std::nullopt) << "the clocks do not run yet";
  for (const TimeControl& time : {TimeControl{.days = 1}, TimeControl{}}) {
    Scene slow(time);
    slow.moves({"h8", "i9"});
    slow.presence.leave(kWang, true, kMorning);
    EXPECT_EQ(slow.deadlines().claim_from(Seat::b), std::nullopt);
  }
}

TEST(Deadlines, a_flag_of_days_keeps_a_room_only_if_its_record_does_not_tell_of_it_or_it_is_near) {
  Scene scene({.days = 2});
  scene.moves({"h8", "i9"});
  for (const ViewerId player : {kLin, kWang}) scene.presence.leave(player, true, kMorning);
  EXPECT_EQ(scene.of(Due::retire), kNever) << "no sweep would find it";
  scene.moments.is_due_on_record = true;
  EXPECT_EQ(scene.of(Due::retire), 10min);
  EXPECT_EQ(scene.of(Due::flag), 48h) << "if it is still here";
  EXPECT_TRUE(scene.deadlines().is_at_rest(kMorning + 47h - 1ms));
  EXPECT_FALSE(scene.deadlines().is_at_rest(kMorning + 47h));
  EXPECT_TRUE(scene.deadlines().gives_way());
  scene.moments.is_due_on_record = false;
  EXPECT_FALSE(scene.deadlines().gives_way());
}

TEST(Deadlines, a_room_retires_when_all_have_left_and_nothing_runs) {
  Scene scene(TimeControl{});
  scene.moves({"h8", "i9"});
  scene.presence.leave(kLin, true, kMorning + 1s);
  EXPECT_EQ(scene.of(Due::retire), kNever);
  scene.presence.leave(kWang, true, kMorning + 2s);
  EXPECT_EQ(scene.of(Due::retire), 10min + 2s);
  scene.moments = {.turn_since = kMorning, .retires = false};
  EXPECT_EQ(scene.of(Due::retire), kNever) << "said once";
}

TEST(Deadlines, a_room_does_not_retire_where_a_bot_is_to_move) {
  Scene scene(TimeControl{}, /*second_level=*/1);
  scene.presence.leave(kLin, true, kMorning);
  scene.presence.leave(kWang, true, kMorning);
  scene.moves({"h8"});
  EXPECT_EQ(scene.of(Due::retire), kNever);
  scene.moves({"i9"});
  EXPECT_EQ(scene.of(Due::retire), 10min);
}

TEST(Deadlines, a_room_whose_game_is_over_retires_after_a_minute) {
  Scene scene;
  ASSERT_TRUE(scene.log.follow(end_without_start(scene.log, kMorning + 30s)));
  scene.presence.leave(kLin, true, kMorning + 1s);
  scene.presence.leave(kWang, true, kMorning + 2s);
  EXPECT_EQ(scene.of(Due::retire), 90s) << "after the last event, if that came later";
}

TEST(Deadlines, a_room_with_a_running_clock_stays) {
  Scene scene;
  scene.moves({"h8", "i9"});
  scene.presence.leave(kLin, true, kMorning);
  scene.presence.leave(kWang, true, kMorning);
  EXPECT_EQ(scene.of(Due::retire), kNever);
  EXPECT_EQ(scene.of(Due::flag), 5min);
}

TEST(PresenceThrottle, are_told_at_once_and_then_once_a_second) {
  PresenceThrottle news;
  EXPECT_EQ(news.due(), std::nullopt);
  news.changed(kMorning);
  EXPECT_EQ(news.due(), kMorning);
  news.told(kMorning);
  EXPECT_EQ(news.due(), std::nullopt);
  news.changed(kMorning + 100ms);
  news.changed(kMorning + 900ms);
  EXPECT_EQ(news.due(), kMorning + 1s) << "both together";
  news.told(kMorning + 1s);
  news.changed(kMorning + 5s);
  EXPECT_EQ(news.due(), kMorning + 5s);
}

TEST(Presence, who_is_put_out_leaves_with_all_sockets) {
  Presence presence(kMorning);
  presence.enter(1, {{"u_lin", "Lin"}, Seat::a, false}, kMorning);
  presence.enter(2, {{"u_lin", "Lin"}, std::nullopt, false}, kMorning);
  presence.enter(3, {{"u_wang", "Wang"}, Seat::b, false}, kMorning);
  EXPECT_EQ(presence.put_out({"u_lin"}, kMorning + 1s), (std::vector<ViewerId>{1, 2}));
  EXPECT_FALSE(presence.online(Seat::a));
  EXPECT_TRUE(presence.online(Seat::b));
  EXPECT_TRUE(presence.absence(Seat::a)->on_purpose);
  EXPECT_TRUE(presence.put_out({"u_lin"}, kMorning + 2s).empty()) << "he is out already";
}

}  // namespace
}  // namespace server

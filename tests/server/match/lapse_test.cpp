#include "server/match/lapse.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"

namespace server {
namespace {

using namespace std::chrono_literals;
using std::chrono::days;

constexpr TimePoint kMidnight{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
constexpr TimePoint kDawn = kMidnight + 8h;

struct LapseTerms {
  TimeControl time = {};
  int second_level = 0;  ///< Of a bot; 0: a person.
  int first_level = 0;
};

GameLog played(const LapseTerms& terms, const std::vector<std::string>& moves = {}) {
  storage::Game header;
  header.id = "g";
  header.game = "gomoku";
  header.rule = "freestyle";
  header.size = 15;
  header.created = kDawn.time_since_epoch().count();
  header.time = to_record(terms.time);
  header.seats[0].level = terms.first_level;
  header.seats[1].level = terms.second_level;
  if (terms.first_level == 0) header.seats[0].user = "lin";
  if (terms.second_level == 0) header.seats[1].user = "wang";
  GameLog log = *GameLog::begin(*engine::find_game("gomoku"), header);
  EXPECT_TRUE(log.follow(start_event(log, kDawn)));
  for (const std::string& move : moves) {
    const bool is_bots = log.is_bot(log.seat_to_move());
    Decision decision = is_bots ? decide_bot_move(log, move, 0ms, kDawn)
                                : decide_move(log, log.seat_to_move(), {log.plies(), move}, kDawn);
    EXPECT_TRUE(log.follow(*std::move(decision.event)));
  }
  return log;
}

const TimeControl kFiveMinutes{.initial = 5min};
const TimeControl kThreeDays{.days = 3};

void expect_lapse(const char* what, const GameLog& log, std::optional<days> midnights = {}) {
  const auto at = midnights ? std::optional<TimePoint>(kMidnight + *midnights) : std::nullopt;
  EXPECT_EQ(lapses_at(log), at) << what;
  EXPECT_EQ(due_of(log), at ? at->time_since_epoch().count() : 0) << what;
}

// What no clock, no bot and no room ends.
TEST(Lapse, comes_where_nobody_but_people_have_anything_to_do) {
  GameLog paused = played({kFiveMinutes}, {"h8", "h9"});
  ASSERT_TRUE(paused.follow(pause_event(paused, kDawn, Seat::a)));
  GameLog over = played({}, {"h8", "h9"});
  ASSERT_TRUE(over.follow(end_event(over, kDawn, Status::finished, Side::first, "resign", Seat::b)));
  expect_lapse("two people, no clock", played({}, {"h8", "h9"}), days(15));
  expect_lapse("the second has not moved", played({}, {"h8"}), days(2));
  expect_lapse("a clock runs", played({kFiveMinutes}, {"h8", "h9"}));
  expect_lapse("a first move is awaited", played({kFiveMinutes}));
  expect_lapse("it is paused", paused, days(15));
  expect_lapse("days for a move, not begun", played({kThreeDays}), days(4));
  expect_lapse("against a bot", played({.second_level = 3}, {"h8", "h9"}), days(15));
  expect_lapse("it is the bot's turn", played({.second_level = 3}, {"h8"}));
  expect_lapse("against a bot, not begun: the room waits", played({.second_level = 3}));
  expect_lapse("bots among themselves", played({.second_level = 3, .first_level = 3}, {"h8", "h9"}));
  expect_lapse("it is over", over);
}

// All of them were in memory as long as they were played, a thousand for each ten thousand places.
TEST(Lapse, a_game_of_days_has_to_be_in_memory_an_hour_before_its_flag_falls) {
  const GameLog log = played({kThreeDays}, {"h8", "h9"});
  EXPECT_EQ(lapses_at(log), std::nullopt) << "its clock ends it";
  EXPECT_EQ(flag_of_days(log), log.clock().flag_at());
  const Millis early = *log.clock().flag_at() - TimePoint(Millis(due_of(log)));
  EXPECT_GE(early, 1h);
  EXPECT_LT(early, 1h + 1min);
  for (const GameLog& other : {played({kFiveMinutes}, {"h8", "h9"}), played({}, {"h8", "h9"}),
                               played({.time = kThreeDays, .second_level = 3}, {"h8", "h9", "h7"})})
    EXPECT_EQ(flag_of_days(other), std::nullopt);
}

TEST(Lapse, is_lost_by_whose_turn_it_is_only_between_two_people_who_have_moved) {
  GameLog paused = played({}, {"h8", "h9"});
  ASSERT_TRUE(paused.follow(pause_event(paused, kDawn, Seat::a)));
  const auto detail = [](const GameLog& log) { return lapse_event(log, kDawn).detail; };
  EXPECT_EQ(detail(played({}, {"h8", "h9"})), "finished second untouched");
  EXPECT_EQ(detail(played({}, {"h8", "h9", "h7"})), "finished first untouched");
  EXPECT_EQ(detail(played({}, {"h8"})), "aborted - untouched");
  EXPECT_EQ(detail(played({.second_level = 3}, {"h8", "h9"})), "aborted - untouched");
  EXPECT_EQ(detail(paused), "aborted - untouched");
}

// A game of a version that did not say so before, for one.
TEST(Lapse, never_comes_before_what_the_record_says) {
  GameLog log = played({}, {"h8", "h9"});
  storage::Game header = log.header();
  header.due = (kMidnight + days(100)).time_since_epoch().count();
  const auto told = GameLog::replay(log.game(), {header, log.events()}, log.version());
  EXPECT_EQ(lapses_at(*told), TimePoint(kMidnight + days(100)));
}

}  // namespace
}  // namespace server

#include "server/rooms/last_signs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/games/registry.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"

namespace server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kMonday{1'700'000'000'000ms};
constexpr TimePoint kTuesday = kMonday + 24h;
constexpr TimePoint kBefore = kMonday - 1h;  // The last sign that was found on Monday.

/// A game of two whose clocks run since this moment.
GameLog game_of(TimePoint last_move, const std::string& id = "one",
                const TimeControl& time = {.initial = 5min}) {
  storage::Game header;
  header.id = id;
  header.game = "gomoku";
  header.rule = "freestyle";
  header.size = 15;
  header.time = to_record(time);
  header.seats[0].user = "u_lin";
  header.seats[1].user = "u_mei";
  GameLog log = *GameLog::begin(*engine::find_game("gomoku"), header);
  EXPECT_TRUE(log.follow(start_event(log, last_move)));
  for (const char* move : {"h8", "h9"}) {
    const auto decision = decide_move(log, log.seat_to_move(), {log.plies(), move, {}, 0ms}, last_move);
    EXPECT_TRUE(decision.event && log.follow(*decision.event)) << move;
  }
  return log;
}

TEST(LastSigns, are_those_of_before_the_start) {
  LastSigns signs(kMonday, kBefore);
  EXPECT_EQ(signs.of(game_of(kMonday - 2h), kMonday), kBefore);
}

// It died while this one lived, and was silent before it could be replaced.
TEST(LastSigns, of_another_server_are_as_old_as_its_silence) {
  LastSigns signs(kMonday, kBefore);
  const GameLog theirs = game_of(kTuesday - 10s);
  EXPECT_EQ(signs.of(theirs, kTuesday), kTuesday - 5s) << "who joins is faster";
  signs.others_are_silent(kTuesday);
  EXPECT_EQ(signs.of(theirs, kTuesday), kTuesday - 5s);
  EXPECT_EQ(signs.of(game_of(kMonday - 2h), kTuesday), kTuesday - 5s) << "a long thought";
}

// A database that was away for a minute took the minute from whoever was to move when it came back.
TEST(LastSigns, of_a_room_that_was_given_up_are_of_that_moment) {
  LastSigns signs(kMonday, kBefore);
  const GameLog ours = game_of(kTuesday - 10s);
  signs.left(ours, kTuesday - 8s);
  EXPECT_EQ(signs.of(ours, kTuesday), kTuesday - 8s);
  EXPECT_EQ(signs.of(ours, kTuesday), kTuesday - 5s) << "it is not kept in mind for ever";
}

TEST(LastSigns, of_so_many_rooms_some_are_forgotten) {
  LastSigns signs(kMonday, kBefore);
  std::vector<GameLog> games;
  for (int i = 0; i <= 10'000; ++i) {
    games.push_back(game_of(kTuesday - 10s, std::to_string(i)));
    signs.left(games.back(), kTuesday);
  }
  const auto kept =
      std::ranges::count_if(games, [&](const GameLog& game) { return signs.of(game, kTuesday) == kTuesday; });
  EXPECT_EQ(kept, 10'000);
}

TEST(LastSigns, to_a_clock_of_days_only_the_outage_is_given_back_and_that_once) {
  LastSigns signs(kMonday, kBefore);
  const auto days = [](TimePoint last_move) { return game_of(last_move, "days", {.days = 3}); };
  EXPECT_EQ(signs.of(days(kMonday - 2h), kTuesday), kTuesday - 1h) << "from the last sign on";
  EXPECT_EQ(signs.of(days(kMonday - 10min), kTuesday), kTuesday - 10min) << "it lived until then";
  EXPECT_EQ(signs.of(days(kMonday), kTuesday), TimePoint::max());
  signs.left(days(kMonday), kMonday + 1h);
  EXPECT_EQ(signs.of(days(kMonday), kTuesday), TimePoint::max()) << "it goes on while it is not in memory";
}

// Who mends a server starts it several times, and a game of days is loaded a day later.
TEST(LastSigns, to_a_clock_of_days_the_outages_before_earlier_starts_are_given_back_too) {
  const auto at = [](TimePoint moment) { return moment.time_since_epoch().count(); };
  const std::vector<storage::Outage> outages{{at(kMonday - 10h), at(kMonday - 4h)},
                                             {at(kMonday - 3h), at(kMonday - 2h)}};
  LastSigns signs(kMonday, kMonday - 1min, outages);
  const auto days = [](TimePoint last_move) { return game_of(last_move, "days", {.days = 3}); };
  EXPECT_EQ(signs.of(days(kMonday - 20h), kTuesday), kTuesday - 7h - 1min);
  EXPECT_EQ(signs.of(days(kMonday - 5h), kTuesday), kTuesday - 2h - 1min) << "since its last event";
  EXPECT_EQ(signs.of(days(kMonday), kTuesday), TimePoint::max());
  EXPECT_EQ(signs.of(game_of(kMonday - 20h), kTuesday), kMonday - 1min)
      << "other clocks go on in memory alone";
}

TEST(LastSigns, of_a_game_that_another_has_gone_on_with_are_the_others) {
  LastSigns signs(kMonday, kBefore);
  GameLog game = game_of(kTuesday - 10s);
  signs.left(game, kTuesday);
  EXPECT_TRUE(game.follow(restart_event(game, kTuesday - 8s, kTuesday - 9s)));
  EXPECT_EQ(signs.of(game, kTuesday), kTuesday - 5s);
}

}  // namespace
}  // namespace server

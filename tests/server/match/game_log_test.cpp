#include "server/match/game_log.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "server/match/opening_code.h"

namespace server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kEvening{1'700'000'000'000ms};

storage::Game header_of(const std::string& opening = "") {
  storage::Game header;
  header.id = "aB3dE9xQ";
  header.game = "gomoku";
  header.rule = "freestyle";
  header.size = 15;
  header.opening = opening;
  header.time = to_record(TimeControl{.initial = 5min, .increment = 3s});
  header.seats[0].user = "u_lin";
  header.seats[1].user = "u_wang";
  return header;
}

GameLog begun(const std::string& opening = "") {
  GameLog log = *GameLog::begin(*engine::find_game("gomoku"), header_of(opening));
  EXPECT_TRUE(log.follow(start_event(log, kEvening)));
  return log;
}

void move(GameLog& log, const std::string& move, TimePoint now, Millis round_trip = 0ms) {
  const Decision decision = decide_move(log, log.seat_to_move(), {log.plies(), move, {}, round_trip}, now);
  ASSERT_TRUE(decision.event) << move;
  ASSERT_TRUE(log.follow(*decision.event)) << move;
}

void choose(GameLog& log, Choice choice, TimePoint now, Millis round_trip = 0ms) {
  const Decision decision = decide_choice(log, log.seat_to_move(), choice, round_trip, now);
  ASSERT_TRUE(decision.event);
  ASSERT_TRUE(log.follow(*decision.event));
}

// As an imported record may say: a flag that falls in it would end the game once more.
TEST(GameLog, no_clock_runs_in_a_game_that_is_over) {
  GameLog log = begun();
  storage::Event end = *decide_action(log, Seat::a, {ActionKind::resign}, {}, kEvening).event;
  end.running = "first";
  ASSERT_TRUE(log.follow(end));
  EXPECT_FALSE(log.clock().running());
}

TEST(GameLog, begins_only_what_the_game_knows) {
  const engine::Game& gomoku = *engine::find_game("gomoku");
  const auto begins = [&](auto change) {
    storage::Game header = header_of();
    change(header);
    return GameLog::begin(gomoku, header).has_value();
  };
  EXPECT_TRUE(begins([](auto&) {}));
  EXPECT_FALSE(begins([](auto& header) { header.rule = "chess"; }));
  EXPECT_FALSE(begins([](auto& header) { header.opening = "swap3"; }));
  EXPECT_FALSE(begins([](auto& header) { header.start_pos = "no position"; }));
}

// Each is the next event of a game in which h8 has been played, but for one thing.
TEST(GameLog, follows_no_event_that_contradicts_it) {
  struct Row {
    const char* what;
    void (*spoil)(storage::Event&);
  };
  for (const Row& row : {
           Row{"a gap", [](auto& event) { ++event.v; }},
           Row{"said twice", [](auto& event) { --event.v; }},
           Row{"an unknown kind", [](auto& event) { event.kind = storage::EventKind::unknown; }},
           Row{"a stone on a stone", [](auto& event) { event.move = "h8"; }},
           Row{"no move", [](auto& event) { event.move.clear(); }},
           Row{"a choice without an opening",
               [](auto& event) {
                 event.kind = storage::EventKind::opening;
                 event.detail = "keep";
               }},
           Row{"a takeback of what was never played",
               [](auto& event) {
                 event.kind = storage::EventKind::takeback;
                 event.ply = 2;
               }},
           Row{"a takeback to before the beginning",
               [](auto& event) {
                 event.kind = storage::EventKind::takeback;
                 event.ply = -1;
               }},
           Row{"an offer of an unknown kind",
               [](auto& event) {
                 event.kind = storage::EventKind::offer;
                 event.detail = "bribe on";
               }},
           Row{"an offer by nobody",
               [](auto& event) {
                 event.kind = storage::EventKind::offer;
                 event.by.clear();
                 event.detail = "draw on";
               }},
           Row{"an end without a status",
               [](auto& event) {
                 event.kind = storage::EventKind::end;
                 event.detail = "somehow first resign";
               }},
       }) {
    GameLog log = begun();
    move(log, "h8", kEvening);
    storage::Event event = *decide_move(log, Seat::b, {1, "i9"}, kEvening).event;
    row.spoil(event);
    EXPECT_FALSE(log.follow(event)) << row.what;
    EXPECT_EQ(log.version(), 2) << row.what;
  }
}

TEST(GameLog, a_swap_changes_the_sides_and_not_the_seats) {
  GameLog log = begun("swap");
  for (const char* stone : {"h8", "i9", "j8"}) move(log, stone, kEvening);
  choose(log, Choice::swap, kEvening);
  EXPECT_EQ(log.side_of(Seat::a), Side::second);
  EXPECT_EQ(log.holder(Seat::a).user, "u_lin");
  EXPECT_EQ(log.header().seats[0].user, "u_wang") << "the record names who plays the side";
  EXPECT_EQ(log.seat_to_move(), Seat::a) << "three stones stand: the second side is to move";
}

TEST(GameLog, the_host_of_a_simul_has_more_time_also_after_a_swap_and_a_restart) {
  GameLog log = *GameLog::begin(*engine::find_game("gomoku"), header_of("swap"));
  ASSERT_TRUE(log.follow(simul_event(log, kEvening, Side::first, 10min)));
  for (const char* stone : {"h8", "i9", "j8"}) move(log, stone, kEvening);
  choose(log, Choice::swap, kEvening);
  const auto again = GameLog::replay({log.header(), log.events()});
  ASSERT_TRUE(again);
  for (const GameLog* const one : {static_cast<const GameLog*>(&log), &*again}) {
    EXPECT_EQ(one->side_of(Seat::a), Side::second);
    EXPECT_TRUE(one->is_host_of_simul(Seat::a));
    EXPECT_FALSE(one->is_host_of_simul(Seat::b));
    EXPECT_EQ(one->clock().reading(Side::second).main, 15min);
    EXPECT_EQ(one->clock().reading(Side::first).main, 5min);
  }
  EXPECT_FALSE(begun().is_host_of_simul(Seat::a)) << "of a usual game";
}

TEST(GameLog, knows_the_opening_that_its_moves_make) {
  GameLog log = begun();
  const auto of_record = [&] { return opening_code(storage::Record{log.header(), log.events()}); };
  EXPECT_EQ(log.opening_code(), "");
  for (const char* stone : {"h8", "h9", "i9"}) move(log, stone, kEvening);
  EXPECT_EQ(log.opening_code(), "4D");
  EXPECT_EQ(log.state(kEvening).opening_code, "4D");
  EXPECT_EQ(of_record(), "4D");
  ASSERT_TRUE(log.follow(takeback_event(log, kEvening, Seat::a, 1, log.clock(), {})));
  EXPECT_EQ(log.opening_code(), "");
  EXPECT_EQ(of_record(), "");
  move(log, "h10", kEvening);
  EXPECT_EQ(log.opening_code(), "1D");
  EXPECT_EQ(of_record(), "1D");
}

// The story of a server that is killed after every event: what is replayed is what there was.
TEST(GameLog, replayed_up_to_any_version_is_what_it_was_then) {
  GameLog log = begun("swap2");
  std::vector<GameClock::Reading> firsts;
  std::vector<std::optional<TimePoint>> flags;
  std::vector<std::string> positions;
  const auto note = [&] {
    firsts.push_back(log.clock().reading(Side::first));
    flags.push_back(log.clock().flag_at());
    positions.push_back(log.look().pos);
  };
  TimePoint now = kEvening;
  note();
  for (const char* stone : {"h8", "i9", "j8"}) {
    move(log, stone, now += 1s);
    note();
  }
  choose(log, Choice::more, now += 2s);
  note();
  for (const char* stone : {"k9", "a1"}) {
    move(log, stone, now += 3s);
    note();
  }
  choose(log, Choice::swap, now += 4s);
  note();
  move(log, "b2", now += 5s, 100ms);
  note();
  ASSERT_TRUE(log.follow(takeback_event(log, now += 1s, Seat::a, 1, log.clock(), {})));
  note();
  for (int version = 1; version <= log.version(); ++version) {
    const auto then = GameLog::replay(log.game(), {log.header(), log.events()}, version);
    ASSERT_TRUE(then) << version;
    const auto at = static_cast<std::size_t>(version - 1);
    EXPECT_EQ(then->clock().reading(Side::first), firsts[at]) << version;
    EXPECT_EQ(then->clock().flag_at(), flags[at]) << version;
    EXPECT_EQ(then->look().pos, positions[at]) << version;
  }
}

// The quota of blitz: three seconds to begin with, one more after each move. Once it was full again after
// every move, because the log kept what the event says of the clock and not what it says of the network.
TEST(GameLog, what_the_network_took_is_given_back_out_of_one_quota) {
  GameLog log = begun();
  TimePoint now = kEvening;
  const auto lag = [&](GameLog& game, const char* stone) {
    move(game, stone, now += 10s, /*round_trip=*/5s);
    return game.events().back().lag;
  };
  EXPECT_EQ(lag(log, "h8"), 0) << "the clocks do not run yet";
  EXPECT_EQ(lag(log, "a1"), 0);
  EXPECT_EQ(lag(log, "i8"), 3'000);
  EXPECT_EQ(lag(log, "a2"), 3'000) << "each has his own";
  EXPECT_EQ(lag(log, "j8"), 1'000);
  auto restored = GameLog::replay(log.game(), {log.header(), log.events()}, log.version());
  ASSERT_TRUE(restored);
  EXPECT_EQ(lag(*restored, "a3"), 1'000) << "a restart is no refill";
  EXPECT_EQ(lag(*restored, "k8"), 1'000);
}

TEST(GameLog, a_quota_stays_with_the_person_that_changes_sides) {
  GameLog log = begun("swap2");
  TimePoint now = kEvening;
  for (const char* stone : {"h8", "i9", "j8"}) move(log, stone, now += 10s, 5s);
  choose(log, Choice::more, now += 10s, 5s);
  for (const char* stone : {"k9", "a1"}) move(log, stone, now += 10s, 5s);
  EXPECT_EQ(log.events().back().lag, 1'000) << "the second of two stones of one person";
  choose(log, Choice::swap, now += 10s, 500ms);
  EXPECT_EQ(log.events().back().lag, 500) << "of the other's 3,000, which leaves 3,500";
  ASSERT_EQ(log.seat_to_move(), Seat::a);
  move(log, "b2", now += 10s, 5s);
  EXPECT_EQ(log.events().back().lag, 3'500);
}

TEST(GameLog, gives_legal_moves_only_to_who_may_move) {
  GameLog log = begun("pro");
  EXPECT_EQ(log.legal_moves(), std::vector<std::string>{"h8"}) << "as the opening permits";
  ASSERT_TRUE(log.follow(pause_event(log, kEvening, {})));
  EXPECT_TRUE(log.legal_moves().empty()) << "paused";
  GameLog choosing = begun("swap");
  for (const char* stone : {"h8", "i9", "j8"}) move(choosing, stone, kEvening);
  EXPECT_TRUE(choosing.legal_moves().empty()) << "a choice is no move";
  GameLog over = begun();
  ASSERT_TRUE(over.follow(end_without_start(over, kEvening)));
  EXPECT_TRUE(over.legal_moves().empty()) << "over";
  EXPECT_TRUE(GameLog::begin(*engine::find_game("gomoku"), header_of())->legal_moves().empty()) << "waiting";
}

}  // namespace
}  // namespace server

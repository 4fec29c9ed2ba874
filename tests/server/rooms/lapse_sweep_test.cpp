#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "engine/games/registry.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "server/match/lapse.h"
#include "server/rooms/lapse_sweep.h"
#include "server/rooms/quota_sweep.h"
#include "tests/server/hub/house.h"

/// Games without a clock, which nothing but the passing of days ends when their players do not come back.
namespace server {
namespace {

using namespace std::chrono_literals;
using std::chrono::days;

class LapseTest : public testing::Test {
 protected:
  /// Of two people, each of whom made a move so long ago.
  void add_game(const std::string& id, Millis age, const TimeControl& time = {},
                const std::string& lin = "g_lin") {
    const TimePoint then = server_now() - age;
    storage::Game header;
    header.id = id;
    header.game = "gomoku";
    header.rule = "freestyle";
    header.size = 15;
    header.created = then.time_since_epoch().count();
    header.time = to_record(time);
    for (std::size_t side : {0u, 1u}) {
      header.seats[side].user = side == 0 ? lin : "g_wang";
      header.seats[side].name = side == 0 ? "Lin" : "Wang";
    }
    header.seats[0].token_hash = "Lin opened it";
    GameLog log = *GameLog::begin(*engine::find_game("gomoku"), header);
    ASSERT_TRUE(log.follow(start_event(log, then)));
    for (const char* move : {"h8", "h9"})
      ASSERT_TRUE(log.follow(*decide_move(log, log.seat_to_move(), {log.plies(), move}, then).event));
    std::vector<storage::Write> writes{storage::CreateGame{header}};
    for (const storage::Event& event : log.events()) writes.emplace_back(storage::Append{event, {}, {}});
    std::get<storage::Append>(writes.back()).due = due_of(log);
    store.commit(writes);
  }
  void restore(House& house) {
    bool restored = false;
    house.hub.restore_all([&] { restored = true; });
    house.wait_until([&] { return restored; }, "the games");
  }
  std::string status(const std::string& id) { return store.load(id)->game.ending.status; }

  storage::MemoryStore store;
};

TEST_F(LapseTest, a_start_loads_only_games_that_have_something_to_do_by_themselves) {
  for (int i = 0; i < 100; ++i) add_game("idle" + std::to_string(i), days(1));
  add_game("clock", days(1), {.initial = 5min});
  add_game("days", days(1), {.days = 3});
  House house(store);
  restore(house);
  EXPECT_EQ(house.hub.rooms().all().size(), 1u);
  auto zhao = house.guest("Zhao");
  EXPECT_EQ(house.ask(*zhao, {{"t", "join"}, {"gameId", "idle7"}, {"as", "spectator"}})["t"], "gameFull")
      << "the others are loaded when somebody asks";
  EXPECT_EQ(house.hub.rooms().all().size(), 2u);
}

// A game of days is not in memory all the time, and its flag may fall while no server runs.
TEST_F(LapseTest, a_flag_of_days_falls_soon_after_a_restart) {
  add_game("late", days(3) + 5min, {.days = 3});
  add_game("soon", days(3) - 30min, {.days = 3});
  add_game("young", days(2), {.days = 3});
  add_game("untouched", days(16));
  House house(store, {.lived_until = server_now()});
  const LapseSweep sweep(house.network.get_executor(), house.records,
                         [&](const std::string& id, bool may_end) { house.hub.lapse(id, may_end); },
                         {.step = 1ms, .first = 1h});
  house.wait_until([&] { return status("late") == "finished"; }, "the flag");
  EXPECT_EQ(store.load("late")->game.ending.reason, "timeout");
  house.wait_until([&] { return house.hub.rooms().loaded("soon") != nullptr; }, "the game with half an hour");
  EXPECT_FALSE(house.hub.rooms().loaded("young"));
  EXPECT_EQ(status("untouched"), "playing") << "its players have time to come back";
}

TEST_F(LapseTest, the_sweep_ends_what_nobody_has_played_on) {
  for (const char* id : {"a", "b", "c"}) add_game(id, days(16));
  add_game("young", days(13));
  House house(store);
  const LapseSweep sweep(house.network.get_executor(), house.records,
                         [&](const std::string& id, bool may_end) { house.hub.lapse(id, may_end); },
                         {.page = 2, .step = 1ms, .rest = 1ms, .first = 1ms});
  for (const char* id : {"a", "b", "c"})
    house.wait_until([&] { return status(id) == "finished"; }, std::string("the end of ") + id);
  EXPECT_EQ(status("young"), "playing");
  EXPECT_FALSE(house.hub.rooms().loaded("young")) << "it was not even looked at";
}

TEST_F(LapseTest, the_sweep_goes_by_the_clock_that_it_is_given) {
  add_game("young", days(1));
  House house(store);
  std::vector<std::string> found;
  TimePoint now = server_now() + days(13);
  int looks = 0;
  const LapseSweep sweep(house.network.get_executor(), house.records,
                         [&](const std::string& id, bool) { found.push_back(id); },
                         {.now =
                              [&] {
                                if (++looks == 10) now += days(2);
                                return now;
                              },
                          .step = 1ms,
                          .rest = 1ms,
                          .first = 1ms});
  house.wait_until([&] { return !found.empty(); }, "the game");
  EXPECT_GE(looks, 10);
}

// They stood still from then on, and no game of days ended any more.
TEST_F(LapseTest, sweeps_go_on_after_a_game_that_fails) {
  add_game("broken", days(20));
  add_game("other", days(15));
  House house(store);
  std::vector<std::string> lapsed, ended;
  const auto fail_at_broken = [](std::vector<std::string>& seen, const std::string& id) {
    seen.push_back(id);
    if (id.starts_with("broken")) throw std::runtime_error("defect");
  };
  const auto times = [](const std::vector<std::string>& seen, const std::string& id) {
    return std::ranges::count(seen, id);
  };
  const auto network = house.network.get_executor();
  const LapseSweep lapses(network, house.records,
                          [&](const std::string& id, bool) { fail_at_broken(lapsed, id); },
                          {.step = 1ms, .rest = 1ms, .first = 1ms});
  // Of neither there is a record.
  const QuotaSweep quotas(
      network, house.records,
      [](const std::string&, int) {
        return GameQuota::Page{{"broken ticket", "gone"}, ""};
      },
      [&](const UnfinishedGames::Entry& game) { fail_at_broken(ended, game.id); },
      {.step = 1ms, .rest = 1ms});
  house.wait_until([&] { return times(lapsed, "other") > 1 && times(lapsed, "broken") > 1; }, "both games");
  house.wait_until([&] { return times(ended, "gone") > 1; }, "the other ticket");
}

// They were in no memory since the start.
TEST_F(LapseTest, whoever_comes_back_is_told_of_games_that_are_on_record_alone) {
  House house(store);
  auto lin = house.guest("Lin");
  const std::string token = lin->inbox.front()["token"];
  const std::string id = lin->inbox.front()["user"]["id"];
  for (int i = 0; i < 20; ++i) add_game("g" + std::to_string(i), days(1), {}, id);
  const auto come_back = [&] {
    auto client = house.connect({.address = "8.8.8.8"});
    const Json welcome = house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", token}});
    return std::pair(client, welcome["playing"]);
  };
  auto [again, playing] = come_back();
  ASSERT_EQ(playing.size(), 20u);
  EXPECT_EQ(playing[0]["opponent"], "Wang");
  EXPECT_EQ(playing[0]["yourTurn"], true);
  const Json create = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}};
  EXPECT_EQ(house.ask(*again, create)["code"], "rate_limited") << "they count";
  house.ask(*again, {{"t", "join"}, {"gameId", "g3"}, {"as", "player"}});
  house.ask(*again, {{"t", "action"}, {"gameId", "g3"}, {"do", "resign"}});
  EXPECT_EQ(house.ask(*again, create)["t"], "created") << "until they are over";
}

}  // namespace
}  // namespace server

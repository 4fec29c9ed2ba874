#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "server/hub/hub.h"
#include "tests/server/hub/house.h"
#include "tests/server/room/lone_owner.h"
#include "tests/server/room/table.h"
#include "tests/storage/failing_stores.h"

/// What one address and one user may do.
namespace server {
namespace {

using testing::HasSubstr;

const Json kAgainstBot = {
    {"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}, {"side", "first"}, {"level", 1}};

TEST(BotGamesTest, an_address_has_so_many_at_a_time) {
  storage::MemoryStore store;
  House house(store);
  const auto count_of = [&](const Origin& origin) {
    int games = 0;
    // Each by another user, who has left since: it is the address that counts.
    for (; games < 50; ++games) {
      auto visitor = house.guest("Guest" + std::to_string(games), origin);
      const Json answer = house.ask(*visitor, kAgainstBot);
      if (answer["t"] == "error") {
        EXPECT_EQ(answer["code"], "rate_limited");
        break;
      }
    }
    return games;
  };
  EXPECT_EQ(count_of({.address = "8.8.8.8"}), 3);
  EXPECT_EQ(count_of({.address = "192.168.1.7", .is_private = true}), 30);
  EXPECT_EQ(count_of({.address = "8.8.8.8"}), 0);
}

TEST(GamesOfAUser, count_whichever_way_he_comes_to_them) {
  storage::MemoryStore store;
  House house(store, {.games = {.of_user = 2}});
  auto lin = house.guest("Lin"), wang = house.guest("Wang");
  const Json open = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}};
  const auto join = [&](TestClient& client, const Json& game) {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  };
  const auto act = [&](TestClient& client, const Json& game, const char* what) {
    return house.ask(client, {{"t", "action"}, {"gameId", game}, {"do", what}});
  };
  std::vector<Json> games;
  for (int i = 0; i < 2; ++i) games.push_back(house.ask(*wang, open)["gameId"]);
  EXPECT_EQ(join(*lin, games[0])["t"], "gameFull");
  ASSERT_EQ(join(*wang, games[0])["t"], "gameFull");
  act(*lin, games[0], "resign");
  act(*wang, games[0], "rematch");
  for (int i = 0; i < 2; ++i) games.push_back(house.ask(*lin, open)["gameId"]);
  EXPECT_EQ(join(*lin, games[1])["code"], "rate_limited");
  EXPECT_EQ(act(*lin, games[0], "rematch")["code"], "rate_limited");
  ASSERT_EQ(join(*lin, games[2])["t"], "gameFull") << "his own seat is no new game";
  act(*lin, games[2], "abort");
  EXPECT_EQ(act(*lin, games[0], "rematch")["t"], "ack");
  EXPECT_EQ(join(*lin, games[1])["code"], "rate_limited") << "as long as the next game is being made, too";
}

// Records keep no addresses: whoever comes back brings his.
TEST(BotGamesTest, those_from_before_a_restart_count) {
  storage::MemoryStore store;
  std::string token;
  {
    House before(store);
    auto lin = before.connect({.address = "8.8.8.8"});
    token = before.ask(*lin, {{"t", "hello"}, {"v", 1}, {"name", "Lin"}})["token"];
    for (int i = 0; i < 3; ++i) EXPECT_EQ(before.ask(*lin, kAgainstBot)["t"], "created");
  }
  House after(store);
  bool restored = false;
  after.hub.restore_all([&] { restored = true; });
  after.wait_until([&] { return restored; }, "the games of before");
  auto lin = after.connect({.address = "8.8.8.8"});
  EXPECT_EQ(after.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", token}})["t"], "welcome");
  EXPECT_EQ(after.ask(*lin, kAgainstBot)["code"], "rate_limited");
}

TEST(BotGamesTest, one_that_is_over_makes_room) {
  storage::MemoryStore store;
  House house(store);
  auto lin = house.guest("Lin", {.address = "8.8.8.8"});
  std::string last;
  for (int i = 0; i < 3; ++i) last = house.ask(*lin, kAgainstBot)["gameId"];
  EXPECT_EQ(house.ask(*lin, kAgainstBot)["code"], "rate_limited");
  EXPECT_EQ(house.ask(*lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["t"], "created")
      << "people cost nothing";
  house.ask(*lin, {{"t", "join"}, {"gameId", last}, {"as", "player"}});
  EXPECT_EQ(house.ask(*lin, {{"t", "action"}, {"gameId", last}, {"do", "resign"}})["t"], "ack");
  EXPECT_EQ(house.ask(*lin, kAgainstBot)["t"], "created");
}

// Who plays rematch after rematch cannot have a hundred bots think for him in between.
TEST(BotGamesTest, a_rematch_counts) {
  storage::MemoryStore store;
  House house(store);
  auto lin = house.guest("Lin", {.address = "8.8.8.8"});
  const auto act = [&](const std::string& game, const char* what) {
    return house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", what}});
  };
  std::string last;
  for (int i = 0; i < 3; ++i) last = house.ask(*lin, kAgainstBot)["gameId"];
  house.ask(*lin, {{"t", "join"}, {"gameId", last}, {"as", "player"}});
  act(last, "resign");
  act(last, "rematch");
  const Json event = house.wait_for(
      *lin, [](const Json& told) { return told.value("kind", "") == "rematch"; }, "the rematch");
  EXPECT_EQ(house.ask(*lin, kAgainstBot)["code"], "rate_limited");
  house.ask(*lin, {{"t", "join"}, {"gameId", event["nextId"]}, {"as", "player"}});
  act(event["nextId"], "resign");
  EXPECT_EQ(house.ask(*lin, kAgainstBot)["t"], "created");
}

// A game that is loaded from its record has no place that its rematch could take over.
TEST(BotGamesTest, a_rematch_of_a_game_from_before_a_restart_counts) {
  storage::MemoryStore store;
  const Origin origin{.address = "8.8.8.8"};
  std::string token;
  std::vector<Json> games;
  {
    House before(store);
    auto lin = before.connect(origin);
    token = before.ask(*lin, {{"t", "hello"}, {"v", 1}, {"name", "Lin"}})["token"];
    for (int i = 0; i < 2; ++i) {
      games.push_back(before.ask(*lin, kAgainstBot)["gameId"]);
      before.ask(*lin, {{"t", "join"}, {"gameId", games[i]}, {"as", "player"}});
      before.ask(*lin, {{"t", "action"}, {"gameId", games[i]}, {"do", "resign"}});
    }
  }
  House after(store, {.games = {.with_bots = {1, 1}}});
  auto lin = after.connect(origin);
  after.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", token}});
  const auto rematch = [&](const Json& game) {
    after.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
    return after.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "rematch"}});
  };
  EXPECT_EQ(rematch(games[0])["t"], "ack");
  EXPECT_EQ(rematch(games[1])["code"], "rate_limited");
  EXPECT_EQ(after.ask(*lin, kAgainstBot)["code"], "rate_limited");
}

// Rematch followed rematch while all others were told to wait.
TEST(BotGamesTest, a_rematch_waits_for_time_of_the_bots_as_any_game_does) {
  storage::MemoryStore store;
  Json token, game;
  {
    House before(store);
    auto lin = before.guest("Lin");
    token = lin->inbox.front()["token"];
    game = before.ask(*lin, kAgainstBot)["gameId"];
    before.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
    EXPECT_EQ(before.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "resign"}})["t"], "ack");
  }
  House after(store, {.least_share_of_bots = 2});
  auto lin = after.connect();
  after.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", token}});
  EXPECT_EQ(after.ask(*lin, kAgainstBot)["code"], "busy");
  after.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  EXPECT_EQ(after.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "rematch"}})["code"], "busy");
}

// ---- games of an address --------------------------------------------------------------------------------

const Json kAgainstAnybody = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}};

TEST(GameQuotaTest, only_so_many_games_of_a_user_wait_for_somebody) {
  storage::MemoryStore store;
  House house(store);
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  std::string last;
  for (int i = 0; i < 10; ++i) last = house.ask(*lin, kAgainstAnybody)["gameId"];
  EXPECT_EQ(house.ask(*lin, kAgainstAnybody)["code"], "rate_limited");
  house.ask(*mei, {{"t", "join"}, {"gameId", last}, {"as", "player"}});
  EXPECT_EQ(house.ask(*lin, kAgainstAnybody)["t"], "created") << "one that has begun waits no more";
  EXPECT_THAT(house.metrics.text(), HasSubstr("sanqi_rate_limited_total{limit=\"waiting_games\"} 1"));
}

TEST(GameQuotaTest, games_from_before_a_restart_wait_as_well) {
  storage::MemoryStore store;
  const Origin origin{.address = "8.8.8.8"};
  std::string token;
  std::vector<Json> games;
  {
    House before(store);
    auto lin = before.connect(origin);
    token = before.ask(*lin, {{"t", "hello"}, {"v", 1}, {"name", "Lin"}})["token"];
    for (int i = 0; i < 10; ++i) games.push_back(before.ask(*lin, kAgainstAnybody)["gameId"]);
  }
  House after(store);
  auto lin = after.connect(origin);
  after.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", token}});
  for (const Json& game : games)
    EXPECT_EQ(after.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}})["t"], "gameFull");
  EXPECT_EQ(after.ask(*lin, kAgainstAnybody)["reason"], "waiting_games");
}

TEST(GameQuotaTest, only_so_many_of_an_address_whoever_opens_them) {
  storage::MemoryStore store;
  Hub::Options options;
  options.games.games.of_public = 5;
  House house(store, options);
  const Origin origin{.address = "8.8.8.8"};
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(house.ask(*house.guest("Guest" + std::to_string(i), origin), kAgainstAnybody)["t"], "created");
  EXPECT_EQ(house.ask(*house.guest("Another", origin), kAgainstAnybody)["code"], "rate_limited");
  EXPECT_EQ(house.ask(*house.guest("Elsewhere", {.address = "8.8.4.4"}), kAgainstAnybody)["t"], "created");
}

// Two guests of one address found each other again and again: a thousand games in ten minutes.
TEST(GameQuotaTest, games_that_come_of_seeks_count) {
  storage::MemoryStore store;
  Hub::Options options;
  options.games.games.of_public = 5;
  House house(store, options);
  const Origin origin{.address = "8.8.8.8"};
  const Json seek = {{"t", "seek"}, {"game", "gomoku"}, {"time", nullptr}};
  const auto pair_up = [&](const Origin& one, const Origin& other) {
    auto lin = house.guest("Lin", one), wang = house.guest("Wang", other);
    for (TestClient* client : {lin.get(), wang.get()})
      if (const Json answer = house.ask(*client, seek); answer["t"] == "error") return answer["code"];
    return house.wait_for(*wang, "created")["t"];
  };
  for (int games = 0; games < 4; ++games) EXPECT_EQ(pair_up(origin, origin), "created");
  EXPECT_EQ(pair_up(origin, {.address = "8.8.4.4"}), "created") << "one place is left";
  EXPECT_EQ(pair_up(origin, origin), "rate_limited");
  EXPECT_EQ(house.ask(*house.guest("Zhao", origin), kAgainstAnybody)["code"], "rate_limited");
  EXPECT_EQ(house.hub.rooms().all().size(), 5u);
  EXPECT_EQ(house.ask(*house.guest("Mei", {.address = "8.8.4.4"}), kAgainstAnybody)["t"], "created");
}

TEST(GameQuotaTest, a_seek_that_ends_gives_its_place_back) {
  storage::MemoryStore store;
  Hub::Options options;
  options.games.games.of_public = 1;
  House house(store, options);
  auto lin = house.guest("Lin", {.address = "8.8.8.8"});
  const Json seek = house.ask(*lin, {{"t", "seek"}, {"game", "gomoku"}, {"time", nullptr}});
  EXPECT_EQ(house.ask(*lin, kAgainstAnybody)["code"], "rate_limited");
  house.ask(*lin, {{"t", "unseek"}, {"seekId", seek["seekId"]}});
  EXPECT_EQ(house.ask(*lin, kAgainstAnybody)["t"], "created");
}

// "Three games against bots" were three in ten minutes.
TEST(GameQuotaTest, a_game_that_has_left_the_memory_counts_as_long_as_it_is_on_record) {
  storage::MemoryStore store;
  House house(store);
  auto lin = house.guest("Lin");
  const Room* const room = house.hub.rooms().loaded(house.ask(*lin, kAgainstAnybody)["gameId"]);
  UnfinishedGames games;
  const Origin origin{.address = "8.8.8.8"};
  for (const auto& [on_record, may_open_another] : {std::pair(1, false), {2, true}}) {
    GameQuota quota({.on_record = {on_record, 9}, .games = {1, 9}}, games);
    auto place = quota.admit("lin", origin, protocol::Opponent::human);
    ASSERT_TRUE(place);
    quota.occupy(*room, {std::exchange(*place, QuotaTicket())});
    EXPECT_FALSE(quota.admit("lin", origin, protocol::Opponent::human)) << "it is in memory";
    quota.follow(room->id(), nullptr);
    EXPECT_EQ(quota.admit("lin", origin, protocol::Opponent::human).has_value(), may_open_another);
    quota.follow(room->id(), room);
    EXPECT_FALSE(quota.admit("lin", origin, protocol::Opponent::human)) << "it is in memory again";
  }
}

// As many games of days as an address may have in memory would keep it out of all, for days.
TEST(GameQuotaTest, a_game_of_days_that_stays_for_its_chat_takes_no_place_in_memory) {
  storage::MemoryStore store;
  House house(store);
  Table table = Table::of_two({.days = 2});
  table.chat(kWang, ChatRoom::players, "until tomorrow");
  table.leave(kLin);
  table.leave(kWang);
  table.pass(10min);
  ASSERT_TRUE(table.state->stays_for_chat());
  LoneOwner owner;
  const RoomContext context{.network = house.network.get_executor(),
                            .records = house.records,
                            .bots = house.bots,
                            .metrics = house.metrics,
                            .owner = owner};
  const Room room(context, *std::move(table.state));
  UnfinishedGames games;
  const Origin origin{.address = "8.8.8.8"};
  GameQuota quota({.games = {1, 9}}, games);
  auto place = quota.admit("lin", origin, protocol::Opponent::human);
  ASSERT_TRUE(place);
  quota.occupy(room, {std::exchange(*place, QuotaTicket())});
  EXPECT_FALSE(quota.admit("lin", origin, protocol::Opponent::human)) << "what it has taken, it has";
  quota.follow(room.id(), &room);
  EXPECT_TRUE(quota.admit("lin", origin, protocol::Opponent::human));
}

/// Games of so many bytes: 1,024 for each and 80 for an event.
Hub::Options with_records(int bytes) {
  Hub::Options options;
  options.games.records = {bytes, std::chrono::days(1)};
  return options;
}

// Played games stay for good: two sockets of one address made 1.5 GB of them a day.
TEST(GameQuotaTest, games_of_an_address_write_no_more_than_it_may_have_of_records) {
  storage::MemoryStore store;
  House house(store, with_records(3 * 1024));
  const Origin origin{.address = "8.8.8.8"};
  auto lin = house.guest("Lin", origin);
  int games = 0;
  Json answer;
  for (; games < 20; ++games) {
    answer = house.ask(*lin, kAgainstAnybody);
    if (answer["t"] == "error") break;
    house.ask(*lin, {{"t", "join"}, {"gameId", answer["gameId"]}, {"as", "player"}});
    house.ask(*lin, {{"t", "action"}, {"gameId", answer["gameId"]}, {"do", "abort"}});
  }
  EXPECT_EQ(games, 2) << "their events count, too";
  EXPECT_EQ(answer["code"], "rate_limited");
  EXPECT_GT(answer["retryMs"], 60'000);
  EXPECT_EQ(house.ask(*house.guest("Mei", origin), {{"t", "seek"}, {"game", "gomoku"}})["code"],
            "rate_limited");
  EXPECT_EQ(house.ask(*house.guest("Zhao", {.address = "8.8.4.4"}), kAgainstAnybody)["t"], "created");
  EXPECT_THAT(house.metrics.text(), HasSubstr("sanqi_rate_limited_total{limit=\"records\"} 2"));
}

TEST(GameQuotaTest, a_rematch_is_a_new_game_of_the_address) {
  storage::MemoryStore store;
  House house(store, with_records(2 * 1024));
  auto lin = house.guest("Lin", {.address = "8.8.8.8"}), mei = house.guest("Mei", {.address = "8.8.4.4"});
  const Json game = house.ask(*lin, kAgainstAnybody)["gameId"];
  for (const auto& player : {lin, mei})
    house.ask(*player, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  const Json rematch = {{"t", "action"}, {"gameId", game}, {"do", "rematch"}};
  house.ask(*mei, {{"t", "action"}, {"gameId", game}, {"do", "resign"}});
  EXPECT_EQ(house.ask(*lin, rematch)["code"], "rate_limited");
  EXPECT_EQ(house.ask(*mei, rematch)["t"], "ack") << "another address has written nothing";
}

/// Of Lin and Mei, without a clock.
Json begun_game(House& house, TestClient& lin, TestClient& mei) {
  const Json game = house.ask(lin, kAgainstAnybody)["gameId"];
  for (TestClient* player : {&lin, &mei})
    EXPECT_EQ(house.ask(*player, {{"t", "join"}, {"gameId", game}, {"as", "player"}})["t"], "gameFull");
  return game;
}

/// One that Mei has resigned.
Json finished_game(House& house, TestClient& lin, TestClient& mei) {
  const Json game = begun_game(house, lin, mei);
  EXPECT_EQ(house.ask(mei, {{"t", "action"}, {"gameId", game}, {"do", "resign"}})["t"], "ack");
  return game;
}

TEST(GameQuotaTest, a_rematch_takes_a_place_of_who_agrees_to_it) {
  storage::MemoryStore store;
  House house(store, {.games = {.games = {1, 1}}});
  auto lin = house.guest("Lin", {.address = "8.8.8.8"}), mei = house.guest("Mei", {.address = "8.8.4.4"});
  const Json game = finished_game(house, *lin, *mei);
  const Json rematch = {{"t", "action"}, {"gameId", game}, {"do", "rematch"}};
  EXPECT_EQ(house.ask(*lin, rematch)["t"], "ack");
  EXPECT_EQ(house.ask(*mei, kAgainstAnybody)["t"], "created");
  EXPECT_EQ(house.ask(*mei, rematch)["code"], "rate_limited");
}

TEST(GameQuotaTest, a_rematch_needs_a_room) {
  storage::MemoryStore store;
  House house(store, {.max_rooms = 1});
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  const Json game = finished_game(house, *lin, *mei);
  EXPECT_EQ(house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "rematch"}})["code"], "busy");
}

Json watch(House& house, TestClient& client, const Json& game) {
  return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", "spectator"}});
}

// Empty rooms stay in memory for a minute after the game, and for ten before its end: who looked at enough of
// them, one after the other, kept everybody from playing.
TEST(PlacesTest, rooms_in_which_nothing_happens_give_theirs_to_others) {
  storage::MemoryStore store;
  House house(store, {.max_rooms = 1});
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  const auto leave = [&](const Json& game) {
    for (TestClient* client : {lin.get(), mei.get()}) house.say(*client, {{"t", "leave"}, {"gameId", game}});
    house.wait_until([&] { return !house.hub.rooms().full(); }, "a place");
  };
  const Json game = begun_game(house, *lin, *mei);
  EXPECT_EQ(house.ask(*lin, kAgainstAnybody)["code"], "busy") << "it is looked at";
  leave(game);
  const Json other = begun_game(house, *lin, *mei);
  EXPECT_FALSE(house.hub.rooms().loaded(game));
  EXPECT_EQ(watch(house, *lin, game)["code"], "busy");
  leave(other);
  EXPECT_EQ(watch(house, *lin, game)["t"], "gameFull");
  EXPECT_FALSE(house.hub.rooms().loaded(other));
  EXPECT_EQ(house.hub.rooms().all().size(), 1u);
}

// Whoever asked for many games and closed the connection had them read for nothing.
TEST(PlacesTest, no_game_is_read_for_who_has_left) {
  storage::MemoryStore store;
  std::array<Json, 2> games;
  {
    House before(store);
    auto lin = before.guest("Lin"), mei = before.guest("Mei");
    for (Json& game : games) game = finished_game(before, *lin, *mei);
  }
  House house(store);
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  house.say(*lin, {{"t", "join"}, {"gameId", games[0]}, {"as", "spectator"}});
  house.hub.closed(*lin, false);
  EXPECT_EQ(watch(house, *mei, games[1])["t"], "gameFull") << "asked for later, and read in this order";
  EXPECT_FALSE(house.hub.rooms().loaded(games[0]));
}

TEST(GamesOfAUser, count_for_who_has_offered_a_rematch) {
  storage::MemoryStore store;
  House house(store, {.games = {.of_user = 1}});
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  const Json game = finished_game(house, *lin, *mei);
  const Json rematch = {{"t", "action"}, {"gameId", game}, {"do", "rematch"}};
  EXPECT_EQ(house.ask(*lin, rematch)["t"], "ack");
  const Json other = house.ask(*lin, kAgainstAnybody)["gameId"];
  EXPECT_EQ(house.ask(*mei, rematch)["code"], "not_allowed");
  house.ask(*lin, {{"t", "join"}, {"gameId", other}, {"as", "player"}});
  house.ask(*lin, {{"t", "action"}, {"gameId", other}, {"do", "abort"}});
  EXPECT_EQ(house.ask(*mei, rematch)["t"], "ack");
}

TEST(GamesOfAUser, count_for_who_seeks_another) {
  storage::MemoryStore store;
  House house(store, {.games = {.of_user = 1}});
  auto lin = house.guest("Lin"), mei = house.guest("Mei"), tom = house.guest("Tom");
  const Json seek = {{"t", "seek"}, {"game", "gomoku"}, {"time", nullptr}};
  const Json game = house.ask(*tom, kAgainstAnybody)["gameId"];
  const Json sought = house.ask(*lin, seek);
  ASSERT_EQ(sought["t"], "ack");
  ASSERT_EQ(house.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}})["t"], "gameFull");
  EXPECT_EQ(house.ask(*mei, seek)["t"], "ack");
  EXPECT_EQ(house.hub.rooms().all().size(), 1u);
  EXPECT_EQ(house.ask(*lin, {{"t", "unseek"}, {"seekId", sought["seekId"]}})["code"], "not_found");
}

TEST(GameQuotaTest, addresses_of_a_local_network_may_write_ten_times_as_much) {
  storage::MemoryStore store;
  House house(store, with_records(1024));
  const auto count_of = [&](const Origin& origin) {
    auto lin = house.guest("Lin", origin);
    int games = 0;
    while (games < 20 && house.ask(*lin, kAgainstAnybody)["t"] == "created") ++games;
    return games;
  };
  EXPECT_EQ(count_of({.address = "8.8.8.8"}), 1);
  EXPECT_EQ(count_of({.address = "192.168.1.7", .is_private = true}), 10);
}

TEST(ReportsTest, an_address_reports_only_so_many_lines) {
  storage::MemoryStore store;
  Hub::Options options;
  options.reports.of_address = {2, std::chrono::hours(1)};
  House house(store, options);
  auto lin = house.guest("Lin", {.address = "8.8.4.4"}), mei = house.guest("Mei", {.address = "8.8.8.8"});
  const Json game = house.ask(*lin, kAgainstAnybody)["gameId"];
  for (const auto& player : {lin, mei})
    house.ask(*player, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  const auto report = [&](const Json& line) {
    return house.ask(*mei, {{"t", "report"}, {"gameId", game}, {"from", "Lin"}, {"at", line["at"]}});
  };
  std::vector<Json> lines;
  for (const char* text : {"one", "two", "three"}) {
    house.say(*lin, {{"t", "chat"}, {"gameId", game}, {"room", "all"}, {"text", text}});
    lines.push_back(house.wait_for(
        *mei, [&](const Json& told) { return told.value("text", "") == text; }, "the line"));
  }
  EXPECT_EQ(report(lines[0])["t"], "ack");
  EXPECT_EQ(report(lines[1])["t"], "ack");
  EXPECT_EQ(report(lines[2])["code"], "rate_limited");
}

TEST(GameQuotaTest, only_so_many_wait_of_an_address) {
  storage::MemoryStore store;
  House house(store);
  int games = 0;
  for (; games < 50; ++games) {
    auto visitor = house.guest("Guest" + std::to_string(games), {.address = "8.8.8.8"});
    if (house.ask(*visitor, kAgainstAnybody)["t"] == "error") break;
  }
  EXPECT_EQ(games, 20);
}

TEST(GameQuotaTest, bots_play_only_so_many_among_themselves) {
  storage::MemoryStore store;
  Hub::Options options;
  options.games.exhibitions = 2;
  House house(store, options);
  auto lin = house.guest("Lin");
  const Json exhibition = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "aivsai"}, {"level", 1}};
  for (int i = 0; i < 2; ++i) EXPECT_EQ(house.ask(*lin, exhibition)["t"], "created");
  EXPECT_EQ(house.ask(*lin, exhibition)["code"], "busy");
  EXPECT_EQ(house.ask(*lin, kAgainstBot)["t"], "created") << "people come first";
}

TEST(GameQuotaTest, only_so_many_seeks_of_an_address) {
  storage::MemoryStore store;
  House house(store);
  const Origin origin{.address = "8.8.8.8"};
  std::vector<std::shared_ptr<TestClient>> seekers;
  int seeks = 0;
  for (bool refused = false; !refused && seeks < 100;) {
    seekers.push_back(house.guest("Guest" + std::to_string(seeks), origin));
    const Json seek = {{"t", "seek"}, {"game", "gomoku"}, {"time", {{"initial", 60'000 + 1'000 * seeks}}}};
    refused = house.ask(*seekers.back(), seek)["code"] == "rate_limited";
    if (!refused) ++seeks;
  }
  EXPECT_EQ(seeks, 30);
  house.hub.closed(*seekers.front(), true);
  EXPECT_EQ(house.ask(*seekers.back(), {{"t", "seek"}, {"game", "gomoku"}})["t"], "ack");
}

}  // namespace
}  // namespace server

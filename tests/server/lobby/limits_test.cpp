#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "server/lobby/lobby.h"
#include "tests/server/lobby/house.h"
#include "tests/storage/failing_stores.h"

/// What one address may do, and what the host of a local network is offered.
namespace server {
namespace {

using testing::HasSubstr;

const Json kAgainstBot = {
    {"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}, {"side", "first"}, {"level", 1}};

Json join_by_code(House& house, Client& client, const std::string& code) {
  return house.ask(client, {{"t", "join"}, {"code", code}, {"as", "player"}});
}

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
  const auto join = [&](Client& client, const Json& game) {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  };
  const auto act = [&](Client& client, const Json& game, const char* what) {
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
  after.lobby.restore_all([&] { restored = true; });
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

TEST(GameQuotaTest, only_so_many_of_an_address_whoever_opens_them) {
  storage::MemoryStore store;
  Lobby::Options options;
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
  Lobby::Options options;
  options.games.games.of_public = 5;
  House house(store, options);
  const Origin origin{.address = "8.8.8.8"};
  const Json seek = {{"t", "seek"}, {"game", "gomoku"}, {"time", nullptr}};
  const auto pair_up = [&](const Origin& one, const Origin& other) {
    auto lin = house.guest("Lin", one), wang = house.guest("Wang", other);
    for (Client* client : {lin.get(), wang.get()})
      if (const Json answer = house.ask(*client, seek); answer["t"] == "error") return answer["code"];
    return house.wait_for(*wang, "created")["t"];
  };
  for (int games = 0; games < 4; ++games) EXPECT_EQ(pair_up(origin, origin), "created");
  EXPECT_EQ(pair_up(origin, {.address = "8.8.4.4"}), "created") << "one place is left";
  EXPECT_EQ(pair_up(origin, origin), "rate_limited");
  EXPECT_EQ(house.ask(*house.guest("Zhao", origin), kAgainstAnybody)["code"], "rate_limited");
  EXPECT_EQ(house.lobby.rooms().all().size(), 5u);
  EXPECT_EQ(house.ask(*house.guest("Mei", {.address = "8.8.4.4"}), kAgainstAnybody)["t"], "created");
}

TEST(GameQuotaTest, a_seek_that_ends_gives_its_place_back) {
  storage::MemoryStore store;
  Lobby::Options options;
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
  const Room* const room = house.lobby.rooms().loaded(house.ask(*lin, kAgainstAnybody)["gameId"]);
  UnfinishedGames games;
  const Origin origin{.address = "8.8.8.8"};
  for (const auto& [on_record, may_open_another] : {std::pair(1, false), {2, true}}) {
    GameQuota quota({.on_record = {on_record, 9}, .games = {1, 9}}, games);
    auto place = quota.admit("lin", origin, protocol::Opponent::human);
    ASSERT_TRUE(place);
    quota.occupy(*room, {std::exchange(*place, QuotaPlace())});
    EXPECT_FALSE(quota.admit("lin", origin, protocol::Opponent::human)) << "it is in memory";
    quota.follow(room->id(), nullptr);
    EXPECT_EQ(quota.admit("lin", origin, protocol::Opponent::human).has_value(), may_open_another);
    quota.follow(room->id(), room);
    EXPECT_FALSE(quota.admit("lin", origin, protocol::Opponent::human)) << "it is in memory again";
  }
}

/// Games of so many bytes: 1,024 for each and 80 for an event.
Lobby::Options with_records(int bytes) {
  Lobby::Options options;
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
Json begun_game(House& house, Client& lin, Client& mei) {
  const Json game = house.ask(lin, kAgainstAnybody)["gameId"];
  for (Client* player : {&lin, &mei})
    EXPECT_EQ(house.ask(*player, {{"t", "join"}, {"gameId", game}, {"as", "player"}})["t"], "gameFull");
  return game;
}

/// One that Mei has resigned.
Json finished_game(House& house, Client& lin, Client& mei) {
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

Json watch(House& house, Client& client, const Json& game) {
  return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", "spectator"}});
}

// Empty rooms stay in memory for a minute after the game, and for ten before its end: who looked at enough of
// them, one after the other, kept everybody from playing.
TEST(PlacesTest, rooms_in_which_nothing_happens_give_theirs_to_others) {
  storage::MemoryStore store;
  House house(store, {.max_rooms = 1});
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  const auto leave = [&](const Json& game) {
    for (Client* client : {lin.get(), mei.get()}) house.say(*client, {{"t", "leave"}, {"gameId", game}});
    house.wait_until([&] { return !house.lobby.rooms().full(); }, "a place");
  };
  const Json game = begun_game(house, *lin, *mei);
  EXPECT_EQ(house.ask(*lin, kAgainstAnybody)["code"], "busy") << "it is looked at";
  leave(game);
  const Json other = begun_game(house, *lin, *mei);
  EXPECT_FALSE(house.lobby.rooms().loaded(game));
  EXPECT_EQ(watch(house, *lin, game)["code"], "busy");
  leave(other);
  EXPECT_EQ(watch(house, *lin, game)["t"], "gameFull");
  EXPECT_FALSE(house.lobby.rooms().loaded(other));
  EXPECT_EQ(house.lobby.rooms().all().size(), 1u);
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
  house.lobby.closed(*lin, false);
  EXPECT_EQ(watch(house, *mei, games[1])["t"], "gameFull") << "asked for later, and read in this order";
  EXPECT_FALSE(house.lobby.rooms().loaded(games[0]));
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
  EXPECT_EQ(house.lobby.rooms().all().size(), 1u);
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
  Lobby::Options options;
  options.reports = {2, std::chrono::hours(1)};
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
  Lobby::Options options;
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
  std::vector<std::shared_ptr<Client>> seekers;
  int seeks = 0;
  for (bool refused = false; !refused && seeks < 100;) {
    seekers.push_back(house.guest("Guest" + std::to_string(seeks), origin));
    const Json seek = {{"t", "seek"}, {"game", "gomoku"}, {"time", {{"initial", 60'000 + 1'000 * seeks}}}};
    refused = house.ask(*seekers.back(), seek)["code"] == "rate_limited";
    if (!refused) ++seeks;
  }
  EXPECT_EQ(seeks, 30);
  house.lobby.closed(*seekers.front(), true);
  EXPECT_EQ(house.ask(*seekers.back(), {{"t", "seek"}, {"game", "gomoku"}})["t"], "ack");
}

// ---- an evening on a local network ------------------------------------------------------------------------

Lobby::Options evening_options() {
  Lobby::Options options;
  options.lan = true;
  options.ready_game = "xiangqi";
  return options;
}

class EveningTest : public testing::Test {
 protected:
  /// The first answer, welcome, of somebody who comes from there.
  Json welcome_of(const std::string& name, const Origin& origin) {
    return house.guest(name, origin)->inbox.front();
  }

  storage::MemoryStore store;
  House house{store, evening_options()};
};

TEST_F(EveningTest, the_first_two_who_know_the_code_play) {
  const std::string code = house.lobby.ready_code();
  EXPECT_EQ(code.size(), 5u);
  EXPECT_TRUE(house.lobby.rooms().all().empty()) << "nothing is written down before somebody comes";
  auto mei = house.guest("Mei");
  auto tom = house.guest("Tom");
  auto eve = house.guest("Eve");
  const Json first = join_by_code(house, *mei, code);
  EXPECT_EQ(first["you"], "first");
  EXPECT_EQ(first["game"], "xiangqi");
  EXPECT_EQ(first["time"], nullptr);
  EXPECT_EQ(first["state"]["waiting"], true);
  EXPECT_EQ(join_by_code(house, *tom, code)["you"], "second");
  EXPECT_EQ(join_by_code(house, *eve, code)["code"], "full");
  EXPECT_EQ(house.ask(*eve, {{"t", "join"}, {"code", code}, {"as", "spectator"}})["t"], "gameFull");
}

TEST_F(EveningTest, a_room_that_is_opened_by_the_code_counts) {
  Lobby::Options few = evening_options();
  few.games.games.of_private = 1;
  House other(store, few);
  const Origin here{.address = "192.168.1.7", .is_private = true};
  auto mei = other.guest("Mei", here);
  EXPECT_EQ(join_by_code(other, *mei, other.lobby.ready_code())["t"], "gameFull");
  EXPECT_EQ(other.ask(*mei, kAgainstAnybody)["code"], "rate_limited");
}

// "No game has this code" was said of the code on the screen.
TEST(EveningOnAFullDisk, says_that_the_room_cannot_be_opened_now) {
  storage::FullStore store;
  House house(store, evening_options());
  auto mei = house.guest("Mei");
  store.is_full = true;
  EXPECT_EQ(join_by_code(house, *mei, house.lobby.ready_code())["code"], "busy");
  store.is_full = false;
  EXPECT_EQ(join_by_code(house, *mei, house.lobby.ready_code())["you"], "first");
}

// The seat was on record with the second one.
TEST_F(EveningTest, who_sat_down_first_sits_there_after_a_restart) {
  auto mei = house.guest("Mei");
  const Json token = house.wait_for(*mei, "welcome")["token"];
  const std::string game = join_by_code(house, *mei, house.lobby.ready_code())["gameId"];
  House again(store, evening_options());
  auto tom = again.guest("Tom"), back = again.connect();
  const Json join = {{"t", "join"}, {"gameId", game}, {"as", "player"}};
  EXPECT_EQ(again.ask(*tom, join)["you"], "second");
  again.ask(*back, {{"t", "hello"}, {"v", 1}, {"token", token}});
  EXPECT_EQ(again.ask(*back, join)["you"], "first");
}

TEST(EveningOnAFullDisk, who_cannot_be_seated_hears_so) {
  storage::FullStore store;
  House house(store, evening_options());
  auto mei = house.guest("Mei"), tom = house.guest("Tom");
  const Json spectator = {{"t", "join"}, {"code", house.lobby.ready_code()}, {"as", "spectator"}};
  EXPECT_EQ(house.ask(*tom, spectator)["t"], "gameFull");
  store.is_full = true;
  EXPECT_EQ(join_by_code(house, *mei, house.lobby.ready_code())["code"], "busy");
  store.is_full = false;
  EXPECT_EQ(join_by_code(house, *tom, house.lobby.ready_code())["you"], "first") << "the seat is free";
  EXPECT_EQ(join_by_code(house, *mei, house.lobby.ready_code())["you"], "second");
}

// Who had sat down first was told so, and watched without a word when the second seat could not be written
// down.
TEST(EveningOnAFullDisk, who_sat_down_first_keeps_the_seat) {
  storage::FullStore store;
  House house(store, evening_options());
  auto mei = house.guest("Mei"), tom = house.guest("Tom");
  EXPECT_EQ(join_by_code(house, *mei, house.lobby.ready_code())["you"], "first");
  store.is_full = true;
  EXPECT_EQ(join_by_code(house, *tom, house.lobby.ready_code())["code"], "busy");
  store.is_full = false;
  EXPECT_EQ(join_by_code(house, *tom, house.lobby.ready_code())["you"], "second");
  EXPECT_EQ(join_by_code(house, *mei, house.lobby.ready_code())["you"], "first");
}

TEST_F(EveningTest, two_who_come_at_once_meet) {
  auto mei = house.guest("Mei");
  auto tom = house.guest("Tom");
  const Json join = {{"t", "join"}, {"code", house.lobby.ready_code()}, {"as", "player"}};
  house.say(*mei, join);
  house.say(*tom, join);
  EXPECT_EQ(house.wait_for(*tom, "gameFull")["gameId"], house.wait_for(*mei, "gameFull")["gameId"]);
}

TEST_F(EveningTest, the_code_is_good_for_the_next_game_too) {
  auto mei = house.guest("Mei");
  auto tom = house.guest("Tom");
  const std::string code = house.lobby.ready_code();
  const std::string game = join_by_code(house, *mei, code)["gameId"];
  join_by_code(house, *tom, code);
  house.ask(*mei, {{"t", "action"}, {"gameId", game}, {"do", "abort"}});
  auto eve = house.guest("Eve");
  const Json next = join_by_code(house, *eve, code);
  EXPECT_EQ(next["t"], "gameFull");
  EXPECT_NE(next["gameId"], game);
}

TEST_F(EveningTest, the_first_who_comes_from_this_machine_is_the_host) {
  const Origin here{.is_private = true, .is_this_machine = true};
  EXPECT_FALSE(welcome_of("Tom", {.address = "192.168.1.7", .is_private = true}).contains("host"));
  auto mei = house.guest("Mei", here);
  EXPECT_EQ(mei->inbox.front()["host"], true);
  EXPECT_EQ(mei->inbox.front()["readyCode"], house.lobby.ready_code());
  EXPECT_FALSE(welcome_of("Tom", {.is_private = true}).contains("readyCode")) << "who knows it may sit down";
  EXPECT_FALSE(welcome_of("Eve", here).contains("host")) << "there is one already";
  auto again = house.connect(here);
  EXPECT_EQ(house.ask(*again, {{"t", "hello"}, {"v", 1}, {"token", mei->inbox.front()["token"]}})["host"],
            true);
}

TEST_F(EveningTest, when_the_host_has_gone_the_next_one_here_takes_over) {
  const Origin here{.is_private = true, .is_this_machine = true};
  auto mei = house.guest("Mei", here);
  house.lobby.closed(*mei, true);
  EXPECT_EQ(welcome_of("Eve", here)["host"], true);
}

// ---- the host of a room ---------------------------------------------------------------------------------

class HostTest : public EveningTest {
 protected:
  Json host(Client& client, const std::string& what, const std::string& name = {}) {
    Json message = {{"t", "host"}, {"gameId", game}, {"do", what}};
    if (!name.empty()) message["name"] = name;
    return house.ask(client, message);
  }
  Json join(Client& client, const char* as) {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", as}});
  }

  std::shared_ptr<Client> lin = house.guest("Lin"), wang = house.guest("Wang"), zhao = house.guest("Zhao");
  std::string game = house.ask(*lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["gameId"];
};

TEST_F(HostTest, is_who_opened_the_room) {
  join(*lin, "player");
  join(*wang, "player");
  join(*zhao, "spectator");
  EXPECT_EQ(host(*wang, "kick", "Lin")["code"], "forbidden");
  EXPECT_EQ(host(*zhao, "close")["code"], "forbidden");
  EXPECT_EQ(host(*lin, "kick", "Nobody")["code"], "not_found");
  EXPECT_EQ(host(*lin, "kick", "Zhao")["t"], "ack");
  EXPECT_EQ(zhao->close_code, 4003);
  EXPECT_EQ(house.wait_for(*zhao, "bye")["code"], 4003);
  EXPECT_EQ(host(*lin, "close")["t"], "ack");
  const Json end = house.wait_for(
      *wang, [](const Json& told) { return told.value("kind", "") == "end"; }, "the end");
  EXPECT_EQ(end["state"]["reason"], "closed");
}

TEST_F(HostTest, of_a_game_of_two_bots_is_who_opened_it) {
  game =
      house.ask(*lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "aivsai"}, {"level", 1}})["gameId"];
  join(*lin, "spectator");
  join(*wang, "spectator");
  EXPECT_EQ(host(*wang, "pause")["code"], "forbidden");
  EXPECT_EQ(host(*lin, "kick", "Wang")["t"], "ack");
  EXPECT_EQ(host(*lin, "close")["t"], "ack");
}

TEST_F(HostTest, one_must_be_in_the_room) {
  EXPECT_EQ(host(*lin, "close")["code"], "forbidden");
}

TEST_F(HostTest, who_was_put_out_is_host_no_more) {
  auto mei = house.guest("Mei", {.is_private = true, .is_this_machine = true});
  const Json token = lin->inbox.front()["token"];
  join(*lin, "player");
  join(*mei, "spectator");
  join(*zhao, "spectator");
  EXPECT_EQ(host(*mei, "kick", "Lin")["t"], "ack");
  lin = house.connect();
  house.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", token}});
  EXPECT_EQ(join(*lin, "player")["code"], "forbidden");
  EXPECT_EQ(host(*lin, "kick", "Zhao")["code"], "forbidden");
  EXPECT_EQ(zhao->close_code, 0);
}

// A connection has 32 places.
TEST_F(HostTest, a_join_that_was_refused_takes_no_place) {
  const std::string own = game;
  join(*lin, "player");
  join(*wang, "player");
  for (int pair = 0; pair < 4; ++pair) {
    auto host = house.guest("Host" + std::to_string(pair)),
         guest = house.guest("Player" + std::to_string(pair));
    for (int i = 0; i < 9; ++i) {
      game = house.ask(*host, kAgainstAnybody)["gameId"];
      join(*guest, "player");
      join(*host, "player");
      EXPECT_EQ(join(*zhao, "player")["code"], "full");
    }
  }
  game = own;
  EXPECT_EQ(join(*zhao, "player")["code"], "full");
  EXPECT_EQ(house.ask(*zhao, {{"t", "chat"}, {"gameId", game}, {"room", "all"}, {"text", "hey"}})["code"],
            "forbidden")
      << "not in the room";
  join(*zhao, "spectator");
  EXPECT_EQ(join(*zhao, "player")["code"], "full");
  EXPECT_EQ(house.ask(*zhao, {{"t", "chat"}, {"gameId", game}, {"room", "all"}, {"text", "hey"}})["t"], "ack")
      << "a spectator stays one";
}

TEST_F(HostTest, a_connection_is_in_so_many_rooms_however_fast_it_asks) {
  std::vector<std::string> games{game};
  for (int host = 0; host < 4; ++host) {
    auto somebody = house.guest("Host" + std::to_string(host));
    for (int i = 0; i < 10; ++i) games.push_back(house.ask(*somebody, kAgainstAnybody)["gameId"]);
  }
  for (const std::string& each : games)
    house.say(*zhao, {{"t", "join"}, {"gameId", each}, {"as", "spectator"}});
  const auto told = [&](const char* type) {
    return std::ranges::count(zhao->inbox, Json(type), [](const Json& each) { return each["t"]; });
  };
  house.wait_until([&] { return told("gameFull") + told("error") >= 41; }, "the answers");
  EXPECT_EQ(told("gameFull"), 32);
  EXPECT_EQ(join(*zhao, "spectator")["t"], "gameFull") << "one that it is in already";
}

TEST_F(HostTest, the_host_of_the_evening_keeps_order_in_every_room) {
  auto mei = house.guest("Mei", {.is_private = true, .is_this_machine = true});
  join(*lin, "player");
  join(*wang, "player");
  EXPECT_EQ(join(*mei, "spectator")["host"], true);
  EXPECT_EQ(host(*mei, "pause")["t"], "ack");
  EXPECT_EQ(host(*mei, "mute", "Lin")["t"], "ack");
  EXPECT_EQ(host(*mei, "resume")["t"], "ack");
  EXPECT_EQ(host(*mei, "kick", "Lin")["t"], "ack");
  EXPECT_EQ(lin->close_code, 4003);
}

TEST_F(HostTest, the_host_of_the_evening_is_kept_out_of_no_room) {
  auto mei = house.guest("Mei", {.is_private = true, .is_this_machine = true});
  const Json token = mei->inbox.front()["token"];
  join(*lin, "player");
  join(*mei, "spectator");
  EXPECT_EQ(host(*lin, "kick", "Mei")["t"], "ack");
  EXPECT_EQ(mei->close_code, 4003);
  mei = house.connect({.is_private = true, .is_this_machine = true});
  house.ask(*mei, {{"t", "hello"}, {"v", 1}, {"token", token}});
  EXPECT_EQ(join(*mei, "spectator")["t"], "gameFull");
  EXPECT_EQ(host(*mei, "close")["t"], "ack");
}

TEST_F(HostTest, hears_of_lines_that_are_reported) {
  auto mei = house.guest("Mei", {.is_private = true, .is_this_machine = true});
  auto eve = house.guest("Eve");
  for (Client* client : {lin.get(), wang.get()}) join(*client, "player");
  for (Client* client : {mei.get(), zhao.get()}) join(*client, "spectator");
  house.ask(*wang, {{"t", "chat"}, {"gameId", game}, {"room", "all"}, {"text", "rude"}});
  Json line = house.wait_for(*zhao, "chat");
  const Json report = {{"t", "report"}, {"gameId", game}, {"from", line["from"]}, {"at", line["at"]}};
  EXPECT_EQ(house.ask(*eve, report)["code"], "forbidden") << "she is not in the room";
  for (int time = 0; time < 2; ++time) EXPECT_EQ(house.ask(*zhao, report)["t"], "ack");

  line["t"] = "reported";
  for (Client* keeper : {lin.get(), mei.get()}) {
    EXPECT_EQ(house.wait_for(*keeper, "reported"), line);
    EXPECT_EQ(std::ranges::count(keeper->inbox, line), 1);
  }
  for (Client* other : {wang.get(), zhao.get()}) EXPECT_EQ(std::ranges::count(other->inbox, line), 0);
  EXPECT_THAT(house.metrics.text(), HasSubstr("sanqi_chat_reports_total 1\n"));
  const auto reports = store.reports(10);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].accused_name, "Wang");
  EXPECT_EQ(reports[0].reporter_name, "Zhao");
}

TEST_F(HostTest, of_two_who_were_paired_neither_is) {
  for (Client* client : {lin.get(), wang.get()}) {
    house.ask(*client, {{"t", "seek"}, {"game", "xiangqi"}, {"time", nullptr}});
  }
  game = house.wait_for(
      *wang, [&](const Json& told) { return told["t"] == "created"; }, "their game")["gameId"];
  for (Client* client : {lin.get(), wang.get()}) {
    join(*client, "player");
    EXPECT_EQ(host(*client, "close")["code"], "forbidden");
  }
}

TEST(ServerTest, without_a_local_network_nobody_is_host) {
  storage::MemoryStore store;
  House house(store);
  EXPECT_EQ(house.lobby.ready_code(), "");
  auto mei = house.guest("Mei", {.is_private = true, .is_this_machine = true});
  EXPECT_FALSE(mei->inbox.front().contains("host"));
}

}  // namespace
}  // namespace server

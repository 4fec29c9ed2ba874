#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "server/hub/hub.h"
#include "tests/server/hub/house.h"
#include "tests/storage/failing_stores.h"

/// What the host of a room may do, and what a local network is offered.
namespace server {
namespace {

using testing::HasSubstr;

const Json kOpenGame = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}};

Json join_by_code(House& house, TestClient& client, const std::string& code) {
  return house.ask(client, {{"t", "join"}, {"code", code}, {"as", "player"}});
}

// ---- an evening on a local network ------------------------------------------------------------------------

Hub::Options evening_options() {
  Hub::Options options;
  options.lan = true;
  options.ready_game = "xiangqi";
  return options;
}

class EveningTest : public testing::Test {
 protected:
  /// The `welcome` of a guest with this origin.
  Json welcome_of(const std::string& name, const Origin& origin) {
    return house.guest(name, origin)->inbox.front();
  }

  storage::MemoryStore store;
  House house{store, evening_options()};
};

TEST_F(EveningTest, the_first_two_who_know_the_code_play) {
  const std::string code = house.hub.ready_code();
  EXPECT_EQ(code.size(), 5u);
  EXPECT_TRUE(house.hub.rooms().all().empty()) << "nothing is written down before somebody comes";
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
  Hub::Options few = evening_options();
  few.games.games.of_private = 1;
  House other(store, few);
  const Origin here{.address = "192.168.1.7", .is_private = true};
  auto mei = other.guest("Mei", here);
  EXPECT_EQ(join_by_code(other, *mei, other.hub.ready_code())["t"], "gameFull");
  EXPECT_EQ(other.ask(*mei, kOpenGame)["code"], "rate_limited");
}

// "No game has this code" was said of the code on the screen.
TEST(EveningOnAFullDisk, says_that_the_room_cannot_be_opened_now) {
  storage::FullStore store;
  House house(store, evening_options());
  auto mei = house.guest("Mei");
  store.is_full = true;
  EXPECT_EQ(join_by_code(house, *mei, house.hub.ready_code())["code"], "busy");
  store.is_full = false;
  EXPECT_EQ(join_by_code(house, *mei, house.hub.ready_code())["you"], "first");
}

// The seat was on record with the second one.
TEST_F(EveningTest, who_sat_down_first_sits_there_after_a_restart) {
  auto mei = house.guest("Mei");
  const Json token = house.wait_for(*mei, "welcome")["token"];
  const std::string game = join_by_code(house, *mei, house.hub.ready_code())["gameId"];
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
  const Json spectator = {{"t", "join"}, {"code", house.hub.ready_code()}, {"as", "spectator"}};
  EXPECT_EQ(house.ask(*tom, spectator)["t"], "gameFull");
  store.is_full = true;
  EXPECT_EQ(join_by_code(house, *mei, house.hub.ready_code())["code"], "busy");
  store.is_full = false;
  EXPECT_EQ(join_by_code(house, *tom, house.hub.ready_code())["you"], "first") << "the seat is free";
  EXPECT_EQ(join_by_code(house, *mei, house.hub.ready_code())["you"], "second");
}

// Who had sat down first was told so, and watched without a word when the second seat could not be written
// down.
TEST(EveningOnAFullDisk, who_sat_down_first_keeps_the_seat) {
  storage::FullStore store;
  House house(store, evening_options());
  auto mei = house.guest("Mei"), tom = house.guest("Tom");
  EXPECT_EQ(join_by_code(house, *mei, house.hub.ready_code())["you"], "first");
  store.is_full = true;
  EXPECT_EQ(join_by_code(house, *tom, house.hub.ready_code())["code"], "busy");
  store.is_full = false;
  EXPECT_EQ(join_by_code(house, *tom, house.hub.ready_code())["you"], "second");
  EXPECT_EQ(join_by_code(house, *mei, house.hub.ready_code())["you"], "first");
}

TEST_F(EveningTest, two_who_come_at_once_meet) {
  auto mei = house.guest("Mei");
  auto tom = house.guest("Tom");
  const Json join = {{"t", "join"}, {"code", house.hub.ready_code()}, {"as", "player"}};
  house.say(*mei, join);
  house.say(*tom, join);
  EXPECT_EQ(house.wait_for(*tom, "gameFull")["gameId"], house.wait_for(*mei, "gameFull")["gameId"]);
}

TEST_F(EveningTest, the_code_is_good_for_the_next_game_too) {
  auto mei = house.guest("Mei");
  auto tom = house.guest("Tom");
  const std::string code = house.hub.ready_code();
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
  EXPECT_EQ(mei->inbox.front()["readyCode"], house.hub.ready_code());
  EXPECT_FALSE(welcome_of("Tom", {.is_private = true}).contains("readyCode")) << "who knows it may sit down";
  EXPECT_FALSE(welcome_of("Eve", here).contains("host")) << "there is one already";
  auto again = house.connect(here);
  EXPECT_EQ(house.ask(*again, {{"t", "hello"}, {"v", 1}, {"token", mei->inbox.front()["token"]}})["host"],
            true);
}

TEST_F(EveningTest, when_the_host_has_gone_the_next_one_here_takes_over) {
  const Origin here{.is_private = true, .is_this_machine = true};
  auto mei = house.guest("Mei", here);
  house.hub.closed(*mei, true);
  EXPECT_EQ(welcome_of("Eve", here)["host"], true);
}

// ---- the host of a room ---------------------------------------------------------------------------------

class HostTest : public EveningTest {
 protected:
  Json host(TestClient& client, const std::string& what, const std::string& name = {}) {
    Json message = {{"t", "host"}, {"gameId", game}, {"do", what}};
    if (!name.empty()) message["name"] = name;
    return house.ask(client, message);
  }
  Json join(TestClient& client, const char* as) {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", as}});
  }

  std::shared_ptr<TestClient> lin = house.guest("Lin"), wang = house.guest("Wang"),
                              zhao = house.guest("Zhao");
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

// The page of a player who was put out went on with a game that was won: its clock ran, and "may claim the
// win".
TEST_F(HostTest, a_player_who_is_put_out_hears_first_how_the_game_has_ended) {
  join(*lin, "player");
  join(*wang, "player");
  EXPECT_EQ(host(*lin, "kick", "Wang")["t"], "ack");
  EXPECT_EQ(wang->close_code, 4003);
  ASSERT_GE(wang->inbox.size(), 2u);
  EXPECT_EQ(wang->inbox.back()["t"], "bye");
  const Json& last = wang->inbox[wang->inbox.size() - 2];
  EXPECT_EQ(last["t"], "gameFull");
  EXPECT_EQ(last["state"]["reason"], "kicked");
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
      game = house.ask(*host, kOpenGame)["gameId"];
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
    for (int i = 0; i < 10; ++i) games.push_back(house.ask(*somebody, kOpenGame)["gameId"]);
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
  for (TestClient* client : {lin.get(), wang.get()}) join(*client, "player");
  for (TestClient* client : {mei.get(), zhao.get()}) join(*client, "spectator");
  house.ask(*wang, {{"t", "chat"}, {"gameId", game}, {"room", "all"}, {"text", "rude"}});
  Json line = house.wait_for(*zhao, "chat");
  const Json report = {{"t", "report"}, {"gameId", game}, {"from", line["from"]}, {"at", line["at"]}};
  EXPECT_EQ(house.ask(*eve, report)["code"], "forbidden") << "she is not in the room";
  for (int time = 0; time < 2; ++time) EXPECT_EQ(house.ask(*zhao, report)["t"], "ack");

  line["t"] = "reported";
  for (TestClient* keeper : {lin.get(), mei.get()}) {
    EXPECT_EQ(house.wait_for(*keeper, "reported"), line);
    EXPECT_EQ(std::ranges::count(keeper->inbox, line), 1);
  }
  for (TestClient* other : {wang.get(), zhao.get()}) EXPECT_EQ(std::ranges::count(other->inbox, line), 0);
  EXPECT_THAT(house.metrics.text(), HasSubstr("sanqi_chat_reports_total 1\n"));
  const auto reports = store.reports(10);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].accused_name, "Wang");
  EXPECT_EQ(reports[0].reporter_name, "Zhao");
}

TEST_F(HostTest, of_two_who_were_paired_neither_is) {
  for (TestClient* client : {lin.get(), wang.get()}) {
    house.ask(*client, {{"t", "seek"}, {"game", "xiangqi"}, {"time", nullptr}});
  }
  game = house.wait_for(
      *wang, [&](const Json& told) { return told["t"] == "created"; }, "their game")["gameId"];
  for (TestClient* client : {lin.get(), wang.get()}) {
    join(*client, "player");
    EXPECT_EQ(host(*client, "close")["code"], "forbidden");
  }
}

TEST(ServerTest, without_a_local_network_nobody_is_host) {
  storage::MemoryStore store;
  House house(store);
  EXPECT_EQ(house.hub.ready_code(), "");
  auto mei = house.guest("Mei", {.is_private = true, .is_this_machine = true});
  EXPECT_FALSE(mei->inbox.front().contains("host"));
}

}  // namespace
}  // namespace server

#include <gtest/gtest.h>

#include <latch>

#include "server/hub/hub.h"
#include "tests/server/hub/house.h"

/// Places of rooms in memory, of games against bots and of games on record: which connection or user has one,
/// and when it loses it.
namespace server {
namespace {

using namespace std::chrono_literals;

class PlacesOfRoomsTest : public testing::Test {
 protected:
  static Json join(House& house, TestClient& client, const Json& game, const char* as) {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", as}});
  }
  static void leave(House& house, TestClient& client, const Json& game) {
    EXPECT_EQ(house.ask(client, {{"t", "leave"}, {"gameId", game}})["t"], "ack");
  }
  static Json create(House& house, TestClient& client) {
    return house.ask(client, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}});
  }
  /// Of two people, without a clock.
  static Json begun(House& house, TestClient& lin, TestClient& mei) {
    const Json game = create(house, lin)["gameId"];
    for (TestClient* player : {&lin, &mei}) EXPECT_EQ(join(house, *player, game, "player")["t"], "gameFull");
    return game;
  }
  static Json act(House& house, TestClient& client, const Json& game, const char* what) {
    return house.ask(client, {{"t", "action"}, {"gameId", game}, {"do", what}});
  }

  storage::MemoryStore store;
};

// Sixteen addresses that looked at old games kept everybody from playing.
TEST_F(PlacesOfRoomsTest, who_only_looks_on_gives_way_to_who_plays) {
  House house(store, {.max_rooms = 1});
  auto lin = house.guest("Lin"), mei = house.guest("Mei"), zhao = house.guest("Zhao");
  const auto leave_both = [&](const Json& game) {
    for (TestClient* player : {lin.get(), mei.get()}) leave(house, *player, game);
    house.wait_until([&] { return !house.hub.rooms().full(); }, "a place");
  };
  const Json old = begun(house, *lin, *mei);
  act(house, *mei, old, "resign");
  ASSERT_EQ(join(house, *zhao, old, "spectator")["t"], "gameFull");
  EXPECT_EQ(create(house, *zhao)["code"], "busy") << "its players are there";
  leave_both(old);
  const Json game = begun(house, *lin, *mei);
  const auto is_end = [&](const Json& told) {
    return told["t"] == "error" && told.contains("gameId") && told["gameId"] == old;
  };
  EXPECT_EQ(house.wait_for(*zhao, is_end, "the end of the room")["code"], "internal");
  EXPECT_EQ(join(house, *zhao, old, "spectator")["code"], "busy");

  leave_both(game);
  ASSERT_EQ(join(house, *zhao, old, "spectator")["t"], "gameFull") << "nobody is in the other";
  EXPECT_EQ(join(house, *house.guest("Qian"), game, "spectator")["code"], "busy")
      << "one who looks on does not give way to another";
  EXPECT_EQ(join(house, *lin, game, "player")["t"], "gameFull");
  EXPECT_FALSE(house.hub.rooms().loaded(old));
}

TEST_F(PlacesOfRoomsTest, connections_of_an_address_are_in_so_many) {
  House house(store, {.rooms_of_address = {2, 9}});
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  std::vector<Json> games;
  for (int i = 0; i < 3; ++i) games.push_back(begun(house, *lin, *mei));
  const Origin origin{.address = "8.8.8.8"};
  auto zhao = house.guest("Zhao", origin), qian = house.guest("Qian", origin);
  const auto look = [&](TestClient& client, std::size_t game) {
    return join(house, client, games[game], "spectator");
  };
  EXPECT_EQ(look(*zhao, 0)["t"], "gameFull");
  EXPECT_EQ(look(*zhao, 0)["t"], "gameFull") << "it is in it";
  EXPECT_EQ(look(*qian, 1)["t"], "gameFull");
  EXPECT_EQ(look(*zhao, 2)["reason"], "address");
  EXPECT_EQ(look(*house.guest("Sun", {.address = "8.8.4.4"}), 2)["t"], "gameFull");
  house.hub.closed(*qian, true);
  EXPECT_EQ(look(*zhao, 2)["t"], "gameFull");
  leave(house, *zhao, games[0]);
  EXPECT_EQ(look(*zhao, 1)["t"], "gameFull");
}

// Fifty lines are 25 KB, which a join brought for the price of a ping.
TEST_F(PlacesOfRoomsTest, who_joins_pays_for_the_chat) {
  House house(store);
  auto lin = house.guest("Lin"), mei = house.guest("Mei"), zhao = house.guest("Zhao");
  const Json game = begun(house, *lin, *mei);
  for (TestClient* player : {lin.get(), mei.get()})
    for (int i = 0; i < 5; ++i)
      house.ask(*player, {{"t", "chat"}, {"gameId", game}, {"room", "all"}, {"text", "你好"}});
  const double before = zhao->paid;
  EXPECT_EQ(join(house, *zhao, game, "spectator")["chat"].size(), 10u);
  EXPECT_NEAR(zhao->paid - before, 0.2, 1e-9);
}

// Ten people with six such games each kept their address out of all games, for days.
TEST_F(PlacesOfRoomsTest, a_game_of_days_gives_its_place_in_memory_back) {
  House house(store, {.max_rooms = 1, .games = {.games = {1, 9}}});
  const Origin home{.address = "8.8.8.8"};
  auto lin = house.guest("Lin", home), mei = house.guest("Mei"), zhao = house.guest("Zhao");
  const auto create_of = [&](TestClient& client, const Json& time) {
    return house.ask(
        client,
        {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}, {"time", time}});
  };
  const Json game = create_of(*lin, {{"days", 2}})["gameId"];
  const auto move = [&](TestClient& client, int ply, const char* to) {
    return house.ask(client, {{"t", "move"}, {"gameId", game}, {"ply", ply}, {"move", to}});
  };
  for (TestClient* player : {lin.get(), mei.get()})
    EXPECT_EQ(join(house, *player, game, "player")["t"], "gameFull");
  EXPECT_EQ(move(*lin, 0, "h8")["t"], "ack");
  EXPECT_EQ(move(*mei, 1, "i9")["t"], "ack");
  const auto leave_both = [&](TestClient& one, const Json& id) {
    leave(house, one, id);
    leave(house, *mei, id);
    house.wait_until([&] { return !house.hub.rooms().full(); }, "a place");
  };
  leave_both(*lin, game);
  // Lin last: not even the share of the address is taken by the game that is not in memory.
  for (TestClient* player : {zhao.get(), lin.get()}) {
    const Json next = create_of(*player, nullptr);
    ASSERT_EQ(next["t"], "created") << next;
    EXPECT_FALSE(house.hub.rooms().loaded(game));
    for (TestClient* each : {player, mei.get()})
      EXPECT_EQ(join(house, *each, next["gameId"], "player")["t"], "gameFull");
    act(house, *player, next["gameId"], "resign");
    leave_both(*player, next["gameId"]);
  }
  const Json back = join(house, *lin, game, "player");
  EXPECT_EQ(back["t"], "gameFull");
  EXPECT_EQ(back["state"]["ply"], 2);
  EXPECT_EQ(store.load(game.get<std::string>())->events.size(), 3u) << "the clock went on by itself";
  EXPECT_EQ(move(*lin, 2, "j10")["t"], "ack");
}

// ---- games of before a restart ---------------------------------------------------------------------------

// With more games than one page the rest stayed out of memory for good, and no flag fell in them.
TEST_F(PlacesOfRoomsTest, a_page_of_games_that_cannot_be_read_is_read_later) {
  constexpr std::size_t kGames = 40;
  {
    House before(store);
    for (std::size_t i = 0; i < kGames; ++i)
      EXPECT_EQ(create(before, *before.guest("Wu" + std::to_string(i)))["t"], "created");
  }
  std::latch first_may_be_read(1), reading_others(1), others_are_served(1);
  House house(store);
  // Also where a wait below gives up: the thread that waits for it is joined.
  struct Opened {
    std::latch& latch;
    ~Opened() {
      if (!latch.try_wait()) latch.count_down();
    }
  };
  const Opened first{first_may_be_read}, others{others_are_served};
  int served = 0;
  const auto read = [&](const std::string& address, auto work) {
    house.records.read(
        {WorkPool::Lane::slow, address}, [work](storage::Reader&) { return work(), true; },
        [&served](const auto&) { ++served; });
  };
  // The server has reads of its own at a start, which are one owner's.
  read("", [] {});
  house.wait_until([&] { return served == 1; }, "the server's own reads");
  read("holds", [&] { first_may_be_read.wait(); });
  house.hub.take_up_orphans();  // The same walk as at a start, where other reads of the server come first.
  // As many as wait: of equals the one who comes last is refused.
  const auto fill = [&](int from, int to) {
    for (int i = from; i < to; ++i) read(std::to_string(i), [&] { others_are_served.wait(); });
  };
  read("next", [&] { reading_others.count_down(), others_are_served.wait(); });
  fill(0, 254);
  first_may_be_read.count_down();
  reading_others.wait();
  fill(254, 260);
  house.wait_until([&] { return house.hub.rooms().all().size() == 32; }, "the first page");
  others_are_served.count_down();
  house.wait_until([&] { return house.hub.rooms().all().size() == kGames; }, "all");
}

// ---- games against bots ----------------------------------------------------------------------------------

class PlacesOfBotsTest : public PlacesOfRoomsTest {
 protected:
  static inline const Hub::Options kOneAtATime{.games = {.with_bots = {1, 1}}};
  static inline const Origin kHome{.address = "8.8.8.8"};

  /// A game that the player leaves when the bot has answered; Zhao goes on looking.
  static Json left(House& house, TestClient& lin, TestClient& zhao) {
    const Json created = house.ask(
        lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}, {"level", 1}, {"side", "first"}});
    EXPECT_EQ(created["t"], "created") << created;
    const Json game = created["gameId"];
    EXPECT_EQ(join(house, lin, game, "player")["t"], "gameFull");
    EXPECT_EQ(join(house, zhao, game, "spectator")["t"], "gameFull");
    house.ask(lin, {{"t", "move"}, {"gameId", game}, {"ply", 0}, {"move", "h8"}});
    const auto answers = [&](const Json& told) {
      return told["t"] == "event" && told["gameId"] == game && told["state"]["ply"] == 2;
    };
    house.wait_for(lin, answers, "the bot's move");
    leave(house, lin, game);
    const auto is_alone = [&](const Json& told) {
      return told["t"] == "crowd" && told["gameId"] == game && told["online"] == Json{false, true};
    };
    house.wait_for(zhao, is_alone, "the news that the player has gone");
    return game;
  }
};

// A player who was not let in left the bot's place taken, for up to ten minutes.
TEST_F(PlacesOfBotsTest, one_that_is_not_let_in_takes_none) {
  House house(store, {.rooms_of_address = {2, 9}, .games = kOneAtATime.games});
  auto lin = house.guest("Lin", kHome), zhao = house.guest("Zhao"), mei = house.guest("Mei");
  const Json game = left(house, *lin, *zhao);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(join(house, *lin, begun(house, *mei, *zhao), "spectator")["t"], "gameFull");
  EXPECT_EQ(join(house, *lin, game, "player")["reason"], "address");
  EXPECT_EQ(house.ask(*lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}, {"level", 1}})["t"],
            "created");
}

// One address had as many bots think as it had games on record.
TEST_F(PlacesOfBotsTest, games_to_which_players_come_back_count) {
  House house(store, kOneAtATime);
  auto lin = house.guest("Lin", kHome), zhao = house.guest("Zhao");
  const Json one = left(house, *lin, *zhao), two = left(house, *lin, *zhao);
  EXPECT_EQ(join(house, *lin, one, "player")["t"], "gameFull");
  EXPECT_EQ(join(house, *lin, one, "player")["t"], "gameFull") << "the same is no second one";
  EXPECT_EQ(join(house, *lin, two, "player")["reason"], "bot_games");
  EXPECT_EQ(join(house, *zhao, two, "spectator")["t"], "gameFull");
  act(house, *lin, one, "resign");
  EXPECT_EQ(join(house, *lin, two, "player")["t"], "gameFull");
}

TEST_F(PlacesOfBotsTest, games_from_before_a_restart_count) {
  std::vector<Json> games;
  Json token;
  {
    House before(store, kOneAtATime);
    auto lin = before.guest("Lin", kHome), zhao = before.guest("Zhao");
    token = lin->inbox.front()["token"];
    for (int i = 0; i < 2; ++i) games.push_back(left(before, *lin, *zhao));
  }
  House house(store, kOneAtATime);
  auto lin = house.connect(kHome);
  ASSERT_EQ(house.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", token}})["playing"].size(), 2u);
  EXPECT_EQ(join(house, *lin, games[0], "player")["t"], "gameFull");
  EXPECT_EQ(join(house, *lin, games[1], "player")["reason"], "bot_games");
}

// ---- games on record -------------------------------------------------------------------------------------

// What was opened here and ended at another server counted until this one was started again.
TEST_F(PlacesOfRoomsTest, a_game_that_ends_at_another_server_gives_its_place_back) {
  House house(store,
              {.max_rooms = 2, .games = {.on_record = {1, 9}}, .quota_sweep = {.step = 1ms, .rest = 1ms}});
  auto lin = house.guest("Lin", {.address = "8.8.8.8"}), mei = house.guest("Mei", {.address = "8.8.4.4"});
  auto zhao = house.guest("Zhao"), qian = house.guest("Qian");
  const Json game = begun(house, *lin, *mei);
  for (TestClient* player : {lin.get(), mei.get()}) leave(house, *player, game);
  const Json other = begun(house, *zhao, *qian);
  house.wait_until([&] { return !house.hub.rooms().full(); }, "a place");
  const Json last = begun(house, *zhao, *qian);
  ASSERT_FALSE(house.hub.rooms().loaded(game));
  for (TestClient* player : {zhao.get(), qian.get()}) leave(house, *player, last);
  house.wait_until([&] { return !house.hub.rooms().full(); }, "a place");
  EXPECT_EQ(create(house, *lin)["code"], "rate_limited") << "it is still played";

  storage::Event end;
  end.game = game;
  end.v = 2;
  end.kind = storage::EventKind::end;
  end.detail = "finished first resign";
  const storage::Write write = storage::Append{end, storage::Ending{"finished", "first", "resign", 1}, {}};
  ASSERT_EQ(store.commit(std::span(&write, 1)).front(), storage::WriteResult::done);
  const auto creates = [&] { return create(house, *lin)["t"] == "created"; };
  EXPECT_NO_THROW(house.wait_until(creates, "the place"));
}

}  // namespace
}  // namespace server

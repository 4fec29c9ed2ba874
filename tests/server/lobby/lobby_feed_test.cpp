#include "server/lobby/lobby_feed.h"

#include <gtest/gtest.h>

#include "server/hub/hub.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "tests/server/cost.h"
#include "tests/server/hub/house.h"
#include "tests/storage/failing_stores.h"

/// What the lobby shows to all, and to each of his own.
namespace server {
namespace {

class LobbyFeedTest : public testing::Test {
 protected:
  std::string create(TestClient& client, Json changes = Json::object()) {
    Json message = {
        {"t", "create"}, {"game", "gomoku"}, {"time", nullptr}, {"side", "first"}, {"opponent", "human"}};
    message.update(changes);
    return house.ask(client, message)["gameId"];
  }
  Json join(TestClient& client, const std::string& game, const char* as = "player") {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", as}});
  }
  Json move(TestClient& client, const std::string& game, int ply, const std::string& text) {
    return house.ask(client, {{"t", "move"}, {"gameId", game}, {"ply", ply}, {"move", text}});
  }
  Json lobby() { return house.ask(*reader, {{"t", "lobby"}, {"on", true}}); }
  /// Lin and Wang in a game with one move.
  std::string live_game(Json changes = Json::object()) {
    const std::string game = create(*lin, std::move(changes));
    join(*lin, game);
    join(*wang, game);
    move(*lin, game, 0, "h8");
    return game;
  }
  Json welcome_back(const std::string& token) {
    return house.ask(*house.connect(), {{"t", "hello"}, {"v", 1}, {"token", token}});
  }

  storage::MemoryStore store;
  House house{store};
  std::shared_ptr<TestClient> lin = house.guest("Lin"), wang = house.guest("Wang"),
                              reader = house.guest("Reader");
};

TEST_F(LobbyFeedTest, features_a_live_game_until_it_is_over) {
  EXPECT_EQ(lobby()["featured"], nullptr);
  create(*lin);
  EXPECT_EQ(lobby()["featured"], nullptr) << "nobody plays";
  const std::string first = live_game();
  EXPECT_EQ(lobby()["featured"], first);
  const std::string second = live_game();
  join(*reader, second, "spectator");
  EXPECT_EQ(lobby()["featured"], first) << "it stays, though the other is watched";
  house.ask(*wang, {{"t", "action"}, {"gameId", first}, {"do", "resign"}});
  EXPECT_EQ(lobby()["featured"], second);
  const auto is_change = [&](const Json& told) { return told.contains("add") && told["featured"] == second; };
  house.wait_for(*reader, is_change, "the change");
}

TEST_F(LobbyFeedTest, features_no_game_for_the_ratings_of_programs) {
  const auto program = [this](const std::string& name) {
    const storage::Millis now = server_now().time_since_epoch().count();
    const storage::Write account = storage::CreateAccount{
        {{"u_" + name, name, false, now, true}, name_keys(name), "password"}, hash_token(name)};
    store.commit({&account, 1});
    auto client = house.connect();
    EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", name}})["user"]["program"], true);
    return client;
  };
  const auto pela = program("pela"), wine = program("wine");
  const std::string first = live_game();
  const std::string of_programs = create(*pela);
  join(*pela, of_programs);
  EXPECT_EQ(join(*wine, of_programs)["players"][0]["rating"], 1500);
  move(*pela, of_programs, 0, "h8");
  const std::string second = live_game();
  join(*reader, second, "spectator");
  house.ask(*wang, {{"t", "action"}, {"gameId", first}, {"do", "resign"}});
  EXPECT_EQ(lobby()["featured"], second);
}

TEST_F(LobbyFeedTest, features_nothing_that_is_private_or_left_or_takes_days) {
  live_game({{"private", true}});
  EXPECT_EQ(lobby()["featured"], nullptr);
  live_game({{"time", {{"days", 3}}}});
  EXPECT_EQ(lobby()["featured"], nullptr);
  const std::string game = live_game();
  EXPECT_EQ(lobby()["featured"], game);
  house.hub.closed(*lin, true);
  EXPECT_EQ(lobby()["featured"], game) << "one of them is still there";
  house.hub.closed(*wang, true);
  EXPECT_EQ(lobby()["featured"], nullptr);
}

// A full lobby is 60 KB: asked for again and again, by one address, it took a tenth of the network thread.
TEST_F(LobbyFeedTest, a_snapshot_is_paid_by_what_it_tells) {
  EXPECT_EQ(lobby()["t"], "lobby");
  EXPECT_EQ(reader->paid, 0) << "there is nothing in it";
  for (int i = 0; i < 5; ++i) create(*lin);
  house.ask(*wang, {{"t", "seek"}, {"game", "gomoku"}, {"time", nullptr}});
  EXPECT_EQ(lobby()["games"].size(), 5u);
  EXPECT_NEAR(reader->paid, 6 * 0.03 + 0.001, 1e-9);
  reader->is_broke = true;
  EXPECT_EQ(lobby()["code"], "rate_limited");
}

TEST_F(LobbyFeedTest, counts_people_not_pages) {
  EXPECT_EQ(lobby()["players"], 3);
  const Json again = welcome_back(lin->inbox.front()["token"]);
  EXPECT_EQ(again["user"]["name"], "Lin");
  EXPECT_EQ(lobby()["players"], 3);
  house.hub.closed(*lin, true);
  EXPECT_EQ(lobby()["players"], 3) << "his other page is open";
  house.hub.closed(*wang, true);
  const auto counts_two = [](const Json& told) { return told.contains("add") && told["players"] == 2; };
  house.wait_for(*reader, counts_two, "that somebody has gone, though no room has changed");
}

TEST_F(LobbyFeedTest, tells_a_hundred_changes_at_a_time_and_forgets_none) {
  lobby();
  constexpr int kGames = 250;
  std::vector<std::shared_ptr<TestClient>> creators;
  std::set<std::string> created, told;
  for (int i = 0; i < kGames; ++i) {
    if (i % 10 == 0) creators.push_back(house.guest("Guest" + std::to_string(i)));
    created.insert(create(*creators.back()));
  }
  std::size_t read = 0;
  house.wait_until(
      [&] {
        for (; read < reader->inbox.size(); ++read) {
          const Json& message = reader->inbox[read];
          if (!message.contains("add")) continue;
          EXPECT_LE(message["add"]["games"].size(), 100u);
          for (const Json& game : message["add"]["games"]) told.insert(game["gameId"]);
        }
        return told == created;
      },
      "all games");
  EXPECT_EQ(lobby()["games"].size(), 100u);
}

TEST_F(LobbyFeedTest, greets_everybody_with_what_he_has_still_to_play) {
  EXPECT_TRUE(lin->inbox.front()["playing"].empty());
  const std::string waits = create(*lin), runs = live_game();
  const Json playing = welcome_back(lin->inbox.front()["token"])["playing"];
  ASSERT_EQ(playing.size(), 2u);
  const auto entry = [&](const std::string& id) {
    return *std::ranges::find_if(playing, [&](const Json& game) { return game["gameId"] == id; });
  };
  EXPECT_EQ(entry(waits),
            Json({{"gameId", waits}, {"game", "gomoku"}, {"opponent", nullptr}, {"yourTurn", false}}));
  EXPECT_EQ(entry(runs),
            Json({{"gameId", runs}, {"game", "gomoku"}, {"opponent", "Wang"}, {"yourTurn", false}}));
  EXPECT_EQ(welcome_back(wang->inbox.front()["token"])["playing"][0]["yourTurn"], true);
  house.ask(*wang, {{"t", "action"}, {"gameId", runs}, {"do", "resign"}});
  EXPECT_TRUE(welcome_back(wang->inbox.front()["token"])["playing"].empty());
}

// Whatever else is in memory.
TEST(LobbyFeedOfManyGames, costs_what_it_shows) {
  storage::MemoryStore store;
  Hub::Options options;
  options.games.of_user = options.games.waiting_of_user = 10'000;
  House house(store, options);
  auto lin = house.guest("Lin");
  const auto open_private_games = [&](int count) {
    const Json create = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"private", true}};
    for (int i = 1; i < count; ++i) house.say(*lin, create);
    house.ask(*lin, create);
  };
  const auto cost = [&] {
    return usual_cost(
        time_of_this_thread,
        [&] {
          house.say(*lin, {{"t", "lobby"}, {"on", true}});
        },
        20);
  };
  open_private_games(100);
  const double of_few = cost();
  open_private_games(6'000);
  expect_at_most(cost, 2 * of_few + 0.00005);
}

TEST(LobbyFeedOfManyGames, costs_a_watcher_nothing_that_others_look_at) {
  storage::MemoryStore store;
  Hub::Options options;
  options.games.of_user = options.games.waiting_of_user = 10'000;
  House house(store, options);
  auto lin = house.guest("Lin");
  std::vector<std::shared_ptr<TestClient>> others;
  const auto open_watched_games = [&](int count) {
    const Json create = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"private", true}};
    for (int i = 0; i < count; i += 16) {
      Json ids = Json::array();
      for (; ids.size() < 16; lin->inbox.clear()) ids.push_back(house.ask(*lin, create)["gameId"]);
      others.push_back(house.guest("Guest"));
      house.say(*others.back(), {{"t", "watch"}, {"ids", ids}});
    }
  };
  const auto cost = [&] {
    return usual_cost(
        time_of_this_thread,
        [&] {
          house.say(*lin, {{"t", "watch"}, {"ids", Json::array()}});
        },
        20);
  };
  open_watched_games(100);
  const double of_few = cost();
  open_watched_games(5'000);
  expect_at_most(cost, 2 * of_few + 0.00005);
}

TEST(LobbyFeedAfterARestart, knows_what_is_to_be_played) {
  storage::MemoryStore store;
  std::string game, token;
  {
    House before(store);
    auto lin = before.guest("Lin");
    token = lin->inbox.front()["token"];
    game = before.ask(*lin,
                      {{"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}, {"side", "first"}})["gameId"];
  }
  House after(store);
  bool restored = false;
  after.hub.restore_all([&] { restored = true; });
  after.wait_until([&] { return restored; }, "the games");
  const Json playing = after.ask(*after.connect(), {{"t", "hello"}, {"v", 1}, {"token", token}})["playing"];
  EXPECT_EQ(playing,
            Json::array({{{"gameId", game}, {"game", "gomoku"}, {"opponent", "Bot 3"}, {"yourTurn", true}}}));
}

TEST_F(LobbyFeedTest, never_names_a_private_game) {
  lobby();
  const std::string game = live_game({{"private", true}});
  house.ask(*wang, {{"t", "action"}, {"gameId", game}, {"do", "resign"}});
  const std::string open_game = create(*lin);
  const auto names_the_open_one = [&](const Json& told) {
    return told.dump().find(open_game) != std::string::npos;
  };
  house.wait_for(*reader, names_the_open_one, "the change");
  for (const Json& told : reader->inbox) EXPECT_EQ(told.dump().find(game), std::string::npos) << told;
}

TEST_F(LobbyFeedTest, tells_all_moves_of_a_moment_as_one_entry) {
  const std::string game = live_game();
  lobby();
  move(*wang, game, 1, "i9");
  move(*lin, game, 2, "g7");
  const auto is_change = [&](const Json& told) {
    return told.contains("add") && !told["add"]["games"].empty();
  };
  house.wait_for(*reader, is_change, "the change");
  const auto change = std::ranges::find_if(reader->inbox, is_change);
  ASSERT_NE(change, reader->inbox.end());
  ASSERT_EQ((*change)["add"]["games"].size(), 1u);
  EXPECT_EQ((*change)["add"]["games"][0]["ply"], 3);
}

// The lobby showed the second player and a game that was played, and if the write failed, it went on to.
TEST(LobbyFeedOnASlowDisk, shows_nothing_that_is_not_written) {
  storage::HeldStore store;
  House house(store);
  const auto lin = house.guest("Lin"), wang = house.guest("Wang"), reader = house.guest("Reader");
  const std::string game = house.ask(*lin, {{"t", "create"},
                                            {"game", "gomoku"},
                                            {"time", nullptr},
                                            {"side", "first"},
                                            {"opponent", "human"}})["gameId"];
  const Json join = {{"t", "join"}, {"gameId", game}, {"as", "player"}};
  house.ask(*lin, join);
  store.hold();
  house.say(*wang, join);
  EXPECT_EQ(house.ask(*reader, {{"t", "lobby"}, {"on", true}})["games"], Json::array());
  store.release();
  const auto shows_both = [&](const Json& told) {
    return told.contains("add") && told.dump().find("Wang") != std::string::npos;
  };
  house.wait_for(*reader, shows_both, "the game with both");
}

TEST(LobbyFeedOnASlowDisk, features_a_game_until_its_end_is_written) {
  storage::HeldStore store;
  House house(store);
  const auto lin = house.guest("Lin"), reader = house.guest("Reader");
  const auto play = [&] {
    const std::string game = house.ask(*lin, {{"t", "create"},
                                              {"game", "gomoku"},
                                              {"time", nullptr},
                                              {"side", "first"},
                                              {"opponent", "ai"},
                                              {"level", 1}})["gameId"];
    house.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
    house.ask(*lin, {{"t", "move"}, {"gameId", game}, {"ply", 0}, {"move", "h8"}});
    const auto answers = [&](const Json& told) {
      return told["t"] == "event" && told["gameId"] == game && told["state"]["ply"] == 2;
    };
    house.wait_for(*lin, answers, "the bot's move");
    return game;
  };
  const auto featured = [&] { return house.ask(*reader, {{"t", "lobby"}, {"on", true}})["featured"]; };
  const std::string first = play();
  EXPECT_EQ(featured(), first);
  const std::string second = play();
  store.hold();
  house.say(*lin, {{"t", "action"}, {"gameId", first}, {"do", "resign"}});
  EXPECT_EQ(featured(), first);
  store.release();
  house.wait_until([&] { return featured() == second; }, "the end of the first");
}

}  // namespace
}  // namespace server

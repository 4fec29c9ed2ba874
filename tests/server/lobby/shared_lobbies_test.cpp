#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "server/hub/hub.h"
#include "tests/server/hub/house.h"

/// What a server shows others of its lobby, and what it shows of theirs.
namespace server {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class SharedLobbiesTest : public testing::Test {
 protected:
  Json create(TestClient& client, Json changes = Json::object()) {
    Json message = {
        {"t", "create"}, {"game", "gomoku"}, {"time", nullptr}, {"side", "first"}, {"opponent", "human"}};
    message.update(changes);
    return house.ask(client, message);
  }
  void join(TestClient& client, const std::string& game, const char* as = "player") {
    house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", as}});
  }
  void move(TestClient& client, const std::string& game, int ply, const std::string& text) {
    house.ask(client, {{"t", "move"}, {"gameId", game}, {"ply", ply}, {"move", text}});
  }
  void resign(TestClient& client, const std::string& game) {
    house.ask(client, {{"t", "action"}, {"gameId", game}, {"do", "resign"}});
  }
  /// Where Lin waits for somebody.
  std::string waiting_game(Json changes = Json::object()) {
    const std::string game = create(*lin, std::move(changes))["gameId"];
    join(*lin, game);
    return game;
  }
  /// Lin and Wang in a game with one move.
  std::string live_game(Json changes = Json::object()) {
    const std::string game = waiting_game(std::move(changes));
    join(*wang, game);
    move(*lin, game, 0, "h8");
    return game;
  }
  /// What is shown when nothing is about to be written down any more.
  SharedLobby shared() {
    std::optional<SharedLobby> lobby;
    house.wait_until(
        [&] {
          auto next = house.hub.share();
          if (!next) return lobby.has_value();  // Of presence a room tells once a second.
          lobby = std::move(next);
          boost::asio::post(house.network, [] {});  // It is asked again.
          return false;
        },
        "something to be shown");
    return *std::move(lobby);
  }
  static std::vector<std::string> ids(const SharedLobby& lobby) {
    std::vector<std::string> ids;
    for (const SharedGame& each : lobby.games) ids.push_back(each.game.game_id);
    return ids;
  }

  Json lobby() { return house.ask(*reader, {{"t", "lobby"}, {"on", true}}); }
  static std::vector<std::string> ids(const Json& games) {
    std::vector<std::string> ids;
    for (const Json& game : games) ids.push_back(game["gameId"]);
    return ids;
  }
  /// Another server shows this, and nobody else anything.
  void show(SharedLobby other) {
    house.hub.show_others(
        {std::make_shared<const OtherLobbies::LobbyOfNode>(OtherLobbies::LobbyOfNode{std::move(other)})});
  }
  static SharedGame other_game(const std::string& id, int ply = 3) {
    SharedGame shared;
    shared.game = {.game_id = id,
                   .game = "xiangqi",
                   .rule = "cxa",
                   .time = {},
                   .players = {protocol::PlayerInfo{.name = "Mei", .rating = 2400, .online = true},
                               protocol::PlayerInfo{.name = "Zhao", .rating = 2300, .online = true}},
                   .status = protocol::Status::playing,
                   .ply = ply};
    shared.pos = "pos of " + id;
    return shared;
  }
  Json change_with(const std::string& id) {
    const auto names = [&](const Json& told) {
      return told.contains("add") && std::ranges::count(ids(told["add"]["games"]), id) > 0;
    };
    return house.wait_for(*reader, names, id);
  }

  storage::MemoryStore store;
  House house{store};
  std::shared_ptr<TestClient> lin = house.guest("Lin"), wang = house.guest("Wang"),
                              reader = house.guest("Reader");
};

// ---- what others are shown -------------------------------------------------------------------------------

TEST_F(SharedLobbiesTest, others_are_shown_games_where_somebody_is) {
  const std::string live = live_game({{"time", {{"initial", 300000}, {"increment", 0}}}}),
                    waiting = waiting_game();
  join(*reader, live, "spectator");
  live_game({{"private", true}});
  create(*lin);
  create(*lin, {{"opponent", "aivsai"}, {"level", 1}});
  const SharedLobby lobby = shared();
  EXPECT_THAT(ids(lobby), UnorderedElementsAre(live, waiting))
      << "what is private or has nobody there is not shown";
  EXPECT_EQ(lobby.players, 3);
  EXPECT_EQ(lobby.rooms, 5);
  const SharedGame& game = lobby.games.front();
  EXPECT_EQ(game.game.game_id, live) << "the featured one comes first";
  EXPECT_EQ(lobby.featured->game_id, live);
  EXPECT_EQ(game.game.players[0].name, "Lin");
  EXPECT_EQ(game.game.ply, 1);
  EXPECT_EQ(game.last_move, "h8");
  EXPECT_EQ(game.clock.value().main[0], Millis(300'000));
  EXPECT_NE(game.pos, "");
}

TEST_F(SharedLobbiesTest, others_are_shown_what_has_changed) {
  const std::string first = live_game();
  EXPECT_THAT(ids(shared()), ElementsAre(first));
  EXPECT_FALSE(house.hub.share()) << "nothing has";
  move(*wang, first, 1, "i9");
  EXPECT_EQ(shared().games[0].game.ply, 2);
  const std::string second = live_game();
  EXPECT_THAT(ids(shared()), UnorderedElementsAre(first, second));
  resign(*wang, first);
  EXPECT_THAT(ids(shared()), ElementsAre(second));
  auto another = house.guest("Another");
  EXPECT_EQ(shared().players, 4) << "also who is here";
  house.hub.closed(*lin, true);
  house.hub.closed(*wang, true);
  house.wait_until([&] { return ids(shared()).empty(); }, "that nobody is there any more");
}

TEST_F(SharedLobbiesTest, others_are_shown_at_most_fifty_of_which_twenty_wait) {
  std::vector<std::shared_ptr<TestClient>> guests;
  const auto guest = [&] {
    return guests.emplace_back(house.guest("Guest" + std::to_string(guests.size())));
  };
  const auto count = [](const SharedLobby& lobby, protocol::Status status) {
    return std::ranges::count(lobby.games, status, [](const SharedGame& each) { return each.game.status; });
  };
  shared();  // From now on it is noted what changes.
  std::vector<std::string> played;
  for (int i = 0; i < 30; ++i) {
    const auto creator = guest();
    join(*creator, create(*creator)["gameId"]);
  }
  EXPECT_EQ(count(shared(), protocol::Status::waiting), 20);
  for (int i = 0; i < 40; ++i) {
    played.push_back(create(*guest())["gameId"]);
    join(*guests.back(), played.back());
    join(*guest(), played.back());
  }
  const SharedLobby full = shared();
  EXPECT_EQ(full.games.size(), 50u);
  EXPECT_EQ(count(full, protocol::Status::playing), 30);
  // In the place of one that ends comes one that was not shown.
  const std::string ended = *std::ranges::find_if(
      played, [&](const std::string& id) { return std::ranges::count(ids(full), id) > 0; });
  const auto number = static_cast<std::size_t>(std::ranges::find(played, ended) - played.begin());
  move(*guests[30 + 2 * number], ended, 0, "h8");
  move(*guests[31 + 2 * number], ended, 1, "i9");
  resign(*guests[30 + 2 * number], ended);
  const SharedLobby after = shared();
  EXPECT_EQ(after.games.size(), 50u);
  EXPECT_EQ(std::ranges::count(ids(after), ended), 0);
}

TEST_F(SharedLobbiesTest, a_server_that_goes_down_shows_nothing_more) {
  live_game();
  bool drained = false;
  house.hub.drain([&] { drained = true; });
  EXPECT_FALSE(house.hub.share());
  house.wait_until([&] { return drained; }, "the drain");
}

// ---- what others show ------------------------------------------------------------------------------------

TEST_F(SharedLobbiesTest, games_of_others_are_listed_and_people_there_counted) {
  const std::string own = live_game();
  show({.players = 5, .rooms = 2, .games = {other_game("theirs")}});
  const Json told = lobby();
  EXPECT_THAT(ids(told["games"]), ElementsAre(own, "theirs"));
  EXPECT_EQ(told["games"][1]["players"][0]["name"], "Mei");
  EXPECT_EQ(told["players"], 3 + 5);
  EXPECT_EQ(told["rooms"], 1 + 2);
}

TEST_F(SharedLobbiesTest, readers_are_told_what_changes_at_others) {
  lobby();
  show({.games = {other_game("theirs")}});
  EXPECT_EQ(change_with("theirs")["add"]["games"][0]["ply"], 3);
  reader->inbox.clear();
  show({.games = {other_game("theirs", 4)}});
  EXPECT_EQ(change_with("theirs")["add"]["games"][0]["ply"], 4);
  show({.players = 2});
  const auto removes = [](const Json& told) {
    return told.contains("remove") && told["remove"] == Json{"theirs"};
  };
  EXPECT_EQ(house.wait_for(*reader, removes, "the end of the game")["players"], 3 + 2);
  reader->inbox.clear();
  show({.players = 4});
  const auto counts_four = [](const Json& told) { return told.contains("add") && told["players"] == 3 + 4; };
  house.wait_for(*reader, counts_four, "people, though no game has changed");
  house.hub.show_others({});
  EXPECT_EQ(lobby()["players"], 3);
}

TEST_F(SharedLobbiesTest, a_game_that_is_here_is_shown_as_it_is_here) {
  const std::string own = live_game();
  lobby();
  show({.games = {other_game(own, 99)}});
  EXPECT_EQ(change_with(own)["add"]["games"][0]["ply"], 1) << "it was taken over: they do not know yet";
  const Json told = lobby();
  EXPECT_THAT(ids(told["games"]), ElementsAre(own));
  resign(*wang, own);
  const auto removes = [&](const Json& told) {
    return told.contains("remove") && told["remove"] == Json{own};
  };
  house.wait_for(*reader, removes, "its end");
}

TEST_F(SharedLobbiesTest, at_most_a_hundred_are_listed_and_half_of_them_are_others) {
  std::vector<std::shared_ptr<TestClient>> guests;
  for (int i = 0; i < 120; ++i) {
    if (i % 10 == 0) guests.push_back(house.guest("Guest" + std::to_string(i)));
    create(*guests.back());
  }
  OtherLobbies::All others;
  for (const char* node : {"b", "c", "d"}) {
    SharedLobby other;
    for (int i = 0; i < 40; ++i) other.games.push_back(other_game(node + std::to_string(i)));
    others.push_back(std::make_shared<const OtherLobbies::LobbyOfNode>(OtherLobbies::LobbyOfNode{other}));
  }
  house.hub.show_others(others);
  const Json games = lobby()["games"];
  EXPECT_EQ(games.size(), 100u);
  EXPECT_EQ(std::ranges::count(games, Json("xiangqi"), [](const Json& game) { return game["game"]; }), 50);
  house.hub.show_others({});
  EXPECT_EQ(lobby()["games"].size(), 100u);
}

TEST_F(SharedLobbiesTest, the_featured_game_may_be_at_another) {
  const std::string own = live_game();
  EXPECT_EQ(lobby()["featured"], own);
  show({.featured = FeaturedCandidate{"theirs", 4700, 0, 1}, .games = {other_game("theirs")}});
  EXPECT_EQ(lobby()["featured"], "theirs") << "higher rated";
  EXPECT_EQ(change_with("theirs")["featured"], "theirs");
  show({.featured = FeaturedCandidate{"theirs", 0, 0, 1}, .games = {other_game("theirs")}});
  EXPECT_EQ(lobby()["featured"], own) << "newer";
  EXPECT_EQ(shared().featured->game_id, own) << "whatever others have, they are shown the best of here";
}

TEST_F(SharedLobbiesTest, small_boards_of_games_of_others_are_shown) {
  show({.games = {other_game("theirs")}});
  const auto watch = [&](Json ids) { house.ask(*reader, {{"t", "watch"}, {"ids", std::move(ids)}}); };
  watch({"theirs", "nobody's"});
  EXPECT_EQ(house.wait_for(*reader, "mini")["pos"], "pos of theirs");
  reader->inbox.clear();
  SharedGame later = other_game("theirs", 4);
  later.pos = "later";
  show({.games = {later, other_game("another")}});
  EXPECT_EQ(house.wait_for(*reader, "mini")["pos"], "later");
  reader->inbox.clear();
  show({.games = {later, other_game("another", 4)}});
  EXPECT_TRUE(reader->inbox.empty()) << "that is not the one";
  house.hub.show_others({});
  show({.games = {later}});
  EXPECT_TRUE(reader->inbox.empty()) << "it was gone: whoever wants to see it says so again";
}

}  // namespace
}  // namespace server

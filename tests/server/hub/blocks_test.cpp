#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/hub/hub.h"
#include "server/identity/tokens.h"
#include "tests/server/hub/house.h"

/// What a block does to those who are here.
namespace server {
namespace {

using testing::ElementsAre;

const Json kSeek = {{"t", "seek"}, {"game", "xiangqi"}, {"time", {{"initial", 300000}, {"increment", 3000}}}};

class BlocksTest : public testing::Test {
 protected:
  BlocksTest() {
    const storage::Millis now = server_now().time_since_epoch().count();
    for (const char* name : {"lin", "mei", "wu"})
      write(storage::CreateAccount{{{std::string("u_") + name, name, false, now}, {name}, "password"},
                                   hash_token(name)});
  }
  void write(storage::Write write) { store.commit({&write, 1}); }
  void block(const std::string& user, const std::string& other) {
    write(storage::Block{"u_" + user, "u_" + other, 1, 9});
  }
  /// The same when the API of this server has done it.
  void block_here(const std::string& user, const std::string& other) {
    block(user, other);
    house.users.blocks().find("u_" + user)->insert("u_" + other);
  }
  std::shared_ptr<TestClient> come(const std::string& name) {
    auto client = house.connect();
    EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", name}})["user"]["name"], name);
    return client;
  }
  void seek(TestClient& client) { EXPECT_EQ(house.ask(client, kSeek)["t"], "ack"); }
  static bool has_game(const TestClient& client) {
    return std::ranges::any_of(client.inbox, [](const Json& told) { return told["t"] == "created"; });
  }
  void say(TestClient& client, const Json& game, const std::string& text) {
    const Json line = {{"t", "chat"}, {"gameId", game}, {"room", "all"}, {"text", text}};
    EXPECT_EQ(house.ask(client, line)["t"], "ack");
  }
  static std::vector<std::string> heard(const TestClient& client) {
    std::vector<std::string> texts;
    for (const Json& told : client.inbox)
      if (told["t"] == "chat") texts.push_back(told["text"]);
    return texts;
  }
  Json watch(TestClient& client, const Json& game) {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", "spectator"}});
  }

  storage::MemoryStore store;
  House house{store};
};

// What the room knew of blocks came in with the player: until then, and after a restart, anyone took the
// seat.
TEST_F(BlocksTest, who_is_blocked_takes_no_seat_beside_a_player_who_is_away) {
  block("mei", "wu");
  const auto sit = [](House& there, TestClient& client, const Json& game) {
    return there.ask(client, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  };
  const Json wish = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}, {"time", {{"days", 1}}}};
  auto mei = come("mei"), wu = come("wu"), lin = come("lin");
  const Json one = house.ask(*mei, wish)["gameId"], two = house.ask(*mei, wish)["gameId"];
  EXPECT_EQ(sit(house, *wu, one)["reason"], "blocked");
  EXPECT_EQ(sit(house, *lin, one)["t"], "gameFull") << "another may";
  EXPECT_EQ(sit(house, *house.guest("Zhao"), two)["t"], "gameFull") << "and guests";

  const Json three = house.ask(*mei, wish)["gameId"];
  House after(store);
  auto back = after.connect();
  ASSERT_EQ(after.ask(*back, {{"t", "hello"}, {"v", 1}, {"token", "wu"}})["user"]["name"], "wu");
  EXPECT_EQ(sit(after, *back, three)["reason"], "blocked");
}

// The room keeps what its player blocked, but hears nothing of who is away.
TEST_F(BlocksTest, what_a_player_who_has_left_blocks_at_another_server_counts) {
  auto lin = come("lin"), mei = come("mei"), wu = come("wu");
  const Json game = house.ask(*lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["gameId"];
  const auto play = [&](TestClient& client) {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  };
  EXPECT_EQ(play(*lin)["t"], "gameFull");
  house.hub.closed(*lin, false);
  block("lin", "mei");
  EXPECT_EQ(play(*mei)["reason"], "blocked");
  EXPECT_EQ(play(*wu)["t"], "gameFull");
}

// The room still holds the list of before.
TEST_F(BlocksTest, whom_one_has_blocked_at_another_server_is_known_when_one_comes_back) {
  auto lin = come("lin");
  const Json game = house.ask(*lin, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["gameId"];
  EXPECT_EQ(house.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}})["t"], "gameFull");
  house.hub.closed(*lin, false);
  block("lin", "mei");
  auto back = come("lin");
  const auto blocked = house.users.blocks().find("u_lin");
  ASSERT_TRUE(blocked);
  house.wait_until([&] { return blocked->contains("u_mei"); }, "the block");
}

TEST_F(BlocksTest, who_blocks_another_is_paired_with_a_third) {
  block("lin", "mei");
  auto lin = come("lin"), mei = come("mei"), wu = come("wu");
  seek(*lin);
  seek(*mei);
  EXPECT_FALSE(has_game(*mei));
  seek(*wu);
  house.wait_for(*lin, "created");
  house.wait_for(*wu, "created");
  EXPECT_FALSE(has_game(*mei));
}

TEST_F(BlocksTest, a_block_counts_for_a_seek_that_waits) {
  auto lin = come("lin"), mei = come("mei"), wu = come("wu");
  seek(*lin);
  block_here("lin", "mei");
  seek(*mei);
  seek(*wu);
  house.wait_for(*lin, "created");
  EXPECT_FALSE(has_game(*mei));
}

TEST_F(BlocksTest, words_of_whom_one_blocks_are_not_told) {
  auto lin = come("lin"), mei = come("mei"), wu = come("wu");
  const Json game = house.ask(*wu, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["gameId"];
  for (const auto& client : {lin, mei, wu}) watch(*client, game);
  say(*mei, game, "before");
  block_here("lin", "mei");
  say(*mei, game, "rude");
  say(*wu, game, "kind");
  EXPECT_THAT(heard(*lin), ElementsAre("before", "kind"));
  EXPECT_THAT(heard(*wu), ElementsAre("before", "rude", "kind"));
  EXPECT_THAT(heard(*mei), ElementsAre("before", "rude", "kind")) << "who is blocked does not learn of it";
  const Json shown = watch(*lin, game)["chat"];
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0]["text"], "kind");
  EXPECT_EQ(watch(*wu, game)["chat"].size(), 3u);
}

TEST_F(BlocksTest, neither_takes_a_seat_beside_the_other) {
  auto lin = come("lin"), mei = come("mei"), wu = come("wu");
  const Json open = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}};
  const auto play = [this](TestClient& client, const Json& game) {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  };
  const Json of_lin = house.ask(*lin, open)["gameId"], of_mei = house.ask(*mei, open)["gameId"];
  play(*lin, of_lin);
  play(*mei, of_mei);
  block_here("lin", "mei");
  EXPECT_EQ(play(*mei, of_lin)["code"], "forbidden");
  EXPECT_EQ(play(*mei, of_lin)["reason"], "blocked");
  EXPECT_EQ(play(*lin, of_mei)["reason"], "blocking");
  EXPECT_EQ(watch(*mei, of_lin)["t"], "gameFull") << "a room that all may watch she may watch";
  house.hub.closed(*lin, false);
  EXPECT_EQ(play(*mei, of_lin)["reason"], "blocked") << "though Lin is away";
  EXPECT_EQ(play(*wu, of_lin)["t"], "gameFull");
}

// Rematches despite a block: lichess-bot #597.
TEST_F(BlocksTest, a_rematch_is_neither_offered_nor_agreed_to) {
  auto lin = come("lin"), mei = come("mei");
  seek(*lin);
  seek(*mei);
  const Json game = house.wait_for(*mei, "created")["gameId"];
  for (const auto& client : {lin, mei})
    house.ask(*client, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  const auto act = [&](TestClient& client, const char* what) {
    return house.ask(client, {{"t", "action"}, {"gameId", game}, {"do", what}});
  };
  act(*lin, "abort");
  EXPECT_EQ(act(*mei, "rematch")["t"], "ack");
  block_here("lin", "mei");
  EXPECT_EQ(act(*lin, "rematch")["reason"], "blocking");
  EXPECT_EQ(act(*mei, "rematch")["reason"], "blocked");
}

// A stalker who watches: lila #10078. More than that the name is hidden is not promised.
TEST_F(BlocksTest, the_name_of_a_spectator_whom_one_blocks_is_not_told) {
  auto lin = come("lin"), mei = come("mei"), wu = come("wu");
  const Json game = house.ask(*wu, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["gameId"];
  block("lin", "mei");
  house.users.blocks().find("u_lin")->insert("u_mei");
  for (const auto& client : {lin, mei, wu}) watch(*client, game);
  const auto names = [this](TestClient& client, std::size_t spectators) {
    return house.wait_for(
        client, [=](const Json& told) { return told["t"] == "crowd" && told["spectators"] == spectators; },
        "the crowd")["names"];
  };
  EXPECT_EQ(names(*lin, 3), Json({"lin", "wu"}));
  EXPECT_EQ(names(*wu, 3), Json({"lin", "mei", "wu"}));
  EXPECT_EQ(names(*mei, 3), Json({"lin", "mei", "wu"})) << "who is blocked does not learn of it";
}

TEST_F(BlocksTest, who_is_online_is_known_of_other_servers_too) {
  EXPECT_FALSE(house.hub.is_online("u_lin"));
  auto lin = come("lin"), guest = house.guest("Zhao");
  EXPECT_TRUE(house.hub.is_online("u_lin"));
  EXPECT_THAT(house.hub.share()->accounts, ElementsAre("u_lin")) << "of guests nobody asks";
  house.hub.show_others({std::make_shared<const OtherLobbies::LobbyOfNode>(
      OtherLobbies::LobbyOfNode{{.accounts = {"u_mei"}}, {}})});
  EXPECT_TRUE(house.hub.is_online("u_mei"));
  house.hub.closed(*lin, true);
  EXPECT_FALSE(house.hub.is_online("u_lin"));
}

TEST_F(BlocksTest, what_another_server_has_written_is_looked_up) {
  auto lin = come("lin");
  block("lin", "mei");
  house.hub.look_at({.users = {"u_lin"}});
  const auto blocked = house.users.blocks().find("u_lin");
  house.wait_until([&] { return blocked->contains("u_mei"); }, "the block");
  write(storage::EndRelation{"u_lin", "u_mei", "block"});
  house.hub.look_at({.users = {"u_lin"}});
  house.wait_until([&] { return blocked->empty(); }, "its end");
}

}  // namespace
}  // namespace server

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/hub/hub.h"
#include "server/identity/tokens.h"
#include "tests/server/hub/house.h"
#include "tests/storage/failing_stores.h"

/// Seeks as those who seek meet them.
namespace server {
namespace {

const Json kSeek = {{"t", "seek"}, {"game", "xiangqi"}, {"time", {{"initial", 300000}, {"increment", 3000}}}};

Json seek(House& house, TestClient& client, Json changes = Json::object()) {
  Json message = kSeek;
  message.update(changes);
  return house.ask(client, message);
}

class SeeksTest : public testing::Test {
 protected:
  Json lobby_of(TestClient& client) { return house.ask(client, {{"t", "lobby"}, {"on", true}}); }
  /// With an account of register_rated().
  std::shared_ptr<TestClient> come(const std::string& name) {
    auto client = house.connect();
    EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", name}})["user"]["name"], name);
    return client;
  }

  storage::MemoryStore store;
  House house{store};
};

TEST_F(SeeksTest, two_who_seek_the_same_are_both_led_to_their_game) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  EXPECT_EQ(seek(house, *lin, {{"side", "second"}})["t"], "ack");
  // The usual rule may be said or not.
  EXPECT_EQ(seek(house, *wang, {{"rule", "standard"}})["t"], "ack");
  const Json to_lin = house.wait_for(*lin, "created"), to_wang = house.wait_for(*wang, "created");
  const std::string game = to_lin["gameId"];
  EXPECT_EQ(to_wang["gameId"], game);
  EXPECT_NE(to_lin["token"], to_wang["token"]);

  const auto join = [&](TestClient& client, const Json& created) {
    return house.ask(client,
                     {{"t", "join"}, {"gameId", game}, {"as", "player"}, {"token", created["token"]}});
  };
  EXPECT_EQ(join(*lin, to_lin)["you"], "second");
  const Json full = join(*wang, to_wang);
  EXPECT_EQ(full["you"], "first");
  EXPECT_EQ(full["state"]["status"], "playing");
  EXPECT_FALSE(full["state"].contains("waiting"));
  EXPECT_GT(full["state"]["expiresMs"], 0) << "who does not come does not keep the other waiting";
  EXPECT_EQ(full["time"], kSeek["time"]);
  EXPECT_TRUE(lobby_of(*lin)["seeks"].empty());
}

TEST_F(SeeksTest, shows_seeks_and_their_end) {
  auto zhao = house.guest("Zhao");
  EXPECT_TRUE(lobby_of(*zhao)["seeks"].empty());
  auto lin = house.guest("Lin");
  const std::string id = seek(house, *lin)["seekId"];
  const auto adds = [&](const Json& told) {
    return told["t"] == "lobby" && told.contains("add") && !told["add"]["seeks"].empty();
  };
  const Json shown = house.wait_for(*zhao, adds, "the seek")["add"]["seeks"][0];
  EXPECT_EQ(shown["seekId"], id);
  EXPECT_EQ(shown["name"], "Lin");
  EXPECT_EQ(shown["rule"], "standard");
  EXPECT_EQ(lobby_of(*zhao)["seeks"], Json::array({shown}));

  EXPECT_EQ(house.ask(*zhao, {{"t", "unseek"}, {"seekId", id}})["code"], "not_found") << "it is Lin's";
  EXPECT_EQ(house.ask(*lin, {{"t", "unseek"}, {"seekId", id}})["t"], "ack");
  const auto removes = [&](const Json& told) {
    return told["t"] == "lobby" && told.contains("remove") && told["remove"] == Json({id});
  };
  house.wait_for(*zhao, removes, "its end");
}

// It stayed in the lobby of who had come in that half second, and waited for an answer there.
TEST_F(SeeksTest, the_end_of_a_seek_is_told_to_who_was_shown_it_before_the_others) {
  auto zhao = house.guest("Zhao"), mei = house.guest("Mei"), lin = house.guest("Lin");
  lobby_of(*zhao);
  const std::string id = seek(house, *lin)["seekId"];
  EXPECT_EQ(lobby_of(*mei)["seeks"].size(), 1u);
  house.ask(*lin, {{"t", "unseek"}, {"seekId", id}});
  const auto removes = [&](const Json& told) {
    return told.contains("remove") && told["remove"] == Json({id});
  };
  house.wait_for(*mei, removes, "its end");
}

TEST(SeeksOnAFullDisk, a_seek_that_goes_on_is_told_to_who_was_not_shown_it) {
  storage::FullStore store;
  House house(store);
  auto zhao = house.guest("Zhao"), lin = house.guest("Lin");
  const std::string id = seek(house, *lin)["seekId"];
  store.is_full = true;
  house.say(*lin, {{"t", "unseek"}, {"seekId", id}});
  EXPECT_TRUE(house.ask(*zhao, {{"t", "lobby"}, {"on", true}})["seeks"].empty());
  const auto adds = [](const Json& told) { return told.contains("add") && !told["add"]["seeks"].empty(); };
  EXPECT_EQ(house.wait_for(*zhao, adds, "the seek")["add"]["seeks"][0]["seekId"], id);
}

TEST_F(SeeksTest, a_seek_ends_with_its_connection) {
  auto lin = house.guest("Lin");
  seek(house, *lin);
  house.hub.closed(*lin, true);
  auto wang = house.guest("Wang");
  seek(house, *wang);
  EXPECT_EQ(lobby_of(*wang)["seeks"].size(), 1u) << "only his own";
  EXPECT_EQ(house.hub.rooms().all().size(), 0u);
}

// A line that is lost without a word is known to be lost only a minute later. Its user has come back
// meanwhile and seeks again: the older seek is found first.
TEST_F(SeeksTest, who_is_found_is_told_wherever_he_seeks) {
  auto lost = house.guest("Lin");
  seek(house, *lost);
  auto back = house.connect();
  house.ask(*back, {{"t", "hello"}, {"v", 1}, {"token", house.wait_for(*lost, "welcome")["token"]}});
  seek(house, *back);
  auto wang = house.guest("Wang");
  seek(house, *wang);
  const Json to_wang = house.wait_for(*wang, "created");
  EXPECT_EQ(house.wait_for(*back, "created")["gameId"], to_wang["gameId"]);
}

// What a line holds when it is lost may still arrive, behind the hello of the next: nobody has told its user
// that he seeks.
TEST_F(SeeksTest, who_is_found_is_told_where_he_is_back_and_does_not_seek) {
  auto wang = house.guest("Wang");
  seek(house, *wang);
  auto lost = house.guest("Lin");
  const Json token = house.wait_for(*lost, "welcome")["token"];
  auto back = house.connect();
  house.ask(*back, {{"t", "hello"}, {"v", 1}, {"token", token}});
  auto watching = house.connect();
  house.ask(*watching, {{"t", "hello"}, {"v", 1}, {"token", token}});
  const Json against_bot = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}, {"level", 1}};
  const std::string other_game = house.ask(*watching, against_bot)["gameId"];
  house.ask(*watching, {{"t", "join"}, {"gameId", other_game}, {"as", "spectator"}});
  seek(house, *lost);
  const Json to_wang = house.wait_for(*wang, "created");
  EXPECT_EQ(house.wait_for(*back, "created")["gameId"], to_wang["gameId"]);
  lobby_of(*watching);
  for (const Json& told : watching->inbox) {
    if (told["t"] != "created") continue;
    EXPECT_EQ(told["gameId"], other_game) << "who is in a room goes on there";
  }
}

TEST_F(SeeksTest, a_seek_may_be_ended_from_another_connection_of_its_user) {
  auto lost = house.guest("Lin");
  const std::string id = seek(house, *lost)["seekId"];
  auto back = house.connect();
  house.ask(*back, {{"t", "hello"}, {"v", 1}, {"token", house.wait_for(*lost, "welcome")["token"]}});
  EXPECT_EQ(house.ask(*back, {{"t", "unseek"}, {"seekId", id}})["t"], "ack");
  EXPECT_TRUE(lobby_of(*back)["seeks"].empty());
}

TEST_F(SeeksTest, who_has_found_a_game_seeks_no_other) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  auto zhao = house.guest("Zhao");
  seek(house, *lin);
  seek(house, *lin, {{"game", "gomoku"}});
  seek(house, *wang);
  house.wait_for(*lin, "created");
  seek(house, *zhao, {{"game", "gomoku"}});
  EXPECT_EQ(lobby_of(*zhao)["seeks"].size(), 1u);
  EXPECT_EQ(house.hub.rooms().all().size(), 1u);
}

TEST_F(SeeksTest, refuses_what_cannot_be_played) {
  auto lin = house.guest("Lin");
  EXPECT_EQ(seek(house, *lin, {{"game", "chess"}})["reason"], "game");
  EXPECT_EQ(seek(house, *lin, {{"rule", "nonsense"}})["reason"], "rule");
  EXPECT_EQ(seek(house, *lin, {{"rated", true}})["t"], "error") << "guests play for fun";
  EXPECT_TRUE(lobby_of(*lin)["seeks"].empty());
}

TEST_F(SeeksTest, nobody_seeks_more_than_ten_games) {
  auto lin = house.guest("Lin");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(seek(house, *lin)["t"], "ack");
  EXPECT_EQ(seek(house, *lin)["code"], "rate_limited");
}

/// An account whose rating for what kSeek seeks stands in the records, from a game against somebody who has
/// gone. Its token is its name.
void register_rated(storage::Store& store, const std::string& name, double rating) {
  const auto now = server_now().time_since_epoch().count();
  const auto account = [&](const std::string& user) {
    return storage::CreateAccount{{{user, user, false, now}, {user}, "phc"}, hash_token(user)};
  };
  storage::Game game;
  game.id = "game of " + name;
  game.game = "xiangqi";
  game.rated = true;
  game.seats[0].user = name;
  game.seats[1].user = "rival of " + name;
  game.ending = {"finished", "first", "resign", now};
  const auto formula = [rating](auto before, auto, storage::Millis at) {
    for (storage::Standing& each : before) each = {rating, 60, 0.06, 30, at};
    return before;
  };
  const std::vector<storage::Write> writes = {account(game.seats[0].user), account(game.seats[1].user),
                                              storage::CreateGame{game},
                                              storage::RateGame{game.id, "blitz", {}, formula}};
  EXPECT_THAT(store.commit(writes), testing::Each(storage::WriteResult::done));
}

TEST_F(SeeksTest, by_rating_where_there_is_one) {
  register_rated(store, "Lin", 1420);
  register_rated(store, "Wang", 1590);
  register_rated(store, "Zhao", 1510);
  auto lin = come("Lin"), wang = come("Wang"), zhao = come("Zhao");
  for (auto& client : {lin, wang, zhao}) seek(house, *client);
  house.wait_for(*zhao, "created");
  house.wait_for(*wang, "created");
  const Json seeks = lobby_of(*lin)["seeks"];
  ASSERT_EQ(seeks.size(), 1u);
  EXPECT_EQ(seeks[0]["rating"], 1420);
}

TEST_F(SeeksTest, who_joins_a_seek_plays_it_however_far_the_ratings_are_apart) {
  register_rated(store, "Lin", 2800);
  register_rated(store, "Wang", 2800);
  register_rated(store, "Zhao", 800);
  auto lin = come("Lin"), wang = come("Wang"), zhao = come("Zhao");
  const std::string choosy = seek(house, *wang, {{"side", "first"}, {"minRating", 2000}})["seekId"];
  const std::string of_lin = seek(house, *lin, {{"side", "first"}})["seekId"];
  const Json refused = seek(house, *zhao, {{"with", choosy}});
  EXPECT_EQ(refused["code"], "not_allowed") << "the range that is asked for holds";
  EXPECT_EQ(refused["reason"], "rating");
  EXPECT_EQ(lobby_of(*zhao)["seeks"].size(), 2u) << "no seek of her own";
  EXPECT_EQ(seek(house, *zhao, {{"with", of_lin}})["t"], "ack");
  EXPECT_EQ(house.wait_for(*zhao, "created")["gameId"], house.wait_for(*lin, "created")["gameId"]);
}

// Who pressed Join sought a game of such terms in public, without having asked for it.
TEST_F(SeeksTest, who_joins_a_seek_that_has_gone_or_does_not_fit_is_refused) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  const std::string id = seek(house, *lin, {{"side", "first"}})["seekId"];
  EXPECT_EQ(seek(house, *wang, {{"with", id}, {"side", "first"}})["code"], "not_allowed")
      << "one side for two";
  EXPECT_EQ(seek(house, *wang, {{"with", id}, {"game", "gomoku"}})["code"], "not_allowed") << "another game";
  EXPECT_EQ(seek(house, *lin, {{"with", id}})["code"], "not_allowed") << "one's own";
  house.ask(*lin, {{"t", "unseek"}, {"seekId", id}});
  EXPECT_EQ(seek(house, *wang, {{"with", id}})["code"], "not_found");
  EXPECT_TRUE(lobby_of(*wang)["seeks"].empty());
}

TEST_F(SeeksTest, of_two_who_join_a_seek_at_once_one_is_refused) {
  auto lin = house.guest("Lin"), wang = house.guest("Wang"), zhao = house.guest("Zhao");
  Json joins = kSeek;
  joins["with"] = seek(house, *lin)["seekId"];
  joins["id"] = 7;
  for (auto& client : {wang, zhao}) house.say(*client, joins);
  house.wait_for(*lin, "created");
  EXPECT_EQ(house.wait_for(
                *zhao, [](const Json& told) { return told.value("id", 0) == 7; }, "an answer")["code"],
            "not_found");
  EXPECT_TRUE(lobby_of(*zhao)["seeks"].empty());
}

TEST_F(SeeksTest, while_every_room_is_taken_seeks_wait) {
  Hub::Options options;
  options.max_rooms = 1;
  storage::MemoryStore other_store;
  House small(other_store, options);
  auto lin = small.guest("Lin");
  auto wang = small.guest("Wang");
  seek(small, *lin);
  auto zhao = small.guest("Zhao");
  const Json created = small.ask(*zhao, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}});
  EXPECT_EQ(created["t"], "created");
  EXPECT_EQ(seek(small, *wang)["code"], "busy");
  EXPECT_EQ(small.ask(*lin, {{"t", "lobby"}, {"on", true}})["seeks"].size(), 1u);
}

}  // namespace
}  // namespace server

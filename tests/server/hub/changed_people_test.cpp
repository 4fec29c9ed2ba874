#include "server/hub/changed_people.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "server/hub/hub.h"
#include "server/identity/tokens.h"
#include "tests/server/hub/house.h"

/// What another server has written of people who are here.
namespace server {
namespace {

using storage::Changes;

/// Cannot be read for a while.
class FailingStore final : public storage::MemoryStore {
 public:
  std::vector<storage::Session> sessions(std::string_view user) override {
    if (fails > 0 && fails-- > 0) throw storage::Error("the database is away");
    return MemoryStore::sessions(user);
  }
  std::atomic<int> fails = 0;
};

class ChangedPeopleTest : public testing::Test {
 protected:
  /// Somebody with an account, who has shown the token.
  std::shared_ptr<TestClient> account(const std::string& name, const std::string& token) {
    const storage::Millis now = server_now().time_since_epoch().count();
    const storage::User user{"u_" + name, name, false, now};
    if (!store.find_account({name}))
      write(storage::CreateAccount{storage::Account{user, {name}, "password"}, hash_token(token), ""});
    else
      write(storage::StartSession{user.id, hash_token(token), "", now, "password"});
    auto client = house.connect();
    EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", token}})["user"]["id"], user.id);
    return client;
  }
  /// As another server would.
  void write(storage::Write write) { store.commit({&write, 1}); }
  void wait_for_end(const TestClient& client) {
    house.wait_until([&] { return client.close_code == 4005; }, "the end of the session");
  }

  FailingStore store;
  House house{store};
};

TEST_F(ChangedPeopleTest, a_session_that_another_server_ended_ends_here) {
  auto one = account("lin", "one"), other = account("lin", "other"), mei = account("mei", "hers");
  write(storage::EndSession{hash_token("one")});
  house.hub.look_at(Changes{.users = {"u_lin"}});
  wait_for_end(*one);
  EXPECT_EQ(house.wait_for(*one, "bye")["reason"], "logged out");
  write(storage::EndSession{hash_token("other")});
  write(storage::EndSession{hash_token("hers")});
  house.hub.look_at(Changes{.users = {"u_lin", "u_nobody"}});
  wait_for_end(*other);
  EXPECT_EQ(mei->close_code, 0) << "nobody has said that hers is over";
}

TEST_F(ChangedPeopleTest, after_a_while_in_which_nobody_listened_all_accounts_are_looked_at) {
  auto lin = account("lin", "one"), mei = account("mei", "hers");
  auto guest = house.guest("Wang");
  write(storage::EndSession{hash_token("one")});
  house.hub.look_at(Changes{.anything = true});
  wait_for_end(*lin);
  write(storage::EndSession{hash_token("hers")});
  house.hub.look_at(Changes{.anything = true});
  wait_for_end(*mei);
  EXPECT_EQ(guest->close_code, 0);
}

TEST_F(ChangedPeopleTest, what_cannot_be_read_is_read_later) {
  auto lin = account("lin", "one");
  write(storage::EndSession{hash_token("one")});
  store.fails = 1;
  house.hub.look_at(Changes{.users = {"u_lin"}});
  wait_for_end(*lin);
}

/// The session ends when it has just been found good.
class EndingStore final : public storage::MemoryStore {
 public:
  std::optional<storage::Session> find_token(std::string_view token_hash) override {
    auto found = MemoryStore::find_token(token_hash);
    const storage::Write end = storage::EndSession{std::string(token_hash)};
    if (ends.exchange(false)) commit({&end, 1});
    return found;
  }
  std::atomic<bool> ends = false;
};

// At this server, or at another one.
TEST(EndedDuringHelloTest, a_session_that_ends_while_its_hello_is_answered_ends_the_connection) {
  for (const bool here : {true, false}) {
    EndingStore store;
    House house{store};
    const storage::Write account = storage::CreateAccount{
        storage::Account{
            {"u_lin", "lin", false, server_now().time_since_epoch().count()}, {"lin"}, "password"},
        hash_token("one"), ""};
    store.commit({&account, 1});
    store.ends = true;
    const auto client = house.connect();
    house.say(*client, {{"t", "hello"}, {"v", 1}, {"token", "one"}});
    if (here)
      house.hub.log_out({.user = "u_lin"});
    else
      house.hub.look_at(Changes{.users = {"u_lin"}});
    house.wait_until([&] { return client->close_code == 4005; }, "the end of the session");
  }
}

// A thousand of a school may be here at once.
TEST_F(ChangedPeopleTest, looks_at_many_some_at_a_time) {
  std::vector<std::shared_ptr<TestClient>> clients;
  for (int i = 0; i < 120; ++i) clients.push_back(account("user" + std::to_string(i), std::to_string(i)));
  for (int i = 0; i < 120; ++i) write(storage::EndSession{hash_token(std::to_string(i))});
  house.hub.look_at(Changes{.anything = true});
  for (const auto& client : clients) wait_for_end(*client);
}

TEST_F(ChangedPeopleTest, who_says_hello_again_meanwhile_stays) {
  auto lin = account("lin", "one");
  write(storage::StartSession{"u_lin", hash_token("two"), "", server_now().time_since_epoch().count(),
                              "password"});
  write(storage::EndSession{hash_token("one")});
  house.hub.look_at(Changes{.users = {"u_lin"}});
  EXPECT_EQ(house.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", "two"}})["t"], "welcome");
  house.hub.look_at(Changes{.users = {"u_lin"}});
  auto other = account("lin", "three");
  write(storage::EndSession{hash_token("three")});
  house.hub.look_at(Changes{.users = {"u_lin"}});
  wait_for_end(*other);
}

TEST_F(ChangedPeopleTest, ratings_are_those_that_the_store_has_now) {
  auto lin = account("lin", "one"), mei = account("mei", "hers");
  storage::Game game;
  game.id = "one";
  game.game = "gomoku";
  game.rule = "freestyle";
  game.rated = true;
  game.seats[0].user = "u_lin";
  game.seats[1].user = "u_mei";
  game.ending = {.status = "finished", .result = "first", .reason = "five", .ended = 9};
  write(storage::CreateGame{game});
  const auto formula = [](std::array<storage::Standing, 2> before, std::string_view, storage::Millis) {
    before[0].rating = 1700;
    return before;
  };
  write(storage::RateGame{"one", "blitz", storage::Standing{1500}, formula});
  const auto shown = [&] {
    return house.users.ratings().find("u_lin", "gomoku", "blitz", server_now())->value;
  };
  EXPECT_EQ(shown(), 1500);
  house.hub.look_at(Changes{.users = {"u_lin"}});
  house.wait_until([&] { return shown() == 1700; }, "the rating");
}

// The end of the game stands, whoever closed an account before it.
TEST_F(ChangedPeopleTest, a_game_that_counts_no_more_ends_all_the_same) {
  auto lin = account("lin", "lin's"), mei = account("mei", "mei's");
  const Json game = house.ask(*lin, {{"t", "create"},
                                     {"game", "gomoku"},
                                     {"opponent", "human"},
                                     {"side", "first"},
                                     {"rated", true},
                                     {"time", {{"initial", 60'000}}}})["gameId"];
  for (const auto& player : {lin, mei})
    house.ask(*player, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  const auto move = [&](TestClient& client, int ply, const std::string& move) {
    return house.ask(client, {{"t", "move"}, {"gameId", game}, {"ply", ply}, {"move", move}});
  };
  for (int i = 0; i < 4; ++i) {
    move(*lin, 2 * i, std::string(1, static_cast<char>('d' + i)) + "8");
    move(*mei, 2 * i + 1, std::string(1, static_cast<char>('d' + i)) + "1");
  }
  write(storage::CloseAccount{"u_mei", "password"});
  EXPECT_EQ(move(*lin, 8, "h8")["t"], "ack");
  const Json end = house.wait_for(
      *lin, [](const Json& told) { return told.value("kind", "") == "end"; }, "the end");
  EXPECT_EQ(end["state"]["result"], "first");
  EXPECT_FALSE(end.contains("ratings"));
  EXPECT_TRUE(house.hub.rooms().loaded(game));
}

// No session that ended after it was heard of any more, and its connections stayed open.
TEST_F(ChangedPeopleTest, looks_go_on_after_one_that_fails) {
  auto lin = account("lin", "lin's");
  Clients clients;
  const auto page = std::make_shared<TestClient>();
  clients.identify(clients.enter(page), {.id = "u_lin", .name = "lin", .guest = false});
  int looks = 0;
  ChangedPeople people(house.network.get_executor(), house.records, clients, house.users,
                       [&](const std::string&, const auto&) {
                         if (++looks == 1) throw std::runtime_error("defect");
                       });
  for (const int look : {1, 2}) {
    people.look_at(Changes{.users = {"u_lin"}});
    house.wait_until([&] { return looks == look; }, "a look");
  }
}

}  // namespace
}  // namespace server

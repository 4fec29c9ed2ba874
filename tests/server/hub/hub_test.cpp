#include "server/hub/hub.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <regex>

#include "engine/games/registry.h"
#include "server/identity/tokens.h"
#include "server/match/decisions.h"
#include "server/match/game_events.h"
#include "tests/server/hub/house.h"
#include "tests/storage/failing_stores.h"

namespace server {
namespace {

using testing::MatchesRegex;

const Json kQuick = {{"initial", 300000}, {"increment", 3000}};

class HubTest : public testing::Test {
 protected:
  Json create(TestClient& client, Json changes = Json::object()) {
    Json message = {
        {"t", "create"}, {"game", "gomoku"}, {"time", kQuick}, {"side", "first"}, {"opponent", "human"}};
    message.update(changes);
    return house.ask(client, message);
  }
  Json join(TestClient& client, const std::string& game, const char* as = "player") {
    return house.ask(client, {{"t", "join"}, {"gameId", game}, {"as", as}});
  }
  Json move(TestClient& client, const std::string& game, int ply, const std::string& text) {
    return house.ask(client, {{"t", "move"}, {"gameId", game}, {"ply", ply}, {"move", text}});
  }
  /// Lin and Wang, seated, in a game that has begun.
  std::string game_of(TestClient& lin, TestClient& wang, Json changes = Json::object()) {
    const Json created = create(lin, changes);
    EXPECT_EQ(created["t"], "created") << created;
    const std::string id = created["gameId"];
    join(lin, id);
    join(wang, id);
    return id;
  }
  static bool is_move(const Json& told, int ply) {
    return told["t"] == "event" && told["kind"] == "move" && told["state"]["ply"] == ply;
  }

  storage::MemoryStore store;
  House house{store};
};

// ---- hello ---------------------------------------------------------------------------------------------

TEST_F(HubTest, welcomes_who_says_hello) {
  auto client = house.connect();
  const Json welcome = house.ask(*client, {{"t", "hello"}, {"v", 1}, {"name", "Lin"}});
  EXPECT_EQ(welcome["user"]["name"], "Lin");
  EXPECT_EQ(welcome["user"]["guest"], true);
  EXPECT_EQ(welcome["games"].size(), 3u);
  EXPECT_EQ(welcome["games"][1]["rules"][0], "freestyle");
  EXPECT_GT(welcome["now"], 1'600'000'000'000);

  auto again = house.connect();
  const Json second = house.ask(*again, {{"t", "hello"}, {"v", 1}, {"token", welcome["token"]}});
  EXPECT_EQ(second["user"], welcome["user"]);
  EXPECT_EQ(second["token"], welcome["token"]);
}

/// Counts games that are read from their beginning.
class WholeGames final : public storage::MemoryStore {
 public:
  std::optional<storage::Record> load(std::string_view game) override {
    ++read;
    return MemoryStore::load(game);
  }
  std::atomic<int> read = 0;
};

/// Between Lin and Wang, with two moves and so many offers after them.
void write_long_game(storage::Store& store, const std::string& lin, const std::string& wang, int offers) {
  const TimePoint then = server_now();
  storage::Game header;
  header.id = "long";
  header.game = "gomoku";
  header.rule = "freestyle";
  header.size = 15;
  header.seats[0].user = lin;
  header.seats[1].user = wang;
  GameLog log = *GameLog::begin(*engine::find_game("gomoku"), header);
  ASSERT_TRUE(log.follow(start_event(log, then)));
  for (const char* move : {"h8", "h9"})
    ASSERT_TRUE(log.follow(*decide_move(log, log.seat_to_move(), {log.plies(), move}, then).event));
  for (int i = 0; i < offers; ++i)
    ASSERT_TRUE(log.follow(offer_event(log, then, Seat::b, protocol::OfferKind::draw, i % 2 == 0)));
  std::vector<storage::Write> writes{storage::CreateGame{header}};
  for (const storage::Event& event : log.events()) writes.emplace_back(storage::Append{event, {}, {}});
  store.commit(writes);
}

// Twenty games of four thousand events took 90 ms for the price of six.
TEST(WelcomeTest, reads_of_long_games_the_end_alone) {
  WholeGames store;
  House house(store);
  std::array<Json, 2> welcomes;
  for (Json& welcome : welcomes)
    welcome = house.ask(*house.connect(), {{"t", "hello"}, {"v", 1}, {"name", "Somebody"}});
  write_long_game(store, welcomes[0]["user"]["id"], welcomes[1]["user"]["id"], 100);
  for (const bool is_lins : {true, false}) {
    const Json hello = {{"t", "hello"}, {"v", 1}, {"token", welcomes[is_lins ? 0 : 1]["token"]}};
    const Json playing = house.ask(*house.connect(), hello)["playing"];
    ASSERT_EQ(playing.size(), 1u);
    EXPECT_EQ(playing[0]["yourTurn"], is_lins);
  }
  EXPECT_EQ(store.read, 0);
}

// ---- turns ---------------------------------------------------------------------------------------------

TEST_F(HubTest, who_is_elsewhere_hears_whose_turn_it_is) {
  auto lin = house.guest("Lin"), wang = house.guest("Wang");
  const std::string game = game_of(*lin, *wang);
  const Json token = house.wait_for(*wang, "welcome")["token"];
  auto elsewhere = house.connect(), quiet = house.connect();
  house.ask(*elsewhere, {{"t", "hello"}, {"v", 1}, {"token", token}, {"turns", true}});
  house.ask(*quiet, {{"t", "hello"}, {"v", 1}, {"token", token}});
  const auto is_turn = [](const Json& told) { return told["t"] == "turn"; };
  move(*lin, game, 0, "h8");
  const Json told = house.wait_for(*elsewhere, is_turn, "the turn");
  EXPECT_EQ(
      told,
      (Json{{"t", "turn"}, {"gameId", game}, {"game", "gomoku"}, {"opponent", "Lin"}, {"yourTurn", true}}));
  elsewhere->inbox.clear();
  move(*wang, game, 1, "h9");
  EXPECT_EQ(house.wait_for(*elsewhere, is_turn, "the other's turn")["yourTurn"], false);
  elsewhere->inbox.clear();
  house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "resign"}});
  const Json ended = house.wait_for(*elsewhere, is_turn, "the end");
  EXPECT_EQ(ended["over"], true);
  EXPECT_EQ(ended["outcome"], "won");
  for (const auto& client : {wang, quiet, lin})
    EXPECT_TRUE(std::ranges::none_of(client->inbox, is_turn)) << "in the room, or did not ask";
}

TEST_F(HubTest, who_is_elsewhere_hears_how_a_game_ended) {
  auto lin = house.guest("Lin"), wang = house.guest("Wang");
  const Json token = house.wait_for(*wang, "welcome")["token"];
  auto elsewhere = house.connect();
  house.ask(*elsewhere, {{"t", "hello"}, {"v", 1}, {"token", token}, {"turns", true}});
  const auto is_end = [](const Json& told) { return told["t"] == "turn" && told.value("over", false); };
  for (const std::string outcome : {"won", "lost", "draw", "aborted"}) {
    const std::string game = game_of(*lin, *wang);
    const auto act = [&](TestClient& client, const char* what) {
      EXPECT_EQ(house.ask(client, {{"t", "action"}, {"gameId", game}, {"do", what}})["t"], "ack") << what;
    };
    if (outcome != "aborted") {
      move(*lin, game, 0, "h8");
      move(*wang, game, 1, "h9");
    }
    elsewhere->inbox.clear();
    if (outcome == "draw") act(*lin, "draw");
    if (outcome == "aborted") act(*wang, "abort");
    if (outcome == "won") act(*lin, "resign");
    if (outcome == "lost") act(*wang, "resign");
    if (outcome == "draw") act(*wang, "draw");
    EXPECT_EQ(house.wait_for(*elsewhere, is_end, "the end")["outcome"], outcome);
  }
}

TEST_F(HubTest, a_connection_is_one_users_for_good) {
  auto lin = house.guest("Lin"), wang = house.guest("Wang");
  const Json token = house.wait_for(*lin, "welcome")["token"];
  const Json other = house.wait_for(*wang, "welcome")["token"];
  for (const Json& hello :
       {Json{{"t", "hello"}, {"v", 1}, {"token", other}}, Json{{"t", "hello"}, {"v", 1}, {"name", "Mei"}},
        Json{{"t", "hello"}, {"v", 1}, {"token", "unknown"}}}) {
    EXPECT_EQ(house.ask(*lin, hello)["code"], "not_allowed") << hello;
  }
  const Json renamed = house.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", token}, {"name", "Lina"}});
  EXPECT_EQ(renamed["user"]["name"], "Lina");
  EXPECT_EQ(renamed["user"]["id"], house.wait_for(*lin, "welcome")["user"]["id"]);
}

TEST_F(HubTest, no_guest_is_made_for_a_connection_that_has_a_user) {
  const auto users = [this] {
    int count = 0;
    for (auto last = store.last_user_of("", 1); last; last = store.last_user_of(*last, 1)) ++count;
    return count;
  };
  auto lin = house.guest("Lin");
  EXPECT_EQ(house.ask(*lin, {{"t", "hello"}, {"v", 1}, {"name", "Mei"}})["code"], "not_allowed");
  EXPECT_EQ(house.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", "nobody's"}})["code"], "not_allowed");
  EXPECT_EQ(users(), 1);
}

TEST_F(HubTest, a_hello_that_is_refused_changes_nothing) {
  auto lin = house.guest("Lin"), mei = house.guest("Mei");
  const std::string token = house.wait_for(*mei, "welcome")["token"];
  const Json refused = {{"t", "hello"}, {"v", 1}, {"token", token}, {"name", "Eve"}, {"deltas", true}};
  EXPECT_EQ(house.ask(*lin, refused)["code"], "not_allowed");
  EXPECT_FALSE(lin->wants_deltas());
  EXPECT_EQ(store.find_token(hash_token(token))->user.name, "Mei");
}

TEST_F(HubTest, talks_about_nothing_before_hello) {
  auto client = house.connect();
  for (const char* type : {"ping", "lobby", "leave"}) {
    const Json answer = house.ask(*client, {{"t", type}, {"at", 1}, {"gameId", "aB3dE9xQ"}});
    EXPECT_EQ(answer["code"], "hello_first");
  }
}

TEST_F(HubTest, speaks_one_version_of_the_protocol) {
  auto client = house.connect();
  EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 2}})["code"], "unsupported");
  EXPECT_EQ(client->close_code, 4001);
}

TEST_F(HubTest, refuses_bad_names) {
  auto client = house.connect();
  EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 1}, {"name", "<script>"}})["code"], "bad_name");
  EXPECT_EQ(house.ask(*client, {{"t", "hello"}, {"v", 1}, {"name", "Lin"}})["t"], "welcome")
      << "one may try again";
}

TEST_F(HubTest, keeps_what_is_said_before_the_welcome) {
  auto client = house.connect();
  house.say(*client, {{"t", "hello"}, {"v", 1}});
  house.say(*client, {{"t", "ping"}, {"at", 7}});
  house.wait_for(*client, "pong");
  EXPECT_EQ(client->inbox[0]["t"], "welcome");
  EXPECT_EQ(client->inbox[1]["at"], 7);
}

TEST_F(HubTest, keeps_no_more_than_sixteen_messages_before_the_welcome) {
  auto client = house.connect();
  house.say(*client, {{"t", "hello"}, {"v", 1}});
  for (int at = 0; at <= 16; ++at) house.say(*client, {{"t", "ping"}, {"at", at}});
  ASSERT_EQ(client->inbox.size(), 1u);
  EXPECT_EQ(client->inbox[0]["code"], "busy") << "the seventeenth, at once";
  const auto is_last = [](const Json& told) { return told["t"] == "pong" && told["at"] == 15; };
  house.wait_for(*client, is_last, "the sixteenth answer");
}

TEST_F(HubTest, answers_nonsense_and_goes_on) {
  auto lin = house.guest("Lin");
  house.say_text(*lin, "}{");
  EXPECT_EQ(lin->inbox.back()["code"], "bad_json");
  house.say_text(*lin, R"({"t":"teleport","id":5})");
  EXPECT_EQ(lin->inbox.back()["code"], "unknown_type");
  EXPECT_EQ(lin->inbox.back()["id"], 5);
  EXPECT_EQ(house.ask(*lin, {{"t", "ping"}, {"at", 1}})["t"], "pong");
}

TEST_F(HubTest, a_client_that_leaves_during_its_hello_is_forgotten) {
  auto client = house.connect();
  house.say(*client, {{"t", "hello"}, {"v", 1}});
  house.hub.closed(*client, true);
  client.reset();
  auto other = house.guest("Wang");  // By then the first answer has come, to nobody.
  EXPECT_EQ(house.ask(*other, {{"t", "lobby"}, {"on", true}})["players"], 1);
}

// ---- rooms ---------------------------------------------------------------------------------------------

TEST_F(HubTest, creates_a_game_that_others_join_by_code_in_any_case) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  const Json created = create(*lin);
  const std::string id = created["gameId"];
  EXPECT_THAT(id, MatchesRegex("[0-9A-Za-z]{8}"));
  EXPECT_THAT(created["code"].get<std::string>(), MatchesRegex("[2-9A-HJKMNP-TV-Z]{5}"));
  EXPECT_EQ(created["url"], '/' + id);
  EXPECT_TRUE(created["token"].is_string());

  EXPECT_EQ(join(*lin, created["gameId"])["you"], "first");
  std::string code = created["code"];
  std::ranges::transform(code, code.begin(), [](unsigned char c) { return std::tolower(c); });
  const Json full = house.ask(*wang, {{"t", "join"}, {"code", code}, {"as", "player"}});
  EXPECT_EQ(full["you"], "second");
  EXPECT_EQ(full["state"]["status"], "playing");
  EXPECT_EQ(full["players"][0]["name"], "Lin");
  house.wait_for(
      *lin, [](const Json& told) { return told["t"] == "event" && told["kind"] == "start"; }, "start");
}

TEST_F(HubTest, lets_one_connection_into_thirty_two_rooms) {
  auto wang = house.guest("Wang");
  std::vector<std::string> games;
  for (int host = 0; host < 4; ++host) {
    auto lin = house.guest("Lin" + std::to_string(host));
    for (int i = 0; i < 9; ++i) games.push_back(create(*lin)["gameId"]);
  }
  for (int i = 0; i < 32; ++i) EXPECT_EQ(join(*wang, games[i], "spectator")["t"], "gameFull");
  EXPECT_EQ(join(*wang, games[32], "spectator")["code"], "not_allowed");
  house.ask(*wang, {{"t", "leave"}, {"gameId", games[0]}});
  EXPECT_EQ(join(*wang, games[32], "spectator")["t"], "gameFull");
}

TEST_F(HubTest, does_not_find_what_is_not_there) {
  auto lin = house.guest("Lin");
  EXPECT_EQ(join(*lin, "nosuchid")["code"], "not_found");
  EXPECT_EQ(house.ask(*lin, {{"t", "join"}, {"code", "ZZZZZ"}, {"as", "player"}})["code"], "bad_code");
  EXPECT_EQ(move(*lin, "nosuchid", 0, "h8")["code"], "not_found");
  EXPECT_EQ(house.ask(*lin, {{"t", "leave"}, {"gameId", "nosuchid"}})["code"], "not_found");
}

TEST_F(HubTest, refuses_games_that_cannot_be) {
  auto lin = house.guest("Lin");
  const std::vector<std::pair<Json, std::string>> rows = {{{{"game", "chess"}}, "game"},
                                                          {{{"rule", "antichess"}}, "rule"},
                                                          {{{"size", 7}}, "size"},
                                                          {{{"pos", "nonsense"}}, "pos"},
                                                          {{{"opening", "london"}}, "opening"}};
  for (const auto& [changes, field] : rows) {
    const Json answer = create(*lin, changes);
    EXPECT_EQ(answer["code"], "bad_message") << changes;
    EXPECT_EQ(answer["reason"], field);
  }
  EXPECT_EQ(create(*lin, {{"rated", true}})["code"], "not_allowed") << "a guest has no rating";
  EXPECT_EQ(house.hub.rooms().all().size(), 0u);
}

TEST_F(HubTest, who_opened_a_room_is_its_host_wherever_he_comes_from) {
  auto lin = house.guest("Lin"), wang = house.guest("Wang");
  const std::string game = create(*lin)["gameId"];
  EXPECT_EQ(join(*lin, game)["host"], true);
  EXPECT_EQ(join(*wang, game)["host"], false);
  auto phone = house.connect();
  house.ask(*phone, {{"t", "hello"}, {"v", 1}, {"token", house.wait_for(*lin, "welcome")["token"]}});
  EXPECT_EQ(join(*phone, game, "spectator")["host"], true);
}

TEST_F(HubTest, plays_a_game_between_two_people) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  const std::string game = game_of(*lin, *wang);
  const char* const moves[] = {"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"};
  int ply = 0;
  for (const char* text : moves) {
    TestClient& mover = ply % 2 == 0 ? *lin : *wang;
    const Json ack = move(mover, game, ply, text);
    EXPECT_EQ(ack["t"], "ack") << ack;
    EXPECT_EQ(ack["ply"], ++ply);
  }
  const Json end = house.wait_for(
      *wang, [](const Json& told) { return told.value("kind", "") == "end"; }, "end");
  EXPECT_EQ(end["state"]["result"], "first");
  EXPECT_EQ(end["state"]["reason"], "five");
  EXPECT_EQ(store.load(game)->game.ending.reason, "five");
}

TEST_F(HubTest, tells_spectators_and_lets_nobody_in_twice) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  auto zhao = house.guest("Zhao");
  const std::string game = game_of(*lin, *wang);
  EXPECT_EQ(join(*zhao, game)["code"], "full");
  EXPECT_EQ(join(*zhao, game, "spectator")["you"], nullptr);
  move(*lin, game, 0, "h8");
  const Json seen = house.wait_for(
      *zhao, [](const Json& told) { return is_move(told, 1); }, "the move");
  EXPECT_FALSE(seen["state"].contains("legal"));
  EXPECT_TRUE(house
                  .wait_for(
                      *wang, [](const Json& told) { return is_move(told, 1); }, "it")["state"]
                  .contains("legal"));
  EXPECT_EQ(move(*zhao, game, 1, "a1")["code"], "forbidden");
}

// After a restart, say: the first of them is still being written down, and the others have to wait for it.
TEST_F(HubTest, lets_everybody_in_who_comes_while_a_move_is_written_down) {
  const auto lin = house.guest("Lin"), wang = house.guest("Wang");
  const std::string id = game_of(*lin, *wang);
  std::vector<std::shared_ptr<TestClient>> spectators;
  for (int i = 0; i < 300; ++i) spectators.push_back(house.guest("Watcher" + std::to_string(i)));
  house.say(*lin, {{"t", "move"}, {"id", 1}, {"gameId", id}, {"ply", 0}, {"move", "h8"}});
  for (const auto& each : spectators) house.say(*each, {{"t", "join"}, {"gameId", id}, {"as", "spectator"}});
  for (const auto& each : spectators) {
    house.wait_for(
        *each, [](const Json& told) { return told["t"] == "gameFull" || told["t"] == "error"; }, "an answer");
    EXPECT_NE(each->inbox.back()["t"], "error") << each->inbox.back();
  }
}

TEST_F(HubTest, who_has_left_a_room_hears_no_more_of_it) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  auto zhao = house.guest("Zhao");
  const std::string game = game_of(*lin, *wang);
  join(*zhao, game, "spectator");
  EXPECT_EQ(house.ask(*zhao, {{"t", "leave"}, {"gameId", game}})["t"], "ack");
  zhao->inbox.clear();
  move(*lin, game, 0, "h8");
  for (const Json& told : zhao->inbox) EXPECT_NE(told["t"], "event");
  EXPECT_EQ(move(*zhao, game, 1, "a1")["code"], "forbidden");
}

TEST_F(HubTest, a_page_that_comes_back_has_its_seat_by_its_token) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  const Json created = create(*lin);
  const std::string game = created["gameId"];
  join(*lin, game);
  join(*wang, game);
  move(*lin, game, 0, "h8");
  house.hub.closed(*lin, false);

  auto stranger = house.guest("Another");
  const Json full = house.ask(
      *stranger,
      {{"t", "join"}, {"gameId", game}, {"as", "player"}, {"token", created["token"]}, {"since", 1}});
  EXPECT_EQ(full["t"], "ack");
  EXPECT_EQ(full["v"], 2);
  const Json missed = house.wait_for(*stranger, "event");
  EXPECT_EQ(missed["v"], 2);
  EXPECT_EQ(missed["move"], "h8");
}

// What was copied out of a browser opened the seat after a logout everywhere and a new password.
TEST_F(HubTest, the_token_of_an_accounts_seat_opens_it_for_its_user_alone) {
  const auto account = [&](const std::string& id, const std::string& name) {
    const storage::Millis now = server_now().time_since_epoch().count();
    const std::vector<storage::Write> writes{
        storage::CreateAccount{{{id, name, false, now}, {name}, "password"}, hash_token(name)}};
    EXPECT_EQ(store.commit(writes), std::vector{storage::WriteResult::done});
  };
  const auto come = [&](const std::string& token) {
    auto client = house.connect();
    house.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", token}});
    return client;
  };
  const auto sit = [&](TestClient& client, const Json& created) {
    const Json told = house.ask(
        client,
        {{"t", "join"}, {"gameId", created["gameId"]}, {"as", "player"}, {"token", created["token"]}});
    return told["t"] == "gameFull" ? told["you"] : told["code"];
  };
  auto wang = house.guest("Wang"), zhao = house.guest("Zhao"), guest = house.guest("Mei");
  account("u_lin", "lin");
  auto lin = come("lin");
  const Json of_account = create(*lin), of_guest = create(*guest);
  EXPECT_EQ(sit(*lin, of_account), "first");
  for (const Json& created : {of_account, of_guest}) join(*wang, created["gameId"]);
  EXPECT_EQ(sit(*zhao, of_account), "full");
  EXPECT_EQ(sit(*come("lin"), of_account), "first");
  EXPECT_EQ(sit(*zhao, of_guest), "first") << "all that a guest has are tokens";

  account(guest->inbox.front()["user"]["id"], "mei");
  EXPECT_EQ(sit(*house.guest("Qian"), of_guest), "full") << "it is an account's now";
  EXPECT_EQ(sit(*come("mei"), of_guest), "first");
}

TEST_F(HubTest, plays_against_a_bot) {
  auto lin = house.guest("Lin");
  const Json created = create(*lin, {{"opponent", "ai"}, {"level", 1}, {"time", nullptr}});
  const std::string game = created["gameId"];
  const Json full = join(*lin, game);
  EXPECT_EQ(full["players"][1]["ai"], true);
  EXPECT_EQ(full["state"]["clock"], nullptr);
  move(*lin, game, 0, "h8");
  const Json answer = house.wait_for(
      *lin, [](const Json& told) { return is_move(told, 2); }, "the bot");
  EXPECT_EQ(answer["by"], "second");
  EXPECT_EQ(answer["state"]["legal"].size(), 223u);
}

// The best third stone stands beside the others, where this opening permits none.
TEST_F(HubTest, gives_hints_that_the_opening_permits) {
  auto lin = house.guest("Lin");
  const Json created =
      create(*lin, {{"opponent", "ai"}, {"level", 1}, {"time", nullptr}, {"opening", "longpro"}});
  ASSERT_EQ(created["t"], "created") << created;
  const std::string game = created["gameId"];
  join(*lin, game);
  move(*lin, game, 0, "h8");
  const Json answer = house.wait_for(
      *lin, [](const Json& told) { return is_move(told, 2); }, "the bot");
  const Json hint = house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "hint"}});
  ASSERT_EQ(hint["t"], "hint") << hint;
  const Json& legal = answer["state"]["legal"];
  EXPECT_EQ(std::count(legal.begin(), legal.end(), hint["move"]), 1) << hint;
}

TEST_F(HubTest, lets_bots_play_each_other_to_the_end) {
  auto zhao = house.guest("Zhao");
  const Json created =
      create(*zhao, {{"game", "antireversi"},
                     {"opponent", "aivsai"},
                     {"level", 1},
                     {"time", {{"perMove", 5000}}}});  // A pause between moves is a hundredth of it.
  EXPECT_EQ(created["token"], nullptr);
  join(*zhao, created["gameId"], "spectator");
  const Json end = house.wait_for(
      *zhao, [](const Json& told) { return told.value("kind", "") == "end"; }, "the end");
  EXPECT_EQ(end["state"]["status"], "finished");
  EXPECT_EQ(end["state"]["reason"], "fewest_discs");
}

TEST_F(HubTest, leads_the_players_to_their_rematch) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  const std::string game = game_of(*lin, *wang);
  house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "resign"}});
  house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "rematch"}});
  house.ask(*wang, {{"t", "action"}, {"gameId", game}, {"do", "rematch"}});
  const Json rematch = house.wait_for(
      *lin, [](const Json& told) { return told.value("kind", "") == "rematch"; }, "rematch");
  const Json full = join(*lin, rematch["nextId"]);
  EXPECT_EQ(full["you"], "second");
  EXPECT_EQ(full["state"]["status"], "playing");
}

TEST_F(HubTest, ends_the_offer_of_a_rematch_when_its_maker_leaves) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  const std::string game = game_of(*lin, *wang);
  house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "resign"}});
  house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "rematch"}});
  house.ask(*lin, {{"t", "leave"}, {"gameId", game}});
  house.wait_for(
      *wang, [](const Json& told) { return told.value("offer", "") == "rematch" && !told.value("on", true); },
      "the end of the offer");
}

TEST_F(HubTest, has_room_for_so_many_games) {
  Hub::Options options;
  options.max_rooms = 2;
  storage::MemoryStore other_store;
  House small(other_store, options);
  auto lin = small.guest("Lin");
  const Json message = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}};
  EXPECT_EQ(small.ask(*lin, message)["t"], "created");
  EXPECT_EQ(small.ask(*lin, message)["t"], "created");
  EXPECT_EQ(small.ask(*lin, message)["code"], "busy");
}

TEST_F(HubTest, nobody_opens_more_games_than_he_can_play) {
  Hub::Options options;
  options.games.of_user = 1;
  storage::MemoryStore other_store;
  House small(other_store, options);
  auto lin = small.guest("Lin");
  const Json message = {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}};
  EXPECT_EQ(small.ask(*lin, message)["t"], "created");
  EXPECT_EQ(small.ask(*lin, message)["code"], "rate_limited");
}

// ---- the lobby -----------------------------------------------------------------------------------------

TEST_F(HubTest, shows_open_games_and_what_becomes_of_them) {
  auto lin = house.guest("Lin");
  auto zhao = house.guest("Zhao");
  EXPECT_EQ(house.ask(*zhao, {{"t", "lobby"}, {"on", true}})["games"].size(), 0u);
  const std::string game = create(*lin, {{"opening", "swap2"}})["gameId"];
  create(*lin, {{"private", true}});
  const auto adds = [&](const Json& told) {
    return told["t"] == "lobby" && told.contains("add") && !told["add"]["games"].empty();
  };
  const Json change = house.wait_for(*zhao, adds, "a change");
  ASSERT_EQ(change["add"]["games"].size(), 1u) << "the private one is not told of";
  EXPECT_EQ(change["add"]["games"][0]["gameId"], game);
  EXPECT_EQ(change["add"]["games"][0]["status"], "waiting");
  EXPECT_EQ(change["add"]["games"][0]["opening"], "swap2");

  join(*lin, game);
  house.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "abort"}});
  const auto removes = [&](const Json& told) {
    return told["t"] == "lobby" && told.contains("remove") && told["remove"] == Json({game});
  };
  house.wait_for(*zhao, removes, "its removal");
  EXPECT_EQ(house.ask(*zhao, {{"t", "lobby"}, {"on", true}})["games"].size(), 0u);
}

TEST_F(HubTest, shows_small_boards) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  auto zhao = house.guest("Zhao");
  const std::string game = game_of(*lin, *wang);
  house.ask(*zhao, {{"t", "watch"}, {"ids", {game, "nosuchid"}}});
  EXPECT_EQ(house.wait_for(*zhao, "mini")["lastMove"], nullptr);
  move(*lin, game, 0, "h8");
  house.wait_for(
      *zhao, [](const Json& told) { return told["t"] == "mini" && told["lastMove"] == "h8"; }, "the move");
  house.ask(*zhao, {{"t", "watch"}, {"ids", Json::array()}});
  zhao->inbox.clear();
  move(*wang, game, 1, "a1");
  EXPECT_TRUE(zhao->inbox.empty());
}

// ---- the server's own life -----------------------------------------------------------------------------

TEST_F(HubTest, games_go_on_after_a_restart) {
  std::string game, lins_token;
  {
    House before(store);
    auto lin = before.connect();
    lins_token = before.ask(*lin, {{"t", "hello"}, {"v", 1}, {"name", "Lin"}})["token"];
    game = before.ask(*lin, {{"t", "create"},
                             {"game", "gomoku"},
                             {"opponent", "ai"},
                             {"side", "first"},
                             {"level", 1},
                             {"time", kQuick}})["gameId"];
    before.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
    before.ask(*lin, {{"t", "move"}, {"gameId", game}, {"ply", 0}, {"move", "h8"}});
  }  // The bot had no time to answer, or it had: either is well.
  House after(store);
  bool restored = false;
  after.hub.restore_all([&] { restored = true; });
  after.wait_until([&] { return restored; }, "the games");
  EXPECT_EQ(after.hub.rooms().all().size(), 1u);
  auto lin = after.connect();
  after.ask(*lin, {{"t", "hello"}, {"v", 1}, {"token", lins_token}});
  const Json full = after.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
  EXPECT_EQ(full["you"], "first");
  if (full["state"]["ply"] == 1) {
    after.wait_for(
        *lin, [](const Json& told) { return is_move(told, 2); }, "the bot, who was asked again");
  }
  EXPECT_EQ(after.ask(*lin, {{"t", "move"}, {"gameId", game}, {"ply", 2}, {"move", "o15"}})["t"], "ack");
}

// What cannot be restored was left out in silence.
TEST_F(HubTest, counts_a_record_that_makes_no_game_and_takes_up_the_others) {
  {
    House before(store);
    auto lin = before.guest("Lin");
    for (int i = 0; i < 40; ++i) {
      auto wu = before.guest("Wu" + std::to_string(i));
      EXPECT_EQ(before.ask(*wu, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "human"}})["t"],
                "created");
    }
  }
  storage::Event nonsense;
  nonsense.game = store.claim_orphans({}, 1).at(0).game.id;
  nonsense.v = 1;
  nonsense.kind = storage::EventKind::unknown;
  store.commit(std::vector<storage::Write>{storage::Append{nonsense, {}, {}}});
  House after(store);
  bool restored = false;
  after.hub.restore_all([&] { restored = true; });
  after.wait_until([&] { return restored; }, "the games");
  EXPECT_EQ(after.hub.rooms().all().size(), 39u);
  EXPECT_EQ(after.metrics.games_unreadable.Value(), 1);
  auto lin = after.guest("Lin");
  EXPECT_EQ(after.ask(*lin, {{"t", "join"}, {"gameId", nonsense.game}, {"as", "spectator"}})["code"],
            "not_found");
}

TEST_F(HubTest, loads_a_finished_game_for_who_wants_to_see_it) {
  std::string game;
  {
    House before(store);
    auto lin = before.guest("Lin");
    game = before.ask(*lin,
                      {{"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}, {"side", "first"}})["gameId"];
    before.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});
    before.ask(*lin, {{"t", "action"}, {"gameId", game}, {"do", "resign"}});
  }
  auto zhao = house.guest("Zhao");
  auto wang = house.guest("Wang");
  house.say(*wang, {{"t", "join"}, {"gameId", game}, {"as", "spectator"}});  // Both ask before it is there.
  EXPECT_EQ(join(*zhao, game, "spectator")["state"]["reason"], "resign");
  EXPECT_EQ(house.wait_for(*wang, "gameFull")["state"]["result"], "second");
  EXPECT_EQ(house.hub.rooms().all().size(), 1u);
}

TEST_F(HubTest, takes_leave_before_it_goes_down) {
  auto lin = house.guest("Lin");
  auto wang = house.guest("Wang");
  const std::string game = game_of(*lin, *wang);
  house.say(*lin, {{"t", "move"}, {"gameId", game}, {"ply", 0}, {"move", "h8"}});
  bool drained = false;
  house.hub.drain([&] { drained = true; });
  house.wait_until([&] { return drained; }, "the drain");
  EXPECT_EQ(store.load(game)->events.size(), 2u) << "what was under way is finished";
  EXPECT_EQ(house.wait_for(*lin, "notice")["restartInMs"], 2000);
  EXPECT_EQ(house.wait_for(*lin, "bye")["code"], 1012);
  house.wait_for(
      *lin, [](const Json& told) { return told["t"] == "ack" && told.value("ply", 0) == 1; }, "the move");
  EXPECT_EQ(lin->close_code, 1012);
  EXPECT_EQ(house.ask(*wang, {{"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}})["code"],
            "shutting_down");
  EXPECT_EQ(move(*wang, game, 1, "a1")["code"], "shutting_down");
}

TEST(HubOnAFullDisk, says_so_and_recovers) {
  storage::FullStore store;
  House house(store);
  auto lin = house.guest("Lin");
  const Json message = {
      {"t", "create"}, {"game", "gomoku"}, {"opponent", "ai"}, {"side", "first"}, {"level", 1}};
  const std::string game = house.ask(*lin, message)["gameId"];
  house.ask(*lin, {{"t", "join"}, {"gameId", game}, {"as", "player"}});

  store.is_full = true;
  EXPECT_EQ(house.ask(*lin, message)["code"], "busy");
  EXPECT_EQ(house.hub.rooms().all().size(), 1u) << "no room of a game that is not written down";
  const Json move = {{"t", "move"}, {"gameId", game}, {"ply", 0}, {"move", "h8"}};
  EXPECT_EQ(house.ask(*lin, move)["code"], "busy") << "it has not happened, and may be tried again";

  store.is_full = false;
  EXPECT_EQ(house.ask(*lin, move)["t"], "ack");
  EXPECT_EQ(house.ask(*lin, message)["t"], "created");
}

}  // namespace
}  // namespace server

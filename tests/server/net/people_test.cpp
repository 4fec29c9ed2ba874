#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/beast/http.hpp>

#include "tests/server/net/client.h"

/// Accounts and ratings as people meet them: over real sockets, with a whole server behind.
namespace server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Json = nlohmann::json;

constexpr const char* kPassword = "correct horse";

struct Reply {
  int status = 0;
  Json body;
  std::string retry_after;
};

class PeopleTest : public testing::Test {
 protected:
  Reply ask(http::verb method, const std::string& target, const std::string& token = "",
            const Json& body = {}) {
    http::request<http::string_body> request(method, target, 11);
    request.set(http::field::host, "localhost");
    request.set(http::field::connection, "close");
    if (!token.empty()) request.set(http::field::authorization, "Bearer " + token);
    if (method == http::verb::post) {
      request.set(http::field::content_type, "application/json");
      request.body() = body.is_string() ? body.get<std::string>() : body.dump();
    }
    request.prepare_payload();
    asio::ip::tcp::socket socket = connected(server_);
    http::write(socket, request);
    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    http::read(socket, buffer, response);
    return {static_cast<int>(response.result_int()), Json::parse(response.body(), nullptr, false),
            std::string(response[http::field::retry_after])};
  }
  Reply get(const std::string& target, const std::string& token = "") {
    return ask(http::verb::get, target, token);
  }
  Reply post(const std::string& target, const Json& body, const std::string& token = "") {
    return ask(http::verb::post, target, token, body);
  }
  /// The token of a new account.
  std::string sign_up(const std::string& name, const std::string& guest = "") {
    const Reply reply = post("/api/auth/register", {{"name", name}, {"password", kPassword}}, guest);
    EXPECT_EQ(reply.status, 201) << reply.body;
    return reply.body.value("token", "");
  }

  TestServer server_;
};

// ---- accounts --------------------------------------------------------------------------------------------

TEST_F(PeopleTest, SigningUpGivesATokenThatIsGoodForHello) {
  const Reply reply = post("/api/auth/register", {{"name", "Lin"}, {"password", kPassword}});
  ASSERT_EQ(reply.status, 201) << reply.body;
  EXPECT_EQ(reply.body["user"]["name"], "Lin");
  EXPECT_EQ(reply.body["user"]["guest"], false);
  TestClient page(server_);
  const Json welcome = page.hello({{"token", reply.body["token"]}});
  EXPECT_EQ(welcome["user"], reply.body["user"]);
  EXPECT_EQ(get("/api/me", reply.body["token"]).body["user"], reply.body["user"]);
}

TEST_F(PeopleTest, AProgramIsToldToBeOne) {
  const Json form = {{"name", "Pela"}, {"password", kPassword}, {"program", true}};
  const Reply reply = post("/api/auth/register", form);
  ASSERT_EQ(reply.status, 201) << reply.body;
  EXPECT_EQ(reply.body["user"]["program"], true);
  TestClient page(server_);
  EXPECT_EQ(page.hello({{"token", reply.body["token"]}})["user"], reply.body["user"]);
  EXPECT_EQ(get("/api/me", reply.body["token"]).body["user"], reply.body["user"]);
  const Json login = {{"name", "Pela"}, {"password", kPassword}, {"program", false}};
  EXPECT_EQ(post("/api/auth/login", login).body["user"]["program"], true) << "it was said once";
  EXPECT_EQ(post("/api/auth/register", {{"name", "Wu"}, {"password", kPassword}, {"program", 1}}).status,
            400);
}

TEST_F(PeopleTest, AGuestWhoSignsUpKeepsHisSeat) {
  TestClient page(server_);
  const Json guest = page.hello({{"name", "Lin"}});
  page.say({{"t", "create"}, {"id", 1}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "first"}});
  const std::string game = page.hear("created")["gameId"];

  const std::string token = sign_up("Lin", guest["token"]);
  TestClient again(server_);
  const Json welcome = again.hello({{"token", token}});
  EXPECT_EQ(welcome["user"]["id"], guest["user"]["id"]);
  EXPECT_EQ(welcome["user"]["guest"], false);
  again.say({{"t", "join"}, {"id", 2}, {"gameId", game}, {"as", "player"}});
  EXPECT_EQ(again.hear("gameFull")["you"], "first");
}

// The guest's token ends: who had it on another device went on as the account's user, for as long as the
// socket lived.
TEST_F(PeopleTest, AGuestWhoSignsUpIsNoGuestAnywhere) {
  TestClient page(server_), other(server_);
  const std::string guest = page.hello({{"name", "Lin"}})["token"];
  other.hello({{"token", guest}});
  const std::string token = sign_up("Lin", guest);
  TestClient again(server_);
  again.hello({{"token", token}});
  for (TestClient* each : {&page, &other}) EXPECT_EQ(each->close_code(), 4005);
  again.say({{"t", "ping"}, {"at", 1}});
  EXPECT_EQ(again.hear("pong")["at"], 1);
}

TEST_F(PeopleTest, NoGuestTakesTheNameOfAnAccount) {
  sign_up("Lin");
  TestClient page(server_);
  EXPECT_EQ(page.hello({{"name", "LIN"}})["code"], "name_taken");
  EXPECT_EQ(page.hello({{"name", "Mei"}})["t"], "welcome") << "and may try another";
}

TEST_F(PeopleTest, LogsInAndOut) {
  sign_up("Lin");
  const Reply wrong = post("/api/auth/login", {{"name", "Lin"}, {"password", "wrong"}});
  EXPECT_EQ(wrong.status, 401);
  EXPECT_EQ(wrong.body["error"]["code"], "unauthorized");
  const Reply nobody = post("/api/auth/login", {{"name", "Nobody"}, {"password", "wrong"}});
  EXPECT_EQ(nobody.body, wrong.body);

  const Reply right =
      post("/api/auth/login", {{"name", "lin"}, {"password", kPassword}, {"client", "phone"}});
  EXPECT_EQ(right.status, 200);
  const std::string token = right.body["token"];
  EXPECT_EQ(post("/api/auth/logout", Json::object(), token).status, 200);
  EXPECT_EQ(get("/api/me", token).status, 401);
}

TEST_F(PeopleTest, EndingASessionClosesItsConnectionsAndNoOthers) {
  const std::string first = sign_up("Lin");
  const std::string second =
      post("/api/auth/login", {{"name", "Lin"}, {"password", kPassword}}).body["token"];
  TestClient one(server_), two(server_);
  one.hello({{"token", first}});
  two.hello({{"token", second}});

  const auto all = [&] { return get("/api/me/sessions", first).body["sessions"]; };
  const Json sessions = all();
  ASSERT_EQ(sessions.size(), 2u);
  const Json other = sessions[0]["current"] == true ? sessions[1] : sessions[0];
  const std::string path = "/api/me/sessions/" + other["id"].get<std::string>();
  EXPECT_EQ(ask(http::verb::delete_, path).status, 401);
  EXPECT_EQ(ask(http::verb::delete_, path, first).status, 200);
  EXPECT_EQ(ask(http::verb::delete_, path, first).status, 404);
  // What the hello said is written after the welcome, but before anything that was asked later.
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0]["client"], "test page");
  EXPECT_EQ(two.hear("bye")["code"], 4005);
  EXPECT_EQ(two.close_code(), 4005);
  one.say({{"t", "ping"}, {"at", 1}});
  EXPECT_EQ(one.hear("pong")["at"], 1);

  EXPECT_EQ(post("/api/auth/logout", {{"everywhere", true}}, first).status, 200);
  EXPECT_EQ(one.close_code(), 4005);
}

TEST_F(PeopleTest, ChangesThePassword) {
  const std::string token = sign_up("Lin");
  EXPECT_EQ(post("/api/me/password", {{"old", "wrong"}, {"new", "another one"}}, token).status, 401);
  EXPECT_EQ(post("/api/me/password", {{"old", kPassword}, {"new", "another one"}}, token).status, 200);
  EXPECT_EQ(post("/api/auth/login", {{"name", "Lin"}, {"password", kPassword}}).status, 401);
  EXPECT_EQ(post("/api/auth/login", {{"name", "Lin"}, {"password", "another one"}}).status, 200);
}

TEST_F(PeopleTest, ClosesAnAccountWithItsPageAndItsConnections) {
  const std::string token = sign_up("Lin");
  EXPECT_EQ(get("/api/players/Lin").status, 200);
  EXPECT_EQ(post("/api/me/close", Json::object(), token).status, 400);
  EXPECT_EQ(post("/api/me/close", {{"password", "wrong"}}, token).status, 401);
  EXPECT_EQ(post("/api/me/close", {{"password", kPassword}}, token).status, 200);
  EXPECT_EQ(get("/api/me", token).status, 401);
  EXPECT_EQ(get("/api/players/Lin").status, 404);
  EXPECT_EQ(get("/api/players/Lin/history?game=gomoku").status, 404);
  EXPECT_EQ(post("/api/auth/login", {{"name", "Lin"}, {"password", kPassword}}).status, 401);
}

TEST_F(PeopleTest, ForgetsAGuestWhoDoesNotPlayAndNoAccount) {
  TestClient page(server_);
  const std::string guest = page.hello({{"name", "Mei"}})["token"];
  page.say({{"t", "create"}, {"id", 1}, {"game", "gomoku"}, {"opponent", "ai"}});
  const std::string game = page.hear("created")["gameId"];
  const Reply refused = ask(http::verb::delete_, "/api/me", guest);
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(refused.body["error"]["code"], "not_allowed");
  EXPECT_EQ(refused.body["error"]["reason"], "playing");
  page.say({{"t", "join"}, {"id", 2}, {"gameId", game}, {"as", "player"}});
  page.say({{"t", "action"}, {"id", 3}, {"gameId", game}, {"do", "abort"}});
  EXPECT_EQ(page.hear("ack")["id"], 3);
  ASSERT_EQ(ask(http::verb::delete_, "/api/me", guest).status, 200);
  EXPECT_EQ(page.close_code(), 4005);
  EXPECT_EQ(ask(http::verb::delete_, "/api/me", guest).status, 401);

  const std::string account = sign_up("Lin");
  EXPECT_EQ(ask(http::verb::delete_, "/api/me", account).status, 409);
  EXPECT_EQ(get("/api/me", account).status, 200);
}

TEST_F(PeopleTest, RefusesWhatMakesNoSense) {
  const auto reason = [&](const Json& body) {
    const Reply reply = post("/api/auth/register", body);
    EXPECT_EQ(reply.status, 400) << body;
    return reply.body["error"].value("reason", "");
  };
  EXPECT_EQ(reason(Json::object()), "name");
  EXPECT_EQ(reason({{"name", "Lin"}}), "password");
  EXPECT_EQ(reason({{"name", 7}, {"password", kPassword}}), "name");
  EXPECT_EQ(reason({{"name", "Lin"}, {"password", "short"}}), "password");
  EXPECT_EQ(reason(Json("{not json")), "name");
  EXPECT_EQ(reason(Json("[1,2]")), "name");
  EXPECT_EQ(post("/api/auth/register", {{"name", "<b>"}, {"password", kPassword}}).body["error"]["code"],
            "bad_name");
  EXPECT_EQ(get("/api/auth/register").status, 405);
  for (const char* target : {"/api/me", "/api/me/sessions"}) {
    EXPECT_EQ(get(target).status, 401);
    EXPECT_EQ(get(target, "forgotten").status, 401);
  }
}

TEST_F(PeopleTest, WhoGuessesMustWait) {
  sign_up("Lin");
  Reply reply;
  for (int i = 0; i < 11; ++i) reply = post("/api/auth/login", {{"name", "Lin"}, {"password", "wrong"}});
  EXPECT_EQ(reply.status, 429);
  EXPECT_EQ(reply.body["error"]["code"], "rate_limited");
  EXPECT_GT(std::stoi(reply.retry_after), 60);
}

// ---- ratings ---------------------------------------------------------------------------------------------

/// Two accounts at their pages.
class RatedTest : public PeopleTest {
 protected:
  RatedTest() {
    lin_.hello({{"token", sign_up("Lin")}});
    mei_.hello({{"token", sign_up("Mei")}});
  }
  static Json rated_game() {
    return {{"t", "create"},
            {"id", 1},
            {"game", "gomoku"},
            {"opponent", "human"},
            {"side", "first"},
            {"rated", true},
            {"time", {{"initial", 300'000}, {"increment", 3'000}}}};
  }
  /// Both sit at a rated game; Lin is first.
  std::string begin() {
    lin_.say(rated_game());
    const std::string game = lin_.hear("created")["gameId"];
    for (TestClient* page : {&lin_, &mei_}) {
      page->say({{"t", "join"}, {"id", 2}, {"gameId", game}, {"as", "player"}});
      joined_ = page->hear("gameFull");
    }
    return game;
  }
  void move(TestClient& page, const std::string& game, int ply, const std::string& move) {
    page.say({{"t", "move"}, {"id", 3}, {"gameId", game}, {"ply", ply}, {"move", move}});
    EXPECT_EQ(page.hear("ack")["t"], "ack");
  }
  Json end_of(TestClient& page) {
    for (;;) {
      Json event = page.hear("event");
      if (event["kind"] == "end" || event["t"] == "error") return event;
    }
  }

  TestClient lin_{server_};
  TestClient mei_{server_};
  Json joined_;
};

TEST_F(RatedTest, ARatedGameChangesBothRatings) {
  const std::string game = begin();
  EXPECT_EQ(joined_["rated"], true);
  EXPECT_EQ(joined_["players"][0]["rating"], 1500);
  EXPECT_EQ(joined_["players"][1]["provisional"], true);
  move(lin_, game, 0, "h8");
  move(mei_, game, 1, "a1");
  mei_.say({{"t", "action"}, {"id", 4}, {"gameId", game}, {"do", "resign"}});
  const Json ratings =
      Json::array({{{"before", 1500}, {"after", 1741}}, {{"before", 1500}, {"after", 1259}}});
  EXPECT_EQ(end_of(lin_)["ratings"], ratings);
  EXPECT_EQ(end_of(mei_)["ratings"], ratings);

  const Json profile = get("/api/players/lin").body;
  EXPECT_EQ(profile["name"], "Lin");
  EXPECT_EQ(profile["ratings"]["gomoku"]["blitz"],
            Json({{"rating", 1741}, {"deviation", 397}, {"games", 1}, {"provisional", true}}));
  EXPECT_EQ(profile["games"], Json({{"played", 1}, {"won", 1}, {"lost", 0}, {"drawn", 0}}));
  const Json history = get("/api/players/Mei/history?game=gomoku&speed=blitz").body["points"];
  ASSERT_EQ(history.size(), 1u);
  EXPECT_EQ(history[0]["gameId"], game);
  EXPECT_EQ(history[0]["rating"], 1259);

  begin();
  EXPECT_EQ(joined_["players"][0]["rating"], 1741) << "the next game begins with it";
}

TEST_F(RatedTest, AnAbortedGameDoesNotCount) {
  const std::string game = begin();
  mei_.say({{"t", "action"}, {"id", 4}, {"gameId", game}, {"do", "abort"}});
  const Json end = end_of(lin_);
  EXPECT_EQ(end["state"]["status"], "aborted");
  EXPECT_FALSE(end.contains("ratings"));
  EXPECT_EQ(get("/api/players/Lin").body["ratings"], Json::object());
}

TEST_F(RatedTest, GuestsPlayNoRatedGames) {
  TestClient guest(server_);
  guest.hello({{"name", "Wang"}});
  guest.say(rated_game());
  EXPECT_EQ(guest.hear("created")["code"], "not_allowed");
  guest.say({{"t", "seek"}, {"id", 5}, {"game", "gomoku"}, {"rated", true}, {"time", {{"initial", 60'000}}}});
  EXPECT_EQ(guest.hear("ack")["code"], "not_allowed");

  lin_.say(rated_game());
  const std::string game = lin_.hear("created")["gameId"];
  guest.say({{"t", "join"}, {"id", 6}, {"gameId", game}, {"as", "player"}});
  EXPECT_EQ(guest.hear("gameFull")["code"], "not_allowed");
  guest.say({{"t", "join"}, {"id", 7}, {"gameId", game}, {"as", "spectator"}});
  EXPECT_EQ(guest.hear("gameFull")["t"], "gameFull");
}

TEST_F(RatedTest, SomeGamesCannotBeRated) {
  const auto refused = [&](const Json& more) {
    Json message = rated_game();
    message.update(more);
    lin_.say(message);
    return lin_.hear("created")["code"];
  };
  EXPECT_EQ(refused({{"opponent", "ai"}}), "not_allowed");
  EXPECT_EQ(refused({{"time", nullptr}}), "not_allowed");
}

// ---- what everybody may see ------------------------------------------------------------------------------

TEST_F(PeopleTest, ShowsProfilesOfAccountsOnly) {
  sign_up("林小明");
  const Reply profile = get("/api/players/%E6%9E%97%E5%B0%8F%E6%98%8E");
  EXPECT_EQ(profile.status, 200);
  EXPECT_EQ(profile.body["name"], "林小明");
  EXPECT_EQ(profile.body["ratings"], Json::object());
  for (const char* name : {"Nobody", "a%20b", "%27%20OR%201=1", "%FF%FE"}) {
    EXPECT_EQ(get("/api/players/" + std::string(name)).status, 404) << name;
    EXPECT_EQ(get("/api/players/" + std::string(name) + "/history?game=gomoku").status, 404) << name;
  }
}

TEST_F(PeopleTest, LeaderboardsAreOfAGameAndASpeed) {
  EXPECT_EQ(get("/api/leaderboard/gomoku").body, Json({{"players", Json::array()}}));
  EXPECT_EQ(get("/api/leaderboard/gomoku?speed=correspondence").status, 200);
  EXPECT_EQ(get("/api/leaderboard/gomoku?speed=warp").status, 400);
  EXPECT_EQ(get("/api/leaderboard/chess").status, 404);
}

}  // namespace
}  // namespace server

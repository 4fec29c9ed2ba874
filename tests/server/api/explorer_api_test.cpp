#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/identity/tokens.h"
#include "server/library/library_game.h"
#include "server/library/library_work.h"
#include "tests/server/api/http_caller.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

/// How a game is stored.
struct Played {
  std::string id;
  std::vector<std::string> moves{};
  std::string result = "first";
  std::array<std::string, 2> users{"u_lin", "u_wu"};
  bool rated = true, is_private = false;
};

class ExplorerApiTest : public testing::Test {
 protected:
  ExplorerApiTest() {
    for (const char* user : {"lin", "wu", "zhao"})
      http_.commit({storage::CreateUser{{std::string("u_") + user, user, true, 1}, hash_token(user)}});
  }

  /// A user's seat; a bot's where there is no user.
  static storage::Seat seat(const std::string& user) {
    if (user.empty()) return {"Bot 3", "", 3, ""};
    return {"Name of " + user, user, 0, "", 1600};
  }
  void play(const Played& played) {
    storage::Game game;
    game.id = played.id;
    game.game = "xiangqi";
    game.rule = "standard";
    game.seats = {seat(played.users[0]), seat(played.users[1])};
    game.rated = played.rated;
    game.is_private = played.is_private;
    game.created = 1'700'000'000'000;
    std::vector<storage::Write> writes{storage::CreateGame{game}};
    storage::Event event;
    event.game = played.id;
    event.kind = storage::EventKind::move;
    for (const std::string& move : played.moves) {
      event.ply = ++event.v;
      event.move = move;
      writes.emplace_back(storage::Append{event, {}, {}});
    }
    event.kind = storage::EventKind::end;
    ++event.v;
    writes.emplace_back(
        storage::Append{event, storage::Ending{"finished", played.result, "resignation", ++ended_}, {}});
    http_.commit(std::move(writes));
  }
  /// As the server does beside its games.
  void index() {
    LibraryWork work(http_.store(), http_.records(), http_.import_quota(), {});
    const auto reader = http_.store().open_reader();
    storage::LibraryReader& library = reader->library();
    while (!library.ended_games(1).empty() || library.older_games(1) || library.unindexed_collection(""))
      http_.get("/api/collections");
  }
  /// What is paid in the end.
  double price_of(const std::string& target, const std::string& who) {
    HttpRequest request;
    request.method = "GET";
    request.bearer = who;
    EXPECT_TRUE(parse_target(target, request));
    double paid = 0;
    request.refuse = [&](double cost) {
      paid += cost;
      return std::nullopt;
    };
    request.give_back = [&](double cost) {
      EXPECT_GT(cost, 0);
      paid -= cost;
    };
    EXPECT_NE(http_.answer_to(request).status, 429);
    return paid;
  }
  Json get(const std::string& target, const std::string& who = "") { return http_.get_json(target, who); }
  static std::vector<std::string> ids(const Json& explored) {
    std::vector<std::string> all;
    for (const Json& game : explored.at("games")) all.push_back(game.at("id"));
    return all;
  }

  HttpCaller http_;
  storage::Millis ended_ = 0;
};

TEST_F(ExplorerApiTest, TellsWhatGamesOfThisServerDid) {
  play({"gameAAA1", {"h2e2", "h9g7"}});
  play({"gameAAA2", {"b2e2", "b9c7"}, "draw"});
  play({"gameAAA3", {"c3c4"}, "second", {"u_zhao", ""}, false});
  index();
  const Json start = get("/api/explorer?game=xiangqi");
  ASSERT_THAT(start["moves"], SizeIs(2)) << start;
  const Json& cannon = start["moves"][0];
  EXPECT_EQ(cannon["games"], 2) << "mirrored ones count together";
  EXPECT_EQ(cannon["first"], 1);
  EXPECT_EQ(cannon["draws"], 1);
  EXPECT_EQ(cannon["rating"], 1600);
  EXPECT_EQ(cannon["lastYear"], 2023);
  EXPECT_THAT(ids(start), UnorderedElementsAre("gameAAA1", "gameAAA2", "gameAAA3"));
  const Json after = get("/api/explorer?game=xiangqi&moves=b2e2");
  ASSERT_THAT(after["moves"], SizeIs(1)) << "of both, each as the other's image";
  EXPECT_EQ(after["moves"][0]["move"], "b9c7") << "as the board of the visitor lies";
  EXPECT_EQ(after["moves"][0]["games"], 2);
  EXPECT_THAT(ids(after), ElementsAre("gameAAA2", "gameAAA1"));
  const Json& game = after["games"][0];
  EXPECT_EQ(game["ply"], 1);
  EXPECT_EQ(game["players"][0]["name"], "Name of u_lin");
  EXPECT_FALSE(game.contains("number") || game.contains("site")) << game;
}

TEST_F(ExplorerApiTest, TellsRatedGamesFromOthers) {
  play({"gameAAA1", {"h2e2"}});
  play({"gameAAA3", {"c3c4"}, "second", {"u_zhao", ""}, false});
  index();
  EXPECT_THAT(ids(get("/api/explorer?game=xiangqi&rated=true")), ElementsAre("gameAAA1"));
  const Json casual = get("/api/explorer?game=xiangqi&rated=false");
  EXPECT_THAT(ids(casual), ElementsAre("gameAAA3"));
  EXPECT_EQ(casual["games"][0]["players"][1]["name"], "Bot 3");
  EXPECT_EQ(http_.get("/api/explorer?game=xiangqi&rated=x").status, 400);
  EXPECT_EQ(http_.get("/api/explorer?game=chess").status, 400);
  EXPECT_EQ(http_.get("/api/explorer?game=xiangqi&moves=a0a9").status, 400);
}

TEST_F(ExplorerApiTest, PrivateGamesAreForTheirPlayersAlone) {
  play({.id = "secret01", .moves = {"h2e2"}, .is_private = true});
  index();
  for (const char* query : {"", "&rated=true", "&rated=false"}) {
    const Json all = get(std::string("/api/explorer?game=xiangqi") + query, "lin");
    EXPECT_THAT(all["moves"], IsEmpty()) << query;
    EXPECT_THAT(all["games"], IsEmpty()) << query;
    EXPECT_EQ(all["ended"], 0);
  }
  for (const char* path : {"", "/games", "/games/1", "/games/1/export", "/export", "/explorer"})
    EXPECT_EQ(http_.get(std::string("/api/collections/-3") + path + "?game=xiangqi&format=pgn", "lin").status,
              404)
        << path;
  EXPECT_THAT(ids(get("/api/me/explorer?game=xiangqi", "lin")), ElementsAre("secret01"));
  EXPECT_THAT(ids(get("/api/me/explorer?game=xiangqi", "wu")), ElementsAre("secret01"));
  const Json other = get("/api/me/explorer?game=xiangqi", "zhao");
  EXPECT_THAT(other["moves"], IsEmpty());
  EXPECT_THAT(other["games"], IsEmpty());
}

TEST_F(ExplorerApiTest, TellsWhatOnesOwnGamesDid) {
  play({"gameAAA1", {"h2e2", "h9g7"}});
  play({"gameAAA2", {"b2e2", "h9g7"}, "second", {"u_wu", "u_lin"}, false});
  play({"gameAAA3", {"b2e2", "h7e7"}, "draw", {"u_wu", "u_zhao"}});
  index();
  EXPECT_EQ(http_.get("/api/me/explorer?game=xiangqi").status, 401);
  EXPECT_EQ(http_.get("/api/me/explorer?game=chess", "lin").status, 400);
  EXPECT_EQ(http_.get("/api/me/explorer?game=xiangqi&moves=a0a9", "lin").status, 400);
  const Json own = get("/api/me/explorer?game=xiangqi&moves=h2e2", "lin");
  ASSERT_THAT(own["moves"], SizeIs(2)) << own;
  EXPECT_EQ(own["moves"][0]["games"], 1);
  EXPECT_EQ(own["more"], false);
  EXPECT_THAT(ids(own), UnorderedElementsAre("gameAAA1", "gameAAA2"));
  EXPECT_EQ(own["games"][0]["players"][0]["name"], "Name of u_lin");
  EXPECT_THAT(ids(get("/api/me/explorer?game=xiangqi", "zhao")), ElementsAre("gameAAA3"));
  EXPECT_THAT(get("/api/me/explorer?game=gomoku", "lin")["games"], IsEmpty());
}

TEST_F(ExplorerApiTest, ShowsTheLastEightGames) {
  for (int i = 1; i <= 12; ++i)
    play({"game" + std::to_string(1'000 + i), {"h2e2"}, "first", {"u_lin", "u_wu"}, i % 2 == 0});
  index();
  for (const char* path : {"/api/explorer", "/api/me/explorer"}) {
    const Json explored = get(std::string(path) + "?game=xiangqi", "lin");
    EXPECT_THAT(explored["games"], SizeIs(8)) << path;
    EXPECT_EQ(explored["moves"][0]["games"], 12) << path;
  }
}

TEST_F(ExplorerApiTest, NamesNoGuestWhoWasForgotten) {
  play({"gameAAA1", {"h2e2"}});
  index();
  http_.commit({storage::ForgetGuest{"u_lin"}});
  const Json found = get("/api/explorer?game=xiangqi")["games"][0];
  EXPECT_EQ(found["players"][0]["name"], "Guest");
  EXPECT_EQ(found.dump().find("lin"), std::string::npos) << found;
}

const std::string kCannonInTheMiddle = "search?game=xiangqi&pattern=9/9/9/9/9/9/9/4C4/9/9";

TEST_F(ExplorerApiTest, FindsPatternsInGamesOfThisServer) {
  play({"gameAAA1", {"c3c4", "c6c5", "h2e2"}});
  play({"gameAAA2", {"b2e2", "b9c7"}, "draw", {"u_wu", "u_zhao"}, false});
  play({"gameAAA3", {"c3c4"}});
  play({.id = "secret01", .moves = {"h2e2"}, .is_private = true});
  index();
  const Json found = get("/api/explorer/" + kCannonInTheMiddle);
  EXPECT_THAT(ids(found), ElementsAre("gameAAA1", "gameAAA2"));
  EXPECT_EQ(found["games"][0]["ply"], 3);
  EXPECT_EQ(found["games"][0]["pos"], "rnbakabnr/9/1c5c1/p3p1p1p/2p6/2P6/P3P1P1P/1C2C4/9/RNBAKABNR b");
  EXPECT_EQ(found["games"][0]["players"][0]["name"], "Name of u_lin");
  EXPECT_EQ(found["looked"], 3);
  EXPECT_EQ(found["cursor"], Json());
  EXPECT_THAT(ids(get("/api/explorer/" + kCannonInTheMiddle + "&rated=false")), ElementsAre("gameAAA2"));
  EXPECT_THAT(ids(get("/api/explorer/search?game=xiangqi&material=C3")), IsEmpty());
  const Json part = get("/api/explorer/" + kCannonInTheMiddle + "&limit=1");
  EXPECT_THAT(ids(part), ElementsAre("gameAAA1"));
  const std::string rest = "&limit=1&cursor=" + part.value("cursor", "");
  EXPECT_THAT(ids(get("/api/explorer/" + kCannonInTheMiddle + rest)), ElementsAre("gameAAA2"));
}

TEST_F(ExplorerApiTest, FindsPatternsInOnesOwnGames) {
  play({"gameAAA2", {"b2e2", "b9c7"}, "draw", {"u_wu", "u_zhao"}});
  play({.id = "secret01", .moves = {"h2e2"}, .is_private = true});
  index();
  EXPECT_EQ(http_.get("/api/me/explorer/" + kCannonInTheMiddle).status, 401);
  EXPECT_EQ(http_.get("/api/me/explorer/search?game=xiangqi", "lin").status, 400) << "asks nothing";
  EXPECT_THAT(ids(get("/api/me/explorer/" + kCannonInTheMiddle, "lin")), ElementsAre("secret01"));
  EXPECT_THAT(ids(get("/api/me/explorer/" + kCannonInTheMiddle, "zhao")), ElementsAre("gameAAA2"));
}

// What did not fit into the answer could not be asked for, and the answer said that it was all.
TEST_F(ExplorerApiTest, GoesOnThroughOnesOwnGamesByACursor) {
  play({"gameAAA1", {"h2e2"}});
  play({"gameAAA2", {"c3c4"}});
  play({"gameAAA3", {"b2e2"}});
  play({.id = "secret01", .moves = {"h2e2"}, .is_private = true});
  index();
  const std::string query = "/api/me/explorer/" + kCannonInTheMiddle + "&limit=1&cursor=";
  std::vector<std::string> all;
  std::string cursor;
  for (int answers = 0; answers < 10; ++answers) {
    const Json part = get(query + cursor, "lin");
    for (const std::string& id : ids(part)) all.push_back(id);
    if (part.at("cursor").is_null()) break;
    cursor = part.at("cursor").get<std::string>();
  }
  EXPECT_THAT(all, ElementsAre("gameAAA3", "gameAAA1", "secret01"));
  EXPECT_EQ(http_.get(query + "3-1", "lin").status, 400);
}

TEST_F(ExplorerApiTest, RefusesPatternsThatMakeNoSense) {
  for (const char* query :
       {"", "game=chess&material=R1", "game=xiangqi", "game=xiangqi&pattern=9/9", "game=xiangqi&material=R",
        "game=xiangqi&rule=none&material=R1", "game=xiangqi&material=R1&turn=x",
        "game=xiangqi&material=R1&limit=0", "game=xiangqi&material=R1&cursor=x",
        "game=xiangqi&material=R1&cursor=9-1", "game=xiangqi&material=R1&rated=x"})
    EXPECT_EQ(http_.get(std::string("/api/explorer/search?") + query).status, 400) << query;
  for (const char* id : {"none1234", "-1", "-3"})
    EXPECT_EQ(http_.get("/api/collections/" + std::string(id) + '/' + kCannonInTheMiddle).status, 404) << id;
}

TEST_F(ExplorerApiTest, SearchesAreFewAtOnceAndOneOfAnAddress) {
  std::vector<int> answers;
  const auto ask = [&](const std::string& address) {
    HttpRequest request;
    request.method = "GET";
    ASSERT_TRUE(parse_target("/api/explorer/" + kCannonInTheMiddle, request));
    request.address = address;
    http_.router().serve(request, [&](const HttpResponse& response) { answers.push_back(response.status); });
  };
  ask("192.0.2.1");
  ask("192.0.2.1");
  EXPECT_THAT(answers, ElementsAre(503)) << "of the same address";
  ask("192.0.2.2");
  EXPECT_THAT(answers, SizeIs(1));
  ask("192.0.2.3");
  EXPECT_THAT(answers, ElementsAre(503, 503)) << "two are under way";
  while (answers.size() < 4) http_.get("/api/collections");
  EXPECT_THAT(answers, ElementsAre(503, 503, 200, 200));
  ask("192.0.2.3");
  EXPECT_THAT(answers, SizeIs(4)) << "there is room again";
  while (answers.size() < 5) http_.get("/api/collections");
}

TEST_F(ExplorerApiTest, IsPaidFor) {
  const auto price = [&](const std::string& target) {
    HttpRequest request;
    request.method = "GET";
    EXPECT_TRUE(parse_target(target, request));
    double paid = 0;
    request.refuse = [&](double cost) {
      paid = cost;
      return std::optional(std::chrono::milliseconds(1'000));
    };
    EXPECT_EQ(http_.answer_to(request).status, 429);
    return paid;
  };
  EXPECT_GE(price("/api/explorer?game=xiangqi"), 100);
  EXPECT_GE(price("/api/me/explorer?game=xiangqi"), 150);
  EXPECT_GE(price("/api/collections/abcd1234/explorer?game=xiangqi"), 100);
  EXPECT_GE(price("/api/explorer/" + kCannonInTheMiddle), 1'000);
  EXPECT_GE(price("/api/me/explorer/" + kCannonInTheMiddle), 150);
}

// A long game was refused with the field alone, as if its moves made no sense.
TEST_F(ExplorerApiTest, SaysThatALineIsTooLong) {
  std::string moves = "h0g2";
  for (int ply = 1; ply <= 600; ++ply)
    moves += ply % 4 == 1 ? ",h9g7" : ply % 4 == 2 ? ",g2h0" : ply % 4 == 3 ? ",g7h9" : ",h0g2";
  const auto asked = [&](const std::string& path) {
    return http_.get(path + "?game=xiangqi&moves=" + moves, "lin");
  };
  for (const char* path : {"/api/explorer", "/api/me/explorer", "/api/collections/abcd1234/explorer"}) {
    const HttpResponse refused = asked(path);
    EXPECT_EQ(refused.status, 413) << path;
    EXPECT_EQ(Json::parse(refused.body)["error"]["message"],
              "At most 600 moves are played here: give a later position as pos.");
  }
  moves.resize(moves.rfind(','));
  EXPECT_NE(asked("/api/explorer").status, 413);
}

// A hundred units whatever was read: a class behind one address got one position in a second.
TEST_F(ExplorerApiTest, WhatAnAnswerDidNotTakeIsGivenBack) {
  for (int game = 0; game < 3; ++game) play({"gameAAA" + std::to_string(game), {"h2e2", "h9g7"}});
  index();
  const double known = price_of("/api/explorer?game=xiangqi", ""),
               none = price_of("/api/explorer?game=gomoku", "");
  EXPECT_GE(none, 1);
  EXPECT_LE(none, 10);
  EXPECT_GT(known, none + 2) << "three games are replayed";
  EXPECT_LE(known, 20);
  EXPECT_LE(price_of("/api/me/explorer?game=xiangqi", "lin"), 10);
  EXPECT_LE(price_of("/api/explorer?game=xiangqi&moves=h2e2,a0a9", ""), 10) << "no legal move";
  EXPECT_EQ(price_of("/api/me/explorer/" + kCannonInTheMiddle, "lin"), 150);
}

// A game with megabytes of comments was read for the price of a short one.
TEST_F(ExplorerApiTest, OfALongGameItsBytesArePaidFor) {
  PlayedGame game{.game = "xiangqi", .rule = "standard"};
  game.moves = {"h2e2"};
  game.spent.resize(1);
  game.result = "first";
  storage::LibraryGame long_one = *to_library(game, {{0, 0}, "", "", ""});
  long_one.tree.data.assign(std::size_t{2} << 20, 'x');
  http_.commit({storage::CreateCollection{
      {.id = "aaaaaaaa", .owner = "u_lin", .name = "n", .visibility = "public"}, 10}});
  const int collection = http_.store().open_reader()->library().collection("aaaaaaaa")->number;
  http_.commit({storage::BeginImport{{.id = "imp", .collection = collection, .owner = "u_lin"}},
                storage::StartImport{"imp", ""}});
  http_.commit({storage::AddGames{.import = "imp", .collection = collection, .next = 1, .games = {long_one}},
                storage::EndImport{"imp", "done"}});
  index();
  const std::string path = "/api/collections/aaaaaaaa/explorer?game=xiangqi";
  EXPECT_THAT(get(path)["games"], SizeIs(1));
  EXPECT_GE(price_of(path, ""), 32);
  EXPECT_LE(price_of(path + "&moves=h2e2,h9g7", ""), 10) << "it is not read";
}

}  // namespace
}  // namespace server

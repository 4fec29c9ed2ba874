#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "engine/core/zobrist.h"
#include "engine/games/registry.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "server/protocol/time.h"
#include "tests/seed.h"
#include "tests/server/api/http_caller.h"

/// `GET /api/games` against a count by hand, over a database with more than a thousand games.
namespace server {
namespace {

using engine::SplitMix64;
using Json = nlohmann::json;
using storage::Game;

constexpr storage::Millis kDay = 24LL * 3600 * 1000;
constexpr storage::Millis kFirstDay = 1'704'067'200'000;  // 2024-01-01 UTC
constexpr int kDays = 30;
constexpr int kGames = 1'200;

template <class List>
auto one_of(const List& list, SplitMix64& random) {
  return list[random.below(static_cast<std::uint32_t>(std::size(list)))];
}

storage::Seat random_seat(SplitMix64& random) {
  static constexpr const char* kNames[] = {"Lin", "Mei", "Zhao", "林"};
  storage::Seat seat;
  const std::string name = one_of(kNames, random);
  seat.level = random.below(4) == 0 ? 3 : 0;
  seat.name = seat.level > 0 ? "Bot 3" : name;
  if (seat.level == 0) seat.user = "u_" + name;
  return seat;
}

Game random_game(int number, SplitMix64& random) {
  const engine::Game& rules = one_of(engine::games(), random);
  Game game;
  game.id = "game" + std::to_string(1'000 + number);
  game.game = rules.id;
  game.rule = one_of(rules.rules, random);
  if (rules.opening_codes && random.below(4) > 0) game.opening_code = one_of(rules.opening_codes(), random);
  game.seats = {random_seat(random), random_seat(random)};
  // Many are of the same moment: the cursor must tell them apart by their ids.
  game.created = kFirstDay + kDay / 2 * random.below(2 * kDays);
  game.is_private = random.below(10) == 0;
  static constexpr const char* kResults[] = {"first", "second", "draw"};
  const std::uint32_t how = random.below(10);
  game.ending.status = how == 0 ? "playing" : how == 1 ? "aborted" : "finished";
  if (how > 1) game.ending.result = one_of(kResults, random);
  return game;
}

bool sits(const Game& game, std::size_t side, const std::string& who) {
  const storage::Seat& seat = game.seats[side];
  if (who == "ai") return seat.level > 0;
  return seat.level == 0 && (seat.user == who || seat.name == who);
}

class SearchTest : public testing::Test {
 protected:
  SearchTest() {
    SplitMix64 random(random_seed());
    std::vector<storage::Write> writes;
    for (int i = 0; i < kGames; ++i) {
      games_.push_back(random_game(i, random));
      writes.emplace_back(storage::CreateGame{games_.back()});
    }
    const storage::Millis now = server_now().time_since_epoch().count();
    writes.emplace_back(storage::CreateUser{{"u_Lin", "Lin", false, now}, hash_token("Lin's token")});
    http_.commit(std::move(writes));
  }

  /// Ids in the order of the pages.
  std::vector<std::string> search(
      const std::string& query, const std::string& bearer = "",
      const std::function<void()>& between_pages = [] {}) {
    std::vector<std::string> ids;
    std::string cursor;
    do {
      const Json page = http_.get_json("/api/games?limit=37&" + query + cursor, bearer);
      for (const Json& game : page.at("games")) ids.push_back(game["gameId"]);
      cursor = page["cursor"].is_null() ? "" : "&cursor=" + page["cursor"].get<std::string>();
      between_pages();
    } while (!cursor.empty());
    return ids;
  }

  /// By hand: newest first, and of the same moment by id.
  std::vector<std::string> expected(const std::function<bool(const Game&)>& fits, bool with_private = false) {
    std::vector<std::pair<storage::Millis, std::string>> found;
    for (const Game& game : games_) {
      if ((with_private || !game.is_private) && fits(game)) found.emplace_back(game.created, game.id);
    }
    std::ranges::sort(found, std::greater());
    std::vector<std::string> ids;
    for (auto& [created, id] : found) ids.push_back(std::move(id));
    return ids;
  }

  void expect_found(const std::string& query, const std::function<bool(const Game&)>& fits) {
    const auto wanted = expected(fits);
    EXPECT_FALSE(wanted.empty()) << query << " should find something";
    EXPECT_EQ(search(query), wanted) << query;
  }

  std::vector<Game> games_;
  HttpCaller http_;
};

// Twenty characters of four bytes each are a name.
TEST_F(SearchTest, NamesMayBeAsLongAsThoseOfPlayers) {
  std::string name;
  for (int i = 0; i < 20; ++i) name += "%F0%A0%80%80";  // U+20000.
  for (const std::string& query : {"player=" + name, "player=Lin&opponent=" + name})
    EXPECT_EQ(http_.get("/api/games?" + query).status, 200);
  EXPECT_EQ(http_.get("/api/games?player=" + std::string(257, 'x')).status, 400);
}

TEST_F(SearchTest, EveryFilterFindsWhatItSays) {
  expect_found("", [](const Game&) { return true; });
  expect_found("game=gomoku", [](const Game& game) { return game.game == "gomoku"; });
  expect_found("rule=renju", [](const Game& game) { return game.rule == "renju"; });
  expect_found("opening=C6a", [](const Game& game) { return game.opening_code == "C6a"; });
  expect_found("opening=C", [](const Game& game) { return game.opening_code.starts_with("C"); });
  expect_found("game=gomoku&opening=1D", [](const Game& game) { return game.opening_code == "1D"; });
  expect_found("status=aborted", [](const Game& game) { return game.ending.status == "aborted"; });
  expect_found("result=draw", [](const Game& game) { return game.ending.result == "draw"; });
  expect_found("player=u_Mei",
               [](const Game& game) { return sits(game, 0, "u_Mei") || sits(game, 1, "u_Mei"); });
  expect_found("player=%E6%9E%97",
               [](const Game& game) { return sits(game, 0, "林") || sits(game, 1, "林"); });
  expect_found("from=2024-01-10", [](const Game& game) { return game.created >= kFirstDay + 9 * kDay; });
  expect_found("to=2024-01-10", [](const Game& game) { return game.created < kFirstDay + 10 * kDay; });
  expect_found("from=" + std::to_string(kFirstDay + 5 * kDay) + "&to=" + std::to_string(kFirstDay + 6 * kDay),
               [](const Game& game) {
                 return game.created >= kFirstDay + 5 * kDay && game.created < kFirstDay + 6 * kDay;
               });
}

TEST_F(SearchTest, PlayersWinAndLoseAgainstOpponents) {
  const auto by = [](const std::string& player, const std::string& opponent, bool won) {
    return [=](const Game& game) {
      for (const std::size_t side : {0, 1}) {
        if (sits(game, side, player) && sits(game, 1 - side, opponent) &&
            game.ending.result == (won == (side == 0) ? "first" : "second"))
          return true;
      }
      return false;
    };
  };
  expect_found("player=Lin&opponent=Mei&result=won", by("Lin", "Mei", true));
  expect_found("player=Lin&opponent=Mei&result=lost", by("Lin", "Mei", false));
  expect_found("player=Lin&opponent=ai&result=won", by("Lin", "ai", true));
}

// Who has played under another name, too: what counts is the seat.
TEST_F(SearchTest, SaysOnWhichSideThePlayerAndTheAskerPlay) {
  const Json page = http_.get_json("/api/games?player=Mei&opponent=Lin&limit=100", "Lin's token");
  ASSERT_FALSE(page.at("games").empty());
  for (const Json& game : page.at("games")) {
    const bool mei_is_first = game["players"][0]["name"] == "Mei";
    EXPECT_EQ(game["side"], mei_is_first ? "first" : "second");
    EXPECT_EQ(game["you"], mei_is_first ? "second" : "first");
  }
  const Json any = http_.get_json("/api/games?limit=20");
  for (const Json& game : any.at("games")) {
    EXPECT_FALSE(game.contains("side"));
    EXPECT_FALSE(game.contains("you"));
  }
}

TEST_F(SearchTest, FiltersAddUp) {
  expect_found("game=gomoku&rule=caro&status=finished&result=first&from=2024-01-03&to=2024-01-25",
               [](const Game& game) {
                 return game.rule == "caro" && game.ending.result == "first" &&
                        game.created >= kFirstDay + 2 * kDay && game.created < kFirstDay + 25 * kDay;
               });
}

TEST_F(SearchTest, PrivateGamesAreForTheirPlayersAlone) {
  const auto of_lin = [](const Game& game) { return sits(game, 0, "u_Lin") || sits(game, 1, "u_Lin"); };
  const auto all = expected(of_lin, true), open = expected(of_lin);
  ASSERT_NE(all, open);
  EXPECT_EQ(search("player=Lin", "Lin's token"), all);
  EXPECT_EQ(search("player=u_Lin", "Lin's token"), all);
  EXPECT_EQ(search("player=Lin"), open);
  EXPECT_EQ(search("player=Lin", "another token"), open);
  EXPECT_EQ(search("player=Mei", "Lin's token"),
            expected([](const Game& game) { return sits(game, 0, "u_Mei") || sits(game, 1, "u_Mei"); }));
  EXPECT_EQ(search("", "Lin's token"), expected([](const Game&) { return true; }));
}

// A token that is expired for all else shows nothing here.
TEST_F(SearchTest, AnExpiredTokenIsNoToken) {
  const auto add = [&](const std::string& name, storage::Millis seen) {
    const std::string id = "g_" + name;
    Game game = games_.front();
    game.id = "private " + name;
    game.seats[0] = storage::Seat{name, id, 0, ""};
    game.is_private = true;
    http_.commit({storage::CreateAccount{{{id, name, false, seen}, {name}, "phc"}, hash_token(name)},
                  storage::CreateGame{game}});
  };
  add("Newcomer", server_now().time_since_epoch().count());
  add("Oldtimer", 1);
  EXPECT_EQ(search("player=Newcomer", "Newcomer"), std::vector<std::string>{"private Newcomer"});
  EXPECT_EQ(search("player=Oldtimer", "Oldtimer"), std::vector<std::string>());
}

/// Lin has an account and a game; anybody has imported one with this name.
class ImportedGamesTest : public testing::Test {
 protected:
  ImportedGamesTest() {
    http_.commit(
        {storage::CreateAccount{{{"g_LinLinLin0", "Lin", false, 1}, name_keys("Lin"), "phc"}, "token"}});
    add("played", {storage::Seat{"Lin", "g_LinLinLin0", 0, ""}, storage::Seat{"Mei", "g_mei", 0, ""}}, "");
    add("guests", {storage::Seat{"Lin", "g_guest", 0, ""}, storage::Seat{"Hu", "g_other", 0, ""}}, "");
    add("forged", {storage::Seat{"Lin", "", 0, ""}, storage::Seat{"Hu", "", 0, ""}}, "pgn");
    add("by_id", {storage::Seat{"g_LinLinLin0", "", 0, ""}, storage::Seat{"Hu", "", 0, ""}}, "pgn");
  }
  void add(const std::string& id, const std::array<storage::Seat, 2>& seats, const std::string& source) {
    Game game;
    game.id = id;
    game.game = "gomoku";
    game.rule = "renju";
    game.seats = seats;
    game.created = ++created_;
    game.source = source;
    game.ending = {"finished", "first", "resign", created_};
    http_.commit({storage::CreateGame{game}});
  }
  std::vector<std::string> found(const std::string& query) {
    std::vector<std::string> ids;
    const Json page = http_.get_json("/api/games?" + query);
    for (const Json& game : page.at("games")) ids.push_back(game["gameId"]);
    return ids;
  }

  storage::Millis created_ = 0;
  HttpCaller http_;
};

TEST_F(ImportedGamesTest, AreNoAccounts) {
  using Ids = std::vector<std::string>;
  for (const char* lin : {"Lin", "lin", "L_in", "g_LinLinLin0"})
    EXPECT_EQ(found(std::string("player=") + lin), Ids{"played"}) << lin;
  EXPECT_EQ(found("player=Hu"), (Ids{"by_id", "forged", "guests"})) << "nobody's name";
  EXPECT_EQ(found("player=Hu&opponent=Lin"), Ids()) << "the account has not played there";
  EXPECT_EQ(found("player=Hu&imported=false"), Ids{"guests"});
  EXPECT_EQ(found("player=Lin&imported=true"), Ids{"forged"});
  EXPECT_EQ(found("player=Hu&opponent=Lin&imported=true"), Ids{"forged"});
  EXPECT_EQ(found("imported=true"), (Ids{"by_id", "forged"}));
  EXPECT_EQ(found("imported=false"), (Ids{"guests", "played"}));
  EXPECT_EQ(http_.get_json("/api/players/Lin")["games"]["played"], 1);
}

TEST_F(SearchTest, WhatNoIndexGivesIsPaidForByTheGamesThatAreLookedAt) {
  const auto cost_of = [this](const std::string& query) {
    double paid = 0;
    HttpRequest request;
    request.method = "GET";
    request.refuse = [&paid](double cost) {
      paid += cost;
      return std::optional<std::chrono::milliseconds>();
    };
    EXPECT_TRUE(parse_target("/api/games?" + query, request)) << query;
    EXPECT_EQ(http_.answer_to(request).status, 200) << query;
    return paid;
  };
  for (const char* query :
       {"limit=50", "game=gomoku", "game=gomoku&rule=renju", "opening=1D", "to=2024-01-10"})
    EXPECT_EQ(cost_of(query), 5) << query;
  for (const char* query : {"opening=C", "game=gomoku&opening=1", "imported=true", "imported=false",
                            "rule=renju", "opening=1D&rule=renju", "status=finished", "player=Lin"})
    EXPECT_EQ(cost_of(query), 40) << query;
}

// Pages count from the game that ended the last one, not from the start: what is new meanwhile shifts
// nothing.
TEST_F(SearchTest, PagingVisitsEachGameOnceWhileOthersAreAdded) {
  const auto wanted = expected([](const Game&) { return true; });
  SplitMix64 random(1);
  int number = kGames;
  const auto found = search("", "", [&] {
    Game game = random_game(number++, random);
    game.created = kFirstDay + (kDays + 1) * kDay;
    http_.commit({storage::CreateGame{game}});
  });
  EXPECT_GT(number, kGames + 20);
  EXPECT_EQ(found, wanted);
}

TEST_F(SearchTest, NamesTheFieldThatIsWrong) {
  for (const auto& [query, field] :
       std::initializer_list<std::pair<const char*, const char*>>{{"game=go", "game"},
                                                                  {"game=xiangqi&rule=renju", "rule"},
                                                                  {"rule=x", "rule"},
                                                                  {"opening=F", "opening"},
                                                                  {"opening=%3F", "opening"},
                                                                  {"game=gomoku&opening=C0a", "opening"},
                                                                  {"game=antireversi&opening=1D", "opening"},
                                                                  {"status=x", "status"},
                                                                  {"result=won", "result"},
                                                                  {"player=Lin&result=x", "result"},
                                                                  {"imported=x", "imported"},
                                                                  {"opponent=Mei", "opponent"},
                                                                  {"from=yesterday", "from"},
                                                                  {"to=2024-13-01", "to"},
                                                                  {"cursor=x", "cursor"},
                                                                  {"limit=0", "limit"},
                                                                  {"limit=x", "limit"},
                                                                  {"limit=99999999999", "limit"}}) {
    const HttpResponse answer = http_.get(std::string("/api/games?") + query);
    EXPECT_EQ(answer.status, 400) << query;
    EXPECT_EQ(Json::parse(answer.body)["error"]["reason"], field) << query;
  }
  EXPECT_EQ(http_.get_json("/api/games?limit=5000")["games"].size(), 100u);
}

}  // namespace
}  // namespace server

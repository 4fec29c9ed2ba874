#include "server/api/people_api.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "server/identity/names.h"
#include "server/protocol/time.h"
#include "tests/server/api/http_caller.h"
#include "tests/storage/sample_game.h"

namespace server {
namespace {

using Json = nlohmann::json;

constexpr storage::Millis kLongAgo = 500LL * 24 * 3600 * 1000;

storage::Millis now() {
  return server_now().time_since_epoch().count();
}

/// Lin has a settled rating since `ended`, and Mei has not.
class PeopleApiTest : public testing::Test {
 protected:
  void play(storage::Millis ended, bool is_private = false) {
    const storage::Standing lin{1812.4, 61.2, 0.06, 42, ended}, mei{1488.6, 230, 0.09, 3, ended};
    storage::Game game = storage::sample_game("aB3dE9xQ");
    game.seats = {storage::Seat{"Lin", "g_7QeXw2", 0, ""}, storage::Seat{"Mei", "g_mei", 0, ""}};
    game.is_private = is_private;
    game.source.clear();
    const auto formula = [=](const auto&, auto, auto) { return std::array{lin, mei}; };
    http_.commit(
        {account("g_7QeXw2", "Lin"), account("g_mei", "Mei"), storage::CreateGame{game},
         storage::Append{
             storage::sample_event(game.id, 1), storage::Ending{"finished", "first", "resign", ended}, {}},
         storage::RateGame{game.id, "blitz", {}, formula}});
  }
  /// In which Lin is the third of three, and the other two are no users.
  void finish_tournament(const std::string& id, storage::Millis started) {
    const storage::Tournament about{id, "g_director", "Wu", "Friday", "gomoku", "renju", "", 15, 1};
    storage::AppendTournament end{id, "finished", {{2, "finished", "{}", "", "", 1}}};
    end.ranking = {"roundRobin", started, {{"g_a", 1}, {"g_b", 1}, {"g_7QeXw2", 3}}};
    http_.commit({storage::CreateTournament{about, {1, "created", "{}", "", "", 1}, 1}, std::move(end)});
  }
  static storage::Write account(const std::string& id, const std::string& name) {
    return storage::CreateAccount{{{id, name, false, 1731900000000}, name_keys(name), "phc"},
                                  "token of " + name};
  }

  HttpCaller http_;
};

TEST_F(PeopleApiTest, AnswersAsTheSamplesSay) {
  play(now());
  const Json sample = Json::parse(std::ifstream(SANQI_SOURCE_DIR "/tests/protocol/samples/http_people.json"));
  EXPECT_EQ(http_.get_json("/api/players/lin"), sample["profile"]);
  EXPECT_EQ(http_.get_json("/api/players/lin/results"), sample["results"]);
  finish_tournament("dQ7sXz1m", 1731900000000);
  EXPECT_EQ(http_.get_json("/api/players/lin/tournaments"), sample["tournaments"]);
  EXPECT_EQ(http_.get_json("/api/leaderboard/gomoku?speed=blitz"), sample["leaderboard"]);
  Json history = http_.get_json("/api/players/Lin/history?game=gomoku");
  history["points"][0]["at"] = sample["history"]["points"][0]["at"];
  EXPECT_EQ(history, sample["history"]);
}

// It is a guest's of before, or stands in an imported game.
TEST_F(PeopleApiTest, ANameThatLooksLikeAnAccountsIsNot) {
  play(now());
  for (const char* what : {"", "/results", "/tournaments", "/history?game=gomoku"}) {
    EXPECT_EQ(http_.get(std::string("/api/players/L1n") + what).status, 404) << what;
    EXPECT_EQ(http_.get(std::string("/api/players/L_IN") + what).status, 200) << what;
  }
}

TEST_F(PeopleApiTest, ResultsAreThoseOfTheOwnSide) {
  play(now());
  const Json lost = {{"game", "gomoku"}, {"side", "second"}, {"won", 0}, {"lost", 1}, {"drawn", 0}};
  EXPECT_EQ(http_.get_json("/api/players/Mei/results")["sides"], Json::array({lost}));
}

TEST_F(PeopleApiTest, ResultsBeginWithTheOpponentOfMostGamesAndLeaveOutImportedOnes) {
  play(now());
  for (const std::string id : {"computr1", "computr2", "imported"}) {
    storage::Game game = storage::sample_game(id);
    game.seats[0] = storage::Seat{"Lin", "g_7QeXw2", 0, ""};
    if (id != "imported") game.source.clear();
    http_.commit(
        {storage::CreateGame{game},
         storage::Append{
             storage::sample_event(id, 1), storage::Ending{"finished", "draw", "agreement", now()}, {}}});
  }
  const Json results = http_.get_json("/api/players/Lin/results");
  EXPECT_EQ(results["counted"], 3);
  const Json drawn = {{"level", 5}, {"won", 0}, {"lost", 0}, {"drawn", 2}};
  const Json won = {{"name", "Mei"}, {"won", 1}, {"lost", 0}, {"drawn", 0}};
  EXPECT_EQ(results["opponents"], Json::array({drawn, won}));
}

TEST_F(PeopleApiTest, ResultsAreOfTheLast500GamesAndTell20Rows) {
  play(now());
  const auto play_more = [this](int from, int to) {
    std::vector<storage::Write> writes;
    for (int n = from; n < to; ++n) {
      storage::Game game = storage::sample_game("more" + std::to_string(1'000 + n));
      game.seats = {storage::Seat{"Lin", "g_7QeXw2", 0, ""},
                    storage::Seat{"Guest" + std::to_string(n % 21), "g_" + std::to_string(n), 0, ""}};
      game.source.clear();
      writes.push_back(storage::CreateGame{game});
      writes.push_back(storage::Append{
          storage::sample_event(game.id, 1), storage::Ending{"finished", "draw", "agreement", now()}, {}});
    }
    http_.commit(std::move(writes));
  };
  play_more(1, 500);
  Json results = http_.get_json("/api/players/Lin/results");
  EXPECT_EQ(results["counted"], 500);
  EXPECT_EQ(results["more"], false);
  EXPECT_EQ(results["opponents"].size(), 20u);
  play_more(500, 501);
  results = http_.get_json("/api/players/Lin/results");
  EXPECT_EQ(results["counted"], 500);
  EXPECT_EQ(results["more"], true);
}

TEST_F(PeopleApiTest, ARatingCurveThatIsCutSaysSo) {
  play(now());
  const auto rate_more = [this](int from, int to) {
    const storage::Standing standing{1500, 60, 0.06, 42, now()};
    const auto formula = [=](const auto&, auto, auto) { return std::array{standing, standing}; };
    std::vector<storage::Write> writes;
    for (int n = from; n < to; ++n) {
      storage::Game game = storage::sample_game("more" + std::to_string(1'000 + n));
      game.seats = {storage::Seat{"Lin", "g_7QeXw2", 0, ""}, storage::Seat{"Mei", "g_mei", 0, ""}};
      game.source.clear();
      writes.push_back(storage::CreateGame{game});
      writes.push_back(storage::Append{
          storage::sample_event(game.id, 1), storage::Ending{"finished", "draw", "agreement", now()}, {}});
      writes.push_back(storage::RateGame{game.id, "blitz", {}, formula});
    }
    http_.commit(std::move(writes));
  };
  rate_more(1, 500);
  const std::string path = "/api/players/Lin/history?game=gomoku";
  const Json whole = http_.get_json(path);
  EXPECT_EQ(whole["points"].size(), 500u);
  EXPECT_FALSE(whole.contains("more"));
  rate_more(500, 501);
  const Json cut = http_.get_json(path);
  EXPECT_EQ(cut["points"].size(), 500u);
  EXPECT_EQ(cut["points"].back()["gameId"], "more1500") << "the last ones are told, in their order";
  EXPECT_EQ(cut["more"], true);
}

TEST_F(PeopleApiTest, TournamentsComeTwentyAtATime) {
  play(now());
  for (int n = 0; n < 21; ++n) finish_tournament("t" + std::to_string(n), 100 + n);
  const std::string path = "/api/players/Lin/tournaments";
  const Json page = http_.get_json(path);
  EXPECT_EQ(page["tournaments"].size(), 20u);
  EXPECT_EQ(page["tournaments"][0]["id"], "t20");
  const Json rest = http_.get_json(path + "?cursor=" + page["cursor"].get<std::string>());
  ASSERT_EQ(rest["tournaments"].size(), 1u);
  EXPECT_EQ(rest["tournaments"][0]["id"], "t0");
  EXPECT_EQ(rest["cursor"], nullptr);
  EXPECT_EQ(http_.get(path + "?cursor=x").status, 400);
  EXPECT_EQ(http_.get_json("/api/players/Mei/tournaments")["tournaments"], Json::array());
  EXPECT_EQ(http_.get("/api/players/Nobody/tournaments").status, 404);
}

TEST_F(PeopleApiTest, ProgramsHaveALeaderboardOfTheirOwn) {
  play(now());
  const storage::Standing best{1900, 60, 0.06, 42, now()};
  storage::Game game = storage::rated_game("programs", "g_pela", "g_wine");
  game.source.clear();
  std::vector<storage::Write> writes;
  for (const std::string name : {"pela", "wine"})
    writes.emplace_back(storage::CreateAccount{{{"g_" + name, name, false, 1, true}, name_keys(name), "phc"},
                                               "token of " + name});
  writes.emplace_back(storage::CreateGame{game});
  writes.emplace_back(storage::Append{
      storage::sample_event(game.id, 1), storage::Ending{"finished", "first", "resign", now()}, {}});
  writes.emplace_back(storage::RateGame{game.id, "blitz", {}, [=](const auto&, auto, auto) {
                                          return std::array{best, best};
                                        }});
  http_.commit(std::move(writes));

  const Json people = http_.get_json("/api/leaderboard/gomoku")["players"];
  ASSERT_EQ(people.size(), 1u);
  EXPECT_EQ(people[0]["name"], "Lin");
  EXPECT_FALSE(people[0].contains("program"));
  const Json programs = http_.get_json("/api/leaderboard/gomoku?programs=true")["players"];
  ASSERT_EQ(programs.size(), 2u);
  EXPECT_EQ(programs[0]["name"], "pela");
  EXPECT_EQ(programs[0]["program"], true);
  EXPECT_EQ(http_.get("/api/leaderboard/gomoku?programs=2").status, 400);
  EXPECT_EQ(http_.get_json("/api/players/pela")["program"], true);
  EXPECT_FALSE(http_.get_json("/api/players/Lin").contains("program"));
}

TEST_F(PeopleApiTest, PrivateGamesAreToldToNobody) {
  play(now(), true);
  EXPECT_EQ(http_.get_json("/api/players/Lin/history?game=gomoku")["points"], Json::array());
  EXPECT_EQ(http_.get_json("/api/players/Lin")["games"]["played"], 0);
  EXPECT_EQ(http_.get_json("/api/players/Lin/results")["counted"], 0);
}

TEST_F(PeopleApiTest, WhoStaysAwayLeavesTheLeaderboard) {
  play(now() - kLongAgo);
  EXPECT_EQ(http_.get_json("/api/leaderboard/gomoku")["players"], Json::array());
  const Json rating = http_.get_json("/api/players/Lin")["ratings"]["gomoku"]["blitz"];
  EXPECT_EQ(rating["rating"], 1812);
  EXPECT_EQ(rating["provisional"], true);
}

TEST_F(PeopleApiTest, WhoStaysAwayTakesNoPlaceOfTheLeaderboard) {
  play(now());
  const storage::Millis ended = now() - kLongAgo;
  const storage::Standing best{1900, 60, 0.06, 42, ended};
  const auto formula = [=](const auto&, auto, auto) { return std::array{best, best}; };
  std::vector<storage::Write> writes;
  for (int n = 0; n < 100; n += 2) {
    const std::string one = "Away" + std::to_string(n), other = "Away" + std::to_string(n + 1);
    writes.push_back(account("g_" + one, one));
    writes.push_back(account("g_" + other, other));
    storage::Game game = storage::rated_game("away" + std::to_string(1'000 + n), "g_" + one, "g_" + other);
    game.source.clear();
    writes.push_back(storage::CreateGame{game});
    writes.push_back(storage::Append{
        storage::sample_event(game.id, 1), storage::Ending{"finished", "first", "resign", ended}, {}});
    writes.push_back(storage::RateGame{game.id, "blitz", {}, formula});
  }
  http_.commit(std::move(writes));
  ASSERT_EQ(http_.get_json("/api/players/Away99")["ratings"]["gomoku"]["blitz"]["rating"], 1900);
  const Json players = http_.get_json("/api/leaderboard/gomoku")["players"];
  ASSERT_EQ(players.size(), 1u);
  EXPECT_EQ(players[0]["name"], "Lin");
}

}  // namespace
}  // namespace server

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/identity/acts.h"
#include "tests/server/api/tournament_site.h"

// Players of tournaments through the API: joining, withdrawal, return, and what the answers show of them.
namespace server {
namespace {

using testing::SizeIs;

// On the big screen there was the last wave alone: often one table, while dozens played.
TEST_F(TournamentApiTest, AllThatIsPlayedInAnArenaIsShown) {
  TimePoint now = server_now();
  Tournaments tournaments(http_.network(), http_.records(), [](const std::string&, bool) {},
                          {.now = [&] { return now; }});
  TournamentApi api(http_.records(), tournaments);
  Router router;
  api.mount(router);
  const auto ask = [&](const std::string& method, const std::string& target, const std::string& who = "") {
    HttpRequest request{.method = method, .path = {}};
    EXPECT_TRUE(parse_target("/api/tournaments" + target, request));
    request.bearer = who;
    request.body = "{}";
    return http_.answer_of(router, request);
  };
  Json arena = form();
  arena["format"] = "arena";
  arena["lengthMs"] = 1'800'000;
  const std::string path = create(arena);
  const auto tables = [&](const std::string& query) {
    return Json::parse(ask("GET", path + query).body)["round"]["tables"];
  };
  for (const char* who : {"ann", "bo"}) EXPECT_EQ(ask("POST", path + "/join", who).status, 200);
  EXPECT_EQ(ask("POST", path + "/start", "ann").status, 200);
  now += std::chrono::seconds(15);
  EXPECT_EQ(ask("POST", path + "/next", "ann").status, 200);
  for (const char* who : {"cy", "di"}) EXPECT_EQ(ask("POST", path + "/join", who).status, 200);
  now += std::chrono::seconds(1);
  EXPECT_EQ(ask("POST", path + "/next", "ann").status, 200);
  EXPECT_THAT(tables(""), SizeIs(1));
  const Json all = tables("?round=all");
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[1], tables("?round=2")[0]);
  EXPECT_EQ(all[0], tables("?round=1")[0]);
  EXPECT_TRUE(all[0]["games"][0].contains("gameId"));
  end_round(path);
  now += std::chrono::seconds(1);
  ask("POST", path + "/pause", "ann");
  EXPECT_THAT(tables("?round=all"), SizeIs(0)) << "none is played";
  EXPECT_THAT(tables(""), SizeIs(1));
  EXPECT_EQ(ask("GET", path + "?round=some").status, 400);
}

// A name that nobody could hide stood in the list of all; what is under way goes on.
TEST_F(TournamentApiTest, WhoIsMutedNamesNone) {
  const std::string path = gather();
  auto mute = make_act({.what = "mute", .whom = {"g_ann", "=ann", true, 1}, .reason = "spam", .hours = 1}, {},
                       server_now());
  http_.commit({*std::move(mute)});
  const HttpResponse refused = post("", "ann", form());
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(reason(refused), "measure");
  EXPECT_EQ(post(path + "/start", "ann").status, 200);
  EXPECT_EQ(post("", "bo", form()).status, 201);
}

TEST_F(TournamentApiTest, AnAccountThatIsAddedHasToComeItself) {
  for (const char* name : {"Lin", "Mei", "Wei"}) account(name);
  const Json lin = {{"name", "lin"}, {"note", "By phone"}};
  EXPECT_EQ(post(gather() + "/players", "ann", lin).status, 403) << "nobody can block a guest";
  const std::string path = gather("Mei");
  EXPECT_EQ(post(path + "/players", "Mei", {{"name", "nobody"}, {"note", "x"}}).status, 404);
  EXPECT_EQ(post(path + "/players", "Mei", lin).status, 200);
  EXPECT_EQ(reason(post(path + "/players", "Mei", lin)), "alreadyDone");
  EXPECT_EQ(show(path)["players"][4]["name"], "Lin");
  EXPECT_EQ(show(path)["players"][4]["attendance"], "invited");
  const Json standings = show(path)["standings"];
  ASSERT_THAT(standings, SizeIs(5)) << "seen by who has added them";
  EXPECT_EQ(standings[4], Json({{"rank", 5}, {"player", 5}, {"points", 0.0}, {"tieBreaks", Json::array()}}));
  const Json told = http_.get_json("/api/me/inbox", "Lin")["items"];
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0]["kind"], "invited");
  EXPECT_EQ('/' + told[0]["subject"].get<std::string>(), path);
  post(path + "/start", "Mei");
  EXPECT_FALSE(show(path, "Lin").contains("myGame")) << "nobody is made to play";
  EXPECT_EQ(post(path + "/join", "Lin").status, 200);
  EXPECT_EQ(show(path)["players"][4]["attendance"], "here");
  http_.commit({storage::Block{"u_Wei", "u_Mei", 1, 9}});
  const HttpResponse blocked = post(path + "/players", "Mei", {{"name", "Wei"}, {"note", "x"}});
  EXPECT_EQ(blocked.status, 403);
  EXPECT_EQ(reason(blocked), "blocked");
}

TEST_F(TournamentApiTest, WhomTheDirectorWithdrawsIsKeptOutUntilAddedAgain) {
  for (const char* name : {"Lin", "Mei"}) account(name);
  const std::string path = gather("Mei");
  post(path + "/join", "Lin");
  for (const int player : {1, 5})
    EXPECT_EQ(post(path + "/withdraw", "Mei", {{"player", player}}).status, 200);
  for (const char* who : {"ann", "Lin"}) EXPECT_EQ(reason(post(path + "/join", who)), "removed") << who;
  for (const char* name : {"=ann", "lin"})
    EXPECT_EQ(post(path + "/players", "Mei", {{"name", name}, {"note", "Sorry"}}).status, 200) << name;
  for (const char* who : {"ann", "Lin"}) EXPECT_EQ(post(path + "/join", who).status, 200) << who;
  EXPECT_EQ(show(path)["rulings"][0]["kind"], "joined");
  EXPECT_EQ(show(path)["rulings"][0]["player"], 1);
}

// One address joined as 256 guests, and nobody else could.
TEST_F(TournamentApiTest, ANetworkHasAShareOfThePlayersOfATournament) {
  const std::string path = create(), other = create(form(), "bo");
  const auto join = [&](const std::string& where, const std::string& who, const std::string& address) {
    return http_.ask("POST", "/api/tournaments" + where + "/join", who, Json::object(), address);
  };
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(join(path, guest(i), "2001:db8:1:" + std::to_string(i) + "::/64").status, 200) << i;
    EXPECT_EQ(reason(join(path, guest(i), "2001:db8:1::/64")), "alreadyDone") << "it takes no place";
  }
  const HttpResponse refused = join(path, guest(20), "2001:db8:1:7::/64");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(reason(refused), "address");
  EXPECT_EQ(show(path)["players"].size(), 20u);
  EXPECT_EQ(post(path + "/withdraw", guest(0)).status, 200);
  EXPECT_EQ(join(path, guest(20), "2001:db8:1::/64").status, 429) << "the record has both";
  EXPECT_EQ(join(path, guest(0), "2001:db8:1::/64").status, 200) << "back";
  EXPECT_EQ(join(path, guest(20), "2001:db8:2::/64").status, 200);
  EXPECT_EQ(join(other, guest(20), "2001:db8:1::/64").status, 200) << "another tournament";
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(join(other, guest(i), "192.168.1.7").status, i == 20 ? 409 : 200) << i;
}

TEST_F(TournamentApiTest, ASubstituteTakesThePlaceBetweenGames) {
  for (const char* name : {"Lin", "Mei"}) account(name);
  const std::string path = gather("Mei");
  post(path + "/start", "Mei");
  const Json ruling = {{"player", 2}, {"name", "Lin"}, {"note", "Ill"}};
  EXPECT_EQ(reason(post(path + "/substitute", "Mei", ruling)), "begun");
  end_round(path);
  EXPECT_EQ(post(path + "/substitute", "Mei", ruling).status, 200);
  EXPECT_EQ(reason(post(path + "/substitute", "Mei", ruling)), "alreadyDone");
  const Json told = show(path, "Lin");
  EXPECT_EQ(told["me"], 2);
  EXPECT_EQ(told["rulings"][0]["was"], "=bo");
  EXPECT_FALSE(show(path, "bo").contains("me"));
  EXPECT_EQ(post(path + "/join", "Lin").status, 200);
}

TEST_F(TournamentApiTest, GuestsAreMadeWherePeopleMeet) {
  const std::string path = gather();
  const Json walk_in = {{"name", "Wu Di"}, {"guest", true}, {"note", "Walked in"}};
  EXPECT_EQ(post(path + "/players", "ann", walk_in).status, 403) << "not on a server for all";

  TournamentApi of_house(http_.records(), http_.tournaments(), {.makes_guests = true});
  Router house;
  of_house.mount(house);
  const auto ask = [&](const std::string& act, const Json& body) {
    return http_.answer_of(
        house,
        {.method = "POST", .path = "/api/tournaments" + path + act, .body = body.dump(), .bearer = "ann"});
  };
  const HttpResponse added = ask("/players", walk_in);
  ASSERT_EQ(added.status, 200) << added.body;
  const std::string token = Json::parse(added.body)["token"];
  EXPECT_EQ(show(path, token)["me"], 5) << "whoever has the token plays";
  EXPECT_EQ(show(path)["players"][4]["attendance"], "here");
  EXPECT_EQ(reason(ask("/players", walk_in)), "alreadyDone") << "pressed twice";
  Json nameless = walk_in;
  nameless["name"] = "\u202e";
  EXPECT_EQ(ask("/players", nameless).status, 400);
  const HttpResponse substituted =
      ask("/substitute", {{"player", 2}, {"name", "Mei"}, {"guest", true}, {"note", "Ill"}});
  ASSERT_EQ(substituted.status, 200) << substituted.body;
  EXPECT_EQ(show(path, Json::parse(substituted.body)["token"])["me"], 2);

  http_.ask("DELETE", "/api/tournaments" + path, "ann");
  const auto store = http_.store().open_reader();
  for (const std::string& each : {token, Json::parse(substituted.body)["token"].get<std::string>()})
    http_.commit({storage::ForgetGuest{store->find_token(hash_token(each))->user.id}});
  EXPECT_EQ(show(path)["players"][4]["name"], "Guest");
  EXPECT_EQ(show(path)["players"][1]["name"], "Guest") << "a substitute, too";
}

}  // namespace
}  // namespace server

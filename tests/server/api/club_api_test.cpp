#include "server/api/club_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <fstream>
#include <functional>

#include "server/identity/acts.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "tests/server/api/http_caller.h"
#include "tests/storage/memory_store.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ClubApiTest : public testing::Test {
 protected:
  ClubApiTest() {
    for (const char* name : {"Lin", "Mei", "Wu"}) sign_up(name);
    http_.commit({storage::CreateUser{{"g_guest", "Guest 7", true, 1}, hash_token("guest")}});
  }
  static storage::Millis now() { return server_now().time_since_epoch().count(); }
  /// Its token is its name.
  void sign_up(const std::string& name, bool program = false) {
    http_.commit({storage::CreateAccount{
        {{"u_" + name, name, false, now(), program}, name_keys(name), "password"}, hash_token(name)}});
  }
  HttpResponse post(const std::string& path, const std::string& who, const Json& body = Json::object()) {
    return http_.ask("POST", "/api/clubs" + path, who, body);
  }
  HttpResponse close(const std::string& path, const std::string& who) {
    return http_.ask("DELETE", "/api/clubs" + path, who);
  }
  /// The path of a new one.
  std::string make(const std::string& who = "Lin", const std::string& name = "Red Cannons",
                   const std::string& joining = "open") {
    const HttpResponse answer = post("", who, {{"name", name}, {"joining", joining}});
    EXPECT_EQ(answer.status, 201) << answer.body;
    return '/' + Json::parse(answer.body).value("id", "");
  }
  Json show(const std::string& path, const std::string& who = "") {
    return http_.get_json("/api/clubs" + path, who);
  }
  std::vector<std::string> names(const std::string& path, const std::string& list, const char* field) {
    std::vector<std::string> names;
    const Json told = show(path + list);
    for (const Json& each : told[field]) names.push_back(each["name"]);
    return names;
  }
  std::vector<std::string> members(const std::string& path) { return names(path, "/members", "members"); }
  HttpResponse make_tournament(const std::string& who, const std::string& club) {
    return http_.ask("POST", "/api/tournaments", who,
                     {{"name", "Friday"}, {"game", "antireversi"}, {"initialMs", 300'000}, {"club", club}});
  }
  void measure(const std::string& what, const std::string& name, int hours = 1) {
    const storage::User user{"u_" + name, name, false, 0};
    auto act = make_act({.what = what, .whom = user, .reason = "spam", .hours = hours}, {}, server_now());
    http_.commit({*std::move(act)});
  }
  static std::string error(const HttpResponse& answer) {
    const Json error = Json::parse(answer.body)["error"];
    return std::to_string(answer.status) + ' ' + error.value("code", "") + ' ' + error.value("reason", "");
  }

  HttpCaller http_;
};

TEST_F(ClubApiTest, MakesOneThatOthersJoin) {
  const std::string path = make();
  EXPECT_EQ(Json::parse(post(path + "/join", "Mei").body), (Json{{"you", "member"}}));
  EXPECT_EQ(Json::parse(post(path + "/join", "Mei").body), (Json{{"you", "member"}})) << "pressed twice";
  const Json club = show(path, "Mei");
  EXPECT_EQ(club["name"], "Red Cannons");
  EXPECT_EQ(club["owner"], "Lin");
  EXPECT_EQ(club["members"], 2);
  EXPECT_EQ(club["you"], "member");
  EXPECT_FALSE(club.contains("requests"));
  EXPECT_FALSE(show(path).contains("you"));
  EXPECT_THAT(members(path), ElementsAre("Lin", "Mei"));
  EXPECT_EQ(post(path + "/leave", "Mei").status, 200);
  EXPECT_EQ(post(path + "/leave", "Mei").status, 200) << "pressed twice";
  EXPECT_EQ(error(post(path + "/leave", "Lin")), "409 not_allowed owner");
  EXPECT_THAT(members(path), ElementsAre("Lin"));
}

TEST_F(ClubApiTest, IsForAccountsOfPeople) {
  sign_up("Pela", /*program=*/true);
  const std::string path = make();
  for (const char* act : {"", "/join"}) {
    const std::string target = *act == '\0' ? std::string() : path + act;
    const Json body = {{"name", "Others"}};
    EXPECT_EQ(error(post(target, "", body)), "401 unauthorized ") << target;
    EXPECT_EQ(error(post(target, "guest", body)), "403 forbidden account") << target;
    EXPECT_EQ(error(post(target, "Pela", body)), "409 not_allowed program") << target;
  }
  EXPECT_EQ(error(http_.get("/api/me/clubs")), "401 unauthorized ");
  for (const char* target : {"/x", "/x/members", "/x/tournaments"})
    EXPECT_EQ(http_.get("/api/clubs" + std::string(target)).status, 404) << target;
  EXPECT_EQ(error(post("/x/join", "Mei")), "404 not_found ");
}

TEST_F(ClubApiTest, JudgesNamesAsThoseOfAccounts) {
  make("Lin", "Wolf Pack");
  for (const char* name : {"x", "moderator",
                           "a\u202e"
                           "b",
                           "123456789012345678901"})
    EXPECT_EQ(error(post("", "Mei", {{"name", name}})), "400 bad_name ") << name;
  for (const char* name : {"Wolf Pack", "wolf_pack", "WOLFPACK", "W\u043elf Pack"})
    EXPECT_THAT(error(post("", "Mei", {{"name", name}})), testing::AnyOf("409 name_taken ", "400 bad_name "))
        << name;
  EXPECT_EQ(error(post("", "Mei", {{"name", "wolf_pack"}})), "409 name_taken ");
  EXPECT_EQ(error(post("", "Mei", {{"name", "Wo1f Pack"}})), "409 name_taken ") << "looks like it";
  EXPECT_EQ(post("", "Mei", {{"name", "Ｍｅｉ 的棋社"}}).status, 201);
  const Json listed = show("?name=mei");
  ASSERT_THAT(listed["clubs"], SizeIs(1));
  EXPECT_EQ(listed["clubs"][0]["name"], "Mei 的棋社");
}

// The operator closes a club by its id or its name.
TEST_F(ClubApiTest, TakesNoIdOfAnotherClubForAName) {
  const std::string id = make().substr(1);
  EXPECT_EQ(error(post("", "Mei", {{"name", id}})), "409 name_taken ");
  EXPECT_EQ(error(post(make("Mei", "Blue"), "Mei", {{"name", id}})), "409 name_taken ");
  EXPECT_EQ(post('/' + id, "Lin", {{"name", id}}).status, 200) << "its own";
}

TEST_F(ClubApiTest, RefusesWhatMakesNoSense) {
  const std::string path = make();
  const std::string many_lines(40, '\n');
  for (const Json& body :
       {Json{{"joining", "never"}}, Json{{"description", 7}}, Json{{"name", ""}},
        Json{{"description", std::string(1'001, 'x')}}, Json{{"description", "a" + many_lines + "b"}}})
    EXPECT_EQ(post(path, "Lin", body).status, 400) << body;
  EXPECT_EQ(error(post("", "Mei", Json::object())), "400 bad_message name");
  for (const char* query : {"?cursor=x", "?name=-"})
    EXPECT_EQ(http_.get("/api/clubs" + std::string(query)).status, 400) << query;
  EXPECT_EQ(http_.get("/api/clubs" + path + "/members?cursor=x").status, 400);
  EXPECT_EQ(post(path, "Lin", {{"description", std::string(1'000, 'x')}}).status, 200);
  EXPECT_EQ(post(path, "Lin", {{"description", ""}}).status, 200);
  EXPECT_EQ(show(path)["description"], "");
}

TEST_F(ClubApiTest, IsChangedByItsOwnerAlone) {
  const std::string path = make("Lin", "Red Cannons", "request");
  post(path + "/join", "Mei");
  for (const char* act : {"", "/accept", "/remove", "/owner"}) {
    const Json body = {{"name", "Mei"}};
    EXPECT_EQ(error(post(path + act, "Wu", body)), "403 forbidden ") << act;
    EXPECT_EQ(error(post(path + act, "", body)), "401 unauthorized ") << act;
    EXPECT_EQ(error(post(std::string("/x") + act, "Lin", body)), "404 not_found ") << act;
  }
  EXPECT_EQ(error(close(path, "Wu")), "403 forbidden ");
  EXPECT_EQ(post(path, "Lin", {{"name", "Black Horses"}, {"description", " 马 \n"}}).status, 200);
  const Json club = show(path);
  EXPECT_EQ(club["name"], "Black Horses");
  EXPECT_EQ(club["description"], "马");
  EXPECT_EQ(club["joining"], "request");
  EXPECT_EQ(close(path, "Lin").status, 200);
  EXPECT_EQ(close(path, "Lin").status, 404);
}

TEST_F(ClubApiTest, AdmitsWhoAsks) {
  const std::string path = make("Lin", "Red Cannons", "request");
  for (const char* who : {"Mei", "Mei", "Wu"})
    EXPECT_EQ(Json::parse(post(path + "/join", who).body), (Json{{"you", "asked"}}));
  const Json club = show(path, "Lin");
  ASSERT_THAT(club["requests"], SizeIs(2));
  EXPECT_EQ(club["requests"][0]["name"], "Mei");
  EXPECT_EQ(show(path, "Mei")["you"], "asked");
  EXPECT_EQ(error(post(path + "/owner", "Lin", {{"name", "Mei"}})), "404 not_found ") << "no member yet";
  EXPECT_EQ(post(path + "/accept", "Lin", {{"name", "mei"}}).status, 200);
  EXPECT_EQ(error(post(path + "/accept", "Lin", {{"name", "Mei"}})), "404 not_found ");
  EXPECT_EQ(post(path + "/remove", "Lin", {{"name", "Wu"}}).status, 200);
  EXPECT_THAT(members(path), ElementsAre("Lin", "Mei"));
  EXPECT_EQ(error(post(path + "/remove", "Lin", {{"name", "Lin"}})), "404 not_found ");
  EXPECT_EQ(post(path + "/owner", "Lin", {{"name", "Mei"}}).status, 200);
  EXPECT_EQ(show(path, "Mei")["you"], "owner");
  EXPECT_EQ(post(path + "/remove", "Mei", {{"name", "Lin"}}).status, 200);
  EXPECT_THAT(members(path), ElementsAre("Mei"));
}

TEST_F(ClubApiTest, LetsInNoOneWhomTheOwnerBlocks) {
  const std::string path = make();
  http_.commit({storage::Block{"u_Lin", "u_Mei", now(), 9}});
  EXPECT_EQ(error(post(path + "/join", "Mei")), "403 forbidden blocked");
}

TEST_F(ClubApiTest, BoundsTheClubsOfAnAccount) {
  for (int i = 0; i < storage::kMostOwnClubs; ++i) make("Lin", "Club " + std::to_string(i));
  EXPECT_EQ(error(post("", "Lin", {{"name", "One more"}})), "409 full clubs");
}

// Though the clubs are closed at once.
TEST_F(ClubApiTest, BoundsNewClubsOfADay) {
  for (int i = 0; i < 3; ++i) close(make("Lin", "Club " + std::to_string(i)), "Lin");
  const HttpResponse answer = post("", "Lin", {{"name", "One more"}});
  EXPECT_EQ(error(answer), "429 rate_limited ");
  EXPECT_THAT(answer.headers, testing::Contains(testing::Key("Retry-After")));
}

TEST_F(ClubApiTest, BoundsNewClubsOfAnAddress) {
  int made = 0;
  for (int i = 0; i < 5; ++i) {
    const std::string who = "Owner " + std::to_string(i) + 'x';
    sign_up(who);
    for (int j = 0; j < 3; ++j) {
      const std::string name = "C" + std::to_string(i) + " D" + std::to_string(j);
      made += http_.ask("POST", "/api/clubs", who, {{"name", name}}, "203.0.113.7").status == 201 ? 1 : 0;
    }
  }
  EXPECT_EQ(made, 10);
}

TEST_F(ClubApiTest, BoundsComingAndGoing) {
  const std::string path = make();
  int refused = 0;
  for (int i = 0; i < 40; ++i)
    for (const char* act : {"/join", "/leave"}) refused += post(path + act, "Mei").status == 429 ? 1 : 0;
  EXPECT_EQ(refused, 10) << "who is no member leaves for nothing";
}

// As reports of lines of chat.
TEST_F(ClubApiTest, BoundsReportsOfAUser) {
  for (const char* name : {"Owner1", "Owner2", "Owner3", "Owner4"}) sign_up(name);
  std::vector<std::string> clubs;
  for (int i = 0; i < 11; ++i)
    clubs.push_back(make("Owner" + std::to_string(i / 3 + 1), "Club " + std::to_string(i)));
  for (int i = 0; i < 11; ++i)
    EXPECT_EQ(post(clubs[static_cast<std::size_t>(i)] + "/report", "Mei").status, i < 10 ? 200 : 429) << i;
  EXPECT_EQ(post(clubs[10] + "/report", "Wu").status, 200);
}

TEST_F(ClubApiTest, WhatAMutedOwnerWritesIsNotRead) {
  const std::string path = make();
  post(path, "Lin", {{"description", "buy gold"}});
  EXPECT_EQ(show(path)["description"], "buy gold");
  measure("shadow", "Lin");
  EXPECT_EQ(show(path)["description"], "");
  EXPECT_EQ(show(path, "Mei")["description"], "");
  EXPECT_EQ(show(path, "Lin")["description"], "buy gold") << "a shadow is not told";
  EXPECT_EQ(post(path, "Lin", {{"description", "buy silver"}}).status, 200);
  measure("mute", "Lin");
  EXPECT_EQ(error(post(path, "Lin", {{"description", "more"}})), "409 not_allowed measure");
  EXPECT_EQ(error(post(path, "Lin", {{"name", "Gold Shop"}})), "409 not_allowed measure");
  EXPECT_EQ(error(post("", "Lin", {{"name", "Gold Shop"}})), "409 not_allowed measure");
  EXPECT_EQ(post(path, "Lin", {{"joining", "request"}}).status, 200) << "this is no text";
  const Json all = {{"name", "Red Cannons"}, {"description", "buy silver"}, {"joining", "open"}};
  EXPECT_EQ(post(path, "Lin", all).status, 200) << "the page sends what was there before, too";
  EXPECT_EQ(show(path)["joining"], "open");
}

// What was good once is bad by later rules, or another club has the key that it has by them.
TEST_F(ClubApiTest, KeepsANameThatCouldNotBeHadAnyMore) {
  const storage::Club club{"c1", "u_Lin", "Moderator", "", "open", now()};
  const storage::Club other{"c2", "u_Mei", "Other", "", "open", now()};
  http_.commit({storage::CreateClub{club, {"an old key"}}});
  http_.commit({storage::CreateClub{other, {"Other", name_keys(club.name)[1]}}});
  EXPECT_EQ(post("/c1", "Lin", {{"name", "Moderator"}, {"description", "Fridays"}}).status, 200);
  EXPECT_EQ(show("/c1")["description"], "Fridays");
  EXPECT_EQ(error(post("/c1", "Lin", {{"name", "moderator"}})), "400 bad_name ");
}

TEST_F(ClubApiTest, AClubOfABannedOwnerIsNotListed) {
  const std::string path = make();
  ASSERT_THAT(show("")["clubs"], SizeIs(1));
  measure("ban", "Lin", 0);
  EXPECT_THAT(show("")["clubs"], SizeIs(0));
  EXPECT_EQ(show(path)["description"], "");
  EXPECT_EQ(error(post(path, "Lin", {{"joining", "request"}})), "401 unauthorized ");
}

TEST_F(ClubApiTest, ATournamentIsOfItsMembers) {
  const std::string path = make();
  const std::string id = path.substr(1);
  post(path + "/join", "Mei");
  EXPECT_EQ(error(make_tournament("Mei", id)), "403 forbidden club");
  EXPECT_EQ(error(make_tournament("Lin", "unknown")), "404 not_found ");
  const HttpResponse made = make_tournament("Lin", id);
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string tournament = "/api/tournaments/" + Json::parse(made.body).value("id", "");
  const auto act = [&](const std::string& what, const std::string& who, const Json& body = Json::object()) {
    return http_.ask("POST", tournament + what, who, body);
  };
  EXPECT_EQ(error(act("/join", "Wu")), "403 forbidden club");
  EXPECT_EQ(error(act("/join", "guest")), "403 forbidden club");
  EXPECT_EQ(act("/join", "Mei").status, 200);
  EXPECT_EQ(error(act("/players", "Lin", {{"name", "Wu"}, {"note", "late"}})), "403 forbidden club");
  EXPECT_EQ(act("/withdraw", "Mei").status, 200);
  post(path + "/leave", "Mei");
  EXPECT_EQ(error(act("/join", "Mei")), "403 forbidden club") << "to come back";
  const Json shown = http_.get_json(tournament);
  EXPECT_EQ(shown["clubId"], id);
  EXPECT_EQ(shown["clubName"], "Red Cannons");
  EXPECT_THAT(names(path, "/tournaments", "tournaments"), ElementsAre("Friday"));
  EXPECT_EQ(error(close(path, "Lin")), "409 not_allowed tournaments");
  EXPECT_EQ(http_.ask("DELETE", tournament, "Lin").status, 200);
  EXPECT_EQ(close(path, "Lin").status, 200);
  EXPECT_FALSE(http_.get_json(tournament).contains("clubName")) << "it is closed";
}

// A disbanded club has no members: players who had withdrawn or missed a game could not return to its arena.
TEST_F(ClubApiTest, PlayersOfADisbandedClubComeBackToItsTournament) {
  const std::string path = make();
  for (const char* name : {"Mei", "Wu"}) post(path + "/join", name);
  const std::string id = Json::parse(make_tournament("Lin", path.substr(1)).body).value("id", "");
  const auto act = [&](const std::string& what, const std::string& who) {
    return http_.ask("POST", "/api/tournaments/" + id + what, who, Json::object());
  };
  EXPECT_EQ(act("/join", "Mei").status, 200);
  EXPECT_EQ(act("/withdraw", "Mei").status, 200);
  post(path + "/leave", "Mei");
  EXPECT_EQ(error(act("/join", "Mei")), "403 forbidden club") << "a club that is there has members";
  Act disband{.what = "disband", .reason = "spam"};
  take_club(disband, *http_.store().open_reader()->club(path.substr(1)));
  http_.commit({*make_act(disband, {}, server_now())});
  ASSERT_EQ(http_.get("/api/clubs" + path).status, 404);
  EXPECT_EQ(act("/join", "Mei").status, 200);
  EXPECT_EQ(error(act("/join", "Wu")), "403 forbidden club") << "new to it";
}

TEST_F(ClubApiTest, ListsTournamentsPageByPage) {
  const std::string path = make();
  std::vector<storage::Write> writes;
  for (int i = 0; i < 21; ++i) {
    const std::string name = "t" + std::to_string(i);
    const storage::Tournament tournament{name, "u_Lin", "Lin", name,   "antireversi", "standard",
                                         "",   8,       i,     "open", path.substr(1)};
    writes.emplace_back(storage::CreateTournament{tournament, {1, "created", "{}", "u_Lin", "", i}, 99});
  }
  http_.commit(std::move(writes));
  const Json first = show(path + "/tournaments");
  EXPECT_THAT(first["tournaments"], SizeIs(20));
  const Json second = show(path + "/tournaments?cursor=" + first["cursor"].get<std::string>());
  EXPECT_THAT(second["tournaments"], SizeIs(1));
  EXPECT_EQ(second["tournaments"][0]["id"], "t0");
  EXPECT_EQ(second["cursor"], nullptr);
}

TEST_F(ClubApiTest, ListsClubsAndMembersPageByPage) {
  const std::string path = make();
  std::vector<storage::Write> writes;
  for (int i = 0; i < 50; ++i) {
    const std::string id = "u" + std::to_string(i);
    writes.emplace_back(storage::CreateAccount{{{id, "=" + id, false, 7}, {id}, "password"}, "of " + id});
    writes.emplace_back(storage::JoinClub{path.substr(1), id, now() + i});
    const storage::Club club{"c" + std::to_string(i), id, "C " + id, "", "open", 7};
    writes.emplace_back(storage::CreateClub{club, {club.name, club.name}});
  }
  http_.commit(std::move(writes));
  const std::vector<std::pair<std::string, const char*>> lists{{path + "/members", "members"}, {"", "clubs"}};
  for (const auto& [target, field] : lists) {
    const Json first = show(target);
    EXPECT_THAT(first[field], SizeIs(50)) << target;
    const Json second = show(target + "?cursor=" + first["cursor"].get<std::string>());
    EXPECT_THAT(second[field], SizeIs(1)) << target;
    EXPECT_EQ(second["cursor"], nullptr) << target;
  }
}

TEST_F(ClubApiTest, AnswersAsTheSampleSays) {
  const Json sample = Json::parse(std::ifstream(SANQI_SOURCE_DIR "/tests/protocol/samples/http_clubs.json"));
  const std::string path = make("Lin", "Red Cannons", "request");
  post(path, "Lin", {{"description", sample["club"]["description"]}});
  for (const char* who : {"Mei", "Wu"}) post(path + "/join", who);
  post(path + "/accept", "Lin", {{"name", "Mei"}});
  make_tournament("Lin", path.substr(1));
  // What is made anew each time.
  const auto settled = [](Json json) {
    std::function<void(Json&)> settle = [&settle](Json& each) {
      if (each.is_object())
        for (const char* field : {"since", "created"})
          if (each.contains(field)) each[field] = 1731900000000;
      const bool is_tournament = each.is_object() && each.contains("phase");
      if (each.is_object() && each.contains("id")) each["id"] = is_tournament ? "tQ7bQ2xY" : "cL7bQ2xY";
      if (is_tournament) each["clubId"] = "cL7bQ2xY";
      if (is_tournament) each.erase("size");
      if (each.is_structured())
        for (Json& part : each) settle(part);
    };
    settle(json);
    return json;
  };
  EXPECT_EQ(settled(show("")), sample["list"]);
  EXPECT_EQ(settled(http_.get_json("/api/me/clubs", "Lin")), sample["own"]);
  EXPECT_EQ(settled(show(path, "Lin")), sample["club"]);
  EXPECT_EQ(settled(show(path + "/members")), sample["members"]);
  EXPECT_EQ(settled(show(path + "/tournaments")), sample["tournaments"]);
}

/// Its disk is full at times. Any thread.
class FullDiskStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    if (is_full) throw storage::Error("the disk is full");
    return MemoryStore::commit(writes);
  }
  std::atomic<bool> is_full = false;
};

TEST(ClubApiOfAFullDiskTest, CountsNoClubThatIsNotWritten) {
  FullDiskStore store;
  const storage::User lin{"u_Lin", "Lin", false, server_now().time_since_epoch().count()};
  const storage::Write account =
      storage::CreateAccount{{lin, name_keys("Lin"), "password"}, hash_token("Lin")};
  store.commit({&account, 1});
  boost::asio::io_context io{1};
  const auto waiting = boost::asio::make_work_guard(io);
  RecordQueue records(store, io.get_executor(), {}, {.first_rest = Millis(1), .longest_rest = Millis(1)});
  ClubApi clubs(records);
  Router router;
  clubs.mount(router);
  const auto create = [&] {
    HttpRequest request;
    request.method = "POST";
    request.path = "/api/clubs";
    request.bearer = "Lin";
    request.body = R"({"name":"Red Cannons"})";
    std::optional<HttpResponse> answer;
    router.serve(request, [&](HttpResponse response) { answer = std::move(response); });
    run_io_until(io, [&] { return answer.has_value(); });
    return answer->status;
  };
  store.is_full = true;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(create(), 503);
  store.is_full = false;
  EXPECT_EQ(create(), 201) << "after three a day";
}

}  // namespace
}  // namespace server

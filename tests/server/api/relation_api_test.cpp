#include "server/api/relation_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "tests/server/api/http_caller.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

class RelationApiTest : public testing::Test {
 protected:
  RelationApiTest() {
    for (const char* name : {"Lin", "Mei", "Wu"}) sign_up(name);
    http_.commit({storage::CreateUser{{"g_guest", "Guest 7", true, 1}, hash_token("guest")}});
  }
  /// Its token is its name.
  void sign_up(const std::string& name) {
    const storage::Millis now = server_now().time_since_epoch().count();
    http_.commit({storage::CreateAccount{{{"u_" + name, name, false, now}, name_keys(name), "password"},
                                         hash_token(name)}});
  }
  HttpResponse begin(const std::string& who, const std::string& kind, const std::string& other) {
    return http_.ask("POST", "/api/players/" + other + '/' + kind, who);
  }
  HttpResponse end(const std::string& who, const std::string& kind, const std::string& other) {
    return http_.ask("DELETE", "/api/players/" + other + '/' + kind, who);
  }
  static std::string error(const HttpResponse& answer) {
    const Json error = Json::parse(answer.body)["error"];
    return std::to_string(answer.status) + ' ' + error.value("code", "") + ' ' + error.value("reason", "");
  }
  /// Names of those that `who` follows ("following") or blocks ("blocked").
  std::vector<std::string> names(const std::string& who, const std::string& list) {
    std::vector<std::string> names;
    const Json relations = http_.get_json("/api/me/relations", who);
    for (const Json& each : relations[list])
      names.push_back(each["name"].get<std::string>() + (each.value("mutual", false) ? " too" : ""));
    return names;
  }

  HttpCaller http_;
};

TEST_F(RelationApiTest, IsToNoOneWhoseNameMerelyLooksAlike) {
  EXPECT_EQ(error(begin("Mei", "block", "L1n")), "404 not_found ");
  EXPECT_THAT(names("Mei", "blocked"), IsEmpty());
  EXPECT_EQ(begin("Mei", "block", "LIN").status, 200);
}

TEST_F(RelationApiTest, TellsWhoIsAProgram) {
  const storage::User pela{"u_pela", "Pela", false, server_now().time_since_epoch().count(), true};
  http_.commit({storage::CreateAccount{{pela, name_keys("Pela"), "password"}, hash_token("Pela")}});
  EXPECT_EQ(begin("Lin", "follow", "Pela").status, 200);
  EXPECT_EQ(begin("Pela", "follow", "Lin").status, 200);
  EXPECT_EQ(http_.get_json("/api/me/relations", "Lin")["following"][0].value("program", false), true);
  EXPECT_FALSE(http_.get_json("/api/me/relations", "Pela")["following"][0].contains("program"));
}

TEST_F(RelationApiTest, FollowsByNameInAnyCase) {
  EXPECT_EQ(begin("Lin", "follow", "mei").status, 200);
  EXPECT_EQ(begin("Lin", "follow", "Mei").status, 200) << "again";
  EXPECT_THAT(names("Lin", "following"), ElementsAre("Mei"));
  EXPECT_EQ(begin("Mei", "follow", "Lin").status, 200);
  EXPECT_THAT(names("Lin", "following"), ElementsAre("Mei too"));
  EXPECT_EQ(end("Lin", "follow", "Mei").status, 200);
  EXPECT_EQ(end("Lin", "follow", "Mei").status, 200) << "again";
  EXPECT_THAT(names("Lin", "following"), IsEmpty());
  EXPECT_THAT(names("Mei", "following"), ElementsAre("Lin"));
}

TEST_F(RelationApiTest, AnswersAsTheSampleSays) {
  begin("Lin", "follow", "Mei");
  begin("Mei", "follow", "Lin");
  begin("Lin", "block", "Wu");
  const Json sample = Json::parse(std::ifstream(SANQI_SOURCE_DIR "/tests/protocol/samples/http_people.json"));
  Json relations = http_.get_json("/api/me/relations", "Lin");
  for (const char* list : {"following", "blocked"}) relations[list][0]["since"] = 1731900000000;
  EXPECT_EQ(relations, sample["relations"]);
  EXPECT_EQ(http_.get_json("/api/players/Mei", "Lin")["you"], sample["you"]);
}

TEST_F(RelationApiTest, AProfileTellsWhatItIsToWhoAsks) {
  begin("Lin", "follow", "Mei");
  begin("Wu", "block", "Lin");
  const auto you = [this](const std::string& who, const std::string& name) {
    return http_.get_json("/api/players/" + name, who).value("you", Json());
  };
  EXPECT_EQ(you("Lin", "Mei"), (Json{{"follows", true}, {"blocks", false}, {"followsYou", false}}));
  EXPECT_EQ(you("Mei", "Lin"), (Json{{"follows", false}, {"blocks", false}, {"followsYou", true}}));
  EXPECT_EQ(you("Wu", "Lin"), (Json{{"follows", false}, {"blocks", true}, {"followsYou", false}}));
  EXPECT_EQ(you("Lin", "Wu"), (Json{{"follows", false}, {"blocks", false}, {"followsYou", false}}))
      << "nobody is told of whom blocks them";
  EXPECT_EQ(you("Lin", "Lin"), Json());
  EXPECT_EQ(you("guest", "Lin"), Json());
  EXPECT_EQ(you("", "Lin"), Json());
}

TEST_F(RelationApiTest, SaysWhyNot) {
  EXPECT_EQ(error(begin("", "follow", "Mei")), "401 unauthorized ");
  EXPECT_EQ(error(http_.get("/api/me/relations")), "401 unauthorized ");
  EXPECT_EQ(error(begin("guest", "follow", "Mei")), "403 forbidden account");
  EXPECT_EQ(error(http_.get("/api/me/relations", "guest")), "403 forbidden account");
  for (const std::string nobody : {"Nobody", "Guest 7"}) {
    EXPECT_EQ(error(begin("Lin", "follow", nobody)), "404 not_found ");
    EXPECT_EQ(error(end("Lin", "block", nobody)), "404 not_found ");
  }
  EXPECT_EQ(error(begin("Lin", "follow", "Lin")), "409 not_allowed self");
  EXPECT_EQ(error(begin("Lin", "block", "Lin")), "409 not_allowed self");
  http_.commit({storage::CloseAccount{"u_Wu", "password"}});
  EXPECT_EQ(error(begin("Lin", "follow", "Wu")), "404 not_found ");
}

TEST_F(RelationApiTest, WhoIsBlockedCannotFollow) {
  begin("Lin", "follow", "Mei");
  begin("Mei", "follow", "Lin");
  EXPECT_EQ(begin("Mei", "block", "Lin").status, 200);
  EXPECT_THAT(names("Lin", "following"), IsEmpty());
  EXPECT_THAT(names("Mei", "following"), IsEmpty());
  EXPECT_THAT(names("Mei", "blocked"), ElementsAre("Lin"));
  EXPECT_EQ(error(begin("Lin", "follow", "Mei")), "403 forbidden blocked");
  EXPECT_EQ(error(begin("Mei", "follow", "Lin")), "409 not_allowed blocking");
  EXPECT_EQ(end("Mei", "block", "Lin").status, 200);
  EXPECT_EQ(begin("Lin", "follow", "Mei").status, 200);
}

TEST_F(RelationApiTest, ABlockHoldsAtOnceForThoseWhoAreHere) {
  const auto held = http_.blocks().open("u_Lin", {});
  begin("Lin", "block", "Mei");
  EXPECT_THAT(*held, ElementsAre("u_Mei"));
  begin("Lin", "follow", "Wu");
  end("Lin", "follow", "Mei");
  EXPECT_THAT(*held, ElementsAre("u_Mei"));
  end("Lin", "block", "Mei");
  EXPECT_THAT(*held, IsEmpty());
}

TEST_F(RelationApiTest, FriendsAloneAreToldWhoIsHere) {
  http_.online() = {"u_Mei", "u_Lin"};
  const auto seen = [this] { return http_.get_json("/api/me/relations", "Lin")["following"][0]; };
  begin("Lin", "follow", "Mei");
  EXPECT_FALSE(seen().contains("online")) << "Mei does not follow";
  begin("Mei", "follow", "Lin");
  EXPECT_EQ(seen()["online"], true);
  http_.online().clear();
  EXPECT_EQ(seen()["online"], false);
  const auto hide = [this](const std::string& who, const Json& hidden) {
    return http_.ask("POST", "/api/me/presence", who, {{"hidden", hidden}});
  };
  EXPECT_EQ(hide("Mei", true).status, 200);
  EXPECT_FALSE(seen().contains("online"));
  EXPECT_EQ(http_.get_json("/api/me/relations", "Mei")["hidden"], true);
  EXPECT_EQ(hide("Mei", false).status, 200);
  EXPECT_TRUE(seen().contains("online"));
  EXPECT_EQ(error(hide("Mei", 1)), "400 bad_message hidden");
  EXPECT_EQ(error(hide("Mei", nullptr)), "400 bad_message hidden") << "or it would show again who hides";
  EXPECT_EQ(error(hide("guest", true)), "403 forbidden account");
}

TEST_F(RelationApiTest, OneSaysByWhomOneIsChallenged) {
  const auto limit = [this](const std::string& who, const Json& by) {
    return http_.ask("POST", "/api/me/challenges", who, {{"by", by}});
  };
  EXPECT_EQ(limit("Lin", "friends").status, 200);
  EXPECT_EQ(http_.get_json("/api/me/relations", "Lin")["challengedBy"], "friends");
  EXPECT_EQ(http_.get_json("/api/me/relations", "Mei")["challengedBy"], "everyone");
  for (const Json& wrong : {Json("nobody"), Json(1), Json()})
    EXPECT_EQ(error(limit("Lin", wrong)), "400 bad_message by") << wrong;
  EXPECT_EQ(error(limit("guest", "none")), "403 forbidden account");
}

TEST_F(RelationApiTest, OfABlockTheServerIsTold) {
  begin("Lin", "follow", "Mei");
  EXPECT_THAT(http_.changed(), IsEmpty());
  begin("Lin", "block", "Mei");
  EXPECT_THAT(http_.changed(), ElementsAre("u_Lin u_Mei"));
}

TEST_F(RelationApiTest, EachHasTwoHundredOfAKind) {
  std::vector<storage::Write> writes;
  for (int n = 0; n < RelationApi::kMost; ++n) {
    const std::string id = "u_" + std::to_string(n);
    writes.emplace_back(storage::CreateAccount{{{id, id, false, 1}, {id}, "password"}, id});
    writes.emplace_back(storage::Follow{"u_Lin", id, n, RelationApi::kMost});
  }
  http_.commit(std::move(writes));
  EXPECT_EQ(error(begin("Lin", "follow", "Mei")), "409 full relations");
  EXPECT_EQ(begin("Lin", "block", "Mei").status, 200) << "another kind";
}

TEST_F(RelationApiTest, ItIsPaidFor) {
  HttpRequest request;
  request.bearer = "Lin";
  request.refuse = [](double cost) { return std::optional(std::chrono::milliseconds(cost > 1 ? 1'000 : 0)); };
  for (const auto& [method, path] :
       std::vector<std::pair<std::string, std::string>>{{"GET", "/api/me/relations"},
                                                        {"POST", "/api/players/Mei/follow"},
                                                        {"DELETE", "/api/players/Mei/block"}}) {
    request.method = method;
    request.path = path;
    EXPECT_EQ(http_.answer_to(request).status, 429) << path;
  }
}

}  // namespace
}  // namespace server

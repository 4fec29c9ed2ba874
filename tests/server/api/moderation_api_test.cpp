#include "server/api/moderation_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "server/identity/acts.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "tests/server/api/http_caller.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kGame = "aB3dE9xQ";

class ModerationApiTest : public testing::Test {
 protected:
  ModerationApiTest() {
    for (const char* name : {"Mod", "Boss", "Lin", "Mei", "Wu"}) sign_up(name);
    grant("Mod", "chat accounts");
    grant("Boss", "owner");
    http_.commit({storage::CreateUser{{"g_guest", "Guest 7", true, 1}, hash_token("guest")}});
    storage::Game game;
    game.id = kGame;
    http_.commit({storage::CreateGame{game}});
  }
  static storage::Millis now() { return server_now().time_since_epoch().count(); }
  /// Its token is its name.
  void sign_up(const std::string& name) {
    http_.commit({storage::CreateAccount{{{"u_" + name, name, false, now()}, name_keys(name), "password"},
                                         hash_token(name)}});
  }
  void grant(const std::string& name, const std::string& powers) {
    const std::string what = powers.empty() ? "revoke" : "grant";
    http_.commit({*make_act({.what = what, .whom = {"u_" + name, name, false, 0}, .powers = powers}, {},
                            server_now())});
  }
  void report(storage::Millis said, const std::string& accused = "Wu", const std::string& text = "rude") {
    http_.commit({storage::ReportLine{{kGame, "all", text, said, "u_" + accused, accused, "u_Mei", "Mei",
                                       said + 7, R"([{"from":"Mei","text":"hello","at":1731900000001}])"}}});
  }
  HttpResponse act(const std::string& who, const Json& body) {
    return http_.ask("POST", "/api/moderation/acts", who, body);
  }
  HttpResponse mute(const std::string& who, const std::string& user = "u_Lin") {
    return act(who, {{"do", "mute"}, {"user", user}, {"hours", 24}, {"reason", "spam"}});
  }
  HttpResponse appeal(const std::string& who, const std::string& measure, const std::string& text = "why?") {
    return http_.ask("POST", "/api/me/measures/" + measure + "/appeal", who, {{"text", text}});
  }
  Json own(const std::string& who) { return http_.get_json("/api/me/measures", who); }
  std::string measure_of(const std::string& who) { return own(who)["measures"][0]["id"]; }
  Json list(const std::string& name, const std::string& cursor = "", const std::string& who = "Mod") {
    return http_.get_json("/api/moderation/" + name + (cursor.empty() ? "" : "?cursor=" + cursor), who);
  }
  std::vector<std::string> acts() {
    std::vector<std::string> acts;
    const Json log = list("log");
    for (const Json& each : log["acts"])
      acts.push_back(each["do"].get<std::string>() + ' ' + each["subject"].value("name", "") + " by " +
                     (each.contains("by") ? each["by"].value("name", "") : "operator"));
    return acts;
  }
  static std::string error(const HttpResponse& answer) {
    const Json error = Json::parse(answer.body)["error"];
    return std::to_string(answer.status) + ' ' + error.value("code", "") + ' ' + error.value("reason", "");
  }

  HttpCaller http_;
};

TEST_F(ModerationApiTest, ModeratorsAloneReadAndDecide) {
  for (const char* path : {"/api/moderation/reports", "/api/moderation/appeals", "/api/moderation/log"}) {
    EXPECT_EQ(error(http_.get(path)), "401 unauthorized ") << path;
    EXPECT_EQ(error(http_.get(path, "guest")), "403 forbidden ") << path;
    EXPECT_EQ(error(http_.get(path, "Lin")), "403 forbidden ") << path;
    EXPECT_EQ(http_.get(path, "Mod").status, 200) << path;
  }
  EXPECT_EQ(error(mute("")), "401 unauthorized ");
  EXPECT_EQ(error(mute("Wu")), "403 forbidden ");
  EXPECT_EQ(mute("Mod").status, 200);
  EXPECT_EQ(http_.decided(), 1) << "and the server looks at once";
  EXPECT_EQ(own("Mod")["powers"], "chat accounts");
  EXPECT_FALSE(own("Lin").contains("powers"));
}

// The token is the same all the time.
TEST_F(ModerationApiTest, PowersAreThoseOfTheStoreAtEachRequest) {
  EXPECT_EQ(mute("Mod").status, 200);
  grant("Mod", "accounts");
  EXPECT_EQ(error(mute("Mod", "u_Wu")), "403 forbidden ");
  EXPECT_EQ(act("Mod", {{"do", "ban"}, {"user", "u_Wu"}, {"reason", "threats"}}).status, 200);
  grant("Mod", "");
  EXPECT_EQ(error(http_.get("/api/moderation/reports", "Mod")), "403 forbidden ");
  EXPECT_EQ(error(act("Mod", {{"do", "ban"}, {"user", "u_Mei"}, {"reason", "x"}})), "403 forbidden ");
  grant("Mod", "chat");
  EXPECT_EQ(act("Boss", {{"do", "ban"}, {"user", "Mod"}, {"reason", "enough"}}).status, 200);
  EXPECT_EQ(error(http_.get("/api/moderation/reports", "Mod")), "401 unauthorized ") << "who is banned";
}

TEST_F(ModerationApiTest, EveryActIsInTheLogWithWhoAndWhy) {
  mute("Mod");
  act("Boss", {{"do", "lift"}, {"measureId", measure_of("Lin")}, {"reason", "enough"}});
  act("Boss", {{"do", "grant"}, {"user", "Wu"}, {"powers", "chat"}});
  EXPECT_EQ(error(mute("Mod", "u_Boss")), "409 not_allowed decided") << "and leaves no line";
  EXPECT_THAT(acts(), ElementsAre("grant Wu by Boss", "lift Lin by Boss", "mute Lin by Mod",
                                  "grant Boss by operator", "grant Mod by operator"));
  EXPECT_EQ(list("log")["acts"][2]["reason"], "spam");
  EXPECT_EQ(error(act("Mod", {{"do", "grant"}, {"user", "Lin"}, {"powers", "owner"}})), "403 forbidden ");
}

TEST_F(ModerationApiTest, SaysWhatIsWrong) {
  const auto wrong = [this](const Json& body) { return error(act("Mod", body)); };
  EXPECT_EQ(wrong({{"do", "mute"}, {"user", "u_Lin"}, {"reason", "spam"}}), "400 bad_message hours");
  EXPECT_EQ(wrong({{"do", "mute"}, {"user", "u_Lin"}, {"hours", 1}}), "400 bad_message reason");
  EXPECT_EQ(wrong({{"do", "mute"}, {"hours", 1}, {"reason", "spam"}}), "400 bad_message user");
  EXPECT_EQ(wrong({{"do", "lift"}, {"user", "u_Lin"}, {"measureId", "m"}}), "400 bad_message user") << "both";
  EXPECT_EQ(wrong({{"do", "dance"}, {"user", "u_Lin"}}), "400 bad_message do");
  EXPECT_EQ(wrong({{"user", "u_Lin"}}), "400 bad_message do");
  EXPECT_EQ(wrong({{"do", "mute"}, {"user", "Nobody"}, {"hours", 1}, {"reason", "x"}}), "404 not_found ");
  EXPECT_EQ(wrong({{"do", "lift"}, {"measureId", "m"}, {"reason", "x"}}), "404 not_found ");
  for (const char* list : {"reports", "appeals", "log"})
    EXPECT_EQ(error(http_.get(std::string("/api/moderation/") + list + "?cursor=x", "Mod")),
              "400 bad_message cursor");
}

TEST_F(ModerationApiTest, AReportIsDecidedByOne) {
  report(1731900000002);
  report(1731900000003);
  report(1731900000004, "Lin");
  ASSERT_THAT(list("reports")["reports"], SizeIs(3));
  const Json dismiss = {{"do", "dismiss"}, {"user", "u_Wu"}, {"gameId", kGame}};
  EXPECT_EQ(act("Mod", dismiss).status, 200);
  EXPECT_EQ(error(act("Boss", dismiss)), "409 not_allowed decided");
  EXPECT_THAT(list("reports")["reports"], SizeIs(1));
  EXPECT_EQ(
      act("Boss", {{"do", "mute"}, {"user", "u_Lin"}, {"gameId", kGame}, {"hours", 1}, {"reason", "rude"}})
          .status,
      200);
  EXPECT_THAT(list("reports")["reports"], IsEmpty());
  EXPECT_EQ(list("log")["acts"][0]["gameId"], kGame);
}

// One read in the list by whom one was reported, and each decision was refused as if another had made it.
TEST_F(ModerationApiTest, NothingIsDoneToWhoseNameMerelyLooksLikeIt) {
  EXPECT_EQ(error(mute("Mod", "L1n")), "404 not_found ");
  EXPECT_THAT(own("Lin")["measures"], IsEmpty());
  EXPECT_EQ(mute("Mod", "lin").status, 200);
}

TEST_F(ModerationApiTest, AModeratorSeesNoReportOfOneself) {
  report(1731900000002, "Mod");
  report(1731900000003);
  EXPECT_THAT(list("reports")["reports"], SizeIs(1));
  EXPECT_EQ(list("reports")["reports"][0]["from"]["name"], "Wu");
  EXPECT_THAT(list("reports", "", "Boss")["reports"], SizeIs(2));
}

// A guest was reported and let itself be forgotten: the report stayed at the front of the list for months.
TEST_F(ModerationApiTest, AReportOfAGuestWhoIsForgottenIsDecided) {
  const std::string guest = "g_0123456789";
  http_.commit({storage::CreateUser{{guest, "Guest 8", true, 1}, hash_token("another guest")}});
  http_.commit({storage::ReportLine{
      {kGame, "all", "rude", 1731900000002, guest, "Guest 8", "u_Mei", "Mei", 1731900000009, "[]"}}});
  http_.commit({storage::ForgetGuest{guest}});
  ASSERT_THAT(list("reports")["reports"], SizeIs(1));
  EXPECT_EQ(error(mute("Mod", guest)), "404 not_found ");
  const Json dismiss = {{"do", "dismiss"}, {"user", guest}, {"gameId", kGame}};
  EXPECT_EQ(act("Mod", dismiss).status, 200);
  EXPECT_THAT(list("reports")["reports"], IsEmpty());
  EXPECT_EQ(list("log")["acts"][0]["subject"]["id"], guest);
  EXPECT_EQ(error(act("Mod", dismiss)), "409 not_allowed decided");
}

// It was answered as "decided": the page took one open report after the other off its list.
TEST_F(ModerationApiTest, AfterTheLastActOfADayNothingIsSaidToBeDecided) {
  report(1731900000002);
  const Actor mod{"u_Mod", "Mod"};
  std::vector<storage::Write> bans;
  for (int i = 0; i < storage::kMostActs; ++i)
    bans.emplace_back(
        *make_act({.what = "ban", .whom = {"u_Lin", "Lin", false, 0}, .reason = "x"}, mod, server_now()));
  http_.commit(std::move(bans));
  const Json dismiss = {{"do", "dismiss"}, {"user", "u_Wu"}, {"gameId", kGame}};
  const HttpResponse refused = act("Mod", dismiss);
  EXPECT_EQ(error(refused), "429 rate_limited ");
  EXPECT_GT(Json::parse(refused.body)["error"]["retryMs"], 86'000'000);
  EXPECT_THAT(list("reports")["reports"], SizeIs(1));
  EXPECT_EQ(act("Boss", dismiss).status, 200) << "another's acts are not counted";
}

TEST_F(ModerationApiTest, ListsComeInPages) {
  for (int i = 0; i < 25; ++i) report(1731900000000 + i);
  const Json first = list("reports");
  ASSERT_THAT(first["reports"], SizeIs(20));
  const Json second = list("reports", first["cursor"]);
  ASSERT_THAT(second["reports"], SizeIs(5));
  EXPECT_EQ(second["reports"][0]["at"], 1731900000020);
  EXPECT_EQ(second["cursor"], nullptr);
  for (int i = 0; i < 60; ++i) act("Boss", {{"do", "ban"}, {"user", "u_Wu"}, {"reason", "x"}});
  const Json acts = list("log");
  ASSERT_THAT(acts["acts"], SizeIs(50));
  EXPECT_THAT(list("log", acts["cursor"])["acts"], SizeIs(12));
}

TEST_F(ModerationApiTest, OneIsToldOfOnesMutesAndBansAndAppealsOnce) {
  mute("Mod");
  act("Mod", {{"do", "shadow"}, {"user", "u_Wu"}, {"hours", 1}, {"reason", "spam"}});
  EXPECT_THAT(own("Wu")["measures"], IsEmpty()) << "a shadow is not told";
  EXPECT_EQ(error(http_.get("/api/me/measures")), "401 unauthorized ");
  const std::string id = measure_of("Lin");
  EXPECT_EQ(error(appeal("", id)), "401 unauthorized ");
  EXPECT_EQ(error(appeal("Mei", id)), "409 not_allowed ");
  EXPECT_EQ(error(appeal("Lin", id, " ")), "400 bad_message text");
  EXPECT_EQ(error(appeal("Lin", id, std::string(1001, 'x'))), "400 bad_message text");
  EXPECT_EQ(appeal("Lin", id, "it was\na joke").status, 200);
  EXPECT_EQ(error(appeal("Lin", id)), "409 not_allowed ");
  const Json appeals = list("appeals")["appeals"];
  ASSERT_THAT(appeals, SizeIs(1));
  EXPECT_EQ(appeals[0]["appeal"], "it was a joke");
  EXPECT_EQ(appeals[0]["own"], true);
  const Json uphold = {{"do", "uphold"}, {"measureId", id}, {"reason", "no joke"}};
  EXPECT_EQ(error(act("Mod", uphold)), "409 not_allowed decided") << "another answers";
  EXPECT_EQ(list("appeals", "", "Boss")["appeals"][0]["own"], false);
  EXPECT_EQ(act("Boss", uphold).status, 200);
  EXPECT_EQ(own("Lin")["measures"][0]["answer"], "no joke");
  EXPECT_THAT(list("appeals")["appeals"], IsEmpty());
}

TEST_F(ModerationApiTest, AListOfOnesMeasuresThatIsCutSaysSo) {
  const auto measure = [this](const char* what, int times) {
    const Json body = {{"do", what}, {"user", "u_Wu"}, {"hours", 1}, {"reason", "x"}};
    for (int i = 0; i < times; ++i) EXPECT_EQ(act("Boss", body).status, 200);
  };
  measure("ban", 20);
  measure("shadow", 5);
  EXPECT_THAT(own("Wu")["measures"], SizeIs(20)) << "shadows are neither told nor counted";
  EXPECT_FALSE(own("Wu").contains("more"));
  measure("ban", 1);
  EXPECT_THAT(own("Wu")["measures"], SizeIs(20));
  EXPECT_EQ(own("Wu")["more"], true);
}

// Five newer ones hid a ban that holds, as if that were all.
TEST_F(ModerationApiTest, WhatIsKnownOfAReportedUserSaysWhereItIsCut) {
  const auto measure = [this](const char* user, int times) {
    const Json body = {{"do", "shadow"}, {"user", user}, {"hours", 1}, {"reason", "x"}};
    for (int i = 0; i < times; ++i) EXPECT_EQ(act("Boss", body).status, 200);
  };
  report(1);
  measure("u_Wu", 6);
  measure("u_Mei", 5);
  const Json told = list("reports")["reports"][0];
  EXPECT_THAT(told["measures"], SizeIs(5));
  EXPECT_EQ(told["more"], true);
  EXPECT_THAT(told["reporterMeasures"], SizeIs(5));
  EXPECT_FALSE(told.contains("reporterMore"));
}

TEST_F(ModerationApiTest, WhoIsBannedReadsWhyAndAppealsAndDoesNothingElse) {
  act("Mod", {{"do", "ban"}, {"user", "Lin"}, {"reason", "threats"}});
  EXPECT_EQ(own("Lin")["measures"][0]["reason"], "threats");
  EXPECT_FALSE(own("Lin")["measures"][0].contains("until"));
  EXPECT_EQ(error(http_.get("/api/me/relations", "Lin")), "401 unauthorized ");
  EXPECT_EQ(error(http_.ask("POST", "/api/players/Mei/follow", "Lin")), "401 unauthorized ");
  EXPECT_EQ(appeal("Lin", measure_of("Lin")).status, 200);
}

TEST_F(ModerationApiTest, TheAddressesOfAUserAreNotTold) {
  const Json order = {
      {"do", "address"}, {"user", "Lin"}, {"hours", 1}, {"reason", "a flood"}, {"gameId", kGame}};
  report(1731900000004, "Lin");
  EXPECT_EQ(error(act("Mod", order)), "409 not_allowed away");
  http_.addresses() = {"192.0.2.7", "2001:db8::/64"};
  EXPECT_EQ(act("Mod", order).body, "{}");
  const auto reader = http_.store().open_reader();
  const auto holding = reader->measures_at(now());
  ASSERT_THAT(holding, SizeIs(2));
  for (const storage::Measure& each : holding) EXPECT_TRUE(http_.addresses().contains(each.subject));
  EXPECT_THAT(list("log").dump(), testing::Not(testing::HasSubstr("192.0.2.7")));
  EXPECT_THAT(list("reports")["reports"], IsEmpty());
  EXPECT_EQ(act("Mod", {{"do", "lift"}, {"measureId", holding[0].id}, {"reason", "enough"}}).status, 200);
  EXPECT_THAT(list("log").dump(), testing::Not(testing::HasSubstr(holding[0].subject)));
}

// Guests who had come before went on by HTTP, where others read what they made.
TEST_F(ModerationApiTest, GuestsAtAnAddressThatIsKeptOutMakeNothing) {
  http_.addresses() = {"192.0.2.7"};
  const Json order = {{"do", "address"}, {"user", "Lin"}, {"hours", 1}, {"reason", "a flood"}};
  EXPECT_EQ(act("Mod", order).body, "{}");
  const auto status = [this](const char* path, const Json& body, const char* who, const char* address) {
    return http_.ask("POST", path, who, body, address).status;
  };
  const Json tournament = {{"name", "Evening"}, {"game", "gomoku"}, {"initialMs", 300'000}};
  for (const auto& [path, body] : {std::pair("/api/tournaments", tournament),
                                   std::pair("/api/collections", Json({{"name", "My games"}}))}) {
    EXPECT_EQ(status(path, body, "guest", "192.0.2.7"), 401) << path;
    EXPECT_EQ(status(path, body, "guest", "192.0.2.8"), 201) << path;
    EXPECT_EQ(status(path, body, "Mei", "192.0.2.7"), 201) << path << ", with an account";
  }
  const Json open = http_.get_json("/api/tournaments")["open"];
  const std::string join = "/api/tournaments/" + open[0].value("id", "") + "/join";
  EXPECT_EQ(status(join.c_str(), Json::object(), "guest", "192.0.2.7"), 401);
  EXPECT_EQ(status(join.c_str(), Json::object(), "guest", "192.0.2.8"), 200);
}

// The first of two addresses was refused, with the reports; the second was kept out, and the answer said no.
TEST_F(ModerationApiTest, WhereReportsWereDecidedMeanwhileNoAddressIsKeptOut) {
  report(1731900000004, "Lin");
  http_.addresses() = {"192.0.2.7", "192.0.2.8"};
  EXPECT_EQ(act("Boss", {{"do", "dismiss"}, {"user", "Lin"}, {"gameId", kGame}}).status, 200);
  const Json order = {
      {"do", "address"}, {"user", "Lin"}, {"hours", 1}, {"reason", "a flood"}, {"gameId", kGame}};
  EXPECT_EQ(error(act("Mod", order)), "409 not_allowed decided");
  EXPECT_THAT(http_.store().open_reader()->measures_at(now()), IsEmpty());
}

TEST_F(ModerationApiTest, AClubIsClosedByWhoHasPowerOverItsOwner) {
  const auto make = [this](const std::string& who, const std::string& name) {
    return Json::parse(http_.ask("POST", "/api/clubs", who, {{"name", name}}).body).value("id", "");
  };
  const std::string id = make("Lin", "Gold Shop");
  const auto disband = [this](const std::string& who, const std::string& club) {
    return act(who, {{"do", "disband"}, {"clubId", club}, {"reason", "spam"}});
  };
  const auto may = [&](const std::string& who) {
    return http_.get_json("/api/clubs/" + id, who).contains("mayDisband");
  };
  EXPECT_EQ(error(disband("Mei", id)), "403 forbidden ");
  EXPECT_EQ(error(disband("Mod", "unknown")), "404 not_found ");
  EXPECT_EQ(error(act("Mod", {{"do", "ban"}, {"clubId", id}, {"reason", "spam"}})), "400 bad_message clubId");
  EXPECT_EQ(error(act("Mod", {{"do", "disband"}, {"user", "Lin"}, {"reason", "x"}})),
            "400 bad_message clubId");
  http_.ask("POST", "/api/clubs/" + id, "Lin", {{"description", "buy gold"}});
  mute("Boss");
  EXPECT_EQ(http_.get_json("/api/clubs/" + id, "Mei")["description"], "");
  EXPECT_EQ(http_.get_json("/api/clubs/" + id, "Mod")["description"], "buy gold") << "it is to be judged";
  EXPECT_TRUE(may("Mod"));
  EXPECT_FALSE(may("Lin"));
  EXPECT_FALSE(may(""));
  grant("Mod", "chat");
  EXPECT_FALSE(may("Mod"));
  EXPECT_EQ(error(disband("Mod", id)), "403 forbidden ");
  grant("Mod", "chat accounts");
  EXPECT_EQ(error(disband("Mod", make("Boss", "Chess House"))), "409 not_allowed decided");
  EXPECT_EQ(disband("Mod", id).status, 200);
  EXPECT_EQ(http_.get("/api/clubs/" + id).status, 404);
  const Json line = list("log")["acts"][0];
  EXPECT_EQ(line["do"], "disband");
  EXPECT_EQ(line["club"], "Gold Shop");
  EXPECT_EQ(line["subject"]["name"], "Lin");
}

// A club's name and description were read by all, and no user could say so.
TEST_F(ModerationApiTest, AClubIsReportedAndDecided) {
  const auto made = http_.ask("POST", "/api/clubs", "Lin", {{"name", "Gold Shop"}, {"description", "cheap"}});
  const std::string id = Json::parse(made.body).value("id", "");
  const auto report_as = [&](const std::string& who) {
    return http_.ask("POST", "/api/clubs/" + id + "/report", who, Json::object());
  };
  EXPECT_EQ(report_as("").status, 401);
  EXPECT_EQ(report_as("Lin").status, 409) << "one's own";
  EXPECT_EQ(http_.ask("POST", "/api/clubs/nowhere1/report", "Mei", Json::object()).status, 404);
  EXPECT_EQ(report_as("Mei").status, 200);
  EXPECT_EQ(report_as("guest").status, 200) << "is not told of the other";
  const Json reports = list("reports")["reports"];
  ASSERT_THAT(reports, SizeIs(1));
  EXPECT_EQ(reports[0]["clubId"], id);
  EXPECT_FALSE(reports[0].contains("gameId"));
  EXPECT_EQ(reports[0]["text"], "Gold Shop\ncheap");
  EXPECT_EQ(reports[0]["from"]["name"], "Lin");
  EXPECT_EQ(reports[0]["reporter"]["name"], "Mei");
  EXPECT_EQ(act("Mod", {{"do", "dismiss"}, {"user", "u_Lin"}, {"gameId", id}}).status, 200);
  EXPECT_THAT(list("reports")["reports"], IsEmpty());
  EXPECT_EQ(report_as("Mei").status, 200);
  EXPECT_THAT(list("reports")["reports"], SizeIs(1));
  EXPECT_EQ(act("Mod", {{"do", "disband"}, {"clubId", id}, {"reason", "spam"}}).status, 200);
  EXPECT_THAT(list("reports")["reports"], IsEmpty());
}

TEST_F(ModerationApiTest, AnswersAsTheSampleSays) {
  const Json sample =
      Json::parse(std::ifstream(SANQI_SOURCE_DIR "/tests/protocol/samples/http_moderation.json"));
  act("Mod", {{"do", "ban"}, {"user", "Wu"}, {"reason", "threats"}});
  report(1731900000002, "Wu", "you play like a 🤡");
  Json reports = list("reports");
  Json& ban = reports["reports"][0]["measures"][0];
  ban["id"] = "maB3dE9xR";
  ban["since"] = 1731900000000;
  EXPECT_EQ(reports, sample["reports"]);
  report(1731900000003, "Lin");
  act("Mod",
      {{"do", "mute"}, {"user", "Lin"}, {"gameId", kGame}, {"hours", 24}, {"reason", "links to shops"}});
  const auto settled = [](Json measure) {
    EXPECT_EQ(measure["until"].get<storage::Millis>() - measure["since"].get<storage::Millis>(), 86'400'000);
    measure["id"] = "maB3dE9xQ";
    measure["since"] = 1731900000000;
    measure["until"] = 1731986400000;
    if (measure.contains("appealedAt")) measure["appealedAt"] = 1731900060000;
    return measure;
  };
  Json act_of_log = list("log")["acts"][0];
  act_of_log["number"] = 3;
  act_of_log["at"] = 1731900000000;
  act_of_log["until"] = 1731986400000;
  EXPECT_EQ(act_of_log, sample["log"]["acts"][0]);
  const std::string id = measure_of("Lin");
  appeal("Lin", id, "it was a joke");
  EXPECT_EQ(settled(list("appeals")["appeals"][0]), sample["appeals"]["appeals"][0]);
  act("Boss", {{"do", "uphold"}, {"measureId", id}, {"reason", "not a good one"}});
  EXPECT_EQ(settled(own("Lin")["measures"][0]), sample["own"]["measures"][0]);
}

TEST_F(ModerationApiTest, ItIsPaidFor) {
  HttpRequest request;
  request.bearer = "Mod";
  request.refuse = [](double cost) { return std::optional(std::chrono::milliseconds(cost > 1 ? 1'000 : 0)); };
  for (const auto& [method, path] :
       std::vector<std::pair<std::string, std::string>>{{"GET", "/api/me/measures"},
                                                        {"POST", "/api/me/measures/m/appeal"},
                                                        {"GET", "/api/moderation/reports"},
                                                        {"GET", "/api/moderation/appeals"},
                                                        {"GET", "/api/moderation/log"},
                                                        {"POST", "/api/moderation/acts"}}) {
    request.method = method;
    request.path = path;
    EXPECT_EQ(http_.answer_to(request).status, 429) << path;
  }
}

}  // namespace
}  // namespace server

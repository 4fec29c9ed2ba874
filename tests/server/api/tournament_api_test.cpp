#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "server/api/tournament_games.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "server/tournaments/stored_tournament.h"
#include "tests/server/api/tournament_site.h"
#include "tests/server/tournaments/club.h"
#include "tests/storage/memory_store.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::SizeIs;

TEST_F(TournamentApiTest, TakesNoProgram) {
  const storage::User pela{"u_pela", "Pela", false, server_now().time_since_epoch().count(), true};
  http_.commit({storage::CreateAccount{{pela, name_keys("Pela"), "hash"}, hash_token("Pela")}});
  account("Mei");
  const std::string path = create(form(), "Mei");
  const Json named = {{"name", "Pela"}, {"player", 1}, {"note", "x"}};
  EXPECT_EQ(post(path + "/join", "Pela").status, 409);
  EXPECT_EQ(reason(post(path + "/join", "Pela")), "program");
  for (const char* act : {"/players", "/substitute"})
    EXPECT_EQ(reason(post(path + act, "Mei", named)), "program") << act;
  EXPECT_THAT(show(path)["players"], SizeIs(0));
}

TEST_F(TournamentApiTest, MakesOneThatPeopleJoin) {
  const std::string path = create();
  EXPECT_EQ(post(path + "/join", "bo").status, 200);
  EXPECT_EQ(reason(post(path + "/join", "bo")), "alreadyDone");
  const Json made = show(path, "bo");
  EXPECT_EQ(made["name"], "Evening");
  EXPECT_EQ(made["format"], "swiss");
  EXPECT_EQ(made["phase"], "open");
  EXPECT_EQ(made["rule"], "standard");
  EXPECT_EQ(made["own"], false);
  EXPECT_EQ(made["me"], 1);
  EXPECT_EQ(made["tieBreaks"], (Json{"bq", "discs"}));
  EXPECT_EQ(show(path, "ann")["own"], true);
  EXPECT_FALSE(show(path).contains("me"));
  EXPECT_THAT(show("")["open"], SizeIs(1));
  EXPECT_EQ(show(path + "?version=" + made["version"].dump()), (Json{{"version", made["version"]}}));
}

TEST_F(TournamentApiTest, RefusesWhatMakesNoSense) {
  const auto with = [](const char* field, const Json& value) {
    Json body = form();
    body[field] = value;
    return body;
  };
  for (const Json& body :
       {Json::object(), with("name", " "), with("name", std::string(41, 'x')), with("game", "chess"),
        with("rule", "x"), with("opening", "swap2"), with("size", 7), with("format", "ladder"),
        with("rounds", 31), with("initialMs", 9'999), with("initialMs", nullptr), with("incrementMs", 60'001),
        with("legs", 3), with("cycles", 0), with("format", "arena") /* without its length */})
    EXPECT_EQ(post("", "ann", body).status, 400) << body;
  EXPECT_EQ(post("", "", form()).status, 401);
  EXPECT_EQ(post("/abcd1234/join", "ann").status, 404);
  EXPECT_EQ(post("/x/join", "ann").status, 404);
  EXPECT_EQ(post(create() + "/join", "nobody").status, 401);
  for (const char* stranger : {"", "nobody"})
    EXPECT_EQ(post("/abcd1234/join", stranger).status, 401) << "before anything is looked for";
  for (const char* query : {"?round=0", "?round=x", "?round=-1"})
    EXPECT_EQ(http_.get("/api/tournaments/abcd1234" + std::string(query)).status, 400) << query;
}

TEST_F(TournamentApiTest, ANameThatIsTakenGetsANumber) {
  const std::string path = create();
  const std::string wide = "龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘龘";
  const std::vector<std::string> names{"Lin", "Lin", "Lin 2", "LIN", wide, wide};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string token = "p" + std::to_string(i);
    http_.commit({storage::CreateUser{{"g_" + token, names[i], true, 1}, hash_token(token)}});
    EXPECT_EQ(post(path + "/join", token).status, 200);
  }
  std::vector<std::string> called;
  const Json shown = show(path);
  for (const Json& player : shown["players"]) called.push_back(player["name"]);
  EXPECT_THAT(called, testing::ElementsAre("Lin", "Lin 2", "Lin 2 2", "LIN", wide,
                                           wide.substr(0, std::size_t{3} * 18) + " 2"));
  EXPECT_EQ(reason(post(path + "/join", "p1")), "alreadyDone") << "one phone is one player";
}

TEST_F(TournamentApiTest, PausedNoRoundBegins) {
  const std::string path = gather();
  EXPECT_EQ(reason(post(path + "/pause", "ann")), "notRunning");
  post(path + "/start", "ann");
  EXPECT_EQ(post(path + "/pause", "ann").status, 200);
  EXPECT_EQ(reason(post(path + "/pause", "ann")), "alreadyDone");
  end_round(path);
  EXPECT_EQ(reason(post(path + "/next", "ann")), "paused");
  EXPECT_EQ(show(path)["paused"], true);
  EXPECT_FALSE(show(path).contains("nextRoundMs"));
  EXPECT_EQ(post(path + "/resume", "ann").status, 200);
  EXPECT_EQ(post(path + "/next", "ann").status, 200);
  EXPECT_EQ(show(path)["round"]["number"], 2);
}

TEST_F(TournamentApiTest, WhomTheDirectorForbidsDoNotMeet) {
  const std::string path = gather();
  for (const Json& body :
       {Json::object(), Json{{"a", 1}}, Json{{"a", 0}, {"b", 1}}, Json{{"a", 1}, {"b", 1001}}})
    EXPECT_EQ(post(path + "/forbid", "ann", body).status, 400) << body;
  EXPECT_EQ(reason(post(path + "/forbid", "ann", {{"a", 1}, {"b", 9}})), "unknownPlayer");
  EXPECT_EQ(reason(post(path + "/forbid", "ann", {{"a", 1}, {"b", 1}})), "unknownPlayer");
  for (const int other : {2, 3})
    EXPECT_EQ(post(path + "/forbid", "ann", {{"a", 1}, {"b", other}}).status, 200);
  EXPECT_EQ(reason(post(path + "/forbid", "ann", {{"a", 2}, {"b", 1}})), "alreadyDone");
  post(path + "/start", "ann");
  EXPECT_EQ(show(path, "ann")["myGame"]["opponent"], 4);
}

TEST_F(TournamentApiTest, AnArenaBeginsWithSecondsToArrive) {
  Json body = form();
  body["format"] = "arena";
  for (const int length : {0, 599'999, 4 * 3'600'000 + 1}) {
    body["lengthMs"] = length;
    EXPECT_EQ(post("", "ann", body).status, 400) << length;
  }
  body["lengthMs"] = 600'000;
  const std::string path = create(body);
  for (const char* user : {"ann", "bo"}) post(path + "/join", user);
  EXPECT_EQ(post(path + "/start", "ann").status, 200);
  EXPECT_EQ(reason(post(path + "/next", "ann")), "tooEarly");
  const Json begun = show(path);
  EXPECT_EQ(begun["phase"], "running");
  EXPECT_EQ(begun["lengthMs"], 600'000);
  EXPECT_GT(begun["endsInMs"], 470'000) << "it pairs until two minutes before its end";
  EXPECT_LE(begun["nextRoundMs"], 15'000);
  EXPECT_EQ(post(path + "/join", "cy").status, 200) << "whoever comes late plays, too";
}

TEST_F(TournamentApiTest, ASimulIsOfItsDirectorAgainstAllWhoJoin) {
  Json body = form();
  body["format"] = "simul";
  const std::vector<std::pair<std::string, Json>> wrong{{"hostSide", "both"}, {"hostExtraMs", 10'800'001}};
  for (const auto& [field, value] : wrong) {
    Json other = body;
    other[field] = value;
    EXPECT_EQ(post("", "ann", other).status, 400) << field;
  }
  body.update({{"hostSide", "first"}, {"hostExtraMs", 600'000}, {"legs", 2}});
  const std::string path = create(body);
  const Json made = show(path, "ann");
  EXPECT_EQ(made["me"], 1) << "the host is there";
  EXPECT_EQ(made["hostSide"], "first");
  EXPECT_EQ(made["hostExtraMs"], 600'000);
  EXPECT_EQ(made["legs"], 1);
  EXPECT_EQ(made["tieBreaks"], Json::array());
  EXPECT_EQ(reason(post(path + "/start", "ann")), "tooFew");
  for (const char* user : {"bo", "cy", "di"}) EXPECT_EQ(post(path + "/join", user).status, 200);
  EXPECT_EQ(post(path + "/start", "ann").status, 200);
  EXPECT_EQ(reason(post(path + "/join", guest(1))), "tooLate");
  const Json begun = show(path, "cy");
  EXPECT_EQ(begun["myGame"]["opponent"], 1);
  ASSERT_THAT(begun["round"]["tables"], SizeIs(3));
  for (const Json& table : begun["round"]["tables"]) EXPECT_EQ(table["first"], 1);
  end_round(path);
  EXPECT_EQ(post(path + "/next", "ann").status, 200);
  const Json over = show(path);
  EXPECT_EQ(over["phase"], "finished");
  EXPECT_EQ(over["standings"][0]["points"], 3);
  const std::string csv = http_.get("/api/tournaments" + path + "/export?format=csv").body;
  EXPECT_THAT(csv, testing::ContainsRegex("1,1,\"'=ann\",3,[234]a 1; [234]a 1; [234]a 1\r\n"));
  EXPECT_THAT(csv, HasSubstr("3,2,\"'=cy\",0,1b 0\r\n"));
  EXPECT_EQ(http_.get("/api/tournaments" + path + "/export?format=trf").status, 400);
  EXPECT_THAT(http_.get_json("/api/tournaments" + path + "/export?format=json"), SizeIs(3));
}

// Of which the first event is written with the second.
TEST_F(TournamentApiTest, ASimulThatIsOneTooManyIsNotThere) {
  Json body = form();
  body["format"] = "simul";
  for (int i = 0; i < 5; ++i) create(body);
  EXPECT_EQ(reason(post("", "ann", body)), "tournaments");
  EXPECT_THAT(show("")["open"], SizeIs(5));
}

TEST_F(TournamentApiTest, NamesTurnNothingAroundAndAreSeen) {
  for (const char* name : {"Evening \u202egnineve", "\u200b", "\u2067x", "\ufeff"}) {
    Json body = form();
    body["name"] = name;
    EXPECT_EQ(post("", "ann", body).status, 400) << name;
  }
  Json chinese = form();
  chinese["name"] = "三棋 \u2013 Évening";
  EXPECT_EQ(post("", "ann", chinese).status, 201);
}

TEST_F(TournamentApiTest, IsDirectedByWhoMadeItAlone) {
  const std::string path = gather();
  for (const char* act : {"/start", "/next", "/pause", "/resume", "/forbid", "/result", "/players",
                          "/substitute", "/exchange", "/replay", "/annul"})
    EXPECT_EQ(post(path + act, "bo").status, 403) << act;
  EXPECT_EQ(http_.ask("DELETE", "/api/tournaments" + path, "bo").status, 403);
  EXPECT_EQ(post(path + "/withdraw", "bo", {{"player", 1}}).status, 403);
  EXPECT_EQ(post(path + "/withdraw", "ann", {{"player", 4}}).status, 200);
  EXPECT_EQ(show(path)["players"][3]["attendance"], "withdrawn");
  EXPECT_EQ(show(path)["players"][3]["removed"], true);
  EXPECT_FALSE(show(path)["players"][0].contains("removed"));
  EXPECT_EQ(reason(post(path + "/join", "di")), "removed");
  EXPECT_EQ(http_.ask("DELETE", "/api/tournaments" + path, "ann").status, 200);
  EXPECT_EQ(show(path)["phase"], "cancelled");
  EXPECT_EQ(reason(post(path + "/start", "ann")), "over");
}

TEST_F(TournamentApiTest, IsPlayedToItsEndAndWrittenDown) {
  const std::string path = gather();
  EXPECT_EQ(post(path + "/start", "ann").status, 200);
  EXPECT_EQ(reason(post(path + "/next", "ann")), "gamesLeft");
  const Json round = show(path)["round"];
  ASSERT_THAT(round["tables"], SizeIs(2));
  EXPECT_EQ(round["tables"][0]["games"][0]["gameId"].get<std::string>().size(), 8u);
  const Json own = show(path, "ann")["myGame"];
  const std::size_t table = round["tables"][0]["first"] == 1 || round["tables"][0]["second"] == 1 ? 0 : 1;
  EXPECT_EQ(own["gameId"], round["tables"][table]["games"][0]["gameId"]);
  EXPECT_EQ(own["opponent"].get<int>() + 1,
            round["tables"][table]["first"].get<int>() + round["tables"][table]["second"].get<int>());
  for (int i = 1; i <= 3; ++i) {
    end_round(path);
    EXPECT_EQ(post(path + "/next", "ann").status, 200);
  }
  const Json over = show(path);
  EXPECT_EQ(over["phase"], "finished");
  ASSERT_THAT(over["standings"], SizeIs(4));
  EXPECT_EQ(over["standings"][0]["tieBreaks"].size(), 2u);
  EXPECT_EQ(over["round"]["number"], 3);
  EXPECT_EQ(over["games"], 6);
  EXPECT_EQ(show(path + "?round=1")["round"], show(path + "?round=1&version=1")["round"]);
  EXPECT_THAT(http_.get_json("/api/tournaments" + path + "/export?format=json"), SizeIs(6));
  EXPECT_THAT(http_.get_json("/api/tournaments" + path + "/export?format=json&round=2"), SizeIs(2));
  EXPECT_EQ(http_.get("/api/tournaments" + path + "/export?format=wtb").status, 400);
  EXPECT_THAT(http_.get("/api/tournaments" + path + "/export").body, HasSubstr("(;GM[Othello]"));
}

TEST_F(TournamentApiTest, WhoIsForgottenIsCalledGuest) {
  const std::string path = gather();
  post(path + "/start", "ann");
  end_round(path);
  post(path + "/next", "ann");
  http_.ask("DELETE", "/api/tournaments" + path, "ann");
  end_round(path);
  for (const char* user : {"g_ann", "g_bo"}) http_.commit({storage::ForgetGuest{user}});
  const Json told = show(path);
  EXPECT_EQ(told["director"], "Guest");
  EXPECT_EQ(told["players"][0]["name"], "Guest");
  EXPECT_EQ(told["players"][1]["name"], "Guest");
  EXPECT_EQ(told["players"][2]["name"], "=cy");
  EXPECT_THAT(http_.get("/api/tournaments" + path + "/export?format=csv").body,
              testing::Not(testing::AnyOf(HasSubstr("ann"), HasSubstr("bo"))));
}

TEST_F(TournamentApiTest, ACrossTableIsNoProgram) {
  const std::string path = gather();
  post(path + "/start", "ann");
  end_round(path);
  post(path + "/next", "ann");
  const HttpResponse csv = http_.get("/api/tournaments" + path + "/export?format=csv");
  EXPECT_THAT(csv.body, HasSubstr("number,rank,name,points,bq,discs,round 1,round 2\r\n"));
  EXPECT_THAT(csv.body, HasSubstr("\"'=ann\"")) << "not a formula";
  EXPECT_THAT(csv.body, HasSubstr("a 1,"));
  EXPECT_THAT(csv.body, HasSubstr("b 0,"));
}

// Its columns are fixed: FIDE Handbook C.04 A2.
TEST_F(TournamentApiTest, IsReportedAsPairingProgramsReadIt) {
  Json two_rounds = form();
  two_rounds["rounds"] = 2;
  const std::string path = create(two_rounds);
  for (const std::string& user : kGuests) post(path + "/join", user);
  post(path + "/withdraw", "di");
  EXPECT_EQ(post(path + "/start", "ann").status, 200);
  end_round(path);
  EXPECT_EQ(post(path + "/next", "ann").status, 200);
  const std::string trf = http_.get("/api/tournaments" + path + "/export?format=trf").body;
  EXPECT_THAT(trf, testing::ContainsRegex("^012 Evening\n042 20[0-9]{2}/[0-9]{2}/[0-9]{2}\n052 20[0-9/]{8}\n"
                                          "062 3\n072 0\n092 [^\n]*Swiss[^\n]*\n102 =ann\n"
                                          "122 5 min [+] 0 s a move\n132"));
  std::map<int, std::string> lines;
  std::istringstream in(trf);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("001")) lines[std::stoi(line.substr(4, 4))] = line;
    if (!line.starts_with("132")) continue;
    ASSERT_EQ(line.size(), 109u) << "a day in the columns of each round: " << line;
    EXPECT_THAT(line.substr(91, 18), testing::MatchesRegex("[0-9/]{8}  [0-9/]{8}"));
  }
  ASSERT_THAT(lines, SizeIs(3)) << "who left before the first round is not in it";
  std::multiset<std::string> results;
  for (const auto& [number, line] : lines) {
    ASSERT_EQ(line.size(), 109u) << line;
    EXPECT_TRUE(line.substr(14).starts_with("=" + kGuests[static_cast<std::size_t>(number - 1)] + ' '))
        << line;
    results.insert(line.substr(96, 3));
    const int opponent = std::stoi(line.substr(91, 4));
    EXPECT_EQ(opponent == 0, line[98] == 'U') << line;
    EXPECT_TRUE(line[98] != '1' || lines[opponent][98] == '0') << "their opponent lost";
  }
  EXPECT_THAT(results, testing::UnorderedElementsAre("w 1", "b 0", "- U"));
  EXPECT_THAT(
      std::ranges::count_if(lines, [](const auto& line) { return line.second.ends_with("          "); }), 2)
      << "the second round is being played";
  Json body = form();
  body["format"] = "arena";
  body["lengthMs"] = 600'000;
  EXPECT_EQ(http_.get("/api/tournaments" + create(body) + "/export?format=trf").status, 400);
}

// It gives half as much as another win.
TEST_F(TournamentApiTest, AWinForThirdPlaceIsReportedAsAWin) {
  Json knockout = form();
  knockout["format"] = "knockout";
  knockout["thirdPlace"] = true;
  knockout["legs"] = 1;
  const std::string path = create(knockout);
  for (const std::string& user : kGuests) post(path + "/join", user);
  post(path + "/start", "ann");
  end_round(path);
  EXPECT_EQ(post(path + "/next", "ann").status, 200);
  EXPECT_THAT(show(path)["round"]["tables"], SizeIs(2));
  end_round(path);
  EXPECT_EQ(post(path + "/next", "ann").status, 200);
  std::multiset<char> results;
  std::istringstream in(http_.get("/api/tournaments" + path + "/export?format=trf").body);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("001")) results.insert(line.at(108));
  EXPECT_THAT(results, testing::ElementsAre('0', '0', '1', '1')) << "of the second round";
}

TEST_F(TournamentApiTest, TheDirectorCorrectsAResultAndSaysWhy) {
  const std::string path = gather();
  post(path + "/start", "ann");
  Json correction = {{"round", 1}, {"table", 1}, {"result", "draw"}, {"note", "Both say so"}};
  EXPECT_EQ(reason(post(path + "/result", "ann", correction)), "unknownGame") << "it is being played";
  end_round(path);
  EXPECT_EQ(post(path + "/result", "ann", {{"round", 1}, {"table", 1}, {"result", "draw"}}).status, 400);
  Json endless = correction;
  endless["note"] = std::string(65, 'x');
  EXPECT_EQ(post(path + "/result", "ann", endless).status, 400) << "nothing of it is cut";
  const auto file = [&] { return http_.get("/api/tournaments" + path + "/export?round=1").body; };
  EXPECT_THAT(file(), testing::Not(HasSubstr("RE[+0.00]")));
  EXPECT_EQ(post(path + "/result", "ann", correction).status, 200);
  EXPECT_THAT(file(), HasSubstr("RE[+0.00]")) << "others count by it";
  EXPECT_THAT(file(), HasSubstr("RE[+64.00:r]")) << "as the other game was played";
  const Json game = show(path + "?round=1")["round"]["tables"][0]["games"][0];
  EXPECT_EQ(game["result"], "draw");
  EXPECT_EQ(game["corrected"], "Both say so") << "and everybody sees it";
  const auto events = http_.store().open_reader()->tournament_events(path.substr(1), 0, 100);
  const auto corrected = std::ranges::find(events, "corrected", &storage::TournamentEvent::kind);
  ASSERT_NE(corrected, events.end());
  EXPECT_EQ(corrected->by, "g_ann");
  EXPECT_EQ(corrected->note, "Both say so");
}

TEST_F(TournamentApiTest, ProfilesTellTheRankOfTheEndAndOfALaterCorrection) {
  for (const char* name : {"Mei", "Lin"}) account(name);
  Json two = form();
  two["format"] = "roundRobin";
  const std::string path = create(two, "Mei");
  for (const char* name : {"Mei", "Lin"}) post(path + "/join", name);
  post(path + "/start", "Mei");
  const auto told = [&](const std::string& name) {
    return http_.get_json("/api/players/" + name + "/tournaments")["tournaments"];
  };
  EXPECT_EQ(told("Mei"), Json::array()) << "it is being played";
  end_round(path);
  post(path + "/next", "Mei");
  const Json over = show(path);
  ASSERT_EQ(over["phase"], "finished");
  const std::string best = over["players"][over["standings"][0]["player"].get<std::size_t>() - 1]["name"];
  const std::string other = best == "Mei" ? "Lin" : "Mei";
  const Json first = told(best).at(0), second = told(other).at(0);
  EXPECT_EQ('/' + first["id"].get<std::string>(), path);
  EXPECT_EQ(first["format"], "roundRobin");
  EXPECT_EQ(first["players"], 2);
  EXPECT_EQ(first["rank"], 1);
  EXPECT_EQ(second["rank"], 2);
  const Json correction = {{"round", 1}, {"table", 1}, {"result", "second"}, {"note", "x"}};
  EXPECT_EQ(post(path + "/result", "Mei", correction).status, 200);
  EXPECT_EQ(told(best).at(0)["rank"], 2);
  EXPECT_EQ(told(other).at(0)["rank"], 1);
  EXPECT_EQ(told(best).at(0)["started"], first["started"]);
}

// Who had lost by not coming was told how soon the next round begins, and had no board in it.
TEST_F(TournamentApiTest, TellsWhoIsNotPairedOfNoNextRound) {
  const std::string path = gather();
  post(path + "/start", "ann");
  const auto store = http_.store().open_reader();
  for (const auto& game : playing(*store, path.substr(1)))
    http_.commit(ending(*store, game.game.game, Status::aborted, Seat::b));
  post(path + "/forbid", "ann", {{"a", 1}, {"b", 2}});  // A step, which takes the results.
  const Json players = show(path)["players"];
  int away = 0;
  for (std::size_t i = 0; i < kGuests.size(); ++i) {
    const bool is_here = players[i]["attendance"] == "here", is_director = i == 0;
    away += is_here ? 0 : 1;
    EXPECT_EQ(show(path, kGuests[i]).contains("nextRoundMs"), is_here || is_director) << kGuests[i];
  }
  EXPECT_EQ(away, 2);
  EXPECT_TRUE(show(path).contains("nextRoundMs")) << "as all others are told";
}

// ---- rulings --------------------------------------------------------------------------------------------

TEST_F(TournamentApiTest, RulingsNeedAReasonAndSayWhichGame) {
  const std::string path = gather();
  post(path + "/start", "ann");
  const Json whole = {{"round", 1}, {"table", 1}, {"game", 1}, {"note", "Wrong board"}};
  for (const char* act : {"/exchange", "/replay"}) {
    for (const char* field : {"round", "table", "game", "note"}) {
      Json body = whole;
      body.erase(field);
      EXPECT_EQ(post(path + act, "ann", body).status, 400) << act << field;
      body[field] = field == std::string("note") ? Json("\u202e") : Json(0);
      EXPECT_EQ(post(path + act, "ann", body).status, 400) << act << field;
    }
    Json other = whole;
    other["table"] = 9;
    EXPECT_EQ(reason(post(path + act, "ann", other)), "unknownGame") << act;
  }
  for (const Json& body : {Json::object(), Json{{"round", 1}}, Json{{"note", "x"}}})
    EXPECT_EQ(post(path + "/annul", "ann", body).status, 400) << body;
  for (const char* act : {"/players", "/substitute"})
    EXPECT_EQ(post(path + act, "ann", {{"name", "Lin"}}).status, 400) << act;
  EXPECT_EQ(post(path + "/substitute", "ann", {{"name", "Lin"}, {"note", "x"}}).status, 400) << "for whom?";
  EXPECT_EQ(show(path)["rulings"], Json::array());
}

TEST_F(TournamentApiTest, SeatsAreExchangedOnceAndEverybodySeesWhy) {
  const std::string path = gather();
  Json ruling = {{"round", 1}, {"table", 1}, {"game", 1}, {"note", "Slips exchanged"}};
  EXPECT_EQ(reason(post(path + "/exchange", "ann", ruling)), "notRunning");
  post(path + "/start", "ann");
  const Json before = show(path)["round"]["tables"][0];
  EXPECT_EQ(post(path + "/exchange", "ann", ruling).status, 200);
  EXPECT_EQ(reason(post(path + "/exchange", "ann", ruling)), "alreadyDone");
  const Json after = show(path);
  const Json games = after["round"]["tables"][0]["games"];
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0]["gameId"], before["games"][0]["gameId"]);
  EXPECT_EQ(games[0]["annulled"], true);
  EXPECT_EQ(games[1]["first"], before["second"]);
  EXPECT_NE(games[1]["gameId"], games[0]["gameId"]);
  ASSERT_THAT(after["rulings"], SizeIs(1));
  const Json& told = after["rulings"][0];
  EXPECT_EQ(told["kind"], "seatsExchanged");
  EXPECT_EQ(told["note"], "Slips exchanged");
  EXPECT_EQ(told["table"], 1);
  ruling["game"] = 2;
  http_.commit(next_move(*http_.store().open_reader(), games[1]["gameId"]));
  EXPECT_EQ(reason(post(path + "/exchange", "ann", ruling)), "begun");
}

TEST_F(TournamentApiTest, AGameIsPlayedAgainUntilTheNextRoundIsBuiltOnIt) {
  const std::string path = gather();
  post(path + "/start", "ann");
  end_round(path);
  const Json ruling = {{"round", 1}, {"table", 1}, {"game", 1}, {"note", "A phone rang"}};
  EXPECT_EQ(post(path + "/replay", "ann", ruling).status, 200);
  EXPECT_EQ(reason(post(path + "/replay", "ann", ruling)), "alreadyDone");
  EXPECT_EQ(reason(post(path + "/next", "ann")), "gamesLeft");
  const Json games = show(path)["round"]["tables"][0]["games"];
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_TRUE(games[0].contains("result")) << "it stays to be seen";
  EXPECT_EQ(games[0]["annulled"], true);
  EXPECT_FALSE(games[1].contains("result"));
  end_round(path);
  EXPECT_EQ(post(path + "/next", "ann").status, 200);
  EXPECT_EQ(reason(post(path + "/replay", "ann", {{"round", 1}, {"table", 2}, {"game", 1}, {"note", "x"}})),
            "builtOn");
}

TEST_F(TournamentApiTest, ATableHasOnlySoManyGames) {
  const std::string path = gather();
  post(path + "/start", "ann");
  Json ruling = {{"round", 1}, {"table", 1}, {"note", "Again"}};
  for (int game = 1; game <= 5; ++game) {
    ruling["game"] = game;
    EXPECT_EQ(post(path + "/exchange", "ann", ruling).status, 200) << game;
  }
  ruling["game"] = 6;
  for (const char* act : {"/exchange", "/replay"}) EXPECT_EQ(reason(post(path + act, "ann", ruling)), "full");
}

TEST_F(TournamentApiTest, BeginsNoGamesThatItsAddressDoesNotPayFor) {
  Tournaments few(http_.network(), http_.records(), [](const auto&, bool) {},
                  {.pause = Millis(0), .games = {.count = 2, .per = std::chrono::days(1)}});
  TournamentApi of_few(http_.records(), few);
  Router router;
  of_few.mount(router);
  const auto ask = [&](const std::string& path, const std::string& who, const std::string& address,
                       const Json& body = Json::object()) {
    HttpRequest request{.method = "POST", .path = "/api/tournaments" + path};
    request.body = body.dump();
    request.bearer = who;
    request.address = address;
    return http_.answer_of(router, request);
  };
  const std::string path = '/' + Json::parse(ask("", "ann", "203.0.113.7", form()).body).value("id", "");
  const std::string other = gather("bo");
  for (const std::string& user : kGuests) EXPECT_EQ(post(path + "/join", user).status, 200);
  EXPECT_EQ(ask(path + "/start", "ann", "203.0.113.7").status, 200);
  EXPECT_EQ(ask(other + "/start", "bo", "203.0.113.7").status, 429) << "of another director";
  end_round(path);
  EXPECT_EQ(ask(path + "/next", "ann", "203.0.113.8").status, 429) << "who pays stays the same";
  EXPECT_EQ(ask(path + "/forbid", "ann", "203.0.113.8", {{"a", 1}, {"b", 2}}).status, 200);
  const Json shown =
      Json::parse(http_.answer_of(router, {.method = "GET", .path = "/api/tournaments" + path}).body);
  EXPECT_GT(shown.value("nextRoundMs", 0), 3'600'000) << "players see how long";
  EXPECT_EQ(ask(other + "/start", "bo", "203.0.113.8").status, 200);
}

// However many tables and tournaments it has.
TEST_F(TournamentApiTest, ActsThatBeginGamesAreSoManyAnHour) {
  TournamentApi of_few(http_.records(), http_.tournaments(),
                       {.begun = {.count = 3, .per = std::chrono::hours(1)}});
  Router router;
  of_few.mount(router);
  const auto ask = [&](const std::string& path, const std::string& who, const Json& body,
                       const std::string& address) {
    HttpRequest request{.method = "POST", .path = "/api/tournaments" + path};
    request.body = body.dump();
    request.bearer = who;
    request.address = address;
    return http_.answer_of(router, request).status;
  };
  const std::string path = gather(), other = gather("bo");
  Json ruling = {{"round", 1}, {"table", 1}, {"game", 1}, {"note", "Slips exchanged"}};
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ(ask(path + "/exchange", "ann", ruling, "203.0.113.7"), 409) << "nothing has begun";
  EXPECT_EQ(ask(path + "/start", "ann", Json::object(), "203.0.113.7"), 200);
  EXPECT_EQ(ask(path + "/exchange", "ann", ruling, "203.0.113.7"), 200);
  EXPECT_EQ(ask(path + "/annul", "ann", {{"round", 1}, {"note", "x"}}, "203.0.113.7"), 200);
  post(path + "/resume", "ann");
  EXPECT_EQ(ask(path + "/next", "ann", Json::object(), "203.0.113.7"), 429);
  EXPECT_EQ(ask(path + "/next", "ann", Json::object(), "203.0.113.8"), 429) << "of this user";
  EXPECT_EQ(ask(other + "/start", "bo", Json::object(), "203.0.113.7"), 429) << "of this address";
  EXPECT_EQ(ask(other + "/start", "bo", Json::object(), "203.0.113.8"), 200);
}

TEST_F(TournamentApiTest, AnAnnulledRoundWaitsForTheDirector) {
  const std::string path = gather();
  post(path + "/start", "ann");
  const Json ruling = {{"round", 1}, {"note", "One more came"}};
  EXPECT_EQ(post(path + "/annul", "ann", ruling).status, 200);
  const Json annulled = show(path);
  EXPECT_EQ(annulled["paused"], true) << "or the very same round would be paired at once";
  EXPECT_EQ(annulled["round"]["annulled"], true);
  EXPECT_FALSE(show(path, "bo").contains("myGame"));
  EXPECT_EQ(reason(post(path + "/annul", "ann", ruling)), "alreadyDone");
  guest(1);
  EXPECT_EQ(post(path + "/join", "u1").status, 200);
  post(path + "/resume", "ann");
  post(path + "/next", "ann");
  const Json again = show(path)["round"];
  EXPECT_EQ(again["number"], 2);
  EXPECT_THAT(again["rests"], SizeIs(1));
  EXPECT_EQ(reason(post(path + "/annul", "ann", ruling)), "alreadyDone") << "late, it is not of the new one";
}

// The game has a record, but nothing comes of it.
TEST_F(TournamentApiTest, WhatIsNotPlayedAnyMoreSaysSo) {
  Json knockout = form();
  knockout["format"] = "knockout";
  const std::string path = create(knockout);
  for (const std::string& user : kGuests) post(path + "/join", user);
  post(path + "/start", "ann");
  post(path + "/withdraw", "ann");
  int annulled = 0;
  const Json round = show(path)["round"];
  for (const Json& table : round["tables"]) annulled += table["games"][0].value("annulled", false);
  EXPECT_EQ(annulled, 1);
}

TEST_F(TournamentApiTest, WhoKnowsTheVersionPaysForNoMore) {
  const std::string path = gather();
  const std::string version = std::to_string(show(path)["version"].get<int>());
  EXPECT_EQ(show(path + "?version=" + version), Json::parse("{\"version\":" + version + '}'));
  double paid = 0;
  HttpRequest request{.method = "GET", .path = "/api/tournaments" + path};
  request.refuse = [&](double cost) {
    paid += cost;
    return std::nullopt;
  };
  const auto cost_of = [&](const std::string& known) {
    paid = 0;
    request.query = {{"version", known}};
    (void)http_.answer_to(request);
    return paid;
  };
  EXPECT_LT(3 * cost_of(version), cost_of("1")) << "all is told of what has changed";
  EXPECT_EQ(http_.get("/api/tournaments" + path + "?version=x").status, 400);
}

// An arena of an evening has tens of thousands of events, all of which are read once it is over.
TEST_F(TournamentApiTest, WhatHasToBeReadIsPaidByItsLength) {
  const double of_few = price_of("GET", create());
  const double of_join = price_of("POST", create() + "/join", "cy");
  const std::string path = long_one(2'000);
  EXPECT_EQ(show(path)["version"], 2'000);
  EXPECT_GT(price_of("GET", path), of_few + 30);
  EXPECT_GT(price_of("GET", path + "?version=1"), of_few + 30);
  EXPECT_GT(price_of("GET", path + "/export?format=csv"), of_few + 30);
  EXPECT_GT(price_of("POST", path + "/join", "cy"), of_join + 30);
  EXPECT_LE(price_of("GET", path), of_few) << "it is in memory now";
}

TEST_F(TournamentApiTest, WhatMayNotBeBeginsNoStep) {
  const std::string path = gather();
  const double of_step = price_of("POST", path + "/bye", "bo");
  EXPECT_LT(price_of("POST", path + "/pause", "bo"), of_step / 3) << "of another's";
  EXPECT_LT(price_of("POST", "/abcd1234/join", "bo"), of_step / 3) << "of none";
  http_.ask("DELETE", "/api/tournaments" + path, "ann");
  EXPECT_LT(price_of("POST", path + "/join", "bo"), of_step / 3) << "of one that is over";
  EXPECT_EQ(reason(post(path + "/join", "bo")), "over");
}

// Which of them are told with each position, and of how many moves they are.
TEST_F(TournamentApiTest, FilesOfGamesArePaidByTheirEvents) {
  const std::string path = gather();
  post(path + "/start", "ann");
  const auto store = http_.store().open_reader();
  const std::string records = path + "/export?format=json", moves = path + "/export?format=ggf";
  const double of_none = price_of("GET", moves), of_short_records = price_of("GET", records);
  EXPECT_GT(of_short_records, of_none);
  for (const auto& game : playing(*store, path.substr(1)))
    for (int ply = 0; ply < 20; ++ply) http_.commit(next_move(*store, game.game.game));
  EXPECT_GT(price_of("GET", moves), of_none + 1.5) << "40 moves more";
  EXPECT_GT(price_of("GET", records), of_short_records + 5);
}

TEST_F(TournamentApiTest, WhoHasNoSessionPaysForNoStep) {
  const std::string path = create();
  double paid = 0;
  const auto cost_of = [&](const std::string& who) {
    HttpRequest request{.method = "POST", .path = "/api/tournaments" + path + "/join", .bearer = who};
    request.refuse = [&](double cost) {
      paid += cost;
      return std::nullopt;
    };
    paid = 0;
    (void)http_.answer_to(request);
    return paid;
  };
  EXPECT_EQ(cost_of(""), 0);
  EXPECT_GT(cost_of("ann"), 3 * cost_of("nobody"));
}

TEST_F(TournamentApiTest, ARoundOffIsAskedForBefore) {
  const std::string path = gather();
  EXPECT_EQ(post(path + "/bye", "bo").status, 200);
  EXPECT_EQ(reason(post(path + "/bye", "bo")), "alreadyDone");
  EXPECT_EQ(show(path)["players"][1]["byeInRound"], 1);
}

// The annulled round had that number, so its page told nobody any more that they would rest.
TEST_F(TournamentApiTest, ARoundOffIsOfTheRoundInPlaceOfAnAnnulledOne) {
  const std::string path = gather();
  EXPECT_EQ(post(path + "/bye", "bo").status, 200);
  post(path + "/start", "ann");
  EXPECT_EQ(show(path)["players"][1]["byeInRound"], 1);
  EXPECT_EQ(post(path + "/annul", "ann", {{"round", 1}, {"note", "One more came"}}).status, 200);
  EXPECT_EQ(show(path)["paired"], 1);
  EXPECT_EQ(show(path)["players"][1]["byeInRound"], 2) << "still to come";
  post(path + "/resume", "ann");
  post(path + "/next", "ann");
  EXPECT_EQ(show(path)["round"]["number"], 2);
  EXPECT_EQ(show(path)["players"][1]["byeInRound"], 2) << "this one";
}

/// A round of so many games, each of which is long.
class LongGames final : public storage::MemoryStore {
 public:
  static constexpr int kGames = 301;

  std::vector<storage::TournamentGame> tournament_games(std::string_view, int round) override {
    std::vector<storage::TournamentGame> games;
    for (int i = 0; i < kGames; ++i) games.push_back({round, i + 1, 1, std::to_string(i)});
    return games;
  }
  std::optional<storage::RecordSize> record_size(std::string_view) override {
    ++sizes;
    return storage::RecordSize{400, 400};
  }

  int sizes = 0;
};

// A round of more than 112 long games could not be had at all.
TEST_F(TournamentApiTest, TooManyGamesForAFileAreWrittenInParts) {
  const std::string path = gather();
  post(path + "/start", "ann");
  end_round(path);
  const auto tournament = read_tournament(*http_.store().open_reader(), path.substr(1), nullptr);
  ASSERT_TRUE(tournament);
  LongGames store;
  EXPECT_FALSE(games_of_file(store, *tournament, {.round = 1}, "json"));
  std::vector<std::string> all;
  int parts = 0;
  for (std::optional<int> after = 0; after;) {
    const auto part = games_of_file(store, *tournament, {.round = 1, .after = after}, "json");
    ASSERT_TRUE(part);
    ASSERT_FALSE(part->ids.empty());
    EXPECT_LE(part->cost, 1'800);
    all.insert(all.end(), part->ids.begin(), part->ids.end());
    EXPECT_TRUE(!part->next_after || *part->next_after == static_cast<int>(all.size()));
    after = part->next_after;
    ++parts;
  }
  ASSERT_THAT(all, SizeIs(LongGames::kGames));
  for (int i = 0; i < LongGames::kGames; ++i) EXPECT_EQ(all[static_cast<std::size_t>(i)], std::to_string(i));
  EXPECT_GT(parts, 2);
  EXPECT_LT(store.sizes, 2 * LongGames::kGames);

  EXPECT_EQ(http_.get("/api/tournaments" + path + "/export?after=-1").status, 400);
  const HttpResponse rest = http_.get("/api/tournaments" + path + "/export?format=json&after=1");
  EXPECT_THAT(Json::parse(rest.body), SizeIs(1));
}

TEST_F(TournamentApiTest, ManyAreTooMany) {
  for (int i = 0; i < 5; ++i) create();
  EXPECT_EQ(reason(post("", "ann", form())), "tournaments") << "of one director";
  int made = 0;
  for (int i = 0; i < 25; ++i) {
    const HttpResponse answer = http_.ask("POST", "/api/tournaments", guest(i), form(), "203.0.113.7");
    if (answer.status != 201) continue;
    ++made;
    http_.ask("DELETE", "/api/tournaments/" + Json::parse(answer.body).value("id", ""), guest(i));
  }
  EXPECT_EQ(made, 20) << "of one address in a day";
}

// One who had as many as one may have took the places of all others of the school for that day.
TEST_F(TournamentApiTest, WhatIsRefusedTakesNothingFromItsAddress) {
  for (int i = 0; i < 5; ++i) create();
  const auto from_school = [&](const std::string& who) {
    return http_.ask("POST", "/api/tournaments", who, form(), "203.0.113.7");
  };
  for (int i = 0; i < 25; ++i) EXPECT_EQ(reason(from_school("ann")), "tournaments");
  EXPECT_EQ(from_school("bo").status, 201);
}

// However many guests it has.
TEST_F(TournamentApiTest, AnAddressHasAShareOfThoseThatAreNotOver) {
  const auto create_from = [&](int number, const std::string& address) {
    return http_.ask("POST", "/api/tournaments", guest(number), form(), address);
  };
  std::vector<std::string> paths;
  for (int i = 0; i < 10; ++i) {
    const HttpResponse answer = create_from(i, "203.0.113.7");
    ASSERT_EQ(answer.status, 201);
    paths.push_back('/' + Json::parse(answer.body).value("id", ""));
  }
  const HttpResponse refused = create_from(10, "203.0.113.7");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(reason(refused), "address");
  EXPECT_EQ(create_from(10, "203.0.113.8").status, 201) << "of another";
  EXPECT_EQ(create_from(11, "192.168.0.7").status, 201);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(create_from(12 + i, "192.168.0.7").status, 201) << "many people's";

  const auto start = [&](const std::string& path, const std::string& address) {
    return http_.ask("POST", "/api/tournaments" + path + "/start", "ann", Json::object(), address);
  };
  const std::string others = "/abcd1234";
  create_tournament(http_.store(), "abcd1234", club_rules(), server_now(), "g_ann");
  for (const std::string& user : kGuests) post(others + "/join", user);
  EXPECT_EQ(start(others, "203.0.113.7").status, 429) << "made where nobody counted it";
  http_.ask("DELETE", "/api/tournaments" + paths[0], guest(0));
  EXPECT_EQ(start(others, "203.0.113.7").status, 200);
  EXPECT_EQ(create_from(0, "203.0.113.7").status, 429) << "it is one of them now";
}

// The places are few that all have together.
TEST_F(TournamentApiTest, AnAddressHasAShareOfThoseThatRun) {
  std::vector<std::string> paths;
  const auto start = [&](const std::string& path, const std::string& address) {
    return http_.ask("POST", "/api/tournaments" + path + "/start", "ann", Json::object(), address);
  };
  for (int i = 0; i < 5; ++i) paths.push_back(gather());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(start(paths[static_cast<std::size_t>(i)], "203.0.113.7").status, 200);
  const HttpResponse refused = start(paths[4], "203.0.113.7");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(reason(refused), "address");
  http_.ask("DELETE", "/api/tournaments" + paths[0], "ann");
  EXPECT_EQ(start(paths[4], "203.0.113.7").status, 200) << "one is over";
}

// At another server, or by hand.
TEST_F(TournamentApiTest, WhatEndedElsewhereGivesItsPlaceBack) {
  std::string path;
  for (int i = 0; i < 10; ++i)
    path = Json::parse(http_.ask("POST", "/api/tournaments", guest(i), form(), "203.0.113.7").body)
               .value("id", "");
  const storage::TournamentEvent cancelled{2, "cancelled", "{}", "", "", 1};
  http_.commit({storage::AppendTournament{path, "cancelled", {cancelled}}});
  http_.tournaments().restore();
  int status = 0;
  for (int tries = 0; tries < 1'000 && status != 201; ++tries)
    status = http_.ask("POST", "/api/tournaments", guest(10), form(), "203.0.113.7").status;
  EXPECT_EQ(status, 201);
}

TEST_F(TournamentApiTest, ListsAllOfThemPageByPage) {
  for (int i = 0; i < 90; ++i) {
    const std::string id = "t" + std::to_string(i);
    create_tournament(http_.store(), id, club_rules(), server_now(), "g_" + id);
    if (i % 3 != 0)
      http_.commit({storage::AppendTournament{id, "running", {{2, "joined", "{}", "", "", 1}}}});
  }
  std::set<std::string> listed;
  const auto take = [&](const Json& page) {
    for (const char* phase : {"open", "running", "finished"})
      for (const Json& line : page[phase])
        EXPECT_TRUE(listed.insert(line["id"].get<std::string>()).second) << line;
  };
  const Json first = show("");
  take(first);
  EXPECT_THAT(first["open"], SizeIs(30));
  EXPECT_THAT(first["running"], SizeIs(50));
  const Json second = show("?cursor=" + first["cursor"].get<std::string>());
  take(second);
  EXPECT_THAT(second["open"], SizeIs(0)) << "it had ended";
  EXPECT_THAT(second["running"], SizeIs(10));
  EXPECT_EQ(second["cursor"], Json());
  EXPECT_THAT(listed, SizeIs(90));
  for (const char* nonsense : {"x", "1-a", "1-a.x.", "1-a.2-b"})
    EXPECT_EQ(http_.get("/api/tournaments?cursor=" + std::string(nonsense)).status, 400) << nonsense;
}

TEST_F(TournamentApiTest, SoManyArePlayedAtOnceAndNoMore) {
  const auto store = http_.store().open_reader();
  for (int i = 0; i < http_.tournaments().options().most_running; ++i) {
    const std::string id = "t" + std::to_string(i);
    create_tournament(http_.store(), id, club_rules(), server_now(), "g_" + id);
    http_.commit({storage::AppendTournament{id, "running", {{2, "joined", "{}", "", "", 1}}}});
  }
  const std::string path = gather();
  EXPECT_EQ(post(path + "/start", "ann").status, 503);
}

}  // namespace
}  // namespace server

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <memory>
#include <vector>

#include "tests/patience.h"
#include "tests/server/api/http_caller.h"
#include "tests/server/bucket.h"
#include "tests/server/formats/binary_writers.h"
#include "tests/server/run_until.h"
#include "tests/storage/failing_stores.h"
#include "tests/storage/memory_store.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::SizeIs;

Json sample(const std::string& name) {
  std::ifstream file(std::string(SANQI_SOURCE_DIR) + "/tests/protocol/samples/" + name);
  return Json::parse(file);
}

class ImportApiTest : public testing::Test {
 protected:
  /// The id of the game.
  std::string import(const Json& request) {
    const HttpResponse answer = http_.import(request.dump());
    EXPECT_EQ(answer.status, 201) << answer.body;
    return Json::parse(answer.body).value("gameId", "");
  }
  Json game(const std::string& id) { return http_.get_json("/api/games/" + id); }
  std::string file(const std::string& id, const std::string& format) {
    return http_.get("/api/games/" + id + "/export?format=" + format).body;
  }

  HttpCaller http_;
};

TEST_F(ImportApiTest, AnswersAsTheSamplesSay) {
  for (const Json& each : sample("http_import.json")) {
    const HttpResponse answer = http_.import(each["request"].dump());
    Json body = Json::parse(answer.body);
    EXPECT_EQ(answer.status, each["status"]);
    if (body.contains("gameId")) {
      body["url"] = "/replay/q7Xb2mKd";
      body["gameId"] = "q7Xb2mKd";
    }
    EXPECT_EQ(body, each["answer"]);
  }
  Json list = http_.get_json("/api/games");
  ASSERT_THAT(list["games"], SizeIs(1));
  list["games"][0]["gameId"] = "q7Xb2mKd";
  EXPECT_EQ(list, sample("http_games.json"));
}

TEST_F(ImportApiTest, AnImportedGameIsShownLikeAnyOther) {
  const std::string id = import(
      {{"text",
        "[Event \"五羊杯\"]\n[Red \"Lin\"]\n[Black \"Mei\"]\n[Result \"0-1\"]\n\n1. C2=5 H8+7 0-1\n"}});
  const Json shown = game(id);
  EXPECT_EQ(shown["players"][0]["name"], "Lin");
  EXPECT_EQ(shown["state"]["status"], "finished");
  EXPECT_EQ(shown["state"]["result"], "second");
  EXPECT_EQ(shown["state"]["reason"], nullptr);
  EXPECT_EQ(shown["source"], "pgn");
  EXPECT_EQ(shown["event"], "五羊杯");
  EXPECT_THAT(shown["positions"], SizeIs(3));
  EXPECT_EQ(shown["notations"][0]["zh"], "炮二平五");
  EXPECT_EQ(shown["state"]["openingCode"], "B0a");
  EXPECT_EQ(http_.get_json("/api/games?opening=B0a")["games"][0]["gameId"], id);
  EXPECT_THAT(file(id, "pgn&notation=zh"), HasSubstr("[Event \"五羊杯\"]"));
  EXPECT_THAT(file(id, "pgn&notation=zh"), HasSubstr("1. 炮二平五 马8进7\n"));
  EXPECT_EQ(http_.get("/api/games/" + id + "/export?format=pgn&notation=x").status, 400);
  EXPECT_EQ(http_.get("/api/games/" + id + "/export?format=sgf").status, 400);
}

// Nobody finds a game again by its id.
TEST_F(ImportApiTest, FilesAreNamedByPlayersAndDay) {
  const std::string id = import(
      {{"text",
        "[Red \"林/..\"]\n[Black \"Mei\"]\n[Date \"2024.11.18\"]\n[Result \"0-1\"]\n\n1. C2=5 H8+7 0-1\n"}});
  const HttpResponse answer = http_.get("/api/games/" + id + "/export?format=pgn");
  const auto header = std::ranges::find(answer.headers, "Content-Disposition",
                                        &std::pair<std::string_view, std::string>::first);
  ASSERT_NE(header, answer.headers.end());
  EXPECT_EQ(header->second,
            "attachment; filename=\"" + id + ".pgn\"; filename*=UTF-8''%E6%9E%97%2F..-Mei-2024-11-18.pgn");
}

TEST_F(ImportApiTest, AnUnknownResultIsShownAsNone) {
  const Json shown = game(import({{"text", "f5d6c3"}}));
  EXPECT_EQ(shown["state"]["status"], "finished");
  EXPECT_EQ(shown["state"]["result"], nullptr);
  EXPECT_EQ(shown["state"]["reason"], nullptr);
  EXPECT_EQ(shown["state"]["clock"], nullptr);
}

TEST_F(ImportApiTest, RuleAndSizeSurvive) {
  const Json renju = game(import({{"text", "(;GM[4]SZ[15]RU[renju];B[hh];W[hi])"}}));
  EXPECT_EQ(renju["rule"], "renju");
  const std::string caro = import({{"text", "Piskvorky 20x20, 11:11, 0\n1,1,10\na\nb\n-1\n-1,Caro\n"}});
  EXPECT_EQ(game(caro)["rule"], "caro");
  EXPECT_EQ(game(caro)["size"], 20);
  EXPECT_EQ(game(caro)["spent"], Json::parse("[10]"));
  EXPECT_THAT(file(caro, "sgf"), HasSubstr("SZ[20]RU[caro]"));
}

// Their judge lets a game go on that ours would have drawn. Replaying it must not stop there.
TEST_F(ImportApiTest, AGameThatWentOnAfterADrawOfOursIsShownWhole) {
  std::string text = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n[Result \"1-0\"]\n\n";
  for (int i = 1; i <= 4; ++i) text += "R9+1 K4+1 R9-1 K4-1 ";
  const Json shown = game(import({{"text", text}}));
  EXPECT_THAT(shown["positions"], SizeIs(17));
  EXPECT_EQ(shown["state"]["result"], "first");
}

TEST_F(ImportApiTest, JsonComesBackWithEveryEvent) {
  const std::string id = import({{"text", "[Red \"Lin\"]\n\n1. C2=5 H8+7 *\n"}});
  const std::string first = file(id, "json");
  const std::string again = file(import({{"text", first}}), "json");
  EXPECT_EQ(Json::parse(again)["record"], Json::parse(first)["record"]);
  EXPECT_THAT(Json::parse(first)["record"]["events"], SizeIs(4));
}

// A day of them was two gigabytes from one address, and nothing ever removes them. Counted by its file, a
// game was let keep thirty times as much.
TEST(ImportBytesTest, AnAddressKeepsSoManyADay) {
  HttpCaller http(HostApi::kMaxBytes, {.count = 256 << 10, .per = std::chrono::days(1)});
  std::string moves;
  for (int i = 0; i < 500; ++i) moves += i % 2 == 0 ? "b0c2 b9c7 " : "c2b0 c7b9 ";
  const auto status = [&](const std::string& plies, const std::string& address) {
    const Json file = {{"game", "xiangqi"}, {"moves", plies}};
    return http.import(Json{{"text", file.dump()}, {"format", "json"}}.dump(), address).status;
  };
  int kept = 0;
  for (; kept < 20; ++kept)
    if (status(moves, "2001:db8:0:" + std::to_string(kept % 2) + "::/64") != 201) break;
  EXPECT_EQ(kept, 6) << "three of each of two networks, 68 KiB on the disk, and no more";
  EXPECT_EQ(status("b0c2 b9c7", "2001:db8:0:0::/64"), 201) << "there is room for a short one";
  for (int i = 0; i < 4; ++i) EXPECT_EQ(status("b9c7", "a"), 400);
  EXPECT_EQ(status(moves, "a"), 201) << "what is not kept takes none";
}

// The rest of the record may be as long as it likes, but says something.
TEST_F(ImportApiTest, ARecordHasNoDetailThatItsKindDoesNotHave) {
  const std::string id = import({{"text", "[Red \"Lin\"]\n\n1. C2=5 H8+7 *\n"}});
  const Json record = Json::parse(file(id, "json"))["record"];
  struct Row {
    const char* field;
    std::string value;
    std::size_t event;
  };
  const std::string junk(300, 'x');
  for (const Row& row : {Row{"detail", junk, 0}, Row{"detail", junk, 1}, Row{"by", junk, 1},
                         Row{"running", junk, 1}, Row{"move", junk, 0},
                         Row{"detail", "finished - " + junk, 3}, Row{"detail", "finished - - more", 3}}) {
    Json changed = record;
    changed["events"][row.event][row.field] = row.value;
    EXPECT_EQ(http_.import(Json({{"text", changed.dump()}}).dump()).status, 400)
        << row.field << ' ' << row.value;
  }
  Json of_simul = record;
  for (const auto& [host, expected] : {std::pair("second", 201), std::pair("third", 400)}) {
    of_simul["events"][0]["detail"] = host;
    EXPECT_EQ(http_.import(Json({{"text", of_simul.dump()}}).dump()).status, expected) << host;
  }
  Json offers = record;
  Json offer = record["events"][2];
  offer.update({{"kind", "offer"}, {"move", ""}, {"detail", "draw on"}, {"v", 4}});
  offers["events"].insert(offers["events"].begin() + 3, offer);
  offers["events"][4]["v"] = 5;
  EXPECT_EQ(http_.import(Json({{"text", offers.dump()}}).dump()).status, 201) << "one of ours";
  offers["events"][3]["detail"] = "draw " + junk;
  EXPECT_EQ(http_.import(Json({{"text", offers.dump()}}).dump()).status, 400);
}

// Whoever writes his own record may not give himself an account, a rating or a game that goes on for ever.
TEST_F(ImportApiTest, ARecordClaimsNothing) {
  const std::string id = import({{"text", "[Red \"Lin\"]\n\n1. C2=5 H8+7 *\n"}});
  Json record = Json::parse(file(id, "json"))["record"];
  record["rated"] = true;
  record["created"] = 99'999'999'999'999;
  record["players"][0]["user"] = "u_lin";
  record["ending"]["result"] = "first";
  record["events"].erase(3);  // The end.
  const Json shown = game(import({{"text", record.dump()}}));
  EXPECT_EQ(shown["rated"], false);
  EXPECT_EQ(shown["state"]["status"], "finished");
  EXPECT_EQ(shown["state"]["result"], nullptr) << "the row says what the events say";
  EXPECT_LT(shown["at"], 99'999'999'999'999);

  record["events"][1]["move"] = "a0a9";
  EXPECT_THAT(http_.import(Json{{"text", record.dump()}}.dump()).body, HasSubstr("\"bad_record\""));
}

// The room reads numbers out of the details of its own events, and does not expect anything else there.
TEST_F(ImportApiTest, ARecordHasNoFalseDetails) {
  const std::string id = import({{"text", "[Red \"Lin\"]\n\n1. C2=5 H8+7 *\n"}});
  const Json record = Json::parse(file(id, "json"))["record"];
  for (const auto& [kind, detail] :
       {std::pair("clock", "x"), std::pair("clock", ""), std::pair("clock", "9999999999"),
        std::pair("takeback", "x"), std::pair("takeback", "2")}) {
    Json changed = record;
    Json& events = changed["events"];
    events.push_back(events[3]);  // The end.
    events[4]["v"] = 5;
    const int ply = kind == std::string("takeback") ? 1 : 2;
    events[3].update({{"kind", kind}, {"detail", detail}, {"ply", ply}});
    events[4]["ply"] = ply;
    EXPECT_THAT(http_.import(Json{{"text", changed.dump()}}.dump()).body, HasSubstr("\"bad_record\""))
        << kind << ' ' << detail;
    events[3]["detail"] = "1";
    EXPECT_EQ(http_.import(Json{{"text", changed.dump()}}.dump()).status, 201) << kind;
  }
  Json far = record;
  far["events"][1]["clock"][0] = 1e30;
  EXPECT_EQ(http_.import(Json{{"text", far.dump()}}.dump()).status, 400);
}

/// A record of so many plies, whose events go on as `more` says: moves of `more` are repeated by `times`.
Json record_with(const Json& record, int plies, const std::vector<std::pair<std::string, int>>& more) {
  const std::array<std::string, 4> shuffle{"h2e2", "h7e7", "e2h2", "e7h7"};
  Json changed = record;
  const Json move = record["events"][1], end = record["events"].back();
  Json events = Json::array({record["events"][0]});
  int ply = 0;
  const auto add = [&](Json event) {
    event["v"] = events.size() + 1;
    event["ply"] = ply;
    events.push_back(std::move(event));
  };
  const auto play = [&] {
    Json next = move;
    next["move"] = shuffle[static_cast<std::size_t>(ply++ % 4)];
    next["by"] = ply % 2 == 1 ? "first" : "second";
    add(next);
  };
  while (ply < plies) play();
  for (const auto& [kind, times] : more) {
    if (kind == "move") play();
    for (int i = 0; kind == "takeback" && i < times; ++i) {
      Json takeback = move;
      takeback.update({{"kind", "takeback"}, {"move", ""}, {"detail", "1"}});
      --ply;
      add(takeback);
    }
  }
  Json last = end;
  add(last);
  changed["events"] = events;
  return changed;
}

// Each takeback was a replay of the whole game: a second of everybody's time.
TEST_F(ImportApiTest, TakebacksInARowAreReplayedOnce) {
  const Json record =
      Json::parse(file(import({{"text", "[Red \"Lin\"]\n\n1. C2=5 H8+7 *\n"}}), "json"))["record"];
  const std::string id = import({{"text", record_with(record, 680, {{"takeback", 600}}).dump()}});
  EXPECT_EQ(game(id)["positions"].size(), 81u);
}

TEST_F(ImportApiTest, ARecordMayBeMostlyTakenBack) {
  const Json record =
      Json::parse(file(import({{"text", "[Red \"Lin\"]\n\n1. C2=5 H8+7 *\n"}}), "json"))["record"];
  std::vector<std::pair<std::string, int>> back_and_forth;
  for (int i = 0; i < 20; ++i) {
    back_and_forth.emplace_back("takeback", 1);
    back_and_forth.emplace_back("move", 1);
  }
  EXPECT_EQ(http_.import(Json{{"text", record_with(record, 680, back_and_forth).dump()}}.dump()).status, 201);

  Json nothing = record;
  nothing["events"].insert(nothing["events"].begin() + 3, nothing["events"][2]);
  nothing["events"][3].update({{"kind", "takeback"}, {"move", ""}, {"detail", "0"}, {"v", 4}});
  nothing["events"][4]["v"] = 5;
  EXPECT_EQ(http_.import(Json{{"text", nothing.dump()}}.dump()).status, 400) << "a takeback of no move";
}

TEST_F(ImportApiTest, FilesMayBeGb18030) {
  // "1. " and two moves in GBK.
  const std::string id = import({{"base64", "MS4gxdq2/sa9zuUgwu04vfg3"}, {"format", "pgn"}});
  EXPECT_EQ(game(id)["state"]["moves"], "h2e2 h9g7");
  EXPECT_EQ(http_.import(R"({"base64":"?"})").status, 400);
}

TEST_F(ImportApiTest, FilesMayBeBig5OrUtf16) {
  const std::string big5 =
      "1. \xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD \xB0\xA8"
      "8\xB6\x69"
      "7";  // 炮二平五 馬8進7
  EXPECT_EQ(game(import({{"base64", base64(big5)}}))["state"]["moves"], "h2e2 h9g7");
  const std::string wide = utf16(u"\uFEFF1. 炮二平五 马8进7");
  EXPECT_EQ(game(import({{"base64", base64(wide)}}))["state"]["moves"], "h2e2 h9g7");
}

TEST_F(ImportApiTest, FilesNeedNotBeText) {
  const std::string bytes =
      write_xqf({.black = "Lin", .nodes = {{}, {.move = "h2e2"}, {.move = "h9h9", .goes_on = false}}});
  const HttpResponse answer = http_.import(Json({{"base64", base64(bytes)}}).dump());
  ASSERT_EQ(answer.status, 201) << answer.body;
  const Json body = Json::parse(answer.body);
  const Json read = game(body["gameId"]);
  EXPECT_EQ(read["state"]["moves"], "h2e2");
  EXPECT_EQ(read["source"], "xqf");
  EXPECT_EQ(read["players"][1]["name"], "Lin");
  // What was left out is told.
  ASSERT_THAT(body["notes"], SizeIs(1));
  EXPECT_THAT(body["notes"][0]["message"], HasSubstr("move 1 h9h9"));
}

TEST_F(ImportApiTest, OfALibraryOneGameIsTaken) {
  std::vector<std::string> records;
  for (const char* move : {"h2e2", "c3c4"})
    records.push_back(write_cbr({.nodes = {{}, {.move = move, .goes_on = false}}}));
  const std::string library = base64(write_cbl(records));
  EXPECT_EQ(game(import({{"base64", library}, {"index", 2}}))["state"]["moves"], "c3c4");
  EXPECT_THAT(http_.import(Json({{"base64", library}}).dump()).body, HasSubstr("several_games"));
  const std::string text = "[Red \"a\"]\n1. C2=5 *\n\n[Red \"b\"]\n1. C2=4 *\n";
  EXPECT_EQ(game(import({{"text", text}, {"index", 2}}))["state"]["moves"], "h2f2");
  EXPECT_THAT(
      http_.import(Json({{"text", "[Red \"a\"]\n1. C2=5 *\n\n1. e0e9 *\n"}, {"index", 2}}).dump()).body,
      HasSubstr("line 4: move 1 e0e9"));
  EXPECT_THAT(http_.import(Json({{"base64", library}, {"index", 3}}).dump()).body, HasSubstr("no_such_game"));
  EXPECT_EQ(http_.import(Json({{"base64", library}, {"index", 0}}).dump()).status, 400);
}

TEST_F(ImportApiTest, AFileOfSeveralGamesIsListed) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "[Red \"a" + std::to_string(i) + "\"]\n1. C2=5 *\n\n";
  text += "words\n";
  const Json file = Json::parse(http_.import(Json({{"text", text}}).dump()).body)["error"]["file"];
  EXPECT_EQ(file["format"], "pgn");
  EXPECT_EQ(file["encoding"], "utf-8");
  EXPECT_EQ(file["count"], 60);
  EXPECT_THAT(file["games"], SizeIs(50));
  EXPECT_EQ(file["games"][49]["players"][0], "a49");
  EXPECT_EQ(file["games"][49]["moves"], 1);
}

TEST_F(ImportApiTest, AFileIsLookedAtWithoutAnImport) {
  const auto look = [&](const Json& body) { return http_.ask("POST", "/api/import/preview", "", body); };
  const HttpResponse one = look({{"text", "[Red \"Lin\"]\n1. C2=5 *\n"}});
  EXPECT_EQ(one.status, 200);
  const Json file = Json::parse(one.body);
  EXPECT_EQ(file["count"], 1);
  EXPECT_EQ(file["games"][0]["players"][0], "Lin");
  const HttpResponse bad = look({{"text", "no game"}});
  EXPECT_EQ(bad.status, 400);
  EXPECT_EQ(Json::parse(bad.body)["error"]["code"], "bad_game");
  EXPECT_EQ(look({{"text", 1}}).status, 400);
  EXPECT_THAT(http_.get_json("/api/games")["games"], SizeIs(0)) << "nothing is kept";
}

// An archive of some kilobytes had tens of thousands of moves played for the price of its bytes.
TEST_F(ImportApiTest, WhatIsPackedIsPaidAsSuch) {
  const auto paid_for = [this](const char* path, const std::string& bytes) {
    double paid = 0;
    HttpRequest request{.method = "POST", .path = path};
    request.address = "192.0.2.1";
    request.body = Json{{"base64", base64(bytes)}}.dump();
    request.refuse = [&paid](double cost) {
      paid += cost;
      return std::nullopt;
    };
    EXPECT_LT(http_.answer_to(request).status, 300) << path;
    return paid;
  };
  const std::string pgn = "[Red \"Lin\"]\n1. C2=5 *\n";
  for (const char* const path : {"/api/import", "/api/import/preview"}) {
    EXPECT_LT(paid_for(path, pgn), 20) << path;
    EXPECT_GT(paid_for(path, write_zip({{"a.pgn", pgn}})), 600) << path;
  }
}

TEST_F(ImportApiTest, AGameIsImportedInPartWhereThatIsAskedFor) {
  Json request = {{"text", "1. C2=5 H8+7 2. C2=5 *"}};
  EXPECT_EQ(http_.import(request.dump()).status, 400);
  request["partial"] = true;
  const HttpResponse answer = http_.import(request.dump());
  ASSERT_EQ(answer.status, 201) << answer.body;
  const Json body = Json::parse(answer.body);
  EXPECT_EQ(game(body["gameId"])["state"]["moves"], "h2e2 h9g7");
  EXPECT_THAT(body["notes"][0]["message"], HasSubstr("line 1: move 2 C2=5"));
  EXPECT_EQ(body["notes"][0]["line"], 1);
  EXPECT_EQ(http_.import(Json({{"text", "1. e0e9"}, {"partial", true}}).dump()).status, 400)
      << "no move is left";
  EXPECT_EQ(http_.import(Json({{"text", "1. C2=5"}, {"partial", 1}}).dump()).status, 400);
}

// A record has no place for them: nobody is to think that they were kept.
TEST_F(ImportApiTest, WhatARecordLacksIsTold) {
  const Json body = Json::parse(
      http_.import(Json({{"text", "[Site \"x\"]\n1. C2=5 {good} (1. C2=4 H8+7) H8+7 *"}}).dump()).body);
  std::vector<std::string> messages;
  for (const Json& note : body["notes"]) messages.push_back(note["message"]);
  EXPECT_THAT(messages, testing::ElementsAre("2 moves of variations are left out", "1 comments are left out",
                                             "left out: Site"));
}

TEST_F(ImportApiTest, TheEncodingMayBeChosen) {
  const std::string big5 = base64("1. \xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD");
  EXPECT_EQ(http_.import(Json({{"base64", big5}, {"encoding", "gb18030"}}).dump()).status, 400);
  import({{"base64", big5}, {"encoding", "big5"}});
  EXPECT_THAT(http_.import(Json({{"base64", big5}, {"encoding", "latin"}}).dump()).body,
              HasSubstr("encoding"));
}

TEST_F(ImportApiTest, RefusesWhatIsNoRequest) {
  for (const char* body : {"", "5", "{", "{}", R"({"text":""})", R"({"text":"f5","game":5})"}) {
    EXPECT_EQ(http_.import(body).status, 400) << body;
  }
  EXPECT_THAT(http_.import(R"({"text":"f5","format":"xqf"})").body, HasSubstr("unknown_format"));
  EXPECT_THAT(http_.import(R"({"text":"f5","game":"go"})").body, HasSubstr("bad_game"));
}

TEST_F(ImportApiTest, TenAMinute) {
  HttpResponse refused;
  expect_bucket({.count = 10, .per = std::chrono::minutes(1)}, [&](int) {
    refused = http_.import(R"({"text":"f5d6"})", "192.168.1.9");
    return refused.status == 201;
  });
  EXPECT_EQ(refused.status, 429);
  EXPECT_THAT(refused.body, HasSubstr("retryMs"));
  EXPECT_EQ(refused.headers.front().first, "Retry-After");
  EXPECT_EQ(http_.import(R"({"text":"f5d6"})", "192.168.1.10").status, 201);
}

TEST_F(ImportApiTest, FortyAMinuteOfOneSite) {
  const auto status = [this](int site, int network) {
    const std::string address = "2001:db8:" + std::to_string(site) + ':' + std::to_string(network) + "::/64";
    return http_.import(R"({"text":"f5d6"})", address).status;
  };
  int last = 0;
  expect_bucket({.count = 40, .per = std::chrono::minutes(1)}, [&](int network) {
    last = status(1, network);
    return last == 201;
  });
  EXPECT_EQ(last, 429);
  EXPECT_EQ(status(2, 0), 201);
}

TEST(ImportBytesTest, WhatCannotBeWrittenTakesNone) {
  storage::FullStore store(true);
  boost::asio::io_context io(1);
  const auto waiting = boost::asio::make_work_guard(io);
  RecordQueue records(store, io.get_executor());
  ImportApi imports(records, {.count = 1'000, .per = std::chrono::days(1)});
  Router router;
  imports.mount(router);
  const auto status = [&] {
    HttpRequest request{.method = "POST", .path = "/api/import", .body = R"({"text":"f5d6"})"};
    request.address = "a";
    std::optional<int> status;
    router.serve(request, [&](const HttpResponse& answer) { status = answer.status; });
    run_io_until(io, [&] { return status.has_value(); });
    return *status;
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(status(), 503);
  store.is_full = false;
  EXPECT_EQ(status(), 201);
  EXPECT_EQ(status(), 429) << "the day's bytes were given back once, and no more";
}

// Games that wait for a disk that does not answer are kept in memory: so many, and no more.
TEST(ImportQueueTest, SixtyFourGamesWaitForTheDisk) {
  storage::HeldStore store(true);
  boost::asio::io_context io(1);
  const auto waiting = boost::asio::make_work_guard(io);
  RecordQueue records(store, io.get_executor());
  ImportApi imports(records);
  Router router;
  imports.mount(router);
  std::vector<HttpResponse> answers;
  const auto import = [&](int address) {
    HttpRequest request;
    request.method = "POST";
    request.path = "/api/import";
    request.body = R"({"text":"f5d6"})";
    request.address = std::to_string(address);
    router.serve(request, [&](HttpResponse answer) { answers.push_back(std::move(answer)); });
  };
  constexpr int kMost = 64, kBeyond = 3;
  for (int i = 0; i < kMost + kBeyond; ++i) import(i);
  while (answers.size() < kBeyond && io.run_one_for(patience()) > 0) continue;
  store.release();
  ASSERT_THAT(answers, SizeIs(kBeyond));
  run_io_until(io, [&] { return answers.size() >= kMost + kBeyond; });
  for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answers[i].status, i < kBeyond ? 503 : 201) << i;
}

}  // namespace
}  // namespace server

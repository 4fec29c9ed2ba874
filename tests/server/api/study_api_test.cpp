#include "server/api/study_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "server/protocol/study_codec.h"
#include "server/study/make_chapter.h"
#include "tests/server/formats/binary_writers.h"
#include "tests/server/hub/house.h"
#include "tests/storage/sample_game.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CountingStore final : public storage::MemoryStore {
 public:
  std::vector<storage::StudyMember> study_members(std::string_view study) override {
    ++looks_at_members;
    return MemoryStore::study_members(study);
  }
  std::atomic<int> looks_at_members = 0;
};

class StudyApiTest : public testing::Test {
 protected:
  StudyApiTest() {
    for (const char* name : {"lin", "mei", "wu"}) {
      const storage::Millis now = server_now().time_since_epoch().count();
      write(storage::CreateAccount{
          {{std::string("u_") + name, name, false, now}, name_keys(name), "password"}, hash_token(name)});
    }
    api_.mount(router_);
  }
  void write(storage::Write write) { store_.commit({&write, 1}); }

  HttpResponse ask(const std::string& method, const std::string& target, const std::string& who = "",
                   const Json& body = Json::object()) {
    HttpRequest request;
    request.method = method;
    request.bearer = who;
    request.address = "192.0.2.1";
    request.body = body.dump();
    request.refuse = [this](double cost) {
      paid_ += cost;
      return std::optional<std::chrono::milliseconds>();
    };
    EXPECT_TRUE(parse_target(target, request));
    std::optional<HttpResponse> answer;
    router_.serve(request, [&](HttpResponse given) { answer = std::move(given); });
    house_.wait_until([&] { return answer.has_value(); }, method + ' ' + target);
    return *std::move(answer);
  }
  Json json(const std::string& target, const std::string& who = "") {
    return Json::parse(ask("GET", target, who).body);
  }
  static std::string error(const HttpResponse& answer) {
    const Json error = Json::parse(answer.body).value("error", Json::object());
    return std::to_string(answer.status) + ' ' + error.value("code", "") + ' ' + error.value("reason", "");
  }
  /// Lin's, with a chapter of two moves; its path.
  std::string make(const Json& more = Json::object()) {
    Json body = {{"name", "Openings"},
                 {"chapter", {{"name", "Cannon"}, {"game", "xiangqi"}, {"moves", {"h2e2", "h9g7"}}}}};
    body.update(more);
    const HttpResponse answer = ask("POST", "/api/studies", "lin", body);
    EXPECT_EQ(answer.status, 201) << answer.body;
    return "/api/studies/" + Json::parse(answer.body)["id"].get<std::string>();
  }
  HttpResponse invite(const std::string& path, const std::string& whom, const std::string& role) {
    return ask("POST", path + "/members", "lin", {{"name", whom}, {"role", role}});
  }

  std::vector<std::pair<std::string, std::size_t>> made_of(const std::string& path, const std::string& bytes);

  CountingStore store_;
  House house_{store_};
  StudyApi api_{house_.records, house_.hub.studies(), {.of_user = 3, .created = {5, std::chrono::days(1)}}};
  Router router_;
  double paid_ = 0;
};

TEST_F(StudyApiTest, MakesAStudyWithAChapterAndListsIt) {
  const std::string path = make({{"visibility", "unlisted"}});
  const Json info = json(path);
  EXPECT_EQ(info["name"], "Openings");
  EXPECT_EQ(info["chapters"], Json::parse(R"([{"chapter":1,"name":"Cannon","game":"xiangqi"}])"));
  const Json chapter = json(path + "/chapters/1", "lin");
  EXPECT_EQ(chapter["you"], 1);
  EXPECT_EQ(chapter["content"]["nodes"][2]["notation"]["wxf"], "H8+7");
  const Json mine = json("/api/studies", "lin")["studies"];
  ASSERT_EQ(mine.size(), 1u);
  EXPECT_EQ(mine[0]["role"], "owner");
  EXPECT_EQ(mine[0]["visibility"], "unlisted");
  EXPECT_EQ(json("/api/studies", "mei")["studies"].size(), 0u);
  EXPECT_EQ(ask("GET", "/api/studies").status, 401);
}

// Of 500 studies of 64 members each it was one after another, in one turn of the thread that reads for all.
TEST_F(StudyApiTest, AListLooksAtNoStudyByItself) {
  const std::string path = make();
  make();
  EXPECT_EQ(invite(path, "mei", "viewer").status, 200);
  store_.looks_at_members = 0;
  EXPECT_EQ(json("/api/studies", "lin")["studies"].size(), 2u);
  const Json of_mei = json("/api/studies", "mei")["studies"];
  ASSERT_EQ(of_mei.size(), 1u);
  EXPECT_EQ(of_mei[0]["role"], "viewer");
  EXPECT_EQ(store_.looks_at_members.load(), 0);
}

TEST_F(StudyApiTest, AListThatIsCutSaysSo) {
  constexpr int kListed = 500;
  const auto make_more = [this](int from, int to) {
    for (int i = from; i < to; ++i)
      write(storage::CreateStudy{{"s" + std::to_string(i), "u_lin", "lin", "n", "private", i}, kListed + 1});
  };
  make_more(0, kListed);
  const Json whole = json("/api/studies", "lin");
  EXPECT_EQ(whole["studies"].size(), 500u);
  EXPECT_FALSE(whole.contains("more"));
  make_more(kListed, kListed + 1);
  const Json cut = json("/api/studies", "lin");
  EXPECT_EQ(cut["studies"].size(), 500u);
  EXPECT_EQ(cut["more"], true);
}

TEST_F(StudyApiTest, RefusesWhatMakesNoStudy) {
  const auto why = [&](const Json& body) { return error(ask("POST", "/api/studies", "lin", body)); };
  const Json chapter = {{"game", "xiangqi"}};
  EXPECT_EQ(why({{"chapter", chapter}}), "400 bad_message name");
  EXPECT_EQ(why({{"name", "x"}}), "400 bad_message game");
  EXPECT_EQ(why({{"name", "x"}, {"visibility", "secret"}, {"chapter", chapter}}),
            "400 bad_message visibility");
  EXPECT_EQ(why({{"name", "x"}, {"chapter", {{"game", "chess"}}}}), "400 bad_message game");
  EXPECT_EQ(why({{"name", "x"}, {"game", "xiangqi"}, {"moves", {"a0a5"}}}), "400 bad_message move");
  EXPECT_EQ(why({{"name", "x"}, {"gameId", "abcd1234"}}), "404 not_found gameId");
  EXPECT_EQ(why({{"name", "x"}, {"record", "no game"}}), "400 bad_message record");
  EXPECT_EQ(ask("POST", "/api/studies", "", {{"name", "x"}, {"game", "xiangqi"}}).status, 401);
  EXPECT_EQ(json("/api/studies", "lin")["studies"].size(), 0u);
}

TEST_F(StudyApiTest, OneUserHasSoManyStudies) {
  for (int n = 0; n < 3; ++n) make();
  const Json body = {{"name", "x"}, {"game", "gomoku"}};
  for (int n = 0; n < 5; ++n)
    EXPECT_EQ(error(ask("POST", "/api/studies", "lin", body)), "409 not_allowed studies") << "unpaid for";
  for (int n = 0; n < 2; ++n) EXPECT_EQ(ask("POST", "/api/studies", "mei", body).status, 201);
  EXPECT_EQ(ask("POST", "/api/studies", "mei", body).status, 429) << "of one address";
}

// Studies that were refused took what the whole school may write in a day.
TEST_F(StudyApiTest, BytesOfWhatIsRefusedAreNotPaid) {
  for (int n = 0; n < 3; ++n) make();
  const std::string address = "192.0.2.1";
  const auto left_to_write = [&] {
    Cost left = 0;
    for (Cost part = 16 << 20; part >= 1; part /= 2)
      if (!house_.hub.studies().refuse_bytes(address, part)) left += part;
    house_.hub.studies().give_back_bytes(address, left);
    return left;
  };
  const Cost before = left_to_write();
  for (int n = 0; n < 20; ++n) ask("POST", "/api/studies", "lin", {{"name", "x"}, {"game", "gomoku"}});
  EXPECT_GE(left_to_write(), before);
}

TEST_F(StudyApiTest, WhatIsPrivateIsSeenByMembersAlone) {
  const std::string path = make();
  for (const std::string& what : {path, path + "/chapters/1", path + "/export?format=json"}) {
    EXPECT_EQ(ask("GET", what).status, 404) << what;
    EXPECT_EQ(ask("GET", what, "mei").status, 404) << what;
    EXPECT_EQ(ask("GET", what, "lin").status, 200) << what;
  }
  EXPECT_EQ(invite(path, "Mei", "viewer").status, 200);
  EXPECT_EQ(json(path, "mei")["you"], 2);
  EXPECT_EQ(ask("POST", path, "mei", {{"name", "Mine"}}).status, 403);
  EXPECT_EQ(ask("DELETE", path, "mei").status, 403);
  EXPECT_EQ(ask("POST", path + "/chapters", "mei", {{"game", "gomoku"}}).status, 403);
  EXPECT_EQ(ask("POST", path, "wu", {{"name", "Mine"}}).status, 404);
}

TEST_F(StudyApiTest, MembersComeAndGo) {
  const std::string path = make();
  const auto role = [&](const std::string& who, int number, const char* role) {
    return ask("POST", path + "/members/" + std::to_string(number), who, {{"role", role}}).status;
  };
  EXPECT_EQ(error(invite(path, "nobody", "writer")), "404 not_found ");
  EXPECT_EQ(error(invite(path, "mei", "owner")), "400 bad_message role");
  EXPECT_EQ(error(invite(path, "lin", "writer")), "409 not_allowed ");
  EXPECT_EQ(invite(path, "mei", "writer").status, 200);
  EXPECT_EQ(invite(path, "wu", "viewer").status, 200);
  EXPECT_EQ(role("wu", 3, "writer"), 403);
  EXPECT_EQ(role("wu", 2, "gone"), 403);
  EXPECT_EQ(role("lin", 1, "gone"), 403) << "a study has its owner";
  EXPECT_EQ(role("lin", 3, "writer"), 200);
  EXPECT_EQ(role("mei", 2, "gone"), 200) << "herself";
  EXPECT_EQ(ask("GET", path, "mei").status, 404);
  EXPECT_EQ(json(path, "lin")["members"][1]["role"], "gone");
  EXPECT_EQ(role("lin", 2, "viewer"), 404) << "she has left";
  EXPECT_EQ(role("lin", 2, "gone"), 200) << "as she is";
  EXPECT_EQ(invite(path, "mei", "viewer").status, 200) << "again";
  EXPECT_EQ(json(path, "mei")["you"], 2);
  write(storage::Block{"u_wu", "u_lin", 1, 9});
  EXPECT_EQ(error(invite(path, "wu", "viewer")), "403 forbidden blocked");
}

// A member is added without being asked and can only block the user who adds; a guest cannot be blocked.
TEST_F(StudyApiTest, AGuestInvitesNobody) {
  const storage::Millis now = server_now().time_since_epoch().count();
  write(storage::CreateUser{{"g_1", "Guest", true, now}, hash_token("guest")});
  const HttpResponse made =
      ask("POST", "/api/studies", "guest", {{"name", "Openings"}, {"chapter", {{"game", "xiangqi"}}}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string path = "/api/studies/" + Json::parse(made.body)["id"].get<std::string>();
  EXPECT_EQ(error(ask("POST", path + "/members", "guest", {{"name", "mei"}, {"role", "viewer"}})),
            "403 forbidden account");
  EXPECT_EQ(json("/api/studies", "mei")["studies"].size(), 0u);
}

TEST_F(StudyApiTest, AGuestAtAnAddressThatIsKeptOutMakesNone) {
  const storage::Millis now = server_now().time_since_epoch().count();
  write(storage::CreateUser{{"g_1", "Guest", true, now}, hash_token("guest")});
  const Json study = {{"name", "Openings"}, {"chapter", {{"game", "xiangqi"}}}};
  EXPECT_EQ(ask("POST", "/api/studies", "guest", study).status, 201);
  storage::Moderate act{
      .line = {.at = now, .by = "", .by_name = "", .act = "address", .subject = "g_1", .name = "Guest"},
      .power = "accounts",
      .begins = "m1",
      .address = "192.0.2.1"};
  act.line.until = now + 3'600'000;
  write(act);
  EXPECT_EQ(ask("POST", "/api/studies", "guest", study).status, 401);
  EXPECT_EQ(ask("POST", "/api/studies", "lin", study).status, 201) << "an account";
}

TEST_F(StudyApiTest, MakesChaptersOfFilesAndOfOwnTrees) {
  const std::string path = make();
  const std::string pgn =
      "[Game \"Xiangqi\"]\n[Red \"Hu\"]\n\n1. h2e2 {good} (1. b2e2) 1... h9g7 *\n\n"
      "[Game \"Xiangqi\"]\n[Red \"Lü\"]\n\n1. b2e2 *\n";
  const HttpResponse added = ask("POST", path + "/chapters", "lin", {{"record", pgn}});
  EXPECT_EQ(added.status, 201) << added.body;
  EXPECT_EQ(Json::parse(added.body)["chapters"].size(), 2u);
  EXPECT_EQ(Json::parse(added.body)["chapters"][1]["chapter"], 3);
  Json content = json(path + "/chapters/2", "lin")["content"];
  EXPECT_EQ(content["nodes"].size(), 4u);
  EXPECT_EQ(content["nodes"][1]["comments"][0]["text"], "good");
  content["nodes"][1]["comments"][0]["by"] = 1;
  const HttpResponse copied = ask("POST", path + "/chapters", "lin",
                                  {{"name", "Copy"}, {"format", "study"}, {"record", content.dump()}});
  EXPECT_EQ(copied.status, 201) << copied.body;
  content = json(path + "/chapters/4", "lin")["content"];
  EXPECT_EQ(content["name"], "Copy");
  EXPECT_EQ(content["nodes"].size(), 4u);
  EXPECT_FALSE(content["nodes"][1]["comments"][0].contains("by")) << "of nobody here";
  // Two authors have more to say than one comment holds: the rest was lost without a word.
  content["nodes"][1]["comments"] =
      Json::array({{{"by", 1}, {"text", std::string(4'000, 'x')}}, {{"by", 2}, {"text", "more"}}});
  const HttpResponse cut =
      ask("POST", path + "/chapters", "lin", {{"format", "study"}, {"record", content.dump()}});
  EXPECT_EQ(cut.status, 201) << cut.body;
  EXPECT_EQ(Json::parse(cut.body)["notes"][0]["message"], "1 comments are cut");
}

/// The chapters that a file makes in Lin's study, by names and numbers of nodes.
std::vector<std::pair<std::string, std::size_t>> StudyApiTest::made_of(const std::string& path,
                                                                       const std::string& bytes) {
  const HttpResponse added = ask("POST", path + "/chapters", "lin", {{"base64", base64(bytes)}});
  EXPECT_EQ(added.status, 201) << added.body;
  std::vector<std::pair<std::string, std::size_t>> made;
  const Json answer = Json::parse(added.body);
  for (const Json& chapter : answer["chapters"]) {
    const int number = chapter["chapter"];
    const Json content = json(path + "/chapters/" + std::to_string(number), "lin")["content"];
    made.emplace_back(chapter["name"], content["nodes"].size());
  }
  return made;
}

TEST_F(StudyApiTest, MakesChaptersOfBinaryFiles) {
  const std::string path = make();
  const std::vector<FileNode> nodes{{.comment = "\xBA\xC3"},  // 好
                                    {.move = "h2e2", .has_variation = true},
                                    {.move = "h9g7", .goes_on = false},
                                    {.move = "c3c4", .goes_on = false}};
  const std::string xqf =
      write_xqf({.version = 0x12, .keys = {1, 2, 3}, .red = "Hu", .black = "Xu", .nodes = nodes});
  EXPECT_THAT(made_of(path, xqf), ElementsAre(testing::Pair("Hu - Xu", 4u)));
  const std::string cbr =
      write_cbr({.red = u"吕钦", .black = u"Xu", .nodes = {{}, {.move = "h2e2", .goes_on = false}}});
  EXPECT_THAT(made_of(path, write_cbl({cbr, cbr})),
              ElementsAre(testing::Pair("吕钦 - Xu", 2u), testing::Pair("吕钦 - Xu", 2u)));
  EXPECT_THAT(made_of(path, write_renlib({{}, {.move = "h8"}, {.move = "h9", .goes_on = false}})),
              ElementsAre(testing::Pair("", 3u)));
  EXPECT_THAT(made_of(path, write_zip({{"a.xqf", xqf}, {"b.cbr", cbr}})), testing::SizeIs(2));
  EXPECT_THAT(made_of(path, "[Red \"\xC2\xC0\xC7\xD5\"]\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 *"),
              ElementsAre(testing::Pair("吕钦 -", 2u)))
      << "a text in GB18030";
}

TEST_F(StudyApiTest, RefusesFilesThatMakeNoChapter) {
  const std::string path = make() + "/chapters";
  const auto answer = [&](const Json& body) { return error(ask("POST", path, "lin", body)); };
  EXPECT_EQ(answer({{"base64", "!"}}), "400 bad_message base64");
  EXPECT_EQ(answer({{"base64", ""}}), "400 bad_message base64");
  EXPECT_EQ(answer({{"base64", base64("XQ wins")}, {"encoding", "x"}}), "400 bad_message encoding");
  EXPECT_EQ(answer({{"base64", base64(std::string(200 << 10, 'x'))}}), "400 bad_message base64");
  EXPECT_EQ(answer({{"base64", base64("SQLite format 3" + std::string(100, '\0'))}}),
            "400 bad_message record");
  const std::string library = write_cbl(std::vector(128, write_cbr({.nodes = {{.goes_on = false}}})));
  const std::string more = write_zip({{"a.cbl", library}, {"b.cbl", library}});
  EXPECT_EQ(answer({{"base64", base64(more)}}), "409 full chapters") << "with the one that is there";
}

TEST_F(StudyApiTest, ChangesAndRemovesAStudyThatOthersHaveOpen) {
  const std::string path = make(), id = path.substr(path.rfind('/') + 1);
  invite(path, "mei", "writer");
  auto mei = house_.connect();
  house_.ask(*mei, {{"t", "hello"}, {"v", 1}, {"token", "mei"}});
  EXPECT_EQ(house_.ask(*mei, {{"t", "openStudy"}, {"studyId", id}})["t"], "study");
  EXPECT_EQ(ask("POST", path, "lin", {{"name", "Endings"}, {"visibility", "public"}}).status, 200);
  EXPECT_EQ(house_.wait_for(*mei, "studyInfo")["name"], "Endings");
  ask("POST", path + "/chapters", "mei", {{"game", "gomoku"}});
  house_.wait_for(
      *mei, [](const Json& told) { return told["t"] == "studyInfo" && told["chapters"].size() == 2; },
      "the chapter");
  EXPECT_EQ(ask("DELETE", path, "lin").status, 200);
  EXPECT_EQ(house_.wait_for(*mei, "error")["reason"], "study");
  EXPECT_EQ(ask("GET", path, "lin").status, 404);
  EXPECT_EQ(ask("DELETE", path, "lin").status, 404);
}

TEST_F(StudyApiTest, WritesFilesForOtherPrograms) {
  const std::string path = make();
  ask("POST", path + "/chapters", "lin", {{"game", "gomoku"}, {"moves", {"h8"}}});
  const auto file = [&](const std::string& query) { return ask("GET", path + "/export?" + query, "lin"); };
  EXPECT_THAT(file("format=pgn").body, HasSubstr("1. H2-E2 H9-G7"));
  EXPECT_THAT(file("format=sgf").body, HasSubstr("B[hh]"));
  EXPECT_THAT(file("format=dhtmlxq&chapter=1").body, HasSubstr("[DhtmlXQ"));
  EXPECT_THAT(file("format=xqf&chapter=1").body, testing::StartsWith("XQ"));
  EXPECT_EQ(file("format=xqf&chapter=2").status, 400) << "of Gomoku";
  const HttpResponse all = file("format=xqf");
  EXPECT_EQ(all.type, "application/zip");
  EXPECT_THAT(all.headers[0].second, HasSubstr(".zip"));
  EXPECT_THAT(all.body, HasSubstr("1-Cannon.xqf")) << "the one that is of Xiangqi";
  EXPECT_THAT(all.headers, testing::Contains(testing::Pair("X-Left-Out", "1")));
  EXPECT_THAT(file("format=json").headers, testing::Not(testing::Contains(testing::Key("X-Left-Out"))));
  EXPECT_EQ(file("format=sgf&chapter=1").status, 400) << "of Xiangqi";
  EXPECT_EQ(Json::parse(file("format=json").body).size(), 2u);
  EXPECT_EQ(Json::parse(file("format=json&chapter=2").body)[0]["game"], "gomoku");
  EXPECT_EQ(file("format=json&chapter=3").status, 404);
  EXPECT_EQ(error(file("format=json&chapter=x")), "400 bad_message chapter");
  EXPECT_EQ(file("format=gif").status, 400);
}

// The list that the export writes was read as a list of games, each without moves.
TEST_F(StudyApiTest, ReadsBackWhatItExportsAsJson) {
  const std::string path = make();
  const std::string pgn =
      "[Game \"Xiangqi\"]\n[Red \"Hu\"]\n\n1. h2e2 {好} $1 (1. b2e2 {[%csl Ge2]}) 1... h9g7 *";
  EXPECT_EQ(ask("POST", path + "/chapters", "lin", {{"record", pgn}}).status, 201);
  const auto exported = [&](const std::string& of) {
    return ask("GET", of + "/export?format=json", "lin").body;
  };
  const std::string file = exported(path);
  const HttpResponse answer = ask("POST", "/api/studies", "lin", {{"name", "Copy"}, {"record", file}});
  ASSERT_EQ(answer.status, 201) << answer.body;
  const std::string copy = "/api/studies/" + Json::parse(answer.body)["id"].get<std::string>();
  EXPECT_EQ(Json::parse(exported(copy)), Json::parse(file));
  const std::string one = Json::parse(file)[1].dump();
  EXPECT_EQ(ask("POST", copy + "/chapters", "lin", {{"base64", base64("\xEF\xBB\xBF" + one)}}).status, 201);
  EXPECT_EQ(Json::parse(exported(copy))[2], Json::parse(file)[1]);
  const auto why = [&](const Json& body) { return error(ask("POST", copy + "/chapters", "lin", body)); };
  EXPECT_EQ(why({{"record", R"([{"game":"xiangqi"},{"game":"gomoku"}])"}}), "400 bad_message record")
      << "neither chapters nor games";
  EXPECT_EQ(why({{"record", R"([{"game":"xiangqi","nodes":[]}])"}}), "400 bad_message nodes");
}

// A chapter ended before the move that could not be read, and the answer told nothing of it.
TEST_F(StudyApiTest, TellsWhatOfAFileNoChapterHas) {
  const std::string path = make();
  const auto add = [&](const Json& body) { return ask("POST", path + "/chapters", "lin", body); };
  const auto notes_of = [](const HttpResponse& answer) {
    EXPECT_EQ(answer.status, 201) << answer.body;
    std::vector<std::string> messages;
    const Json json = Json::parse(answer.body);
    for (const Json& note : json.value("notes", Json::array())) messages.push_back(note["message"]);
    return messages;
  };
  const std::string good = "[Game \"Xiangqi\"]\n[Red \"Hu\"]\n\n1. h2e2 *\n\n",
                    broken = "[Game \"Xiangqi\"]\n[Red \"Xu\"]\n\n1. h2e2 h2h3 *\n";
  EXPECT_EQ(error(add({{"record", broken}})), "400 bad_message record");
  EXPECT_THAT(notes_of(add({{"record", good}})), testing::IsEmpty());
  const HttpResponse one_of_two = add({{"record", good + broken}});
  EXPECT_THAT(notes_of(one_of_two), ElementsAre(testing::StartsWith("game 2: line 9: move 1 h2h3")));
  EXPECT_EQ(Json::parse(one_of_two.body)["chapters"].size(), 1u);
  const std::string long_words =
      "[Game \"Xiangqi\"]\n\n1. h2e2 {" + std::string(5'000, 'x') + "} (1. a0a9) *";
  EXPECT_THAT(notes_of(ask("POST", "/api/studies", "lin", {{"name", "x"}, {"record", long_words}})),
              ElementsAre(HasSubstr("a0a9"), HasSubstr("1 comments are cut")));
  EXPECT_THAT(notes_of(add({{"base64", base64(write_zip({{"a.pgn", good}, {"b.rar", "Rar!\x1A\x07"}}))}})),
              ElementsAre(testing::StartsWith("b.rar: ")));
}

// Some kilobytes, paid as such, had a million moves played in one turn of the thread that reads for all.
TEST_F(StudyApiTest, WhatIsPackedIsPaidAsSuch) {
  const std::string path = make();
  const std::string words = "[Game \"Xiangqi\"]\n\n1. h2e2 {" + std::string(150'000, 'x') + "} *";
  const auto paid_for = [&](const std::string& bytes) {
    paid_ = 0;
    EXPECT_EQ(ask("POST", path + "/chapters", "lin", {{"base64", base64(bytes)}}).status, 201);
    return paid_;
  };
  EXPECT_LT(paid_for(words), 800);
  EXPECT_GT(paid_for(write_zip({{"a.pgn", words}})), 600);
}

TEST_F(StudyApiTest, AGameIsPaidByItsLength) {
  write(storage::CreateGame{storage::sample_game("abcd1234")});
  for (int v = 1; v <= 200; ++v) write(storage::Append{storage::sample_event("abcd1234", v), {}, {}});
  const std::string path = make();
  paid_ = 0;
  ask("POST", path + "/chapters", "lin", {{"gameId", "abcd1234"}});
  EXPECT_GT(paid_, 35);
  EXPECT_LT(paid_, 50);
}

TEST_F(StudyApiTest, OfAFileSoManyMovesAreReadAtOnce) {
  const std::string game = "[Game \"Xiangqi\"]\n\n1. h2e2 h9g7 *\n\n";
  const std::string form = Json({{"record", game + game + game}}).dump();
  const NewChapters all = read_new_chapters(form, store_, 9), some = read_new_chapters(form, store_, 9, 4);
  ASSERT_TRUE(all && some);
  EXPECT_EQ(all->chapters.size(), 3u);
  EXPECT_EQ(some->chapters.size(), 2u) << "the second begins below it";
  ASSERT_EQ(some->notes.size(), 1u);
  EXPECT_EQ(some->notes[0].reason, "left_out");
}

TEST_F(StudyApiTest, WhatIsLargeIsPaidByItsSize) {
  protocol::Chapter large = study::empty_chapter("gomoku", "freestyle", 15, "");
  for (int n = 0; n < 200; ++n)
    large.nodes.push_back(
        {.id = large.next_id++,
         .parent = 0,
         .move = std::string(1, static_cast<char>('a' + n % 15)) + std::to_string(1 + n / 15),
         .comments = {{0, std::string(500, 'x')}}});
  paid_ = 0;
  const std::string path =
      make({{"chapter", {{"format", "study"}, {"record", protocol::chapter_json(large)}}}});
  EXPECT_GT(paid_, 300);
  paid_ = 0;
  EXPECT_EQ(ask("GET", path + "/export?format=json", "lin").status, 200);
  EXPECT_GT(paid_, 50);
}

}  // namespace
}  // namespace server

#include "server/api/host_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/api/http_caller.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::SizeIs;

/// Two games, one of them old.
void import_two(HttpCaller& http) {
  for (const char* date : {"2023.05.01", "2024.11.18"}) {
    const std::string text = std::string("[Game \"xiangqi\"]\n[Date \"") + date + "\"]\n\n1. h2e2 h9g7 *\n";
    EXPECT_EQ(http.import(Json{{"text", text}, {"format", "pgn"}}.dump()).status, 201);
  }
}

// It used to stop after so many bytes without a word, and who took his games home missed the oldest.
TEST(HostApiTest, AFileWouldRatherNotComeThanLackGames) {
  HttpCaller roomy, narrow(2'000);
  import_two(roomy);
  import_two(narrow);
  const Json all = roomy.get_json("/api/games/all");
  EXPECT_THAT(all, SizeIs(2));
  EXPECT_GT(all.dump().size(), 2'000u);
  const HttpResponse refused = narrow.get("/api/games/all");
  EXPECT_EQ(refused.status, 413);
  EXPECT_THAT(refused.body, HasSubstr("too_large"));
  EXPECT_THAT(narrow.get_json("/api/games/all?from=2024-01-01"), SizeIs(1)) << "fewer do fit";
}

// Eight are read at a time.
TEST(HostApiTest, AFileGoesOnUntilAllGamesAreInIt) {
  HttpCaller http;
  for (int each = 0; each < 5; ++each) import_two(http);
  EXPECT_THAT(http.get_json("/api/games/all"), SizeIs(10));
}

TEST(HostApiTest, TakesThoseGamesThatAreAskedFor) {
  HttpCaller http;
  import_two(http);
  EXPECT_THAT(http.get_json("/api/games/all?to=2023-12-31"), SizeIs(1));
  EXPECT_THAT(http.get_json("/api/games/all?game=gomoku"), SizeIs(0));
  EXPECT_THAT(http.get("/api/games/all?game=chess").body, HasSubstr(R"("reason":"game")"));
}

// All games of the server were read and written for it, and once more for each click.
TEST(HostApiTest, EndsADownloadWhoseClientHasLeft) {
  HttpCaller http;
  for (int game = 0; game < 10; ++game) import_two(http);
  HttpRequest request;
  request.method = "GET";
  request.path = "/api/games/all";
  request.from_this_machine = true;
  int looks = 0;
  request.has_left = [&looks] { return ++looks == 2; };
  EXPECT_EQ(http.answer_to(request).status, 503);
  EXPECT_EQ(looks, 2) << "of three batches";
  request.has_left = [] { return false; };
  EXPECT_THAT(Json::parse(http.answer_to(request).body), SizeIs(20));
}

TEST(HostApiTest, NoOtherSiteMakesTheHostsBrowserAsk) {
  HttpCaller http;
  for (const char* path : {"/api/games/all", "/api/reports"}) {
    HttpRequest request{.method = "GET", .path = path};
    request.from_this_machine = true;
    EXPECT_EQ(http.answer_to(request).status, 200) << path;
    request.from_other_site = true;
    EXPECT_EQ(http.answer_to(request).status, 403) << path;
  }
}

TEST(HostApiTest, ListsWhatWasReportedNewestFirst) {
  HttpCaller http;
  EXPECT_EQ(http.get("/api/reports").body, R"({"reports":[]})");
  storage::Game game;
  game.id = "aB3dE9xQ";
  const auto report = [](storage::Millis said, const char* text) {
    return storage::ReportLine{
        {"aB3dE9xQ", "all", text, said, "g_wang", "Wang", "g_lin", "Lin 林", said + 10}};
  };
  http.commit({storage::CreateGame{game}, report(5, "rude"), report(6, "\"ruder\"\n")});
  const Json all = http.get_json("/api/reports")["reports"];
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0], Json::parse(R"({"gameId": "aB3dE9xQ", "room": "all", "text": "\"ruder\"\n", "at": 6,
                                    "from": {"id": "g_wang", "name": "Wang"},
                                    "reporter": {"id": "g_lin", "name": "Lin 林"}, "reportedAt": 16})"));
  EXPECT_EQ(all[1]["text"], "rude");
  EXPECT_EQ(http.get_json("/api/reports?limit=1")["reports"], Json::array({all[0]}));
  for (const char* limit : {"0", "-1", "all"}) {
    const HttpResponse refused = http.get(std::string("/api/reports?limit=") + limit);
    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(refused.body, HasSubstr(R"("reason":"limit")"));
  }
}

}  // namespace
}  // namespace server

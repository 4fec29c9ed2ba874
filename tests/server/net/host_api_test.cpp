#include "server/net/host_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/net/http_caller.h"

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

TEST(HostApiTest, TakesThoseGamesThatAreAskedFor) {
  HttpCaller http;
  import_two(http);
  EXPECT_THAT(http.get_json("/api/games/all?to=2023-12-31"), SizeIs(1));
  EXPECT_THAT(http.get_json("/api/games/all?game=gomoku"), SizeIs(0));
  EXPECT_THAT(http.get("/api/games/all?game=chess").body, HasSubstr(R"("reason":"game")"));
}

}  // namespace
}  // namespace server

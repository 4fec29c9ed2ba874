#include "server/api/inbox_api.h"

#include <gtest/gtest.h>

#include "server/identity/tokens.h"
#include "tests/server/api/http_caller.h"

namespace server {
namespace {

using Json = nlohmann::json;

class InboxApiTest : public testing::Test {
 protected:
  InboxApiTest() {
    for (const char* name : {"lin", "mei"})
      http_.commit({storage::CreateAccount{
          {{"u_" + std::string(name), name, false, now()}, {name}, "password"}, hash_token(name)}});
    http_.commit({storage::CreateUser{{"g_guest", "Guest 7", true, 1}, hash_token("guest")}});
  }
  static storage::Millis now() { return server_now().time_since_epoch().count(); }
  void put(const std::string& subject, const std::string& user = "u_lin") {
    http_.commit({storage::PutNotice{
        .user = user, .kind = "over", .subject = subject, .game = "gomoku", .name = "Mei", .at = 100}});
  }
  Json inbox(const std::string& query = "", const std::string& who = "lin") {
    return http_.get_json("/api/me/inbox" + query, who);
  }
  HttpResponse mark(const Json& body, const std::string& who = "lin") {
    return http_.ask("POST", "/api/me/inbox", who, body);
  }
  static std::string error(const HttpResponse& answer) {
    const Json error = Json::parse(answer.body)["error"];
    return std::to_string(answer.status) + ' ' + error.value("code", "") + ' ' + error.value("reason", "");
  }

  HttpCaller http_;
};

TEST_F(InboxApiTest, TellsWhatCameAboutAndWhatIsRead) {
  EXPECT_EQ(inbox(), Json({{"items", Json::array()}, {"unread", 0}, {"cursor", nullptr}}));
  put("one");
  http_.commit({storage::PutNotice{.user = "u_lin", .kind = "appeal", .subject = "m1", .at = 100}});
  const Json one{{"number", 100},    {"kind", "over"}, {"subject", "one"},
                 {"game", "gomoku"}, {"name", "Mei"},  {"at", 100}};
  const Json appeal{{"number", 101}, {"kind", "appeal"}, {"subject", "m1"}, {"at", 100}};
  EXPECT_EQ(inbox(), Json({{"items", {appeal, one}}, {"unread", 2}, {"cursor", nullptr}}));
  EXPECT_EQ(mark({{"readUntil", 100}}).body, "{}");
  EXPECT_EQ(inbox()["unread"], 1);
  EXPECT_EQ(inbox()["items"][1]["read"], true);
  EXPECT_FALSE(inbox()["items"][0].contains("read"));
  EXPECT_EQ(inbox("", "mei")["items"], Json::array());
}

TEST_F(InboxApiTest, ComesInPages) {
  for (int i = 0; i < 101; ++i) put(std::to_string(i));
  Json page = inbox();
  EXPECT_EQ(page["items"].size(), 50u);
  EXPECT_EQ(page["unread"], 101);
  page = inbox("?cursor=" + page["cursor"].get<std::string>());
  EXPECT_EQ(page["items"][0]["subject"], "50");
  page = inbox("?cursor=" + page["cursor"].get<std::string>());
  ASSERT_EQ(page["items"].size(), 1u);
  EXPECT_EQ(page["items"][0]["subject"], "0");
  EXPECT_EQ(page["cursor"], nullptr);
  EXPECT_EQ(http_.get("/api/me/inbox?cursor=x", "lin").status, 400);
}

TEST_F(InboxApiTest, IsForAccounts) {
  for (const HttpResponse& answer : {http_.get("/api/me/inbox", "guest"), mark({{"readUntil", 1}}, "guest")})
    EXPECT_EQ(error(answer), "403 forbidden account");
  for (const HttpResponse& answer : {http_.get("/api/me/inbox"), mark({{"readUntil", 1}}, "nobody")})
    EXPECT_EQ(error(answer), "401 unauthorized ");
}

TEST_F(InboxApiTest, SaysWhatIsWrong) {
  for (const Json& bad : {Json::object(), Json{{"readUntil", "1"}}, Json{{"readUntil", -1}}})
    EXPECT_EQ(mark(bad).status, 400) << bad;
}

}  // namespace
}  // namespace server

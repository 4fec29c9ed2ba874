#include "server/api/push_api.h"

#include <gtest/gtest.h>

#include <fstream>

#include "server/identity/tokens.h"
#include "server/push/base64url.h"
#include "server/push/p256.h"
#include "tests/server/api/http_caller.h"

namespace server {
namespace {

using Json = nlohmann::json;

class PushApiTest : public testing::Test {
 protected:
  PushApiTest() {
    const storage::Millis now = server_now().time_since_epoch().count();
    http_.commit(
        {storage::CreateAccount{{{"u_lin", "Lin", false, now}, {"lin"}, "password"}, hash_token("lin")},
         storage::CreateUser{{"g_guest", "Guest 7", true, 1}, hash_token("guest")}});
    api_.mount(http_.router());
  }
  static Json subscription() {
    return {{"endpoint", "https://fcm.googleapis.com/a"},
            {"p256dh", push::to_base64url(push::PrivateKey::generate().point())},
            {"auth", push::to_base64url(std::string(16, 's'))},
            {"language", "zh-Hans"}};
  }
  HttpResponse subscribe(const Json& body, const std::string& who = "lin") {
    return http_.ask("POST", "/api/me/push", who, body);
  }
  static std::string error(const HttpResponse& answer) {
    const Json error = Json::parse(answer.body)["error"];
    return std::to_string(answer.status) + ' ' + error.value("code", "") + ' ' + error.value("reason", "");
  }
  bool is_subscribed() { return http_.get_json("/api/me/push", "lin")["subscribed"]; }

  HttpCaller http_;
  PushApi api_{http_.records(), std::string(65, 'p'), push::PushServices()};
};

TEST_F(PushApiTest, TellsThePublicKeyToAnyone) {
  EXPECT_EQ(http_.get_json("/api/push"), Json({{"key", push::to_base64url(std::string(65, 'p'))}}));
}

TEST_F(PushApiTest, SubscribesTheSession) {
  EXPECT_FALSE(is_subscribed());
  EXPECT_EQ(subscribe(subscription()).body, "{}");
  EXPECT_TRUE(is_subscribed());
  EXPECT_EQ(http_.ask("DELETE", "/api/me/push", "lin").status, 200);
  EXPECT_FALSE(is_subscribed());
  EXPECT_EQ(http_.ask("DELETE", "/api/me/push", "lin").status, 200) << "again";
}

TEST_F(PushApiTest, IsForAccounts) {
  EXPECT_EQ(error(subscribe(subscription(), "guest")), "403 forbidden account");
  EXPECT_EQ(error(subscribe(subscription(), "nobody")), "401 unauthorized ");
  EXPECT_EQ(error(http_.get("/api/me/push", "guest")), "403 forbidden account");
}

TEST_F(PushApiTest, SaysWhatIsWrong) {
  for (const char* field : {"endpoint", "p256dh", "auth", "language"}) {
    for (const Json& bad : {Json(), Json(1), Json(""), Json("x"), Json(std::string(3'000, 'a'))}) {
      Json body = subscription();
      body[field] = bad;
      EXPECT_EQ(subscribe(body).status, 400) << body;
    }
  }
  Json body = subscription();
  body["endpoint"] = "https://127.0.0.1/a";
  const Json answer = Json::parse(subscribe(body).body)["error"];
  EXPECT_EQ(answer["message"], "an endpoint names a host of the public DNS");
  EXPECT_FALSE(is_subscribed());
}

TEST_F(PushApiTest, KeepsWhatAnAccountWants) {
  const Json usual{{"subscribed", false}, {"turn", true},    {"round", true}, {"challenge", true},
                   {"quietFrom", 0},      {"quietUntil", 0}, {"zone", 0}};
  EXPECT_EQ(http_.get_json("/api/me/push", "lin"), usual);
  const Json wish{{"turn", false},      {"round", true},     {"challenge", false},
                  {"quietFrom", 1'320}, {"quietUntil", 420}, {"zone", -300}};
  EXPECT_EQ(http_.ask("POST", "/api/me/push/settings", "lin", wish).status, 200);
  Json shown = http_.get_json("/api/me/push", "lin");
  shown.erase("subscribed");
  EXPECT_EQ(shown, wish);
  const std::set<std::string> muted{"challenge", "reminder", "turn"};
  EXPECT_EQ(http_.store().open_reader()->push_settings("u_lin").muted, muted) << "a reminder is of a turn";
  for (const Json& bad : {Json{{"zone", 900}}, Json{{"quietFrom", 1'440}}, Json{{"turn", "no"}}})
    EXPECT_EQ(http_.ask("POST", "/api/me/push/settings", "lin", bad).status, 400) << bad;
}

// After a change of summer time quiet hours were an hour off until a setting was changed.
TEST_F(PushApiTest, QuietHoursFollowTheClockOfTheBrowser) {
  const Json wish{{"quietFrom", 1'320}, {"quietUntil", 420}, {"zone", 60}};
  EXPECT_EQ(http_.ask("POST", "/api/me/push/settings", "lin", wish).status, 200);
  Json body = subscription();
  body["zone"] = 120;
  EXPECT_EQ(subscribe(body).body, "{}");
  Json shown = http_.get_json("/api/me/push", "lin");
  EXPECT_EQ(shown["zone"], 120);
  EXPECT_EQ(shown["quietFrom"], 1'320);
  EXPECT_EQ(subscribe(subscription()).body, "{}");
  EXPECT_EQ(http_.get_json("/api/me/push", "lin")["zone"], 120) << "of a client that does not tell";
  body["zone"] = 900;
  EXPECT_EQ(error(subscribe(body)), "400 bad_message zone");
}

}  // namespace
}  // namespace server

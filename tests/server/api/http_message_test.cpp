#include "server/api/http_message.h"

#include <gtest/gtest.h>

namespace server {
namespace {

TEST(TargetTest, DecodesPathAndQueryOnce) {
  HttpRequest request;
  ASSERT_TRUE(parse_target("/api/games?player=%E6%9E%97&limit=5&flag&x=%2526", request));
  EXPECT_EQ(request.path, "/api/games");
  EXPECT_EQ(request.query["player"], "林");
  EXPECT_EQ(request.query["limit"], "5");
  EXPECT_EQ(request.query["flag"], "");
  EXPECT_EQ(request.query["x"], "%26");
  ASSERT_TRUE(parse_target("/%2e%2e/x", request));
  EXPECT_EQ(request.path, "/../x");
}

TEST(TargetTest, RefusesTooManyFields) {
  const auto target = [](int fields) {
    std::string text = "/?f=0";
    for (int i = 1; i < fields; ++i) text += "&f=0";
    return text;
  };
  HttpRequest request;
  EXPECT_TRUE(parse_target(target(32), request));
  EXPECT_FALSE(parse_target(target(33), request));
}

TEST(TargetTest, RefusesBrokenEscapes) {
  for (const char* target : {"/%", "/%2", "/%zz", "/%+1", "/%00", "/?a=%", "", "x", "*", "http://x/"}) {
    HttpRequest request;
    EXPECT_FALSE(parse_target(target, request)) << target;
  }
}

}  // namespace
}  // namespace server

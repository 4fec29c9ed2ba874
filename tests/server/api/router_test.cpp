#include "server/api/router.h"

#include <gtest/gtest.h>

namespace server {
namespace {

/// Answers with its name and what stood at the stars.
Router::Handler named(const std::string& name) {
  return [name](const HttpRequest&, const Router::Segments& stars, const Respond& respond) {
    std::string body = name;
    for (const std::string& star : stars) body += ' ' + star;
    respond({.body = body});
  };
}

class RouterTest : public testing::Test {
 protected:
  RouterTest() {
    router.add("GET", "/", named("home"));
    router.add("GET", "/api/games/featured", named("featured"));
    router.add("GET", "/api/games/*", named("game"));
    router.add("POST", "/api/games/*/analysis", named("analyse"));
    router.add("GET", "/api/games/*/analysis", named("analysis"));
    router.add("POST", "/api/import", named("import"), 1'000);
    router.otherwise([](const HttpRequest&, const Respond& respond) { respond({.body = "page"}); });
  }

  HttpResponse ask(const std::string& method, const std::string& path) const {
    HttpResponse answer;
    router.serve({.method = method, .path = path}, [&](HttpResponse response) { answer = response; });
    return answer;
  }

  Router router;
};

TEST_F(RouterTest, TheMethodAndThePatternDecide) {
  EXPECT_EQ(ask("GET", "/").body, "home");
  EXPECT_EQ(ask("GET", "/api/games/abc").body, "game abc");
  EXPECT_EQ(ask("GET", "/api/games/abc/analysis").body, "analysis abc");
  EXPECT_EQ(ask("POST", "/api/games/abc/analysis").body, "analyse abc");
  EXPECT_EQ(ask("HEAD", "/api/games/abc").body, "game abc");
}

TEST_F(RouterTest, OfTwoPatternsTheFirstAnswers) {
  EXPECT_EQ(ask("GET", "/api/games/featured").body, "featured");
}

TEST_F(RouterTest, WhatNobodyAnswersIsAPageOrNothing) {
  EXPECT_EQ(ask("GET", "/somewhere/else").body, "page");
  EXPECT_EQ(ask("GET", "/api/nothing").status, 404);
  EXPECT_EQ(ask("GET", "/api/games/abc/").status, 404);
  EXPECT_EQ(ask("GET", "/api").status, 404);
}

TEST_F(RouterTest, AnotherMethodIsToldWhichOnesThereAre) {
  const HttpResponse answer = ask("DELETE", "/api/games/abc/analysis");
  EXPECT_EQ(answer.status, 405);
  ASSERT_EQ(answer.headers.size(), 1u);
  EXPECT_EQ(answer.headers[0].second, "POST, GET, HEAD");
  EXPECT_EQ(ask("POST", "/somewhere").status, 405);
}

/// An area of the API, as main mounts them.
struct Area {
  void tell(const HttpRequest& request, Respond respond) { respond({.body = "told " + request.method}); }
  void tell_of(const HttpRequest&, const std::string& star, Respond respond) {
    respond({.body = "told of " + star});
  }
};

TEST_F(RouterTest, MemberFunctionsAnswerWithTheFirstStar) {
  Area area;
  router.add("POST", "/api/area", &area, &Area::tell, 5);
  router.add("GET", "/api/area/*/parts/*", &area, &Area::tell_of);
  EXPECT_EQ(ask("POST", "/api/area").body, "told POST");
  EXPECT_EQ(ask("GET", "/api/area/one/parts/two").body, "told of one");
  EXPECT_EQ(router.longest_body({.method = "POST", .path = "/api/area"}), 5u);
}

TEST_F(RouterTest, EachRouteHasItsLongestBody) {
  const auto longest = [&](const std::string& method, const std::string& path) {
    return router.longest_body({.method = method, .path = path});
  };
  EXPECT_EQ(longest("POST", "/api/import"), 1'000u);
  EXPECT_EQ(longest("GET", "/api/import"), Router::kLongestBody);
  EXPECT_EQ(longest("POST", "/api/games/abc/analysis"), Router::kLongestBody);
  EXPECT_EQ(longest("POST", "/nowhere"), Router::kLongestBody);
}

TEST_F(RouterTest, ABodyIsJsonUnlessAPathSaysOtherwise) {
  router.add("POST", "/api/any", [](const auto&, const auto&, const auto&) {});
  router.take_any_type("/api/any");
  EXPECT_TRUE(router.takes_any_type({.method = "POST", .path = "/api/any"}));
  EXPECT_FALSE(router.takes_any_type({.method = "GET", .path = "/api/any"}));
  EXPECT_FALSE(router.takes_any_type({.method = "POST", .path = "/api/any/"}));
  EXPECT_FALSE(router.takes_any_type({.method = "POST", .path = "/api/import"}));
}

}  // namespace
}  // namespace server

#include "server/bridge/detours.h"

#include <gtest/gtest.h>

namespace server::bridge {
namespace {

Json at_node(const std::string& name, const std::string& url = "") {
  Json error{{"t", "error"}, {"code", "elsewhere"}, {"node", name}, {"retryMs", 1'000}};
  if (!url.empty()) error["url"] = url;
  return error;
}

TEST(DetoursTest, GoesToTheServerThatKeepsTheRoom) {
  Detours detours(ServerUrl::read("ws://home:8080"), "g1");
  EXPECT_EQ(detours.home().target, "/ws?room=g1");
  const auto by_name = detours.follow(at_node("b"), Clock::now());
  ASSERT_TRUE(by_name);
  EXPECT_EQ(by_name->target, "/ws?room=g1&node=b");
  EXPECT_EQ(by_name->url.host, "home");
  const auto by_url = detours.follow(at_node("b", "http://other:8081"), Clock::now());
  ASSERT_TRUE(by_url);
  EXPECT_EQ(by_url->target, "/ws?room=g1");
  EXPECT_EQ(by_url->url.host, "other");
}

TEST(DetoursTest, FollowsTwoHintsAtOnce) {
  Detours detours(ServerUrl::read("ws://home"), "g1");
  const auto now = Clock::now();
  EXPECT_TRUE(detours.follow(at_node("a"), now));
  EXPECT_TRUE(detours.follow(at_node("b"), now));
  EXPECT_FALSE(detours.follow(at_node("a"), now + std::chrono::seconds(4)));
  EXPECT_TRUE(detours.follow(at_node("a"), now + std::chrono::seconds(5)));
  detours.found();
  EXPECT_TRUE(detours.follow(at_node("b"), now + std::chrono::seconds(5)));
  EXPECT_TRUE(detours.follow(at_node("a"), now + std::chrono::seconds(5)));
}

TEST(DetoursTest, DoesNotLeaveTlsNorTheWordsOfAUrl) {
  Detours detours(ServerUrl::read("wss://home"), "g1");
  const auto plain = detours.follow(at_node("b", "http://other"), Clock::now());
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->url.host, "home") << "by its name";
  EXPECT_FALSE(detours.follow(at_node("b&room=g2"), Clock::now()));
  EXPECT_FALSE(detours.follow(at_node(""), Clock::now()));
}

}  // namespace
}  // namespace server::bridge

#include "server/push/notice.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/push/message.h"

namespace server::push {
namespace {

storage::PushMessage message(const std::string& kind, const std::string& language) {
  storage::PushMessage message;
  message.key = {"token", kind, "aB3dE9xQ"};
  message.game = "gomoku";
  message.name = "Lin \"五\"";
  message.to.language = language;
  return message;
}

TEST(NoticeTest, SaysWhatThereIsInTheLanguageOfTheBrowser) {
  const auto notice_in = [](const std::string& language) {
    return nlohmann::json::parse(notice(message("turn", language)));
  };
  EXPECT_EQ(notice_in("en"), nlohmann::json({{"title", "It is your move"},
                                             {"body", "Gomoku · Lin \"五\""},
                                             {"tag", "turn aB3dE9xQ"},
                                             {"path", "/aB3dE9xQ"}}));
  EXPECT_EQ(nlohmann::json::parse(notice(message("challenge", "en")))["path"], "/") << "it has no room";
  EXPECT_EQ(notice_in("zh-Hans")["title"], "轮到您了");
  EXPECT_EQ(notice_in("zh-Hant")["title"], "輪到您了");
  EXPECT_EQ(notice_in("xx")["title"], "It is your move");
}

TEST(NoticeTest, FitsIntoAMessage) {
  storage::PushMessage longest = message("challenge", "zh-Hans");
  longest.name = std::string(200, '"');
  EXPECT_LT(notice(longest).size(), kMaxMessage / 4);
}

TEST(NoticeTest, ATopicIsOfOneGameAndTellsNothingOfIt) {
  const storage::PushKey key{"token", "turn", "aB3dE9xQ"};
  EXPECT_EQ(topic(key).size(), 32u);
  EXPECT_EQ(topic(key), topic({"other token", "turn", "aB3dE9xQ"}));
  EXPECT_NE(topic(key), topic({"token", "round", "aB3dE9xQ"}));
  EXPECT_NE(topic(key), topic({"token", "turn", "bB3dE9xQ"}));
  EXPECT_EQ(topic(key).find("aB3dE9xQ"), std::string::npos);
}

}  // namespace
}  // namespace server::push

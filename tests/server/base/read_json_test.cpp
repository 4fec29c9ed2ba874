#include "server/base/read_json.h"

#include <gtest/gtest.h>

#include "tests/server/bombs.h"
#include "tests/server/cost.h"

namespace server {
namespace {

using Json = nlohmann::json;

std::string message(std::string_view text) {
  const auto json = read_json(text);
  return json ? "" : json.error().message;
}

TEST(ReadJsonTest, ReadsWhatTheLibraryReads) {
  for (const char* text :
       {"null", "true", "-7", "18446744073709551615", "0.25", "\"\\u6797\"", "[]", "{}",
        "[1,[2,{}],[[]],\"\"]", R"({"a":{"b":[1,2,{"c":null}],"d":{}},"a2":[{},{"e":false}]})",
        R"({"twice":1,"twice":[2]})"}) {
    const auto json = read_json(text);
    ASSERT_TRUE(json) << text;
    EXPECT_EQ(*json, Json::parse(text)) << text;
  }
}

TEST(ReadJsonTest, SaysWhereItIsNoJson) {
  const auto json = read_json("{\"a\": x}");
  ASSERT_FALSE(json);
  EXPECT_EQ(json.error().message, "this is no JSON");
  EXPECT_EQ(json.error().byte, 7u);
  for (const char* text : {"", "{", "[1", "{}x", "{1:2}", "\"\xff\"", "1e999", "NaN"})
    EXPECT_EQ(message(text), "this is no JSON") << text;
}

TEST(ReadJsonTest, BoundsDepthAndMembers) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(message(nested(8)), "");
  EXPECT_EQ(message(nested(9)), "the document is nested too deep");
  const auto members = [](int count) {
    std::string text = "{\"0\":0";
    for (int i = 1; i < count; ++i) text += ",\"" + std::to_string(i) + "\":0";
    return '[' + text + "}," + text + "}]";
  };
  EXPECT_EQ(message(members(64)), "");
  EXPECT_EQ(message(members(65)), "an object has too many members");
}

TEST(ReadJsonTest, TwiceTheTextCostsTwiceAsMuch) {
  constexpr std::size_t kBytes = 128 << 10;
  for (const Bomb& bomb : json_bombs()) {
    const auto cost = [&](std::size_t bytes) {
      const std::string text = bomb.make(bytes);
      return usual_cost(
          time_of_this_thread, [&] { (void)read_json(text); }, 3);
    };
    expect_at_most_doubled(cost, kBytes, bomb.name);
  }
}

}  // namespace
}  // namespace server

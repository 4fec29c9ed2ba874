#include "engine/cli/rules.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace {

using nlohmann::json;

std::vector<json> answers(const std::string& lines) {
  std::istringstream in(lines);
  std::ostringstream out;
  engine::cli::serve_rules(in, out);
  std::vector<json> answers;
  std::istringstream text(out.str());
  for (std::string line; std::getline(text, line);) answers.push_back(json::parse(line));
  return answers;
}

json answer(const json& request) {
  return answers(request.dump() + "\n").at(0);
}

TEST(Rules, TellsThePositionAndItsMoves) {
  const json told = answer({{"game", "xiangqi"}, {"moves", {"h2e2", "h9g7"}}});
  EXPECT_EQ(told["ok"], true);
  EXPECT_EQ(told["turn"], "first");
  EXPECT_EQ(told["pos"], "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
  EXPECT_EQ(told["check"], false);
  EXPECT_TRUE(told["outcome"].is_null());
  EXPECT_TRUE(std::is_sorted(told["legal"].begin(), told["legal"].end()));
  EXPECT_EQ(told["notation"]["wxf"], json::array({"C2=5", "H8+7"}));
  EXPECT_EQ(told["notation"]["zh"].size(), 2u);
}

TEST(Rules, TellsHowAGameEnded) {
  const json told =
      answer({{"game", "gomoku"}, {"moves", {"a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"}}});
  EXPECT_EQ(told["outcome"], json({{"winner", "first"}, {"reason", "five"}}));
  EXPECT_EQ(told["legal"], json::array());
}

TEST(Rules, TellsForbiddenPointsOfRenju) {
  const std::vector<std::string> cross = {"h7", "a1", "h9", "o1", "g8", "a15", "i8", "o15"};
  const json renju = answer({{"game", "gomoku"}, {"rule", "renju"}, {"moves", cross}});
  EXPECT_EQ(renju["forbidden"], json::array({"h8"}));
  EXPECT_EQ(std::count(renju["legal"].begin(), renju["legal"].end(), "h8"), 0);
  EXPECT_FALSE(answer({{"game", "gomoku"}, {"rule", "freestyle"}, {"moves", cross}}).contains("forbidden"));
}

TEST(Rules, ReadsOtherNotations) {
  EXPECT_EQ(answer({{"game", "xiangqi"}, {"moves", {"炮二平五", "H8+7"}}})["turn"], "first");
}

TEST(Rules, NamesTheLineThatIsWrongAndGoesOn) {
  const auto told = answers(
      "{\"game\":\"gomoku\"}\n\nno json\n[1]\n{\"game\":\"go\"}\n{\"game\":\"gomoku\",\"moves\":[1]}\n"
      "{\"game\":\"gomoku\",\"moves\":[\"h8\",\"h8\"]}\n{\"game\":\"gomoku\",\"pos\":\"x\"}\n"
      "{\"game\":7}\n{\"game\":\"gomoku\",\"size\":1.5}\n{\"game\":\"gomoku\"}\n");
  ASSERT_EQ(told.size(), 10u);
  EXPECT_EQ(told[0]["ok"], true);
  const std::vector<std::string> codes = {"bad_json", "bad_message", "not_found", "bad_message"};
  for (std::size_t i = 0; i < codes.size(); ++i)
    EXPECT_EQ(told[i + 1]["error"]["code"], codes[i]) << told[i + 1];
  EXPECT_EQ(told[1]["error"]["line"], 3);
  for (std::size_t i = 1; i < 9; ++i) EXPECT_EQ(told[i]["ok"], false);
  EXPECT_EQ(told[5]["error"]["line"], 7);
  EXPECT_NE(told[5]["error"]["message"].get<std::string>().find("Move 2 'h8'"), std::string::npos);
  EXPECT_EQ(told[9]["ok"], true);
}

TEST(Rules, SurvivesHostileLines) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const std::string long_line = "{\"game\":\"" + std::string(2 << 20, 'x') + "\"}";
  const auto told =
      answers(deep + "\n{\"game\":" + deep + "}\n" + long_line + "\n\xff\xfe\n{\"game\":\"\\ud800\"}\n" +
              std::string("{\"game\":\"a\0b\"}\n", 15) + "{\"game\":\"gomoku\",\"moves\":[\"\\u0000\"]}\n" +
              "{\"game\":\"gomoku\"}");
  ASSERT_EQ(told.size(), 8u);
  EXPECT_EQ(told[2]["error"]["code"], "too_large");
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(told[i]["ok"], false) << i;
  EXPECT_EQ(told[7]["ok"], true) << "a last line needs no newline";
}

}  // namespace

#include "engine/cli/analyse.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace {

using nlohmann::json;

json analyse(const json& request) {
  std::istringstream in(request.dump() + "\n");
  std::ostringstream out;
  engine::cli::serve_analyse(in, out);
  return json::parse(out.str());
}

TEST(Analyse, FindsAMateInOne) {
  const json told = analyse(
      {{"game", "xiangqi"}, {"pos", "4k4/4aR3/4N4/P8/9/9/9/3K5/9/9 w - - 0 1"}, {"limits", {{"depth", 4}}}});
  EXPECT_EQ(told["ok"], true);
  EXPECT_EQ(told["best"], "e7c8");
  EXPECT_EQ(told["score"], json({{"kind", "win"}, {"value", 1}}));
  EXPECT_EQ(told["pv"], json::array({"e7c8"}));
  for (const char* field : {"depth", "seldepth", "nodes", "ms"})
    EXPECT_TRUE(told[field].is_number_unsigned()) << field;
}

TEST(Analyse, TellsSeveralLines) {
  const json told = analyse(
      {{"game", "antireversi"}, {"limits", {{"depth", 3}}}, {"multipv", 3}, {"hash_mb", 1}, {"threads", 2}});
  EXPECT_EQ(told["lines"].size(), 3u);
  EXPECT_EQ(told["lines"][0]["score"], told["score"]);
}

TEST(Analyse, RefusesWhatItCannotDo) {
  const auto code = [](const json& request) { return analyse(request)["error"]["code"]; };
  EXPECT_EQ(code({{"game", "gomoku"}, {"limits", 5}}), "bad_message");
  EXPECT_EQ(code({{"game", "gomoku"}, {"limits", {{"depth", 0}}}}), "bad_message");
  EXPECT_EQ(code({{"game", "gomoku"}, {"limits", {{"nodes", -1}}}}), "bad_message");
  EXPECT_EQ(code({{"game", "gomoku"}, {"limits", {{"nodes", 1.5}}}}), "bad_message");
  EXPECT_EQ(code({{"game", "gomoku"}, {"limits", {{"nodes", UINT64_MAX}}}}), "bad_message");
  EXPECT_EQ(code({{"game", "gomoku"}, {"threads", 100000}}), "bad_message");
  EXPECT_EQ(code({{"game", "gomoku"}, {"level", 9}}), "bad_message");
  EXPECT_EQ(code({{"game", "gomoku"}, {"moves", {"a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"}}}),
            "game_over");
}

TEST(Analyse, EqualRequestsGetEqualAnswers) {
  const json request = {{"game", "gomoku"}, {"moves", {"h8", "i9"}}, {"limits", {{"nodes", 5000}}}};
  json a = analyse(request), b = analyse(request);
  a.erase("ms"), b.erase("ms");
  EXPECT_EQ(a, b);
}

}  // namespace

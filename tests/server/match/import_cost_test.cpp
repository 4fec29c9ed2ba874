#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "server/formats/game_file.h"
#include "server/match/imported_game.h"
#include "tests/server/bombs.h"
#include "tests/server/cost.h"

namespace server {
namespace {

constexpr TimePoint kNow{Millis(1'800'000'000'000)};

/// Files of games, or nearly.
const std::vector<Bomb>& file_bombs() {
  static const std::vector<Bomb> bombs{
      {"many tags",
       [](std::size_t bytes) {
         return numbered(bytes, [](const std::string& i) { return "[T" + i + " \"x\"]\n"; });
       }},
      {"the same tag", [](std::size_t bytes) { return repeated("[Red \"Lin\"]\n", bytes); }},
      {"a long tag",
       [](std::size_t bytes) { return "[Red \"" + std::string(bytes, 'x') + "\"]\n\n1. h2e2"; }},
      {"escapes in a tag", [](std::size_t bytes) { return "[Red \"" + repeated("\\\"", bytes) + "\"]\n"; }},
      {"variations in variations", [](std::size_t bytes) { return "1. h2e2 " + repeated("(", bytes); }},
      {"many variations", [](std::size_t bytes) { return "1. h2e2 " + repeated("(1. b2e2)", bytes); }},
      {"many comments", [](std::size_t bytes) { return "1. h2e2 " + repeated("{ }", bytes); }},
      {"a long comment", [](std::size_t bytes) { return "1. h2e2 {" + std::string(bytes, ' '); }},
      {"many lines", [](std::size_t bytes) { return repeated("\n", bytes); }},
      {"many moves", [](std::size_t bytes) { return repeated("h2e2 h9g7 e2h2 g7h9 ", bytes); }},
      {"many Chinese moves",
       [](std::size_t bytes) { return repeated("炮二平五 马8进7 炮五平二 马7退8 ", bytes); }},
      {"a long move", [](std::size_t bytes) { return "1. " + std::string(bytes, 'h'); }},
      {"move numbers", [](std::size_t bytes) { return repeated("1. ", bytes); }},
      {"many nodes", [](std::size_t bytes) { return "(;GM[4]SZ[15]" + repeated(";B[hh]", bytes) + ")"; }},
      {"many properties",
       [](std::size_t bytes) {
         return "(;GM[4]" + numbered(bytes, [](const std::string& i) { return "X[" + i + "]"; });
       }},
      {"trees in trees", [](std::size_t bytes) { return repeated("(;GM[4]", bytes); }},
      {"many values", [](std::size_t bytes) { return "(;GM[4]AB" + repeated("[hh]", bytes) + ")"; }},
      {"a long value", [](std::size_t bytes) { return "(;GM[4]PB[" + repeated("\\]", bytes); }},
      {"many fields",
       [](std::size_t bytes) {
         return "[DhtmlXQ]\n" + numbered(bytes, [](const std::string& i) {
                  return "[DhtmlXQ_" + i + "]x[/DhtmlXQ_" + i + "]\n";
                });
       }},
      {"open fields",
       [](std::size_t bytes) {
         return "[DhtmlXQ]\n" + numbered(bytes, [](const std::string& i) { return "[DhtmlXQ_" + i + "]"; });
       }},
      {"a long list of moves",
       [](std::size_t bytes) {
         return "[DhtmlXQ]\n[DhtmlXQ_movelist]" + repeated("7747706777477067", bytes) +
                "[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
       }},
      {"many fields without a name",
       [](std::size_t bytes) {
         return "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]" + repeated("[DhtmlXQ_[/DhtmlXQ", bytes);
       }},
      {"many elements without an end",
       [](std::size_t bytes) { return "<ChineseChessRecord>" + repeated("<Move >", bytes); }},
      {"many points",
       [](std::size_t bytes) { return "Piskvorky 15x15, 11:11, 0\n" + repeated("8,8,0\n", bytes); }},
      {"many moves of GGF",
       [](std::size_t bytes) {
         return "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]" +
                repeated("B[d3//1.00]", bytes) + ";)";
       }},
      {"many events",
       [](std::size_t bytes) {
         return R"({"game":"gomoku","time":{},"players":[{},{}],"ending":{},"events":[)" +
                repeated(R"({"v":1,"kind":"move","move":"h8","clock":[0,0],"periods":[0,0]},)", bytes) +
                "{}]}";
       }},
      {"many moves of JSON",
       [](std::size_t bytes) { return R"({"game":"gomoku","moves":")" + repeated("h8 ", bytes) + "\"}"; }},
  };
  return bombs;
}

class ImportCostTest : public testing::Test {
 protected:
  void try_as(const Bomb& bomb, const std::string& format, const std::string& game) {
    const std::string what = (format.empty() ? "any format" : format) + " with " + bomb.name;
    const auto cost = [&](std::size_t bytes) {
      constexpr std::size_t kMore = 1024;  // That a bomb may be longer than it was asked to be.
      const GameText text{.bytes = bomb.make(bytes - kMore), .format = format, .game = game};
      const double seconds = usual_cost(
          time_of_this_thread, [&] { (void)import_game(text, kNow); }, 3);
      dearest_ = std::max(dearest_, {seconds, what});
      return seconds;
    };
    expect_at_most_doubled(cost, kMaxGameText / 2, what);
  }

  std::pair<double, std::string> dearest_;
};

TEST_F(ImportCostTest, AFileOfTwiceTheSizeCostsTwiceAsMuch) {
  for (const auto* bombs : {&file_bombs(), &json_bombs()}) {
    for (const Bomb& bomb : *bombs) {
      try_as(bomb, "", "");
      try_as(bomb, "json", "");
      for (const GameFormat& row : game_formats()) try_as(bomb, std::string(row.id), std::string(row.game));
    }
  }
  std::cout << "the dearest: " << dearest_.second << ", " << dearest_.first * 1e3 << " ms\n";
}

}  // namespace
}  // namespace server

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "server/formats/game_file.h"
#include "server/match/imported_game.h"
#include "tests/server/bombs.h"
#include "tests/server/cost.h"
#include "tests/server/formats/binary_writers.h"
#include "tests/thorough.h"

namespace server {
namespace {

constexpr TimePoint kNow{Millis(1'800'000'000'000)};

/// What costs as much as an import of its size is paid for: all of it is moves.
const Bomb kMoves{"many Chinese moves",
                  [](std::size_t bytes) { return repeated("炮二平五 马8进7 炮五平二 马7退8 ", bytes); }};

/// A line of so many moves, and then moves in place of the one after it.
std::vector<FileNode> broom(std::size_t stick, std::size_t nodes, const std::vector<std::string>& moves) {
  std::vector<FileNode> all{{}};
  while (all.size() < nodes) {
    const std::size_t ply = std::min(all.size() - 1, stick);
    all.push_back({.move = moves[ply % moves.size()], .goes_on = ply < stick, .has_variation = ply >= stick});
  }
  return all;
}

std::string tree_of_xqf(std::size_t stick, std::size_t bytes) {
  constexpr std::size_t kHeader = 1024, kNode = 4;
  return write_xqf(
      {.version = 0x12, .nodes = broom(stick, (bytes - kHeader) / kNode, {"b0c2", "b9c7", "c2b0", "c7b9"})});
}

/// A line of a board.
std::string variation(int parent, int ply, int number) {
  std::string name = "DhtmlXQ_move";
  for (const int part : {parent, ply, number}) name += '_' + std::to_string(part);
  return '[' + name + "]7747[/" + name + "]\n";
}

/// Each leaves the one before a ply later; then all others leave the last of them where the game begins.
std::string variations_of_variations(std::size_t bytes) {
  constexpr int kLongest = 999;  // Plies.
  std::string text = "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n";
  for (int i = 1; text.size() < bytes; ++i)
    text += i < kLongest ? variation(i - 1, i + 1, i) : variation(kLongest - 1, 1, i);
  return text;
}

/// A record of half as many moves as plies are allowed, and then of moves that are taken back.
std::string record_of_takebacks(std::size_t bytes) {
  constexpr std::string_view kHorses[] = {"b0c2", "b9c7", "c2b0", "c7b9"};
  constexpr std::size_t kStick = 500;
  const auto event = [](std::string_view kind, std::size_t ply, std::size_t mover, const std::string& rest) {
    return fmt::format(R"({{"kind":"{}","ply":{},"by":"{}",{},"clock":[0,0],"periods":[0,0]}})", kind, ply,
                       mover % 2 == 0 ? "first" : "second", rest);
  };
  std::string text =
      R"({"game":"xiangqi","rule":"standard","players":[{},{}],"time":{},"ending":{"status":"finished"},"events":[)"
      R"({"kind":"start","ply":0,"clock":[0,0],"periods":[0,0]})";
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    const std::size_t ply = i < kStick ? i : kStick - i % 2;  // Before it.
    const bool goes_back = ply == kStick;
    text += ',' + (goes_back ? event("takeback", ply - 1, ply - 1, R"("detail":"1")")
                             : event("move", ply + 1, ply, fmt::format(R"("move":"{}")", kHorses[ply % 4])));
  }
  return R"({"record":)" + text + "]}}";
}

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
      kMoves,
      {"many Chinese moves without blanks",
       [](std::size_t bytes) { return repeated("炮二平五马8进7炮五平二马7退8", bytes); }},
      {"many moves that begin like rounds", [](std::size_t bytes) { return repeated("第平平平", bytes); }},
      {"many points without blanks",
       [](std::size_t bytes) {
         return "<database><games><game bresult=\"1\"><move>" + repeated("h8i9", bytes) +
                "</move></game></games></database>";
       }},
      {"names in brackets", [](std::size_t bytes) { return repeated("【红方】", bytes); }},
      {"words behind blank lines",
       [](std::size_t bytes) { return "1. 炮二平五 马8进7\n" + repeated("\n甲\n", bytes); }},
      {"takebacks", record_of_takebacks},
      {"a long move", [](std::size_t bytes) { return "1. " + std::string(bytes, 'h'); }},
      {"many signs", [](std::size_t bytes) { return "1. h2e2 " + std::string(bytes, '!'); }},
      {"words in lines", [](std::size_t bytes) { return "1. h2e2\n" + repeated("x y\n", bytes) + "h9g7"; }},
      {"words among brackets", [](std::size_t bytes) { return repeated("x{}", bytes) + " h2e2"; }},
      {"numbers that go back", [](std::size_t bytes) { return "2. h2e2 h9g7 " + repeated("1. 2. ", bytes); }},
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
      {"variations of variations", variations_of_variations},
      {"a bush of XQF", [](std::size_t bytes) { return tree_of_xqf(0, bytes); }},
      {"a broom of XQF", [](std::size_t bytes) { return tree_of_xqf(400, bytes); }},
      {"a broom of RenLib",
       [](std::size_t bytes) {
         return write_renlib(broom(6, bytes / 2, {"h8", "i9", "k2", "b4", "m5", "c12"}));
       }},
      {"many boards without fields",
       [](std::size_t bytes) {
         return repeated("[DHJHtmlXQ]", bytes) + "[DHJHtmlXQ_34]72427967[/DHJHtmlXQ_34]";
       }},
      {"many comments of boards",
       [](std::size_t bytes) {
         return "[DHJHtmlXQ][DHJHtmlXQ_34]72427967[/DHJHtmlXQ_34]" + repeated("[comment_", bytes);
       }},
      {"many lists of moves without one",
       [](std::size_t bytes) {
         return "[DhtmlXQ_movelist]" + repeated("77477062", bytes / 2) + "[/DhtmlXQ_movelist]" +
                repeated("[DhtmlXQ_movelist][/DhtmlXQ", bytes / 2);
       }},
      {"many moves of PFC without an end",
       [](std::size_t bytes) { return "<n version=\"2\">" + repeated("<n ", bytes); }},
      {"many moves of PFC in one",
       [](std::size_t bytes) { return "<n version=\"2\">" + repeated("<n ", bytes) + '>'; }},
      {"an archive of moves",
       [](std::size_t bytes) {
         constexpr std::size_t kEach = 40 << 10;
         std::vector<ZippedFile> files;  // Unpacked they are as long as a request may be.
         for (std::size_t unpacked = kEach; unpacked < 15 * bytes; unpacked += kEach)
           files.push_back({std::to_string(unpacked), repeated("b0c2 b9c7 c2b0 c7b9 ", kEach)});
         return write_zip(files);
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

/// In seconds.
double cost_of(const Bomb& bomb, std::size_t bytes, const std::string& format, const std::string& game) {
  constexpr std::size_t kMore = 1024;  // That a bomb may be longer than it was asked to be.
  const GameText text{.bytes = bomb.make(bytes - kMore), .format = format, .game = game};
  return usual_cost(
      time_of_this_thread, [&] { (void)import_game(text, kNow); }, 3);
}

class ImportCostTest : public testing::Test {
 protected:
  void try_as(const Bomb& bomb, const std::string& format, const std::string& game) {
    const std::string what = (format.empty() ? "any format" : format) + " with " + bomb.name;
    const auto cost = [&](std::size_t bytes) {
      const double seconds = cost_of(bomb, bytes, format, game);
      dearest_ = std::max(dearest_, {seconds, what});
      return seconds;
    };
    expect_at_most_doubled(cost, kMaxGameText / 2, what);
  }

  std::pair<double, std::string> dearest_;
};

TEST_F(ImportCostTest, AFileOfTwiceTheSizeCostsTwiceAsMuch) {
  const std::vector<GameFormat> formats(game_formats().begin(), game_formats().end());
  for (const auto* bombs : {&file_bombs(), &json_bombs()}) {
    for (const Bomb& bomb : *bombs) {
      try_as(bomb, "", "");
      try_as(bomb, "json", "");
      for (const GameFormat& row : some_of(formats)) try_as(bomb, std::string(row.id), std::string(row.game));
    }
  }
  std::cout << "the dearest: " << dearest_.second << ", " << dearest_.first * 1e3 << " ms\n";
}

TEST(FindGamesTest, PlaysNoMoreThanALargeGame) {
  const std::string bush = tree_of_xqf(0, 120'000);  // 30,000 moves.
  const auto found = find_games({.bytes = write_zip({{"a", bush}, {"b", bush}, {"c", bush}})}, 50);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->count, 3U);
  EXPECT_EQ(found->games.size(), 2U);
}

// Imports are paid by their size alone. A node of XQF has four bytes where a move of a text has ten.
TEST_F(ImportCostTest, NoFileIsMuchDearerThanMoves) {
  for (const Bomb& bomb : file_bombs()) {
    SCOPED_TRACE(bomb.name);
    const auto times_as_dear = [&] {
      return cost_of(bomb, kMaxGameText, "", "") / cost_of(kMoves, kMaxGameText, "", "");
    };
    expect_at_most(times_as_dear, 7);
  }
}

}  // namespace
}  // namespace server

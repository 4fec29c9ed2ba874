#include "server/formats/game_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/formats/spent_times.h"

namespace server {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A game by its moves, each of which took a second and a half.
PlayedGame played(const char* game, const char* rule, std::vector<std::string> moves, const char* result) {
  PlayedGame played{.game = game, .rule = rule, .names = {"Lin", "Mei"}, .at = 1'731'900'000'123};
  played.spent.assign(moves.size(), 1'500);  // 2024-11-18 03:20:00 UTC
  played.moves = std::move(moves);
  played.result = result;
  return played;
}

std::string as(std::string_view format, const PlayedGame& game, PgnNotation notation = PgnNotation::iccs) {
  return write_game(format, game, notation).value().text;
}

TEST(GameFileTest, XiangqiAsPgn) {
  const PlayedGame game = played("xiangqi", "standard", {"h2e2", "h9g7", "h0g2"}, "first");
  const std::string tags =
      "[Game \"Chinese Chess\"]\n[Event \"Sanqi\"]\n[Date \"2024.11.18\"]\n[Red \"Lin\"]\n[Black \"Mei\"]\n"
      "[Result \"1-0\"]\n";
  EXPECT_EQ(as("pgn", game), tags + "[Format \"ICCS\"]\n\n1. H2-E2 H9-G7\n2. H0-G2 1-0\n");
  EXPECT_EQ(as("pgn", game, PgnNotation::wxf), tags + "[Format \"WXF\"]\n\n1. C2=5 H8+7\n2. H2+3 1-0\n");
  EXPECT_EQ(as("pgn", game, PgnNotation::zh),
            tags + "[Format \"Chinese\"]\n\n1. 炮二平五 马8进7\n2. 马二进三 1-0\n");
}

TEST(GameFileTest, PgnCountsOnWhereBlackBegins) {
  PlayedGame game = played("xiangqi", "standard", {"e9e8", "e0e1", "e8e9"}, "");
  game.start_pos = "4k4/9/9/9/4p4/9/4P4/9/9/4K4 b - - 0 1";
  EXPECT_THAT(as("pgn", game), HasSubstr("\n1... E9-E8\n2. E0-E1 E8-E9\n*\n"));
}

// What a fuzzer found: a date before 1678 overflowed the nanoseconds of the system's clock.
TEST(GameFileTest, GamesOfLongAgoKeepTheirDay) {
  PlayedGame game = played("xiangqi", "standard", {"h2e2"}, "");
  game.at = read_day("1013.11.18");
  EXPECT_THAT(as("pgn", game), HasSubstr("[Date \"1013.11.18\"]"));
}

TEST(GameFileTest, XiangqiAsDhtmlxq) {
  // 炮二平五 馬8進7: the cannon of file 8 from the left, the third rank from below.
  const std::string text = as("dhtmlxq", played("xiangqi", "standard", {"h2e2", "h9g7"}, "draw"));
  EXPECT_THAT(text, HasSubstr("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"));
  EXPECT_THAT(text,
              HasSubstr("[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383"
                        "[/DhtmlXQ_binit]"));
  EXPECT_THAT(text, HasSubstr("[DhtmlXQ_result]和棋[/DhtmlXQ_result]"));
}

// The title that is made of the names was asked who won, and the game came back with a result.
TEST(GameFileTest, ANameThatSaysWhoWonTellsNoResult) {
  for (const char* name : {"先胜", "先和", "先负"}) {
    PlayedGame game = played("xiangqi", "standard", {"h2e2", "h9g7"}, "");
    game.names = {name, "乙"};
    const std::string text = as("dhtmlxq", game);
    const auto again = read_game(text, "dhtmlxq", "xiangqi");
    ASSERT_TRUE(again) << name;
    EXPECT_EQ(again->result, "") << name;
    EXPECT_EQ(as("dhtmlxq", *again), text);
  }
}

TEST(GameFileTest, GomokuAsSgf) {
  // SGF counts ranks from above: the protocol's h8 is the centre either way, a1 is the corner below.
  EXPECT_EQ(as("sgf", played("gomoku", "freestyle", {"h8", "a1", "o15"}, "")),
            "(;FF[4]GM[4]CA[UTF-8]AP[Sanqi]SZ[15]RU[freestyle]DT[2024-11-18]PB[Lin]PW[Mei]RE[?];B[hh];W[ao];"
            "B[oa])\n");
}

TEST(GameFileTest, GomokuAsPsq) {
  EXPECT_EQ(as("psq", played("gomoku", "renju", {"h8", "a1"}, "second")),
            "Piskvorky 15x15, 11:11, 0\n8,8,1500\n1,15,1500\nLin\nMei\n-1\n2,Renju\n");
}

TEST(GameFileTest, PsqCannotTellOfASetUpPosition) {
  PlayedGame game = played("gomoku", "freestyle", {}, "");
  game.start_pos = std::string(225, '-') + " O";
  EXPECT_FALSE(write_game("psq", game));
}

TEST(GameFileTest, AntiReversiAsGgf) {
  EXPECT_THAT(as("ggf", played("antireversi", "standard", {"d3", "c3"}, "")),
              AllOf(testing::StartsWith(
                        "(;GM[Othello]PC[Sanqi]DT[2024-11-18 03:20:00 GMT]PB[Lin]PW[Mei]RE[?]TY[8a]BO[8 "),
                    HasSubstr("O*------*O"), testing::EndsWith(" *]B[D3//1.500]W[C3//1.500];)\n")));
}

TEST(GameFileTest, GgfOfASmallerBoardNamesItsSize) {
  const std::string text = as("ggf", played("antireversi", "6x6", {"b3", "pass"}, ""));
  EXPECT_THAT(text, HasSubstr("TY[6a]BO[6 --------------O*----*O-------------- *]B[B3//1.500]"));
  PlayedGame resigned = played("antireversi", "4x4", {"b1"}, "first");
  resigned.reason = "resign";
  EXPECT_THAT(as("ggf", resigned), HasSubstr("RE[+16.00:r]"));
}

// Who resigns may have fewer discs: the result was once counted on the board, and gave him the game.
TEST(GameFileTest, GgfTellsWhoResigned) {
  PlayedGame game = played("antireversi", "standard", {"d3"}, "first");
  game.reason = "resign";
  EXPECT_THAT(as("ggf", game), HasSubstr("RE[+64.00:r]"));
  game.result = "second";
  game.reason = "timeout";
  EXPECT_THAT(as("ggf", game), HasSubstr("RE[-64.00:t]"));
}

TEST(GameFileTest, TranscriptsAreMovesAlone) {
  EXPECT_EQ(as("transcript", played("antireversi", "standard", {"d3", "pass", "c3"}, "")), "d3c3\n");
  EXPECT_EQ(as("transcript", played("gomoku", "freestyle", {"h8", "i10"}, "")), "h8i10\n");
  EXPECT_EQ(as("transcript", played("gomoku", "caro", {"h8"}, "")), "rule caro\nh8\n");
  EXPECT_EQ(as("transcript", played("xiangqi", "standard", {"h2e2", "h9g7"}, "")), "h2e2 h9g7\n");
}

TEST(GameFileTest, NamesCannotBreakOut) {
  PlayedGame game = played("gomoku", "freestyle", {}, "");
  game.names = {"a]b\\c", "1,2,3"};
  EXPECT_THAT(as("sgf", game), HasSubstr("PB[a\\]b\\\\c]"));
  EXPECT_THAT(as("psq", game), HasSubstr("\n1，2，3\n")) << "not a move";
  PlayedGame xiangqi = played("xiangqi", "standard", {}, "");
  xiangqi.names = {"[/DhtmlXQ_red]", "b\"\\"};
  EXPECT_THAT(as("dhtmlxq", xiangqi), HasSubstr("[DhtmlXQ_red]［/DhtmlXQ_red][/DhtmlXQ_red]"));
  EXPECT_THAT(as("pgn", xiangqi), HasSubstr("[Black \"b\\\"\\\\\"]"));
}

TEST(GameFileTest, AGameHasTheFormatsOfItsKind) {
  const PlayedGame game = played("gomoku", "freestyle", {}, "");
  EXPECT_FALSE(write_game("pgn", game));
  EXPECT_FALSE(write_game("", game));
}

TEST(SpentTimesTest, ATakebackTakesItsTimesBack) {
  const auto event = [](const char* kind, int ply, storage::Millis spent) {
    storage::Event event;
    event.kind = storage::event_kind(kind);
    event.ply = ply;
    event.spent = spent;
    return event;
  };
  EXPECT_THAT(spent_times({event("start", 0, 0), event("move", 1, 10), event("move", 2, 20),
                           event("offer", 2, 0), event("takeback", 1, 0), event("move", 2, 30)}),
              testing::ElementsAre(10, 30));
}

}  // namespace
}  // namespace server

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "server/base/utf8.h"
#include "server/formats/dhtmlxq.h"
#include "server/formats/encoding.h"
#include "server/formats/game_file.h"
#include "server/formats/ggf.h"
#include "server/formats/pgn.h"
#include "server/formats/properties.h"
#include "server/formats/psq.h"
#include "server/formats/record_json.h"
#include "server/formats/result_words.h"
#include "server/formats/sgf.h"

/// Files as other programs write them, and what is wrong with some.
namespace server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

PlayedGame read(std::string_view text, std::string_view game = "") {
  auto read = read_game(text, detect_format(text), game);
  if (read) return *std::move(read);
  ADD_FAILURE() << read.error().message << "\nin:\n" << text;
  return {};
}

BadText refused(std::string_view text, std::string_view game = "") {
  const auto read = read_game(text, detect_format(text), game);
  if (!read) return read.error();
  ADD_FAILURE() << "was read:\n" << text;
  return {};
}

// ---- PGN -------------------------------------------------------------------------------------------------

TEST(ReadPgnTest, ReadsTheThreeNotations) {
  const std::vector<std::string> moves{"h2e2", "h9g7", "h0g2", "i9h9"};
  for (const char* text :
       {"1. H2-E2 H9-G7 2. H0-G2 I9-H9", "1. h2e2 h9g7 2. h0g2 i9h9", "1. C2=5 H8+7 2. H2+3 R9=8",
        "1. 炮二平五 马8进7\n2. 马二进三 车9平8", "1. 炮二平五 馬８進７\n2. 傌二進三 車９平８",
        "1.炮二平五 马8进7 2.马二进三 车9平8", "１、炮二平五 马8进7 ２、马二进三 车9平8",
        "1. C2=5 h9g7 2. 马二进三 I9-H9"}) {
    EXPECT_EQ(read(text, "xiangqi").moves, moves) << text;
  }
}

TEST(ReadPgnTest, ReadsTags) {
  const PlayedGame game = read(
      "[Game \"Chinese Chess\"]\r\n[Event \"五羊杯\"]\n[Date \"1999.12.??\"]\n[Red \"胡荣华\"]\n"
      "[Black \"a \\\"b\\\" \\\\\"]\n[Result \"0-1\"]\n[Termination \"resign\"]\n\n1. C2=5 0-1\n");
  EXPECT_THAT(game.names, ElementsAre("胡荣华", "a \"b\" \\"));
  EXPECT_EQ(game.event, "五羊杯");
  EXPECT_EQ(game.at, 944'006'400'000);  // 1999-12-01
  EXPECT_EQ(game.result, "second");
  EXPECT_EQ(game.reason, "resign");
}

// PlayOK writes a point for the level sign and black in small letters; and 25.6 is a move, not the number of
// one.
TEST(ReadPgnTest, ReadsWhatPlayOkWrites) {
  const PlayedGame game = read(
      "[Event \"?\"]\n[NetContext \"PlayOK\"]\n[White \"lin\"]\n[Black \"mei\"]\n[Result \"1/2-1/2\"]\n\n"
      "1. C2.5 h8+7 2. H2+3 r9.8 1/2-1/2\n");
  EXPECT_THAT(game.moves, ElementsAre("h2e2", "h9g7", "h0g2", "i9h9"));
  EXPECT_THAT(game.names, ElementsAre("lin", "mei"));
  EXPECT_EQ(game.result, "draw");

  const PlayedGame tandem = read("[FEN \"4k4/9/9/4P4/4P4/9/9/9/9/3K5 w\"]\n\n1. 25.6 k5+1 2. P5+1");
  EXPECT_THAT(tandem.moves, ElementsAre("e5d5", "e9e8", "e6e7"));
}

TEST(ReadPgnTest, LeavesOutCommentsVariationsAndAnnotations) {
  const PlayedGame game = read(
      "% for programs\n{ before } 1. C2=5 $1 {a ) comment (} (1. C2=6 {(} (1. P3+1) H8+7) 1... H8+7!? ; to "
      "the "
      "end\n2. H2+3! *\n");
  EXPECT_THAT(game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
  EXPECT_EQ(game.result, "");
}

// h3e3 is h2e2 where ranks are counted from 1. e4e5 could be either; one move of the game tells.
TEST(ReadPgnTest, FindsOutWhereRanksAreCountedFrom) {
  EXPECT_THAT(read("1. e4e5 h10g8 2. h3e3", "xiangqi").moves, ElementsAre("e3e4", "h9g7", "h2e2"));
  EXPECT_THAT(read("1. e3e4 h9g7 2. h0g2", "xiangqi").moves, ElementsAre("e3e4", "h9g7", "h0g2"));
  EXPECT_THAT(read("1. h3e3 h8e8", "xiangqi").moves, ElementsAre("h2e2", "h7e7"))
      << "no move tells, the rules do";
}

// a2a3 is legal in either way by itself, and meant another pawn's square once the file counts from 1.
TEST(ReadPgnTest, AllRanksOfAFileAreCountedFromTheSame) {
  const std::string fen = "[FEN \"3k5/9/9/9/9/9/R8/9/R8/4K4 w\"]\n\n";
  EXPECT_THAT(read(fen + "1. e1e2 d10d9 2. a2b2").moves, ElementsAre("e0e1", "d9d8", "a1b1"));
  EXPECT_EQ(refused(fen + "1. e0e1 d9d8 2. a2b2").line, 3)
      << "there is no piece on a2 where ranks begin with 0";
}

TEST(ReadPgnTest, TellsHowTheRulesEndedTheGame) {
  const PlayedGame mate = read("[FEN \"3k5/4R4/9/9/9/9/9/9/9/R3K4 w\"]\n\n1. R9+9 1-0");
  EXPECT_EQ(mate.result, "first");
  EXPECT_EQ(mate.reason, "checkmate");
}

// Other servers have other rules for repetitions: what our judge calls a draw, they may play on.
TEST(ReadPgnTest, GoesOnWhereOurJudgeWouldSeeADraw) {
  std::string text = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n\n";
  for (int i = 1; i <= 4; ++i) text += "R9+1 K4+1 R9-1 K4-1 ";
  EXPECT_THAT(read(text).moves, SizeIs(16));
  EXPECT_EQ(read(text).result, "");
}

TEST(ReadPgnTest, NamesLineMoveAndReason) {
  const BadText bad = refused("[Red \"Lin\"]\n\n1. C2=5 H8+7\n2. 炮二平五 R9=8\n");
  EXPECT_EQ(bad.line, 4);
  EXPECT_EQ(bad.reason, "no_such_move");
  EXPECT_EQ(bad.message, "line 4: move 2 炮二平五: No piece can make that move.");
}

TEST(ReadPgnTest, RefusesWhatIsNoGame) {
  EXPECT_EQ(refused("[Red \"Lin\n\n").message, "line 1: a tag is written [Name \"value\"]");
  EXPECT_EQ(refused("[Red \"Lin\"]\n\n1. C2=5 {never\nends").message, "line 3: the comment does not end");
  EXPECT_EQ(refused("[Red \"Lin\"]\n\n1. C2=5 (1. C2=6").message, "line 3: the variation does not end");
  EXPECT_EQ(refused("[Red \"Lin\"]\n\n1. C2=5 ) 2.").reason, "syntax");
  EXPECT_EQ(refused("[FEN \"4k4/9/9 w\"]\n\n1. C2=5").reason, "syntax");
  EXPECT_EQ(refused("[FEN \"4k4/9/9 w\"]\n\n1. C2=5").line, 1);
  EXPECT_EQ(refused("[Red \"a\"]\n\n1. C2=5 *\n\n[Red \"b\"]\n\n1. C2=5 *\n").reason, "several_games");
  EXPECT_EQ(refused("[Red \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n").line, 3);
  EXPECT_EQ(refused("[Variant \"Crazyhouse\"]\n\n1. e4 *\n").message, "line 1: this is a game of Crazyhouse");
}

// XiangQi Wizard signs its files, writes black's moves on lines of their own, and indents with wide blanks.
TEST(ReadPgnTest, ReadsWhatStandsAroundTheMoves) {
  for (const char* text :
       {"[Game \"Chinese Chess\"]\n[Event \"\"]\n 1. 炮二平五\n     炮８平５\n *\n ======\n欢迎访问: (象棋) "
        "[x]\n",
        "1. 炮二平五　炮８平５ 红胜\nhttp://www.xqbase.com/",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n炮二平五\n炮８平５\n",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1, h2e2 h7e7, 1-0",
        "position startpos moves h2e2 h7e7",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h7e7",
        "[Event \"a \"b\" c\"]\n1. h2e2 h7e7"}) {
    const PlayedGame game = read(text);
    EXPECT_THAT(game.moves, ElementsAre("h2e2", "h7e7")) << text;
    EXPECT_EQ(game.start_pos, "") << text;
  }
  EXPECT_EQ(read("[Event \"a \"b\" c\"]\n1. h2e2").event, "a \"b\" c");
  EXPECT_EQ(read("1. 炮二平五 红胜").result, "first");
  EXPECT_EQ(read("[Result \"黑胜\"]\n1. 炮二平五").result, "second");
}

TEST(ReadPgnTest, ReadsTheNotationsOfOtherPrograms) {
  const std::vector<std::string> moves{"h2e2", "h9g7", "h0g2", "i9h9", "e2e6"};
  for (const char* text :
       {"[Variant \"Xiangqi\"]\n1. Che3 Hg8 2. Hg3 Rh10 3. Cxe7+", "1. Che3 Ng8 2. Ng3 Rh10 3. Ce7",
        "1. Che2 Hg7 2. Hg2 Rh9 3. Ce6", "1. Ch2-e2 Hh9-g7 2. Hh0-g2 Ri9-h9 3. Ce2xe6",
        "1. P2-5 M8.7 2. M2.3 X9-8 3. P5.4"}) {
    EXPECT_EQ(read(text).moves, moves) << text;
  }
  EXPECT_THAT(read("1. c5 g6 2. c6").moves, ElementsAre("c3c4", "g6g5", "c4c5")) << "pawns have no letter";
  EXPECT_EQ(refused("1. Rb1 Ra8").line, 1) << "neither chariot can go there";
}

TEST(ReadPgnTest, BracketsHoldWhatPeopleWriteInThem) {
  for (const char* text :
       {"1. h2e2 (注：好棋(妙)极) h7e7", "1. h2e2 (see Wang (1990) for this) h7e7",
        "1. h2e2 (注 {a)b} c) h7e7", "1. h2e2 (注\n[好棋]\n) h7e7",
        "[Annotator \"a\"]\n[Event \"x\"]\n[Event \"x\"]\n[White_Elo \"5\"]\n[红方 \"甲\"]\n1. h2e2 h7e7 *\n"
        "[www.xqbase.com]\n"}) {
    EXPECT_THAT(read(text, "xiangqi").moves, SizeIs(2)) << text;
  }
}

TEST(ReadPgnTest, ADayIsNotTakenForAnother) {
  EXPECT_TRUE(read_day("2024-01-31"));
  for (const char* day :
       {"2024-257-01", "2024-01-257", "2024-13-01", "2024--1-01", "2024-01-0", "2023-02-29"})
    EXPECT_FALSE(read_day(day)) << day;
}

TEST(ReadPgnTest, ReadsDaysInChinese) {
  for (const char* day : {"1990年5月3日", "19900503", "1990-5-3", "1990.05.03"})
    EXPECT_EQ(read("[Date \"" + std::string(day) + "\"]\n1. h2e2").at, 641'692'800'000) << day;
}

// "H8+7 !" lost its sign, and "炮二平五！" refused the game.
TEST(ReadPgnTest, SignsMayStandApartOrBeWide) {
  const auto game = read_pgn("! 1. 炮二平五！ 马8进7 !? 2. 马二进三？！ {x} ?? *");
  ASSERT_TRUE(game);
  ASSERT_EQ(game->tree.size(), 4U);
  EXPECT_THAT(game->tree[0].glyphs, testing::IsEmpty());
  EXPECT_THAT(game->tree[1].glyphs, ElementsAre(1));
  EXPECT_THAT(game->tree[2].glyphs, ElementsAre(5));
  EXPECT_THAT(game->tree[3].glyphs, ElementsAre(6, 4));
  EXPECT_EQ(game->tree[3].move.text, "马二进三");
}

TEST(ReadPgnTest, AResultMayBeInOtherWords) {
  const auto result = [](const std::string& text) {
    const auto game = read_pgn("[Result \"" + text + "\"]\n1. h2e2");
    return game->game.result + (game->notes.empty() ? "" : " noted") +
           (game->tags.empty() ? "" : ' ' + game->tags[0].second);
  };
  EXPECT_EQ(result(" 1-0 "), "first");
  EXPECT_EQ(result("红方中局胜"), "first");
  EXPECT_EQ(result("黑先负"), "first");
  EXPECT_EQ(result("双方议和"), "draw");
  EXPECT_EQ(result("*"), "");
  EXPECT_EQ(result("?"), "");
  EXPECT_EQ(result("Red wins"), " noted Red wins");
}

TEST(ReadSgfTest, AResultMayBeInOtherWords) {
  const auto result = [](const std::string& text) {
    const auto game = read_sgf("(;GM[4]RE[" + text + "];B[hh])");
    return game->game.result + (game->notes.empty() ? "" : " noted") +
           (game->tags.empty() ? "" : ' ' + game->tags[0].second);
  };
  EXPECT_EQ(result(" B+R"), "first");
  EXPECT_EQ(result("白胜"), "second");
  EXPECT_EQ(result("黑負"), "second");
  EXPECT_EQ(result("和棋"), "draw");
  EXPECT_EQ(result("Void"), "");
  EXPECT_EQ(result("?"), "");
  EXPECT_EQ(result("Some won"), " noted Some won");
  EXPECT_EQ(result("w"), "second");
  EXPECT_EQ(result("Both lost"), " noted Both lost") << "it began like black";
  EXPECT_EQ(result("White on time"), "second");
}

// "2007年4月" became the first of April.
TEST(ReadPgnTest, ADayThatIsKnownInPartIsNotAWholeOne) {
  for (const char* day : {"2024-01-31", "2024.1.31", "20240131", "2024年1月31日", "2024-01-31 18:05",
                          "2003.12.15_13:24:03.MST", "2003-12-15 13:24:03 GMT", "1998/11/02 "})
    EXPECT_TRUE(is_whole_day(day)) << day;
  for (const char* day : {"2007年4月", "1998 Nov", "1998.11", "1996-05,06", "1996-05-06,07", "1982.??.??",
                          "1982.11.??", "2007-04-01 to 2007-04-05", "2024-02-30", "199805", "1998", ""})
    EXPECT_FALSE(is_whole_day(day)) << day;
  EXPECT_EQ(partial_day("2007年4月"), "2007-04-??");
  EXPECT_EQ(partial_day("1998 Nov"), "1998-11-??");
  EXPECT_EQ(partial_day("1982.??.??"), "1982-?\?-??");
  EXPECT_EQ(partial_day("1996-05,06"), "1996-05-??");
  EXPECT_EQ(partial_day("1998"), "1998-?\?-??");
  EXPECT_EQ(partial_day("last year"), "");
  EXPECT_THAT(read_pgn("[Date \"2007年4月\"]\n1. h2e2")->tags, ElementsAre(std::pair("Date", "2007年4月")));
  EXPECT_THAT(read_pgn("[Date \"1990-5-3\"]\n1. h2e2")->tags, testing::IsEmpty());
  EXPECT_THAT(read_sgf("(;GM[4]DT[1996-05,06];B[hh])", 1)->tags,
              ElementsAre(std::pair("Date", "1996-05,06")));
}

TEST(ReadPgnTest, KeepsVariationsCommentsAndGlyphs) {
  const auto tree = read_pgn(
      "{start} 1. C2=5! {main\nline} (1. P3+1 {other} (1. H2+3) H8+7) (红方也可 飞相) 1... H8+7 $14 ; "
      "rest\n2. H2+3 *");
  ASSERT_TRUE(tree);
  const auto game = play_tree(*tree);
  ASSERT_TRUE(game);
  EXPECT_THAT(game->game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
  EXPECT_THAT(game->notes, testing::IsEmpty());
  ASSERT_EQ(game->tree.size(), 7U);
  const GameTree& nodes = game->tree;
  const TreeNode& cannon = nodes[nodes[GameTree::kRoot].first_child];
  EXPECT_EQ(nodes[GameTree::kRoot].comment, "start");
  EXPECT_EQ(cannon.comment, "main\nline\n红方也可 飞相");
  EXPECT_THAT(cannon.glyphs, ElementsAre(1));
  const TreeNode& pawn = nodes[cannon.next_sibling];
  EXPECT_EQ(pawn.move.text, "g3g4");
  EXPECT_EQ(pawn.comment, "other");
  EXPECT_EQ(nodes[pawn.next_sibling].move.text, "h0g2");
  EXPECT_EQ(nodes[pawn.first_child].move.text, "h9g7");
  EXPECT_EQ(nodes[cannon.first_child].comment, "rest");
  EXPECT_THAT(nodes[cannon.first_child].glyphs, ElementsAre(14));
}

TEST(ReadPgnTest, ACommentMayBeginWithASemicolon) {
  const auto game = read_pgn("1. C2=5 {;-) good} ; to the end of the line\n*");
  ASSERT_TRUE(game) << game.error().message;
  EXPECT_EQ(game->tree[1].comment, ";-) good\nto the end of the line");
}

TEST(ReadPgnTest, WhatFollowsTheResultIsTold) {
  for (const char* text :
       {"1. C2=5 1-0\nhttp://www.xqbase.com/", "1. C2=5 1-0 1. C2=4 0-1", "1. C2=5 *\n\n{a comment}"}) {
    const auto game = play_tree(*read_pgn(text));
    ASSERT_TRUE(game) << text;
    EXPECT_THAT(game->game.moves, ElementsAre("h2e2")) << text;
    ASSERT_THAT(game->notes, SizeIs(1)) << text;
    EXPECT_EQ(game->notes[0].reason, "after_result") << text;
    EXPECT_GT(game->notes[0].line, 0) << text;
  }
}

TEST(ReadPgnTest, WhatIsNotKeptIsTold) {
  const auto game = read_pgn(
      "[Event \"a\"]\n[Event \"b\"]\n[Result \"1-0\"]\n[Site 北京]\n[Round \"3\"]\n[Date \"2001.??.??\"]\n"
      "1. C2=5\n% an escape\n(1. C2=4 0-1) 0-1\n");
  ASSERT_TRUE(game);
  std::vector<std::string> reasons;
  for (const BadText& note : game->notes) reasons.push_back(note.reason);
  EXPECT_THAT(reasons, ElementsAre("tag", "words", "result"));
  EXPECT_EQ(game->notes[0].message, "line 2: Event stands here twice");
  EXPECT_THAT(game->tags, testing::UnorderedElementsAre(std::pair("Site", "北京"), std::pair("Round", "3"),
                                                        std::pair("Date", "2001.??.??")));
  EXPECT_EQ(game->tree[2].comment, "0-1") << "who wins in a variation";
}

// The one that stood first was kept, whatever it said, and the one that told of the game was lost without a
// word.
TEST(ReadPgnTest, ATagThatSaysNothingGivesWay) {
  const auto game = play_tree(
      *read_pgn("[FEN \"\"]\n[Red \"?\"]\n[Red \"Lin\"]\n[Black \"Wu\"]\n[Black \"Wu\"]\n[Black \"\"]\n"
                "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n1. R9+1 *\n"));
  ASSERT_TRUE(game);
  EXPECT_THAT(game->game.names, ElementsAre("Lin", "Wu"));
  EXPECT_NE(game->game.start_pos, "") << "from the usual position the move is legal as well";
  EXPECT_THAT(game->game.moves, ElementsAre("a0a1"));
  EXPECT_THAT(game->notes, SizeIs(0)) << "the same twice is no other value";
}

// Our rules end a game of perpetual check; its players went on.
TEST(ReadPgnTest, WhatFollowsARulingIsKept) {
  std::string text = "[FEN \"3k5/9/9/9/9/9/9/9/3p5/R3K4 w\"]\n\nR9+9 K4+1 R9-1 K4-1\n";
  for (int i = 1; i <= 4; ++i) text += "R9+1 K4+1 R9-1 K4-1\n";
  EXPECT_EQ(play_tree(*read_pgn(text))->game.result, "") << "its players saw no end";
  const auto game = play_tree(*read_pgn(text + "R9-3 *"));
  ASSERT_TRUE(game);
  EXPECT_FALSE(game->broken) << game->broken->message;
  EXPECT_THAT(game->game.moves, SizeIs(21));
  ASSERT_TRUE(game->ruled_end);
  EXPECT_EQ(game->ruled_end->reason, "perpetual_check");
  EXPECT_LT(game->ruled_end->plies, 20U);
  ASSERT_THAT(game->notes, SizeIs(1));
  EXPECT_EQ(game->notes[0].reason, "ruled_end");
}

TEST(ReadPgnTest, FensHaveDialects) {
  for (const char* fen : {"4k4/9/9/9/4p4/9/9/9/4G4/4K4 r - - 0 1", "4k4/9/9/9/4p4/9/9/9/4A4/4K4",
                          "4k4/9/9/9/4p4/9/9/9/4A4/4K4 W"})
    EXPECT_THAT(read("[FEN \"" + std::string(fen) + "\"]\n1. e1d2 e9e8").moves, ElementsAre("e1d2", "e9e8"))
        << fen;
  const auto game = play_tree(*read_pgn("[FEN \"4k4/9/9/9/4p4/9/9/9/4A4/4K4 w\"]\n1... e9e8"));
  EXPECT_THAT(game->game.moves, ElementsAre("e9e8")) << "the first move says who begins";
  EXPECT_EQ(game->notes[0].reason, "side");
}

TEST(ReadPgnTest, WhereRanksMayBeCountedFromEitherIsTold) {
  const auto game = play_tree(*read_pgn("[FEN \"3k5/9/9/9/9/9/9/R8/9/4K4 w\"]\n1. Ra4"));
  ASSERT_TRUE(game);
  EXPECT_THAT(game->game.moves, ElementsAre("a2a3"));
  ASSERT_THAT(game->notes, SizeIs(1));
  EXPECT_EQ(game->notes[0].reason, "ambiguous");
}

// A short game that the server had written itself came back with a doubt.
TEST(ReadPgnTest, WhatTheFileTellsOfItsMovesIsNotDoubted) {
  const std::string game =
      "[FEN \"1n1aka3/9/1r6b/C3p1pcn/2b5p/P1B5P/2PC2P2/4R4/4A4/1N2K1B2 w - - 6 26\"]\n1. P9+1";
  const auto untold = play_tree(*read_pgn(game));
  ASSERT_TRUE(untold);
  EXPECT_THAT(untold->game.moves, ElementsAre("a4a5"));
  ASSERT_THAT(untold->notes, SizeIs(1)) << "a pawn, or a cannon of Vietnam";
  const auto told = play_tree(*read_pgn("[Format \"WXF\"]\n" + game));
  EXPECT_EQ(told->game.moves, untold->game.moves);
  EXPECT_THAT(told->notes, testing::IsEmpty());
  const auto vietnamese = play_tree(*read_pgn("[Format \"WXF\"]\n1. P2=5 M2+3"));
  EXPECT_THAT(vietnamese->game.moves, ElementsAre("h2e2", "b9c7")) << "it is tried first, no more";
}

TEST(ReadPgnTest, AGameOfChessIsNamed) {
  EXPECT_EQ(refused("[White \"a\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *").message,
            "line 1: this is a game of chess");
}

TEST(ReadPgnTest, ChessIsNamedByItsMovesAndItsBoard) {
  const auto why = [](std::string_view text) { return read_game(text, "pgn", "").error().message; };
  const std::string tags = "[White \"A\"]\n[Black \"B\"]\n";
  EXPECT_EQ(why(tags + "1. Nf3 Nc6 2. e4 exd5 *"), "line 1: this is a game of chess");
  EXPECT_EQ(why(tags + "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. Rh7 *"),
            "line 1: this is a game of chess");
  EXPECT_EQ(why(tags + "[Variant \"Standard\"]\n1. e4 *"), "line 3: this is a game of chess");
  EXPECT_EQ(why(tags + "[ECO \"B01\"]\n1. e4 d5 2. e5 d4 *"), "line 1: this is a game of chess");
  EXPECT_EQ(why(tags + "[ECO \"B01\"]\n1. Sf3 Sc6 *"), "line 1: this is a game of chess");
  // Letters and ranks that are legal in Xiangqi are of Xiangqi.
  EXPECT_TRUE(read_game(tags + "1. Nc3 Nc8 *", "pgn", ""));
}

TEST(SplitGamesTest, FindsTheGamesOfAFile) {
  const auto count = [](std::string_view text) { return split_games(text, detect_format(text)).size(); };
  EXPECT_EQ(count("[Red \"a\"]\n1. C2=5 *\n\n[Red \"b\"]\n1. C2=5 *\n"), 2U);
  EXPECT_EQ(count("[Red \"a\"]\n\n[Red \"b\"]\n\n"), 2U) << "without a move";
  EXPECT_EQ(count("1. C2=5 1-0\n1. C2=5 0-1\n"), 2U) << "without a tag";
  EXPECT_EQ(count("1. C2=5 1-0\n１．C2=5 0-1\n"), 2U) << "with a wide number";
  EXPECT_EQ(count("1. C2=5 {\n[Red \"x\"]\n1-0\n1. } H8+7\n"), 1U) << "in a comment";
  const std::string open = "[Red \"a\"]\n1. C2=5 {\n\n", next = "[Red \"b\"]\n1. C2=5 *\n\n";
  EXPECT_EQ(count(open + next + next), 3U) << "after a comment that does not end";
  EXPECT_EQ(count(open + "[Red \"b\"]\n1. C2=5 {x} *\n"), 2U) << "before one that does";
  EXPECT_EQ(count(open + next + "}\n*\n"), 1U) << "in a comment with a blank line";
  EXPECT_EQ(count(open + next + next + "}\n*\n"), 3U);
  EXPECT_EQ(count("[Red \"a\"]\n1. C2=5\n=====\nhttp://x\n"), 1U);
  EXPECT_EQ(count("(;GM[4];B[hh]) (;GM[4]C[a ) ( \\] b];B[hi])\n"), 2U);
  EXPECT_EQ(count("2 (;GM[Othello]TY[8a];)(;GM[Othello]TY[8a];)"), 2U);
  EXPECT_EQ(count("[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]<br>"
                  "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]"),
            2U);
  EXPECT_EQ(count("Piskvorky 15x15, 0:0, 1\n8,8,1\n"), 1U);
  EXPECT_EQ(count(""), 1U);
  EXPECT_EQ(count("1. C2=5 H8+7\n2. H2+3\n1. C2=4\n"), 2U) << "without a result";
  EXPECT_EQ(count("1. C2=5\n1... H8+7\n2. H2+3\n"), 1U);
  const std::string_view prose = "Games of 2024, from www.example.com\n[Event \"x\"]\n1. C2=5 *\n";
  EXPECT_THAT(split_games(prose, "pgn"), ElementsAre(prose.substr(prose.find('[')))) << "words before them";
}

// ---- DhtmlXQ ---------------------------------------------------------------------------------------------

TEST(ReadDhtmlxqTest, ReadsWhatSitesWrap) {
  const PlayedGame game = read(
      "<div>[DhtmlXQ]<br>\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_red]王韋中[/DhtmlXQ_red]\n"
      "[DhtmlXQ_black]李[/DhtmlXQ_black]\n[DhtmlXQ_date]2026-08-31[/DhtmlXQ_date]\n[DhtmlXQ_result]紅勝[/"
      "DhtmlXQ_result]\n"
      "[DhtmlXQ_binit][/DhtmlXQ_binit]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n"
      "[DhtmlXQ_comment0]好[/DhtmlXQ_comment0]\n[DhtmlXQ_move_0_1_1]7062[/DhtmlXQ_move_0_1_1][/DhtmlXQ]</"
      "div>");
  EXPECT_THAT(game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
  EXPECT_THAT(game.names, ElementsAre("王韋中", "李"));
  EXPECT_EQ(game.result, "first");
  EXPECT_EQ(game.start_pos, "");
}

TEST(ReadDhtmlxqTest, ReadsPiecesInAnyOrderOfTheirKind) {
  const PlayedGame game = read(
      "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]"
      "[DhtmlXQ_movelist]77475041[/DhtmlXQ_movelist]");
  EXPECT_THAT(game.moves, ElementsAre("h2e2", "f9e8"));
}

TEST(ReadDhtmlxqTest, KeepsVariationsAndComments) {
  // Line 2 stands before line 1, which it leaves; line 3 leaves a line that there is not.
  const auto tree = read_dhtmlxq(
      "[DhtmlXQ]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_move_1_3_2]8967[/"
      "DhtmlXQ_move_1_3_2]\n"
      "[DhtmlXQ_move_0_2_1]12427967[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_move_9_1_3]1242[/DhtmlXQ_move_9_1_3]\n"
      "[DhtmlXQ_comment0]a||b[/DhtmlXQ_comment0][DhtmlXQ_comment1_2]c[/DhtmlXQ_comment1_2]"
      "[DhtmlXQ_comment1_1]main[/DhtmlXQ_time]");
  ASSERT_TRUE(tree);
  const auto game = play_tree(*tree);
  ASSERT_TRUE(game);
  const GameTree& nodes = game->tree;
  EXPECT_THAT(game->game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
  EXPECT_EQ(nodes[GameTree::kRoot].comment, "a\nb");
  const TreeNode& first = nodes[nodes[GameTree::kRoot].first_child];
  EXPECT_EQ(first.comment, "main");
  const TreeNode& other = nodes[nodes[first.first_child].next_sibling];
  EXPECT_EQ(other.move.text, "b7e7");
  EXPECT_EQ(other.comment, "c");
  EXPECT_EQ(nodes[other.first_child].move.text, "h0g2");
  EXPECT_THAT(game->notes, SizeIs(2)) << "line 3, and i0g2, which no piece can play";
}

TEST(ReadDhtmlxqTest, ReadsPagesAsTheyAre) {
  const std::string moves = "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]";
  EXPECT_THAT(read("[DhtmlXQ_movelist][/DhtmlXQ_movelist]<script>" + moves).moves, SizeIs(1))
      << "in a script";
  EXPECT_THAT(read("[DhtmlXQ_movelist][/DhtmlXQ_movelist][0_1_0]7747[/0_1_0]").moves, SizeIs(1));
  EXPECT_THAT(read("[DhtmlXQ_red]Lin\n" + moves).names, ElementsAre("Lin", "")) << "without a closing tag";
  EXPECT_THAT(refused("[DhtmlXQ_movelist]7646[/DhtmlXQ_movelist]").message, HasSubstr("no piece"))
      << "h3e3 where ranks are counted from 1";
  const std::string two =
      "[DhtmlXQ_title]a[/DhtmlXQ_title]" + moves + "[DhtmlXQ_title]b[/DhtmlXQ_title]" + moves;
  EXPECT_EQ(split_games(two, "dhtmlxq").size(), 2U) << "without an outer tag";
  EXPECT_THAT(read("[DhtmlXQ_movelist]7747\n 70<br>62\n7967[/DhtmlXQ_movelist]").moves, SizeIs(3))
      << "in lines";
  const auto noted = read_dhtmlxq("hello\n[DhtmlXQ]\n" + moves +
                                  "[DhtmlXQ_comment7]x[/DhtmlXQ_comment7][DhtmlXQ_place]y[/DhtmlXQ_place]");
  ASSERT_TRUE(noted);
  std::vector<std::string> messages;
  for (const BadText& note : noted->notes) messages.push_back(note.message);
  EXPECT_THAT(messages, ElementsAre("line 3: comment7 belongs to no move: x",
                                    "line 1: words around the board are left out"));
  EXPECT_THAT(noted->tags, ElementsAre(std::pair("place", "y")));
}

// The hidden part of a page has them, too, with nothing in them: the usual position was the start, where its
// first move is legal as well.
TEST(ReadDhtmlxqTest, AnEmptyFieldGivesWayToAFullOne) {
  const PlayedGame game = read(
      "[DhtmlXQ_red][/DhtmlXQ_red][DhtmlXQ_fen]<br>[/DhtmlXQ_fen][DhtmlXQ_movelist][/DhtmlXQ_movelist]\n"
      "[DhtmlXQ_red]Lin[/DhtmlXQ_red][DhtmlXQ_fen]3k5/9/9/9/9/9/9/9/9/R3K4 w[/DhtmlXQ_fen]"
      "[DhtmlXQ_movelist]0908[/DhtmlXQ_movelist]");
  EXPECT_THAT(game.names, ElementsAre("Lin", ""));
  EXPECT_NE(game.start_pos, "");
  EXPECT_THAT(game.moves, ElementsAre("a0a1"));
}

TEST(ReadDhtmlxqTest, ACommentThatStandsTwiceIsKept) {
  const auto game = read_dhtmlxq(
      "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_comment1]a[/DhtmlXQ_comment1]"
      "[DhtmlXQ_comment1]a[/DhtmlXQ_comment1][DhtmlXQ_comment1][/DhtmlXQ_comment1]"
      "[DhtmlXQ_comment1]b[/DhtmlXQ_comment1]");
  ASSERT_TRUE(game) << game.error().message;
  EXPECT_EQ(game->tree[1].comment, "a\nb");
}

TEST(ReadDhtmlxqTest, TheSideThatIsNamedLastWins) {
  for (const auto& [words, result] :
       {std::pair("红先黑胜", "second"), std::pair("黑先胜", "second"), std::pair("黑先红勝", "first"),
        std::pair("红先胜", "first"), std::pair("红先负", "second"), std::pair("先胜", "first"),
        std::pair("黑方负", "first"), std::pair("胜方：黑", "second")})
    EXPECT_EQ(result_in_text(words), result) << words;
}

// The field was dropped.
TEST(ReadDhtmlxqTest, AResultThatIsNotUnderstoodIsATag) {
  const auto of = [](const std::string& result) {
    return *read_dhtmlxq(
        "[DhtmlXQ_result]" + result + "[/DhtmlXQ_result][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]", 1);
  };
  EXPECT_THAT(of("打谱").tags, ElementsAre(std::pair("Result", "打谱")));
  for (const char* unknown : {"", "未知", "*"}) EXPECT_THAT(of(unknown).tags, testing::IsEmpty()) << unknown;
  for (const char* black : {"红方认输", "红方投降", "红超时", "后手胜", "黑胜(红超时)"})
    EXPECT_EQ(of(black).game.result, "second") << black;
  for (const char* red : {"黑方认输", "黑超時", "先手胜", "红胜(黑认输)"})
    EXPECT_EQ(of(red).game.result, "first") << red;
}

TEST(ReadDhtmlxqTest, ATitleSaysWhoWonUnlessItNamesPeople) {
  for (const auto& [title, result] :
       {std::pair("黑先胜", "second"), std::pair("残局，黑先勝", "second"), std::pair("3 黑先胜", "second"),
        std::pair("红先胜", "first"), std::pair("李黑先胜王红", "first"), std::pair("黑先和", "draw"),
        std::pair("许银川 先负 吕钦", "second")})
    EXPECT_EQ(result_in_title(title), result) << title;
}

TEST(ReadDhtmlxqTest, SaysWhatIsWrong) {
  EXPECT_EQ(refused("[DhtmlXQ]\n[/DhtmlXQ]").message, "there is no [DhtmlXQ_movelist]");
  EXPECT_EQ(refused("[DhtmlXQ]\n[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]").message,
            "line 2: a move is four digits: 774 is left out");
  EXPECT_EQ(refused("[DhtmlXQ_binit]1234[/DhtmlXQ_binit][DhtmlXQ_movelist][/DhtmlXQ_movelist]").reason,
            "syntax");
  EXPECT_EQ(refused("[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist]").line, 1);
}

// ---- SGF -------------------------------------------------------------------------------------------------

TEST(ReadSgfTest, ReadsWhatOthersWrite) {
  const PlayedGame game = read(
      "(;GM[4]FF[3]SZ[15:15]RU[Gomoku Renju]PB[a\\]b]PW[c:d]RE[B+Resign]DT[2001-02-03,04]C[a (comment; with]"
      ";B[hh]C[x](;W[hi];B[ii](;W[jj])(;W[kk]))(;W[aa];B[bb]))");
  EXPECT_EQ(game.rule, "renju");
  EXPECT_THAT(game.moves, ElementsAre("h8", "h7", "i7", "j6")) << "the first branch each time";
  EXPECT_THAT(game.names, ElementsAre("a]b", "c:d"));
  EXPECT_EQ(game.result, "first");
  EXPECT_EQ(game.reason, "resign");
}

TEST(ReadSgfTest, ReadsPointsWithNumbers) {
  EXPECT_THAT(read("(;GM[4]SZ[15];B[h8];W[H9])").moves, ElementsAre("h8", "h9"));
}

TEST(ReadSgfTest, ReadsSetUps) {
  const PlayedGame game = read("(;GM[4]SZ[19]AB[aa:bb]AW[sa]PL[W];W[ss];B[jj])");
  EXPECT_EQ(game.size, 19);
  EXPECT_EQ(game.start_pos.substr(18 * 19), "XX" + std::string(16, '-') + "O O")
      << "the upper rank is the last";
  EXPECT_EQ(game.start_pos.substr(17 * 19, 3), "XX-");
  EXPECT_THAT(game.moves, ElementsAre("s1", "j10"));
}

TEST(ReadSgfTest, ARectangleMayBeginAtAnyCorner) {
  const std::string start = read("(;GM[4]SZ[15]AB[aa:cb];W[hh])").start_pos;
  EXPECT_EQ(std::ranges::count(start, 'X'), 6);
  for (const std::string corners : {"cb:aa", "ca:ab", "ab:ca"})
    EXPECT_EQ(read("(;GM[4]SZ[15]AB[" + corners + "];W[hh])").start_pos, start) << corners;
}

TEST(ReadSgfTest, KeepsVariationsCommentsAndGlyphs) {
  const auto tree = read_sgf(
      "(;GM[5]5A[x]SZ[15]RE[B+Draw]GC[g]C[start];B[hh]C[one]TE[2](;W[hi];C[later];B[ii])(;W[aa]BM[1];B[tt])"
      ";;(;;W[ab]N[third]))");
  ASSERT_TRUE(tree);
  const auto game = play_tree(*tree);
  ASSERT_TRUE(game);
  const GameTree& nodes = game->tree;
  EXPECT_THAT(game->game.moves, ElementsAre("h8", "h7", "i7"));
  EXPECT_EQ(game->game.result, "draw");
  EXPECT_EQ(nodes[GameTree::kRoot].comment, "g\nstart");
  const TreeNode& first = nodes[nodes[GameTree::kRoot].first_child];
  EXPECT_EQ(first.comment, "one");
  EXPECT_THAT(first.glyphs, ElementsAre(3));
  const TreeNode& second = nodes[first.first_child];
  EXPECT_EQ(second.comment, "later") << "a node without a move";
  const TreeNode& other = nodes[second.next_sibling];
  EXPECT_EQ(other.move.text, "a15");
  EXPECT_THAT(other.glyphs, ElementsAre(2));
  EXPECT_EQ(nodes[other.next_sibling].comment, "third");
  EXPECT_TRUE(read_sgf("((B[hh])C[x];W[hi])")) << "without a node";
  ASSERT_THAT(game->notes, SizeIs(1)) << "a pass, in a variation alone";
  EXPECT_EQ(game->notes[0].reason, "pass");
}

TEST(ReadSgfTest, WhatIsNotKeptIsTold) {
  const auto game = read_sgf("(;GM[4]SZ[15]BR[3d];B[hh]LB[aa:x]\n;W[hi]LB[bb:y]BL[5];W[])");
  ASSERT_TRUE(game);
  std::vector<std::string> messages;
  for (const BadText& note : game->notes) messages.push_back(note.message);
  EXPECT_THAT(messages, ElementsAre("line 2: BL is left out, 1 in all", "line 1: LB is left out, 2 in all"));
  EXPECT_THAT(game->tags, ElementsAre(std::pair("BR", "3d")));
  const auto played = play_tree(*game);
  EXPECT_THAT(played->game.moves, ElementsAre("h8", "h7"));
  EXPECT_FALSE(played->broken);
  EXPECT_EQ(played->notes.back().message, "line 2: move 3 pass: a pass at the end is left out");
}

TEST(ReadSgfTest, WhereTheSizeIsNotToldThePointsDo) {
  EXPECT_EQ(read("(;GM[4];B[hh];W[hi])").size, 15);
  EXPECT_EQ(read("(;GM[4];B[hh];W[sa])").size, 19);
}

TEST(ReadSgfTest, WhereTheMainLineEndsAVariationDoesNotGoOn) {
  EXPECT_THAT(read("(;GM[4]SZ[15]RE[B+R];B[hh];W[hi](;C[White resigns])(;B[ii];W[jj];B[aa]))").moves,
              SizeIs(2));
  EXPECT_THAT(
      read("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_3_1]7967[/DhtmlXQ_move_0_3_1]")
          .moves,
      SizeIs(2));
}

TEST(ReadSgfTest, WordsAroundGamesAreWords) {
  EXPECT_THAT(read("hello :) look\n(;GM[4];B[hh])\nbye :)").moves, ElementsAre("h8"));
  EXPECT_THAT(read("(;GM[4]SZ[15];B[hh];PL[W]C[x];W[hi];B[ii])").moves, SizeIs(3)) << "PL after the start";
}

// Four megabytes of them took 170.
TEST(ReadSgfTest, AGameHasSoManyValues) {
  const auto with = [](std::size_t values) {
    std::string text = "(;GM[4]AB";
    for (std::size_t i = 1; i < values; ++i) text += "[aa]";
    return read_sgf(text + ")");
  };
  EXPECT_TRUE(with(kMostValues));
  EXPECT_EQ(with(kMostValues + 1).error().reason, "too_long");
}

TEST(ReadSgfTest, SaysWhatIsWrong) {
  EXPECT_EQ(refused("(;GM[1]SZ[19];B[dd])").message, "line 1: GM[1] is Go: Gomoku is GM[4]");
  EXPECT_EQ(refused("(;SZ[19]KM[6.5];B[dd])").reason, "unknown_game") << "komi";
  EXPECT_EQ(refused("(;GM[4]SZ[13])").reason, "size");
  EXPECT_EQ(refused("(;GM[4]\n;B[hh]\n;B[hi])").message, "line 3: move 2 h7: it is the other side's turn");
  EXPECT_EQ(refused("(;GM[4];B[hh];W[];B[ii])").reason, "pass");
  EXPECT_EQ(refused("(;GM[4];B[hh];W[hh])").reason, "occupied");
  EXPECT_EQ(refused("(;GM[4];B[zz])").reason, "off_board");
  EXPECT_EQ(refused("(;GM[4];B[hh];AW[aa])").reason, "setup");
  EXPECT_EQ(refused("(;GM[4];B[hh]").message, "line 1: the game does not end: a ')' is missing");
  EXPECT_EQ(refused("(;GM[4];B[hh").message, "line 1: the value does not end: a ']' is missing");
  EXPECT_EQ(refused("(;GM[4];B[hh])\n(;GM[4])").message, "this file has 2 games: say which one");
}

TEST(ReadSgfTest, KnowsTheRulesOfRenju) {
  const BadText bad =
      refused("(;GM[4]RU[renju];B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[lh];W[da];B[mh];W[ea];B[kh])");
  EXPECT_EQ(bad.reason, "game_over") << "white's five on the edge came first";
}

// ---- PSQ -------------------------------------------------------------------------------------------------

TEST(ReadPsqTest, ReadsTheOldAndTheNewEnd) {
  const PlayedGame old = read("Piskvorky 20x20, 11:11, 0\n10,10,500\n11,11\n-1\n");
  EXPECT_EQ(old.size, 20);
  EXPECT_THAT(old.moves, ElementsAre("j11", "k10"));
  EXPECT_THAT(old.spent, ElementsAre(500, 0));
  const PlayedGame recent = read("Piskvorky 15x15, 0:0, 1\n8,8,1\npbrain-a.exe\npbrain-b.exe\n-1\n2,Renju\n");
  EXPECT_THAT(recent.names, ElementsAre("pbrain-b.exe", "pbrain-a.exe")) << "the second player began";
  EXPECT_EQ(recent.rule, "renju");
  EXPECT_EQ(recent.result, "first") << "it won";
}

// Gomocup names the engine that won, not the side: an odd opening gives it the other one.
TEST(ReadPsqTest, AFiveOnTheBoardDecidesWhoWon) {
  std::string text = "Piskvorky 15x15, 11:11, 0\n";
  for (const char* move : {"8,8", "1,1", "9,8", "1,2", "10,8", "1,3", "11,8", "1,4"})
    text += std::string(move) + ",5\n";
  const std::string tail = "a\nb\n-1\n2,Freestyle1\n";
  EXPECT_EQ(read(text + "12,8,5\n" + tail).result, "first");
  EXPECT_EQ(read(text + "12,8,5\n" + tail).reason, "five");
  EXPECT_EQ(read(text + tail).result, "second");
  EXPECT_EQ(read(text + "a\nb\n-1\n2,Renju finals\n").rule, "renju");
  EXPECT_EQ(read(text + "a\nb\n-1\n2,Fastgame\n").result, "second");
}

// Six in a row win under freestyle alone: the game went on, so its rule was another one.
TEST(ReadPsqTest, TheMovesSayWhichRuleItMayBe) {
  std::string text = "Piskvorky 15x15, 11:11, 0\n";
  for (const char* move :
       {"1,1", "1,15", "2,1", "3,15", "3,1", "5,15", "5,1", "7,15", "6,1", "9,15", "4,1", "11,15"})
    text += std::string(move) + ",5\n";
  EXPECT_EQ(read(text).rule, "standard");
  EXPECT_EQ(read("Piskvorky 15x15, 11:11, 0\n1,1,5\n").rule, "freestyle");
}

TEST(ReadPsqTest, LinesThatAreNothingAreTold) {
  const auto game = read_psq("Piskvorky 15x15, 0:0, 0\n8,8,1\na\nb\n-1\nwhat is this\n0,Renju\n");
  ASSERT_TRUE(game);
  ASSERT_THAT(game->notes, SizeIs(1));
  EXPECT_EQ(game->notes[0].message, "line 6: this line is left out: what is this");
}

TEST(ReadPsqTest, ReadsOldRecords) {
  const PlayedGame game = read("Lin\nMei\n0,0,500\n19,19,20\n");
  EXPECT_THAT(game.moves, ElementsAre("a20", "t1"));
  EXPECT_THAT(game.names, ElementsAre("Lin", "Mei"));
  EXPECT_THAT(game.spent, ElementsAre(500, 20));
  EXPECT_EQ(game.size, 20);
  EXPECT_EQ(refused("Lin\nMei\n0,0,500\n20,0,5\n").line, 4);
}

TEST(ReadPsqTest, SaysWhatIsWrong) {
  EXPECT_EQ(refused("Piskvorky\n").line, 1);
  EXPECT_EQ(refused("Piskvorky 15x20, 1:1, 0\n").reason, "size");
  EXPECT_EQ(refused("Piskvorky 16x16, 1:1, 0\n").reason, "size");
  EXPECT_EQ(refused("Piskvorky 15x15, 1:1, 0\n8,8,1\n16,1,1\n").message,
            "line 3: this is no point of the board");
  EXPECT_EQ(refused("Piskvorky 15x15, 1:1, 0\n8,8,1\n8,8,1\n").message,
            "line 3: move 2 h8: A stone stands there already.");
}

// ---- GGF -------------------------------------------------------------------------------------------------

TEST(ReadGgfTest, ReadsWhatTheServerWrites) {
  const PlayedGame game = read(
      "1 "
      "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[edax]PW[Roxane]RB[2197.01]TI[05:00//02:00]TY[8a]"
      "RE[-64.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
      "B[f5/-6.00/1:02.50]W[D6//0.01]B[c3];)");
  EXPECT_THAT(game.moves, ElementsAre("f5", "d6", "c3"));
  EXPECT_THAT(game.spent, ElementsAre(62'500, 10, 0));
  EXPECT_EQ(game.start_pos, "");
  EXPECT_EQ(game.at, 1'071'494'643'000);
  EXPECT_EQ(game.event, "GGS/os");
  EXPECT_EQ(game.result, "second");
  EXPECT_EQ(game.reason, "resign");
}

TEST(ReadGgfTest, ATimeThatIsNoNumberIsNone) {
  EXPECT_THAT(read("(;GM[Othello]B[f5//nan]W[d6//inf]B[c3//-5];)").spent, ElementsAre(0, 0, 0));
  EXPECT_THAT(read("(;GM[Othello]B[f5//inf:-inf]W[d6//1e300:1e300];)").spent,
              ElementsAre(0, kLongestThought));
}

TEST(ReadGgfTest, KeepsKomiAndWhatSynchroGamesSay) {
  const auto game = read_ggf("(;GM[Othello]TY[s8r18a]KM[-2.5]KB[d3/-2.5/1]RB[1800]B[f5]W[d6];)");
  ASSERT_TRUE(game) << game.error().message;
  EXPECT_EQ(game->game.rule, "standard");
  EXPECT_THAT(game->tags,
              ElementsAre(std::pair("KM", "-2.5"), std::pair("KB", "d3/-2.5/1"), std::pair("RB", "1800")));
  EXPECT_EQ(play_main_line(*game)->moves, (std::vector<std::string>{"f5", "d6"}));
}

TEST(ReadGgfTest, SaysWhatIsWrong) {
  EXPECT_EQ(refused("(;GM[Othello]\nTY[7a]B[D3];)").message,
            "line 2: TY[7a]: there is no board of this size here");
  EXPECT_EQ(refused("(;GM[Othello]TY[8]B[F5];)").reason, "unknown_game");
  EXPECT_EQ(refused("(;GM[Othello]TY[8a]BO[8 *];)").reason, "syntax");
  EXPECT_EQ(refused("(;GM[Othello]TY[10a]BO[10 *];)").message,
            "line 1: BO[10: there is no board of this size here");
  EXPECT_EQ(refused("(;GM[Othello]B[F5]B[D6];)").reason, "not_your_turn");
  EXPECT_EQ(refused("(;GM[Othello]\nB[A1];)").message, "line 2: move 1 a1: a1 would flip nothing.");
}

// ---- transcripts -----------------------------------------------------------------------------------------

TEST(ReadTranscriptTest, FindsOutTheGame) {
  EXPECT_EQ(read("f5d6c3d3").game, "antireversi");
  EXPECT_EQ(read("h8i9 j10\n").game, "gomoku");
  EXPECT_EQ(read("h2e2 h9g7").game, "xiangqi");
  EXPECT_EQ(read("h2e2h9g7").game, "xiangqi");
  EXPECT_EQ(read("rule caro\nh8").rule, "caro");
  EXPECT_THAT(read_game("1. F5 d6 2. c3, d3", "transcript", "")->moves, ElementsAre("f5", "d6", "c3", "d3"));
  EXPECT_EQ(refused("hello").message, "these are moves of none of our games: say which game it is");
  EXPECT_EQ(refused("f5d6z9", "antireversi").line, 1);
}

// A transcript has no other way to tell the size of the board.
TEST(ReadTranscriptTest, KnowsTheUsualStartOfALargeBoard) {
  const PlayedGame game = read("pos " + std::string(361, '-') + " X\nj10k10", "gomoku");
  EXPECT_EQ(game.size, 19);
  EXPECT_EQ(game.start_pos, "");
}

TEST(ReadTranscriptTest, PutsPassesIn) {
  // Black has but one disc left to flip with; after e1 white cannot move.
  const PlayedGame game =
      read("pos " + std::string("--XO----") + std::string(56, '-') + " X\ne1", "antireversi");
  EXPECT_THAT(game.moves, ElementsAre("e1"));
  EXPECT_EQ(game.result, "second");
  const std::string two = "--XO----" + std::string(40, '-') + "XO------" + std::string(8, '-');
  EXPECT_THAT(read("pos " + two + " X\ne1c7", "antireversi").moves, ElementsAre("e1", "pass", "c7"));
}

// ---- limits and encodings --------------------------------------------------------------------------------

TEST(ReadGameTest, HasLimits) {
  std::string moves = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n\n";
  for (int i = 0; i < 251; ++i) moves += "R9+1 K4+1 R9-1 K4-1\n";
  const BadText bad = refused(moves);
  EXPECT_EQ(bad.reason, "too_long");
  EXPECT_EQ(bad.line, 253);
  EXPECT_EQ(refused(std::string(100'000, '('), "gomoku").reason, "syntax");
}

// As a document a record took thirty times its size.
TEST(ReadJsonTest, ARecordHasABound) {
  const auto with = [](std::size_t size) {
    const std::string_view begin = R"({"game":"gomoku","moves":"h8","note":")", end = R"("})";
    const std::string note(size - begin.size() - end.size(), 'x');
    return read_json_game(std::string(begin) + note + std::string(end), 1);
  };
  EXPECT_TRUE(with(std::size_t{1} << 20));
  EXPECT_EQ(with((std::size_t{1} << 20) + 1).error().reason, "too_long");
}

TEST(ReadGameTest, ShowsOnlySoMuchOfWhatIsWrong) {
  std::string word;
  for (int i = 0; i < 60'000; ++i) word += "棋";
  for (const std::string& text :
       {"(;GM[" + word + "])", "(;SZ[15];B[" + word + "])", "(;GM[Othello]TY[" + word + "])", "1. " + word,
        "[FEN \"" + word + "\"]\n1. C2.5", "[DhtmlXQ_movelist]" + word}) {
    const std::string message = refused(text).message;
    EXPECT_LE(message.size(), 300u) << text.substr(0, 20);
    EXPECT_TRUE(is_utf8(message)) << text.substr(0, 20);
  }
}

TEST(EncodingTest, KnowsUtf8) {
  for (const char* text : {"", "a", "é", "炮", "😀", "\xF4\x8F\xBF\xBF"}) EXPECT_TRUE(is_utf8(text)) << text;
  for (const char* text :
       {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF"})
    EXPECT_FALSE(is_utf8(text));
}

TEST(EncodingTest, ReadsGb18030) {
  std::vector<BadText> notes;
  EXPECT_EQ(*to_utf8("\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5", Encoding::gb18030, notes), "炮二平五");
  EXPECT_EQ(*to_utf8("\xEF\xBB\xBF"
                     "a\r\nb\rc",
                     Encoding::utf8, notes),
            "a\nb\nc");
  EXPECT_EQ(to_utf8("\xFF\xFF\xFF", Encoding::gb18030, notes).error().reason, "encoding");
  EXPECT_EQ(to_utf8(std::string_view("a\0b", 3), Encoding::utf8, notes).error().reason, "encoding");
  EXPECT_THAT(notes, testing::IsEmpty());
}

TEST(EncodingTest, FilesThatWereJoinedHaveAByteOrderMarkEach) {
  std::vector<BadText> notes;
  EXPECT_EQ(*to_utf8("\uFEFF[a]\n1-0\uFEFF[b]\n*\n\uFEFF[c] \uFEFFd\uFEFF", Encoding::utf8, notes),
            "[a]\n1-0\n[b]\n*\n[c] d");
  EXPECT_THAT(notes, testing::IsEmpty());
}

// Of 64 MiB that are no text 512 MiB were made before they were refused.
TEST(EncodingTest, WhatIsNoTextIsNotReadToItsEnd) {
  std::vector<BadText> notes;
  EXPECT_EQ(to_utf8(std::string(100'000, '\xFF'), Encoding::utf8, notes).error().message,
            "the text is not UTF-8: of its first 2002 bytes 2002 cannot be read");
  const auto with = [&](std::size_t unread) {
    return to_utf8(std::string(unread, '\xFF') + std::string(5'000 - unread, 'x'), Encoding::utf8, notes);
  };
  EXPECT_EQ(with(101)->size(), 5'202U) << "it is read to its end";
  EXPECT_EQ(notes.back().message, "line 1: 101 characters cannot be read");
  EXPECT_EQ(with(102).error().reason, "encoding");
}

// One broken byte refused a file of ten thousand games.
TEST(EncodingTest, ABrokenByteIsTold) {
  std::vector<BadText> notes;
  const std::string text = std::string(200, 'x') + "\n炮\xFF" + std::string(200, 'x');
  EXPECT_THAT(likely_encodings(text + "炮二平五炮二平五炮二平五炮二平五炮二平五"),
              ElementsAre(Encoding::utf8));
  EXPECT_THAT(*to_utf8(text, Encoding::utf8, notes), HasSubstr("炮\uFFFDx"));
  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_EQ(notes[0].message, "line 2: 1 characters cannot be read");
}

TEST(EncodingTest, TellsWhatAFileMayBe) {
  using enum Encoding;
  EXPECT_THAT(likely_encodings("1. C2=5 炮"), ElementsAre(utf8));
  EXPECT_THAT(likely_encodings("\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5"), ElementsAre(gb18030, big5));  // 炮二平五
  EXPECT_THAT(likely_encodings("\xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD"), ElementsAre(big5, gb18030));  // 炮二平五
  EXPECT_THAT(likely_encodings("\xFF\xFE"), ElementsAre(utf16le));
  EXPECT_THAT(likely_encodings("\xFE\xFF"), ElementsAre(utf16be));
  EXPECT_THAT(likely_encodings(std::string_view("1\0.\0", 4)), ElementsAre(utf16le, utf16be));
  EXPECT_THAT(likely_encodings(std::string_view("\0"
                                                "1\0.",
                                                4)),
              ElementsAre(utf16be, utf16le));
}

TEST(EncodingTest, AHalfCharacterAtTheEndOfAFieldIsDropped) {
  EXPECT_EQ(decode_text("\xC5\xDA\xB6", Encoding::gb18030), "炮");
  EXPECT_EQ(decode_text("\xC5\xDA\xFF\xFF\x41", Encoding::gb18030), "炮\uFFFD\uFFFDA");
}

std::string in_bytes(std::string_view text, int first, unsigned char base) {
  // Letters of Cyrillic, from 0x410 on, or of Latin-1, to one byte each.
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const bool is_wide = lead >= 0xC0;
    const int code = is_wide ? (lead & 0x1F) << 6 | (text[++i] & 0x3F) : lead;
    bytes += static_cast<char>(is_wide ? code - first + base : code);
  }
  return bytes;
}

// A Russian or French file was read as Chinese, without a word.
TEST(EncodingTest, KnowsAlphabetsFromChinese) {
  const std::string russian = in_bytes("[Red \"Иванов Петр\"]\n[Black \"Сидоров\"]\n1. h2e2 {хороший ход}",
                                       0x410, 0xC0),
                    french = in_bytes("[Red \"Müller\"]\n[Black \"Émile Noël\"]\n1. h2e2 {très bien joué}",
                                      0xC0, 0xC0);
  EXPECT_EQ(guess_encoding(french), Encoding::windows1252);
  EXPECT_EQ(decode_text("M\xFCller", Encoding::windows1252), "Müller");
  EXPECT_EQ(decode_text("\xC8\xE2\xE0\xED", Encoding::windows1251), "Иван");
  EXPECT_EQ(guess_encoding("[Red \"\xC8\xE2\xE0\xED\xEE\xE2\"]"), Encoding::windows1251);
  EXPECT_EQ(guess_encoding(russian), Encoding::windows1251);
  EXPECT_EQ(likely_encodings(french).front(), Encoding::windows1252);
  // 吕钦, 许银川, 朱镕基 and 炮二平五.
  for (const std::string_view name :
       {"\xC2\xC0\xC7\xD5", "\xD0\xED\xD2\xF8\xB4\xA8", "\xD6\xEC\xE9\x46\xBB\xF9"})
    EXPECT_EQ(guess_encoding(name), Encoding::gb18030) << name;
  EXPECT_EQ(guess_encoding("\xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD"), Encoding::big5);
}

// Polish letters are common characters in Big5, Czech ones rare ones in GBK: names ended behind the next tag.
TEST(EncodingTest, KnowsLettersOfCentralEurope) {
  // Michał, Łukasz Bieńkowski, Ewa Wiśniewska, Sušovský, Tomáš Dvořák.
  for (const std::string_view names :
       {"PB[Micha\xB3]PW[Pawe\xB3]", "PB[\xA3ukasz Bie\xF1kowski]PW[Ewa Wi\x9Cniewska]C[ju\xBF]",
        "PB[Su\x9Aovsk\xFD]PW[Tom\xE1\x9A Dvo\xF8\xE1k]"})
    EXPECT_EQ(guess_encoding(names), Encoding::windows1250) << names;
  EXPECT_EQ(decode_text("Micha\xB3 Su\x9Aovsk\xFD", Encoding::windows1250), "Michał Sušovský");
  EXPECT_EQ(guess_encoding("{He doesn\x92t see \x93that\x94 move}"), Encoding::windows1252);
  // 本田 and 山本 in Shift_JIS, whose second bytes may be letters of ASCII.
  EXPECT_EQ(guess_encoding("PB[\x96{\x93"
                           "c]PW[\x8ER\x96{]"),
            Encoding::shift_jis);
  // 許功蓋 and 王天一 in Big5.
  EXPECT_EQ(guess_encoding("PB[\xB3\\\xA5\\\xBB\\]PW[\xA4\xFD\xA4\xD1\xA4@]"), Encoding::big5);
}

// Its syllables have the bytes of common Chinese characters: names became others, without a word.
TEST(EncodingTest, KnowsKoreanFromChinese) {
  // 김수찬 and 박정환.
  const std::string first = "\xB1\xE8\xBC\xF6\xC2\xF9", second = "\xB9\xDA\xC1\xA4\xC8\xAF";
  const std::string file = "(;GM[4]SZ[15]PB[" + first + "]PW[" + second + "];B[hh])";
  EXPECT_EQ(guess_encoding(first), Encoding::euc_kr);
  EXPECT_THAT(likely_encodings(file), ElementsAre(Encoding::euc_kr, Encoding::gb18030, Encoding::big5));
  EXPECT_EQ(decode_text(second, Encoding::euc_kr), "박정환");
  // 흑승, which is too short, and 胡荣华, 何顺安 and 林宏敏 in GBK, of which each byte may be one of a
  // syllable.
  const std::string two = "\xC8\xE6\xBD\xC2";
  EXPECT_EQ(guess_encoding(two), Encoding::gb18030);
  EXPECT_EQ(likely_encodings("(;GM[4]CA[EUC-KR]PB[" + two + "])").front(), Encoding::euc_kr);
  EXPECT_EQ(guess_encoding("\xBA\xFA\xC8\xD9\xBB\xAA \xBA\xCE\xCB\xB3\xB0\xB2 \xC1\xD6\xBA\xEA\xC3\xF4"),
            Encoding::gb18030);
}

TEST(EncodingTest, HonoursADeclarationOfXml) {
  const auto of = [](const std::string& word) {
    return likely_encodings("<?xml version=\"1.0\" encoding=\"" + word + "\"?><n a=\"\xCF\xE8\xF2\">");
  };
  EXPECT_THAT(of("windows-1251"), ElementsAre(Encoding::windows1251));
  EXPECT_THAT(of("GB2312"), ElementsAre(Encoding::gb18030));
  EXPECT_THAT(of("Big5"), ElementsAre(Encoding::big5));
  EXPECT_THAT(of("koi8-r"), testing::SizeIs(testing::Gt(1U)));
}

// ---- JSON ------------------------------------------------------------------------------------------------

TEST(ReadRecordTest, ReadsAGameByHand) {
  const auto read = read_record(R"({"game":"gomoku","rule":"renju","players":[{"name":"Lin"},{"name":"Mei"}],
                                    "moves":"h8 h9","result":"second"})");
  ASSERT_TRUE(read);
  const auto& game = std::get<PlayedGame>(*read);
  EXPECT_EQ(game.rule, "renju");
  EXPECT_THAT(game.names, ElementsAre("Lin", "Mei"));
  EXPECT_THAT(game.moves, ElementsAre("h8", "h9"));
  EXPECT_EQ(game.result, "second");
}

TEST(ReadRecordTest, APositionSaysHowLargeItsBoardIs) {
  const PlayedGame game =
      read(R"({"game":"gomoku","startPos":")" + std::string(361, '-') + R"( X","moves":"s19"})");
  EXPECT_EQ(game.size, 19);
  EXPECT_THAT(game.moves, ElementsAre("s19"));
}

TEST(ReadRecordTest, SaysWhatIsWrong) {
  const auto message = [](std::string_view text) { return read_record(text).error().message; };
  EXPECT_EQ(message("{\n\n x"), "line 3: this is no JSON");
  EXPECT_EQ(message("[]"), "line 1: the document is no object");
  EXPECT_EQ(message(R"({"game":"go","moves":""})"), "there is no such game");
  EXPECT_EQ(message(R"({"game":5})"), "game is not a short text");
  EXPECT_EQ(message(R"({"events":[]})"), "time is not an object");
  EXPECT_EQ(message(R"({"game":"gomoku"})"), "there are neither moves nor events");
  EXPECT_EQ(message(R"({"game":"gomoku","moves":"h8","result":"1-0"})"),
            "result is none of first, second and draw");
  EXPECT_TRUE(read_record(R"({"game":"gomoku","moves":"h8","result":"*"})"));
  EXPECT_EQ(message(R"({"game":"gomoku","moves":"h8 h8"})"),
            "line 1: move 2 h8: A stone stands there already.");
  EXPECT_EQ(message(std::string(100'000, '[')), "the document is nested too deep");
}

TEST(DetectFormatTest, KnowsThemAll) {
  EXPECT_EQ(detect_format(" {}"), "json");
  EXPECT_EQ(detect_format("<p>[DhtmlXQ][DhtmlXQ_movelist]"), "dhtmlxq");
  EXPECT_EQ(detect_format("[b]A game[/b] \"x\"\n[DhtmlXQ][DhtmlXQ_movelist]"), "dhtmlxq");
  EXPECT_EQ(detect_format("[Event \"[DhtmlXQ_movelist]\"]"), "pgn");
  EXPECT_EQ(detect_format("Piskvorky 15x15, 1:1, 0"), "psq");
  EXPECT_EQ(detect_format("2 (;GM[Othello]"), "ggf");
  EXPECT_EQ(detect_format("(;GM[4]"), "sgf");
  EXPECT_EQ(detect_format("[Event \"(; \"]"), "pgn");
  EXPECT_EQ(detect_format("1. h2e2"), "pgn");
  EXPECT_EQ(detect_format("炮二平五"), "pgn");
  EXPECT_EQ(detect_format("f5d6"), "transcript");
}

}  // namespace
}  // namespace server

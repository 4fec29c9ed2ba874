#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/game_file.h"
#include "server/formats/game_reader.h"
#include "server/formats/pgn_words.h"
#include "tests/server/formats/binary_writers.h"

/// Games of Xiangqi as people paste them, and as programs write them that follow no standard.
namespace server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TreeGame only_game(std::string text) {
  const auto reader = GameReader::open(std::move(text));
  if (!reader) {
    ADD_FAILURE() << reader.error().message;
    return {};
  }
  EXPECT_EQ(reader->games(), 1U);
  auto game = reader->read(0);
  if (game) return *std::move(game);
  ADD_FAILURE() << game.error().message;
  return {};
}

std::vector<std::string> reasons_of(const TreeGame& game) {
  std::vector<std::string> reasons;
  for (const BadText& note : game.notes) reasons.push_back(note.reason);
  return reasons;
}

const std::vector<std::string> kFour{"h2e2", "h9g7", "h0g2", "i9h9"};
const std::string kUsualFen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

// ---- what stands around the moves ------------------------------------------------------------------------

// A title made the first move, and the game was refused.
TEST(PastedXiangqiTest, WordsBeforeAndBehindTheMovesAreWords) {
  const TreeGame game = only_game(
      "标题：广东许银川 先和 河北阎文清\n赛事：1999年南平杯\n红方：许银川\n黑方：阎文清\n结果：和棋\n"
      "日期：1999-12-04\n\n　　1.　炮二平五　　马８进７\n　　2.　马二进三　　车９平８\n至此双方言和\n"
      "http://www.example.com/\n");
  EXPECT_EQ(game.game.moves, kFour);
  EXPECT_THAT(game.game.names, ElementsAre("许银川", "阎文清"));
  EXPECT_EQ(game.game.event, "1999年南平杯");
  EXPECT_EQ(game.game.result, "draw");
  EXPECT_EQ(game.game.at, 944'265'600'000);  // 1999-12-04
  EXPECT_THAT(game.tags, ElementsAre(std::pair("Title", "广东许银川 先和 河北阎文清")));
  EXPECT_THAT(reasons_of(game), ElementsAre("words"));
}

TEST(PastedXiangqiTest, ATitleBeginsTheNextGame) {
  const std::string game = "标题：甲 先胜 乙\n1. 炮二平五 马８进７\n2. 马二进三 车９平８\n红胜\n";
  const auto reader = GameReader::open(game + game);
  ASSERT_TRUE(reader);
  ASSERT_EQ(reader->games(), 2U);
  for (const std::size_t i : {0, 1}) {
    EXPECT_EQ(reader->read(i)->game.moves, kFour) << i;
    EXPECT_EQ(reader->read(i)->game.result, "first") << i;
    EXPECT_THAT(reader->read(i)->tags, SizeIs(1)) << i;
  }
}

// It was called a game of Shogi.
TEST(PastedXiangqiTest, PlayersMayBeNamedByWhoBegins) {
  const TreeGame game = only_game("先手：甲\n後手：王三\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n");
  EXPECT_EQ(game.game.moves, kFour);
  EXPECT_THAT(game.game.names, ElementsAre("甲", "王三"));
  const auto shogi = GameReader::open("先手：a\n後手：b\n手数----指手\n1 ７六歩(77)\n");
  EXPECT_THAT(shogi.error().message, HasSubstr("KIF"));
}

// The moves behind it would be the other side's.
TEST(PastedXiangqiTest, AMistypedMoveIsNotLeftOut) {
  for (const char* text : {"炮二五\n炮8平5\n马二进三\n", "1. 炮二平五 马8进7\n胡说\n2. 马二进三 车9平8\n",
                           "1. 炮二平五 马8进7\n胡说\n　马二进三\n", "1. 炮二平五\n胡说\n（好）马8进7\n"}) {
    const auto reader = GameReader::open(text);
    ASSERT_TRUE(reader) << text;
    const auto game = reader->read(0);
    ASSERT_TRUE(game) << text;
    EXPECT_TRUE(game->broken) << text;
  }
  EXPECT_THAT(GameReader::open("今天天气很好。\n")->read(0).error().message, HasSubstr("no moves"));
}

TEST(PastedXiangqiTest, TagsMayHaveChineseNames) {
  const TreeGame game =
      only_game("[赛事 \"五羊杯\"]\n[红方 \"甲\"]\n[黑方 \"乙\"]\n[结果 \"黑胜\"]\n\n炮二平五\n");
  EXPECT_THAT(game.game.names, ElementsAre("甲", "乙"));
  EXPECT_EQ(game.game.event, "五羊杯");
  EXPECT_EQ(game.game.result, "second");
  EXPECT_THAT(game.tags, IsEmpty());
}

// [Fen was a tag like any other, and the game one of the usual position.
TEST(PastedXiangqiTest, NamesOfTagsMayBeInAnyCase) {
  const TreeGame game =
      only_game("[red \"Lin\"]\n[Fen \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n[RESULT \"1-0\"]\n\na0a1");
  EXPECT_EQ(game.game.names[0], "Lin");
  EXPECT_THAT(game.game.start_pos, HasSubstr("3k5/9/9/9/9/9/9/9/9/R3K4 w"));
  EXPECT_EQ(game.game.result, "first");
}

TEST(PastedXiangqiTest, BracketsMayBeWideOrSquare) {
  const TreeGame game =
      only_game("1. 炮二平五（好棋(妙)！） 马8进7【正着】 （1... 炮8平5） 2. 马二进三 [妙] 车9平8（红胜）\n");
  EXPECT_EQ(game.game.moves, kFour);
  EXPECT_EQ(game.game.result, "first");
  EXPECT_EQ(game.tree[1].comment, "好棋(妙)！");
  EXPECT_EQ(game.tree.size(), 6U) << "a variation";
  EXPECT_THAT(game.notes, IsEmpty());
}

TEST(PastedXiangqiTest, AFileMayBeginWithAComment) {
  EXPECT_EQ(only_game("{五羊杯} 1. 炮二平五 马8进7 2. 马二进三 车9平8").game.moves, kFour);
  EXPECT_EQ(detect_format("{\"game\":\"xiangqi\"}"), "json");
}

TEST(PastedXiangqiTest, MovesNeedNoBlanksBetweenThem) {
  for (const char* text :
       {"1.炮二平五马8进72.马二进三车9平8红胜", "炮二平五；马8进7；马二进三；车9平8。红胜！",
        "⒈炮二平五 马8进7 ⒉马二进三 车9平8 红胜", "1炮二平五 马8进7 2马二进三 车9平8（红胜）",
        "1：炮二平五 马8进7 2：马二进三 车9平8 红胜。", "1) 炮二平五 马8进7 2）马二进三 车9平8 红胜",
        "1. 炮二平五 马8进7; 2. 马二进三 车9平8 红胜",
        "第1回合 炮二平五 马8进7\n第2回合 马二进三 车9平8\n红胜"}) {
    const TreeGame game = only_game(text);
    EXPECT_EQ(game.game.moves, kFour) << text;
    EXPECT_EQ(game.game.result, "first") << text;
  }
}

// Lines below a game went on with it, where their moves were legal by chance.
TEST(PastedXiangqiTest, WhereTheNumbersGoBackAVariationBegins) {
  const TreeGame game = only_game(
      "1. 炮二平五 马8进7 2. 马二进三 车9平8\n【变例】\n2. 兵三进一 车9平8 3. 马二进三 1. 兵三进一 卒7进1\n");
  EXPECT_EQ(game.game.moves, kFour);
  EXPECT_EQ(game.tree.size(), 10U);
  EXPECT_THAT(reasons_of(game), ElementsAre("numbers", "numbers"));
  EXPECT_EQ(game.notes[0].message,
            "line 3: the numbers of moves go back to 2: what follows is read as a variation");
  EXPECT_THAT(reasons_of(only_game("3. 炮二平五 马8进7\n2. 马二进三 车9平8")), ElementsAre("numbers"));
  EXPECT_EQ(only_game("1. 炮二平五 1. 马8进7 2. 马二进三 30 2. 车9平8 25").game.moves, kFour)
      << "black's, too";
}

// Only digits of ASCII with a dot were numbers: lines below the game went on with it, without a word.
TEST(PastedXiangqiTest, NumbersThatGoBackMayBeWrittenInAnyWay) {
  for (const auto& [one, two] : {std::pair("１．", "２．"), std::pair("⒈", "⒉"), std::pair("①", "②"),
                                 std::pair("1 ", "2 "), std::pair("1）", "2）"), std::pair("（1）", "（2）"),
                                 std::pair("第1回合 ", "第2回合 "), std::pair("1、", "2、")}) {
    const std::string first = one, second = two;
    const TreeGame game = only_game("王三 - 李四\n" + first + "炮二平五 马8进7 " + second +
                                    "马二进三 车9平8\n" + second + "马八进七 卒7进1");
    EXPECT_EQ(game.game.moves, kFour) << one;
    EXPECT_EQ(game.tree.size(), 7U) << one;
    EXPECT_THAT(reasons_of(game), ElementsAre("words", "numbers")) << one;
  }
  EXPECT_EQ(only_game("1. 炮二平五 3 马8进7 5 2. 马二进三 1 车9平8").game.moves, kFour) << "seconds";
  EXPECT_EQ(only_game("1. 炮二平五 马8进7 ① 2. 马二进三 （2） 车9平8 （1）").game.moves, kFour)
      << "footnotes";
}

// Red's other move was played for black, for whom it is legal as well.
TEST(PastedXiangqiTest, AVariationOfRedsMoveMayStandBehindTheAnswer) {
  const TreeGame game =
      only_game("1. 炮二平五 马8进7 2. 马二进三 车9平8 （2. 马八进七 卒7进1）\n3. 车一平二\n");
  EXPECT_THAT(game.game.moves, SizeIs(5));
  ASSERT_EQ(game.tree.size(), 8U);
  EXPECT_EQ(game.tree[6].move.text, "b0c2");
  EXPECT_EQ(game.tree[6].parent, 2);
  ASSERT_THAT(reasons_of(game), ElementsAre("numbers"));
  EXPECT_EQ(game.notes[0].message,
            "line 1: the variation behind the answer to move 2 is read as one of that move");
  for (const char* answer : {"（2... 卒7进1）", "（2. …… 卒7进1）", "（卒7进1）"}) {
    const TreeGame other =
        only_game("1. 炮二平五 马8进7 2. 马二进三 车9平8 " + std::string(answer) + "\n3. 车一平二\n");
    ASSERT_EQ(other.tree.size(), 7U) << answer;
    EXPECT_EQ(other.tree[6].parent, 3) << answer;
    EXPECT_THAT(other.notes, IsEmpty()) << answer;
  }
}

// Of a variation in another one, red's other move was played for black, for whom it is legal as well.
TEST(PastedXiangqiTest, NumbersPlaceVariationsOfVariationsToo) {
  const TreeGame game = only_game(
      "1. 炮二平五 马8进7 2. 马二进三 车9平8 （2. 马八进七 卒7进1 （2. 兵三进一 卒3进1））\n3. 车一平二\n");
  EXPECT_THAT(game.game.moves, SizeIs(5));
  ASSERT_EQ(game.tree.size(), 10U);
  EXPECT_EQ(game.tree[8].move.text, "g3g4") << "red's, from the right hand";
  EXPECT_EQ(game.tree[8].parent, 2);
  EXPECT_THAT(reasons_of(game), ElementsAre("numbers", "numbers"));
  for (const char* answer : {"（2... 卒3进1）", "（2. …… 卒3进1）", "（卒3进1）"}) {
    const TreeGame other = only_game("1. 炮二平五 马8进7 2. 马二进三 （2. 马八进七 卒7进1 " +
                                     std::string(answer) + "） 车9平8\n");
    EXPECT_EQ(other.tree.size(), 8U) << answer;
    EXPECT_THAT(other.notes, IsEmpty()) << answer;
  }
}

// A move that is missing, or a number of another place, was read past without a word.
TEST(PastedXiangqiTest, NumbersOfVariationsThatDoNotFitAreTold) {
  const std::string before = "1. 炮二平五 马8进7 2. 马二进三 车9平8 ";
  const std::string place =
      "line 1: the number 3 of a variation does not fit its place: it is read as another move in the place "
      "of "
      "the one before it";
  EXPECT_EQ(only_game(before + "（3. 车一平二 卒7进1） 3. 兵三进一").notes.at(0).message, place);
  EXPECT_EQ(only_game(before + "（2... 卒7进1 4. 车一平二）").notes.at(0).message,
            "line 1: between the moves 2 and 4 of a variation something is missing");
  EXPECT_EQ(only_game(before + "（2... 卒7进1 2. 车一平二）").notes.at(0).message,
            "line 1: the numbers of moves go back to 2: what follows is read on");
  for (const char* variation :
       {"（2... 卒7进1 3. 车一平二 马2进3 4. 兵三进一）", "（2... 卒7进1 3. 车一平二 {好} 3... 马2进3）",
        "（2... 卒7进1 车一平二 马2进3 4. 兵三进一）", "（2... 卒7进1 3. 车一平二 （3. 车九进一） 马2进3）"})
    EXPECT_THAT(only_game(before + variation).notes, IsEmpty()) << variation;
  const TreeGame own =
      only_game(before + "（1. 车9进1 车一进一 2. 卒7进1） 3. 车一平二 （1. 兵三进一 卒7进1）");
  ASSERT_THAT(own.notes, SizeIs(1));
  EXPECT_EQ(own.notes[0].message,
            "line 1: the moves of a variation are numbered from 1: it is read as another move in the place "
            "of the one before it, and so are others like it");
  EXPECT_THAT(only_game("1. 炮二平五 2. 马8进7 3. 马二进三 （3. 马八进七 4. 车9平8） 4. 车9平8").notes,
              IsEmpty())
      << "each move is counted";
  EXPECT_THAT(reasons_of(only_game("1. …… 马8进7 （1... 马2进3） 2. 炮二平五 （2. 炮八平五）")),
              testing::Not(testing::Contains("numbers")));
}

// The game ended at the number that was mistyped.
TEST(PastedXiangqiTest, NumbersThatGoBackMayBeMistyped) {
  std::vector<std::string> six = kFour;
  six.insert(six.end(), {"i0h0", "g6g5"});
  const TreeGame game = only_game("1. 炮二平五 马8进7\n2. 马二进三 车9平8\n2. 车一平二 卒7进1\n");
  EXPECT_EQ(game.game.moves, six);
  ASSERT_THAT(reasons_of(game), ElementsAre("numbers"));
  EXPECT_EQ(game.notes[0].message, "line 3: the numbers of moves go back to 2: what follows is read on");
  EXPECT_EQ(only_game("3. 炮二平五 马8进7\n2. 马二进三 车9平8").game.moves, kFour);
}

// They began a variation of which no move is legal, and what stood above them was the game.
TEST(PastedXiangqiTest, FootnotesBetweenMovesAreComments) {
  for (const std::string note :
       {"① 这步棋很好。", "(1) 好棋", "1）好棋（妙）！", "（1）如马二进三，则车9平8。"}) {
    const TreeGame game =
        only_game("1. 炮二平五 马8进7\n" + note + "\n2. 马二进三 车9平8\n3. 车一平二 卒7进1 红胜\n");
    EXPECT_FALSE(game.broken) << note;
    EXPECT_THAT(game.game.moves, SizeIs(6)) << note;
    EXPECT_EQ(game.game.result, "first") << note;
    EXPECT_EQ(game.tree[2].comment, note);
  }
  EXPECT_EQ(only_game("①炮二平五 马8进7\n②马二进三 车9平8\n① 好棋\n").tree[4].comment, "① 好棋");
  const TreeGame game = only_game("1. 炮二平五 马8进7\n② 这步棋很好。\n2. 马二进三 车9平8\n");
  ASSERT_TRUE(game.broken);
  EXPECT_EQ(game.broken->line, 2);
}

// The game was broken there, or ended, as if it were whole, before a second one that had no moves.
TEST(PastedXiangqiTest, FootnotesMayHaveTheNumbersOfMoves) {
  const std::string one = "1. 炮二平五 马8进7\n", two = "2. 马二进三 车9平8\n",
                    three = "3. 车一平二 卒7进1 红胜\n";
  for (const std::string& text :
       {one + "1. 这步棋很好。\n" + two + three, one + two + "1. 这步棋很好。\n2、也好\n" + three,
        one + two + "\n1．这步棋很好。\n\n" + three}) {
    const TreeGame game = only_game(text);
    EXPECT_FALSE(game.broken) << text;
    EXPECT_THAT(game.game.moves, SizeIs(6)) << text;
    EXPECT_EQ(game.game.result, "first") << text;
    EXPECT_THAT(reasons_of(game), testing::Each("numbers")) << text;
    EXPECT_THAT(game.notes, testing::Not(IsEmpty())) << text;
  }
  EXPECT_EQ(only_game(one + "1. 这步棋很好。\n" + two).tree[2].comment, "1. 这步棋很好。");
  EXPECT_EQ(only_game(one + two + "1. 这步棋很好。\n").tree[4].comment, "1. 这步棋很好。");
  const TreeGame mistyped = only_game(one + two + "2. 胡说\n卒7进1\n4. 兵七进一\n");
  ASSERT_TRUE(mistyped.broken) << "the next move has not the next number";
  EXPECT_EQ(mistyped.broken->line, 3);
}

// It was kept up to the number, as if that were all of it.
TEST(PastedXiangqiTest, BehindAMistypedNumberAMistypedMoveIsTold) {
  const std::string moves = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n2. 车一平二 卒7进1\n";
  const TreeGame game = only_game(moves + "4. 胡说 马2进3");
  EXPECT_THAT(game.game.moves, SizeIs(6));
  ASSERT_TRUE(game.broken);
  EXPECT_EQ(game.broken->line, 4);
  const TreeGame cut_off = only_game("3. 炮二平五 马8进7\n2. 马二进三 车9平8\n4. 胡说 马2进3");
  EXPECT_EQ(cut_off.game.moves, kFour);
  EXPECT_EQ(cut_off.broken->line, 3);
  const TreeGame variation =
      only_game("1. 炮二平五 马8进7 2. 马二进三 车9平8\n2. 车一平二 卒7进1\n2. 胡说 马2进3");
  EXPECT_TRUE(variation.broken) << "the first number that goes back tells";
  EXPECT_FALSE(only_game("1. 炮二平五 马8进7 2. 马二进三 车9平8\n2. 兵三平一 卒7进1").broken)
      << "a variation";
  EXPECT_THAT(only_game("START{\n" + moves + "}END\n").game.moves, SizeIs(6)) << "in WXF";
}

// Black's answer was a comment, and red's next move was played for black: that was legal.
TEST(PastedXiangqiTest, SemicolonsMayPartMoves) {
  for (const char* text :
       {"1. 炮二平五; 马8进7\n2. 马二进三; 车9平8\n", "炮二平五; 马8进7; 马二进三; 车9平8\n",
        "1. 炮二平五;马8进7;2. 马二进三;车9平8 红胜\n",
        "1. 炮二平五; 马8进7（正着）; 2. 马二进三; 车9平8!\n"}) {
    const TreeGame game = only_game(text);
    EXPECT_EQ(game.game.moves, kFour) << text;
    EXPECT_THAT(game.notes, IsEmpty()) << text;
    EXPECT_THAT(game.tree[1].comment, IsEmpty()) << text;
  }
  const TreeGame game = only_game("1. C2=5 ; C2=4 is as good\n1... H8+7\n");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_EQ(game.tree[1].comment, "C2=4 is as good");
}

// All but the last line were words, and its move began the game.
TEST(PastedXiangqiTest, StrokesMayPartMoves) {
  for (const char* stroke : {"—", "——", "－", "-", "/", " / ", " | ", "｜"})
    EXPECT_EQ(
        only_game("1. 炮二平五" + std::string(stroke) + "马8进7\n2. 马二进三" + stroke + "车9平8").game.moves,
        kFour)
        << stroke;
  EXPECT_EQ(only_game("| 1 | 炮二平五 | 马8进7 |\n| 2 | 马二进三 | 车9平8 |\n").game.moves, kFour);
}

TEST(PastedXiangqiTest, ARoundMayHaveAColon) {
  for (const char* colon : {"：", ":", "", " "})
    EXPECT_EQ(
        only_game("第1回合" + std::string(colon) + "炮二平五 马8进7\n第2回合" + colon + "马二进三 车9平8")
            .game.moves,
        kFour)
        << colon;
}

// It was called a broken file of SGF.
TEST(PastedXiangqiTest, NumbersMayStandInRoundBrackets) {
  for (const char* text :
       {"(1) 炮二平五 马8进7\n(2) 马二进三 车9平8\n", "(1)炮二平五，马8进7；(2)马二进三，车9平8。"})
    EXPECT_EQ(only_game(text).game.moves, kFour) << text;
}

// It ended the game before it had begun.
TEST(PastedXiangqiTest, AResultMayStandBeforeTheMoves) {
  const std::string moves = "1. 炮二平五 马8进7 2. 马二进三 车9平8";
  for (const char* head : {"【红】张三\n【黑】李四\n【结果】红胜\n", "红胜\n", "[Red \"张三\"]\n\n1-0 "}) {
    const TreeGame game = only_game(head + moves);
    EXPECT_EQ(game.game.moves, kFour) << head;
    EXPECT_EQ(game.game.result, "first") << head;
  }
  EXPECT_THAT(only_game("[Red \"张三\"]\n\n1-0\n").game.moves, IsEmpty());
}

// The last word was a move that is not legal.
TEST(PastedXiangqiTest, WhoGivesUpStandsBehindTheMoves) {
  const std::string moves = "1. 炮二平五 马8进7 2. 马二进三 车9平8 ";
  for (const auto& [word, result] :
       {std::pair("黑认输", "first"), std::pair("红投子认负", "second"), std::pair("先手胜", "first")}) {
    const TreeGame game = only_game(moves + word);
    EXPECT_FALSE(game.broken) << word;
    EXPECT_EQ(game.game.moves, kFour) << word;
    EXPECT_EQ(game.game.result, result) << word;
  }
  EXPECT_TRUE(only_game(moves + "红方胜势").broken);
}

// Black's other answer was read as the next move of the game, of red.
TEST(PastedXiangqiTest, AVariationBelowTheGameMayBeginWithBlacksAnswer) {
  for (const char* answer : {"2... 卒7进1", "2. …… 卒7进1", "2...卒7进1"}) {
    const TreeGame game =
        only_game("1. 炮二平五 马8进7 2. 马二进三 车9平8\n" + std::string(answer) + " 3. 兵七进一");
    EXPECT_EQ(game.game.moves, kFour) << answer;
    ASSERT_EQ(game.tree.size(), 7U) << answer;
    EXPECT_EQ(game.tree[5].move.text, "g6g5") << answer;
    EXPECT_EQ(game.tree[5].parent, 3) << answer;
    EXPECT_THAT(reasons_of(game), ElementsAre("numbers")) << answer;
  }
}

// Red's second move was played for black, and the game was legal.
TEST(PastedXiangqiTest, AnAnswerThatIsNotToldEndsTheLine) {
  for (const char* dots : {"……", "…", "..."}) {
    const TreeGame game =
        only_game("1. 炮二平五 " + std::string(dots) + " 2. 马二进三 " + std::string(dots) + "\n");
    EXPECT_THAT(game.game.moves, ElementsAre("h2e2")) << dots;
    EXPECT_TRUE(game.broken) << dots;
  }
  EXPECT_EQ(only_game("1. 炮二平五 …… 马8进7 2. 马二进三\n2. …… 车9平8").game.moves, kFour);
}

TEST(PastedXiangqiTest, NumbersTellWhereSomethingIsMissing) {
  const TreeGame move = only_game("1. 炮二平五 马8进7 2. 马二进三 3. 车九平八");
  ASSERT_THAT(reasons_of(move), ElementsAre("numbers"));
  EXPECT_EQ(move.notes[0].message, "line 1: between the moves 2 and 3 something is missing");
  EXPECT_THAT(reasons_of(only_game("1. 炮二平五 马8进7\n3. 马二进三 车9平8")), ElementsAre("numbers"));
  for (const char* text :
       {"1. 炮二平五 马8进7 2. 马二进三 车9平8", "1. 炮二平五 2. 马8进7 3. 马二进三 4. 车9平8",
        "7. 炮二平五 7... 马8进7 8. 马二进三 车9平8"})
    EXPECT_THAT(reasons_of(only_game(text)), IsEmpty()) << text;
}

TEST(PastedXiangqiTest, WhoStandsBetterIsAGlyph) {
  const TreeGame game = only_game("1. C2=5 += H8+7 ± 2. H2+3 = R9=8 -+ *");
  EXPECT_EQ(game.game.moves, kFour);
  EXPECT_THAT(game.tree[1].glyphs, ElementsAre(14));
  EXPECT_THAT(game.tree[4].glyphs, ElementsAre(19));
}

// ---- who begins ------------------------------------------------------------------------------------------

// 炮8平5 is a move of red as well: the game was read with all moves of the wrong side.
TEST(XiangqiStartTest, TheNumberOfTheFirstMoveSaysWhoBegins) {
  for (const char* moves :
       {"1... 炮8平5 2. 炮二平五", "1. ...... 炮8平5 2. 炮二平五", "1. ---- 炮8平5 2. 炮二平五"}) {
    const std::string wxf = "START{ " + std::string(moves) + " }END\n";
    for (const std::string& text : {"[FEN \"" + kUsualFen + " w\"]\n\n" + moves, std::string(moves), wxf,
                                    "FEN " + kUsualFen + " w\n" + wxf, "FEN " + kUsualFen + " b\n" + wxf}) {
      const TreeGame game = only_game(text);
      EXPECT_THAT(game.game.moves, ElementsAre("h7e7", "h2e2")) << text;
      EXPECT_THAT(game.game.start_pos, HasSubstr(" b ")) << text;
      EXPECT_THAT(game.notes, SizeIs(text.find(" b\n") == text.npos ? 1 : 0)) << text;
    }
  }
  EXPECT_THAT(only_game("1. …… 马8进7 2. 炮二平五").game.moves, ElementsAre("h9g7", "h2e2"));
  EXPECT_THAT(only_game("START{ 1. ... C8=5 2. C2=5 }END").game.moves, ElementsAre("h7e7", "h2e2"));
  EXPECT_THAT(only_game("1... h2e2 h9g7").game.moves, ElementsAre("h2e2", "h9g7")) << "not legal for black";
}

// Moves of black, which are counted in digits, were played for red, for whom they are legal as well.
TEST(XiangqiStartTest, TheNumeralsSayWhoBegins) {
  const std::string black = "1. 马8进7 炮二平五 2. 车９平８ 马二进三",
                    red = "炮二平五 马8进7 马二进三 车9平8";
  for (const std::string& text : {black, "[FEN \"" + kUsualFen + " w\"]\n\n" + black}) {
    const TreeGame game = only_game(text);
    EXPECT_THAT(game.game.moves, ElementsAre("h9g7", "h2e2", "i9h9", "h0g2")) << text;
    EXPECT_THAT(reasons_of(game), ElementsAre("side")) << text;
  }
  const TreeGame game = only_game("[FEN \"" + kUsualFen + " b\"]\n\n" + red);
  EXPECT_EQ(game.game.moves, kFour);
  EXPECT_THAT(reasons_of(game), ElementsAre("side"));
  EXPECT_THAT(only_game("[FEN \"" + kUsualFen + " b\"]\n\n" + black).notes, IsEmpty());
  // Some programs count in Chinese for the side that begins: these moves are legal for black alone.
  const TreeGame ending = only_game("[FEN \"4k4/9/9/9/9/9/9/9/4r4/3K5 b\"]\n\n1. 车五平四 帅6进1");
  EXPECT_THAT(ending.game.moves, ElementsAre("e1d1", "d0d1"));
  EXPECT_THAT(ending.notes, IsEmpty());
  // All in digits, or all in Chinese: they tell nothing.
  EXPECT_EQ(only_game("炮2平5 马8进7 马2进3 车9平8").game.moves, kFour);
  EXPECT_EQ(only_game("炮二平五 马八进七 马二进三 车九平八").game.moves, kFour);
}

// Most moves are legal with the pieces as well that were given: the game had the usual start, without a word.
TEST(XiangqiStartTest, AHandicapWithoutItsPositionIsTold) {
  const std::string moves = "1. 炮二平五 马8进7 2. 兵三进一 车9平8\n";
  for (const char* head :
       {"[Event \"红让双马\"]\n\n", "標題：王三讓馬李四\n", "甲（让左马）乙\n\n", "让九子\n"}) {
    const TreeGame game = only_game(head + moves);
    EXPECT_FALSE(game.broken) << head;
    EXPECT_THAT(reasons_of(game), testing::Contains("handicap")) << head;
  }
  for (const char* head : {"[Event \"红让先\"]\n\n", "标题：让两先\n", "[Site \"让胡路\"]\n\n",
                           "[Event \"让马\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/"
                           "R1BAKABNR w\"]\n\n"})
    EXPECT_THAT(reasons_of(only_game(head + moves)), testing::Not(testing::Contains("handicap"))) << head;
}

// Legal for both sides at first: which side began was judged by the first move alone.
TEST(XiangqiStartTest, TheSideIsThatOfWhichAllMovesAreLegal) {
  const std::string fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR";
  const TreeGame game = only_game("[FEN \"" + fen + "\"]\n\n炮8平5 炮二平五 马8进7 马二进三 车9平8");
  EXPECT_FALSE(game.broken);
  EXPECT_THAT(game.game.moves, ElementsAre("h7e7", "h2e2", "h9g7", "h0g2", "i9h9"));
  EXPECT_THAT(reasons_of(game), ElementsAre("side"));
}

TEST(XiangqiStartTest, CountersOfAFenMayBeMissingOrTooLarge) {
  for (const std::string fields :
       {"w - - 0 1", "w - - 300 20000", "w - 0 1", "w 0 1", "w", "", "r - -", "w - - 12", "Red", "红"})
    EXPECT_THAT(
        only_game("[FEN \"4k4/9/9/9/4p4/9/9/9/4A4/2M1K4 " + fields + "\"]\n\n1. e1d2 e9e8").game.moves,
        ElementsAre("e1d2", "e9e8"))
        << fields;
  EXPECT_FALSE(GameReader::open("[FEN \"4k4/9/9/9/4p4/9/9/9/4A4/4K4 w KQ - 0 1\"]\n\n1. e1d2")->read(0));
  for (const std::string before : {"fen ", "FEN: ", "FEN：", "FEN:", "残局\n局面FEN\nFEN: "})
    for (const std::string behind : {" w - - 0 1 moves h2e2", " w\n1. h2e2", " w\n炮二平五"})
      EXPECT_THAT(only_game(before + kUsualFen + behind).game.moves, ElementsAre("h2e2")) << before << behind;
}

// ---- letters ---------------------------------------------------------------------------------------------

TEST(XiangqiLettersTest, VietnameseMayHaveTheSignsOfWxf) {
  for (const char* text : {"1. P2=5 M8+7 2. M2+3 X9=8", "1. P2.5 M8+7 2. M2+3 X9.8"})
    EXPECT_EQ(only_game(text).game.moves, kFour) << text;
  const TreeGame middle = only_game("[FEN \"3k5/9/9/4P4/4P4/4P4/9/9/9/5K3 w\"]\n\n1. Bg-4 Tg4.1");
  EXPECT_THAT(middle.game.moves, ElementsAre("e5f5", "d9d8")) << "the pawn in the middle";
}

TEST(XiangqiLettersTest, AListOfPiecesAndPointsNeedsNoNumbers) {
  const TreeGame game = only_game("Che3 Hg8 Hg3 Rh10");
  EXPECT_EQ(game.game.game, "xiangqi");
  EXPECT_EQ(game.game.moves, kFour);
}

// ---- encodings and pages ---------------------------------------------------------------------------------

// The zero byte of 一 was taken for that of a letter, and the order of bytes for the other one.
TEST(XiangqiEncodingTest, Utf16NeedsNoMark) {
  const std::string text = utf16(u"第一届\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n");
  EXPECT_EQ(only_game(text).game.moves, kFour);
  std::string other = text;
  for (std::size_t i = 0; i + 1 < other.size(); i += 2) std::swap(other[i], other[i + 1]);
  EXPECT_EQ(only_game(other).game.moves, kFour);
}

TEST(XiangqiEncodingTest, WhatIsNoTextIsNoneInUtf16) {
  std::string bytes;
  for (int i = 0; i < 500; ++i) bytes += {static_cast<char>(1 + i % 7), '\0', 'A', 'N'};
  EXPECT_EQ(GameReader::open(bytes).error().message, "this is no text");
}

TEST(XiangqiPagesTest, MovesMayStandInNumberedBrackets) {
  const TreeGame game =
      only_game("[DhtmlXQ][DhtmlXQ_movelist][0_1_0]77477062[/0_1_0][/DhtmlXQ_movelist][/DhtmlXQ]");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
}

// A name that was cut within a character took the closing tag along.
TEST(XiangqiPagesTest, HalfACharacterDoesNotSwallowTheEndOfAField) {
  const auto reader =
      GameReader::open("[DhtmlXQ_red]\xBA\xC3\xBA[/DhtmlXQ_red][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]");
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->read(0)->game.names[0], "好\uFFFD");
  EXPECT_THAT(reader->notes(), SizeIs(1));
}

TEST(XiangqiPagesTest, APositionNeedsNoMoves) {
  const auto none = [](std::size_t pieces) { return std::string(2 * pieces, '9'); };
  const std::string pieces = "09" + none(3) + "49" + none(15) + "30" + none(11);
  const TreeGame game = only_game("<p>[DhtmlXQ_binit]" + pieces + "[/DhtmlXQ_binit]");
  EXPECT_THAT(game.game.start_pos, HasSubstr("3k5/9/9/9/9/9/9/9/9/R3K4 w"));
  EXPECT_THAT(game.game.moves, IsEmpty());
}

TEST(XiangqiPagesTest, OtherPagesAreNamed) {
  EXPECT_THAT(GameReader::open("<!DOCTYPE html>\n<html><p>hello</p></html>").error().message,
              HasSubstr("page without a game"));
  EXPECT_THAT(GameReader::open("<?xml version=\"1.0\"?><a/>").error().message, HasSubstr("XML"));
}

TEST(PgnWordsTest, KnowsMovesFromWords) {
  for (const char* word : {"h2e2", "H2-E2", "C2=5", "12.Che3", "25=6", "炮二平五", "前车进三！", "炮２平５",
                           "Ｃ２＝５", "炮二五", "炮二平五马8进7", "Tg5.1", "Ce7+", "R1xe1"})
    EXPECT_TRUE(is_like_move(word)) << word;
  for (const char* word : {"12.", "1999-12-04", "中炮进三兵对屏风马", "五羊杯", "1-0", "红胜", "http://a.b/",
                           "No.12", "2nd", ""})
    EXPECT_FALSE(is_like_move(word)) << word;
}

}  // namespace
}  // namespace server

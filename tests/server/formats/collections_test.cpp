#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/game_reader.h"

/// Where the games of a file begin and end, whatever stands between them or is wrong with one.
namespace server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

GameReader collection_of(std::string text) {
  auto reader = GameReader::open(std::move(text));
  if (reader) return *std::move(reader);
  ADD_FAILURE() << reader.error().message;
  return *GameReader::open("h8");
}

/// Of each game of which all moves are legal, else "refused".
std::vector<std::string> results_of(const GameReader& reader) {
  std::vector<std::string> results;
  for (std::size_t i = 0; i < reader.games(); ++i) {
    const auto game = reader.read(i);
    results.push_back(game && !game->broken ? game->game.result : "refused");
  }
  return results;
}

std::vector<std::string> names_of(const GameReader& reader) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < reader.games(); ++i) {
    const auto header = reader.header(i);  // A loop over a part of what is returned would dangle.
    for (const std::string& name : header->game.names) names.push_back(name);
  }
  return names;
}

const std::string kMovesOfGame = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n";

// ---- names without tags ----------------------------------------------------------------------------------

// The second title gave the first game a result, which was the other game's.
TEST(TitlesOfGamesTest, ATitleBehindABlankLineIsThatOfTheNextGame) {
  const GameReader reader =
      collection_of("吕钦（先胜）许银川\n" + kMovesOfGame + "\n胡荣华（先负）柳大华\n" + kMovesOfGame);
  EXPECT_THAT(results_of(reader), ElementsAre("", ""));
  EXPECT_THAT(reader.read(0)->notes, SizeIs(2)) << "its names";
  EXPECT_THAT(reader.read(1)->notes, SizeIs(2)) << "its names";
}

TEST(TitlesOfGamesTest, ATitleInBracketsBehindTheMovesTellsNoResult) {
  EXPECT_THAT(results_of(collection_of(kMovesOfGame + "胡荣华（先负）柳大华\n")), ElementsAre(""));
  EXPECT_THAT(results_of(collection_of(kMovesOfGame + "（先负）\n")), ElementsAre("second"));
}

// The first game had the result of the second, which had neither names nor result.
TEST(TitlesOfGamesTest, NamesStandAboveTheMoves) {
  for (const auto& [before, behind] : {std::pair("【", "】"), std::pair("【", "】："), std::pair("", "：")}) {
    const auto head = [&](const std::string& red, const std::string& black, const std::string& result) {
      return before + std::string("红方") + behind + red + '\n' + before + "黑方" + behind + black + '\n' +
             before + "结果" + behind + result + '\n';
    };
    for (const std::string between : {"", "\n"}) {
      const GameReader reader =
          collection_of(head("甲", "乙", "红胜") + kMovesOfGame + between + head("丙", "丁", "0-1") +
                        kMovesOfGame + between + head("戊", "己", "和棋") + between + kMovesOfGame);
      EXPECT_THAT(results_of(reader), ElementsAre("first", "second", "draw")) << before << behind;
      EXPECT_THAT(names_of(reader), ElementsAre("甲", "乙", "丙", "丁", "戊", "己")) << before << behind;
      EXPECT_THAT(reader.read(1)->notes, IsEmpty());
    }
  }
}

TEST(TitlesOfGamesTest, AResultBehindABlankLineIsThatOfTheGameAbove) {
  for (const std::string result : {"红胜", "红胜 ", "（红胜）", "【结果】红胜", "结果：红胜", "1-0"}) {
    const GameReader reader =
        collection_of(kMovesOfGame + '\n' + result + "\n\n甲 先负 乙\n" + kMovesOfGame + "红负\n");
    EXPECT_THAT(results_of(reader), ElementsAre("first", "second")) << result;
  }
}

TEST(TitlesOfGamesTest, NamesInBracketsMayStandBesideEachOther) {
  const GameReader reader = collection_of("【红方】甲 【黑方】乙\n" + kMovesOfGame);
  EXPECT_THAT(names_of(reader), ElementsAre("甲", "乙"));
  EXPECT_TRUE(collection_of("【红方】甲 1. 炮二平五 马8进7\n").read(0)->broken) << "moves are no name";
}

// What stood behind the first tag of a line was not looked at: two games in lines were one.
TEST(TitlesOfGamesTest, TagsAndMovesMayStandInOneLine) {
  const std::string moves = " 1. 炮二平五 马8进7 2. 马二进三 车9平8 ";
  const GameReader reader =
      collection_of("[Red \"甲\"][Black \"乙\"]" + moves + "红胜\n[Black \"丁\"] [Red \"丙\"]" + moves +
                    "{好\n棋} 黑胜\n" + moves + "和棋\n");
  EXPECT_THAT(results_of(reader), ElementsAre("first", "second", "draw"));
  EXPECT_THAT(names_of(reader), ElementsAre("甲", "乙", "丙", "丁", "", ""));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_THAT(reader.read(i)->game.moves, SizeIs(4)) << i;
    EXPECT_THAT(reader.read(i)->notes, IsEmpty()) << i;
  }
  EXPECT_EQ(collection_of("[Red \"甲\"] {h2e2}\n[Black \"乙\"] ; h2e2\n" + moves).games(), 1U) << "no moves";
}

// Behind a semicolon no result was seen: it parts moves here.
TEST(TitlesOfGamesTest, AResultMayStandBehindASemicolon) {
  const std::string moves = "1. 炮二平五; 马8进7; ";
  EXPECT_THAT(results_of(collection_of(moves + "2. 马二进三; 车9平8 红胜\n" + moves +
                                       "2. 兵七进一 黑胜; 好\n" + moves)),
              ElementsAre("first", "second", ""));
}

// ---- a game that is broken -------------------------------------------------------------------------------

// All games from that one on were one.
TEST(BrokenGamesTest, AGameWithoutItsBracketCostsNoOther) {
  const std::string sgf = "(;GM[4]SZ[15];B[aa];W[bb])\n(;FF[4]SZ[15];B[cc])\n",
                    ggf = "(;GM[Othello]TY[8a]B[f5];)\n( ; GM[Othello]TY[8a]B[f5]W[d6];)\n";
  for (const std::string& text :
       {"(;GM[4]SZ[15];B[hh];W[ii]\n" + sgf, "(;GM[4]SZ[15];B[hh](;W[ii])(;W[jj]\n" + sgf,
        "(;GM[4]SZ[15];B[hh]C[never\n" + sgf, "(;GM[Othello]TY[8a]B[f5]W[d6]\n" + ggf})
    EXPECT_THAT(results_of(collection_of(text)), ElementsAre("refused", "", "")) << text;
  const GameReader one =
      collection_of("(;GM[4]SZ[15];B[hh]C[like\n(;GM[4\\];B[ii\\])]\n(;W[ii])\n(;W[jj]))\n");
  EXPECT_THAT(results_of(one), ElementsAre("")) << "words and variations";
}

TEST(BrokenGamesTest, AGameOfWxfWithoutItsEndCostsNoOther) {
  const std::string moves = "START{\n1. C2=5 H8+7\n", end = "}END\n";
  const GameReader reader = collection_of("FORMAT WXF\nRED a\n" + moves + "RED b\n" + moves + moves + end +
                                          "RED c\n" + moves + end);
  EXPECT_THAT(results_of(reader), ElementsAre("", "", "", ""));
  EXPECT_THAT(names_of(reader), ElementsAre("a", "", "b", "", "", "", "c", ""));
}

// The game behind it was part of it, and the last one of a file was lost, without a word.
TEST(BrokenGamesTest, AGameOfRifWithoutItsEndCostsNoOther) {
  const auto game = [](const std::string& moves) {
    return "<game id=\"1\" black=\"1\" bresult=\"1\"><move>" + moves + "\n";
  };
  const std::string head = "<database><games>\n", whole = game("h8 i9</move></game>"),
                    open = game("h8 i9</move>"), cut = game("h8 i1"),
                    tail = "</games><players><player id=\"1\" name=\"Ando\"/></players></database>\n";
  const GameReader reader =
      collection_of(head + open + whole + "<game id=\"3\" bresult=\"0\"/>" + open + tail);
  EXPECT_THAT(results_of(reader), ElementsAre("first", "first", "second", "first"));
  EXPECT_THAT(names_of(reader), ElementsAre("Ando", "", "Ando", "", "", "", "Ando", ""));
  for (const std::size_t number : {0, 3}) {
    const auto read = reader.read(number);
    EXPECT_THAT(read->game.moves, ElementsAre("h8", "i9"));
    ASSERT_THAT(read->notes, SizeIs(1)) << number;
    EXPECT_EQ(read->notes[0].reason, "truncated") << number;
  }
  EXPECT_THAT(reader.read(1)->notes, IsEmpty());
  EXPECT_THAT(results_of(collection_of(head + cut + whole + cut)), ElementsAre("refused", "first", "refused"))
      << "its last point may have lost a digit";
}

// One line with a mistake made one game of all, which was refused.
TEST(BrokenGamesTest, ALineThatIsNoGameCostsNoOther) {
  const std::string good = "f5d6c3d3c4\n";
  EXPECT_THAT(results_of(collection_of(good + good + "f5d6c3x\n" + "f5d6c3d3 34-30\n\n" + "f5f6e6f4\n")),
              ElementsAre("", "", "refused", "refused", ""));
  EXPECT_THAT(results_of(collection_of("f5d6c3x\n" + good + good)), ElementsAre("refused", "", ""));
  EXPECT_EQ(collection_of("f5d6\nc3d3\n").games(), 1U) << "a game in two lines";
}

}  // namespace
}  // namespace server

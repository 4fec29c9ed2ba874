#include "server/formats/result_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/game_reader.h"

/// Who won, as files say it.
namespace server {
namespace {

/// Of a file of one game, of which all is legal.
std::string result_of_file(std::string text) {
  const auto reader = GameReader::open(std::move(text));
  const auto game = reader ? reader->read(0) : ReadTree(engine::Unexpected(reader.error()));
  if (!game) return game.error().message;
  return game->broken ? game->broken->message : game->game.result;
}

// Such a score behind the moves was a move that is not legal, and the game was refused.
TEST(ResultWordsTest, ScoresMayBeTypeset) {
  for (const auto& [score, result] :
       {std::pair("1–0", "first"), std::pair("0—1", "second"), std::pair("½–½", "draw"),
        std::pair("1/2–1/2", "draw"), std::pair("１－０", "first"), std::pair("０－１", "second"),
        std::pair("１／２－１／２", "draw"), std::pair("2−0", "first"), std::pair("1‑1", "draw")}) {
    EXPECT_EQ(result_of_file("1. C2=5 H8+7 " + std::string(score)), result) << score;
    EXPECT_EQ(result_of_file("[Result \"" + std::string(score) + "\"]\n\n1. C2=5 H8+7"), result) << score;
  }
  EXPECT_EQ(result_in_text("1–0 (resigns)"), "first");
  EXPECT_EQ(result_of_file("1. C2=5 H8+7 ＊"), "");
}

// The side before the first verb of all had won, or lost.
TEST(ResultWordsTest, TheSideBeforeTheVerbThatDecidesCounts) {
  for (const auto& [words, result] :
       {std::pair("黑方认输，红方胜", "first"), std::pair("黑方超时，红胜", "first"),
        std::pair("红超时黑胜", "second"), std::pair("黑认输红胜", "first"),
        std::pair("黑方超时判负", "first"), std::pair("红輸，判負", "second"),
        std::pair("黑方认输，胜方：红方", "first"), std::pair("胜方：红方，黑方认输", "first")})
    EXPECT_EQ(result_in_text(words), result) << words;
  EXPECT_EQ(result_of_file("1. 炮二平五 马8进7 黑认输红胜"), "first");
  EXPECT_EQ(result_of_file("1. 炮二平五 马8进7 红超时黑胜"), "second");
}

// It was left out, and the game had no result.
TEST(ResultWordsTest, ALineOfItsOwnMayTellTheResult) {
  const std::string moves = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n";
  for (const auto& [line, result] : {std::pair("至此，黑方认输。", "first"),
                                     std::pair("红方超时，判负", "second"), std::pair("双方握手言和", "draw"),
                                     std::pair("红方 获胜！", "first"), std::pair("Black resigns.", "first"),
                                     std::pair("Red won", "first"), std::pair("Draw agreed", "draw")})
    for (const char* between : {"", "\n"})
      EXPECT_EQ(result_of_file(moves + between + line + '\n'), result) << between << line;
  for (const char* line :
       {"红方胜势", "红方本可取胜", "黑方不应认输", "许银川胜", "Red should win", "Drawish"})
    EXPECT_EQ(result_of_file(moves + line + '\n'), "") << line;
  EXPECT_EQ(result_of_file("[Result \"0-1\"]\n\n" + moves + "黑方认输\n"), "second") << "with a note";
  const auto two = GameReader::open(moves + "\nRed wins\n\n" + moves);
  ASSERT_TRUE(two);
  ASSERT_EQ(two->games(), 2U);
  EXPECT_EQ(two->read(0)->game.result, "first");
  EXPECT_EQ(two->read(1)->game.result, "");
}

TEST(ResultWordsTest, TheSideBeforeTheWinCountsInEnglish) {
  for (const auto& [words, result] :
       {std::pair("Black resigns, Red wins", "first"), std::pair("Red lost on time. Black won", "second"),
        std::pair("Black wins, Red resigns", "second"), std::pair("Black captured all and won", "second")})
    EXPECT_EQ(result_of_file("RESULT " + std::string(words) + "\nSTART{H2-E2}END\n"), result) << words;
  for (const auto& [words, result] :
       {std::pair("White resigns, Black wins", "first"), std::pair("Black forfeits: White won", "second"),
        std::pair("B wins by forfeit", "first")})
    EXPECT_EQ(result_of_file("(;GM[4]SZ[15]RE[" + std::string(words) + "];B[hh])"), result) << words;
}

}  // namespace
}  // namespace server

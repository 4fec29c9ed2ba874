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

}  // namespace
}  // namespace server

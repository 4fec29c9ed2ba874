#include "server/formats/game_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/games/registry.h"
#include "server/formats/spent_times.h"

namespace server {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A game by its moves, each of which took a second and a half, as a file tells it.
struct Played {
  Played(const char* game, const char* rule, const std::vector<std::string>& moves, const char* result) {
    const auto match = *engine::find_game(game)->new_match({.rule = rule});
    full.game = game;
    full.rule = rule;
    full.names[0] = "Lin";
    full.names[1] = "Mei";
    full.start_pos = match->look().pos;
    for (const std::string& move : moves) EXPECT_TRUE(match->play(move)) << move;
    full.moves = moves;
    full.end_pos = match->look().pos;
    if (*result != '\0') full.result = result;
    record.game.created = 1'731'900'000'123;  // 2024-11-18 03:20:00 UTC
    for (std::size_t i = 0; i < moves.size(); ++i) {
      storage::Event event;
      event.kind = "move";
      event.ply = static_cast<int>(i) + 1;
      event.spent = 1'500;
      record.events.push_back(event);
    }
  }

  std::string as(std::string_view format) const { return game_file(format, full, record).value().text; }

  PlayedGame full;
  storage::Record record;
};

TEST(GameFileTest, XiangqiAsPgn) {
  EXPECT_EQ(
      Played("xiangqi", "standard", {"h2e2", "h9g7", "h0g2"}, "first").as("pgn"),
      "[Game \"Chinese Chess\"]\n[Event \"Sanqi\"]\n[Date \"2024.11.18\"]\n[Red \"Lin\"]\n[Black \"Mei\"]\n"
      "[Result \"1-0\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7\n2. H0-G2 1-0\n");
}

TEST(GameFileTest, XiangqiAsDhtmlxq) {
  // 炮二平五 馬8進7: the cannon of file 8 from the left, the third rank from below.
  const std::string text = Played("xiangqi", "standard", {"h2e2", "h9g7"}, "draw").as("dhtmlxq");
  EXPECT_THAT(text, HasSubstr("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"));
  EXPECT_THAT(text,
              HasSubstr("[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383"
                        "[/DhtmlXQ_binit]"));
  EXPECT_THAT(text, HasSubstr("[DhtmlXQ_result]和棋[/DhtmlXQ_result]"));
}

TEST(GameFileTest, GomokuAsSgf) {
  // SGF counts ranks from above: the protocol's h8 is the centre either way, a1 is the corner below.
  EXPECT_EQ(Played("gomoku", "freestyle", {"h8", "a1", "o15"}, "").as("sgf"),
            "(;FF[4]GM[4]CA[UTF-8]AP[Sanqi]SZ[15]RU[freestyle]DT[2024-11-18]PB[Lin]PW[Mei]RE[?];B[hh];W[ao];"
            "B[oa])\n");
}

TEST(GameFileTest, GomokuAsPsq) {
  EXPECT_EQ(Played("gomoku", "freestyle", {"h8", "a1"}, "second").as("psq"),
            "Piskvorky 15x15, 11:11, 0\n8,8,1500\n1,15,1500\nLin\nMei\n0\n");
}

TEST(GameFileTest, AntiReversiAsGgfAndTranscript) {
  const Played game("antireversi", "standard", {"d3", "c3"}, "");
  EXPECT_THAT(game.as("ggf"),
              AllOf(testing::StartsWith(
                        "(;GM[Othello]PC[Sanqi]DT[2024-11-18 03:20:00 GMT]PB[Lin]PW[Mei]RE[?]TY[8a]BO[8 "),
                    HasSubstr("O*------*O"), testing::EndsWith(" *]B[D3//1.50]W[C3//1.50];)\n")));
  EXPECT_EQ(game.as("transcript"), "d3c3\n");
}

TEST(GameFileTest, NamesCannotBreakOut) {
  Played game("gomoku", "freestyle", {}, "");
  game.full.names[0] = "a]b\\c";
  EXPECT_THAT(game.as("sgf"), HasSubstr("PB[a\\]b\\\\c]"));
}

TEST(GameFileTest, AGameHasTheFormatsOfItsKind) {
  const Played game("gomoku", "freestyle", {}, "");
  EXPECT_FALSE(game_file("pgn", game.full, game.record));
  EXPECT_FALSE(game_file("", game.full, game.record));
}

TEST(SpentTimesTest, ATakebackTakesItsTimesBack) {
  const auto event = [](const char* kind, int ply, storage::Millis spent) {
    storage::Event event;
    event.kind = kind;
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

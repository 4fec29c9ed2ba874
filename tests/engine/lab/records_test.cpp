#include "engine/lab/records.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"

namespace engine::lab {
namespace {

Pairing pairing(const char* game, const Opening& opening) {
  return {.game = find_game(game),
          .players = {read_player("name=a"), read_player("name=b")},
          .openings = {opening},
          .games = 4,
          .rules = {}};
}

TEST(Records, ALineIsReadBack) {
  const Pairing one = pairing("gomoku", {.setup = {.rule = "renju", .size = 15}, .moves = {"h8"}});
  const Numbered played{3,
                        {.moves = {"h8", "h9"},
                         .times_ms = {12},
                         .winner = Side::second,
                         .reason = "time",
                         .note = "late \xff",
                         .overrun_ms = {7, -1}}};
  const std::string line = to_json(one, played);
  EXPECT_NE(line.find("\"first\":\"b\""), std::string::npos) << "sides change in odd games: " << line;
  const Numbered read = read_game(one, line);
  EXPECT_EQ(read.number, 3u);
  EXPECT_EQ(read.game.moves, played.game.moves);
  EXPECT_EQ(read.game.times_ms, played.game.times_ms);
  EXPECT_EQ(read.game.winner, Side::second);
  EXPECT_EQ(read.game.reason, "time");
  EXPECT_EQ(read.game.overrun_ms[0], 7);
  EXPECT_THROW((void)read_game(one, "{\"number\""), std::runtime_error);
  EXPECT_THROW((void)read_game(one, to_json(one, {40, {}})), std::out_of_range);
}

TEST(Records, AreWrittenInTheFormatsOfTheGames) {
  const Numbered xiangqi{0, {.moves = {"h2e2", "h9g7"}, .winner = std::nullopt, .reason = "repetition"}};
  const std::string pgn = to_pgn(pairing("xiangqi", {}), xiangqi);
  EXPECT_NE(pgn.find("[Red \"a\"]"), std::string::npos);
  EXPECT_NE(pgn.find("1. H2-E2 H9-G7 1/2-1/2"), std::string::npos) << pgn;
  const Numbered gomoku{0, {.moves = {"h8", "a15"}, .winner = Side::second, .reason = "five"}};
  EXPECT_NE(to_sgf(pairing("gomoku", {}), gomoku).find("RE[W+];B[hh];W[aa])"), std::string::npos);
  const Numbered reversi{0, {.moves = {"d3", "pass"}, .winner = Side::first, .reason = "fewest_discs"}};
  EXPECT_NE(to_ggf(pairing("antireversi", {}), reversi).find("*]B[D3]W[PA];)"), std::string::npos);
}

}  // namespace
}  // namespace engine::lab

#include "engine/lab/matches/records.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "engine/games/registry.h"
#include "tests/storage/temporary_folder.h"

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
  const NumberedGame played{3,
                            {.moves = {"h8", "h9"},
                             .times_ms = {12},
                             .winner = Side::second,
                             .reason = "time",
                             .note = "late \xff",
                             .overrun_ms = {7, -1}}};
  const GameLines lines(one);
  const std::string line = lines.write(played);
  EXPECT_NE(line.find("\"first\":\"b\""), std::string::npos) << "sides change in odd games: " << line;
  const NumberedGame read = lines.read(line);
  EXPECT_EQ(read.number, 3u);
  EXPECT_EQ(read.game.moves, played.game.moves);
  EXPECT_EQ(read.game.times_ms, played.game.times_ms);
  EXPECT_EQ(read.game.winner, Side::second);
  EXPECT_EQ(read.game.reason, "time");
  EXPECT_EQ(read.game.overrun_ms[0], 7);
  EXPECT_THROW((void)lines.read("{\"number\""), std::runtime_error);
  EXPECT_THROW((void)lines.read(lines.write({40, {}})), std::out_of_range);
}

// The names of the players are the same in all of them.
TEST(Records, AGameOfAnotherMatchIsNotRead) {
  const Pairing one = pairing("gomoku", {.setup = {.rule = "renju", .size = 15}, .moves = {"h8"}});
  const std::string line = GameLines(one).write({2, {.moves = {"h8", "h9"}, .reason = "max_plies"}});
  EXPECT_EQ(GameLines(one).read(line).number, 2u);
  std::map<std::string, Pairing> others;
  const auto other = [&](const char* what) -> Pairing& { return others.emplace(what, one).first->second; };
  other("settings").players[1] = read_player("name=b param.late_moves=5");
  other("nodes").players[0] = read_player("name=a nodes=100");
  other("clock").players[0] = read_player("name=a tc=10+0.1");
  other("protocol").players[0] = read_player("name=a proto=uci cmd=true");
  other("opening").openings[0].moves = {"h7"};
  other("longer opening").openings[0].moves = {"h8", "i9"};
  other("rule").openings[0].setup.rule = "standard";
  other("default rule").openings[0].setup.rule = "";
  other("size").openings[0].setup.size = 20;
  other("position").openings[0].setup.pos = std::string(225, '-') + " X";
  other("limit").rules.max_plies = 300;
  other("margin").rules.margin = milliseconds(7);
  other("game").game = find_game("antireversi");
  for (const auto& [what, pairing] : others)
    EXPECT_THROW((void)GameLines(pairing).read(line), std::runtime_error) << what;
}

TEST(Records, AnotherBuildIsAnotherPlayer) {
  const TemporaryFolder folder;
  const std::string program = folder / "engine.sh";
  const PlayerSpec spec = read_player("proto=uci cmd=\"sh " + program + "\"");
  std::ofstream(program) << "exit 0\n";
  const std::string before = spec.identity();
  EXPECT_EQ(spec.identity(), before);
  std::ofstream(program) << "exit 1\n";
  EXPECT_NE(spec.identity(), before);
}

TEST(Records, AreWrittenInTheFormatsOfTheGames) {
  const NumberedGame xiangqi{0, {.moves = {"h2e2", "h9g7"}, .winner = std::nullopt, .reason = "repetition"}};
  const std::string pgn = to_pgn(pairing("xiangqi", {}), xiangqi);
  EXPECT_NE(pgn.find("[Red \"a\"]"), std::string::npos);
  EXPECT_NE(pgn.find("1. H2-E2 H9-G7 1/2-1/2"), std::string::npos) << pgn;
  const NumberedGame gomoku{0, {.moves = {"h8", "a15"}, .winner = Side::second, .reason = "five"}};
  EXPECT_NE(to_sgf(pairing("gomoku", {}), gomoku).find("RE[W+];B[hh];W[aa])"), std::string::npos);
  const NumberedGame reversi{0, {.moves = {"d3", "pass"}, .winner = Side::first, .reason = "fewest_discs"}};
  EXPECT_NE(to_ggf(pairing("antireversi", {}), reversi).find("*]B[D3]W[PA];)"), std::string::npos);
  const NumberedGame small{0, {.moves = {"c2"}, .winner = Side::first, .reason = "fewest_discs"}};
  EXPECT_NE(to_ggf(pairing("antireversi", {.setup = {.rule = "6x6"}, .moves = {}}), small)
                .find("TY[6a]BO[6 --------------O*----*O-------------- *]B[C2];)"),
            std::string::npos);
  const Opening white_moves{
      .setup = {.pos = "---------------------------OX------X---------------------------- O"}, .moves = {}};
  EXPECT_NE(to_ggf(pairing("antireversi", white_moves), reversi).find("------ O]W[D3]B[PA];)"),
            std::string::npos);
  std::string board(225, '-');
  board[0] = 'X';
  board[224] = 'O';
  board[16] = 'X';
  EXPECT_NE(to_sgf(pairing("gomoku", {.setup = {.pos = board + " O"}, .moves = {}}), gomoku)
                .find("]AB[ao][bn]AW[oa]PL[W];W[hh];B[aa])"),
            std::string::npos);
}

}  // namespace
}  // namespace engine::lab

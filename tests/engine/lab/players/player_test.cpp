#include "engine/lab/players/player.h"

#include <gtest/gtest.h>

#include "engine/games/registry.h"

namespace engine::lab {
namespace {

using namespace std::chrono_literals;

TEST(PlayerSpec, ReadsItsKeys) {
  const PlayerSpec spec = read_player(
      "name=old cmd=\"./engine --quiet -x\" proto=uci st=0.25 tc=60+0.5 nodes=7 depth=3 option.Hash=64");
  EXPECT_EQ(spec.name, "old");
  EXPECT_EQ(spec.command, "./engine --quiet -x");
  EXPECT_EQ(spec.protocol, "uci");
  EXPECT_EQ(spec.control.move, 250ms);
  EXPECT_EQ(spec.control.base, 60s);
  EXPECT_EQ(spec.control.increment, 500ms);
  EXPECT_EQ(spec.control.nodes, 7u);
  EXPECT_EQ(spec.control.depth, 3);
  EXPECT_EQ(spec.settings.at("option.Hash"), "64");
  EXPECT_EQ(read_player("level=3").name, "own");
}

TEST(PlayerSpec, RefusesWhatMakesNoSense) {
  for (const char* text :
       {"name", "st=fast", "st=-1", "nodes=1x", "hash=", "colour=red", "proto=uci", "cmd=\"open"})
    EXPECT_THROW(
        {
          const PlayerSpec spec = read_player(text);
          (void)spec.number("hash", 1);
        },
        std::invalid_argument)
        << text;
  EXPECT_THROW((void)make_player(read_player("proto=telepathy cmd=cat")), std::invalid_argument);
}

TEST(PlayerSpec, RefusesNumbersBeyondTheirBounds) {
  for (const char* text : {"param.null_move_slope=0", "param.aspiration=0", "param.reduction_slope=1000000",
                           "param.late_moves=-1", "hash=-1", "hash=0", "threads=0", "threads=257", "level=0",
                           "level=9", "depth=0", "depth=-2", "nodes=0", "ranks=2", "level=99999999999"})
    EXPECT_THROW((void)read_player(text), std::invalid_argument) << text;
  EXPECT_EQ(read_player("param.null_move_slope=1 threads=256").number("threads", 1), 256);
}

TEST(PlayerSpec, RefusesLimitsThatItsProtocolCannotTell) {
  for (const char* text :
       {"proto=nboard", "proto=nboard st=1", "proto=nboard depth=6 tc=60", "proto=nboard depth=6 st=1",
        "proto=nboard depth=6 nodes=9", "proto=gtp", "proto=gtp depth=6", "proto=gtp nodes=9",
        "proto=gtp st=0.2", "proto=gtp tc=0.5+1", "proto=gtp st=1 depth=3"})
    EXPECT_THROW(check_limits(read_player(std::string("cmd=true ") + text)), std::invalid_argument) << text;
  for (const char* text : {"proto=nboard depth=6", "proto=gtp st=1", "proto=gtp tc=60+1",
                           "proto=uci nodes=5 st=0.1", "proto=gomocup tc=1+0.1 depth=3", "proto=own depth=3"})
    EXPECT_NO_THROW(check_limits(read_player(std::string("cmd=true ") + text))) << text;
}

std::string beginners_move(const std::string& game, const std::vector<std::string>& moves,
                           const std::string& pos = "") {
  const Game& row = *find_game(game);
  const auto match = *row.new_match({.pos = pos});
  for (const std::string& move : moves) EXPECT_TRUE(match->play(move)) << move;
  const GameState now{&row, {.pos = pos}, moves, match.get()};
  return make_player(read_player("proto=beginner"))->move(now, {}, std::chrono::steady_clock::now());
}

TEST(Beginner, SeesWhatBeginnersSee) {
  EXPECT_EQ(beginners_move("gomoku", {"a1", "h8", "a2", "h9", "a3", "h10", "a4", "h11"}), "a5")
      << "its own five";
  const std::string block = beginners_move("gomoku", {"a1", "h8", "b5", "h9", "d4", "h10", "o9", "h11"});
  EXPECT_TRUE(block == "h7" || block == "h12") << block;
  EXPECT_EQ(beginners_move("xiangqi", {}, "4k4/9/9/9/r3P3n/9/9/9/9/R3K3R w - - 0 1"), "a0a5")
      << "a rook, not a horse";
}

}  // namespace
}  // namespace engine::lab

#include "engine/games/xiangqi/endings.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/core/game.h"
#include "engine/games/xiangqi/fen.h"
#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {

extern const Game kGame;

namespace {

int chances(const std::string& fen, Side side) {
  return winning_chances(position_of(fen).board(), side);
}

TEST(XiangqiEndings, KnowWhatCannotBeWon) {
  // A rook against a rook, whatever guards there are; against four guards; behind two guards against a horse.
  EXPECT_LE(chances("4k4/5R3/9/9/9/9/4r4/9/4A4/2BAK1B2 w", Side::first), 2);
  EXPECT_LE(chances("2bak1b2/4a4/9/9/9/9/9/9/4R4/4K4 w", Side::first), 2);
  EXPECT_LE(chances("3aka3/9/4n4/9/9/9/9/9/4R4/4K4 w", Side::first), 4);
  // A horse or a pawn against two guards, a cannon without a screen, two low pawns against three guards.
  EXPECT_LE(chances("3aka3/9/9/9/9/9/9/4N4/9/4K4 w", Side::first), 4);
  EXPECT_EQ(chances("4k4/9/9/9/9/9/9/4C4/9/4K4 w", Side::first), 0);
  EXPECT_LE(chances("3a1ab2/5k3/4b4/9/9/9/9/3ABA3/3p1p3/4K4 b", Side::second), 2);
  // Pawns on the last rank attack nothing, and what defends wins nothing.
  EXPECT_EQ(chances("4k4/9/9/9/9/9/9/4B4/4A4/p3K3p b", Side::second), 0);
  EXPECT_EQ(chances("3ak4/9/9/9/9/9/9/4B4/4A4/2BAK4 w", Side::first), 0);
}

TEST(XiangqiEndings, KnowWhatCanBeWon) {
  for (const char* fen : {"3aka3/9/9/9/9/9/9/9/4R4/4K4 w",             // A rook against two guards,
                          "4k4/9/4n4/9/9/9/9/9/4R4/4K4 w",             // against a bare horse;
                          "2bak1b2/4a4/9/9/9/9/9/9/3RN4/4K4 w",        // with a horse against all guards;
                          "4k4/4a4/9/9/3P1P3/9/9/9/9/4K4 w",           // two high pawns against one guard;
                          "3aka3/9/9/9/9/9/9/3NC4/4A4/4K4 w",          // horse and cannon against two;
                          "2bak1b2/4a4/9/9/2P1P1P2/9/9/9/9/4K4 w"}) {  // three pawns.
    EXPECT_EQ(chances(fen, Side::first), kCertain) << fen;
  }
}

// Both were scored by seven or eight hundred centipawns for a hundred plies.
TEST(XiangqiEndings, AreNotScoredAsWonAfterASearch) {
  for (const char* fen :
       {"4k4/5R3/9/9/9/9/4r4/9/4A4/2BAK1B2 w", "3a1ab2/5k3/4b4/9/9/9/9/3ABA3/3p1p3/4K4 b"}) {
    const auto match = *kGame.new_match({.pos = fen});
    const Thought thought = kGame.new_bot({})->think(*match, {.nodes = 30'000}, {}, {});
    EXPECT_LT(std::abs(thought.lines.front().value), 150) << fen;
  }
}

}  // namespace
}  // namespace engine::xiangqi

#include "engine/games/xiangqi/rules.h"

#include <gtest/gtest.h>

#include "engine/games/game_rules.h"
#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

static_assert(GameRules<Rules>);

struct Illegal {
  std::string_view fen;
  std::string_view text;
  std::string_view code;
};

void PrintTo(const Illegal& illegal, std::ostream* out) {
  *out << illegal.code << " " << illegal.text;
}

class IllegalMove : public testing::TestWithParam<Illegal> {};

TEST_P(IllegalMove, SaysWhy) {
  const Position position = position_of(GetParam().fen);
  EXPECT_FALSE(Rules::read_notation(position, GetParam().text));
  EXPECT_EQ(Rules::why_not(position, GetParam().text).code, GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(
    AtStart, IllegalMove,
    testing::Values(Illegal{kStartFen, "", "syntax"}, Illegal{kStartFen, "hello", "syntax"},
                    Illegal{kStartFen, "k4m5", "syntax"}, Illegal{kStartFen, "e4e6", "no_piece"},
                    Illegal{kStartFen, "a9a8", "not_your_piece"}, Illegal{kStartFen, "a0b0", "own_piece"},
                    Illegal{kStartFen, "a0a5", "blocked"}, Illegal{kStartFen, "a0b1", "cannot_go_there"},
                    Illegal{kStartFen, "b0d1", "leg_blocked"}, Illegal{kStartFen, "b0b1", "cannot_go_there"},
                    Illegal{kStartFen, "c0c2", "cannot_go_there"},
                    Illegal{kStartFen, "d0c1", "outside_palace"},
                    Illegal{kStartFen, "d0d1", "cannot_go_there"},
                    Illegal{kStartFen, "a3b3", "cannot_go_there"},
                    Illegal{kStartFen, "a3a2", "cannot_go_there"}, Illegal{kStartFen, "b2b8", "blocked"},
                    Illegal{kStartFen, "C2=1=", "syntax"}, Illegal{kStartFen, "C3=1", "no_such_move"}));

INSTANTIATE_TEST_SUITE_P(
    Elsewhere, IllegalMove,
    testing::Values(Illegal{"4k4/9/9/9/9/9/3p5/4B4/9/3K5 w - - 0 1", "e2c4", "eye_blocked"},
                    Illegal{"4k4/9/9/9/9/2B6/9/9/9/3K5 w - - 0 1", "c4e6", "across_river"},
                    Illegal{"3k5/9/9/9/4p4/9/9/9/4C4/5K3 w - - 0 1", "e1e5", "no_screen"},
                    Illegal{"3k5/9/9/9/9/9/9/9/3N5/3K5 w - - 0 1", "d1b2", "flying_general"},
                    Illegal{"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0d0", "flying_general"},
                    Illegal{"3k5/4r4/9/9/9/9/9/9/9/3NK4 w - - 0 1", "d0c2", "own_king_in_check"},
                    Illegal{"3ak4/9/9/9/9/9/4R4/9/4R4/3K5 w - - 0 1", "R5=9", "ambiguous"}));

TEST(XiangqiRules, FindsMovesByProtocolTextAlone) {
  const Position position = position_of(kStartFen);
  EXPECT_EQ(write_move(Rules::find_move(position, "h2e2").value()), "h2e2");
  for (const std::string_view other : {"", "h2", "H2E2", "h2-e2", "h3e3", "h02e2", "h2e10", "C2=5", "h2h8"})
    EXPECT_FALSE(Rules::find_move(position, other)) << other;
  EXPECT_TRUE(Rules::read_notation(position, "h3e3"));
}

TEST(XiangqiRules, MatedSideLoses) {
  int mates = 0;
  for (const std::string& line : verified_lines("xiangqi_mates.epd")) {
    if (line.find("mate 1") == std::string::npos) continue;
    Position position = position_of(line.substr(0, line.find(" ;")));
    const Side winner = position.side_to_move();
    position.do_move(move_of(position, line.substr(line.find("bm ") + 3, 4)));
    EXPECT_EQ(Rules::outcome(position), (Outcome{winner, "checkmate"})) << line;
    ++mates;
  }
  EXPECT_GT(mates, 0);
}

/// The pawn's step is the 120th ply without a capture, and mate: mate counts.
TEST(XiangqiRules, MateOutweighsTheMoveLimit) {
  Position position = position_of("3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 119 80");
  position.do_move(move_of(position, "c7c8"));
  EXPECT_EQ(Rules::outcome(position), (Outcome{Side::first, "stalemate"}));
  EXPECT_EQ(position.verdict(0), std::nullopt);
}

TEST(XiangqiRules, LookTellsTurnPositionAndCheck) {
  const Look start = Rules::look(position_of(kStartFen));
  EXPECT_EQ(start.turn, Side::first);
  EXPECT_EQ(start.pos, kStartFen);
  EXPECT_FALSE(start.check);
  EXPECT_TRUE(Rules::look(position_of("4k4/9/9/9/9/9/9/9/9/3KR4 b - - 0 1")).check);
}

TEST(XiangqiRules, ReadsSetups) {
  EXPECT_TRUE(Rules::read_position({}));
  EXPECT_TRUE(Rules::read_position({.rule = "standard"}));
  EXPECT_EQ(Rules::read_position({.rule = "renju"}).error().code, "unknown_rule");
  EXPECT_EQ(Rules::read_position({.size = 9}).error().code, "bad_size");
  EXPECT_EQ(Rules::read_position({.pos = "nonsense"}).error().code, "syntax");
}

TEST(XiangqiRules, OffersWxfAndChinese) {
  const Position position = position_of(kStartFen);
  const auto notations = Rules::notations(position, move_of(position, "h2e2"));
  ASSERT_EQ(notations.size(), 2u);
  EXPECT_EQ(notations[0].style, "wxf");
  EXPECT_EQ(notations[0].text, "C2=5");
  EXPECT_EQ(notations[1].style, "zh");
  EXPECT_EQ(notations[1].text, "炮二平五");
}

}  // namespace
}  // namespace engine::xiangqi

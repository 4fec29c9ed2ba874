#include <gtest/gtest.h>

#include "engine/core/zobrist.h"
#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

TEST(XiangqiFen, RoundTrips) {
  for (const std::string& line : verified_lines("xiangqi_perft.epd")) {
    const std::string fen = line.substr(0, line.find(" ;"));
    EXPECT_EQ(write_fen(position_of(fen)), fen);
  }
}

TEST(XiangqiFen, KeepsClockAndMoveNumber) {
  const std::string fen = "2bak4/4a4/4b4/9/8r/9/9/4B4/R3A4/2BAK4 b - - 118 90";
  Position position = position_of(fen);
  EXPECT_EQ(write_fen(position), fen);
  position.do_move(move_of(position, "i5h5"));
  EXPECT_EQ(write_fen(position), "2bak4/4a4/4b4/9/7r1/9/9/4B4/R3A4/2BAK4 w - - 119 91");
}

// Games of other programs go on there, and their positions are shown, copied and read again.
TEST(XiangqiFen, WritesNoGreaterNumbersThanItReads) {
  Position position = position_of("2bak4/4a4/4b4/9/8r/9/9/4B4/R3A4/2BAK4 b - - 120 9999");
  position.do_move(move_of(position, "i5h5"));
  const std::string fen = "2bak4/4a4/4b4/9/7r1/9/9/4B4/R3A4/2BAK4 w - - 120 9999";
  EXPECT_EQ(write_fen(position), fen);
  EXPECT_EQ(write_fen(position_of(fen)), fen);
}

TEST(XiangqiFen, AcceptsOtherLettersAndShortForms) {
  EXPECT_EQ(write_fen(position_of("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")),
            kStartFen);
}

struct Refused {
  std::string_view why;
  std::string_view fen;
  std::string_view code;
};

void PrintTo(const Refused& refused, std::ostream* out) {
  *out << refused.why;
}

class RefusedFen : public testing::TestWithParam<Refused> {};

TEST_P(RefusedFen, WithAReason) {
  const auto position = read_fen(GetParam().fen);
  ASSERT_FALSE(position) << GetParam().fen;
  EXPECT_EQ(position.error().code, GetParam().code) << position.error().message;
  EXPECT_FALSE(position.error().message.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedFen,
    testing::Values(
        Refused{"empty", "", "syntax"}, Refused{"no side", "4k4/9/9/9/9/9/9/9/9/3K5", "syntax"},
        Refused{"unknown side", "4k4/9/9/9/9/9/9/9/9/3K5 x", "syntax"},
        Refused{"nine ranks", "4k4/9/9/9/9/9/9/9/3K5 w", "syntax"},
        Refused{"eleven ranks", "4k4/9/9/9/9/9/9/9/9/9/3K5 w", "syntax"},
        Refused{"ten files", "4k5/9/9/9/9/9/9/9/9/3K5 w", "syntax"},
        Refused{"ten pieces", "rnbakabnrr/9/9/9/9/9/9/9/9/3K5 w", "syntax"},
        Refused{"short rank", "4k3/9/9/9/9/9/9/9/9/3K5 w", "syntax"},
        Refused{"unknown piece", "4k4/9/9/9/4q4/9/9/9/9/3K5 w", "syntax"},
        Refused{"zero gap", "4k4/9/9/9/04p4/9/9/9/9/3K5 w", "syntax"},
        Refused{"clock is a word", "4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1", "syntax"},
        Refused{"clock is negative", "4k4/9/9/9/9/9/9/9/9/3K5 w - - -1 1", "syntax"},
        Refused{"clock over the limit", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 121 1", "syntax"},
        Refused{"move number with a tail", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1x", "syntax"},
        Refused{"castling rights", "4k4/9/9/9/9/9/9/9/9/3K5 w KQkq - 0 1", "syntax"},
        Refused{"text after the end", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 2", "syntax"},
        Refused{"no black general", "9/9/9/9/9/9/9/9/9/3K5 w", "impossible_position"},
        Refused{"no red general", "4k4/9/9/9/9/9/9/9/9/9 w", "impossible_position"},
        Refused{"two generals", "3kk4/9/9/9/9/9/9/9/9/5K3 w", "impossible_position"},
        Refused{"general outside the palace", "4k4/9/9/9/9/9/9/9/9/2K6 w", "impossible_position"},
        Refused{"general over the river", "3Kk4/9/9/9/9/9/9/9/9/9 w", "impossible_position"},
        Refused{"three rooks", "4k4/9/9/9/9/9/9/9/9/RRRK5 w", "impossible_position"},
        Refused{"six pawns", "4k4/9/PPPPPP3/9/9/9/9/9/9/3K5 w", "impossible_position"},
        Refused{"advisor off its points", "4k4/9/9/9/9/9/9/9/3A5/3K5 w", "impossible_position"},
        Refused{"elephant off its points", "4k4/9/9/9/9/9/9/4B4/1B7/3K5 w", "impossible_position"},
        Refused{"elephant between its points", "4k4/9/9/9/9/9/9/2B6/9/3K5 w", "impossible_position"},
        Refused{"elephant over the river", "4k4/9/4B4/9/9/9/9/9/9/3K5 w", "impossible_position"},
        Refused{"pawn behind its start", "4k4/9/9/9/9/9/9/P8/9/3K5 w", "impossible_position"},
        Refused{"pawn beside its file", "4k4/9/9/9/9/9/1P7/9/9/3K5 w", "impossible_position"},
        Refused{"two pawns on a file at home", "4k4/9/9/9/9/P8/P8/9/9/3K5 w", "impossible_position"},
        Refused{"facing generals", "4k4/9/9/9/9/9/9/9/9/4K4 w", "impossible_position"}));

/// Two rows of the verified notation table are drawn like that: a rook on the open file of the waiting
/// general.
TEST(XiangqiFen, AcceptsACapturableGeneralButNeverTakesIt) {
  Position position = position_of("3ak4/9/9/9/9/9/4R4/9/4R4/3K5 w - - 0 1");
  EXPECT_FALSE(read_move(position, "e3e9"));
  EXPECT_TRUE(read_move(position, "e3e8"));
  position.do_null_move();
  EXPECT_TRUE(position.in_check());
}

/// Whatever is let through must be safe to play on. Half of the mutations keep to characters of a FEN.
TEST(XiangqiFen, SurvivesMutations) {
  constexpr std::uint64_t kSeed = 20;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  constexpr std::string_view kCharacters = "rnbakcpRNBAKCP123456789/ wb-";
  SplitMix64 random(kSeed);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string fen =
        i % 2 == 0 ? std::string(kStartFen) : "2bak4/4a4/4b4/9/8r/2n6/P8/4B4/R3A4/2BAK4 b - - 118 90";
    for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes)
      fen[random.below(static_cast<std::uint32_t>(fen.size()))] =
          random.below(2) ? kCharacters[random.below(kCharacters.size())]
                          : static_cast<char>(random.below(256));
    const auto position = read_fen(fen);
    if (!position) continue;
    ++accepted;
    EXPECT_EQ(write_fen(position_of(write_fen(*position))), write_fen(*position));
    MoveList moves;
    position->generate(moves);
    Position next = *position;
    for (const Move move : moves) {
      next.do_move(move);
      EXPECT_EQ(next.key(), next.key_from_scratch()) << fen;
      next.undo_move();
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace engine::xiangqi

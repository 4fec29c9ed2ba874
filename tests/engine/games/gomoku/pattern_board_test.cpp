#include "engine/games/gomoku/pattern_board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/engine/games/gomoku/board.h"
#include "tests/seed.h"

namespace engine::gomoku {
namespace {

static_assert(search::Position<PatternBoard<Rule::freestyle>>);

/// Everything that the board keeps on the way is what a board made from the position has from the start.
template <Rule R>
void expect_equal(const PatternBoard<R>& board, const PatternBoard<R>& fresh) {
  ASSERT_EQ(board.key(), fresh.key());
  ASSERT_EQ(board.side_to_move(), fresh.side_to_move());
  ASSERT_EQ(board.stones(), fresh.stones());
  ASSERT_EQ(board.empty_points(), fresh.empty_points());
  ASSERT_EQ(board.weight_sum(), fresh.weight_sum());
  for (const Side side : {Side::first, Side::second}) {
    for (std::size_t i = 0; i < kThreats; ++i) {
      const auto threat = static_cast<Threat>(i);
      ASSERT_EQ(board.points(side, threat), fresh.points(side, threat)) << "threat " << i;
      ASSERT_EQ(board.count(side, threat), fresh.count(side, threat)) << "threat " << i;
    }
  }
}

template <class P>
std::vector<Move> legal_moves(const P& position) {
  MoveList moves;
  position.generate(moves);
  std::vector<Move> sorted(moves.begin(), moves.end());
  std::ranges::sort(sorted);
  return sorted;
}

/// A random game that stays together, so that rows and fouls arise; then all of it taken back.
template <Rule R>
void play_and_take_back(int size, std::mt19937& random) {
  Position position(R, size);
  PatternBoard<R> board(position);
  int played = 0;
  while (!position.verdict(0)) {
    const auto moves = legal_moves(position);
    ASSERT_EQ(legal_moves(board), moves);
    if (moves.empty()) break;
    Move move = moves[random() % moves.size()];
    for (int tries = 0; tries < 20; ++tries) {
      const Point p = point_of(move);
      if (std::abs(file_of(p) - 7) < 4 && std::abs(rank_of(p) - 7) < 4) break;
      move = moves[random() % moves.size()];
    }
    const Key key = board.key_after(move);
    board.do_move(move);
    position.do_move(move);
    ++played;
    ASSERT_EQ(board.key(), key);
    ASSERT_EQ(board.verdict(5), position.verdict(5));
    if (!position.winner()) expect_equal(board, PatternBoard<R>(position));
  }
  for (; played > 0; --played) {
    board.undo_move();
    position.undo_move();
    expect_equal(board, PatternBoard<R>(position));
  }
}

TEST(PatternBoard, KeepsWhatABoardFromScratchHas) {
  const auto seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int game = 0; game < 3; ++game) {
    for (const int size : kSizes) {
      play_and_take_back<Rule::freestyle>(size, random);
      play_and_take_back<Rule::standard>(size, random);
      play_and_take_back<Rule::renju>(size, random);
      play_and_take_back<Rule::caro>(size, random);
    }
  }
}

struct ThreatCase {
  std::string_view story;
  std::string_view black;
  std::string_view white;
  std::string_view point;
  std::array<Threat, 4> threats;  // For black in freestyle, standard, renju, caro
};

constexpr std::array<Threat, 4> in_all(Threat threat) {
  return {threat, threat, threat, threat};
}

constexpr ThreatCase kThreatCases[] = {
    {"five", "d8 e8 f8 g8", "", "h8", in_all(Threat::five)},
    {"six", "d8 e8 f8 h8 i8", "", "g8", {Threat::five, Threat::quiet, Threat::foul, Threat::quiet}},
    {"closed five", "d8 e8 f8 g8", "c8 i8", "h8", {Threat::five, Threat::five, Threat::five, Threat::quiet}},
    {"open four", "f8 g8 h8", "", "i8", in_all(Threat::open_four)},
    {"open four in caro needs more room",
     "f8 g8 h8",
     "d8",
     "e8",
     {Threat::four, Threat::four, Threat::four, Threat::four}},
    {"four", "f8 g8 h8", "e8", "i8", {Threat::four, Threat::four, Threat::four, Threat::four}},
    {"four with a hole", "d8 e8 g8", "", "h8", in_all(Threat::four)},
    {"closed four is a dead one in caro",
     "f8 g8 h8",
     "e8 k8",
     "i8",
     {Threat::four, Threat::four, Threat::four, Threat::quiet}},
    {"two fours",
     "d8 e8 f8 g5 g6 g7",
     "c8 g4",
     "g8",
     {Threat::open_four, Threat::open_four, Threat::foul, Threat::open_four}},
    {"two fours in a line",
     "e8 g8 i8 k8",
     "",
     "h8",
     {Threat::open_four, Threat::open_four, Threat::foul, Threat::open_four}},
    {"four and three", "d8 e8 f8 g7 g6", "c8", "g8", in_all(Threat::four_three)},
    {"three", "g8 h8", "", "i8", in_all(Threat::three)},
    {"three with a hole", "f8 h8", "", "i8", in_all(Threat::three)},
    {"blocked three", "f8 g8", "e8", "h8", in_all(Threat::blocked_three)},
    {"two threes", "g8 i8 h7 h9", "", "h8", in_all(Threat::threes)},
    {"two", "g8", "", "h8", in_all(Threat::two)},
    {"two twos", "g8 h9", "", "h8", in_all(Threat::twos)},
    {"no room for five", "g8 h8", "e8 j8", "i8", in_all(Threat::quiet)},
};

template <Rule R>
Threat threat_in(const ThreatCase& threat) {
  const PatternBoard<R> board(position_with(R, threat.black, threat.white));
  return board.threat(Side::first, at(threat.point));
}

TEST(PatternBoard, NamesThreats) {
  for (const ThreatCase& threat : kThreatCases) {
    EXPECT_EQ(threat_in<Rule::freestyle>(threat), threat.threats[0]) << threat.story;
    EXPECT_EQ(threat_in<Rule::standard>(threat), threat.threats[1]) << threat.story;
    EXPECT_EQ(threat_in<Rule::renju>(threat), threat.threats[2]) << threat.story;
    EXPECT_EQ(threat_in<Rule::caro>(threat), threat.threats[3]) << threat.story;
  }
}

template <Rule R>
std::vector<Point> defences(std::string_view black, std::string_view white, std::string_view point,
                            Threat threat) {
  const PatternBoard<R> board(position_with(R, black, white));
  const PointSet set = board.defences(Side::first, at(point), threat);
  return {set.begin(), set.end()};
}

std::vector<Point> points(std::string_view names) {
  std::vector<Point> list;
  for (const std::string_view name : words(names)) list.push_back(at(name));
  std::ranges::sort(list);
  return list;
}

TEST(PatternBoard, FindsDefences) {
  using enum Rule;
  EXPECT_EQ(defences<freestyle>("e8 f8 g8 h8", "d8", "i8", Threat::five), points("i8"));
  EXPECT_EQ(defences<freestyle>("f8 g8 h8", "", "i8", Threat::open_four), points("e8 i8 j8"));
  EXPECT_EQ(defences<freestyle>("f8 h8 i8", "", "g8", Threat::open_four), points("e8 g8 j8"));
  // Caro: closing the far end of a row that is closed at the near end makes its five worthless.
  EXPECT_EQ(defences<caro>("e8 f8 g8 h8", "d8", "i8", Threat::five), points("i8 j8"));
}

}  // namespace
}  // namespace engine::gomoku

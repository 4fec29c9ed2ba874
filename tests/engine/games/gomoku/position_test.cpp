#include "engine/games/gomoku/position.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/engine/games/gomoku/board.h"
#include "tests/seed.h"

namespace engine::gomoku {
namespace {

static_assert(search::Position<Position>);

using OfEachRule = std::array<bool, kRuleNames.size()>;
constexpr OfEachRule kNever{};
constexpr OfEachRule kAlways = [] {
  OfEachRule all{};
  all.fill(true);
  return all;
}();

struct FiveCase {
  std::string_view story;
  std::string_view black;
  std::string_view white;
  std::string_view move;
  Side mover;
  OfEachRule wins;  // freestyle, standard, renju, caro
};

constexpr FiveCase kFiveCases[] = {
    {"five along a rank", "d8 e8 f8 g8", "", "h8", Side::first, kAlways},
    {"five along a file", "h4 h5 h7 h8", "", "h6", Side::first, kAlways},
    {"five along a rising diagonal", "a1 b2 c3 d4", "", "e5", Side::first, kAlways},
    {"five along a falling diagonal", "k5 l4 n2 o1", "", "m3", Side::first, kAlways},
    {"five at the edge", "o11 o12 o13 o14", "", "o15", Side::first, kAlways},
    {"four is no five", "d8 e8 f8", "", "g8", Side::first, kNever},
    {"a gap breaks the row", "c8 d8 e8 g8", "", "h8", Side::first, kNever},
    {"the edge breaks the row", "m8 n8 o8 a9", "", "b9", Side::first, kNever},
    {"black's six", "c8 d8 e8 g8 h8", "", "f8", Side::first, {true, false, false, false}},
    {"white's six", "", "c8 d8 e8 g8 h8", "f8", Side::second, {true, false, true, false}},
    {"nine", "c8 d8 e8 f8 h8 i8 j8 k8", "", "g8", Side::first, {true, false, false, false}},
    {"five and six at once", "d8 e8 f8 g8 h4 h5 h6 h7 h9", "", "h8", Side::first, kAlways},
    {"blocked at one end", "d8 e8 f8 g8", "c8", "h8", Side::first, kAlways},
    {"blocked at both ends", "d8 e8 f8 g8", "c8 i8", "h8", Side::first, {true, true, true, false}},
    {"white blocked at both ends", "c8 i8", "d8 e8 f8 g8", "h8", Side::second, {true, true, true, false}},
    {"the edge is no stone", "a8 b8 c8 d8", "f8", "e8", Side::first, kAlways},
    {"one open row of two", "d8 e8 f8 g8 h4 h5 h6 h7", "c8 i8 h3", "h8", Side::first, kAlways},
};

TEST(Five, WinsByTheDemandsOfEachRule) {
  for (const FiveCase& five : kFiveCases) {
    for (std::size_t rule = 0; rule < kRuleNames.size(); ++rule) {
      Position position = position_with(static_cast<Rule>(rule), five.black, five.white, five.mover);
      position.do_move(move_to(at(five.move)));
      EXPECT_EQ(position.winner() == five.mover, five.wins[rule]) << five.story << ", " << kRuleNames[rule];
      EXPECT_EQ(position.verdict(3), five.wins[rule] ? std::optional(loss_in(3)) : std::nullopt)
          << five.story;
    }
  }
}

TEST(Five, IsSeenInAPositionThatIsSetUp) {
  // The stones arrive in the order of the board: five of a standing six must not count on the way.
  const std::string_view six = "c8 d8 e8 f8 g8 h8";
  EXPECT_EQ(position_with(Rule::standard, six, "", Side::second).winner(), std::nullopt);
  EXPECT_EQ(position_with(Rule::freestyle, six, "", Side::second).winner(), Side::first);
}

/// Plays a random game to its end and calls `see` before every move.
template <class See>
Position play_random(Rule rule, int size, std::mt19937& random, See see) {
  Position position(rule, size);
  while (!position.verdict(0)) {
    MoveList moves;
    position.generate(moves);
    if (moves.empty()) break;
    see(position);
    position.do_move(moves[random() % moves.size()]);
  }
  return position;
}

TEST(Position, UndoRestoresEveryPosition) {
  const auto seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (std::size_t rule = 0; rule < kRuleNames.size(); ++rule) {
    std::vector<std::pair<Key, std::string>> seen;
    Position position = play_random(static_cast<Rule>(rule), 15, random, [&](const Position& p) {
      seen.emplace_back(p.key(), Rules::look(p).pos);
    });
    for (auto past = seen.rbegin(); past != seen.rend(); ++past) {
      position.undo_move();
      EXPECT_EQ(position.key(), past->first);
      EXPECT_EQ(Rules::look(position).pos, past->second);
      EXPECT_FALSE(position.winner());
    }
  }
}

TEST(Position, KeyDependsOnStonesTurnRuleAndSizeAlone) {
  EXPECT_EQ(position_after(Rule::freestyle, "h8 i9 g7").key(),
            position_after(Rule::freestyle, "g7 i9 h8").key());
  EXPECT_EQ(position_after(Rule::renju, "h8 i9").key(), position_with(Rule::renju, "h8", "i9").key());
  EXPECT_NE(position_with(Rule::renju, "h8", "i9").key(),
            position_with(Rule::renju, "h8", "i9", Side::second).key());
  EXPECT_NE(position_with(Rule::renju, "h8", "i9").key(), position_with(Rule::caro, "h8", "i9").key());
  EXPECT_NE(Position(Rule::renju, 15).key(), Position(Rule::renju, 19).key());
}

TEST(Position, LeavesForbiddenPointsOut) {
  // A cross of two twos around h8, and a five that overrides the fouls at the same time elsewhere.
  const Position position = position_with(Rule::renju, "h7 h9 g8 i8", "o1 g3 k3 o13");
  MoveList moves;
  position.generate(moves);
  EXPECT_EQ(moves.size(), 225u - 8 - 1);
  EXPECT_EQ(std::ranges::count(moves, move_to(at("h8"))), 0);

  const Position white = position_with(Rule::renju, "o1 g3 k3 o13", "h7 h9 g8 i8", Side::second);
  MoveList all;
  white.generate(all);
  EXPECT_EQ(all.size(), 225u - 8);
}

TEST(Position, AFullBoardIsADraw) {
  // Rows of two and two, shifted by one point each second rank: no side ever has three in a row along a rank
  // or a file, and diagonals change as often.
  std::vector<Cell> cells;
  for (int i = 0; i < 225; ++i) cells.push_back((i % 15 / 2 + i / 15) % 2 == 0 ? Cell::first : Cell::second);
  cells[0] = Cell::empty;
  Position position(Rule::freestyle, 15, cells, Side::first);
  ASSERT_FALSE(position.verdict(0));
  position.do_move(move_to(at("a1")));
  EXPECT_EQ(position.verdict(1), 0);
  EXPECT_EQ(Rules::outcome(position), (Outcome{std::nullopt, "full_board"}));
}

TEST(Position, BlackWithoutALegalPointDraws) {
  // One empty point left, and black would make six there.
  std::vector<Cell> cells;
  for (int i = 0; i < 225; ++i) cells.push_back((i % 15 / 2 + i / 15) % 2 == 0 ? Cell::first : Cell::second);
  for (const std::string_view name : {"c8", "d8", "e8", "g8", "h8"}) {
    cells[static_cast<std::size_t>(rank_of(at(name)) * 15 + file_of(at(name)))] = Cell::first;
  }
  for (const std::string_view name : {"b8", "i8"}) {
    cells[static_cast<std::size_t>(rank_of(at(name)) * 15 + file_of(at(name)))] = Cell::second;
  }
  cells[static_cast<std::size_t>(rank_of(at("f8")) * 15 + file_of(at("f8")))] = Cell::empty;
  const Position position(Rule::renju, 15, cells, Side::first);
  ASSERT_FALSE(position.winner());
  EXPECT_FALSE(position.full());
  MoveList moves;
  position.generate(moves);
  EXPECT_TRUE(moves.empty());
  EXPECT_EQ(position.no_moves(0), 0);
  EXPECT_EQ(Rules::outcome(position), (Outcome{std::nullopt, "only_forbidden"}));
}

}  // namespace
}  // namespace engine::gomoku

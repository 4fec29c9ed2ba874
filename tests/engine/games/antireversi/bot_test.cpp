#include <map>

#include "engine/games/antireversi/endgame.h"
#include "tests/engine/games/antireversi/expect_solved.h"

namespace engine::antireversi {
namespace {

TEST(AntireversiBot, SolvesTheVerifiedEndings) {
  expect_solved_by_bot(12, 34);
}

/// The exact value of every root move.
std::map<std::string, int> exact_values(const Position& position) {
  std::map<std::string, int> values;
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  MoveList moves;
  position.generate(moves);
  for (Move move : moves) {
    Position next = position;
    next.do_move(move);
    search::Budget budget(Limits{}, {});
    values[write_move(move)] = next.is_over()
                                   ? -next.discs().difference()
                                   : -endgame.solve(next.discs(), -kSquares, kSquares, budget)->difference;
  }
  return values;
}

// Analysis shows several lines: whatever is called exact there must be, under any limit, and so must the
// order.
TEST(AntireversiBot, EveryLineThatClaimsToBeExactIs) {
  int exact = 0;
  for (const ExactPosition& row : exact_positions(12)) {
    const Position position = *read_position(row.pos);
    const auto values = exact_values(position);
    const auto match = kGame.new_match({.pos = row.pos});
    for (const std::uint64_t nodes : {500u, 5'000u, 60'000u, 2'000'000u})
      for (const int lines : {1, 2, 4}) {
        const Thought thought = kGame.new_bot({})->think(**match, {.nodes = nodes, .multipv = lines}, {}, {});
        for (const Line& line : thought.lines) {
          if (line.kind != ScoreKind::exact) continue;
          ++exact;
          EXPECT_EQ(line.value, values.at(line.pv.front())) << row.pos << ' ' << nodes << ' ' << lines;
        }
        if (thought.lines.front().kind == ScoreKind::exact) {
          EXPECT_EQ(thought.lines.front().value, row.difference) << row.pos << ' ' << nodes;
        }
      }
  }
  EXPECT_GT(exact, 500);
}

TEST(AntireversiBot, SolvesBothLinesOfAnEndingOfTenEmpties) {
  const std::string pos = "-OXOOO--X-OXOOOOX-OOXOXXXO-OXXXXOOOOOXXXXOXOOXX-XOOXXXXX-O-XXXO- X";
  const auto match = kGame.new_match({.pos = pos});
  const Thought thought = kGame.new_bot({})->think(**match, {.nodes = 60'000, .multipv = 2}, {}, {});
  ASSERT_EQ(thought.lines.size(), 2u);
  EXPECT_EQ(thought.best, "a8");
  EXPECT_EQ(thought.lines[0].kind, ScoreKind::exact);
  EXPECT_EQ(thought.lines[0].value, 6);
  EXPECT_EQ(thought.lines[1].kind, ScoreKind::exact);
}

}  // namespace
}  // namespace engine::antireversi

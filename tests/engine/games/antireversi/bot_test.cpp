#include <map>

#include "engine/games/antireversi/endgame.h"
#include "tests/engine/games/antireversi/expect_solved.h"
#include "tests/thorough.h"

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
                                   ? -next.discs().margin()
                                   : -endgame.solve(next.discs(), -kSquares, kSquares, budget)->margin;
  }
  return values;
}

// Analysis shows several lines: whatever is called exact there must be, under any limit, and so must the
// order.
TEST(AntireversiBot, EveryLineThatClaimsToBeExactIs) {
  int exact = 0;
  for (const ExactPosition& row : some_of(exact_positions(12))) {
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
          EXPECT_EQ(thought.lines.front().value, row.margin) << row.pos << ' ' << nodes;
        }
      }
  }
  EXPECT_GT(exact, some_of(500));
}

// The winner is claimed sooner than the margin: each claim must hold, whatever the limit, and it must not
// look like more than it is.
TEST(AntireversiBot, EveryClaimOfAWinOrLossHolds) {
  int wins = 0, losses = 0;
  for (const ExactPosition& row : some_of(exact_positions(14))) {
    if (row.empties < 12) continue;
    const auto values = exact_values(*read_position(row.pos));
    const auto match = kGame.new_match({.pos = row.pos});
    for (const int depth : {4, 6, 8})
      for (const int lines : {1, 3}) {
        const Thought thought = kGame.new_bot({})->think(**match, {.depth = depth, .multipv = lines}, {}, {});
        for (const Line& line : thought.lines) {
          const int truth = values.at(line.pv.front());
          const std::string where = row.pos + ' ' + line.pv.front();
          if (line.kind == ScoreKind::exact) {
            EXPECT_EQ(line.value, truth) << where;
          }
          if (line.kind == ScoreKind::win) {
            EXPECT_GT(truth, 0) << where;
          }
          if (line.kind == ScoreKind::loss) {
            EXPECT_LT(truth, 0) << where;
          }
          wins += line.kind == ScoreKind::win, losses += line.kind == ScoreKind::loss;
        }
        if (thought.lines.front().kind == ScoreKind::win) {
          EXPECT_GT(values.at(thought.best), 0) << row.pos << " plays what wins";
        }
      }
  }
  EXPECT_GT(wins, some_of(10));
  EXPECT_GT(losses, some_of(10));
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

#include "engine/games/antireversi/endgame.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "engine/search/parallel.h"
#include "tests/engine/games/antireversi/exact_positions.h"
#include "tests/engine/games/antireversi/random_boards.h"
#include "tests/thorough.h"

namespace engine::antireversi {
namespace {

constexpr std::uint64_t kSeed = 5;

search::Budget endless() {
  return search::Budget(Limits{}, {});
}

// Four positions share a place; three of them are kept for the problems that would cost most to solve again.
TEST(EndgameTable, KeepsTheBiggestProblemsAndTheLatest) {
  constexpr std::size_t kBuckets = 4;
  EndgameTable table(kBuckets);
  const auto key = [](int empties) { return kBuckets * static_cast<Key>(empties); };
  const auto keep = [&](int empties) {
    table.store(key(empties), empties, {static_cast<std::int8_t>(empties), kSquares, 0});
  };
  const auto knows = [&](int empties) { return table.find(key(empties)).lower == empties; };
  for (const int empties : {12, 20, 16, 9, 10, 8}) keep(empties);
  for (const int empties : {12, 20, 16, 8}) EXPECT_TRUE(knows(empties)) << empties;
  for (const int empties : {9, 10}) EXPECT_FALSE(knows(empties)) << empties;
  keep(24);
  EXPECT_FALSE(knows(12)) << "the smallest makes room";
  table.store(key(20), 20, {5, 7, 3});
  EXPECT_EQ(table.find(key(20)).lower, 5);
  EXPECT_EQ(table.find(key(20)).upper, 7);
  EXPECT_EQ(table.find(key(20)).best, 3);
  for (const int empties : {24, 16, 8}) EXPECT_TRUE(knows(empties)) << "what is known of one replaces itself";
  EXPECT_EQ(table.find(key(20) + 1).upper, kSquares) << "in another place";
  table.clear();
  EXPECT_FALSE(knows(24));
}

TEST(Endgame, SolvesTheVerifiedPositions) {
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  const auto rows = exact_positions(14);
  EXPECT_EQ(rows.size(), 44u);
  for (const ExactPosition& row : rows) {
    auto budget = endless();
    const auto result = endgame.solve(read_position(row.pos)->discs(), -kSquares, kSquares, budget);
    EXPECT_EQ(result->margin, row.margin) << row.pos;
    EXPECT_TRUE(row.is_best(result->best)) << row.pos << ' ' << write_move(result->best);
  }
}

// The last question, whether there is more to be had, is answered with no: none of its moves is the best.
TEST(Endgame, KeepsTheMoveThatProvedTheDifference) {
  int asked = 0;
  for (const ExactPosition& row : exact_positions(14)) {
    EndgameTable table(kEndgameBuckets);
    auto budget = endless();
    const Discs discs = read_position(row.pos)->discs();
    for (const int beta : {row.margin, row.margin + 5}) Endgame(table).solve(discs, beta - 1, beta, budget);
    const Bounds known = table.find(EndgameTable::key_of(discs));
    if (discs.moves() == 0 || row.margin == -kSquares) continue;
    ASSERT_EQ(known.lower, row.margin) << row.pos;
    ASSERT_LT(known.upper, row.margin + 5) << row.pos;
    EXPECT_TRUE(row.is_best(move_to(known.best))) << row.pos << ' ' << write_move(move_to(known.best));
    ++asked;
  }
  EXPECT_GT(asked, 30);
}

// What is known of some moves alone says nothing of the position.
TEST(Endgame, KeepsWhatItLearnsOfSomeMovesApart) {
  int worse = 0;
  for (const ExactPosition& row : some_of(exact_positions(14))) {
    const Discs discs = read_position(row.pos)->discs();
    for (Bitboard rest = discs.moves(); rest != 0; rest &= rest - 1) {
      EndgameTable table(kEndgameBuckets);
      auto budget = endless();
      const Move only[] = {move_to(lowest_square(rest))};
      const auto among = Endgame(table).solve(discs, -kSquares, kSquares, budget, Endgame::kNoLimit, only);
      EXPECT_EQ(among->best, only[0]);
      worse += among->margin < row.margin;
      EXPECT_EQ(Endgame(table).solve(discs, -kSquares, kSquares, budget)->margin, row.margin);
    }
  }
  EXPECT_GT(worse, some_of(100));
}

/// Every line to the end, without any cleverness.
int minimax(const Discs& discs) {
  int best = -kSquares - 1;
  for (Bitboard rest = discs.moves(); rest != 0; rest &= rest - 1) {
    const int square = lowest_square(rest);
    best = std::max(best, -minimax(discs.played(square, discs.flips(square))));
  }
  if (best >= -kSquares) return best;
  return discs.opponent_moves() != 0 ? -minimax(discs.passed()) : discs.margin();
}

/// Random discs with exactly `empties` empty squares, often lopsided, on which the game is not over.
Discs random_ending(SplitMix64& random, int empties) {
  static constexpr std::uint32_t kShares[] = {128, 100, 60, 20, 200, 240};
  for (;;) {
    Discs discs = random_discs(random, 256, kShares[random.below(6)]);
    for (int i = 0; i < empties;) {
      const Bitboard square = bit(static_cast<int>(random.below(kSquares)));
      i += (discs.empty() & square) == 0;
      discs.own &= ~square, discs.opponent &= ~square;
    }
    if (discs.moves() != 0 || discs.opponent_moves() != 0) return discs;
  }
}

// All depths at which one method hands over to the next, with passes, early ends and wipe-outs among them.
TEST(Endgame, AgreesWithMinimax) {
  SCOPED_TRACE(kSeed);
  SplitMix64 random(kSeed);
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  int root_passes = 0;
  for (int round = 0; round < 800; ++round) {
    const Discs discs = random_ending(random, 1 + round % 8);
    const int expected = minimax(discs);
    auto budget = endless();
    const auto result = endgame.solve(discs, -kSquares, kSquares, budget);
    ASSERT_EQ(result->margin, expected) << write_position(Position(discs, Side::first));
    root_passes += result->best == kPass;
  }
  EXPECT_GT(root_passes, 20);
}

// Outside the window the value is a bound on the right side of it.
TEST(Endgame, IsRightWithinAnyWindow) {
  SCOPED_TRACE(kSeed);
  SplitMix64 random(kSeed);
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  for (int round = 0; round < 800; ++round) {
    const Discs discs = random_ending(random, 4 + round % 5);
    const int truth = minimax(discs);
    const int alpha = truth - 6 + static_cast<int>(random.below(12));
    const int beta = alpha + 1 + static_cast<int>(random.below(4));
    auto budget = endless();
    const int found = endgame.solve(discs, alpha, beta, budget)->margin;
    if (truth <= alpha) {
      EXPECT_TRUE(truth <= found && found <= alpha) << truth << ' ' << found << ' ' << alpha << ' ' << beta;
    } else if (truth >= beta) {
      EXPECT_TRUE(beta <= found && found <= truth) << truth << ' ' << found << ' ' << alpha << ' ' << beta;
    } else {
      EXPECT_EQ(found, truth);
    }
  }
}

// The winner, asked for before the margin and after it, with what the other question left in the table.
TEST(Endgame, SaysWhoWinsAsTheMarginDoes) {
  SCOPED_TRACE(kSeed);
  SplitMix64 random(kSeed);
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  int wins = 0, draws = 0, losses = 0;
  for (int round = 0; round < some_of(600); ++round) {
    const Discs discs = random_ending(random, 8 + round % 6);
    auto budget = endless();
    const bool winner_first = round % 2 == 0;
    int winner = 0, margin = 0;
    if (!winner_first) margin = endgame.solve(discs, -kSquares, kSquares, budget)->margin;
    const auto found = endgame.solve(discs, -1, 1, budget);
    winner = found->margin;
    if (winner_first) margin = endgame.solve(discs, -kSquares, kSquares, budget)->margin;
    ASSERT_EQ(winner > 0, margin > 0) << write_position(Position(discs, Side::first));
    ASSERT_EQ(winner < 0, margin < 0) << write_position(Position(discs, Side::first));
    ASSERT_LE(std::abs(winner), std::abs(margin)) << "a bound";
    wins += winner > 0, draws += winner == 0, losses += winner < 0;
    if (winner < 0 || discs.moves() == 0) continue;
    const int square = square_of(found->best);
    const Discs next = discs.played(square, discs.flips(square));
    const int after = next.moves() == 0 && next.opponent_moves() == 0
                          ? -next.margin()
                          : -endgame.solve(next, -kSquares, kSquares, budget)->margin;
    ASSERT_EQ(after > 0, winner > 0) << "the move keeps what was promised";
    ASSERT_GE(after, 0);
  }
  EXPECT_GT(wins, some_of(100));
  EXPECT_GT(draws, some_of(5));
  EXPECT_GT(losses, some_of(100));
}

TEST(Endgame, ItsLineEndsTheGameWithTheDifference) {
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  for (const ExactPosition& row : exact_positions(12)) {
    auto budget = endless();
    Position position = *read_position(row.pos);
    const Side mover = position.side_to_move();
    const auto line = endgame.line(position.discs(), row.margin, budget);
    ASSERT_FALSE(line.empty());
    EXPECT_TRUE(row.is_best(line.front()));
    for (Move move : line) {
      ASSERT_TRUE(position.is_legal(move)) << row.pos;
      position.do_move(move);
    }
    ASSERT_TRUE(position.is_over());
    const int margin = position.discs().margin();
    EXPECT_EQ(position.side_to_move() == mover ? margin : -margin, row.margin) << row.pos;
  }
}

// The thread that is done first ends the others; what both learned is in the table, and the next question is
// put to it.
TEST(Endgame, ThreadsThatShareAnEndingAgree) {
  EndgameTable table(kEndgameBuckets);
  for (const ExactPosition& row : exact_positions(16)) {
    if (row.empties < 14) continue;
    const Discs discs = read_position(row.pos)->discs();
    std::array<Endgame::Result, 3> found{};
    search::run_on_threads(3, [&](int i, std::stop_source&) {
      auto budget = endless();
      found[static_cast<std::size_t>(i)] = *Endgame(table).solve(discs, -kSquares, kSquares, budget);
    });
    for (const auto& [margin, best] : found) {
      EXPECT_EQ(margin, row.margin) << row.pos;
      EXPECT_TRUE(row.is_best(best)) << row.pos << ' ' << write_move(best);
    }
  }
}

/// How many nodes it takes to tell that the margin is at least `beta` while others are marked as
/// searching some of the moves.
std::uint64_t nodes_beside(const Discs& discs, Bitboard others, int beta) {
  EndgameTable table(kEndgameBuckets);
  std::vector<search::AbdadaTable::Mark> marks;
  for (Bitboard rest = others; rest != 0; rest &= rest - 1) {
    const int square = lowest_square(rest);
    const Key key = EndgameTable::key_of(discs.played(square, discs.flips(square)));
    if (auto mark = table.abdada().mark(key)) marks.push_back(*std::move(mark));
  }
  auto budget = endless();
  EXPECT_GE(Endgame(table).solve(discs, beta - 1, beta, budget)->margin, beta);
  return budget.nodes();
}

// What another thread is searching comes last: the order changes, the answer does not. The first three moves
// all threads search together.
TEST(Endgame, PutsOffWhatOthersSearch) {
  SCOPED_TRACE(kSeed);
  SplitMix64 random(kSeed);
  int changed = 0, few = 0;
  for (int round = 0; round < some_of(300); ++round) {
    const Discs discs = random_ending(random, 12);
    const Bitboard moves = discs.moves();
    if (count(moves) < 3 || (count(moves) > 3 && round % 4 != 0)) continue;
    EndgameTable table(kEndgameBuckets);
    auto budget = endless();
    const int margin = Endgame(table).solve(discs, -kSquares, kSquares, budget)->margin;
    const std::uint64_t alone = nodes_beside(discs, 0, margin);
    bool is_same = true;
    for (Bitboard rest = moves; rest != 0; rest &= rest - 1)
      is_same &= nodes_beside(discs, moves ^ (rest & -rest), margin) == alone;
    if (count(moves) == 3) {
      EXPECT_TRUE(is_same) << write_position(Position(discs, Side::first));
    }
    few += count(moves) == 3;
    changed += !is_same;
  }
  EXPECT_GT(changed, some_of(5));
  EXPECT_GT(few, some_of(5));
}

/// Whether the table knows something of what may come after so many plies.
bool is_begun(const EndgameTable& table, const Discs& discs, int plies) {
  const Bounds known = table.find(EndgameTable::key_of(discs));
  if (plies == 0) return known.upper < kSquares || known.lower > -kSquares;
  for (Bitboard rest = discs.moves(); rest != 0; rest &= rest - 1) {
    const int square = lowest_square(rest);
    if (is_begun(table, discs.played(square, discs.flips(square)), plies - 1)) return true;
  }
  return false;
}

/// The positions after each move, solved.
std::vector<std::pair<Discs, Bounds>> solved_children(const Discs& discs) {
  std::vector<std::pair<Discs, Bounds>> children;
  EndgameTable table(kEndgameBuckets);
  for (Bitboard rest = discs.moves(); rest != 0; rest &= rest - 1) {
    const int square = lowest_square(rest);
    const Discs child = discs.played(square, discs.flips(square));
    auto budget = endless();
    const auto found = Endgame(table).solve(child, -kSquares, kSquares, budget);
    const auto margin = static_cast<std::int8_t>(found->margin);
    children.push_back({child, {margin, margin, static_cast<std::uint8_t>(square_of(found->best))}});
  }
  return children;
}

/// How many nodes a thread needs beside one that stores what is known as soon as it sees that it has begun.
std::uint64_t nodes_beside_one_who_knows(const ExactPosition& row,
                                         const std::vector<std::pair<Discs, Bounds>>& known) {
  const Discs discs = read_position(row.pos)->discs();
  EndgameTable table(kEndgameBuckets);
  std::uint64_t nodes = 0;
  std::atomic<bool> done = false;
  search::run_on_threads(2, [&](int i, std::stop_source&) {
    if (i == 0) {
      auto budget = endless();
      EXPECT_EQ(Endgame(table).solve(discs, -kSquares, kSquares, budget)->margin, row.margin);
      nodes = budget.nodes();
      done = true;
    } else if (!known.empty()) {
      while (!done && !is_begun(table, discs, 4)) std::this_thread::yield();
      for (const auto& [child, bounds] : known)
        table.store(EndgameTable::key_of(child), row.empties - 1, bounds);
    }
  });
  return nodes;
}

// A thread went on with moves that could change nothing any more until each was searched to its end.
TEST(Endgame, LeavesWhatAnotherThreadHasDecided) {
  const auto rows = exact_positions(18);
  const std::uint64_t alone = nodes_beside_one_who_knows(rows.back(), {});
  const auto known = solved_children(read_position(rows.back().pos)->discs());
  std::uint64_t min = alone;
  for (int i = 0; i < 50 && min >= alone / 2; ++i)  // The thread that knows may come too late.
    min = std::min(min, nodes_beside_one_who_knows(rows.back(), known));
  EXPECT_LT(min, alone / 2);
}

TEST(Endgame, SaysNothingWhenTheBudgetRunsOut) {
  EndgameTable table(kEndgameBuckets);
  Endgame endgame(table);
  const auto rows = exact_positions(18);
  const Discs discs = read_position(rows.back().pos)->discs();
  search::Budget few(Limits{.nodes = 1000}, {});
  EXPECT_FALSE(endgame.solve(discs, -kSquares, kSquares, few));
  auto patient = endless();
  EXPECT_FALSE(endgame.solve(discs, -kSquares, kSquares, patient, 1000));
  EXPECT_FALSE(patient.exhausted());
  EXPECT_LT(patient.nodes(), 1100u);
  // What was learned before the end does no harm.
  auto enough = endless();
  EXPECT_EQ(endgame.solve(discs, -kSquares, kSquares, enough)->margin, rows.back().margin);
}

}  // namespace
}  // namespace engine::antireversi

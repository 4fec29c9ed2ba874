// The boards of 6 x 6 and 4 x 4 squares, against a plain array that knows nothing of bitboards.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/core/zobrist.h"
#include "engine/games/antireversi/endgame.h"
#include "engine/games/antireversi/evaluation.h"
#include "engine/games/antireversi/rules.h"
#include "engine/games/antireversi/symmetry.h"

namespace engine::antireversi {
extern const Game kGame;
}

namespace engine::antireversi::small_boards {
namespace {

constexpr std::uint64_t kBoardSeed = 1606;

/// N x N characters, rank 1 first, and whose turn it is.
struct Plain {
  int n;
  std::string board;
  char turn = 'X';

  static Plain start(int n) {
    Plain plain{n, std::string(static_cast<std::size_t>(n * n), '-')};
    const int low = n / 2 - 1, high = n / 2;
    plain.at(low, low) = plain.at(high, high) = 'O';
    plain.at(high, low) = plain.at(low, high) = 'X';
    return plain;
  }
  char& at(int file, int rank) { return board[static_cast<std::size_t>(rank * n + file)]; }
  char other() const { return turn == 'X' ? 'O' : 'X'; }
  std::string text() const { return board + ' ' + turn; }

  /// Turns what a disc there turns, and says how many discs that are.
  int turn_over(int file, int rank) {
    int turned = 0;
    for (int df = -1; df <= 1; ++df)
      for (int dr = -1; dr <= 1; ++dr) {
        int f = file + df, r = rank + dr, run = 0;
        const auto inside = [&] { return f >= 0 && f < n && r >= 0 && r < n; };
        for (; inside() && at(f, r) == other(); f += df, r += dr) ++run;
        if (!inside() || at(f, r) != turn || (df == 0 && dr == 0)) continue;
        for (int i = 1; i <= run; ++i) at(file + i * df, rank + i * dr) = turn;
        turned += run;
      }
    return turned;
  }
  std::vector<std::string> squares() const {
    std::vector<std::string> all;
    for (int file = 0; file < n; ++file)
      for (int rank = 0; rank < n; ++rank) {
        Plain copy = *this;
        if (copy.at(file, rank) == '-' && copy.turn_over(file, rank) > 0)
          all.push_back({static_cast<char>('a' + file), static_cast<char>('1' + rank)});
      }
    return all;
  }
  Plain passed() const { return {n, board, other()}; }
  Plain played(const std::string& square) const {
    Plain next = *this;
    next.turn_over(square[0] - 'a', square[1] - '1');
    next.at(square[0] - 'a', square[1] - '1') = turn;
    next.turn = other();
    return next;
  }
  /// Every legal move as text, a pass too; none when the game is over.
  std::vector<std::string> moves() const {
    auto all = squares();
    if (all.empty() && !passed().squares().empty()) all.push_back("pass");
    return all;
  }
  Plain after(const std::string& move) const { return move == "pass" ? passed() : played(move); }
  /// The discs of the other side less those of the side to move.
  int margin() const {
    return static_cast<int>(std::ranges::count(board, other()) - std::ranges::count(board, turn));
  }
  int value() const {
    int best = -n * n - 1;
    for (const std::string& move : moves()) best = std::max(best, -after(move).value());
    return best >= -n * n ? best : margin();
  }
};

std::unique_ptr<Match> match_of(const std::string& rule, const std::string& pos = "") {
  return *kGame.new_match({.rule = rule, .pos = pos});
}

TEST(SmallBoards, GamesGoAsOnAPlainArray) {
  SCOPED_TRACE(kBoardSeed);
  SplitMix64 random(kBoardSeed);
  int passes = 0;
  for (const int n : {6, 4}) {
    const std::string rule = std::to_string(n) + 'x' + std::to_string(n);
    for (int game = 0; game < 100; ++game) {
      const auto match = match_of(rule);
      for (Plain plain = Plain::start(n);;) {
        ASSERT_EQ(match->look().pos, plain.text());
        const auto moves = plain.moves();
        ASSERT_EQ(match->legal_moves(), moves) << plain.text();
        if (moves.empty()) {
          const int margin = plain.margin();
          const Side mover = plain.turn == 'X' ? Side::first : Side::second;
          const auto winner = margin == 0  ? std::nullopt
                              : margin > 0 ? std::optional(mover)
                                           : std::optional(other(mover));
          ASSERT_EQ(match->outcome(), (Outcome{winner, "fewest_discs"})) << plain.text();
          break;
        }
        const std::string move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        passes += move == "pass";
        ASSERT_TRUE(match->play(move));
        plain = plain.after(move);
      }
    }
  }
  EXPECT_GT(passes, 50);
}

TEST(SmallBoards, TheWholeOf4x4IsSolved) {
  ASSERT_EQ(Plain::start(4).value(), 3) << "the first side wins by three discs";
  const auto match = match_of("4x4");
  const Thought thought = kGame.new_bot({})->think(*match, {.depth = 12}, {}, {});
  EXPECT_EQ(thought.lines.front().kind, ScoreKind::exact);
  EXPECT_EQ(thought.lines.front().value, 3);
  for (const std::string& move : thought.lines.front().pv) ASSERT_TRUE(match->play(move)) << move;
  EXPECT_EQ(match->outcome(), (Outcome{Side::first, "fewest_discs"})) << "a line to the last disc";
}

template <int N>
void expect_solved_as_by_minimax(int rounds, int most_empties) {
  SplitMix64 random(kBoardSeed);
  EndgameTable table(kEndgameBuckets);
  EndgameOn<N> endgame(table);
  for (int round = 0; round < rounds;) {
    // Not from the start: lopsided boards have the passes and early ends.
    Plain plain = Plain::start(N);
    const int empties = 1 + round % most_empties;
    const std::uint32_t share = 20 + random.below(216);
    for (char& c : plain.board) c = random.below(256) < share ? 'X' : 'O';
    for (int i = 0; i < empties; ++i) plain.board[random.below(N * N)] = '-';
    if (plain.moves().empty()) continue;
    ++round;
    search::Budget budget(Limits{}, {});
    const auto position = read_position<N>(plain.text());
    const auto result = endgame.solve(position->discs(), -kSquares, kSquares, budget);
    ASSERT_EQ(result->margin, plain.value()) << plain.text() << ", seed " << kBoardSeed;
  }
}

TEST(SmallBoards, EndingsAreSolvedAsByMinimax) {
  expect_solved_as_by_minimax<6>(300, 8);
  expect_solved_as_by_minimax<4>(300, 8);
}

/// Visited until the winner is known, or how the game ends by those moves alone.
template <int N>
std::uint64_t nodes_of(const PositionOn<N>& position, int size, std::span<const Move> among = {}) {
  EndgameTable table(kEndgameBuckets);
  search::Budget budget(Limits{}, {});
  EndgameOn<N>(table).solve(position.discs(), -size, size, budget, EndgameOn<N>::kNoLimit, among);
  return budget.nodes();
}

// All four moves from the start are the same but for the symmetries that the start has.
TEST(SmallBoards, OfMirroredMovesOneIsSearched) {
  const auto kept = [](const auto& position) {
    return count(distinct(position.discs(), position.discs().moves()));
  };
  EXPECT_EQ(kept(PositionOn<8>()), 1);
  EXPECT_EQ(kept(PositionOn<6>()), 1);
  PositionOn<6> next;
  next.do_move(*read_move<6>("c2"));
  EXPECT_EQ(kept(next), next.count_moves()) << "no symmetry is left";

  const PositionOn<4> start;
  MoveList moves;
  start.generate(moves);
  EXPECT_EQ(nodes_of(start, kSquares), nodes_of(start, kSquares, std::span(moves.begin(), 1)));
}

TEST(SmallBoards, SymmetricEndingsAreSolvedAsByMinimax) {
  SCOPED_TRACE(kBoardSeed);
  constexpr int kSide = 4;
  SplitMix64 random(kBoardSeed);
  EndgameTable table(kEndgameBuckets);
  EndgameOn<kSide> endgame(table);
  int spared = 0;
  for (int round = 0; round < 400;) {
    Plain plain = Plain::start(kSide);
    const bool mirrored = round % 2 == 0;
    for (std::size_t file = 0; file < kSide; ++file) {
      for (std::size_t rank = 0; rank < kSide; ++rank) {
        const std::size_t image = mirrored ? file * kSide + rank : kSide * kSide - 1 - (rank * kSide + file);
        plain.board[rank * kSide + file] = plain.board[image] = "XXO-"[random.below(4)];
      }
    }
    if (plain.moves().empty()) continue;
    ++round;
    const auto position = read_position<kSide>(plain.text());
    const auto& discs = position->discs();
    spared += count(discs.moves()) - count(distinct(discs, discs.moves()));
    search::Budget budget(Limits{}, {});
    const auto result = endgame.solve(discs, -kSquares, kSquares, budget);
    ASSERT_EQ(result->margin, plain.value()) << plain.text();
    ASSERT_TRUE(position->is_legal(result->best)) << plain.text();
  }
  EXPECT_GT(spared, 200);
}

// The estimate alone would order them so that it takes 368,459 nodes.
TEST(SmallBoards, MovesAreOrderedByLookingAhead) {
  const auto position = read_position<6>("--OX---OX---XXOX---OOO----OOO----OX- X");
  EXPECT_LT(nodes_of(*position, 1), 100'000u);
}

TEST(SmallBoards, WhatLiesOutsideIsNoSquare) {
  const auto match = match_of("6x6");
  for (const char* move : {"a7", "g1", "h8", "f7", "a0"})
    EXPECT_EQ(match->read_move(move).error().code, "off_board") << move;
  EXPECT_EQ(match->read_move("f6").error().code, "no_flip");
  EXPECT_EQ(match->read_move("B3").value(), "b3");
  EXPECT_EQ(match->notations("b3").front().text, "B3");
}

TEST(SmallBoards, APositionHasTheLengthOfItsRule) {
  const auto code = [](const std::string& rule, std::size_t squares) {
    const auto match = kGame.new_match({.rule = rule, .pos = std::string(squares, '-') + " X"});
    return match ? std::string("ok") : match.error().code;
  };
  const std::pair<std::string, std::size_t> boards[] = {{"", 64}, {"standard", 64}, {"6x6", 36}, {"4x4", 16}};
  for (const auto& [rule, own] : boards)
    for (const std::size_t squares : {0, 15, 16, 17, 36, 37, 64, 100, 256})
      EXPECT_EQ(code(rule, squares), squares == own ? "ok" : "syntax") << rule << ' ' << squares;
  EXPECT_EQ(code("5x5", 25), "unknown_rule");
  EXPECT_EQ(Rules::read_position({.rule = "6x6", .size = 8}).error().code, "bad_size");
}

TEST(SmallBoards, TheKeyKnowsTheBoard) {
  EXPECT_NE(PositionOn<6>().key(), PositionOn<8>().key());
  EXPECT_NE(PositionOn<4>().key(), PositionOn<6>().key());
}

TEST(SmallBoards, TheEstimateKnowsTheCornersOfItsBoard) {
  const auto corner = read_position<6>("XO---------------------------------- X");
  ASSERT_TRUE(corner);
  const Features found = features(corner->discs());
  EXPECT_EQ(found[corner_discs], 1);
  EXPECT_EQ(found[edge_discs], 0) << "b1 is a C-square";
  EXPECT_EQ(found[c_squares], 0) << "beside a corner that is taken";
  EXPECT_EQ(features(PositionOn<6>().discs())[x_squares], 0);
  EXPECT_EQ(features(read_position<6>("-------O---------------------------- X")->discs())[x_squares], -1);
}

TEST(SmallBoards, EveryLevelPlaysThem) {
  for (const char* rule : {"6x6", "4x4"})
    for (int level = 1; level <= 8; ++level) {
      const auto match = match_of(rule);
      const auto bot = kGame.new_bot({});
      while (!match->outcome()) {
        const Thought thought =
            bot->think(*match, {.nodes = 2'000, .book = true, .level = level, .seed = kBoardSeed}, {}, {});
        ASSERT_TRUE(match->play(thought.best)) << rule << ' ' << level << ' ' << thought.best;
      }
    }
}

}  // namespace
}  // namespace engine::antireversi::small_boards

#include "engine/games/gomoku/policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "engine/games/gomoku/forced.h"
#include "tests/engine/games/gomoku/puzzles.h"
#include "tests/seed.h"
#include "tests/thorough.h"

namespace engine::gomoku {

extern const Game kGame;

namespace {

/// Random clustered positions of one rule without a five.
template <Rule R, class See>
void see_random_positions(int count, See see) {
  const auto seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < count; ++round) {
    std::vector<Cell> cells(225, Cell::empty);
    const int stones = 8 + static_cast<int>(random() % 20);
    for (int i = 0; i < stones; ++i) {
      cells[15 * (4 + random() % 7) + 4 + random() % 7] = i % 2 == 0 ? Cell::first : Cell::second;
    }
    const Position position(R, 15, cells, random() % 2 == 0 ? Side::first : Side::second);
    if (position.winner()) continue;
    PatternBoard<R> board(position);
    see(board);
  }
}

/// forced() leaves out only what loses: after any other move the opponent makes a five, or an open four.
template <Rule R>
int check_left_out_moves(PatternBoard<R>& board) {
  const Forced must = forced(board);
  if (must.kind != Forced::Kind::fill && must.kind != Forced::Kind::three) return 0;
  MoveList legal;
  board.generate(legal);
  for (const Move move : legal) {
    if (must.points.contains(point_of(move))) continue;
    board.do_move(move);
    const Forced::Kind kind = forced(board).kind;
    EXPECT_TRUE(kind == Forced::Kind::five || kind == Forced::Kind::open_four) << "at " << point_of(move);
    board.undo_move();
  }
  return 1;
}

template <Rule R>
void check_forced() {
  int pressed = 0;
  see_random_positions<R>(1000, [&](PatternBoard<R>& board) { pressed += check_left_out_moves(board); });
  EXPECT_GT(pressed, 100) << "positions too tame to test anything";
}

TEST(Forced, LeavesOutOnlyLosingMoves) {
  check_forced<Rule::freestyle>();
  check_forced<Rule::standard>();
  check_forced<Rule::renju>();
  check_forced<Rule::caro>();
}

// A false three becomes a real one where white takes away what forbids the stone that completes it. With the
// other three the point of black's open four is then a foul, though the defence is nowhere in its lines.
TEST(Forced, ClosesAnOpenFourFromOutsideOfItsLines) {
  struct Case {
    const char *black, *white, *open_four, *defence;
  };
  const Case cases[] = {
      {"j11 e10 j10 g9 h9 j9 h8 i8 i6 j6", "f10 k10 e9 g8 f7 j7 f6 e5 h5", "i9", "k5"},
      {"i11 h10 e9 k9 e8 g8 h8 g7 g6 i6", "j11 g10 j10 k10 f9 h7 k5", "f8", "g5"},
  };
  for (const auto& [black, white, open_four, defence] : cases) {
    PatternBoard<Rule::renju> board(position_with(Rule::renju, black, white, Side::second));
    ASSERT_TRUE(playable(board, Side::first, Threat::open_four).contains(at(open_four)));
    const PointSet defences = board.defences(Side::first, at(open_four), Threat::open_four);
    EXPECT_TRUE(defences.contains(at(defence))) << defence << " closes " << open_four;
    EXPECT_FALSE(defences.contains(at("o1"))) << "which changes nothing";
    board.do_move(move_to(at(defence)));
    EXPECT_FALSE(board.allows(Side::first, at(open_four)));
  }
}

template <Rule R>
void check_candidates(PatternBoard<R>& board, Policy<R>& policy) {
  search::Budget budget = unlimited();
  MoveList legal, candidates;
  board.generate(legal);
  policy.candidates(board, candidates, {1, 1, -kInfinite, kInfinite, budget});
  const std::set<Move> all(legal.begin(), legal.end());
  const std::set<Move> some(candidates.begin(), candidates.end());
  EXPECT_EQ(some.size(), candidates.size()) << "a move twice";
  EXPECT_TRUE(std::ranges::includes(all, some)) << "an illegal move";
  EXPECT_EQ(some.empty(), all.empty());
}

TEST(GomokuPolicy, CandidatesAreLegalAndThereIsAlwaysOne) {
  Policy<Rule::freestyle> freestyle;
  see_random_positions<Rule::freestyle>(300, [&](auto& board) { check_candidates(board, freestyle); });
  Policy<Rule::renju> renju;
  see_random_positions<Rule::renju>(300, [&](auto& board) { check_candidates(board, renju); });

  PatternBoard<Rule::renju> empty(Position(Rule::renju, 15));
  check_candidates(empty, renju);
}

/// What the bot says of a match after so many nodes.
Thought think(std::string_view rule, std::string_view moves, std::uint64_t nodes, int lines = 1) {
  auto match = kGame.new_match({.rule = std::string(rule)});
  for (const std::string_view move : words(moves)) EXPECT_TRUE((*match)->play(move));
  Limits limits;
  limits.nodes = nodes;
  limits.multipv = lines;
  return kGame.new_bot({})->think(**match, limits, {}, {});
}

/// The points that order() marks as tactical.
template <Rule R>
PointSet tactical_points(const PatternBoard<R>& board) {
  MoveList moves;
  board.generate(moves);
  ScoredMoveList list;
  for (const Move move : moves) list.push_back({.move = move, .tactical = false, .score = 0});
  Policy<R>().order(board, {list.begin(), list.end()});
  PointSet tactical;
  for (const ScoredMove& scored : list)
    if (scored.tactical) tactical.insert(point_of(scored.move));
  return tactical;
}

// Black, who is to move, has an open two on the eighth rank and a blocked three on the second.
TEST(GomokuPolicy, ThreesAndFoursAreTactical) {
  const auto tactical = tactical_points(
      PatternBoard<Rule::freestyle>(position_with(Rule::freestyle, "g8 h8 a2 b2 c2", "o1 o2 h14")));
  for (const char* three : {"e8", "f8", "i8", "j8", "d2", "e2"})
    EXPECT_TRUE(tactical.contains(at(three))) << three;
  for (const char* quiet : {"d8", "g9", "g7", "o3", "f2"})
    EXPECT_FALSE(tactical.contains(at(quiet))) << quiet;
}

// A six is a five in freestyle, and forbidden to renju's black.
TEST(GomokuPolicy, AFoulIsNotTactical) {
  const auto is_tactical = [](auto board) { return tactical_points(board).contains(at("h7")); };
  constexpr auto kBlack = "h4 h5 h6 h8 h9", kWhite = "a1 c1 e1 g1 i1";
  EXPECT_TRUE(is_tactical(PatternBoard<Rule::freestyle>(position_with(Rule::freestyle, kBlack, kWhite))));
  EXPECT_FALSE(is_tactical(PatternBoard<Rule::renju>(position_with(Rule::renju, kBlack, kWhite))));
}

/// By how many plies black's move is extended, where white was under threat before it or was not.
int extension_of(std::string_view black, std::string_view white, std::string_view move, bool was_threat,
                 int depth = 4) {
  PatternBoard<Rule::freestyle> board(position_with(Rule::freestyle, black, white));
  board.do_move(move_to(at(move)));
  search::Budget budget = unlimited();
  const search::Node answer{
      .depth = depth + 1, .ply = 3, .alpha = 0, .beta = 1, .budget = budget, .under_threat = was_threat};
  const search::Node node{
      .depth = depth, .ply = 4, .alpha = 0, .beta = 1, .budget = budget, .parent = &answer};
  return Policy<Rule::freestyle>().extension(board, move_to(at(move)), node);
}

TEST(GomokuPolicy, ThreatsOfARunningAttackCostNoDepth) {
  EXPECT_EQ(extension_of("g8 h8", "o1 o3", "i8", true), 1);
  EXPECT_EQ(extension_of("g8 h8", "o1 o3", "i8", false), 0) << "the first three costs a ply";
  EXPECT_EQ(extension_of("g8 h8", "o1 o3", "i9", true), 0) << "no threat";
  EXPECT_EQ(extension_of("g8 h8 i8", "o1 o3 f8", "j8", false), 1) << "a four";
  EXPECT_EQ(extension_of("g8 h8", "o1 o3", "i8", true, 0), 0) << "a leaf";
}

TEST(GomokuBot, FindsTheVerifiedWins) {
  int proven = 0;
  for (const Puzzle& puzzle : some_of(puzzles())) {
    SCOPED_TRACE(puzzle.name);
    const Thought thought = think(kRuleNames[static_cast<std::size_t>(puzzle.rule)], puzzle.moves, 300'000);
    const bool wins = thought.lines.front().kind == ScoreKind::win;
    proven += wins;
    EXPECT_TRUE(wins || std::ranges::count(puzzle.accepted, thought.best) == 1) << thought.best;
  }
  EXPECT_GE(proven, some_of(15));
}

// The bot is asked again about a position at which it was stopped: by ponderhit, or by analysis that gave way
// to a game. The first position needs more nodes than the solver had.
TEST(GomokuBot, ProvesAWinThatItWasStoppedAt) {
  const Puzzle hard = puzzles()[0];
  const auto match = *kGame.new_match({.rule = std::string(kRuleNames[static_cast<std::size_t>(hard.rule)])});
  for (const std::string_view move : words(hard.moves)) ASSERT_TRUE(match->play(move));
  const auto bot = kGame.new_bot({});
  EXPECT_NE(bot->think(*match, {.nodes = 5}, {}, {}).lines.front().kind, ScoreKind::win);
  EXPECT_EQ(bot->think(*match, {.depth = 1}, {}, {}).lines.front().kind, ScoreKind::win);
}

// Analysis shows several lines: wins are proven there as with one, and each is legal to its five.
TEST(GomokuBot, ProvesWinsInAnalysisToo) {
  int proven = 0, second = 0;
  for (const Puzzle& puzzle : some_of(puzzles())) {
    SCOPED_TRACE(puzzle.name);
    const std::string_view rule = kRuleNames[static_cast<std::size_t>(puzzle.rule)];
    const Thought one = think(rule, puzzle.moves, 100'000);
    const Thought three = think(rule, puzzle.moves, 100'000, 3);
    if (one.lines.front().kind == ScoreKind::win) {
      EXPECT_EQ(three.lines.front().kind, ScoreKind::win);
    }
    for (std::size_t i = 0; i < three.lines.size(); ++i) {
      const Line& line = three.lines[i];
      if (line.kind != ScoreKind::win) continue;
      ++(i == 0 ? proven : second);
      for (std::size_t k = 0; k < i; ++k) EXPECT_NE(line.pv.front(), three.lines[k].pv.front());
    }
  }
  EXPECT_GE(proven, some_of(15));
  EXPECT_GE(second, some_of(5));
}

// At a first look the solvers are asked for little: under small limits there must be time left for the
// search.
TEST(GomokuPolicy, TheFirstLookForFoursIsShort) {
  std::uint64_t max = 0;
  Policy<Rule::freestyle> policy;
  see_random_positions<Rule::freestyle>(2000, [&](auto& board) {
    search::Budget budget = unlimited();
    (void)policy.solve(board,
                       {.depth = 1, .ply = 0, .alpha = -kInfinite, .beta = kInfinite, .budget = budget});
    max = std::max(max, budget.nodes());
  });
  EXPECT_LE(max, 2'000u);
}

// Inside the tree the solvers are mostly asked whether the score is above one value. The answer is the same,
// or none, which is never wrong, where hardly a win that is left to find could be above it, or where the
// estimate is so high that a win makes no difference.
template <Rule R>
int check_windows_of_width_one(int positions) {
  int answered = 0;
  see_random_positions<R>(positions, [&](PatternBoard<R>& board) {
    constexpr int kPly = 2;
    const auto solve = [&](Score alpha, Score beta) {
      Policy<R> policy;
      search::Budget budget = unlimited();
      const auto solved =
          policy.solve(board, {.depth = 4, .ply = kPly, .alpha = alpha, .beta = beta, .budget = budget});
      return solved ? std::optional(solved->score) : std::nullopt;
    };
    const auto truth = solve(-kInfinite, kInfinite);
    const Score estimate = Policy<R>().evaluate(board);
    answered += truth.has_value();
    for (const Score alpha : {-kInfinite, loss_in(kPly + 4), -1, 0, 250, win_in(kPly + 9), win_in(kPly + 5),
                              win_in(kPly + 3), truth.value_or(7) - 1, truth.value_or(7)}) {
      const auto narrow = solve(alpha, alpha + 1);
      if (narrow)
        EXPECT_EQ(narrow, truth) << alpha;
      else
        EXPECT_TRUE(!truth || alpha >= win_in(kPly + 5) || (is_win(*truth) && estimate > alpha))
            << truth.value_or(0) << ' ' << alpha;
    }
  });
  return answered;
}

TEST(GomokuPolicy, AnswersAreRightInWindowsOfWidthOne) {
  EXPECT_GT(check_windows_of_width_one<Rule::freestyle>(60), 10);
  EXPECT_GT(check_windows_of_width_one<Rule::renju>(60), 5);
  EXPECT_GT(check_windows_of_width_one<Rule::caro>(60), 5);
}

TEST(GomokuBot, BeginsInTheCentre) {
  EXPECT_EQ(think("freestyle", "", 1000).best, "h8");
}

TEST(GomokuBot, TakesTheFiveAndFillsTheFour) {
  EXPECT_EQ(think("freestyle", "h8 a1 h9 b1 h10 c1 h11 d1", 10).lines.front().value, 1);
  EXPECT_EQ(think("freestyle", "h8 a1 i8 b1 g4 c1 d12 d1", 1000).best, "e1");
}

TEST(GomokuBot, KnowsThatBlackMayNotFillAForbiddenPoint) {
  // Black could stop the four on the diagonal on h8 alone, and makes two threes there.
  const Thought thought = think("renju", "h7 d4 h9 e5 g8 f6 i8 c2 c3 g7", 1000);
  EXPECT_EQ(thought.lines.front().kind, ScoreKind::loss);
  EXPECT_EQ(thought.lines.front().value, 2);
  EXPECT_EQ(think("standard", "h7 d4 h9 e5 g8 f6 i8 c2 c3 g7", 1000).best, "h8");
}

}  // namespace
}  // namespace engine::gomoku

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <stop_token>

#include "engine/search/team.h"
#include "tests/engine/search/drop_four.h"
#include "tests/engine/search/plain_minimax.h"
#include "tests/thorough.h"

namespace {

using namespace drop_four;
using engine::BotOptions;
using engine::Limits;
using engine::search::Node;
using engine::search::Part;
using engine::search::SearchResult;
using engine::search::Solved;
using engine::search::Team;
using engine::search::Technique;

constexpr std::uint64_t kSeed = 20240607;

BotOptions options(int threads = 1) {
  return {.hash_bytes = std::size_t{1} << 20, .threads = threads};
}

bool is_over(const Position& position) {
  MoveList moves;
  position.generate(moves);
  return moves.empty() || position.verdict(0);
}

/// A running game after `plies` random moves; one that ends too early is begun again.
Position random_position(engine::SplitMix64& random, int plies) {
  Position position;
  while (position.ply() < plies) {
    MoveList moves;
    position.generate(moves);
    position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (is_over(position)) position = Position();
  }
  return position;
}

template <class P>
SearchResult search(const Position& root, const Limits& limits) {
  return Team<P>(options()).search(root, limits, {}, {});
}

/// With fewer techniques.
BotOptions up_to(Technique last, int threads = 1) {
  BotOptions fewer = options(threads);
  fewer.parameters["techniques"] = static_cast<int>(last);
  return fewer;
}
BotOptions without(Part part) {
  BotOptions fewer = options();
  fewer.parameters["without"] = static_cast<int>(part);
  return fewer;
}
SearchResult simpler_search(const Position& root, const Limits& limits, Technique last) {
  return Team<PlainPolicy>(up_to(last)).search(root, limits, {}, {});
}

/// A line must be legal and lead to the score that it claims: the evaluation at its end, or the end of the
/// game.
template <class P>
void expect_line_earns_its_score(Position position, const engine::search::RootLine& line, int depth) {
  int ply = 0;
  for (Move move : line.pv) {
    ASSERT_FALSE(is_over(position)) << "the line goes on after the end";
    MoveList moves;
    position.generate(moves);
    ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
    position.do_move(move);
    ++ply;
  }
  P policy;
  MoveList moves;
  position.generate(moves);
  const auto ended = position.verdict(ply);
  const Score score = ended                          ? *ended
                      : moves.empty() && ply < depth ? position.no_moves(ply)
                                                     : policy.evaluate(position);
  EXPECT_EQ(ply % 2 == 0 ? score : -score, line.score);
  EXPECT_LE(ply, depth);
}

class ExactTechnique : public testing::TestWithParam<Technique> {};

TEST_P(ExactTechnique, GivesTheValueOfMinimaxAndALineThatEarnsIt) {
  engine::SplitMix64 random(kSeed);
  Team<PlainPolicy> team(up_to(GetParam()));
  for (int i = 0; i < 1000; ++i) {
    const int depth = 1 + static_cast<int>(random.below(GetParam() == Technique::minimax ? 4 : 6));
    Position position = random_position(random, static_cast<int>(random.below(22)));
    PlainPolicy policy;
    const Score expected = plain_minimax(policy, position, depth, 0);
    const SearchResult found = team.search(position, {.depth = depth, .fresh = true}, {}, {});
    ASSERT_EQ(found.lines.front().score, expected)
        << "seed " << kSeed << ", position " << i << ", depth " << depth;
    expect_line_earns_its_score<PlainPolicy>(position, found.lines.front(), depth);
  }
}

INSTANTIATE_TEST_SUITE_P(Search, ExactTechnique,
                         testing::Values(Technique::minimax, Technique::alpha_beta, Technique::ordering,
                                         Technique::table));

TEST(Searcher, EveryTechniqueVisitsFewerNodesThanTheOneBefore) {
  std::uint64_t last = UINT64_MAX;
  for (auto technique :
       {Technique::minimax, Technique::alpha_beta, Technique::ordering, Technique::table, Technique::full}) {
    const SearchResult found = simpler_search(Position(), {.depth = 8}, technique);
    EXPECT_LT(found.nodes, last);
    last = found.nodes;
  }
}

TEST(Searcher, KeepsItsTableBetweenPositionsWithoutChangingTheValue) {
  engine::SplitMix64 random(kSeed);
  Team<PlainPolicy> team(up_to(Technique::table));
  Position position;
  while (!is_over(position)) {
    PlainPolicy policy;
    const Score expected = plain_minimax(policy, position, 5, 0);
    // A position keeps its ply, so an entry of an earlier search is never deeper than what is asked now.
    const SearchResult found = team.search(position, {.depth = 5}, {}, {});
    ASSERT_EQ(found.lines.front().score, expected) << "ply " << position.ply();
    MoveList moves;
    position.generate(moves);
    position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

TEST(Searcher, SolvesTheGameAtFullStrength) {
  engine::SplitMix64 random(kSeed);
  int decided = 0;
  for (int i = 0; i < 300; ++i) {
    Position position = random_position(random, 16 + static_cast<int>(random.below(6)));
    PlainPolicy policy;
    const Score truth = plain_minimax(policy, position, 30, 0);
    const SearchResult found = search<PlainPolicy>(position, {.depth = 20});
    const Score score = found.lines.front().score;
    ASSERT_EQ(engine::is_win(score), engine::is_win(truth)) << "seed " << kSeed << ", position " << i;
    ASSERT_EQ(engine::is_loss(score), engine::is_loss(truth)) << "seed " << kSeed << ", position " << i;
    decided += truth != 0;
  }
  EXPECT_GT(decided, 100) << "the positions must not all be draws";
}

TEST(Searcher, ListsTheLinesThatExcludingOneMoveAfterAnotherGives) {
  engine::SplitMix64 random(kSeed);
  for (int i = 0; i < 100; ++i) {
    Position position = random_position(random, static_cast<int>(random.below(14)));
    constexpr int kDepth = 4;
    MoveList moves;
    position.generate(moves);
    std::vector<Score> expected;
    PlainPolicy policy;
    for (Move move : moves) {
      position.do_move(move);
      expected.push_back(-plain_minimax(policy, position, kDepth - 1, 1));
      position.undo_move();
    }
    std::ranges::sort(expected, std::greater<>());
    const SearchResult found = simpler_search(position, {.depth = kDepth, .multipv = 10}, Technique::table);
    std::vector<Score> scores;
    for (const auto& line : found.lines) {
      scores.push_back(line.score);
      expect_line_earns_its_score<PlainPolicy>(position, line, kDepth);
    }
    ASSERT_EQ(scores, expected) << "seed " << kSeed << ", position " << i;
  }
}

TEST(Searcher, VisitsEqualNodesForEqualLimits) {
  engine::SplitMix64 random(kSeed);
  for (int i = 0; i < 20; ++i) {
    const Position position = random_position(random, static_cast<int>(random.below(14)));
    Team<PlainPolicy> reused(options());
    reused.search(Position(), {.depth = 6}, {}, {});
    const Limits limits{.nodes = 20'000, .fresh = true};
    const SearchResult a = reused.search(position, limits, {}, {}), b = search<PlainPolicy>(position, limits);
    EXPECT_EQ(a.nodes, b.nodes);
    EXPECT_LE(a.nodes, 20'000u);
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.lines.front().pv, b.lines.front().pv);
  }
}

// Each search scaled the reductions of the one before once more, until their divisor was 0.
TEST(Searcher, ScalesReductionsAlikeInEverySearch) {
  BotOptions scaled = options();
  scaled.parameters = {{"reduction_slope", 300}, {"reduction_base", 100}};
  Team<PlainPolicy> team(scaled);
  const Limits limits{.depth = 8, .fresh = true};
  const SearchResult first = team.search(Position(), limits, {}, {});
  for (int i = 0; i < 10; ++i) EXPECT_EQ(team.search(Position(), limits, {}, {}).nodes, first.nodes);
  EXPECT_NE(search<PlainPolicy>(Position(), limits).nodes, first.nodes);
}

/// Every move is tactical, and tactical moves are not reduced.
struct AllTactical : PlainPolicy {
  static constexpr engine::search::Reductions kReductions{.of_tactical = false};
  void order(const Position& position, std::span<engine::ScoredMove> moves) {
    PlainPolicy::order(position, moves);
    for (engine::ScoredMove& move : moves) move.tactical = true;
  }
};

TEST(Searcher, ReducesNoTacticalMoveWhereTheGameSaysSo) {
  const Limits limits{.depth = 8};
  Team<PlainPolicy> unreduced(without(Part::late_move_reductions));
  const std::uint64_t whole = unreduced.search({}, limits, {}, {}).nodes;
  EXPECT_EQ(search<AllTactical>(Position(), limits).nodes, whole);
  EXPECT_NE(search<PlainPolicy>(Position(), limits).nodes, whole);
}

TEST(Searcher, HasAMoveWhateverTheLimits) {
  std::stop_source stopped;
  stopped.request_stop();
  Team<PlainPolicy> team(options());
  using std::chrono::milliseconds;
  for (const Limits& limits :
       {Limits{.time = milliseconds(0)}, Limits{.time = milliseconds(1)}, Limits{.nodes = 0},
        Limits{.nodes = 1}, Limits{.depth = 1}, Limits{.nodes = 2, .multipv = 3}}) {
    const SearchResult found = team.search(Position(), limits, {}, {});
    ASSERT_FALSE(found.lines.empty());
    EXPECT_FALSE(found.lines.front().pv.empty());
    EXPECT_LT(std::abs(found.lines.front().score), engine::kInfinite);
  }
  const SearchResult found = team.search(Position(), {}, stopped.get_token(), {});
  EXPECT_FALSE(found.lines.front().pv.empty());
  EXPECT_EQ(found.depth, 0);
}

TEST(Searcher, StopsWhenAsked) {
  std::stop_source stop;
  Team<PlainPolicy> team(options());
  int iterations = 0;
  const SearchResult found = team.search(Position(), {}, stop.get_token(), [&](const SearchResult& so_far) {
    EXPECT_EQ(so_far.depth, ++iterations);
    if (iterations == 5) stop.request_stop();
  });
  EXPECT_EQ(found.depth, 5);
}

TEST(Searcher, AnswersTheOnlyMoveAtOnce) {
  engine::SplitMix64 random(kSeed);
  Position position;
  MoveList moves;
  do {
    position = random_position(random, 21);
    moves.clear();
    position.generate(moves);
  } while (moves.size() != 1);
  const SearchResult found = search<PlainPolicy>(position, {.time = std::chrono::hours(1)});
  EXPECT_EQ(found.lines.front().pv.front(), moves[0]);
  EXPECT_EQ(found.depth, 1);
}

TEST(Searcher, EndsAtAProvenWinThoughTimeIsLeft) {
  Position position;
  for (int column : {0, 1, 0, 1, 0, 1}) position.do_move(Move(column));
  const SearchResult found = search<PlainPolicy>(position, {.time = std::chrono::hours(1)});
  EXPECT_EQ(found.lines.front().score, engine::win_in(1));
  EXPECT_EQ(found.lines.front().pv, std::vector<Move>{Move(0)});
}

// Without a look ahead all of the time goes each time, the last of it into an iteration that is cut off.
TEST(Searcher, BeginsNoIterationThatItCannotEnd) {
  int ended_early = 0;
  constexpr int kMaxRounds = 10;  // On a machine that does much else all searches of one may be late.
  for (int round = 0; round < kMaxRounds && ended_early == 0; ++round) {
    for (const int ms : {40, 60, 90, 130, 200}) {
      const std::chrono::milliseconds time(ms);
      const SearchResult found =
          simpler_search(Position(), {.time = time, .optimum = 10 * time}, Technique::minimax);
      ended_early += found.time < time * 8 / 10;
    }
  }
  EXPECT_GT(ended_early, 0);
}

// The clock is read every 512 nodes and the answer has to travel: a search that ends at its limit is late.
TEST(Searcher, EndsAMomentBeforeItsTime) {
  constexpr std::chrono::milliseconds kTime{20};
  auto shortest = std::chrono::milliseconds::max();
  for (int i = 0; i < 300 && shortest >= kTime; ++i)
    shortest = std::min(shortest, simpler_search(Position(), {.time = kTime}, Technique::minimax).time);
  EXPECT_LT(shortest, kTime);
  EXPECT_GE(shortest, kTime / 2) << "ended by its time, not before";
}

// A mate in five was played as one in six: the search ended when it was as deep as that was long, and pruning
// had hidden the shorter one.
TEST(Searcher, LooksTwiceAsDeepAsAWinIsLongForAShorterOne) {
  Position position;
  for (int column : {1, 1, 2, 2}) position.do_move(Move(column));
  const SearchResult found = search<PlainPolicy>(position, {.time = std::chrono::hours(1)});
  EXPECT_EQ(found.lines.front().score, engine::win_in(3));
  EXPECT_EQ(found.depth, 5);
}

// ---- Hooks: each is heard when it is there, and the plain policy above shows that none is needed.

struct OnlyMiddle : PlainPolicy {
  void candidates(Position& position, MoveList& moves, const Node&) {
    MoveList all;
    position.generate(all);
    for (Move move : all)
      if (move == Move(2)) moves.push_back(move);
    if (moves.empty()) moves = all;
  }
};

TEST(Hooks, CandidatesReplaceTheMoves) {
  const SearchResult found = search<OnlyMiddle>(Position(), {.depth = 4, .multipv = 5});
  ASSERT_EQ(found.lines.size(), 1u);
  EXPECT_EQ(found.lines.front().pv, std::vector<Move>(4, Move(2)));
}

/// A solver that wins wherever one move does.
struct WithSolver : PlainPolicy {
  std::optional<Solved> solve(Position& position, const Node& node) {
    node.budget.tick();
    MoveList moves;
    position.generate(moves);
    for (Move move : moves)
      if (position.wins(move)) return Solved{engine::win_in(node.ply + 1), move};
    return std::nullopt;
  }
};

// Another thread, which goes on until the first has answered, gave its deeper answer for one of the depth
// that was asked for, and so played stronger than a level may.
TEST(Searcher, NoThreadAnswersDeeperThanWasAsked) {
  Team<PlainPolicy> team(options(4));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(team.search(Position(), {.depth = 11, .fresh = true}, {}, {}).depth, 11);
}

std::atomic<int> asked = 0;
struct WithCountedSolver : PlainPolicy {
  std::optional<Solved> solve(Position&, const Node&) {
    ++asked;
    return std::nullopt;
  }
};

TEST(Searcher, NoThreadAsksSolversThatAreNotWanted) {
  Team<WithCountedSolver> team(options(2));
  team.search(Position(), {.nodes = 200'000, .solvers = false}, {}, {});
  EXPECT_EQ(asked, 0);
  team.search(Position(), {.nodes = 200'000}, {}, {});
  EXPECT_GT(asked, 0);
}

TEST(Hooks, SolverAnswersAtTheRootAndBelow) {
  Position position;
  for (int column : {0, 1, 0, 1, 0, 1}) position.do_move(Move(column));
  const SearchResult at_root = search<WithSolver>(position, {});
  EXPECT_EQ(at_root.lines.front().score, engine::win_in(1));
  EXPECT_EQ(at_root.nodes, 1u) << "the solver's own node and no other";

  engine::SplitMix64 random(kSeed);
  for (int i = 0; i < 300; ++i) {
    Position root = random_position(random, static_cast<int>(random.below(18)));
    PlainPolicy policy;
    const Score one_deeper = plain_minimax(policy, root, 6, 0);
    if (std::abs(one_deeper) < engine::kWinBound) continue;
    const SearchResult found = search<WithSolver>(root, {.depth = 5, .multipv = 2});
    EXPECT_EQ(found.lines.front().score, one_deeper) << "seed " << kSeed << ", position " << i;
  }
}

/// Moves that win at once are noisy. None loses, and none is tactical.
struct WithStages : PlainPolicy {
  struct QuietOrder {
    explicit QuietOrder(const Position&) {}
    ScoredMove score(Move move) const { return {.move = move, .tactical = false, .score = 0}; }
    bool is_tactical(Move) const { return false; }
  };
  void list(const Position& position, MoveList& moves, bool noisy) {
    MoveList all;
    position.generate(all);
    for (Move move : all)
      if (position.wins(move) == noisy) moves.push_back(move);
  }
  void generate_noisy(const Position& position, MoveList& moves) { list(position, moves, true); }
  void generate_quiet(const Position& position, MoveList& moves) { list(position, moves, false); }
  bool is_legal(const Position& position, Move move) {
    MoveList all;
    position.generate(all);
    return std::ranges::find(all, move) != all.end();
  }
  bool is_noisy(const Position& position, Move move) { return position.wins(move); }
  std::int32_t noisy_score(const Position&, Move) { return 0; }
  bool see_loses(const Position&, Move) { return false; }
};

TEST(Hooks, QuiescenceLooksBehindTheLeaves) {
  Position position;
  for (int column : {0, 1, 0, 1, 0}) position.do_move(Move(column));  // Column 0 must be answered at once.
  const SearchResult plain = search<PlainPolicy>(position, {.depth = 1});
  const SearchResult deeper = search<WithStages>(position, {.depth = 1});
  EXPECT_NE(plain.lines.front().pv.front(), Move(0)) << "one ply does not see the threat";
  EXPECT_EQ(deeper.lines.front().pv.front(), Move(0));
}

struct WithExtension : PlainPolicy {
  int extension(const Position& position, Move, const Node&) { return position.ply() <= 3 ? 1 : 0; }
};

TEST(Hooks, ExtensionsLookFurther) {
  EXPECT_EQ(search<PlainPolicy>(Position(), {.depth = 3}).seldepth, 3);
  EXPECT_GT(search<WithExtension>(Position(), {.depth = 3}).seldepth, 3);
}

struct WithMargins : PlainPolicy {
  engine::search::Margins margins() const { return {.futility = 10, .reverse_futility = 10, .razoring = 10}; }
};

TEST(Hooks, MarginsPrune) {
  const Limits limits{.depth = 9};
  EXPECT_LT(search<WithMargins>(Position(), limits).nodes, search<PlainPolicy>(Position(), limits).nodes);
}

/// Reverse futility alone, up to so many plies, `Free` of which ask for no margin.
template <int Depth, int Free>
struct WithReverseFutility : PlainPolicy {
  engine::search::Margins margins() const {
    return {.futility = 10'000,
            .reverse_futility = 10,
            .razoring = 10'000,
            .reverse_futility_depth = Depth,
            .reverse_futility_free = Free};
  }
};

TEST(Hooks, ReverseFutilityGoesAsDeepAndAsFarAsTheMarginsSay) {
  const auto nodes = []<int Depth, int Free>() {
    return search<WithReverseFutility<Depth, Free>>(Position(), {.depth = 9}).nodes;
  };
  const auto never = nodes.operator()<0, 0>();
  const auto shallow = nodes.operator()<2, 0>();
  const auto deep = nodes.operator()<8, 0>();
  const auto nearer = nodes.operator()<8, 1>();
  EXPECT_LT(shallow, never);
  EXPECT_LT(deep, shallow);
  EXPECT_LT(nearer, deep);
}

/// Prunes and passes, and looks at what each node above a move knows of itself.
struct Watching : WithMargins {
  inline static int watched = 0, behind_null_moves = 0;
  bool may_try_null_move(const Position&) { return true; }
  int extension(const Position& after, Move, const Node& node) {
    Position position = after;
    bool passed = false;
    for (const Node* above = &node; above; above = above->parent) {
      position.undo();
      EXPECT_EQ(above->eval, evaluate(position)) << "ply " << above->ply << " seen from " << node.ply;
      passed = passed || (above->parent && above->last_move() == engine::kNoMove);
    }
    if (node.ply >= 2) {
      EXPECT_EQ(node.improving, node.eval > node.parent->parent->eval);
    }
    ++watched;
    behind_null_moves += passed;
    return 0;
  }
};

// The evaluation used to be set after null move had been searched, so that the nodes behind the null move
// compared themselves with a sister of the one above.
TEST(Searcher, EveryNodeAboveKnowsItsOwnEvaluation) {
  search<Watching>(Position(), {.nodes = 50'000});
  EXPECT_GT(Watching::watched, 10'000);
  EXPECT_GT(Watching::behind_null_moves, 1'000);
}

/// Corrects what it knows of each node above a move, and watches that the evaluation itself stays what it is.
struct Corrected : WithMargins {
  static constexpr bool kCorrectsEvaluation = true;
  inline static int watched = 0, corrected = 0;
  int extension(const Position& after, Move, const Node& node) {
    Position position = after;
    position.undo();
    EXPECT_EQ(node.static_eval, evaluate(position)) << "ply " << node.ply;
    ++watched;
    corrected += node.eval != node.static_eval;
    return 0;
  }
};

// The table must keep what the policy said, or what is read from it would be corrected again.
TEST(Hooks, EvaluationsAreCorrectedOnce) {
  search<Corrected>(Position(), {.nodes = 50'000});
  EXPECT_GT(Corrected::watched, 10'000);
  EXPECT_GT(Corrected::corrected, Corrected::watched / 2);
}

TEST(Hooks, AFreshSearchKnowsNoCorrections) {
  Team<Corrected> reused(options());
  reused.search(Position(), {.depth = 9}, {}, {});
  const Limits limits{.depth = 9, .fresh = true};
  EXPECT_EQ(reused.search(Position(), limits, {}, {}).nodes, search<Corrected>(Position(), limits).nodes);
}

TEST(Hooks, CorrectionsCanBeLeftOut) {
  const Limits limits{.depth = 9};
  const auto plain = search<WithMargins>(Position(), limits).nodes;
  Team<Corrected> team(without(Part::corrections));
  EXPECT_EQ(team.search(Position(), limits, {}, {}).nodes, plain);
  EXPECT_NE(search<Corrected>(Position(), limits).nodes, plain);
}

// Wins and losses, for passing is unfair here when the board is nearly full.
TEST(Searcher, WithNullMovesItProvesWhatMinimaxProves) {
  struct Passing : PlainPolicy {
    bool may_try_null_move(const Position& position) { return position.ply() < 16; }
  };
  engine::SplitMix64 random(kSeed);
  int decided = 0;
  for (int i = 0; i < 200; ++i) {
    Position position = random_position(random, 13 + static_cast<int>(random.below(8)));
    PlainPolicy policy;
    const Score truth = plain_minimax(policy, position, 30, 0);
    const Score score = search<Passing>(position, {.depth = 20}).lines.front().score;
    ASSERT_EQ(engine::is_win(score), engine::is_win(truth)) << "seed " << kSeed << ", position " << i;
    ASSERT_EQ(engine::is_loss(score), engine::is_loss(truth)) << "seed " << kSeed << ", position " << i;
    decided += truth != 0;
  }
  EXPECT_GT(decided, 60);
}

struct WithProbCut : PlainPolicy {
  std::optional<engine::search::ProbCut> prob_cut(const Position&, int depth) {
    if (depth < 4) return std::nullopt;
    return engine::search::ProbCut{
        .shallow_depth = depth - 3, .slope = 1.0, .offset = 0.0, .sigma = 10.0, .confidence = 1.0};
  }
};

TEST(Hooks, ProbCutPrunes) {
  const Limits limits{.depth = 9};
  EXPECT_LT(search<WithProbCut>(Position(), limits).nodes, search<PlainPolicy>(Position(), limits).nodes);
}

/// Asks for more than any shallow search can show.
struct WithDoubtfulProbCut : WithProbCut {
  std::optional<engine::search::ProbCut> prob_cut(const Position& position, int depth) {
    auto cut = WithProbCut::prob_cut(position, depth);
    if (cut) cut->sigma = 1e6;
    return cut;
  }
};
struct WithoutProbCut : PlainPolicy {
  std::optional<engine::search::ProbCut> prob_cut(const Position&, int) { return std::nullopt; }
};

TEST(Hooks, ProbCutAsksNothingThatNoScoreCanAnswer) {
  const Limits limits{.depth = 9};
  EXPECT_EQ(search<WithDoubtfulProbCut>(Position(), limits).nodes,
            search<WithoutProbCut>(Position(), limits).nodes);
}

struct WithReading : PlainPolicy {
  static engine::Line reading(Score score, bool proven) {
    return {.kind = proven ? engine::ScoreKind::exact : engine::ScoreKind::eval, .value = score / 2};
  }
};

TEST(Hooks, ReadingTellsScoresInTheWordsOfTheGame) {
  using engine::ScoreKind;
  using engine::search::reading;
  EXPECT_EQ(reading<WithReading>(14, true).kind, ScoreKind::exact);
  EXPECT_EQ(reading<WithReading>(14, true).value, 7);
  EXPECT_EQ(reading<WithReading>(0, false).kind, ScoreKind::eval);
  EXPECT_EQ(reading<PlainPolicy>(14, false).kind, ScoreKind::eval);
  EXPECT_EQ(reading<PlainPolicy>(0, false).kind, ScoreKind::eval);
  EXPECT_EQ(reading<PlainPolicy>(0, true).kind, ScoreKind::draw);
  EXPECT_EQ(reading<PlainPolicy>(engine::win_in(3), false).kind, ScoreKind::win);
  EXPECT_EQ(reading<PlainPolicy>(engine::win_in(3), false).value, 3);
  EXPECT_EQ(reading<PlainPolicy>(engine::loss_in(4), false).kind, ScoreKind::loss);
  EXPECT_EQ(reading<PlainPolicy>(engine::loss_in(4), false).value, 4);
}

/// The moves a solver may choose from: all, or those that the search leaves it.
MoveList choice(const Position& position, const Node& node) {
  MoveList moves;
  position.generate(moves);
  if (!node.among.empty()) {
    moves.clear();
    for (Move move : node.among) moves.push_back(move);
  }
  return moves;
}

/// Plain minimax to the end, for few empty squares.
struct WithExactSolver : PlainPolicy {
  static constexpr int kFew = 9;
  std::optional<Solved> solve(Position& position, const Node& node) {
    if (kColumns * kRows - position.ply() > kFew) return std::nullopt;
    node.budget.tick();
    Solved best{-engine::kInfinite};
    for (Move move : choice(position, node)) {
      position.do_move(move);
      const Score score = -plain_minimax<PlainPolicy>(*this, position, kFew, node.ply + 1);
      position.undo_move();
      if (score > best.score) best = {score, move};
    }
    if (best.best == engine::kNoMove) return std::nullopt;
    return best;
  }
};

TEST(Hooks, EveryLineOfAnAnalysisIsSolvedExactly) {
  engine::SplitMix64 random(kSeed);
  for (int i = 0; i < 100; ++i) {
    Position position = random_position(random, 16 + static_cast<int>(random.below(6)));
    MoveList moves;
    position.generate(moves);
    std::vector<Score> expected;
    PlainPolicy policy;
    for (Move move : moves) {
      position.do_move(move);
      expected.push_back(-plain_minimax(policy, position, 10, 1));
      position.undo_move();
    }
    std::ranges::sort(expected, std::greater<>());
    const SearchResult found = search<WithExactSolver>(position, {.nodes = 1000, .multipv = 5});
    std::vector<Score> scores;
    for (const auto& line : found.lines) {
      EXPECT_TRUE(line.proven) << "seed " << kSeed << ", position " << i;
      scores.push_back(line.score);
    }
    EXPECT_EQ(scores, expected) << "seed " << kSeed << ", position " << i;
  }
}

TEST(Hooks, LowLevelsDoNotAskTheSolver) {
  Position position;
  for (int column : {0, 1, 0, 1, 0, 1}) position.do_move(Move(column));
  EXPECT_FALSE(search<WithSolver>(position, {.depth = 1, .solvers = false}).lines.front().proven);
  EXPECT_TRUE(search<WithSolver>(position, {.depth = 1}).lines.front().proven);
}

/// Knows the answer, and spends what is left on something else.
struct WithSlowLine : PlainPolicy {
  std::optional<Solved> solve(Position& position, const Node& node) {
    if (node.ply > 0 || node.depth < 3) return std::nullopt;
    MoveList moves;
    position.generate(moves);
    while (!node.budget.tick()) continue;
    return Solved{123, moves[1]};
  }
};

TEST(Hooks, AnAnswerStandsThoughItsLineTookTheLastOfTheTime) {
  const SearchResult found = search<WithSlowLine>(Position(), {.nodes = 20'000});
  EXPECT_EQ(found.lines.front().score, 123);
  EXPECT_TRUE(found.lines.front().proven);
  EXPECT_EQ(found.lines.front().pv, std::vector<Move>{Move(1)});
}

/// Knows about every other position with few empty squares, but for the root: so principal variations meet
/// solved positions, and other lines go on where those end.
struct WithDeepSolver : WithExactSolver {
  static bool knows(const Position& position) {
    return kColumns * kRows - position.ply() <= kFew && position.key() % 2 == 0;
  }
  std::optional<Solved> solve(Position& position, const Node& node) {
    if (node.ply == 0 || !knows(position)) return std::nullopt;
    return WithExactSolver::solve(position, node);
  }
};

// A solved entry met again used to be followed by what was left of an older line.
TEST(Searcher, ALineEndsWhereASolvedPositionIsMetAgain) {
  engine::SplitMix64 random(kSeed);
  for (int i = 0; i < some_of(300); ++i) {
    const Position position = random_position(random, 8 + static_cast<int>(random.below(10)));
    const SearchResult found = search<WithDeepSolver>(position, {.depth = 9, .multipv = 3});
    for (const auto& line : found.lines) {
      Position end = position;
      for (std::size_t k = 0; k < line.pv.size(); ++k) {
        MoveList moves;
        end.generate(moves);
        ASSERT_FALSE(is_over(end)) << "seed " << kSeed << ", position " << i << ", ply " << k;
        ASSERT_NE(std::find(moves.begin(), moves.end(), line.pv[k]), moves.end())
            << "seed " << kSeed << ", position " << i << ", ply " << k;
        if (k > 0 && WithDeepSolver::knows(end)) {
          EXPECT_EQ(k + 1, line.pv.size())
              << "the solver told one move; seed " << kSeed << ", position " << i;
        }
        end.do_move(line.pv[k]);
      }
    }
  }
}

TEST(Team, ThreadsAgreeWithMinimaxOnTheValue) {
  engine::SplitMix64 random(kSeed);
  Team<PlainPolicy> team(up_to(Technique::table, 4));
  for (int i = 0; i < 40; ++i) {
    Position position = random_position(random, 16 + static_cast<int>(random.below(6)));
    PlainPolicy policy;
    const Score truth = plain_minimax(policy, position, 30, 0);  // To the end: deeper threads change nothing.
    const SearchResult found = team.search(position, {.depth = 25}, {}, {});
    ASSERT_EQ(found.lines.front().score, truth) << "seed " << kSeed << ", position " << i;
  }
}

TEST(Team, EndsWhereItsProgressThrows) {
  Team<PlainPolicy> team(options(3));
  const auto fail = [](const SearchResult&) { throw std::runtime_error("progress"); };
  EXPECT_THROW((void)team.search(Position(), {}, {}, fail), std::runtime_error)
      << "no limit ends it otherwise";
}

TEST(Team, SharesANodeLimit) {
  const SearchResult found = Team<PlainPolicy>(options(4)).search(Position(), {.nodes = 40'000}, {}, {});
  EXPECT_LE(found.nodes, 40'000u);
  EXPECT_GT(found.nodes, 9'000u);
}

// What an opening procedure leaves: the best of these, however good the others are.
TEST(Searcher, ThinksAboutTheGivenMovesOnly) {
  const Position root;
  MoveList moves;
  root.generate(moves);
  const std::vector<Move> two{moves[moves.size() - 1], moves[0]};
  const SearchResult found =
      Team<PlainPolicy>(options()).search(root, {.depth = 4, .multipv = 9}, {}, {}, two);
  ASSERT_EQ(found.lines.size(), 2u);
  for (const auto& line : found.lines)
    EXPECT_NE(std::find(two.begin(), two.end(), line.pv.front()), two.end());
}

}  // namespace

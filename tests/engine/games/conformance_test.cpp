// One suite for every game in the table, through the face that the server sees. A new game gets it for free.

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <set>

#include "engine/search/parameters.h"
#include "tests/engine/games/random_game.h"

namespace {

using namespace engine;
using std::chrono::milliseconds;

constexpr std::uint64_t kMatchSeed = 8128;
constexpr int kLongestGame = 6000;  // Xiangqi: 120 plies without a capture at most, 30 captures.

/// Endings that a position without its past cannot know.
bool needs_the_past(const Outcome& outcome) {
  static const std::set<std::string_view> kReasons = {"repetition", "perpetual_check", "perpetual_chase",
                                                      "move_limit"};
  return kReasons.contains(outcome.reason);
}

void expect_same(const Match& a, const Match& b) {
  EXPECT_EQ(a.look().pos, b.look().pos);
  EXPECT_EQ(a.look().turn, b.look().turn);
  EXPECT_EQ(a.legal_moves(), b.legal_moves());
  EXPECT_EQ(a.outcome(), b.outcome());
}

/// A text near to a move: one character changed, put in, taken out or doubled; or nonsense.
std::string mutated(std::string text, SplitMix64& random) {
  const auto any = [&random] { return static_cast<char>(random.below(255) + 1); };
  const auto near = [&random] { return "abcdefghijklmnopqrst0123456789 -pass"[random.below(36)]; };
  const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
  switch (random.below(6)) {
    case 0:
      text[at] = near();
      break;
    case 1:
      text[at] = any();
      break;
    case 2:
      text.insert(at, 1, near());
      break;
    case 3:
      text.erase(at, 1);
      break;
    case 4:
      text += text;
      break;
    default:
      text = std::string(random.below(300), any());
  }
  return text;
}

class Conformance : public testing::TestWithParam<Variant> {
 protected:
  SplitMix64 random_{kMatchSeed};
  void SetUp() override { RecordProperty("seed", std::to_string(kMatchSeed)); }
  const Variant& variant() const { return GetParam(); }
};

TEST_P(Conformance, RowIsComplete) {
  const Game& game = variant().game;
  EXPECT_FALSE(game.name.empty());
  EXPECT_EQ(game.side_names.size(), 2u);
  EXPECT_FALSE(game.bench.empty());
  EXPECT_TRUE(game.new_match && game.new_bot && game.perft);
  EXPECT_FALSE(game.new_match({.rule = "no such rule"}));
  EXPECT_FALSE(game.new_match({.pos = "no such position"}));
}

TEST_P(Conformance, GamesEndAndLegalMovesAreWhatPlayAccepts) {
  for (int game = 0; game < 3; ++game) {
    const auto match = variant().start();
    int ply = 0;
    for (; !match->outcome(); ++ply) {
      ASSERT_LT(ply, kLongestGame) << "seed " << kMatchSeed;
      const auto moves = match->legal_moves();
      ASSERT_FALSE(moves.empty());
      ASSERT_TRUE(std::ranges::is_sorted(moves));
      ASSERT_EQ(std::ranges::adjacent_find(moves), moves.end()) << "twice the same move";
      const std::string& move = moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
      ASSERT_EQ(match->read_move(move).value(), move);
      const Side turn = match->look().turn;
      const auto mover = match->play(move);
      ASSERT_TRUE(mover) << move << ": " << mover.error().message;
      ASSERT_EQ(*mover, turn);
    }
    EXPECT_TRUE(match->legal_moves().empty());
    EXPECT_EQ(match->play("a1").error().code, "game_over");
    EXPECT_FALSE(match->outcome()->reason.empty());
  }
}

TEST_P(Conformance, PlaysEveryLegalMoveAndRefusesTheRest) {
  int refused = 0;
  for (int round = 0; round < 20; ++round) {
    const auto match = random_match(variant(), random_, static_cast<int>(random_.below(80)));
    const auto moves = match->legal_moves();
    for (const std::string& move : moves) ASSERT_TRUE(match->clone()->play(move)) << move;
    const std::string pos = match->look().pos;
    for (int i = 0; i < 20; ++i) {
      const std::string text =
          mutated(moves[random_.below(static_cast<std::uint32_t>(moves.size()))], random_);
      const bool legal = std::ranges::binary_search(moves, text);
      const auto played = match->clone()->play(text);
      ASSERT_EQ(played.has_value(), legal) << "'" << text << "' in " << pos << ", seed " << kMatchSeed;
      (void)match->read_move(text);  // May be another notation; must not crash.
      if (legal) continue;
      ++refused;
      (void)match->play(text);
      ASSERT_EQ(match->look().pos, pos) << "a refused move changed the game";
      EXPECT_FALSE(played.error().code.empty());
      EXPECT_FALSE(played.error().message.empty());
    }
  }
  EXPECT_GT(refused, 200);
}

TEST_P(Conformance, PositionsAreReadBack) {
  for (int game = 0; game < 3; ++game) {
    const auto match = variant().start();
    for (int ply = 0; ply < 400; ++ply) {
      const bool over = match->outcome().has_value();
      if (ply % 7 == 0 || over) {
        engine::Setup setup = variant().setup;
        setup.pos = match->look().pos;
        const auto again = variant().game.new_match(setup);
        ASSERT_TRUE(again) << setup.pos << ": " << again.error().message;
        if (!over || !needs_the_past(*match->outcome())) expect_same(*match, **again);
      }
      if (over) break;
      play_random(*match, random_);
    }
  }
}

TEST_P(Conformance, ClonesAreIndependent) {
  const auto match = random_match(variant(), random_, 6);
  const auto clone = match->clone();
  expect_same(*match, *clone);
  const std::string pos = match->look().pos;
  play_random(*clone, random_);
  EXPECT_EQ(match->look().pos, pos);
  EXPECT_NE(clone->look().pos, pos);
}

TEST_P(Conformance, NotationsNameTheirMove) {
  for (int round = 0; round < 10; ++round) {
    const auto match = random_match(variant(), random_, static_cast<int>(random_.below(60)));
    for (const std::string& move : match->legal_moves())
      for (const Notation& notation : match->notations(move)) {
        const auto read = match->read_move(notation.text);
        ASSERT_TRUE(read) << notation.style << " " << notation.text << " for " << move << " in "
                          << match->look().pos;
        EXPECT_EQ(*read, move) << notation.style << " " << notation.text;
      }
  }
}

TEST_P(Conformance, PerftSplitsTheSameWithThreads) {
  const auto match = variant().start();
  const int depth = match->legal_moves().size() > 100 ? 2 : 3;
  const auto one = variant().game.perft(*match, depth, 1);
  EXPECT_EQ(one, variant().game.perft(*match, depth, 3));
  EXPECT_EQ(one.size(), match->legal_moves().size());
  std::uint64_t shallow = 0;
  for (const auto& [move, leaves] : variant().game.perft(*match, 1, 1)) shallow += leaves;
  EXPECT_EQ(shallow, match->legal_moves().size());
}

void expect_legal(const Match& match, const Thought& thought) {
  const auto moves = match.legal_moves();
  EXPECT_TRUE(std::ranges::binary_search(moves, thought.best)) << thought.best << " in " << match.look().pos;
  ASSERT_FALSE(thought.lines.empty());
  for (const Line& line : thought.lines) {
    const auto end = match.clone();
    EXPECT_FALSE(line.pv.empty());
    for (const std::string& move : line.pv)
      ASSERT_TRUE(end->play(move)) << move << " in a line from " << match.look().pos;
  }
}

TEST_P(Conformance, BotAnswersWhateverTheLimits) {
  std::stop_source stopped;
  stopped.request_stop();
  const auto bot = variant().game.new_bot({.hash_bytes = 1 << 20});
  for (int round = 0; round < 8; ++round) {
    const auto match = random_match(variant(), random_, static_cast<int>(random_.below(60)));
    for (const Limits& limits : {Limits{.time = milliseconds(0)}, Limits{.time = milliseconds(1)},
                                 Limits{.nodes = 1}, Limits{.depth = 1}, Limits{.nodes = 300, .multipv = 3},
                                 Limits{.time = milliseconds(2), .optimum = milliseconds(1)}})
      expect_legal(*match, bot->think(*match, limits, {}, {}));
    expect_legal(*match, bot->think(*match, {}, stopped.get_token(), {}));
  }
}

// Beyond its bounds a parameter counts as the nearest of them: nothing divides by zero, and each search ends.
TEST_P(Conformance, BotBearsEveryValueOfAParameter) {
  const auto match = variant().start();
  for (const auto& parameter : search::kParameters)
    for (const int value : {INT_MIN, 0, 1, INT_MAX}) {
      SCOPED_TRACE(std::string(parameter.name) + "=" + std::to_string(value));
      const auto bot = variant().game.new_bot(
          {.hash_bytes = 1 << 20, .parameters = {{std::string(parameter.name), value}}});
      expect_legal(*match, bot->think(*match, {.depth = 5}, {}, {}));
    }
}

TEST_P(Conformance, EveryLevelPlays) {
  const auto bot = variant().game.new_bot({.hash_bytes = 1 << 20});
  for (int level = 1; level <= 8; ++level) {
    const auto match = random_match(variant(), random_, static_cast<int>(random_.below(20)));
    expect_legal(*match, bot->think(*match, {.nodes = 1500, .level = level, .seed = random_()}, {}, {}));
  }
}

TEST_P(Conformance, EqualLimitsGiveEqualThoughts) {
  const auto used = variant().game.new_bot({.hash_bytes = 1 << 20});
  for (int round = 0; round < 4; ++round) {
    const auto match = random_match(variant(), random_, static_cast<int>(random_.below(40)));
    const auto fresh = variant().game.new_bot({.hash_bytes = 1 << 20});
    const Limits limits{.nodes = 4000, .fresh = true};
    const Thought a = used->think(*match, limits, {}, {}), b = fresh->think(*match, limits, {}, {});
    EXPECT_EQ(a.nodes, b.nodes) << "in " << match->look().pos;
    EXPECT_EQ(a.best, b.best);
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.lines.front().pv, b.lines.front().pv);
    EXPECT_EQ(a.lines.front().value, b.lines.front().value);
  }
}

TEST_P(Conformance, EveryLevelTakesAWinInOne) {
  const auto bot = variant().game.new_bot({.hash_bytes = 1 << 20});
  int found = 0;
  for (int game = 0; game < 30 && found < 5; ++game) {
    auto match = variant().start();
    auto before = match->clone();
    while (!match->outcome()) {
      before = match->clone();
      play_random(*match, random_);
    }
    const Outcome outcome = *match->outcome();
    // Where discs are counted at the end a win in one is a matter of degree.
    if (outcome.winner != before->look().turn || needs_the_past(outcome) || outcome.reason == "fewest_discs")
      continue;
    ++found;
    for (int level = 1; level <= 8; ++level) {
      const Thought thought = bot->think(*before, {.depth = 2, .level = level, .seed = random_()}, {}, {});
      const auto after = before->clone();
      (void)after->play(thought.best);
      ASSERT_TRUE(after->outcome()) << "level " << level << " plays " << thought.best << " in "
                                    << before->look().pos;
      EXPECT_EQ(after->outcome()->winner, outcome.winner);
      EXPECT_EQ(thought.lines.front().kind, ScoreKind::win);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Conformance, testing::ValuesIn(all_variants()),
                         [](const auto& info) { return info.param.name(); });

}  // namespace

// What the search relies on and the face of a game does not show: undo, and keys.

#include <gtest/gtest.h>

#include "engine/core/zobrist.h"
#include "engine/games/antireversi/rules.h"
#include "engine/games/game_rules.h"
#include "engine/games/gomoku/rules.h"
#include "engine/games/xiangqi/rules.h"
#include "tests/engine/search/tic_tac_toe.h"

namespace {

using namespace engine;

constexpr std::uint64_t kPositionSeed = 496;

template <class R>
class PositionConformance : public testing::Test {};

using AllRules = testing::Types<xiangqi::Rules, gomoku::Rules, antireversi::Rules, tic_tac_toe::Rules>;
TYPED_TEST_SUITE(PositionConformance, AllRules);

template <class Position>
std::vector<Move> moves_of(const Position& position) {
  MoveList list;
  position.generate(list);
  return {list.begin(), list.end()};
}

TYPED_TEST(PositionConformance, UndoRestoresEverything) {
  using R = TypeParam;
  SplitMix64 random(kPositionSeed);
  for (int game = 0; game < 5; ++game) {
    auto position = *R::read_position({});
    struct Seen {
      Key key;
      std::string pos;
      std::vector<Move> moves;
    };
    std::vector<Seen> past;
    const auto now = [&position] { return Seen{position.key(), R::look(position).pos, moves_of(position)}; };
    while (past.size() < 200 && !R::outcome(position)) {
      past.push_back(now());
      const auto& moves = past.back().moves;
      position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    for (; !past.empty(); past.pop_back()) {
      position.undo_move();
      const Seen seen = now();
      ASSERT_EQ(seen.key, past.back().key) << "ply " << past.size() << ", seed " << kPositionSeed;
      ASSERT_EQ(seen.pos, past.back().pos);
      ASSERT_EQ(seen.moves, past.back().moves);
    }
  }
}

TYPED_TEST(PositionConformance, KeysDependOnThePositionAlone) {
  using R = TypeParam;
  SplitMix64 random(kPositionSeed);
  auto position = *R::read_position({});
  for (int ply = 0; ply < 200 && !R::outcome(position); ++ply) {
    const std::string pos = R::look(position).pos;
    ASSERT_EQ(R::read_position({.pos = pos})->key(), position.key()) << pos;
    const auto moves = moves_of(position);
    position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

TYPED_TEST(PositionConformance, VerdictAndOutcomeAgree) {
  using R = TypeParam;
  SplitMix64 random(kPositionSeed);
  for (int game = 0; game < 10; ++game) {
    auto position = *R::read_position({});
    while (true) {
      const auto verdict = position.verdict(0);
      const auto moves = moves_of(position);
      const auto outcome = R::outcome(position);
      ASSERT_EQ(verdict || moves.empty(), outcome.has_value())
          << R::look(position).pos << ", seed " << kPositionSeed;
      if (!outcome) {
        position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        continue;
      }
      const Score score = verdict ? *verdict : position.no_moves(0);
      const Score sign = !outcome->winner ? 0 : *outcome->winner == position.side_to_move() ? 1 : -1;
      EXPECT_EQ((score > 0) - (score < 0), sign) << outcome->reason << " in " << R::look(position).pos;
      break;
    }
  }
}

}  // namespace

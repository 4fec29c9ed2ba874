#include "engine/games/xiangqi/mate_search.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/core/zobrist.h"
#include "engine/games/xiangqi/fen.h"
#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

search::Budget without_limit() {
  return {Limits{}, {}};
}

/// Whether the side to move mates in so many moves, by looking at everything.
bool mates(Position& position, int moves, int ply = 0);

bool is_lost(Position& position, int moves, int ply) {
  if (position.verdict(ply)) return false;
  MoveList replies;
  position.generate(replies);
  if (moves == 0 && !replies.empty()) return false;
  for (const Move reply : replies) {
    position.do_move(reply);
    const bool still = mates(position, moves, ply + 1);
    position.undo_move();
    if (!still) return false;
  }
  return true;
}

bool mates(Position& position, int moves, int ply) {
  if (ply > 0 && position.verdict(ply)) return false;
  MoveList tries;
  position.generate(tries);
  for (const Move move : tries) {
    position.do_move(move);
    const bool wins = is_lost(position, moves - 1, ply + 1);
    position.undo_move();
    if (wins) return true;
  }
  return false;
}

struct Mate {
  std::string fen;
  std::string best;  ///< The first moves that are shortest.
  int moves;
};

std::vector<Mate> verified_mates() {
  std::vector<Mate> mates;
  for (const std::string& line : verified_lines("xiangqi_mates.epd")) {
    const auto bm = line.find("; bm "), mate = line.find("; mate ");
    mates.push_back(
        {line.substr(0, bm - 1), line.substr(bm + 4, mate - bm - 4), std::stoi(line.substr(mate + 7))});
  }
  return mates;
}

/// Three quiet moves are needed, against the best defence.
bool is_too_quiet(const Mate& mate) {
  return mate.fen.starts_with("2b1k4/R8/b1P2nN2/") || mate.fen.starts_with("3P1R3/4k4/b3b4/") ||
         mate.fen.starts_with("4k4/2R1a4/3aP1C2/");
}

TEST(XiangqiMateSearch, ProvesTheVerifiedMates) {
  constexpr std::uint64_t kNodes = 300'000;  // More than twice what the hardest takes.
  for (const Mate& mate : verified_mates()) {
    Position position = position_of(mate.fen);
    auto budget = without_limit();
    MateSearch search;
    ASSERT_EQ(search.find(position, mate.moves, kNodes, budget), !is_too_quiet(mate)) << mate.fen;
    EXPECT_EQ(write_fen(position), write_fen(position_of(mate.fen)));
    if (is_too_quiet(mate)) continue;
    EXPECT_EQ(search.line().size(), static_cast<std::size_t>(2 * mate.moves - 1)) << mate.fen;
    EXPECT_NE(mate.best.find(write_move(search.line().front())), std::string::npos) << mate.fen;
    for (const Move move : search.line()) position.do_move(move);
    EXPECT_EQ(position.count_moves(), 0) << mate.fen;
  }
}

TEST(XiangqiMateSearch, GoesOnWhereItStopped) {
  constexpr std::uint64_t kNodesAtATime = 20'000;
  const Mate mate = verified_mates().at(10);
  Position position = position_of(mate.fen);
  auto budget = without_limit();
  MateSearch search;
  int calls = 1;
  while (!search.find(position, mate.moves, kNodesAtATime * calls, budget)) ASSERT_LT(++calls, 10);
  EXPECT_GT(calls, 1) << "or nothing was interrupted";
}

/// Positions of random games. A second quiet move is allowed, so nothing may be missed either.
TEST(XiangqiMateSearch, ClaimsWhatAFullSearchConfirms) {
  constexpr int kPositions = 200, kMoves = 2;
  constexpr std::uint64_t kNodes = 1'000'000;
  constexpr std::uint64_t kSeed = 20231;
  SplitMix64 random(kSeed);
  const auto starts = verified_lines("xiangqi_perft.epd");
  int mating = 0;
  for (int i = 0; i < kPositions; ++i) {
    const std::string& line = starts[static_cast<std::size_t>(i) % starts.size()];
    Position position = position_of(line.substr(0, line.find(" ;")));
    for (int ply = 0; ply < 20; ++ply) {
      MoveList moves;
      position.generate(moves);
      if (moves.empty()) break;
      position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.count_moves() == 0 || position.verdict(0)) continue;
    auto budget = without_limit();
    MateSearch search;
    const bool claimed = search.find(position, kMoves, kNodes, budget);
    ASSERT_EQ(claimed, mates(position, 1) || mates(position, kMoves))
        << write_fen(position) << ", seed " << kSeed;
    mating += claimed;
  }
  EXPECT_GT(mating, 5) << "or little was compared";
}

TEST(XiangqiMateSearch, NoMateBeyondTheMoveLimit) {
  const std::string mate_in_two = "2b1R4/4ak3/6P2/4P4/4r4/4C4/6N1P/9/4A4/3AK1B2 w - - ";
  const auto is_found = [&](int clock) {
    Position position = position_of(mate_in_two + std::to_string(clock) + " 61");
    auto budget = without_limit();
    return MateSearch().find(position, 2, 1000, budget);
  };
  EXPECT_TRUE(is_found(Position::kMoveLimit - 3));
  EXPECT_FALSE(is_found(Position::kMoveLimit - 2)) << "a draw after the reply";
}

TEST(XiangqiMateSearch, FindsNothingAtTheStart) {
  constexpr std::uint64_t kNodes = 100'000;
  Position position = position_of(kStartFen);
  auto budget = without_limit();
  EXPECT_FALSE(MateSearch().find(position, 4, kNodes, budget));
  EXPECT_LE(budget.nodes(), kNodes + 1);
}

}  // namespace
}  // namespace engine::xiangqi

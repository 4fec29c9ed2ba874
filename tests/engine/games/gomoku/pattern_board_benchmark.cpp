#include <benchmark/benchmark.h>

#include <vector>

#include "engine/games/gomoku/pattern_board.h"
#include "tests/engine/games/gomoku/board.h"

/// What it is worth to keep the patterns up to date from move to move: a stone put and taken back on a board
/// that does so, against one whose patterns are worked out anew, and against bare stones without any
/// patterns.
namespace engine::gomoku {
namespace {

/// A middlegame; everything near it is tried in turn.
Position middlegame() {
  return position_after(Rule::freestyle, "h8 g9 i9 g7 i10 h7 g10 i7 j7 f8 h10 f10 j8 k7 h9 k10");
}

std::vector<Move> moves_of(const Position& position) {
  MoveList moves;
  position.generate(moves);
  return {moves.begin(), moves.end()};
}

void kept_up_to_date(benchmark::State& state) {
  PatternBoard<Rule::freestyle> board(middlegame());
  const auto moves = moves_of(middlegame());
  std::size_t i = 0;
  for (auto _ : state) {
    board.do_move(moves[i++ % moves.size()]);
    benchmark::DoNotOptimize(board.weight_sum());
    board.undo_move();
  }
}
BENCHMARK(kept_up_to_date);

void worked_out_anew(benchmark::State& state) {
  Position position = middlegame();
  const auto moves = moves_of(position);
  std::size_t i = 0;
  for (auto _ : state) {
    position.do_move(moves[i++ % moves.size()]);
    if (!position.winner()) {
      const PatternBoard<Rule::freestyle> board(position);
      benchmark::DoNotOptimize(board.weight_sum());
    }
    position.undo_move();
  }
}
BENCHMARK(worked_out_anew);

void bare_stones(benchmark::State& state) {
  Position position = middlegame();
  const auto moves = moves_of(position);
  std::size_t i = 0;
  for (auto _ : state) {
    position.do_move(moves[i++ % moves.size()]);
    benchmark::DoNotOptimize(position.key());
    position.undo_move();
  }
}
BENCHMARK(bare_stones);

}  // namespace
}  // namespace engine::gomoku

BENCHMARK_MAIN();

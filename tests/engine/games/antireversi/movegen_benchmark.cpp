#include <benchmark/benchmark.h>

#include <vector>

#include "tests/engine/games/antireversi/array_board.h"
#include "tests/engine/games/antireversi/random_boards.h"

/// How much bit operations gain over scanning an array, square by square: finding all legal moves, and
/// finding them and then making each. Positions of random games, all stages alike.
namespace engine::antireversi {
namespace {

std::vector<Position> positions() {
  SplitMix64 random(1);
  std::vector<Position> found;
  while (found.size() < 1000) {
    Position position;
    for (MoveList moves; position.generate(moves), !moves.empty(); moves.clear()) {
      found.push_back(position);
      position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return found;
}

std::vector<oracle::ArrayBoard> array_boards() {
  std::vector<oracle::ArrayBoard> boards;
  for (const Position& position : positions())
    boards.push_back(oracle::ArrayBoard::from(write_position(position)));
  return boards;
}

void generate_on_array(benchmark::State& state) {
  const auto boards = array_boards();
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(boards[i++ % boards.size()].moves('X').data());
}
BENCHMARK(generate_on_array);

template <auto Moves>
void generate_with_bits(benchmark::State& state) {
  const auto boards = positions();
  std::size_t i = 0;
  for (auto _ : state) {
    const Discs& discs = boards[i++ % boards.size()].discs();
    benchmark::DoNotOptimize(Moves(discs.own, discs.opponent));
  }
}
BENCHMARK(generate_with_bits<portable::moves>);
BENCHMARK(generate_with_bits<moves>);

void expand_on_array(benchmark::State& state) {
  const auto boards = array_boards();
  std::size_t i = 0;
  for (auto _ : state) {
    const oracle::ArrayBoard& board = boards[i++ % boards.size()];
    for (int square : board.moves(board.turn)) {
      oracle::ArrayBoard next = board;
      next.play(square);
      benchmark::DoNotOptimize(next);
    }
  }
}
BENCHMARK(expand_on_array);

void expand_with_bits(benchmark::State& state) {
  auto boards = positions();
  std::size_t i = 0;
  for (auto _ : state) {
    Position& position = boards[i++ % boards.size()];
    MoveList moves;
    position.generate(moves);
    for (Move move : moves) {
      position.do_move(move);
      benchmark::DoNotOptimize(position.discs());
      position.undo_move();
    }
  }
}
BENCHMARK(expand_with_bits);

}  // namespace
}  // namespace engine::antireversi

BENCHMARK_MAIN();

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "engine/games/xiangqi/attacks.h"

/// Nanoseconds of one look-up of where a piece goes, over random squares and occupancies.
namespace engine::xiangqi {
namespace {

struct Question {
  Square square;
  Bitboard occupied;
};

/// About a third of the squares are occupied, as in a game. A few thousand stay in the first cache, so that
/// the tables are measured and not the memory of the questions.
std::vector<Question> questions() {
  std::mt19937_64 random(1);
  std::vector<Question> list;
  for (int i = 0; i < 1024; ++i) {
    Bitboard::Bits bits = 0;
    for (Square s = 0; s < kSquares; ++s) bits |= Bitboard::Bits{random() % 3 == 0} << s;
    list.push_back({static_cast<Square>(random() % kSquares), Bitboard(bits)});
  }
  return list;
}

template <auto Attacks>
void look_up(benchmark::State& state) {
  const auto list = questions();
  for (auto _ : state) {
    Bitboard sum;  // Uses every answer without writing it to memory.
    for (const Question& question : list) sum = sum | Attacks(question.square, question.occupied);
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(list.size()));
}
BENCHMARK(look_up<horse_attacks>)->Name("horse");
BENCHMARK(look_up<elephant_attacks>)->Name("elephant");
BENCHMARK(look_up<rook_attacks>)->Name("rook");
BENCHMARK(look_up<cannon_targets>)->Name("cannon");

}  // namespace
}  // namespace engine::xiangqi

BENCHMARK_MAIN();

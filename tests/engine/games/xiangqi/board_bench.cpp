#include <cstdio>
#include <ctime>

#include "tests/engine/games/xiangqi/array_board.h"
#include "tests/engine/games/xiangqi/verified_data.h"

// The bitboards against the plain array board: perft from the start position, the last ply counted in bulk.
// The figures of docs/decisions/0001-xiangqi-board.md are the output of this program.

namespace engine::xiangqi {
namespace {

enum class LastPly { counted, listed };

template <LastPly kLastPly>
std::uint64_t leaves(Position& position, int depth) {
  if (kLastPly == LastPly::counted && depth == 1) return static_cast<std::uint64_t>(position.count_moves());
  MoveList moves;
  position.generate(moves);
  if (depth == 1) return moves.size();
  std::uint64_t sum = 0;
  for (const engine::Move move : moves) {
    position.do_move(move);
    sum += leaves<kLastPly>(position, depth - 1);
    position.undo_move();
  }
  return sum;
}

template <class Count>
void measure(const char* name, Count count) {
  const std::clock_t start = std::clock();  // Processor time: the machine may be busy with other things.
  const std::uint64_t total = count();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%-28s %11llu leaves %7.3f s %7.1f M/s\n", name, static_cast<unsigned long long>(total),
              seconds, static_cast<double>(total) / seconds / 1e6);
}

void measure_all() {
  constexpr int kDepth = 5;
  Position position = position_of(kStartFen);
  ArrayBoard array{std::string(kStartFen)};
  measure("bitboards, last ply counted", [&] { return leaves<LastPly::counted>(position, kDepth); });
  measure("bitboards, last ply listed", [&] { return leaves<LastPly::listed>(position, kDepth); });
  measure("array board", [&] { return array.perft(kDepth); });
}

}  // namespace
}  // namespace engine::xiangqi

int main() {
  engine::xiangqi::measure_all();
}

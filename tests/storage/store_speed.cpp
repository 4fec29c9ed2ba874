#include <sys/resource.h>

#include <algorithm>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "storage/sqlite/sqlite_store.h"
#include "tests/storage/temporary_folder.h"

// A measurement, not a test: moves written by commits of so many, and a file of many games to start a server
// on.
//   store_speed [rows of each run]
//   store_speed fill FILE GAMES MOVES UNFINISHED
namespace storage {
namespace {

using std::chrono::steady_clock;

double used_cpu() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string id_of(int number) {
  std::string id(8, 'a');  // Spread like random ones.
  std::uint64_t mixed = static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15ull;
  for (char& c : id) {
    c = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[mixed % 62];
    mixed /= 62;
  }
  return id;
}

Game game_of(int number, bool finished) {
  Game game;
  game.id = id_of(number);
  game.game = "gomoku";
  game.rule = "freestyle";
  game.size = 15;
  game.time = {.days = 3};
  for (Seat& seat : game.seats) seat.name = "Lin";
  game.seats[0].user = "g_lin" + std::to_string(number);
  game.seats[1].user = "g_wu" + std::to_string(number);
  game.created = 1'700'000'000'000 + number;
  if (finished)
    game.ending = {.status = "finished", .result = "first", .reason = "resign", .ended = game.created + 1};
  return game;
}

/// Squares on which neither side ever has more than two in a row.
std::vector<std::string> harmless_moves() {
  std::vector<std::string> of[2];
  for (int row = 0; row < 15; ++row) {
    for (int column = 0; column < 15; ++column)
      of[(column + 2 * row) % 4 / 2].push_back(std::string(1, static_cast<char>('a' + column)) +
                                               std::to_string(row + 1));
  }
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < 110; ++i) {
    moves.push_back(of[0][i]);
    moves.push_back(of[1][i]);
  }
  return moves;
}

Event event_of(const Game& game, int v, const std::vector<std::string>& moves) {
  Event event;
  event.game = game.id;
  event.v = v;
  event.kind = v == 1 ? EventKind::start : EventKind::move;
  event.ply = v - 1;
  if (v > 1) event.by = v % 2 == 0 ? "first" : "second";
  if (v > 1) event.move = moves[static_cast<std::size_t>(v - 2) % moves.size()];
  event.clock = {259'200'000, 259'200'000};
  event.running = v % 2 == 1 ? "first" : "second";
  event.spent = 1'234;
  event.lag = 35;
  event.at = game.created + 2'000 * v;
  return event;
}

/// A thousand games in which moves are played in turns.
void measure(int rows, int batch) {
  const TemporaryFolder folder;
  SqliteStore store(folder / "games.db");
  constexpr int kGames = 1000;
  const auto moves = harmless_moves();
  std::vector<Game> games;
  std::vector<Write> creations;
  for (int i = 0; i < kGames; ++i) creations.push_back(CreateGame{games.emplace_back(game_of(i, false))});
  store.commit(creations);

  std::vector<double> took;
  const double cpu = used_cpu();
  const auto began = steady_clock::now();
  for (int row = 0; row < rows;) {
    std::vector<Write> writes;
    for (int i = 0; i < batch; ++i, ++row)
      writes.push_back(
          Append{event_of(games[static_cast<std::size_t>(row % kGames)], row / kGames + 1, moves), {}, {}});
    const auto at = steady_clock::now();
    store.commit(writes);
    took.push_back(std::chrono::duration<double, std::micro>(steady_clock::now() - at).count());
  }
  const double seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
  const double cpu_used = used_cpu() - cpu;
  std::ranges::sort(took);
  std::printf(
      "%6d rows a commit: %8.0f rows/s, %6.1f us CPU a row, commit p50 %6.0f p99 %6.0f max %7.0f us\n", batch,
      rows / seconds, 1e6 * cpu_used / rows, took[took.size() / 2], took[took.size() * 99 / 100],
      took.back());
}

void fill(const std::filesystem::path& file, int games, int moves, int unfinished) {
  SqliteStore store(file);
  const auto texts = harmless_moves();
  for (int number = 0; number < games; ++number) {
    const Game game = game_of(number, number >= unfinished);
    std::vector<Write> writes{CreateGame{game}};
    for (int v = 1; v <= moves + 1; ++v) writes.push_back(Append{event_of(game, v, texts), {}, {}});
    if (number >= unfinished) {
      Event end = event_of(game, moves + 2, texts);
      end.kind = EventKind::end;
      end.ply = moves;
      end.move.clear();
      end.detail = "finished first resign";
      writes.push_back(Append{end, game.ending, {}});
    }
    store.commit(writes);
  }
}

}  // namespace
}  // namespace storage

int main(int argc, char** argv) {
  if (argc == 6 && argv[1] == std::string("fill")) {
    storage::fill(argv[2], std::atoi(argv[3]), std::atoi(argv[4]), std::atoi(argv[5]));
    return 0;
  }
  const int rows = argc > 1 ? std::atoi(argv[1]) : 50'000;
  for (const int batch : {1, 2, 10, 50, 200}) storage::measure(batch == 1 ? rows / 5 : rows, batch);
}

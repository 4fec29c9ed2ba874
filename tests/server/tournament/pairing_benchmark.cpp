#include <benchmark/benchmark.h>

#include <random>
#include <utility>

#include "server/tournament/decisions.h"

// How long the pairing of one round takes: the worst of the usual rounds of a Swiss tournament, and a wave of
// an arena.
namespace server::tournament {
namespace {

/// The next event.
void go(TournamentState& state, Change change) {
  if (!state.follow({.v = state.version() + 1, .change = std::move(change)})) std::abort();
}

TournamentState with_players(Rules rules, int players) {
  auto state = TournamentState::begin({.v = 1, .change = Created{std::move(rules)}}).value();
  std::mt19937 random(1);
  for (int i = 0; i < players; ++i) {
    const int rating = 1000 + static_cast<int>(random() % 1000);
    go(state, Joined{.user = std::to_string(i),
                     .name = "",
                     .rating = rating,
                     .lot = static_cast<std::uint32_t>(random())});
  }
  go(state, Started{});
  return state;
}

void play(TournamentState& state, std::mt19937& random) {
  for (const GameId id : state.running_games()) {
    const Result results[] = {Result::first, Result::first, Result::second, Result::draw};
    go(state, GameEnded{id, {.result = results[random() % 4]}});
  }
}

void SwissRound(benchmark::State& bench) {
  const auto players = static_cast<int>(bench.range(0));
  TournamentState state = with_players({.game = "xiangqi", .format = Format::swiss, .rounds = 12}, players);
  std::mt19937 random(2);
  for (int round = 1; round < bench.range(1); ++round) {
    go(state, *plan_round(state).round);
    play(state, random);
  }
  for (auto _ : bench) benchmark::DoNotOptimize(plan_round(state));
}
BENCHMARK(SwissRound)
    ->ArgNames({"players", "round"})
    ->ArgsProduct({{32, 128, 256}, {1, 2, 5, 8}})
    ->Unit(benchmark::kMillisecond);

void ArenaWave(benchmark::State& bench) {
  const auto players = static_cast<int>(bench.range(0));
  const TournamentState state =
      with_players({.game = "gomoku", .format = Format::arena, .length = std::chrono::hours(1)}, players);
  std::vector<Number> waiting;
  for (Number n = 1; n <= players; ++n) waiting.push_back(n);
  for (auto _ : bench) benchmark::DoNotOptimize(plan_wave(state, waiting));
}
BENCHMARK(ArenaWave)->ArgName("players")->Arg(100)->Arg(200)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace server::tournament

BENCHMARK_MAIN();

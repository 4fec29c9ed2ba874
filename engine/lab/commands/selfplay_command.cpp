#include <chrono>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/game_options.h"
#include "engine/lab/commands/progress.h"
#include "engine/lab/training/selfplay_files.h"

namespace engine::lab {
namespace {

constexpr const char* kSelfplayExamples = R"(
Examples:
  sanqi-lab selfplay antireversi --games 10000 --nodes 4000 --random 10 --seed 7 --threads 2 --out games.bin
  sanqi-lab samples games.bin --quiet --decided 2000 > positions.jsonl
The same command goes on where it was interrupted. The format of the file is described in engine/lab/training/selfplay.h.)";

struct SelfplayArguments : GameOptions {
  std::string out;
  int random_plies = 8, near = 0, balance = 0, max_plies = 400, threads = 1;
  std::uint32_t games = 1000;
  std::uint64_t seed = 1, nodes = 5000;
};

void run_selfplay_command(const SelfplayArguments& arguments) {
  SelfPlaySettings settings{.game = &arguments.row(), .setup = arguments.setup()};
  if (const auto match = settings.game->new_match(settings.setup); !match)
    throw std::invalid_argument(match.error().message);
  settings.seed = arguments.seed;
  settings.nodes = arguments.nodes;
  settings.random_plies = arguments.random_plies;
  settings.near = arguments.near;
  if (settings.near > 0 && settings.game->id != "gomoku") throw std::invalid_argument("--near is for Gomoku");
  settings.balance = arguments.balance;
  settings.max_plies = arguments.max_plies;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t all_plies = 0, all_games = 0;
  const auto speed = [&] {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << static_cast<double>(all_games) / seconds << " games/s "
         << static_cast<double>(all_plies) / seconds << " plies/s";
    return text.str();
  };
  Progress progress;
  run_selfplay(settings, arguments.out, arguments.games, arguments.threads,
               [&](std::uint64_t games, std::uint64_t plies) {
                 all_games = games, all_plies = plies;
                 progress.show(games, arguments.games, speed());
               });
  std::cout << all_games << " games, " << all_plies << " plies, " << speed() << '\n';
}

void print_samples(const std::string& file, const Filter& filter) {
  const auto [settings, games] = read_selfplay_file(file);
  for (const SelfPlayGame& game : games)
    for (const Sample& sample : samples_of(settings, game, filter))
      std::cout << nlohmann::json{{"pos", sample.pos},       {"ply", sample.ply},
                                  {"score", sample.score},   {"result", sample.result},
                                  {"margin", sample.margin}, {"game", game.number}}
                       .dump()
                << '\n';
}

}  // namespace

void add_selfplay(CLI::App& app) {
  CLI::App& selfplay = *app.add_subcommand("selfplay", "Games of the engine against itself, for training");
  auto arguments = std::make_shared<SelfplayArguments>();
  add_game_options(selfplay, *arguments);
  selfplay.add_option("--games", arguments->games, "In the file at the end")
      ->check(CLI::Range(1, 1'000'000'000));
  selfplay.add_option("--nodes", arguments->nodes, "For each move")->check(CLI::Range(1, 1'000'000'000));
  selfplay.add_option("--random", arguments->random_plies, "Random plies at the beginning")
      ->check(CLI::Range(0, 60));
  selfplay
      .add_option("--near", arguments->near,
                  "Gomoku: random stones stand at most so far from another, in king's steps; 0: anywhere")
      ->check(CLI::Range(0, 20));
  selfplay
      .add_option("--balance", arguments->balance,
                  "Draw the random plies again while the first search says more than this; 0: never")
      ->check(CLI::Range(0, 10'000));
  selfplay.add_option("--max-plies", arguments->max_plies, "A longer game is a draw")
      ->check(CLI::Range(1, 60'000));
  selfplay.add_option("--seed", arguments->seed, "Equal seeds give equal games");
  selfplay.add_option("--threads", arguments->threads, "Games at a time")->check(CLI::Range(1, 256));
  selfplay.add_option("--out", arguments->out, "File; it goes on where it ends")->required();
  selfplay.footer(kSelfplayExamples);
  selfplay.callback([arguments] { run_selfplay_command(*arguments); });

  CLI::App& samples = *app.add_subcommand("samples", "Positions of self-play games as JSON Lines");
  auto file = std::make_shared<std::string>();
  auto filter = std::make_shared<Filter>();
  samples.add_option("file", *file, "Made by selfplay")->required();
  samples.add_flag("--quiet", filter->quiet, "Only where nobody is in check and nothing is taken");
  samples.add_option("--decided", filter->decided, "Leave out scores beyond this");
  samples.callback([file, filter] { print_samples(*file, *filter); });
}

}  // namespace engine::lab

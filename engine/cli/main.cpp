#include <CLI/CLI.hpp>
#include <iostream>
#include <vector>

#include "engine/cli/ablation.h"
#include "engine/cli/analyse.h"
#include "engine/cli/bench.h"
#include "engine/cli/perft.h"
#include "engine/cli/protocols.h"
#include "engine/cli/rules.h"
#include "engine/core/commit.h"
#include "engine/games/cpu_level.h"
#include "engine/games/registry.h"

namespace {

using namespace engine;

// 0: done, or told to quit. 1: no memory or no threads. 2: wrong arguments, or SANQI_CPU.
constexpr int kBadArguments = 2;

/// Thrown for arguments that make no sense together; the exit status is kBadArguments.
struct BadArguments : std::runtime_error {
  using runtime_error::runtime_error;
};

int refuse(const std::runtime_error& error) {
  std::cerr << "sanqi-engine: " << error.what() << '\n';
  return kBadArguments;
}

/// All for no id.
std::vector<const Game*> games_named(const std::string& id) {
  std::vector<const Game*> chosen;
  for (const Game& game : games())
    if (id.empty() || game.id == id) chosen.push_back(&game);
  return chosen;
}

// One for all commands: CLI11 writes into it while it parses, and each command reads its own part.
struct Arguments {
  std::string game;
  std::string rule;
  std::string pos;
  std::string moves;
  int size = 0;
  int depth = 1;
  int threads = 1;
  cli::PerftOptions perft;
  std::uint64_t nodes = 5'000'000;
};

CLI::Option* add_game(CLI::App& app, Arguments& arguments, const char* what) {
  std::vector<std::string> ids;
  for (const Game& game : games()) ids.emplace_back(game.id);
  return app.add_option("game", arguments.game, what)->check(CLI::IsMember(ids));
}

void run_perft(const Arguments& arguments) {
  const Game& game = *find_game(arguments.game);
  auto match = game.new_match({.rule = arguments.rule, .pos = arguments.pos, .size = arguments.size});
  if (!match) throw BadArguments(match.error().message);
  std::istringstream moves(arguments.moves);
  for (std::string move; moves >> move;)
    if (const auto played = (*match)->play(move); !played)
      throw BadArguments(move + ": " + played.error().message);
  cli::print_perft(game, **match, arguments.depth, arguments.perft, std::cout);
}

void add_perft(CLI::App& app, Arguments& arguments) {
  CLI::App& perft = *app.add_subcommand("perft", "Count the leaves of the game tree");
  add_game(perft, arguments, "What is played")->required();
  perft.add_option("depth", arguments.depth, "Plies")->required()->check(CLI::Range(0, 30));
  perft.add_option("--rule", arguments.rule, "Rule of the game");
  perft.add_option("--pos", arguments.pos, "Position to start from");
  perft.add_option("--size", arguments.size, "Board size of Gomoku");
  perft.add_option("--moves", arguments.moves, "Moves to play first, separated by blanks");
  perft.add_flag("--divide", arguments.perft.divide, "Show the count under each move");
  perft.add_option("--threads", arguments.perft.threads)->check(CLI::Range(1, 256));
  perft.callback([&arguments] { run_perft(arguments); });
}

void add_commands(CLI::App& app, Arguments& arguments) {
  app.add_subcommand("rules", "Referee: JSON Lines, a position and moves in, what the rules say out")
      ->callback([] { cli::serve_rules(std::cin, std::cout); });
  app.add_subcommand("analyse", "JSON Lines: a position and limits in, the engine's opinion out")
      ->callback([] { cli::serve_analyse(std::cin, std::cout); });
  add_perft(app, arguments);

  CLI::App& bench = *app.add_subcommand("bench", "Search fixed positions to fixed depths");
  add_game(bench, arguments, "One game only");
  bench.add_option("--threads", arguments.threads, "For speed; the fingerprint is that of one")
      ->check(CLI::Range(1, 256));
  bench.callback([&arguments] {
    const auto games = games_named(arguments.game);
    std::cout << "cpu " << name_of(cpu_level()) << '\n';
    cli::print_bench(games, arguments.threads, std::cout);
  });

  CLI::App& ablation = *app.add_subcommand("ablation", "What each technique of the search is worth");
  add_game(ablation, arguments, "One game only");
  ablation.add_option("--nodes", arguments.nodes, "Depths at which minimax stays within so many nodes");
  ablation.callback([&arguments] {
    for (const Game* game : games_named(arguments.game))
      cli::print_ablation(*game, arguments.nodes, std::cout);
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  CLI::App app(
      "Sanqi's engine: Xiangqi, Gomoku and anti-Reversi. Without a command it speaks UCI, UCCI, "
      "Gomocup, NBoard or GTP on stdin.");
  app.set_version_flag("--version", std::string("sanqi-engine " SANQI_VERSION " (commit ") + commit() + ")");
  app.require_subcommand(0, 1);
  Arguments arguments;
  try {
    add_commands(app, arguments);  // It asks the table of games, which asks for the processor.
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) cli::speak(std::cin, std::cout);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadArguments;
  } catch (const BadArguments& error) {
    return refuse(error);
  } catch (const UnknownCpuLevel& error) {
    return refuse(error);
  } catch (const std::exception& error) {  // Memory or threads.
    std::cerr << "sanqi-engine: " << error.what() << '\n';
    return 1;
  }
  return 0;
}

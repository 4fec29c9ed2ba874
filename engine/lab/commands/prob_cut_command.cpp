#include <iostream>

#include "engine/lab/commands/commands.h"
#include "engine/lab/training/prob_cut_fit.h"
#include "engine/lab/training/selfplay_files.h"

namespace engine::lab {
namespace {

constexpr const char* kProbCutExamples = R"(
Example:
  sanqi-lab fit-prob-cut games.bin --positions 200
The rows stand in engine/games/antireversi/prob_cut.cpp. The same file and engine give the same rows.)";

struct ProbCutArguments {
  std::string file;
  std::size_t positions = 200;
};

void run_prob_cut(const ProbCutArguments& arguments) {
  const auto [settings, games] = read_selfplay_file(arguments.file);
  std::size_t done = 0;
  const auto regressions = fit_prob_cut(settings, games, arguments.positions, [&] {
    if (++done % 100 == 0) std::cerr << done << " positions\n";
  });
  std::cout << "// " << arguments.positions << " positions a stage of " << games.size()
            << " games of: " << header_of(settings) << '\n';
  print_prob_cut(regressions, std::cout);
}

}  // namespace

void add_fit_prob_cut(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("fit-prob-cut", "How well shallow searches predict deep ones (anti-Reversi)");
  auto arguments = std::make_shared<ProbCutArguments>();
  command.add_option("file", arguments->file, "Made by selfplay")->required();
  command.add_option("--positions", arguments->positions, "Of each stage")->check(CLI::Range(3, 1'000'000));
  command.footer(kProbCutExamples);
  command.callback([arguments] { run_prob_cut(*arguments); });
}

}  // namespace engine::lab

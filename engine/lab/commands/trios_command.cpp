#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/progress.h"
#include "engine/lab/training/trios.h"

namespace engine::lab {
namespace {

constexpr const char* kTriosExamples = R"(
Example:
  sanqi-lab trios --size 20 --seed 15
A trio a line, the most even first: black, white, black from the centre, what a search says for white, and what black made of a
game under each rule.)";

void print_trios(const TrioSettings& settings) {
  Progress progress;
  std::size_t done = 0;
  const std::size_t all = steps_of(settings);
  for (const JudgedTrio& judged :
       find_even_trios(settings, [&] { progress.show(++done, all, "searches and matches"); })) {
    nlohmann::json row{{"stones", judged.trio}, {"value", judged.value}, {"worst", judged.worst()}};
    for (std::size_t i = 0; i < kTrioRules.size(); ++i) row[std::string(kTrioRules[i])] = judged.black[i];
    std::cout << row.dump() << '\n';
  }
}

}  // namespace

void add_trios(CLI::App& app) {
  CLI::App& trios = *app.add_subcommand("trios", "Three stones of Gomoku that favour nobody, for swap2");
  auto settings = std::make_shared<TrioSettings>();
  trios.add_option("--seed", settings->seed, "Equal seeds give equal trios");
  trios.add_option("--size", settings->size, "Board size");
  trios.add_option("--candidates", settings->candidates, "Random trios")->check(CLI::Range(1, 100'000));
  trios.add_option("--reach", settings->reach, "Stones stand so far from the centre at most")
      ->check(CLI::Range(1, 7));
  trios.add_option("--first-nodes", settings->first_nodes, "Of the search that each is judged by first")
      ->check(CLI::Range(1, 1'000'000'000));
  trios.add_option("--finalists", settings->finalists, "The most even, which games are played from")
      ->check(CLI::Range(1, 10'000));
  trios.add_option("--games", settings->games, "Of a finalist under each rule")->check(CLI::Range(1, 10'000));
  trios.add_option("--nodes", settings->nodes, "For a move of theirs, half as many more or less by chance")
      ->check(CLI::Range(1, 1'000'000'000));
  trios.footer(kTriosExamples);
  trios.callback([settings] { print_trios(*settings); });
}

}  // namespace engine::lab

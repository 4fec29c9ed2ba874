#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/output_file.h"
#include "engine/lab/training/pattern_training.h"
#include "engine/lab/training/selfplay_files.h"

namespace engine::lab {
namespace {

constexpr const char* kTrainExamples = R"(
Example:
  sanqi-lab selfplay antireversi --games 10000 --nodes 2000 --random 12 --seed 7 --out games.bin
  sanqi-lab train games.bin more.bin --svg errors.svg --out engine/games/antireversi/pattern_weights.bin
The same files give the same weights, whatever the number of threads.)";

struct TrainArguments {
  std::vector<std::string> files;
  std::string svg, out;
  std::optional<double> ridge;
  std::uint32_t held_out = 10;
  int decided = 0;
  double lambda = ExampleOptions{}.lambda;
  int rounds = PatternOptions{}.rounds;
  int threads = 1;
};

/// Games on the usual board: the weights are of no other.
SelfPlayFile read_games(const std::string& file) {
  SelfPlayFile read = read_selfplay_file(file);
  const SelfPlaySettings& settings = read.settings;
  if (!settings.setup.rule.empty() && settings.setup.rule != settings.game->rules.front())
    throw std::invalid_argument(file + " has games by the rule " + settings.setup.rule);
  return read;
}

/// The weights of the patterns, as a file.
std::vector<StageError> train_patterns(const TrainArguments& arguments) {
  PatternOptions options{.rounds = arguments.rounds};
  options.ridge = arguments.ridge.value_or(options.ridge);
  std::ostringstream origin;
  origin << "sanqi-lab train --ridge " << options.ridge << " --rounds " << options.rounds << " --held-out "
         << arguments.held_out << " --decided " << arguments.decided << " --lambda " << arguments.lambda
         << ';';
  std::vector<PatternExample> examples;
  for (const std::string& file : arguments.files) {
    const auto [settings, games] = read_games(file);
    add_pattern_examples(settings, games,
                         {.filter = {.decided = arguments.decided},
                          .held_out = arguments.held_out,
                          .lambda = arguments.lambda},
                         examples);
    origin << ' ' << games.size() << " games of " << header_of(settings);
  }
  const TrainedPatterns trained = train_patterns(examples, options, arguments.threads);
  std::ofstream out(arguments.out, std::ios::binary);
  write_pattern_weights(trained, origin.str(), out);
  if (!out.flush()) throw std::runtime_error("cannot write " + arguments.out);
  return trained.errors;
}

void run_train(const TrainArguments& arguments) {
  for (const std::string& file : {arguments.out, arguments.svg}) expect_writable(file);
  const auto errors = train_patterns(arguments);
  print_errors(errors, std::cerr);
  if (arguments.svg.empty()) return;
  std::ofstream svg(arguments.svg);
  draw_errors(errors, svg);
  if (!svg) throw std::runtime_error("cannot write " + arguments.svg);
}

}  // namespace

void add_train(CLI::App& app) {
  CLI::App& train =
      *app.add_subcommand("train", "Fit the pattern weights of anti-Reversi to self-play games");
  auto arguments = std::make_shared<TrainArguments>();
  train.add_option("files", arguments->files, "Made by selfplay")->required();
  train.add_option("--out", arguments->out, "File for the weights")->required();
  train.add_option("--ridge", arguments->ridge, "How strongly weights are held towards 0")
      ->check(CLI::Range(0.0, 1e6));
  train.add_option("--rounds", arguments->rounds, "Of conjugate gradients")->check(CLI::Range(1, 10'000));
  train.add_option("--held-out", arguments->held_out, "Every so-manieth game only tests; 0: none");
  train.add_option("--decided", arguments->decided, "Leave out scores beyond this");
  train
      .add_option("--lambda", arguments->lambda,
                  "This share of the next position's target and the rest of the search score, "
                  "TD(lambda); 1: the result alone")
      ->check(CLI::Range(0.0, 1.0));
  train.add_option("--svg", arguments->svg, "Errors by stage as a picture");
  train.add_option("--threads", arguments->threads)->check(CLI::Range(1, 256));
  train.footer(kTrainExamples);
  train.callback([arguments] { run_train(*arguments); });
}

}  // namespace engine::lab

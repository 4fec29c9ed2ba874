#include <fstream>
#include <iostream>
#include <sstream>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/output_file.h"
#include "engine/lab/training/selfplay_files.h"
#include "engine/lab/training/shape_training.h"

namespace engine::lab {
namespace {

constexpr const char* kShapesExamples = R"(
Example:
  sanqi-lab selfplay gomoku --games 100000 --nodes 1000 --random 5 --balance 60 --seed 7 --out games.bin
  sanqi-lab train-gomoku games.bin more.bin --out engine/games/gomoku/weights.bin
The same files and the same seed give the same weights.)";

struct ShapesArguments {
  std::vector<std::string> files;
  std::string out;
  ShapeOptions options;
  std::uint32_t held_out = 10;
  int decided = 2'000;
};

void run_train_gomoku(const ShapesArguments& arguments) {
  expect_writable(arguments.out);
  ShapeExamples examples;
  std::ostringstream games;
  for (const std::string& file : arguments.files) {
    const auto read = read_selfplay_file(file);
    add_shape_examples(read.settings, read.games, arguments.decided, arguments.held_out, examples);
    games << ' ' << read.games.size() << " games of " << header_of(read.settings);
  }
  const ShapeOptions& options = arguments.options;
  const TrainedShapes trained = train_shapes(examples, options);
  std::ostringstream origin;
  origin << "sanqi-lab train-gomoku --seed " << options.seed << " --epochs " << options.epochs << " --rate "
         << options.rate << " --ridge " << options.ridge << " --lambda " << options.lambda << " --scale "
         << trained.scale << " --held-out " << arguments.held_out << " --decided " << arguments.decided << ';'
         << games.str();
  std::ofstream out(arguments.out, std::ios::binary);
  write_shape_weights(trained, origin.str(), out);
  if (!out.flush()) throw std::runtime_error("cannot write " + arguments.out);
  std::cerr << examples.of.size() << " positions, scale " << trained.scale << '\n';
  print_shape_losses(trained, std::cerr);
}

}  // namespace

void add_train_gomoku(CLI::App& app) {
  CLI::App& train = *app.add_subcommand("train-gomoku", "Fit the evaluation of Gomoku to self-play games");
  auto arguments = std::make_shared<ShapesArguments>();
  ShapeOptions& options = arguments->options;
  train.add_option("files", arguments->files, "Made by selfplay")->required();
  train.add_option("--out", arguments->out, "File for the weights")->required();
  train.add_option("--seed", options.seed, "Of the order of the positions");
  train.add_option("--epochs", options.epochs, "Times that each position is seen")
      ->check(CLI::Range(0, 1000));
  train.add_option("--rate", options.rate, "Of learning, at the beginning")->check(CLI::Range(0.0, 10.0));
  train.add_option("--ridge", options.ridge, "How strongly weights are held towards those set by hand")
      ->check(CLI::Range(0.0, 1e6));
  train.add_option("--lambda", options.lambda, "Part of the result in the target; the rest is the score")
      ->check(CLI::Range(0.0, 1.0));
  train.add_option("--scale", options.scale, "Centi-stones for odds of e to 1; 0: fitted to the games")
      ->check(CLI::Range(0.0, 10'000.0));
  train.add_option("--held-out", arguments->held_out, "Every so-manieth game only tests; 0: none");
  train.add_option("--decided", arguments->decided, "Leave out scores beyond this")
      ->check(CLI::Range(0, 30'000));
  train.footer(kShapesExamples);
  train.callback([arguments] { run_train_gomoku(*arguments); });
}

}  // namespace engine::lab

#include <fstream>
#include <iostream>

#include "engine/lab/commands.h"
#include "engine/lab/selfplay_files.h"
#include "engine/lab/train.h"

namespace engine::lab {
namespace {

constexpr const char* kTrainExamples = R"(
Example:
  sanqi-lab selfplay antireversi --games 10000 --nodes 2000 --random 12 --seed 7 --out games.bin
  sanqi-lab train games.bin --ridge 0.001 --svg errors.svg > weights.txt
The same file gives the same weights, whatever the number of threads.)";

struct TrainArguments {
  std::string file, svg;
  TrainOptions options;
  int threads = 1;
};

void run_train(const TrainArguments& arguments) {
  const auto [how, games] = read_selfplay_file(arguments.file);
  const LinearModel& model = linear_model_of(how.game->id);
  const Trained trained = train(model, how, games, arguments.options, arguments.threads);
  std::cout << "// " << games.size() << " games of: " << header_of(how) << '\n';
  print_weights(model, trained, std::cout);
  print_errors(trained, std::cerr);
  if (arguments.svg.empty()) return;
  std::ofstream svg(arguments.svg);
  draw_errors(trained, svg);
  if (!svg) throw std::runtime_error("cannot write " + arguments.svg);
}

}  // namespace

void add_train(CLI::App& app) {
  CLI::App& train = *app.add_subcommand("train", "Fit a linear evaluation to self-play games (anti-Reversi)");
  auto arguments = std::make_shared<TrainArguments>();
  train.add_option("file", arguments->file, "Made by selfplay")->required();
  train.add_option("--ridge", arguments->options.ridge, "How strongly weights are held towards 0")
      ->check(CLI::Range(0.0, 10.0));
  train.add_option("--held-out", arguments->options.held_out, "Every so-manieth game only tests; 0: none");
  train.add_option("--decided", arguments->options.filter.decided, "Leave out scores beyond this");
  train.add_option("--svg", arguments->svg, "Errors by stage as a picture");
  train.add_option("--threads", arguments->threads)->check(CLI::Range(1, 256));
  train.footer(kTrainExamples);
  train.callback([arguments] { run_train(*arguments); });
}

}  // namespace engine::lab

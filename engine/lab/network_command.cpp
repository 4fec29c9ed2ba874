#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "engine/lab/commands.h"
#include "engine/lab/network_trainer.h"
#include "engine/lab/progress.h"
#include "engine/lab/selfplay_files.h"

namespace engine::lab {
namespace {

constexpr const char* kNetworkExamples = R"(
Example:
  sanqi-lab selfplay xiangqi --games 20000 --nodes 1500 --seed 7 --out games.bin
  sanqi-lab train-network games.bin --quiet --decided 2500 --out engine/games/xiangqi/network.bin --svg loss.svg
The same files, options and number of threads give the same weights.)";

struct NetworkArguments {
  std::vector<std::string> files;
  std::string out, svg;
  std::uint32_t held_out = 10;
  Filter filter;
  NetworkOptions options;
};

struct Lessons {
  std::vector<NetworkSample> samples, held_out;
};

Lessons read_lessons(const NetworkArguments& arguments) {
  Lessons lessons;
  for (const std::string& name : arguments.files) {
    const auto [how, games] = read_selfplay_file(name);
    if (how.game->id != "xiangqi") throw std::invalid_argument(name + " is of another game");
    for (const SelfPlayGame& game : games) {
      const bool is_held_out =
          arguments.held_out > 0 && game.number % arguments.held_out == arguments.held_out - 1;
      add_samples(how, game, arguments.filter, is_held_out ? lessons.held_out : lessons.samples);
    }
    std::cout << games.size() << " games of: " << header_of(how) << '\n';
  }
  if (lessons.samples.empty()) throw std::runtime_error("no positions to learn from");
  std::cout << lessons.samples.size() << " positions, and " << lessons.held_out.size() << " held out\n";
  return lessons;
}

std::string told(const Epoch& epoch) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << "loss " << 1000 * epoch.trained.mean() << ", held out "
       << 1000 * epoch.held_out.mean() << ", " << std::setprecision(0)
       << static_cast<double>(epoch.trained.samples) / epoch.seconds << " positions/s";
  return text.str();
}

void write_file(const std::string& name, const auto& write) {
  if (name.empty()) return;
  std::ofstream file(name, std::ios::binary);
  write(file);
  if (!file.flush()) throw std::runtime_error("cannot write " + name);
}

void run_train_network(const NetworkArguments& arguments) {
  const auto [samples, held_out] = read_lessons(arguments);
  Progress progress;
  std::uint64_t epochs = 0;
  const TrainedNetwork trained = train_network(samples, held_out, arguments.options, [&](const Epoch& epoch) {
    progress.show(++epochs, static_cast<std::uint64_t>(arguments.options.epochs), told(epoch));
  });
  std::cout << "scale " << trained.scale << '\n';
  print_losses(trained, std::cout);
  write_file(arguments.out, [&](std::ostream& out) { out << write_network(trained.network); });
  write_file(arguments.svg, [&](std::ostream& out) { draw_losses(trained, out); });
}

void add_options(CLI::App& train, NetworkOptions& options) {
  train.add_option("--epochs", options.epochs, "How often each position is seen")->check(CLI::Range(1, 1000));
  train.add_option("--batch", options.batch, "Positions for each step")->check(CLI::Range(1, 1 << 20));
  train.add_option("--rate", options.rate, "Of learning, at the start")->check(CLI::Range(1e-6, 1.0));
  train.add_option("--decay", options.decay, "How strongly weights are held towards 0")
      ->check(CLI::Range(0.0, 10.0));
  train.add_option("--lambda", options.lambda, "How much of the target is the result, and not the score")
      ->check(CLI::Range(0.0, 1.0));
  train.add_option("--scale", options.scale, "Hundredths of a pawn that make odds of e; 0: as the games say")
      ->check(CLI::Range(0, 2000));
  train.add_flag("!--alone", options.corrects, "Judge without the evaluation made by hand, not correct it");
  train.add_option("--seed", options.seed, "Of the order of positions and the first weights");
  train.add_option("--threads", options.threads)->check(CLI::Range(1, 256));
}

}  // namespace

void add_train_network(CLI::App& app) {
  CLI::App& train = *app.add_subcommand("train-network", "Train the network of Xiangqi on self-play games");
  auto arguments = std::make_shared<NetworkArguments>();
  train.add_option("files", arguments->files, "Made by selfplay")->required();
  train.add_option("--held-out", arguments->held_out, "Every so-manieth game only tests; 0: none");
  train.add_flag("--quiet", arguments->filter.quiet, "Only where nobody is in check and nothing is taken");
  train.add_option("--decided", arguments->filter.decided, "Leave out scores beyond this");
  train.add_option("--out", arguments->out, "File of the weights");
  train.add_option("--svg", arguments->svg, "Losses by epoch as a picture");
  add_options(train, arguments->options);
  train.footer(kNetworkExamples);
  train.callback([arguments] { run_train_network(*arguments); });
}

}  // namespace engine::lab

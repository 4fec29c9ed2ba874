#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/output_file.h"
#include "engine/lab/commands/progress.h"
#include "engine/lab/training/network_trainer.h"
#include "engine/lab/training/selfplay_files.h"

namespace engine::lab {
namespace {

constexpr const char* kNetworkExamples = R"(
Example:
  sanqi-lab selfplay xiangqi --games 20000 --nodes 1500 --seed 7 --out games.bin
  sanqi-lab train-network games.bin --quiet --decided 2500 --out engine/games/xiangqi/network.bin --svg loss.svg
  sanqi-lab train-network freestyle.bin renju.bin --decided 2000 --lambda 0.5 --out engine/games/gomoku/network.bin
  sanqi-lab train-network size_19.bin size_20.bin --from engine/games/gomoku/network.bin --out network_large.bin
The same files, options and number of threads give the same weights.)";

struct NetworkArguments {
  std::vector<std::string> files;
  std::string from, out, svg;
  std::uint32_t held_out = 10;
  Filter filter;
  NetworkOptions options;
};

/// Calls read(file) for each file, and says what was read.
void for_each_file(const NetworkArguments& arguments, auto read) {
  for (const std::string& name : arguments.files) {
    const auto file = read_selfplay_file(name);
    read(file);
    std::cout << file.games.size() << " games of: " << header_of(file.settings) << '\n';
  }
}

std::string to_text(const Epoch& epoch) {
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

/// None where no file is named.
template <class Network>
std::optional<Network> read_start(const std::string& name, const auto& read) {
  if (name.empty()) return std::nullopt;
  std::ifstream file(name, std::ios::binary);
  const std::vector<unsigned char> bytes(std::istreambuf_iterator<char>(file), {});
  if (auto network = read(bytes)) return network;
  throw std::runtime_error(name + " is no file of weights for this game");
}

template <class Samples>
void train(const NetworkArguments& arguments, const Samples& samples, const Samples& held_out,
           const std::optional<typename Samples::Network>& start) {
  if (samples.size() == 0) throw std::runtime_error("no positions to learn from");
  std::cout << samples.size() << " positions, and " << held_out.size() << " held out\n";
  Progress progress;
  std::uint64_t epochs = 0;
  const auto trained = train_network(
      samples, held_out, arguments.options,
      [&](const Epoch& epoch) {
        progress.show(++epochs, static_cast<std::uint64_t>(arguments.options.epochs), to_text(epoch));
      },
      start ? &*start : nullptr);
  std::cout << "scale " << trained.scale << '\n';
  print_losses(trained.rounded, trained.before, std::cout);
  write_file(arguments.out, [&](std::ostream& out) { out << write_network(trained.network); });
  write_file(arguments.svg, [&](std::ostream& out) { draw_losses(trained.epochs, out); });
}

void train_xiangqi(const NetworkArguments& arguments) {
  const auto start = read_start<xiangqi::Network>(arguments.from, xiangqi::read_network);
  XiangqiSamples samples, held_out;
  for_each_file(arguments, [&](const auto& file) {
    if (file.settings.game->id != "xiangqi") throw std::invalid_argument("files of different games");
    for (const SelfPlayGame& game : file.games) {
      const bool is_held_out =
          arguments.held_out > 0 && game.number % arguments.held_out == arguments.held_out - 1;
      add_samples(file.settings, game, arguments.filter, is_held_out ? held_out.of : samples.of);
    }
  });
  train(arguments, samples, held_out, start);
}

void train_gomoku(const NetworkArguments& arguments) {
  if (arguments.filter.quiet) throw std::invalid_argument("--quiet is for Xiangqi");
  if (!arguments.options.corrects) throw std::invalid_argument("--alone is for Xiangqi");
  const auto start = read_start<gomoku::Network>(arguments.from, gomoku::read_network);
  constexpr int kAll = 32'000;
  const int decided = arguments.filter.decided > 0 ? arguments.filter.decided : kAll;
  ShapeExamples examples;
  std::optional<bool> large;
  for_each_file(arguments, [&](const auto& file) {
    const bool is_large = file.settings.setup.size > gomoku::kSizes.front();
    if (large.value_or(is_large) != is_large)
      throw std::invalid_argument("boards of 15 lines and larger ones have networks of their own");
    large = is_large;
    add_shape_examples(file.settings, file.games, decided, arguments.held_out, examples);
  });
  GomokuSamples samples{.examples = &examples}, held_out{.examples = &examples};
  for (std::uint32_t i = 0; i < examples.of.size(); ++i)
    (examples.of[i].held_out ? held_out : samples).of.push_back(i);
  train(arguments, samples, held_out, start);
}

void run_train_network(const NetworkArguments& arguments) {
  for (const std::string& file : {arguments.out, arguments.svg}) expect_writable(file);
  const bool gomoku = read_selfplay_file(arguments.files.front()).settings.game->id == "gomoku";
  gomoku ? train_gomoku(arguments) : train_xiangqi(arguments);
}

void add_options(CLI::App& train, NetworkOptions& options) {
  train.add_option("--epochs", options.epochs, "How often each position is seen")->check(CLI::Range(1, 1000));
  train.add_option("--batch", options.batch, "Positions for each step")->check(CLI::Range(1, 1 << 20));
  train.add_option("--rate", options.rate, "Of learning, at the start")->check(CLI::Range(1e-6, 1.0));
  train.add_option("--decay", options.decay, "How strongly weights are held towards 0")
      ->check(CLI::Range(0.0, 10.0));
  train.add_option("--lambda", options.lambda, "How much of the target is the result, and not the score")
      ->check(CLI::Range(0.0, 1.0));
  train.add_flag("--td", options.td,
                 "TD(lambda): the target of the next position stands for the result, but in the last one");
  train
      .add_option("--scale", options.scale,
                  "Hundredths of a pawn or stone that make odds of e; 0: as the games say")
      ->check(CLI::Range(0, 2000));
  train.add_flag("!--alone", options.corrects,
                 "Xiangqi: judge without the evaluation made by hand, not correct it");
  train.add_option("--seed", options.seed, "Of the order of positions and the first weights");
  train.add_option("--threads", options.threads)->check(CLI::Range(1, 256));
}

}  // namespace

void add_train_network(CLI::App& app) {
  CLI::App& train =
      *app.add_subcommand("train-network", "Train the network of Xiangqi or Gomoku on self-play games");
  auto arguments = std::make_shared<NetworkArguments>();
  train.add_option("files", arguments->files, "Made by selfplay")->required();
  train.add_option("--held-out", arguments->held_out, "Every so-manieth game only tests; 0: none");
  train.add_flag("--quiet", arguments->filter.quiet,
                 "Xiangqi: only where nobody is in check and nothing is taken");
  train.add_option("--decided", arguments->filter.decided, "Leave out scores beyond this");
  train.add_option("--from", arguments->from, "File of weights to begin with, instead of random ones");
  train.add_option("--out", arguments->out, "File of the weights");
  train.add_option("--svg", arguments->svg, "Losses by epoch as a picture");
  add_options(train, arguments->options);
  train.footer(kNetworkExamples);
  train.callback([arguments] { run_train_network(*arguments); });
}

}  // namespace engine::lab

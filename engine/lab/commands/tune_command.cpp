#include <fstream>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/game_options.h"
#include "engine/lab/commands/progress.h"
#include "engine/lab/matches/referee.h"
#include "engine/lab/training/spsa.h"
#include "engine/search/parallel.h"

namespace engine::lab {
namespace {

constexpr const char* kTuneExamples = R"(
Names: futility, reverse_futility, razoring (percent), reduction_base, reduction_slope (percent), late_moves,
null_move_base, null_move_slope, aspiration, singular_margin, prob_cut (percent). A match judges what comes out.

Example:
  sanqi-lab tune xiangqi --param futility:100:20:300 --param late_moves:4:1:12 --each nodes=5000 \\
      --openings tests/data/verified/xiangqi_openings.jsonl --trials 20000 --threads 2 --out tuned.json
Started again with the same --out it goes on, and refuses a file that was made with other settings.)";

struct TuneArguments : OpeningOptions {
  TuneArguments() { random_plies = 6; }

  std::string each, out;
  std::vector<std::string> numbers;
  int threads = 1;
  std::uint64_t trials = 1000;
};

std::string to_text(const Spsa& spsa) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1);
  for (const Tunable& number : spsa.numbers()) text << number.name << ' ' << number.value << ' ';
  return text.str();
}

/// What a state must agree with to go on from.
nlohmann::json settings_of(const TuneArguments& arguments) {
  return {{"game", arguments.game}, {"rule", arguments.rule},         {"size", arguments.size},
          {"each", arguments.each}, {"openings", arguments.openings}, {"random", arguments.random_plies},
          {"seed", arguments.seed}, {"trials", arguments.trials},     {"param", arguments.numbers}};
}

void save(const TuneArguments& arguments, const Spsa& spsa, std::uint64_t trials) {
  const std::string& file = arguments.out;
  if (file.empty()) return;
  nlohmann::json values;
  for (const Tunable& number : spsa.numbers()) values[number.name] = number.value;
  // Renamed when it is whole: a run that is killed leaves the last state or the new one.
  std::ofstream out(file + ".new");
  out << nlohmann::json{{"settings", settings_of(arguments)}, {"trials", trials}, {"values", values}}
      << std::endl;
  out.close();
  if (!out || std::rename((file + ".new").c_str(), file.c_str()) != 0)
    throw std::runtime_error("cannot write " + file);
}

/// How many trials an earlier run learned from; its values go on from there.
std::uint64_t resume(const TuneArguments& arguments, Spsa& spsa) {
  const std::string& file = arguments.out;
  std::ifstream in(file);
  if (!in) return 0;
  const auto row = nlohmann::json::parse(in, nullptr, false);
  if (!row.is_object()) throw std::runtime_error(file + " is no state of a tuning");
  if (const auto made_with = row.value("settings", nlohmann::json()); made_with != settings_of(arguments))
    throw std::runtime_error(file + " was made with other settings: " + made_with.dump());
  for (std::size_t i = 0; i < spsa.numbers().size(); ++i)
    spsa.set(i, row.at("values").at(spsa.numbers()[i].name).get<double>());
  return row.at("trials").get<std::uint64_t>();
}

PlayerSpec player_with(const std::string& each, const Spsa& spsa, const std::vector<int>& values) {
  std::string text = each;
  for (std::size_t i = 0; i < values.size(); ++i)
    text += " param." + spsa.numbers()[i].name + '=' + std::to_string(values[i]);
  PlayerSpec spec = read_player("nodes=5000 hash=4 " + text);
  check_limits(spec);
  return spec;
}

/// Points of plus less those of minus in two games with sides changed.
double play_trial(const Game& game, const Opening& opening, const PlayerSpec& plus, const PlayerSpec& minus) {
  const auto a = make_player(plus), b = make_player(minus);
  double points = 0;
  for (const bool first : {true, false}) {
    const GameRecord played = first ? play_game(game, opening, *a, *b, plus.control, minus.control, {})
                                    : play_game(game, opening, *b, *a, minus.control, plus.control, {});
    if (played.winner) points += (*played.winner == Side::first) == first ? 1 : -1;
  }
  return points;
}

void run_tune(const TuneArguments& arguments) {
  std::vector<Tunable> numbers;
  for (const std::string& text : arguments.numbers) numbers.push_back(read_tunable(text));
  Spsa spsa(numbers, arguments.trials, arguments.seed);
  // Wrong names and bounds are told before the first game.
  for (int Tunable::*end : {&Tunable::min, &Tunable::max}) {
    std::vector<int> values;
    for (const Tunable& number : numbers) values.push_back(number.*end);
    (void)player_with(arguments.each, spsa, values);
  }
  const auto openings = arguments.choose_openings(1000);
  std::uint64_t done = resume(arguments, spsa), next = done;
  std::mutex mutex;
  Progress progress;
  search::run_on_threads(arguments.threads, [&](int, std::stop_source& stop) {
    for (std::unique_lock lock(mutex); next < arguments.trials && !stop.stop_requested();) {
      // Games are played without the lock; what other threads learn meanwhile makes this trial a little
      // stale.
      const Spsa::Trial trial = spsa.trial(next++);
      lock.unlock();
      const double points = play_trial(arguments.row(), openings[trial.number % openings.size()],
                                       player_with(arguments.each, spsa, trial.plus),
                                       player_with(arguments.each, spsa, trial.minus));
      lock.lock();
      spsa.learn(trial, points);
      if (++done % 10 == 0 || done == arguments.trials) save(arguments, spsa, done);
      progress.show(done, arguments.trials, to_text(spsa));
    }
  });
  std::cout << to_text(spsa) << '\n';
}

}  // namespace

void add_tune(CLI::App& app) {
  CLI::App& tune = *app.add_subcommand("tune", "Numbers of our search, by games (SPSA)");
  auto arguments = std::make_shared<TuneArguments>();
  add_opening_options(tune, *arguments);
  tune.add_option("--param", arguments->numbers, "name:value:min:max[:step]")->required();
  tune.add_option("--each", arguments->each, "Keys for both players (5,000 nodes where nothing is said)");
  tune.add_option("--trials", arguments->trials, "Pairs of games in all")->check(CLI::Range(1, 100'000'000));
  tune.add_option("--threads", arguments->threads, "Trials at a time")->check(CLI::Range(1, 256));
  tune.add_option("--out", arguments->out, "State, to go on from");
  tune.footer(kTuneExamples);
  tune.callback([arguments] { run_tune(*arguments); });
}

}  // namespace engine::lab

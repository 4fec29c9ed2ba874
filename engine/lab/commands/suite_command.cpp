#include <array>
#include <iomanip>
#include <iostream>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/game_options.h"
#include "engine/lab/commands/progress.h"
#include "engine/lab/matches/suite.h"

namespace engine::lab {
namespace {

constexpr const char* kSuiteExamples = R"(
Examples:
  sanqi-lab suite xiangqi tests/data/verified/xiangqi_mates.epd --ms 1000 --referee
  sanqi-lab suite gomoku tests/data/verified/gomoku_vcf.jsonl --nodes 100000 --referee
  sanqi-lab suite antireversi tests/data/verified/antireversi_exact.jsonl --ms 500)";

struct SuiteArguments {
  std::string game, file;
  std::uint64_t nodes = 0;
  int ms = 0, defences = 3, positions = 60, threads = 1, hash_mb = 16;
  bool referee = false;
};

// Fresh: a position must not profit from the one before.
Limits limits_of(const SuiteArguments& arguments) {
  Limits limits{.fresh = true};
  if (arguments.nodes > 0) limits.nodes = arguments.nodes;
  if (arguments.ms > 0 || arguments.nodes == 0)
    limits.time = std::chrono::milliseconds(arguments.ms > 0 ? arguments.ms : 1000);
  return limits;
}

/// How many were solved within parts of the limit.
// Shows how the number solved grows with the limit, by one run.
void print_counts(const std::vector<Attempt>& attempts, const Limits& limits) {
  constexpr std::array kParts = {0.01, 0.03, 0.1, 0.3, 1.0};
  for (double part : kParts) {
    const auto within = std::ranges::count_if(attempts, [&](const Attempt& tried) {
      if (!tried.solved) return false;
      if (limits.nodes) return static_cast<double>(tried.nodes) <= part * static_cast<double>(*limits.nodes);
      return static_cast<double>(tried.time.count()) <= part * static_cast<double>(limits.time->count());
    });
    std::cout
        << "  solved within " << std::setw(9)
        << (limits.nodes
                ? std::to_string(static_cast<std::uint64_t>(part * static_cast<double>(*limits.nodes))) +
                      " nodes"
                : std::to_string(static_cast<int>(part * static_cast<double>(limits.time->count()))) + " ms")
        << ": " << within << '\n';
  }
}

void run_suite(const SuiteArguments& arguments) {
  const Game* game = find_game(arguments.game);
  const auto puzzles = read_puzzles(arguments.file, *game);
  const Limits limits = limits_of(arguments);
  const BotOptions options{.hash_bytes = static_cast<std::size_t>(arguments.hash_mb) << 20,
                           .threads = arguments.threads};
  const auto bot = game->new_bot(options), defender = game->new_bot(options);
  std::vector<Attempt> attempts;
  std::vector<std::string> failures;
  {
    Progress progress;
    for (const Puzzle& puzzle : puzzles) {
      Attempt tried = attempt(*game, puzzle, *bot, limits);
      if (tried.claimed && arguments.referee) {
        auto match = *game->new_match(puzzle.setup);
        for (const std::string& move : puzzle.moves) (void)match->play(move);
        tried.borne_out = Claim(*bot, *defender, limits, arguments.defences, arguments.positions)
                              .holds(*match, *tried.claimed);
      }
      if (!tried.solved) failures.push_back(puzzle.name + ": not solved");
      if (!tried.borne_out)
        failures.push_back(puzzle.name + ": a win in " + std::to_string(*tried.claimed) +
                           " was not borne out");
      attempts.push_back(tried);
      progress.show(attempts.size(), puzzles.size(), puzzle.name);
    }
  }
  const auto solved = std::ranges::count_if(attempts, &Attempt::solved);
  const auto claims =
      std::ranges::count_if(attempts, [](const Attempt& tried) { return tried.claimed.has_value(); });
  const auto borne = std::ranges::count_if(
      attempts, [](const Attempt& tried) { return tried.claimed.has_value() && tried.borne_out; });
  std::cout << "solved " << solved << '/' << puzzles.size() << ", wins claimed " << claims;
  if (arguments.referee) std::cout << ", borne out " << borne;
  std::cout << '\n';
  print_counts(attempts, limits);
  for (const std::string& failure : failures) std::cout << "  " << failure << '\n';
}

}  // namespace

void add_suite(CLI::App& app) {
  CLI::App& suite = *app.add_subcommand("suite", "Positions with answers: how many are solved, and when");
  auto arguments = std::make_shared<SuiteArguments>();
  add_game(suite, arguments->game);
  suite.add_option("file", arguments->file, "EPD or JSON Lines")->required();
  suite.add_option("--ms", arguments->ms, "For each position (1000 where nothing is said)")
      ->check(CLI::Range(1, 3'600'000));
  suite.add_option("--nodes", arguments->nodes, "For each position")->check(CLI::Range(1, 1'000'000'000));
  suite.add_flag("--referee", arguments->referee, "Play claimed wins to their end");
  suite.add_option("--defences", arguments->defences, "Replies that the referee tries")
      ->check(CLI::Range(1, 400));
  suite.add_option("--positions", arguments->positions, "At which it tries several")
      ->check(CLI::Range(0, 1'000'000));
  suite.add_option("--threads", arguments->threads, "Of the engine")->check(CLI::Range(1, 256));
  suite.add_option("--hash", arguments->hash_mb, "MiB")->check(CLI::Range(1, 65'536));
  suite.footer(kSuiteExamples);
  suite.callback([arguments] { run_suite(*arguments); });
}

}  // namespace engine::lab

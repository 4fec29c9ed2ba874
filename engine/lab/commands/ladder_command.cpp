#include <algorithm>
#include <iomanip>
#include <iostream>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/game_options.h"
#include "engine/lab/commands/progress.h"
#include "engine/lab/matches/tournament.h"
#include "engine/search/levels.h"

namespace engine::lab {
namespace {

constexpr const char* kLadderExamples = R"(
Examples:
  sanqi-lab ladder xiangqi --openings tests/data/verified/xiangqi_openings.jsonl --games 60 --threads 2
  sanqi-lab ladder antireversi --random 8 --from 0 --to 3 --games 60      (level 0 is the beginner))";

struct LadderArguments : OpeningOptions {
  LadderArguments() { random_plies = 6; }

  int from = 0, to = search::kLevels, threads = 1, move_ms = 100;
  std::size_t games = 60;
};

/// Level 0 is the beginner; level 8 has no limits of its own and gets a time.
// Levels carry their own limits of depth and nodes.
PlayerSpec rung(int level, const LadderArguments& arguments) {
  PlayerSpec spec =
      read_player(level == 0 ? "name=beginner proto=beginner"
                             : "name=level" + std::to_string(level) + " level=" + std::to_string(level));
  if (level == search::kLevels) spec.control.move = milliseconds(arguments.move_ms);
  return spec;
}

/// The share of the points that the first player made.
// Over all games; Elo goes by pairs that differ.
double points(const MatchScore& score) {
  const auto games = static_cast<double>(score.wins + score.draws + score.losses);
  return (static_cast<double>(score.wins) + static_cast<double>(score.draws) / 2) / std::max(games, 1.0);
}

void print_rung(const Pairing& pairing, const MatchScore& score) {
  const Elo difference = elo(score.pairs);
  std::cout << std::left << std::setw(9) << pairing.players[0].name << " over " << std::setw(9)
            << pairing.players[1].name << std::right << " +" << std::setw(3) << score.wins << " ="
            << std::setw(3) << score.draws << " -" << std::setw(3) << score.losses << std::fixed
            << std::setprecision(0) << "  points " << std::setw(3) << 100 * points(score) << " %  Elo "
            << std::showpos << std::setw(5) << difference.difference << std::noshowpos << " +- "
            << std::setw(3) << difference.error << "  failures " << score.failures[0] + score.failures[1];
  if (score.repeated_pairs > 0) std::cout << "  repeated pairs, not counted: " << score.repeated_pairs;
  std::cout << std::endl;
}

/// What is asked of the levels beside their neighbours: that the beginner loses to this one.
constexpr int kBeatsTheBeginner = 3;

/// Pairs of levels that play each other: a level and the one below.
std::vector<std::pair<int, int>> rungs(const LadderArguments& arguments) {
  std::vector<std::pair<int, int>> rungs;
  for (int level = arguments.from; level < arguments.to; ++level) rungs.emplace_back(level + 1, level);
  if (arguments.from == 0 && arguments.to >= kBeatsTheBeginner) rungs.emplace_back(kBeatsTheBeginner, 0);
  return rungs;
}

void run_ladder(const LadderArguments& arguments) {
  if (arguments.from >= arguments.to) throw std::invalid_argument("--from must be below --to");
  const auto openings = arguments.choose_openings((arguments.games + 1) / 2);
  for (const auto& [level, below] : rungs(arguments)) {
    const Pairing pairing{.game = &arguments.row(),
                          .players = {rung(level, arguments), rung(below, arguments)},
                          .openings = openings,
                          .games = arguments.games + arguments.games % 2,
                          .rules = {}};
    ScoreBook book(pairing);
    {
      Progress progress;
      std::uint64_t played = 0;
      play_pairing(pairing, book, arguments.threads, [&](const NumberedGame&) {
        progress.show(++played, pairing.games, pairing.players[0].name);
        return true;
      });
    }
    print_rung(pairing, book.score());
  }
}

}  // namespace

void add_ladder(CLI::App& app) {
  CLI::App& ladder = *app.add_subcommand(
      "ladder",
      "Levels 1-8 and the beginner (0), each against the one below; level 3 against the beginner too");
  auto arguments = std::make_shared<LadderArguments>();
  add_opening_options(ladder, *arguments);
  ladder.add_option("--games", arguments->games, "For each pair of neighbours")
      ->check(CLI::Range(2, 1'000'000));
  ladder.add_option("--threads", arguments->threads, "Games at a time")->check(CLI::Range(1, 256));
  ladder.add_option("--from", arguments->from, "Lowest level; 0: the beginner")->check(CLI::Range(0, 7));
  ladder.add_option("--to", arguments->to, "Highest level")->check(CLI::Range(1, 8));
  ladder.add_option("--move-ms", arguments->move_ms, "Time of level 8 for a move")
      ->check(CLI::Range(1, 60'000));
  ladder.footer(kLadderExamples);
  ladder.callback([arguments] { run_ladder(*arguments); });
}

}  // namespace engine::lab

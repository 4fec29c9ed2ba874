#include "engine/lab/commands/commands.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "engine/lab/commands/game_options.h"
#include "engine/lab/commands/progress.h"
#include "engine/lab/matches/records.h"

namespace engine::lab {
namespace {

constexpr const char* kMatchExamples = R"(
Players are described by keys: name, cmd, dir, proto (own, beginner, paper, uci, ucci, gomocup, nboard, gtp), st (seconds
a move), tc (seconds+increment), nodes, depth, level, threads, hash, seed, ranks, network
and book (1: with it), param.NAME, option.NAME (blanks as _).

Examples:
  sanqi-lab match xiangqi --first "name=new cmd=./new proto=uci" --second "name=old cmd=./old proto=uci" \
      --each st=0.2 --openings tests/data/verified/xiangqi_openings.jsonl --games 2000 --sprt -10 0 --out games.jsonl
  sanqi-lab match gomoku --rule freestyle --first level=5 --second level=4 --random 4 --games 60 --threads 2
  sanqi-lab match antireversi --first nodes=20000 --second "cmd=./edax proto=nboard depth=6" --random 8 --games 20
  sanqi-lab match antireversi --first st=0.01 --second "proto=paper depth=6" --random 8 --games 100
A match goes on where it was interrupted when it is started again with the same --out, and refuses the file of another:
of other players, builds, settings, limits or openings.)";

// CLI11 writes into it while it parses; it lives until the command has run (shared by its callback).
struct MatchArguments : OpeningOptions {
  std::string first, second, each, out, pgn, sgf, ggf;
  int threads = 1, max_plies = 600, margin_ms = 100, seconds = 0;
  std::size_t games = 100;
  std::vector<double> sprt;
};

// The player's own keys come last, so they win over --each.
PlayerSpec player_of(const MatchArguments& arguments, const std::string& own) {
  PlayerSpec spec = read_player(arguments.each + ' ' + own);
  const TimeControl& control = spec.control;
  if (!control.move && !control.base && !control.nodes && !control.depth)
    spec.control.move = milliseconds(100);
  check_limits(spec);
  return spec;
}

// Games in whole pairs. Players of equal names are told apart, since records go by names.
Pairing pairing_of(const MatchArguments& arguments) {
  Pairing pairing{.game = &arguments.row(),
                  .players = {player_of(arguments, arguments.first), player_of(arguments, arguments.second)},
                  .openings = arguments.choose_openings((arguments.games + 1) / 2),
                  .games = arguments.games + arguments.games % 2,
                  .rules = {.max_plies = arguments.max_plies, .margin = milliseconds(arguments.margin_ms)}};
  for (std::size_t i : {0u, 1u})
    if (pairing.players[0].name == pairing.players[1].name)
      pairing.players[i].name += i == 0 ? " (first)" : " (second)";
  return pairing;
}

/// "Elo 12.3 +- 4.5, LLR 1.20 (-2.94, 2.94)".
std::string summary(const Pairing& pairing, const MatchScore& score, const std::optional<RunningSprt>& test) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1);
  text << pairing.players[0].name << " - " << pairing.players[1].name << ": +" << score.wins << " ="
       << score.draws << " -" << score.losses;
  const Elo difference = elo(score.pairs);
  text << ", Elo " << std::showpos << difference.difference << std::noshowpos << " +- " << difference.error;
  if (test) {
    const Sprt& sprt = test->sprt();
    text << ", LLR " << std::setprecision(2) << sprt.ratio(score.pairs) << " of " << -Sprt::kBound << "..."
         << Sprt::kBound << " for [" << std::setprecision(1) << sprt.elo0 << ", " << sprt.elo1 << ']';
  }
  return text.str();
}

void print_result(const Pairing& pairing, const MatchScore& score, const std::optional<RunningSprt>& test) {
  std::cout << summary(pairing, score, test) << "\npairs (0, 1/2, 1, 3/2, 2 points):";
  for (std::uint64_t count : score.pairs.of) std::cout << ' ' << count;
  if (score.repeated_pairs > 0)
    std::cout << "\npairs that repeat another move by move, not counted: " << score.repeated_pairs;
  std::cout << "\ndraws " << std::fixed << std::setprecision(1)
            << 100.0 * static_cast<double>(score.draws) /
                   static_cast<double>(std::max<std::uint64_t>(1, score.wins + score.draws + score.losses))
            << " %, moves " << score.moves << '\n';
  for (std::size_t i : {0u, 1u})
    std::cout << pairing.players[i].name << ": lost " << score.failures[i]
              << " by time, silence, crash or illegal move; most over its time " << score.overrun_ms[i]
              << " ms\n";
  if (test) {
    const auto verdict = test->verdict();
    std::cout << "SPRT: "
              << (verdict == Sprt::Verdict::accepted   ? "accepted"
                  : verdict == Sprt::Verdict::rejected ? "rejected"
                                                       : "undecided")
              << '\n';
  }
}

/// Where games go; those of an earlier run come first.
class Output {
 public:
  /// Adds what was played to `book`, and to the test as it came in.
  Output(const Pairing& pairing, const MatchArguments& arguments, ScoreBook& book,
         std::optional<RunningSprt>& test)
      : pairing_(pairing), lines_(pairing) {
    // Only JSON Lines are read back; the other formats are continued as they are.
    resume(arguments.out, book, test);
    open(json_, arguments.out), open(pgn_, arguments.pgn), open(sgf_, arguments.sgf),
        open(ggf_, arguments.ggf);
  }

  void write(const NumberedGame& played) {
    if (json_.is_open()) json_ << lines_.write(played) << std::endl;
    if (pgn_.is_open()) pgn_ << to_pgn(pairing_, played) << std::flush;
    if (sgf_.is_open()) sgf_ << to_sgf(pairing_, played) << std::flush;
    if (ggf_.is_open()) ggf_ << to_ggf(pairing_, played) << std::flush;
    // Now: all games that follow would be lost, too.
    if (!json_ || !pgn_ || !sgf_ || !ggf_) throw std::runtime_error("cannot write the games");
  }

 private:
  void resume(const std::string& file, ScoreBook& book, std::optional<RunningSprt>& test) const {
    if (file.empty() || !std::filesystem::exists(file)) return;
    std::ifstream in(file);
    std::uintmax_t whole = 0;
    int number = 0;
    for (std::string line; std::getline(in, line); whole += line.size() + 1) {
      // The last line may have been cut short when the program was killed: its game is played again.
      if (in.eof()) break;
      ++number;
      try {
        const NumberedGame played = lines_.read(line);
        if (!book.has(played.number)) book.add(played);
        if (test) test->look(book.score().pairs);
      } catch (const std::exception& error) {
        throw std::runtime_error(file + ':' + std::to_string(number) + ": " + error.what());
      }
    }
    in.close();
    std::filesystem::resize_file(file, whole);
  }

  static void open(std::ofstream& stream, const std::string& file) {
    if (file.empty()) return;
    stream.open(file, std::ios::app);
    if (!stream) throw std::invalid_argument("cannot write " + file);
  }

  const Pairing& pairing_;
  const GameLines lines_;
  std::ofstream json_, pgn_, sgf_, ggf_;
};

void run_match(const MatchArguments& arguments) {
  std::optional<RunningSprt> test;
  if (!arguments.sprt.empty()) test.emplace(Sprt{arguments.sprt.at(0), arguments.sprt.at(1)});
  const Pairing pairing = pairing_of(arguments);
  ScoreBook book(pairing);
  Output output(pairing, arguments, book, test);
  const auto open = [&] { return !test || test->verdict() == Sprt::Verdict::open; };
  const auto start = std::chrono::steady_clock::now();
  const auto has_time = [&] {
    return arguments.seconds == 0 ||
           std::chrono::steady_clock::now() - start < std::chrono::seconds(arguments.seconds);
  };
  const auto on_game = [&](Progress& progress, const NumberedGame& game) {
    output.write(game);
    const MatchScore& score = book.score();
    if (test) test->look(score.pairs);
    progress.show(score.wins + score.draws + score.losses, pairing.games, summary(pairing, score, test));
    return open() && has_time();
  };
  // A file that decides the test already needs no game.
  if (open()) {
    Progress progress;
    play_pairing(pairing, book, arguments.threads,
                 [&](const NumberedGame& game) { return on_game(progress, game); });
  }
  print_result(pairing, book.score(), test);
}

}  // namespace

void add_match(CLI::App& app) {
  CLI::App& match = *app.add_subcommand("match", "Two players against each other, refereed by our rules");
  auto arguments = std::make_shared<MatchArguments>();
  add_opening_options(match, *arguments);
  match.add_option("--first", arguments->first, "The player whose Elo is told");
  match.add_option("--second", arguments->second, "Its opponent");
  match.add_option("--each", arguments->each, "Keys for both players");
  match.add_option("--games", arguments->games, "At most")->check(CLI::Range(2, 10'000'000));
  match.add_option("--threads", arguments->threads, "Games at a time")->check(CLI::Range(1, 256));
  match.add_option("--seconds", arguments->seconds, "Begin no game after so long; 0: no limit")
      ->check(CLI::Range(0, 10'000'000));
  match.add_option("--sprt", arguments->sprt, "Stop when Elo ELO0 or ELO1 is decided")->expected(2);
  match.add_option("--max-plies", arguments->max_plies, "A longer game is a draw")
      ->check(CLI::Range(1, 100'000));
  match.add_option("--margin-ms", arguments->margin_ms, "So much over its time a player may be")
      ->check(CLI::Range(0, 60'000));
  match.add_option("--out", arguments->out, "Games as JSON Lines; goes on where it ends");
  match.add_option("--pgn", arguments->pgn, "Games of Xiangqi as PGN");
  match.add_option("--sgf", arguments->sgf, "Games of Gomoku as SGF");
  match.add_option("--ggf", arguments->ggf, "Games of anti-Reversi as GGF");
  match.footer(kMatchExamples);
  match.callback([arguments] { run_match(*arguments); });
}

}  // namespace engine::lab

#include <fstream>
#include <iostream>
#include <stdexcept>

#include "engine/lab/commands/commands.h"
#include "engine/lab/commands/game_options.h"
#include "engine/lab/commands/output_file.h"
#include "engine/lab/commands/progress.h"
#include "engine/lab/training/book_builder.h"

namespace engine::lab {
namespace {

constexpr const char* kBookExamples = R"(
Example:
  sanqi-lab book xiangqi --positions 4000 --nodes 100000 --out engine/games/xiangqi/book.bin
The same settings and engine give the same book.)";

struct BookArguments {
  std::string game, rule, out;
  BookSettings settings{.game = nullptr};
};

void run_book(const BookArguments& arguments) {
  BookSettings settings = arguments.settings;
  settings.game = find_game(arguments.game);
  settings.setup.rule = arguments.rule;
  const auto match = settings.game->new_match(settings.setup);
  if (!match) throw std::invalid_argument(match.error().message);
  for (const std::string& move : settings.first)
    if (!(*match)->play(move)) throw std::invalid_argument("no legal move: " + move);
  expect_writable(arguments.out);
  Progress progress;
  std::size_t done = 0;
  const auto entries = build_book(settings, [&] { progress.show(++done, settings.positions, "positions"); });
  std::ofstream out(arguments.out, std::ios::binary);
  Book::write(entries, header_of(settings), out);
  if (!out.flush()) throw std::runtime_error("cannot write " + arguments.out);
  std::cout << done << " positions, " << entries.size() << " moves\n";
}

}  // namespace

void add_book(CLI::App& app) {
  CLI::App& book = *app.add_subcommand("book", "An opening book, grown by searches");
  auto arguments = std::make_shared<BookArguments>();
  BookSettings& settings = arguments->settings;
  add_game(book, arguments->game);
  book.add_option("--rule", arguments->rule, "Rule of the game");
  book.add_option("--first", settings.first, "Moves that every game begins with")->delimiter(',');
  book.add_option("--positions", settings.positions, "To search")->check(CLI::Range(1, 1'000'000));
  book.add_option("--nodes", settings.nodes, "For each")->check(CLI::Range(1, 1'000'000'000));
  book.add_option("--lines", settings.lines, "Moves of each that are looked at")->check(CLI::Range(1, 64));
  book.add_option("--window", settings.window, "Leave out moves that give away more")
      ->check(CLI::Range(0, 10'000));
  book.add_option("--ply-cost", settings.ply_cost, "What a ply away from the start costs")
      ->check(CLI::Range(0, 10'000));
  book.add_option("--spread", settings.spread, "Moves worse by so much are played 1/e as often")
      ->check(CLI::Range(1, 10'000));
  book.add_option("--out", arguments->out, "File")->required();
  book.footer(kBookExamples);
  book.callback([arguments] { run_book(*arguments); });
}

}  // namespace engine::lab

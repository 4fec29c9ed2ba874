#include "engine/lab/training/selfplay.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <istream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <ostream>
#include <stdexcept>
#include <string_view>

#include "engine/core/little_endian.h"
#include "engine/core/zobrist.h"
#include "engine/search/parallel.h"

namespace engine::lab {
namespace {

constexpr std::size_t kGameBytes = 9, kPlyBytes = 4;
/// Random plies of a game that are searched for a balance.
constexpr int kMaxDraws = 1'000;

// In the sorted list of legal moves, which has at most 400 places.
std::uint16_t number_of(const std::vector<std::string>& sorted, const std::string& move) {
  return static_cast<std::uint16_t>(std::ranges::lower_bound(sorted, move) - sorted.begin());
}

// kNoScore, 32,767, stays free.
std::int16_t bounded(int value) {
  return static_cast<std::int16_t>(std::clamp(value, -32000, 32000));
}

/// Where the winner is not all that a game teaches.
bool counts_discs(const SelfPlaySettings& settings) {
  return settings.game->id == "antireversi";
}

/// A proven end of the game, for the side to move.
std::optional<int> proven_margin(const SelfPlaySettings& settings, const Line& line) {
  if (line.kind == ScoreKind::exact) return line.value;
  if (counts_discs(settings)) return std::nullopt;
  if (line.kind == ScoreKind::win) return 1;
  if (line.kind == ScoreKind::loss) return -1;
  return std::nullopt;
}

int score_of(const SelfPlaySettings& settings, const Line& line) {
  constexpr int kProven = 32000, kDisc = 100;
  if (counts_discs(settings) && line.kind == ScoreKind::win) return kDisc;  // At least.
  if (counts_discs(settings) && line.kind == ScoreKind::loss) return -kDisc;
  if (line.kind == ScoreKind::win) return kProven - line.value;
  if (line.kind == ScoreKind::loss) return -kProven + line.value;
  return line.kind == ScoreKind::exact ? kDisc * line.value : line.value;
}

int count(const std::string& pos, char c) {
  return static_cast<int>(std::ranges::count(pos, c));
}

void finish(const SelfPlaySettings& settings, const Match& match, SelfPlayGame& game) {
  const auto outcome = match.outcome();
  if (outcome && outcome->winner) game.result = *outcome->winner == Side::first ? 1 : -1;
  if (!counts_discs(settings)) return;
  const std::string look = match.look().pos;
  const std::string pos = look.substr(0, look.find(' '));  // Behind it stands the side to move.
  game.margin = bounded(count(pos, 'O') - count(pos, 'X'));
}

/// Checks the header, marks the games that are there, and cuts off half a game.
// A run may have been killed while it wrote: everything behind the last whole game is cut off.
std::uintmax_t scan(const SelfPlaySettings& settings, const std::string& file, std::vector<bool>& done) {
  std::ifstream in(file, std::ios::binary);
  std::string header;
  std::getline(in, header);
  if (header != header_of(settings))
    throw std::runtime_error(file + " was made with other settings: " + header);
  auto good = static_cast<std::uintmax_t>(in.tellg());
  while (const auto game = read_selfplay_game(in)) {
    if (game->number < done.size()) done[game->number] = true;
    good += kGameBytes + kPlyBytes * game->plies.size();
  }
  return good;
}

/// Columns and rows between two points of Gomoku, whichever are more.
int king_steps(std::string_view a, std::string_view b) {
  const auto row = [](std::string_view name) {
    int number = 0;
    std::from_chars(name.data() + 1, name.data() + name.size(), number);
    return number;
  };
  return std::max(std::abs(a[0] - b[0]), std::abs(row(a) - row(b)));
}

/// The numbers of the moves that a random ply chooses from: all, where none is near enough.
// For large boards: stones that are far from each other make games that are seldom played.
std::vector<std::uint16_t> random_choices(const SelfPlaySettings& settings,
                                          const std::vector<std::string>& moves,
                                          const std::vector<std::string>& stones) {
  std::vector<std::uint16_t> choices(moves.size());
  std::iota(choices.begin(), choices.end(), std::uint16_t{0});
  if (settings.near == 0) return choices;
  const auto is_far = [&](std::uint16_t move) {
    return std::ranges::none_of(
        stones, [&](const std::string& stone) { return king_steps(moves[move], stone) <= settings.near; });
  };
  const auto all = choices;
  std::erase_if(choices, is_far);
  return choices.empty() ? all : choices;
}

/// The beginning of a game, in place of what it had.
std::unique_ptr<Match> play_random_plies(const SelfPlaySettings& settings, SplitMix64& random,
                                         SelfPlayGame& game) {
  game.plies.clear();
  auto match = *settings.game->new_match(settings.setup);
  const int plies = std::min(settings.random_plies, settings.max_plies);
  std::vector<std::string> played;
  while (!match->outcome() && static_cast<int>(game.plies.size()) < plies) {
    const auto moves = match->legal_moves();
    const auto choices = random_choices(settings, moves, played);
    const auto move = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
    game.plies.push_back({move, SelfPlayGame::kNoScore});
    played.push_back(moves[move]);
    (void)match->play(moves[move]);
  }
  return match;
}

}  // namespace

SelfPlayGame play_selfplay(const SelfPlaySettings& settings, std::uint32_t number, Bot& bot) {
  // A stream of its own for each game: games can be made in any order, by any number of threads.
  SplitMix64 random(settings.seed ^ std::uint64_t{number} * 0x9e3779b97f4a7c15);
  SelfPlayGame game{.number = number};
  auto match = play_random_plies(settings, random, game);
  bool fresh = true;
  int draws = 1;
  while (!match->outcome() && static_cast<int>(game.plies.size()) < settings.max_plies) {
    const auto moves = match->legal_moves();
    const Thought thought =
        bot.think(*match, {.nodes = settings.nodes, .fresh = std::exchange(fresh, false)}, {}, {});
    const int score = score_of(settings, thought.lines.front());
    // The search of the first move is asked; where it finds the opening even, its move is played.
    if (settings.balance > 0 && std::cmp_equal(game.plies.size(), settings.random_plies) &&
        std::abs(score) > settings.balance) {
      // Nothing to draw again, or too rare: the settings cannot be met.
      if (settings.random_plies == 0 || ++draws > kMaxDraws)
        throw std::runtime_error("no opening of " + std::to_string(settings.random_plies) +
                                 " random plies is as even as " + std::to_string(settings.balance));
      match = play_random_plies(settings, random, game);
      fresh = true;
      continue;
    }
    game.plies.push_back({number_of(moves, thought.best), bounded(score)});
    // The rest is known: it would teach nothing but the shortest way.
    if (const auto margin = proven_margin(settings, thought.lines.front())) {
      const int first = match->look().turn == Side::first ? *margin : -*margin;
      game.result = static_cast<std::int8_t>((first > 0) - (first < 0));
      game.margin = counts_discs(settings) ? bounded(first) : std::int16_t{0};
      return game;
    }
    (void)match->play(thought.best);
  }
  finish(settings, *match, game);
  return game;
}

std::string header_of(const SelfPlaySettings& settings) {
  nlohmann::json header{{"format", "sanqi-selfplay"},      {"version", 1},
                        {"game", settings.game->id},       {"rule", settings.setup.rule},
                        {"size", settings.setup.size},     {"pos", settings.setup.pos},
                        {"seed", settings.seed},           {"nodes", settings.nodes},
                        {"random", settings.random_plies}, {"max_plies", settings.max_plies},
                        {"hash", settings.hash_bytes}};
  if (settings.near > 0) header["near"] = settings.near;
  if (settings.balance > 0) header["balance"] = settings.balance;
  return header.dump();
}

void write_game(std::ostream& out, const SelfPlayGame& game) {
  std::string bytes;
  append_little_endian(bytes, game.number);
  append_little_endian(bytes, static_cast<std::uint16_t>(game.plies.size()));
  append_little_endian(bytes, game.result);
  append_little_endian(bytes, game.margin);
  for (const auto& ply : game.plies) {
    append_little_endian(bytes, ply.move);
    append_little_endian(bytes, ply.score);
  }
  // Game by game, so that a run that is killed loses the one under way.
  out << bytes << std::flush;
}

std::optional<SelfPlayGame> read_selfplay_game(std::istream& in) {
  std::array<char, kGameBytes> head;
  if (!in.read(head.data(), head.size())) return std::nullopt;
  SelfPlayGame game{.number = read_little_endian<std::uint32_t>(head.data()),
                    .result = read_little_endian<std::int8_t>(head.data() + 6),
                    .margin = read_little_endian<std::int16_t>(head.data() + 7)};
  std::string plies(kPlyBytes * read_little_endian<std::uint16_t>(head.data() + 4), '\0');
  if (!in.read(plies.data(), static_cast<std::streamsize>(plies.size()))) return std::nullopt;
  for (std::size_t i = 0; i < plies.size(); i += kPlyBytes)
    game.plies.push_back(
        {read_little_endian<std::uint16_t>(&plies[i]), read_little_endian<std::int16_t>(&plies[i + 2])});
  return game;
}

void run_selfplay(const SelfPlaySettings& settings, const std::string& file, std::uint32_t games, int threads,
                  const std::function<void(std::uint64_t, std::uint64_t)>& on_progress) {
  std::vector<bool> done(games);
  if (std::filesystem::exists(file) && std::filesystem::file_size(file) > 0)
    std::filesystem::resize_file(file, scan(settings, file, done));
  else
    std::ofstream(file) << header_of(settings) << '\n';
  std::ofstream out(file, std::ios::binary | std::ios::app);
  if (!out) throw std::runtime_error("cannot write " + file);

  std::mutex mutex;
  std::atomic<std::uint32_t> next = 0;
  std::uint64_t played = 0, plies = 0;
  search::run_on_threads(threads, [&](int, std::stop_source& stop) {
    const auto bot = settings.game->new_bot({.hash_bytes = settings.hash_bytes});
    // A game that is under way when another thread fails is finished and written.
    for (std::uint32_t number = next++; number < games && !stop.stop_requested(); number = next++) {
      if (done[number]) continue;
      const SelfPlayGame game = play_selfplay(settings, number, *bot);
      const std::lock_guard lock(mutex);
      write_game(out, game);
      if (!out) throw std::runtime_error("cannot write " + file);
      plies += game.plies.size();
      on_progress(++played, plies);
    }
  });
}

std::vector<Sample> samples_of(const SelfPlaySettings& settings, const SelfPlayGame& game,
                               const Filter& filter) {
  const auto pieces = [](const std::string& pos) {
    return std::ranges::count_if(pos.substr(0, pos.find(' ')),
                                 [](unsigned char c) { return std::isalpha(c) != 0; });
  };
  std::vector<Sample> samples;
  auto match = *settings.game->new_match(settings.setup);
  Look look = match->look();
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    const auto& ply = game.plies[i];
    const auto moves = match->legal_moves();
    if (ply.move >= moves.size()) throw std::runtime_error("a move of a game is none");
    (void)match->play(moves[ply.move]);
    const Look after = match->look();
    const bool quiet = !look.check && pieces(after.pos) >= pieces(look.pos);
    const bool decided = filter.decided > 0 && std::abs(ply.score) > filter.decided;
    if (ply.score != SelfPlayGame::kNoScore && !decided && (quiet || !filter.quiet)) {
      const int sign = look.turn == Side::first ? 1 : -1;
      samples.push_back({look.pos, look.turn, ply.score, static_cast<std::int8_t>(sign * game.result),
                         static_cast<std::int16_t>(sign * game.margin), static_cast<int>(i)});
    }
    look = after;
  }
  return samples;
}

}  // namespace engine::lab

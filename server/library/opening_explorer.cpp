#include "server/library/opening_explorer.h"

#include <algorithm>
#include <charconv>

namespace server {

namespace {

// As lichess's explorer shows.
constexpr int kMostGames = 8;

int year_of(const std::string& date) {
  int year = 0;
  std::from_chars(date.data(), date.data() + std::min<std::size_t>(date.size(), 4), year);
  return year;
}

void count(storage::MoveStats& stats, const storage::SeenGame& seen) {
  if (seen.result == "first") {
    ++stats.first_wins;
  } else if (seen.result == "second") {
    ++stats.second_wins;
  } else if (seen.result == "draw") {
    ++stats.draws;
  } else {
    ++stats.unknown;
  }
  const auto [first, second] = seen.ratings;
  if (first > 0 || second > 0) {
    ++stats.rated;
    stats.ratings += first > 0 && second > 0 ? (first + second) / 2 : first + second;
  }
  stats.last_year = std::max(stats.last_year, year_of(seen.date));
}

std::vector<ExploredGame> last_games(storage::LibraryReader& library, int collection, std::uint64_t key,
                                     std::uint64_t salt) {
  PositionTrails trails(salt);
  std::vector<ExploredGame> games;
  for (const storage::SeenGame& seen :
       library.seen_last(collection, static_cast<std::int64_t>(key), kMostGames)) {
    auto game = library.library_game(collection, seen.game);
    // A game without such a ply shares the key by chance, and is not shown.
    const auto place = game ? trails.find(*game, key) : std::nullopt;
    if (place) games.push_back({*std::move(game), place->ply});
  }
  return games;
}

}  // namespace

std::vector<storage::MoveStats> counted(std::vector<storage::MoveStats> stats,
                                        std::span<const storage::SeenGame> tail) {
  for (const storage::SeenGame& seen : tail) {
    auto found = std::ranges::lower_bound(stats, seen.move, {}, &storage::MoveStats::move);
    if (found == stats.end() || found->move != seen.move) found = stats.insert(found, {.move = seen.move});
    count(*found, seen);
  }
  if (!tail.empty())
    for (storage::MoveStats& each : stats) each.upto = tail.back().game;
  return stats;
}

std::optional<ExploredPosition> explore_collection(storage::LibraryReader& library, int collection,
                                                   const AskedPosition& asked) {
  const auto salt = static_cast<std::uint64_t>(library.library_salt());
  const auto board = ReplayedBoard::start(asked, salt);
  if (!board) return std::nullopt;
  for (const std::string& move : asked.moves) {
    const auto legal = board->match().read_move(move);
    if (!legal || !board->play(*legal)) return std::nullopt;
  }
  const auto key = static_cast<std::int64_t>(board->key());
  auto stats = library.move_stats(collection, key);
  const int upto = stats.empty() ? 0 : stats.front().upto;
  // One more than is counted tells whether the answer is whole.
  const auto tail = library.seen_after(collection, key, upto, kMostCounted + 1);
  ExploredPosition explored{.is_whole = tail.size() <= kMostCounted};
  for (storage::MoveStats& each :
       counted(std::move(stats), std::span(tail).first(std::min<std::size_t>(tail.size(), kMostCounted)))) {
    if (each.move == storage::kNoMoveSeen) {
      explored.ended = each.games();
      continue;
    }
    const auto move = board->keys().turned_back(static_cast<MoveNumber>(each.move));
    explored.moves.push_back({board->shape().name(move), each});
  }
  std::ranges::stable_sort(explored.moves, std::ranges::greater(),
                           [](const ExploredMove& each) { return each.stats.games(); });
  explored.games = last_games(library, collection, board->key(), salt);
  return explored;
}

}  // namespace server

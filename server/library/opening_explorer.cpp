#include "server/library/opening_explorer.h"

#include <algorithm>
#include <charconv>

namespace server {

namespace {

using storage::MoveStats;
using storage::SeenGame;

// As lichess's explorer shows.
constexpr std::size_t kMostGames = 8;

int year_of(const std::string& date) {
  int year = 0;
  std::from_chars(date.data(), date.data() + std::min<std::size_t>(date.size(), 4), year);
  return year;
}

void count(MoveStats& stats, const SeenGame& seen) {
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

/// The sums of one move, in the order of moves; made if there are none yet.
MoveStats& stats_of(std::vector<MoveStats>& stats, int move) {
  const auto found = std::ranges::lower_bound(stats, move, {}, &MoveStats::move);
  if (found != stats.end() && found->move == move) return *found;
  return *stats.insert(found, {.move = move});
}

void add_stats(std::vector<MoveStats>& all, const std::vector<MoveStats>& more) {
  for (const MoveStats& each : more) {
    MoveStats& sum = stats_of(all, each.move);
    sum.first_wins += each.first_wins;
    sum.draws += each.draws;
    sum.second_wins += each.second_wins;
    sum.unknown += each.unknown;
    sum.rated += each.rated;
    sum.ratings += each.ratings;
    sum.last_year = std::max(sum.last_year, each.last_year);
  }
}

/// The board at the position that is asked about.
std::unique_ptr<ReplayedBoard> board_at(const AskedPosition& asked, std::uint64_t salt) {
  auto board = ReplayedBoard::start(asked, salt);
  if (!board) return nullptr;
  for (const std::string& move : asked.moves) {
    const auto legal = board->match().read_move(move);
    if (!legal || !board->play(*legal)) return nullptr;
  }
  return board;
}

/// Of several collections the last ones, and not too many.
void keep_last(std::vector<ExploredGame>& games) {
  std::ranges::stable_sort(games, std::ranges::greater(),
                           [](const ExploredGame& each) -> const std::string& { return each.game.date; });
  games.resize(std::min(games.size(), kMostGames));
}

void add_last_games(ExploredPosition& explored, storage::LibraryReader& library, int collection,
                    std::uint64_t key, PositionTrails& trails) {
  for (const SeenGame& seen :
       library.seen_last(collection, static_cast<std::int64_t>(key), static_cast<int>(kMostGames))) {
    auto game = library.library_game(collection, seen.game);
    ++explored.replayed;
    if (game) explored.bytes += bytes_of(*game);
    // A game without such a ply shares the key by chance, and is not shown.
    const auto place = game ? trails.find(*game, key) : std::nullopt;
    if (place) explored.games.push_back(explored_game(*std::move(game), collection, place->ply));
  }
}

/// With sums as what they mean on this board.
void add_moves(ExploredPosition& explored, const std::vector<MoveStats>& stats, const ReplayedBoard& board) {
  for (const MoveStats& each : stats) {
    if (each.move == storage::kNoMoveSeen) {
      explored.ended = each.games();
      continue;
    }
    const auto move = board.keys().turned_back(static_cast<MoveNumber>(each.move));
    explored.moves.push_back({board.shape().name(move), each});
  }
  std::ranges::stable_sort(explored.moves, std::ranges::greater(),
                           [](const ExploredMove& each) { return each.stats.games(); });
}

}  // namespace

ExploredGame explored_game(storage::LibraryGame game, int collection, int ply) {
  ExploredGame explored{.game = std::move(game), .ply = ply};
  if (!storage::are_played_here(collection)) return explored;
  explored.id = std::exchange(explored.game.site, {});
  explored.game.names = {};  // Ids of users.
  return explored;
}

std::vector<MoveStats> counted(std::vector<MoveStats> stats, std::span<const SeenGame> tail) {
  for (const SeenGame& seen : tail) count(stats_of(stats, seen.move), seen);
  if (!tail.empty())
    for (MoveStats& each : stats) each.upto = tail.back().game;
  return stats;
}

std::optional<ExploredPosition> explore_collections(storage::LibraryReader& library,
                                                    std::span<const int> collections,
                                                    const AskedPosition& asked) {
  const auto salt = static_cast<std::uint64_t>(library.library_salt());
  const auto board = board_at(asked, salt);
  if (!board) return std::nullopt;
  const auto key = static_cast<std::int64_t>(board->key());
  PositionTrails trails(salt);
  ExploredPosition explored;
  std::vector<MoveStats> all;
  for (const int collection : collections) {
    auto stats = library.move_stats(collection, key);
    const int upto = stats.empty() ? 0 : stats.front().upto;
    // One more than is counted tells whether the answer is whole.
    const auto tail = library.seen_after(collection, key, upto, kMostCounted + 1);
    explored.is_whole = explored.is_whole && tail.size() <= kMostCounted;
    explored.counted += tail.size();
    add_stats(all, counted(std::move(stats),
                           std::span(tail).first(std::min<std::size_t>(tail.size(), kMostCounted))));
    add_last_games(explored, library, collection, board->key(), trails);
  }
  add_moves(explored, all, *board);
  if (collections.size() > 1) keep_last(explored.games);
  return explored;
}

std::optional<ExploredPosition> explore_own_games(storage::LibraryReader& library, std::string_view user,
                                                  const AskedPosition& asked,
                                                  std::chrono::steady_clock::time_point until) {
  const auto salt = static_cast<std::uint64_t>(library.library_salt());
  const auto board = board_at(asked, salt);
  if (!board) return std::nullopt;
  PositionTrails trails(salt);
  ExploredPosition explored;
  std::vector<MoveStats> stats;
  for (const int collection : storage::kGamesPlayedHere) {
    auto games = library.last_games_of(collection, user, kMostOwnGames);
    explored.is_whole = explored.is_whole && games.size() < kMostOwnGames;
    explored.counted += games.size();
    const std::size_t most = explored.games.size() + kMostGames;
    bool has_time = true;
    for (storage::LibraryGame& game : games) {
      if (game.game != asked.game) continue;
      explored.is_whole = explored.is_whole && has_time;
      if (!has_time) break;
      const auto place = trails.find(game, board->key());
      ++explored.replayed;
      has_time = std::chrono::steady_clock::now() < until;
      if (!place) continue;
      count(stats_of(stats, place->move), {game.number, place->move, game.result, game.date, game.ratings});
      if (explored.games.size() < most)
        explored.games.push_back(explored_game(std::move(game), collection, place->ply));
    }
  }
  add_moves(explored, stats, *board);
  keep_last(explored.games);
  return explored;
}

}  // namespace server

#include "server/library/library_index.h"

#include <algorithm>
#include <tuple>

#include "server/library/opening_explorer.h"
#include "server/library/position_trail.h"

namespace server {

namespace {

using storage::SeenPosition;

/// Games that are counted in one go.
constexpr int kFoldedAtOnce = 1'000;

}  // namespace

std::optional<std::string> LibraryIndex::step(std::string_view after) {
  const auto collection = library_.unindexed_collection(after);
  return collection && index(*collection) ? std::optional(collection->owner) : std::nullopt;
}

bool LibraryIndex::index(const storage::Collection& collection) {
  int upto = collection.indexed;
  const auto seen = positions_after(collection, upto);
  // In this order: games are marked as indexed after their positions are there, so a killed server does some
  // again and misses none. Sums come last; without them positions are counted when they are asked for.
  return write(collection.number, seen) && commit_({storage::MarkIndexed{collection.number, upto}}) &&
         fold(collection.number, seen, upto - collection.indexed);
}

/// @param upto the last game, when they are read
std::vector<SeenPosition> LibraryIndex::positions_after(const storage::Collection& collection, int& upto) {
  PositionTrails trails(static_cast<std::uint64_t>(library_.library_salt()));
  std::vector<SeenPosition> seen;
  const int last = std::min(collection.games, upto + options_.games_at_once);
  while (upto < last) {
    storage::LibraryQuery query{.collection = collection.number, .limit = last - upto};
    if (upto > 0) query.after = {"", upto};
    const storage::LibraryPage page = library_.library_games(query);
    if (page.games.empty()) break;  // They have gone.
    for (const storage::LibraryGame& game : page.games) {
      const auto of_game = trails.positions_of(game);
      seen.insert(seen.end(), of_game.begin(), of_game.end());
    }
    upto = page.games.back().number;
  }
  // Rows in the order of their primary key fill pages one after another; in the order of games each row would
  // touch a page of its own.
  std::ranges::sort(seen, {}, [](const SeenPosition& each) { return std::tuple(each.pos, each.game); });
  return seen;
}

bool LibraryIndex::write(int collection, const std::vector<SeenPosition>& seen) {
  for (std::size_t at = 0; at < seen.size(); at += options_.rows_of_write) {
    const auto begin = seen.begin() + static_cast<std::ptrdiff_t>(at);
    const auto count = std::min(options_.rows_of_write, seen.size() - at);
    if (!commit_({storage::IndexPositions{collection, {begin, begin + static_cast<std::ptrdiff_t>(count)}}}))
      return false;
  }
  return true;
}

// Of many games only positions that many of them came to: others are counted one by one when they are asked
// for.
bool LibraryIndex::fold(int collection, const std::vector<SeenPosition>& seen, int games) {
  // A position that this share of the new games came to is likely to be one of fold_from games in all; asking
  // the store of each position would cost more than the sums save.
  const int least = std::max(1, std::min(games / 2, options_.games_at_once) / options_.fold_from);
  for (auto at = seen.begin(); at != seen.end();) {
    const auto next =
        std::find_if(at, seen.end(), [&](const SeenPosition& each) { return each.pos != at->pos; });
    if (next - at >= least && !fold(collection, at->pos)) return false;
    at = next;
  }
  return true;
}

bool LibraryIndex::fold(int collection, std::int64_t pos) {
  while (true) {
    auto stats = library_.move_stats(collection, pos);
    // In steps, until fewer games than are worth a sum are left behind the last one that it counts.
    const int upto = stats.empty() ? 0 : stats.front().upto;
    const auto tail = library_.seen_after(collection, pos, upto, kFoldedAtOnce);
    if (static_cast<int>(tail.size()) < options_.fold_from) return true;
    if (!commit_({storage::FoldPosition{collection, pos, counted(std::move(stats), tail)}})) return false;
  }
}

}  // namespace server

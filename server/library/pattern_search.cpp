#include "server/library/pattern_search.h"

#include <algorithm>
#include <utility>

#include "server/library/opening_explorer.h"

namespace server {

namespace {

/// In one go: a millisecond or two.
constexpr int kGamesRead = 500;

}  // namespace

engine::Expected<std::unique_ptr<PatternSearch>, std::string> PatternSearch::begin(AskedPattern asked,
                                                                                   Cursor from, int most) {
  auto replay = BoardReplay::of(asked.game, asked.rule, asked.size);
  if (!replay) return engine::Unexpected(std::string("rule"));
  auto pattern = BoardPattern::read(*replay, asked);
  if (!pattern) return engine::Unexpected(pattern.error());
  return std::unique_ptr<PatternSearch>(
      new PatternSearch(std::move(asked), std::move(replay), *std::move(pattern), from, most));
}

PatternSearch::PatternSearch(AskedPattern asked, std::unique_ptr<BoardReplay> replay, BoardPattern pattern,
                             Cursor from, int most)
    : asked_(std::move(asked)),
      replay_(std::move(replay)),
      pattern_(std::move(pattern)),
      material_(replay_->start()),
      most_(most),
      next_(from) {}

bool PatternSearch::look(storage::LibraryReader& library, const std::vector<int>& collections,
                         std::chrono::steady_clock::time_point until) {
  while (next_) {
    const int collection = collections[next_->collection];
    const int end = library.games_in(collection) + 1;
    next_->before = next_->before == 0 ? end : std::min(next_->before, end);
    const int after = std::max(0, next_->before - 1 - kGamesRead);
    for (const storage::PackedGame& game : read(library, collection, after)) {
      look_at(collection, game);
      looked_ += next_->before - game.number;
      next_->before = game.number;
      if (is_full()) return true;
      if (std::chrono::steady_clock::now() >= until) return false;
    }
    looked_ += next_->before - (after + 1);
    next_->before = after + 1;
    if (after == 0) next_ = Cursor{next_->collection + 1, 0};
    if (next_->collection == collections.size()) next_.reset();
    if (std::chrono::steady_clock::now() >= until) break;
  }
  return !next_;
}

std::vector<storage::PackedGame> PatternSearch::read(storage::LibraryReader& library, int collection,
                                                     int after) const {
  return library.packed_games({.collection = collection,
                               .after = after,
                               .before = next_->before,
                               .game = asked_.game,
                               .rule = asked_.rule,
                               .size = asked_.size,
                               .most_material = material_.most(pattern_.material()),
                               .guards = material_.guards(pattern_.material())});
}

void PatternSearch::look_at(int collection, const storage::PackedGame& game) {
  if (const auto ply = pattern_.find(*replay_, game.start_pos, game.moves.data))
    found_.push_back({collection, game.number, *ply, replay_->pos()});
}

void PatternSearch::look_at_own_games(storage::LibraryReader& library, std::string_view user,
                                      std::chrono::steady_clock::time_point until) {
  while (next_) {
    const int collection = storage::kGamesPlayedHere[next_->collection];
    for (storage::LibraryGame& game : library.last_games_of(collection, user, kMostOwnGames)) {
      if (next_->before > 0 && game.number >= next_->before) continue;
      ++looked_;
      next_->before = game.number;
      if (game.game == asked_.game && game.rule == asked_.rule && game.size == asked_.size)
        look_at(collection, {game.number, std::move(game.start_pos), std::move(game.moves)});
      if (is_full() || std::chrono::steady_clock::now() >= until) return;
    }
    next_ = Cursor{next_->collection + 1, 0};
    if (next_->collection == storage::kGamesPlayedHere.size()) next_.reset();
  }
}

}  // namespace server

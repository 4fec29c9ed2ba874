#include "server/library/ended_games.h"

#include <utility>

#include "server/base/attempt.h"
#include "server/library/library_game.h"
#include "server/library/position_keys.h"
#include "server/records/attempt_to_read.h"

namespace server {

namespace {

/// In one commit, as ImportJob has it.
constexpr int kPlacedAtOnce = 64;
constexpr int kQueuedAtOnce = 200;
// Stored with each game: it may never change.
constexpr std::uint64_t kIdSeed = 2;

/// Rated ones are those of people: programs, which play all day and have a scale of their own, are not among
/// them.
int place_of(const storage::Game& game) {
  if (game.is_private) return storage::kPrivateGames;
  const bool is_of_programs = game.seats[0].program || game.seats[1].program;
  return game.rated && !is_of_programs ? storage::kRatedGames : storage::kCasualGames;
}

/// 0: not known on the scale of people.
int rating_of(const storage::Seat& seat) {
  return seat.program ? 0 : seat.rating;
}

/// Two games with the same moves are two, so the id is what is told apart.
std::optional<storage::LibraryGame> without_people(const storage::Record& record) {
  const auto played = played_game(record);
  if (!played || played->moves.empty()) return std::nullopt;
  const auto& [first, second] = record.game.seats;
  auto kept = to_library(*played, {.ratings = {rating_of(first), rating_of(second)}});
  if (!kept) return std::nullopt;
  kept->names = {};
  kept->event.clear();
  kept->digest = static_cast<std::int64_t>(text_hash(record.game.id, kIdSeed));
  return kept;
}

/// None: it cannot be read, though others can, and waits on.
std::optional<storage::IndexGames::Entry> placed(storage::Reader& records, storage::EndedGame ended,
                                                 const std::function<void()>& failed) {
  std::optional<storage::Record> record;
  if (!attempt_to_read("ended game", failed, [&] { record = records.load(ended.game); })) {
    records.library().ended_games(1);  // Throws as well where the store is lost: then no game is asked for.
    return std::nullopt;
  }
  storage::IndexGames::Entry place{.of = std::move(ended)};
  // One that fails is left out, or it would hold up all that ended after it.
  attempt("ended game", [&] {
    auto game = record ? without_people(*record) : std::nullopt;
    if (!game) return;
    place.collection = place_of(record->game);
    place.game = *std::move(game);
  });
  return place;
}

}  // namespace

std::optional<storage::Write> next_of_ended_games(storage::Reader& records,
                                                  const std::function<void()>& failed) {
  storage::LibraryReader& library = records.library();
  if (auto older = library.older_games(kQueuedAtOnce)) return *std::move(older);
  auto ended = library.ended_games(kPlacedAtOnce);
  if (ended.empty()) return std::nullopt;
  storage::IndexGames index;
  for (storage::EndedGame& each : ended)
    if (auto place = placed(records, std::move(each), failed)) index.games.push_back(*std::move(place));
  if (index.games.empty()) return std::nullopt;
  return index;
}

}  // namespace server

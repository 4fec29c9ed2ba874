#include "server/api/tournament_games.h"

#include <algorithm>
#include <utility>

#include "server/match/replay_cost.h"
#include "server/tournament/words.h"

namespace server {
namespace {

constexpr std::size_t kMostGamesOfFile = 300;  // Of more a part is asked for at a time.
/// Of a file: an address has little more at once, and would be told to wait for ever.
constexpr Cost kMostCostOfFile = 1'800;
constexpr std::size_t kGamesAtATime = 8;

/// The records of this server tell each position and its notations, other formats the moves alone.
Cost cost_of_writing(const storage::RecordSize& size, const std::string& format) {
  return format == "json" ? cost_of_telling(size) : cost_of_replay(size);
}

/// Of a game that counts, and of which the director has set another result than was played. None also for the
/// records of this server: they are what was played.
std::optional<tournament::Result> corrected_result(const tournament::TournamentState& state,
                                                   const storage::TournamentGame& game,
                                                   const std::string& format) {
  const auto* const played = state.find_game({game.round, game.table, game.number});
  if (format == "json" || !played || !played->outcome || played->correction.empty()) return std::nullopt;
  return played->outcome->result;
}

/// `result` is told by who began; a record by the sides as they are in the end.
void set_result(storage::Record& record, tournament::Result result) {
  using enum tournament::Result;
  const auto swaps = std::ranges::count(record.events, storage::EventKind::swap, &storage::Event::kind);
  if (swaps % 2 != 0 && result == first)
    result = second;
  else if (swaps % 2 != 0 && result == second)
    result = first;
  record.game.ending.result = result == nobody ? std::string_view() : protocol::word(result);
  record.game.ending.reason.clear();  // Nothing on the board or the clock.
}

}  // namespace

std::optional<TournamentGames> games_of_file(storage::Reader& store, const StoredTournament& tournament,
                                             const WantedGames& wanted, const std::string& format) {
  TournamentGames found;
  const int paired = static_cast<int>(tournament.state.rounds().size());
  const int last = wanted.round > 0 ? std::min(wanted.round, paired) : paired;
  int before = 0;
  for (int each = std::max(wanted.round, 1); each <= last; ++each) {
    for (storage::TournamentGame& game : store.tournament_games(tournament.about.id, each)) {
      if (before++ < wanted.after.value_or(0)) continue;
      const auto size = store.record_size(game.game);
      const Cost cost = size ? cost_of_writing(*size, format) : 0;
      const bool fits = found.ids.size() < kMostGamesOfFile && found.cost + cost <= kMostCostOfFile;
      if (!fits && !wanted.after) return std::nullopt;
      if (!fits && !found.ids.empty()) {
        found.next_after = before - 1;
        return found;
      }
      found.cost += cost;
      if (const auto result = corrected_result(tournament.state, game, format))
        found.corrected.emplace(game.game, *result);
      found.ids.push_back(std::move(game.game));
    }
  }
  return found;
}

std::function<bool(storage::Reader& store, GamesFile& file)> adding(TournamentGames games) {
  return [games = std::move(games), next = std::size_t{0}](storage::Reader& store, GamesFile& file) mutable {
    for (std::size_t i = 0; i < kGamesAtATime && next < games.ids.size(); ++i) {
      const std::string& id = games.ids[next++];
      auto record = store.load(id);
      if (!record) continue;
      if (const auto found = games.corrected.find(id); found != games.corrected.end())
        set_result(*record, found->second);
      file.add(*record);
    }
    return next == games.ids.size();
  };
}

}  // namespace server

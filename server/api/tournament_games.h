#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/api/games_file.h"
#include "server/tournaments/stored_tournament.h"

namespace server {

/// What goes into a file of games, and what it costs to write it.
struct TournamentGames {
  std::vector<std::string> ids{};
  std::map<std::string, tournament::Result> corrected{};  ///< By id: of these what the director has set.
  Cost cost = 0;
  std::optional<int> next_after{};  ///< WantedGames::after of the next part; none: that was all.
};
struct WantedGames {
  int round = 0;               ///< 0: of all.
  std::optional<int> after{};  ///< After so many of them, as many as a file may have: one at least.
};

/// None: they are too many for one file, and no part is wanted.
/// For the pool: a look-up of each round and each game, of 300 at most.
std::optional<TournamentGames> games_of_file(storage::Reader& store, const StoredTournament& tournament,
                                             const WantedGames& wanted, const std::string& format);

/// GamesDownload::add_some of these games, in their order.
std::function<bool(storage::Reader& store, GamesFile& file)> adding(TournamentGames games);

}  // namespace server

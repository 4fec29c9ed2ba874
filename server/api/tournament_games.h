#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/api/games_file.h"
#include "server/tournaments/stored_tournament.h"

namespace server {

/// What goes into a file of games, and what it costs to write it.
struct TournamentGames {
  std::vector<std::string> ids{};
  Cost cost = 0;
};

/// Those of a round, or of all (0); none: they are too many for one file.
/// For the pool: a look-up of each round and each game, of 300 at most.
std::optional<TournamentGames> games_of_file(storage::Reader& store, const StoredTournament& tournament,
                                             int round, const std::string& format);

/// GamesDownload::add_some of these games, in their order.
std::function<bool(storage::Reader& store, GamesFile& file)> adding(std::vector<std::string> games);

}  // namespace server

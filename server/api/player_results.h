#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "storage/store.h"

namespace server {

/// How a user's last games went: in all, and by game, side, opening and opponent. Public games count, as a
/// list of them shows them.
/// The last 500 finished games, at most 20 rows a table. For the pool: reads a page of 501 summaries.
nlohmann::ordered_json player_results(storage::Reader& store, const std::string& user);

}  // namespace server

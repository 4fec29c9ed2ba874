#pragma once

#include <optional>

#include "engine/core/expected.h"
#include "server/api/http_message.h"
#include "server/formats/pgn.h"
#include "storage/record.h"

namespace server {

/// The field `limit`: 50 if it is not there, at most 100. None: it makes no sense.
/// More than 100 counts as 100.
std::optional<int> read_limit(const HttpRequest& request);

/// Which games `GET
/// /api/games?game=&rule=&opening=&status=&result=&player=&opponent=&from=&to=&cursor=&limit=` asks for, or
/// the name of the first field that makes no sense.
/// Unknown fields are ignored. Names are not resolved: see with_people() of games_api.cpp.
engine::Expected<storage::GameQuery, std::string> read_game_query(const HttpRequest& request);

/// A word for the notation of moves in files; empty: the usual one. None: there is no such notation.
std::optional<PgnNotation> read_notation(const std::string& word);

}  // namespace server

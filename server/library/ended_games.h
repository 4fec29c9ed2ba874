#pragma once

#include <functional>
#include <optional>

#include "storage/store.h"

namespace server {

/// What is to be written next so that games that have ended here find their places in the library: public
/// ones for all to explore, private ones for their players alone. None: no game waits. Of games that ended
/// before they were queued the next ones are queued, until all are. Then 64 at most are placed, in the order
/// of their ends; to read them takes some 20 ms. Games without a move, and what is no game, have no place.
/// Those that cannot be read wait on, and hold up neither the others nor what else the library has to do;
/// `failed` is told of each.
std::optional<storage::Write> next_of_ended_games(
    storage::Reader& records, const std::function<void()>& failed = [] {});

}  // namespace server

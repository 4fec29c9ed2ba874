#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/protocol/messages.h"
#include "storage/store.h"

/// Games as JSON documents of the HTTP API.
namespace server {

/// All that is known of one game: what `gameFull` says, and for each ply the position after it, its notations
/// and its thinking time. A client can show any of it without knowing the rules. None if the record makes no
/// game. `with_record` adds every event, so that the document can be read back without a loss.
///
/// Plays the whole game, which takes milliseconds: not for the network thread.
std::optional<std::string> game_json(const storage::Record& record, bool with_record = false);

/// A page of the list of games, with the cursor of the next one: null on the last page. Says of each on which
/// side the player plays whose games `query` asks for, and the user with the id `user` (empty: none).
/// Plays nothing: positions are those that the records have. @pre `page` is what `query` gave
std::string games_json(const storage::Page& page, const storage::GameQuery& query, std::string_view user);

/// A cursor as games_json() wrote it. None: it is not one of ours.
std::optional<storage::Cursor> read_cursor(std::string_view text);

/// What this server is and offers; `urls` are where others find it.
/// The document of `GET /api/server`.
std::string server_json(const std::string& name, const std::string& version,
                        const std::vector<std::string>& urls);

}  // namespace server

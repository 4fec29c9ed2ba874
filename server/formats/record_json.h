#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/formats/game_tree.h"
#include "storage/record.h"

namespace server {

/// A record with all that happened in it: every event, clocks and takebacks included. What tells who a user
/// is, ids of users and hashes of their tokens, is left out, as are the id and the code of the game.
std::string write_record(const storage::Record& record);

/// What a JSON document tells of a game: a record as write_record() wrote it, alone or as the member `record`
/// of an export; or else the members game, rule, size, startPos, players, moves and result of a `gameFull`,
/// or written by hand. Of a record only the form is known to be right: replay it.
using ReadRecord = engine::Expected<std::variant<storage::Record, PlayedGame>, BadText>;
ReadRecord read_record(std::string_view text);

/// The documents of a list of them, as the host of a server downloads it.
std::vector<std::string_view> split_json(std::string_view text);
/// One of them as a game: what happened beside its moves is left out.
ReadTree read_json_game(std::string_view text, int first_line = 1);

}  // namespace server

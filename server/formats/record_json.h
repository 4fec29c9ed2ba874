#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/formats/game_tree.h"
#include "storage/record.h"

/// Sanqi's own format, the only one that keeps all events of a record. UTF-8 JSON (RFC 8259), members as
/// docs/formats.md and docs/protocol.md tell. What is left out is told at write_record().
namespace server {

/// A record with all that happened in it: every event, clocks and takebacks included. What tells who a user
/// is, ids of users and hashes of their tokens, is left out, as are the id and the code of the game.
/// @pre texts of the record are UTF-8. Members always stand in the same order, so equal records give equal
/// bytes.
std::string write_record(const storage::Record& record);

/// What a JSON document tells of a game: a record as write_record() wrote it, alone or as the member `record`
/// of an export; or else the members game, rule, size, startPos, players, moves and result of a `gameFull`,
/// or written by hand. Of a record only the form is known to be right: replay it.
using ReadRecord = engine::Expected<std::variant<storage::Record, PlayedGame>, BadText>;
/// Never throws. At most 4,000 events, texts of at most 512 bytes. A summary is played by the rules, and
/// refused if any move is not legal.
ReadRecord read_record(std::string_view text);

/// Whether a text begins as an object does: a comment of PGN may stand first in a file as well.
bool begins_json_object(std::string_view text);

/// The documents of a list of them, as the host of a server downloads it.
/// Never empty; the whole text where it is no list. Counts brackets and strings only.
std::vector<std::string_view> split_json(std::string_view text);
/// One of them as a game: what happened beside its moves is left out.
/// At most 1 MiB.
ReadTree read_json_game(std::string_view text, int first_line = 1);

}  // namespace server

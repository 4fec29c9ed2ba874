#pragma once

#include <string>

#include "server/formats/game_file.h"
#include "server/protocol/time.h"
#include "storage/record.h"

namespace server {

/// What comes from elsewhere to be kept.
struct GameText {
  std::string bytes;
  std::string format{};  ///< Empty: what it looks like.
  std::string game{};    ///< Empty: what the format is for, or what its moves are legal in.
  int index = 0;         ///< Which of the games of a library, from 1; 0: the only one.
};

struct ImportedGame {
  storage::Record record;
  std::vector<BadText> notes{};  ///< What of the file was left out, and why.
};

/// The record of a game that was played elsewhere, without an id. It is over, its seats have no users, and it
/// says from which format it came. It can be replayed: that has been tried.
///
/// A game whose end is not known has status "finished" and neither result nor reason. Costs up to some ten
/// milliseconds, of a tree of moves up to some hundred.
engine::Expected<ImportedGame, BadText> import_game(const GameText& text, TimePoint now);

/// A game as events of a record. `source` is the format that it came from.
storage::Record to_record(const PlayedGame& game, std::string_view source, TimePoint now);

}  // namespace server

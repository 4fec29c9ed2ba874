#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/formats/encoding.h"
#include "server/formats/played_game.h"
#include "server/protocol/time.h"
#include "storage/record.h"

namespace server {

/// What comes from elsewhere to be kept.
struct GameText {
  std::string bytes;
  std::string format{};                ///< Empty: what it looks like.
  std::string game{};                  ///< Empty: what the format is for, or what its moves are legal in.
  int index = 0;                       ///< Which of the games of a library, from 1; 0: the only one.
  std::optional<Encoding> encoding{};  ///< None: by content.
  bool partial = false;                ///< Of a text, too, the moves up to the first that is not legal.
};

/// The longest file that is looked at, in bytes.
/// A longer one is refused before anything is read.
inline constexpr std::size_t kMaxGameText = std::size_t{256} << 10;
/// The most that it may be unpacked: a request is paid for by the bytes that came.
/// A compressed file of some kilobytes could otherwise become gigabytes.
inline constexpr std::size_t kMaxUnpacked = std::size_t{4} << 20;
/// Beside the bytes that came, in units of a small message: what GameReader::is_packed() may hold takes some
/// tenths of a second to read. An address has little more at once, and would be told to wait for ever.
inline constexpr double kCostOfPackedFile = 600;

struct ImportedGame {
  storage::Record record;
  std::vector<BadText> notes{};  ///< What of the file was left out, and why.
};

/// A game as it is found in a file.
/// For a list to choose from; find_games() makes it.
struct FoundGame {
  PlayedGame game{};             ///< With as many moves as are legal.
  std::string file{};            ///< Of an archive.
  std::vector<BadText> notes{};  ///< As of ImportedGame.
  std::optional<BadText> bad{};  ///< Why it is not imported, or not without `partial`.
};

struct FoundGames {
  std::string format{};  ///< Of the first game, as its encoding.
  std::string_view encoding{};
  std::size_t count = 0;
  std::vector<FoundGame> games{};  ///< The first of them.
  std::vector<BadText> notes{};    ///< What belongs to none of them.
};

/// The record of a game that was played elsewhere, without an id. It is over, its seats have no users, and it
/// says from which format it came. It can be replayed: that has been tried.
///
/// A game whose end is not known has status "finished" and neither result nor reason. Costs up to some ten
/// milliseconds, of a tree of moves up to some hundred.
///
/// Pure, but slow: for a thread of the pool, not for the network thread.
engine::Expected<ImportedGame, BadText> import_game(const GameText& text, TimePoint now);

/// What a file holds, up to `most` of its games, and as many of them as have no more moves than one may have.
/// Costs as much as importing a large one.
/// @param most also a bound of memory: each game takes its moves
engine::Expected<FoundGames, BadText> find_games(const GameText& text, std::size_t most);

/// A game as events of a record. `source` is the format that it came from.
/// Its events bear the game's own day, and then the moments of its moves. @pre game.spent has an entry a move
storage::Record to_record(const PlayedGame& game, std::string_view source, TimePoint now);

}  // namespace server

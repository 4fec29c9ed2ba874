#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/formats/game_tree.h"
#include "server/formats/pgn.h"
#include "server/formats/played_game.h"

/// Games as files for other programs, and as files of theirs. docs/formats.md says what each format keeps.
namespace server {

struct GameFile {
  std::string_view type;  ///< Of its content, for HTTP.
  std::string text;
};

/// A row of the table of formats.
struct GameFormat {
  std::string_view id;    ///< "pgn": in URLs, and how such files end.
  std::string_view game;  ///< A format for several games has a row for each.
  std::string_view type;  ///< Of its content, for HTTP.
  /// None if the format cannot tell of this game.
  std::optional<std::string> (*write)(const PlayedGame& game, PgnNotation notation);
  std::vector<std::string_view> (*split)(std::string_view text);  ///< Into its games.
  /// One of them, its moves not played yet; `first_line` is where it begins.
  ReadTree (*read)(std::string_view text, std::string_view game, int first_line);
};

/// All but JSON, which keeps whole records: see record_json.h.
std::span<const GameFormat> game_formats();

/// None if the game has no such format, or the format cannot tell of this game.
std::optional<GameFile> write_game(std::string_view format, const PlayedGame& game,
                                   PgnNotation notation = PgnNotation::iccs);

/// The longest text that is looked at, in bytes.
inline constexpr std::size_t kMaxGameText = std::size_t{256} << 10;

/// Which format a text looks like: one of game_formats(), or "json".
std::string_view detect_format(std::string_view text);

/// What is wrong with a file where one of its games was not chosen.
engine::Unexpected<BadText> several_games(std::size_t games);

/// The games of a text in such a format, never none.
std::vector<std::string_view> split_games(std::string_view text, std::string_view format);

/// A game from a text in UTF-8 (see encoding.h), which holds no other. Without a game the one that the format
/// is for, or the first that can be played so. All moves of the main line must be legal. @pre format is not
/// "json"
Read read_game(std::string_view text, std::string_view format, std::string_view game, int first_line = 1);

}  // namespace server

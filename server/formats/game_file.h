#pragma once

#include <functional>
#include <map>
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
};

/// All that are written but JSON, which keeps whole records: see record_json.h.
std::span<const GameFormat> game_formats();

/// None if the game has no such format, or the format cannot tell of this game.
std::optional<GameFile> write_game(std::string_view format, const PlayedGame& game,
                                   PgnNotation notation = PgnNotation::iccs);

/// The words for text that is read, "pgn" first, each once.
std::vector<std::string_view> text_formats();
/// The games that such a text may be of, none for another word.
std::vector<std::string_view> games_of_format(std::string_view format);

/// Which of text_formats() a text looks like.
std::string_view detect_format(std::string_view text);

/// What is wrong with a file where one of its games was not chosen.
engine::Unexpected<BadText> several_games(std::size_t games);

/// The games of a text in such a format, never none; what stands between them belongs to none.
std::vector<std::string_view> split_games(std::string_view text, std::string_view format);

/// What games of a file refer to, by what it is and its number: "player 12".
using FileTables = std::map<std::string, std::string, std::less<>>;
FileTables read_tables(std::string_view text, std::string_view format);

/// One of them, its moves not played yet; `first_line` is where it begins.
ReadTree parse_game(std::string_view text, std::string_view format, std::string_view game, int first_line,
                    const FileTables& tables);

/// The only game of a text in UTF-8, of which all moves of the main line must be legal; others are what
/// GameReader is for. Without a game the one that the format is for, or the first that can be played so.
Read read_game(std::string_view text, std::string_view format, std::string_view game);

}  // namespace server

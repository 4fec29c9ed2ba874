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

/// Made by write_game(), for HTTP to send as it is.
struct GameFile {
  /// A string constant: it outlives the file.
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
  /// Files of it cannot stand one after another in one.
  bool is_binary = false;
};

/// All that are written but JSON, which keeps whole records: see record_json.h.
std::span<const GameFormat> game_formats();

/// None if the game has no such format, or the format cannot tell of this game.
/// @pre all moves of `game` are legal from its start. O(moves). What is written can be read back by
/// read_game(), a binary one by read_binary(), and is then written again byte for byte.
std::optional<GameFile> write_game(std::string_view format, const PlayedGame& game,
                                   PgnNotation notation = PgnNotation::iccs);

/// The words for text that is read, "pgn" first, each once.
/// In the order of the table; each can be given to the functions below. Binary formats are in binary_file.h.
std::vector<std::string_view> text_formats();
/// Whether it is one of them: not of a binary file.
bool is_text_format(std::string_view format);
/// The games that such a text may be of, none for another word.
std::vector<std::string_view> games_of_format(std::string_view format);

/// Which of text_formats() a text looks like.
/// Never empty: a text that looks like nothing else is "transcript". A guess by the beginning and by some
/// signs; whether there is a game shows only when it is parsed.
std::string_view detect_format(std::string_view text);

/// What is wrong with a file where one of its games was not chosen.
engine::Unexpected<BadText> several_games(std::size_t games);

/// The games of a text in such a format, never none; what stands between them belongs to none.
/// Views of `text`, in its order, at most kMostGames + 1. Parses no moves; O(text).
std::vector<std::string_view> split_games(std::string_view text, std::string_view format);

/// What games of a file refer to, by what it is and its number: "player 12".
using FileTables = std::map<std::string, std::string, std::less<>>;
/// Empty but for RIF. Read once a file, since each game needs them.
FileTables read_tables(std::string_view text, std::string_view format);

/// One of them, its moves not played yet; `first_line` is where it begins.
/// `game` chooses between games of a format that serves several, and may be empty where the format serves
/// one. Pure: safe from any thread.
ReadTree parse_game(std::string_view text, std::string_view format, std::string_view game, int first_line,
                    const FileTables& tables);

/// The only game of a text in UTF-8, of which all moves of the main line must be legal; others are what
/// GameReader is for. Without a game the one that the format is for, or the first that can be played so.
Read read_game(std::string_view text, std::string_view format, std::string_view game);

}  // namespace server

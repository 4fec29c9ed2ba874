#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "storage/record.h"

/// What writers and readers of formats share: a game without a tree, and texts about what is wrong.
namespace server {

/// What a game was part of, in files, if it was part of nothing but this server.
inline constexpr std::string_view kOurEvent = "Sanqi";

/// What files tell of a game. Writers make text of it, readers make it of text.
/// A plain value. Readers leave `moves` empty until play_tree() has played them.
struct PlayedGame {
  std::string game{};
  std::string rule{};                    ///< Never empty.
  int size = 0;                          ///< Of the board where the game has several.
  std::string start_pos{};               ///< As the engine writes it; empty: the usual start.
  std::array<std::string, 2> names{};    ///< Of the players, first side first.
  std::string event{};                   ///< What it was part of; empty: a game of this server.
  std::optional<storage::Millis> at{};   ///< When it was played, as exactly as is known.
  std::string date{};                    ///< What writers tell of the day, where it is no whole one.
  std::vector<std::string> moves{};      ///< Protocol text.
  std::vector<storage::Millis> spent{};  ///< Thinking time of each move.
  std::string result{};                  ///< "first", "second", "draw"; empty: not over, or not known.
  std::string reason{};                  ///< A word of the protocol; empty: not known.
  bool operator==(const PlayedGame&) const = default;
};

/// Why a text is no game that we could keep.
struct BadText {
  int line = 0;         ///< From 1; 0: the text as a whole.
  std::string reason;   ///< A stable word: "syntax", "no_such_move", "too_long", ...
  std::string message;  ///< A sentence for people, with the line in it.
};

using Read = engine::Expected<PlayedGame, BadText>;

/// The message gets "line N: " before it, and is cut where it repeats too much of the text.
/// At most 256 bytes of message are kept, cut at a code point.
engine::Unexpected<BadText> bad_text(int line, std::string reason, std::string_view message);

/// The game of a record: the moves that stand on the board in the end, however often some were taken back.
/// None if the record names a game or a start that the engine does not know.
/// O(events). Moves are not checked: a record of the store was checked when it was made.
std::optional<PlayedGame> played_game(const storage::Record& record);

/// The second side moves first in this game, as it may in a set-up position.
/// By the text of the start alone. The usual start is always the first side's.
bool second_begins(const PlayedGame& game);

/// Code points.
inline constexpr std::size_t kLongestNameOfGame = 64;
/// A name as it may stand on one line: no control characters, no blanks around it, at most
/// kLongestNameOfGame. Empty stays empty.
std::string clean_name(std::string_view text);

/// `text` with a backslash before each of `signs`.
std::string escaped(std::string_view text, std::string_view signs);

/// The moment as `form` of fmt says it, in UTC; empty if it is not known.
/// `form` is a pattern of fmt's chrono, "{:%Y-%m-%d}".
std::string day(const PlayedGame& game, const char* form);

/// Midnight UTC of a day written as 2024.11.18, 2024-11-18 or 2024/11/18, with what may follow; question
/// marks count as the first month or day. None if it is no day.
/// Years 1000 to 9999; also 20241118 and 2024年11月18日. What stands behind the day is ignored.
std::optional<storage::Millis> read_day(std::string_view text);
/// The same with the time of the day after it: 2024-11-18 03:20:00 or 2003.12.15_13:24:03.
/// A time that cannot be read gives midnight.
std::optional<storage::Millis> read_moment(std::string_view text);
/// Whether read_day() reads it, nothing of it is unknown, and nothing but a time follows.
bool is_whole_day(std::string_view text);
/// What is known of such a day: "2019-05-??", "2019-??-??", of `1998 Nov` the month as well; empty: nothing.
std::string partial_day(std::string_view text);
/// PlayedGame::date, or the day as day() has it.
/// @param form "{:%Y" and the sign that parts its numbers, and so on
std::string told_day(const PlayedGame& game, const char* form);

/// Of one move; the longest clock of ours gives 14 days.
inline constexpr storage::Millis kLongestThought = 366LL * 24 * 3600 * 1000;

/// The word, if it is one with which the protocol says why a game ended, or what PGN's standard says for one.
/// Empty for any other word.
std::string known_reason(std::string_view word);

/// One of the four by the result: first, second, draw, not known.
std::string_view result_word(const PlayedGame& game, const std::array<std::string_view, 4>& words);

}  // namespace server

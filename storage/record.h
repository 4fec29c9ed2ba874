#pragma once

#include <array>
#include <compare>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "storage/event_kind.h"
#include "storage/people.h"

/// Plain data of what is kept: games, the events of which they are made, and who plays them. Words (status,
/// reason, kind, side) are those of the protocol; moves and positions are text that only the engine
/// understands.
namespace storage {

/// All zero: unlimited. See the protocol for what each number means.
struct TimeControl {
  Millis initial = 0;
  Millis increment = 0;
  Millis byoyomi = 0;
  int periods = 0;
  Millis per_move = 0;
  int days = 0;
  bool operator==(const TimeControl&) const = default;
};

/// The holder of one side of a game.
struct Seat {
  std::string name;
  std::string user;          ///< User::id; empty: free, or a bot.
  int level = 0;             ///< 1..8: a bot of that level; 0: a person.
  std::string token_hash;    ///< Of the bearer token of this seat; never the token itself.
  int rating = 0;            ///< Of the user when the seat was taken; 0: none, a guest.
  bool provisional = false;  ///< That rating is no more than a guess.
  bool program = false;      ///< User::program, as the store says besides.
  bool operator==(const Seat&) const = default;
};

/// How the room of a game is kept in order. Empty: nothing was said.
/// Written as a whole each time.
struct RoomOrder {
  std::string host;               ///< User::id of the one that opened it without taking a seat.
  std::set<std::string> put_out;  ///< Users who may not come in.
  std::set<std::string> muted;    ///< Users who may not speak.
  bool operator==(const RoomOrder&) const = default;
};

/// How a game stands.
struct Ending {
  std::string status = "playing";  ///< "playing", "finished" or "aborted".
  std::string result;              ///< "first", "second" or "draw" once finished.
  std::string reason;              ///< "checkmate", "timeout", ...
  Millis ended = 0;
  std::string pos{};  ///< On the board at the end; empty: not worked out yet, or it goes on.
  bool operator==(const Ending&) const = default;
};

/// The opening code of games that were stored before there were such codes.
inline constexpr std::string_view kUnclassified = "?";

/// What does not change in a game but for its seats, its opening code and its ending.
struct Game {
  std::string id;
  std::string code;  ///< Short text to join by; unique among the games being played unless empty.
  std::string game;  ///< "xiangqi", ...
  std::string rule;
  std::string opening;    ///< Opening procedure ("swap2", ...); empty: none.
  int size = 0;           ///< Of the board, where the game has several; else 0.
  std::string start_pos;  ///< Empty: the usual start.
  TimeControl time;
  std::array<Seat, 2> seats;  ///< First side, second side.
  bool rated = false;
  bool is_private = false;
  Millis created = 0;
  Ending ending;
  std::string source{};  ///< Format of the file that it was imported from; empty: it was played here.
  std::string event{};   ///< What the file says it was part of.
  /// Of the opening that its moves make, in words of the engine; empty: none; kUnclassified: not worked
  /// out yet.
  std::string opening_code{};
  /// When the server has something to do in it by itself, while it is being played. 0: at any moment, for a
  /// clock runs or a bot moves. Else nothing happens before this moment unless a player acts.
  Millis due = 0;
  RoomOrder order{};         ///< Of its record alone: lists do without.
  std::string tournament{};  ///< Tournament::id; of its record alone, too. Written by AppendTournament.
  bool operator==(const Game&) const = default;
};

/// One step in the life of a game: a move, but also a takeback, an offer, a change of the clock, the end. The
/// events of a game, replayed in order, are the game; nothing of them is ever changed or deleted.
struct Event {
  std::string game;  ///< Game::id
  int v = 0;         ///< 1, 2, 3, ... without gaps: the version that the protocol shows.
  EventKind kind = EventKind::start;
  int ply = 0;                    ///< Moves on the board after it.
  std::string by;                 ///< "first", "second", or empty: the server.
  std::string move;               ///< Of a "move".
  std::string detail;             ///< What else the kind needs, in words that only the room reads.
  std::array<Millis, 2> clock{};  ///< What each side had left after it.
  std::array<int, 2> periods{};
  std::string running;  ///< Whose clock ran after it: "first", "second" or empty.
  Millis spent = 0;     ///< Thinking time charged.
  Millis lag = 0;       ///< Delay of the network given back.
  Millis at = 0;        ///< When it happened.
  bool operator==(const Event&) const = default;
};

/// A game with all its events.
struct Record {
  Game game;
  std::vector<Event> events;
  std::optional<std::array<RatingChange, 2>> ratings = {};  ///< Of a rated game that is over.
  bool operator==(const Record&) const = default;
};

/// How much there is to read and to replay in a game.
struct RecordSize {
  int events = 0;
  int plies = 0;  ///< On the board after the last event.
  bool operator==(const RecordSize&) const = default;
};

/// A line in a list of games.
struct Summary {
  Game game;
  int plies = 0;
  bool operator==(const Summary&) const = default;
};

/// Where the next page of a list begins: after this game.
/// A position in the order of lists, not an offset: pages stay right while games are added.
struct Cursor {
  Millis created = 0;
  std::string id;
  auto operator<=>(const Cursor&) const = default;
};

/// Which games to list, newest first. Empty fields do not filter. Private games are listed only for their
/// players.
struct GameQuery {
  std::string game{};
  std::string rule{};
  std::string opening_code{};   ///< This one,
  std::string opening_group{};  ///< or all that begin so.
  std::string status{};
  std::string result{};       ///< "first", "second", "draw"; of `player` also "won" and "lost".
  std::string player{};       ///< The id or name of a user who holds a seat.
  bool player_is_id = false;  ///< It is an id: names, which a file may give anyone, do not count.
  std::string opponent{};     ///< Of the other seat; "ai": any bot. Only together with `player`.
  bool opponent_is_id = false;
  std::optional<bool> imported{};  ///< Those that were played elsewhere; or none of them.
  std::optional<Millis> from{};    ///< Not created before.
  std::optional<Millis> until{};   ///< Created before.
  bool with_private = false;
  std::optional<Cursor> after{};
  int limit = 50;

  /// For what no index of a database tells: both stores look at games one by one with it, so they cannot
  /// differ.
  bool matches(const Game& game) const;
  /// The side of `player`: 0 or 1, the first of both; none: no player is asked for, or this one does not
  /// play.
  std::optional<std::size_t> side_of_player(const Game& game) const;
};

}  // namespace storage

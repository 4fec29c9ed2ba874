#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/protocol/analysis_messages.h"
#include "server/protocol/message_parts.h"
#include "server/protocol/time.h"

/// What a client may say, and how much of it at once.
namespace server::protocol {

inline constexpr int kVersion = 1;
/// Of one message from a client, in bytes. The longest honest one (a chat line in Chinese) has about 600.
inline constexpr std::size_t kMaxMessageBytes = 4096;
inline constexpr std::size_t kMaxChatLength = 140;  ///< Code points.
inline constexpr std::size_t kMaxWatched = 16;      ///< Games of one `watch`.
inline constexpr int kMaxRating = 4000;             ///< Bound of a seek; no rating comes near it.
inline constexpr int kMaxBoard = 26;                ///< Files have letters.

struct Hello {
  int version = 0;
  std::optional<std::string> name;
  std::optional<std::string> token;   ///< From an earlier `welcome`.
  std::optional<std::string> client;  ///< Which program this is, for the log.
  bool deltas = false;                ///< Events are to say what changed, instead of the whole state.
  bool turns = false;                 ///< Wants to hear of turns in its user's games.
  bool operator==(const Hello&) const = default;
};

struct Ping {
  std::int64_t at = 0;  ///< The client's own clock; comes back as it is.
  bool operator==(const Ping&) const = default;
};

struct WatchLobby {
  bool on = true;
  bool operator==(const WatchLobby&) const = default;
};

enum class Opponent { human, ai, ai_vs_ai };

struct Seek {
  std::string game;
  std::string rule = {};     ///< Empty: the game's first.
  std::string opening = {};  ///< Opening procedure; empty: none.
  TimeControl time = {};
  SideChoice side = SideChoice::random;
  bool rated = false;
  RatingRange ratings = {};
  bool operator==(const Seek&) const = default;
};

struct Unseek {
  std::string seek_id;
  bool operator==(const Unseek&) const = default;
};

struct Create {
  std::string game;
  std::string rule = {};     ///< Empty: the game's first.
  std::string opening = {};  ///< Opening procedure; empty: none.
  TimeControl time = {};
  SideChoice side = SideChoice::random;
  Opponent opponent = Opponent::human;
  std::optional<int> level = {};  ///< Of the bot; both bots of an `aivsai`.
  bool is_private = false;
  std::string pos = {};  ///< Empty: the start position.
  int size = 0;          ///< Of the board where the game has several; 0: the usual one.
  bool rated = false;
  bool operator==(const Create&) const = default;
};

struct Join {
  std::string game_id;  ///< This, or ...
  std::string code;     ///< ... this; the other is empty.
  bool as_player = false;
  std::optional<std::string> token;  ///< The seat's, from `created`.
  std::optional<int> since;          ///< The last version that the client has seen.
  bool operator==(const Join&) const = default;
};

struct Leave {
  std::string game_id;
  bool operator==(const Leave&) const = default;
};

struct PlayMove {
  std::string game_id;
  int ply = 0;  ///< Half-moves played before this one.
  std::string move;
  std::optional<Millis> spent;  ///< The client's own measure of its thinking time.
  bool operator==(const PlayMove&) const = default;
};

enum class ActionKind {
  resign,
  abort,
  draw,
  takeback,
  rematch,
  pause,
  resume,
  add_time,
  claim_win,
  claim_draw,
  hint,
  keep,
  swap,
  more,
  offer
};

struct Action {
  std::string game_id;
  ActionKind kind = ActionKind::resign;
  bool on = true;                       ///< False: decline the other's offer, or withdraw one's own.
  std::vector<std::string> moves = {};  ///< offer
  std::optional<int> seen = {};         ///< The version that its sender had seen.
  bool operator==(const Action&) const = default;
};

struct Chat {
  std::string game_id;
  ChatRoom room = ChatRoom::all;
  std::string text;
  bool operator==(const Chat&) const = default;
};

struct WatchGames {
  std::vector<std::string> ids;
  bool operator==(const WatchGames&) const = default;
};

enum class HostKind { kick, mute, unmute, close, pause, resume };

/// What the host of a room does with it, beyond playing in it.
struct HostAction {
  std::string game_id;
  HostKind kind = HostKind::close;
  std::string name;              ///< kick, mute, unmute: whom.
  std::optional<int> seen = {};  ///< As of an Action.
  bool operator==(const HostAction&) const = default;
};

/// A line of this room's chat is found fault with: the host and the operator of the server are to look at it.
struct ReportLine {
  std::string game_id;
  std::string from;  ///< Who said it, ...
  TimePoint at;      ///< ... and when: both as the line has them.
  bool operator==(const ReportLine&) const = default;
};

using ClientMessage = std::variant<Hello, Ping, WatchLobby, Seek, Unseek, Create, Join, Leave, PlayMove,
                                   Action, Chat, WatchGames, WatchAnalysis, Explore, HostAction, ReportLine>;

/// What came in one WebSocket message. `id` is the client's; the answer repeats it.
struct Request {
  std::optional<std::int64_t> id;
  ClientMessage message;
};

}  // namespace server::protocol

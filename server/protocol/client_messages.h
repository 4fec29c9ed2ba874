#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/protocol/analysis_messages.h"
#include "server/protocol/message_parts.h"
#include "server/protocol/study_messages.h"
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

/// The first message of a connection, and of a connection that renames its user. Answered by `welcome`.
struct Hello {
  int version = 0;
  std::optional<std::string> name;    ///< Wanted by a guest; none: one is given.
  std::optional<std::string> token;   ///< From an earlier `welcome`.
  std::optional<std::string> client;  ///< Which program this is, for the log.
  bool deltas = false;                ///< Events are to say what changed, instead of the whole state.
  bool turns = false;                 ///< Wants to hear of turns in its user's games.
  bool operator==(const Hello&) const = default;
};

/// Keeps a connection awake, and measures the clocks' difference. Answered by `pong`.
struct Ping {
  std::int64_t at = 0;  ///< The client's own clock; comes back as it is.
  bool operator==(const Ping&) const = default;
};

/// Answered by a snapshot, then changes, until it is taken back.
struct WatchLobby {
  bool on = true;
  bool operator==(const WatchLobby&) const = default;
};

enum class Opponent { human, ai, ai_vs_ai };

/// Answered by an `ack` with its id once it is stored; `created` when another fits.
struct Seek {
  std::string game;
  std::string rule = {};     ///< Empty: the game's first.
  std::string opening = {};  ///< Opening procedure; empty: none.
  TimeControl time = {};
  SideChoice side = SideChoice::random;
  bool rated = false;
  RatingRange ratings = {};  ///< Of the opponent; anyone, by default.
  std::string with = {};     ///< The seek of another that it joins; empty: any that fits.
  bool operator==(const Seek&) const = default;
};

/// Answered by an `ack`.
struct Unseek {
  std::string seek_id;
  bool operator==(const Unseek&) const = default;
};

/// Opens a room. Answered by `created`, after its first row is on disk.
struct Create {
  std::string game;
  std::string rule = {};     ///< Empty: the game's first.
  std::string opening = {};  ///< Opening procedure; empty: none.
  TimeControl time = {};
  SideChoice side = SideChoice::random;
  Opponent opponent = Opponent::human;  ///< Whom the free seat is for, or that there is none.
  std::optional<int> level = {};        ///< Of the bot; both bots of an `aivsai`.
  bool is_private = false;
  std::string pos = {};  ///< Empty: the start position.
  int size = 0;          ///< Of the board where the game has several; 0: the usual one.
  bool rated = false;
  bool operator==(const Create&) const = default;
};

/// Comes into a room, also again. Answered by `gameFull`, or by what it missed.
struct Join {
  std::string game_id;               ///< This, or ...
  std::string code;                  ///< ... this; the other is empty.
  bool as_player = false;            ///< Wants its seat or a free one; false: to look on.
  std::optional<std::string> token;  ///< The seat's, from `created`.
  std::optional<int> since;          ///< The last version that the client has seen.
  bool operator==(const Join&) const = default;
};

/// Gives up the place in the room, not the seat: the game goes on. Answered by an `ack`.
struct Leave {
  std::string game_id;
  bool operator==(const Leave&) const = default;
};

/// Answered by an `ack` after the commit, with the clocks after the move. May be sent again.
struct PlayMove {
  std::string game_id;
  int ply = 0;                  ///< Half-moves played before this one.
  std::string move;             ///< In any notation of the game.
  std::optional<Millis> spent;  ///< The client's own measure of its thinking time.
  bool operator==(const PlayMove&) const = default;
};

// Words as in docs/protocol.md. From `keep` on: choices of an opening.
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
  offer,
  declare
};

/// Of a player, beside a move. Answered by an `ack` after the commit, or by what the kind brings.
struct Action {
  std::string game_id;
  ActionKind kind = ActionKind::resign;
  bool on = true;                       ///< False: decline the other's offer, or withdraw one's own.
  std::vector<std::string> moves = {};  ///< offer
  int count = 0;                        ///< declare: so many fifth moves
  std::optional<int> seen = {};         ///< The version that its sender had seen.
  bool operator==(const Action&) const = default;
};

/// Answered by an `ack`; the line comes back to all, the sender included.
struct Chat {
  std::string game_id;
  ChatRoom room = ChatRoom::all;
  std::string text;  ///< 1 to kMaxChatLength code points; control characters become blanks.
  bool operator==(const Chat&) const = default;
};

/// The small boards that a connection wants to see, instead of those before.
struct WatchGames {
  std::vector<std::string> ids;  ///< At most kMaxWatched games.
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

/// Open challenges, and what becomes of them, are to be told.
struct WatchChallenges {
  bool on = true;
  bool operator==(const WatchChallenges&) const = default;
};

/// Asks another account for a game.
struct Challenge {
  std::string to;  ///< A name.
  Seek wish;       ///< Of any rating.
  bool operator==(const Challenge&) const = default;
};

enum class Reply { accept, decline, withdraw };

struct AnswerChallenge {
  std::string challenge_id;
  Reply reply = Reply::decline;
  std::optional<DeclineReason> reason = {};
  bool operator==(const AnswerChallenge&) const = default;
};

// One of these in each message; a new kind needs a part of the hub that takes it, see Hub::route().
using ClientMessage =
    std::variant<Hello, Ping, WatchLobby, Seek, Unseek, Create, Join, Leave, PlayMove, Action, Chat,
                 WatchGames, WatchAnalysis, Explore, HostAction, ReportLine, WatchChallenges, Challenge,
                 AnswerChallenge, OpenStudy, CloseStudy, EditStudy, StudyCursor>;

/// What came in one WebSocket message. `id` is the client's; the answer repeats it.
struct Request {
  std::optional<std::int64_t> id;
  ClientMessage message;
  /// Without `id` the client expects no answer, but for an error.
};

}  // namespace server::protocol

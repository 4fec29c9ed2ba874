#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/identity/ratings.h"
#include "server/protocol/messages.h"
#include "server/room/presence.h"
#include "storage/record.h"

/// What can happen to a room.
// A variant, so that a test writes a game as a list of inputs.
namespace server {

using protocol::ActionKind;
using protocol::ChatRoom;
using protocol::HostKind;

/// Where an answer goes: to which viewer, and under which number its client expects it.
/// Every request has one; the number is the client's own, given back with the answer.
struct ReplyTo {
  ViewerId viewer = 0;
  std::optional<std::int64_t> request;
};

class Room;

/// What a new game comes of, which is written down together with it.
/// It is part of the same commit, so that a game is never on record without it.
struct ComesOf {
  std::array<std::string, 2> seeks = {};       ///< Empty: of none.
  std::optional<storage::Event> rematch = {};  ///< Of the game before; the new one's id is still to come.
  std::string challenge = {};                  ///< Empty: of none.
};

/// Told of the room of a rematch, if it comes to one. Until then it holds what that game takes of quotas.
/// Called before RematchCreated is fed.
using NextOpened = std::function<void(const Room& next)>;

/// The room is new: it is to be written down, and begins if no player is awaited.
struct Opened {
  ComesOf of = {};
};
/// The room comes from a record, after the server was away.
/// The first input of such a room.
struct Restored {
  TimePoint lived_until{};  ///< As far as is known: since then no clock has run.
};
/// A client asks to come in, or asks for the game again after a lost connection.
struct Joined {
  ReplyTo reply_to;
  protocol::User user;
  std::optional<ShownRating> rating = {};  ///< At this game and speed; none: a guest.
  bool as_player = false;
  bool keeps_order = false;           ///< May act as the host.
  bool in_all_rooms = false;          ///< The host of the server: no other host keeps this user out.
  std::string token_hash;             ///< Of the seat's token, if one was shown that may open it.
  std::optional<int> since;           ///< The version that its page has; none: it asks for everything.
  Millis round_trip{0};               ///< As the server measured it; zero: not known yet.
  SharedBlocked blocked = {};         ///< Viewer::blocked
  std::shared_ptr<void> ticket = {};  ///< Of one more game: held until the seat is taken, or is not.
  std::string blocked_by = {};        ///< A player of this game who blocks the user, as the store knows.
};
/// How a viewer goes: the connection dropped, its page was closed or loaded anew, or `leave` was said.
enum class Leaving { lost, closed, said };
struct Left {
  ReplyTo reply_to;
  Leaving how = Leaving::closed;
};
struct MoveSent {
  ReplyTo reply_to;
  int ply = 0;                  ///< Half-moves that the client had seen.
  std::string move;             ///< In any notation of the game; not checked.
  std::optional<Millis> spent;  ///< As the client measured its own thinking; none: it does not tell.
  Millis round_trip{0};
};
struct Acted {
  ReplyTo reply_to;
  ActionKind kind = ActionKind::resign;
  bool on = true;                       ///< False: withdraw one's own offer, or decline the other's.
  std::vector<std::string> moves = {};  ///< ActionKind::offer
  Millis round_trip{0};                 ///< As the server measured it last.
  NextOpened next_opened = {};          ///< ActionKind::rematch
  std::optional<int> seen = {};         ///< The version that the client had seen; none: not told.
  int count = 0;                        ///< ActionKind::declare
};
/// The host keeps order. The caller has made sure that the user may.
struct Hosted {
  ReplyTo reply_to;
  HostKind kind = HostKind::close;
  std::string name;              ///< kick, mute, unmute: whom.
  std::optional<int> seen = {};  ///< As Acted::seen.
};
struct Chatted {
  ReplyTo reply_to;
  ChatRoom room = ChatRoom::all;  ///< To players alone, or to all.
  std::string text;
  bool is_shadow = false;  ///< Its speaker alone is shown it.
};
/// A line of the chat is reported.
/// Named by who said it and when, as the line is known by its moment.
struct LineReported {
  ReplyTo reply_to;
  std::string from;
  TimePoint at;
};
/// A moderator removes the reported lines of a user.
struct LinesRemoved {
  std::string speaker;     ///< User::id
  bool in_secret = false;  ///< Whom they stay for.
};
/// A moderator finds no fault with the lines of a user that were reported until then.
struct ReportsDismissed {
  std::string speaker;  ///< User::id
  TimePoint until;
};
/// The answer to AskBot.
/// Compared with the last question: an answer to an older one is dropped.
struct BotMoved {
  std::uint64_t epoch = 0;
  int ply = 0;
  std::string move;
  Millis thought{0};
  std::vector<engine::Line> lines = {};  ///< Best first; empty if the bot failed.
  int depth = 0;                         ///< In plies.
};
/// One timer serves every deadline of a room.
struct TimerFired {};
/// The record says that no player has acted for too long (storage::Game::due).
/// Found by LapseSweep; the game looks again before it ends.
struct Lapsed {};
/// This game counts no more in its tournament.
struct Annulled {
  bool even_begun = true;  ///< Else it goes on where its clock has started.
};
/// The place of this room in memory is wanted for another one.
/// Ignored where the room has work, or a viewer who plays.
struct Spared {
  bool even_watched = false;  ///< Who only looks on has to go, too.
};
/// The answer to CreateRematch, when its event is on disk; empty if there could be none.
struct RematchCreated {
  std::string game;
};
/// The answer to AskHint.
/// Answered to one viewer, if it is still here.
struct HintFound {
  ReplyTo reply_to;
  int ply = 0;
  std::string pos;
  engine::Thought thought;
};
/// The answers to Persist.
/// Exactly one of these answers each Persist.
struct Committed {
  std::optional<protocol::RatingChanges> ratings = {};  ///< If Persist::rates, and it was rated.
};
struct CommitFailed {
  bool refused = false;  ///< Another server has gone on with this game: it is no longer ours.
  bool unknown = false;  ///< It may have been written. Neither: it was not, and later it may go.
};

// Committed and CommitFailed come only while a commit is under way, the others only when none is.
using Input = std::variant<Opened, Restored, Joined, Left, MoveSent, Acted, Hosted, Chatted, LineReported,
                           LinesRemoved, ReportsDismissed, BotMoved, TimerFired, Lapsed, Annulled, Spared,
                           RematchCreated, HintFound, Committed, CommitFailed>;

}  // namespace server

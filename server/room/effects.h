#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/game.h"
#include "engine/search/time_plan.h"
#include "server/bots/levels.h"
#include "server/protocol/messages.h"
#include "server/room/inputs.h"
#include "server/room/presence.h"
#include "storage/store.h"

/// What a room wants done. Effects are carried out in order, by Room or by a test; Broadcast and Publish
/// reach the viewers of that moment.
namespace server {

/// To be written, all of it, before anything that follows from it is seen: answered by Committed or
/// CommitFailed, and until then the room takes no other input.
/// Room gives it to RecordQueue; a test answers with Committed at once.
struct Persist {
  std::vector<storage::Write> writes;
  bool rates = false;  ///< A rated game gets its result: its rating belongs into the same transaction.
};
/// To one viewer; the session encodes it.
struct Send {
  ViewerId to = 0;
  protocol::ServerMessage message;
  std::optional<std::int64_t> request;
};
/// To all viewers of the room, or to those at the seats.
struct Broadcast {
  protocol::ServerMessage message;
  bool players_only = false;
  std::set<ViewerId> except = {};
  std::string speaker = {};      ///< User::id: viewers who block that user are left out.
  bool is_shadow = false;        ///< To that user alone.
  std::string hidden_from = {};  ///< User::id of one who is not to hear of it; empty: none.

  bool is_for(ViewerId id, const Viewer& viewer) const {
    return !except.contains(id) && (viewer.seat || !players_only) && !is_blocked(viewer.blocked, speaker) &&
           (!is_shadow || viewer.user.id == speaker) &&
           (hidden_from.empty() || viewer.user.id != hidden_from);
  }
};
/// An event to all viewers; those who speak for `mover` get the legal moves with it.
/// Written once for each form (EventTexts): delta or whole state, with or without legal moves.
struct Publish {
  protocol::GameEvent event;
  std::optional<Seat> mover;
  std::vector<std::string> legal;
  std::optional<ViewerId> newcomer;  ///< Has just been sent all of it, and is left out.
};
/// Replaces the timer set before; none: no timer.
struct SetTimer {
  std::optional<TimePoint> at;
};
/// The answer is BotMoved with the same epoch and ply. A clone of the match belongs to the thought.
struct AskBot {
  std::uint64_t epoch = 0;
  int ply = 0;
  int level = 1;
  std::optional<engine::search::Clock> clock;  ///< None: unlimited.
  std::unique_ptr<engine::Match> match;        ///< At `ply`; the thought's own.
  int lines = 1;                               ///< How many of the best moves to tell the value of.
  std::vector<std::string> among = {};         ///< Only these moves; empty: all.
  Moment moment = {};
};
/// The answer to the last AskBot is not needed any more.
/// An answer that comes all the same is dropped by its epoch.
struct CancelBot {};
/// What would a bot at its best play here? For the viewer that asked alone.
/// Its answer is HintFound. The viewer may have left or moved on; both are seen when it comes.
struct AskHint {
  ReplyTo reply_to;
  int ply = 0;
  std::string pos;
  std::unique_ptr<engine::Match> match;
  std::vector<std::string> among = {};  ///< Only these moves; empty: all.
};
/// A new room for the same players; only id, code and time of creation are missing. Written down with it is
/// the event here that leads there.
/// The answer is RematchCreated. Only id, code and time are missing, as create_rematch() adds them.
struct CreateRematch {
  storage::Game header;
  storage::Event event;
  NextOpened opened;  ///< Acted::next_opened
};
/// This viewer was refused and is not here.
/// The place in the room's table of subscribers goes too.
struct TurnedAway {
  ViewerId viewer = 0;
};
/// This viewer is put out: that is told, and the connection is closed.
struct Dismiss {
  ViewerId viewer = 0;
};
/// A line of the chat is on record as reported: the operator is to know.
/// The log names ids, never the words of the line.
struct ChatReported {
  storage::Report report;
};
/// What the lobby shows of this room is not what it was.
/// After a commit, a crowd or a change of seats: the lobby, boards and counters look again.
struct Changed {};
/// The room is not needed in memory any more.
/// No input is taken after it.
struct Retire {};

// Some carry a whole game (AskBot) or a state (Publish): they are moved, never copied.
using Effect = std::variant<Persist, Send, Broadcast, Publish, SetTimer, AskBot, CancelBot, AskHint,
                            CreateRematch, TurnedAway, Dismiss, ChatReported, Changed, Retire>;

}  // namespace server

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/match/game_log.h"
#include "storage/record.h"

/// What may be done in a game: each function answers (game, what is asked, now) by the event with which the
/// game goes on, or by a refusal, and changes nothing. They know seats but no people: what they need to know
/// of who is there is passed in. GameLog::follow() makes the event happen.
namespace server {

using protocol::ActionKind;

/// What comes of a request. A refusal is an answer for a person and names an ErrorCode of the protocol;
/// nothing is thrown.
struct Decision {
  /// How the game goes on. None: refused, or granted with nothing left to do (said twice, agreed already).
  std::optional<storage::Event> event = {};
  /// What is answered instead of an acknowledgement; none: granted. Together with an event when the
  /// request came after the time of its turn was over: then the event is the end of the game.
  std::optional<protocol::Error> refusal = {};
  /// Both want to play again: a new game is to be made for them. Comes without an event.
  bool rematch = false;
};

/// A move as a client sends it.
struct MoveRequest {
  int ply = 0;       ///< Half-moves that its sender had seen.
  std::string move;  ///< As text that has not been checked.
  std::optional<Millis> spent = {};
  Millis round_trip{0};  ///< As the server measured it; at most this is given back.
};

/// Anything else that a player asks for, but for a hint.
struct ActionRequest {
  ActionKind kind = ActionKind::resign;
  bool on = true;                       ///< False: decline the other's offer, or withdraw one's own.
  std::vector<std::string> moves = {};  ///< ActionKind::offer
  Millis round_trip{0};
  /// The version that the client had seen; none: not told. What means something else by now is refused.
  std::optional<int> seen = {};
  int count = 0;  ///< ActionKind::declare
};

/// What a decision needs to know of the room around the game, as things stand at its `now`.
struct DecisionContext {
  bool bot_agrees_to_draw = false;
  /// When the player who asks may claim the game because the opponent is away; none: not at all.
  std::optional<TimePoint> claimable_at = {};
  bool rematch_is_coming = false;  ///< It is agreed, and being made.
};

// ---- players ---------------------------------------------------------------------------------------------

/// A move that this seat has played already, because its acknowledgement was lost, is granted without an
/// event.
Decision decide_move(const GameLog& log, Seat seat, const MoveRequest& request, TimePoint now);
Decision decide_action(const GameLog& log, Seat seat, const ActionRequest& request,
                       const DecisionContext& around, TimePoint now);
/// A choice of the opening; also what decide_action() asks for the actions of the same names.
Decision decide_choice(const GameLog& log, Seat seat, const OpeningChoice& choice, Millis round_trip,
                       TimePoint now);
/// Why this seat may not be told what a bot would play; none: it may.
std::optional<protocol::Error> refuse_hint(const GameLog& log, Seat seat);

// ---- bots ------------------------------------------------------------------------------------------------

/// The move or choice of the bot whose turn it is, after `thought`. Never refused: one that is not allowed is
/// replaced by the first that is, so that no game stands still. @pre log.playing(), it is a bot's turn
Decision decide_bot_move(const GameLog& log, const std::string& move, Millis thought, TimePoint now);
Decision decide_bot_choice(const GameLog& log, const OpeningChoice& choice, Millis thought, TimePoint now);
/// What is given back to a bot as "network": all delay is the server's own.
inline constexpr Millis kBotRoundTrip = std::chrono::hours(1);

// ---- the host of the room --------------------------------------------------------------------------------

/// The host decides no game: no order makes a win, and a rated game that counts is out of
/// reach. `reason` is the word of the protocol: "closed", "kicked".
Decision decide_abort_by_host(const GameLog& log, std::string_view reason, TimePoint now);
Decision decide_pause_by_host(const GameLog& log, TimePoint now);
Decision decide_resume_by_host(const GameLog& log, TimePoint now);

// ---- the rules -------------------------------------------------------------------------------------------

/// The end that the rules of the game bring after the last event, if that was a move.
std::optional<storage::Event> end_by_rules(const GameLog& log, TimePoint now);
/// No first move was made in time; `waiting`: the other player, if they are to be named as one who has come.
storage::Event end_without_start(const GameLog& log, TimePoint now, std::optional<Seat> waiting = {});
/// It counts no more in its tournament.
storage::Event end_annulled(const GameLog& log, TimePoint now);

}  // namespace server

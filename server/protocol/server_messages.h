#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/game.h"
#include "server/protocol/analysis_messages.h"
#include "server/protocol/message_parts.h"
#include "server/protocol/study_messages.h"
#include "server/protocol/time.h"
#include "storage/event_kind.h"

/// What the server says.
namespace server::protocol {

/// An opening procedure, and under which rules it may be had.
struct OpeningInfo {
  std::string id;
  std::vector<std::string> rules;
};

struct GameInfo {
  std::string id;
  std::string name;
  std::vector<std::string> rules;
  std::array<std::string, 2> sides;  ///< What first and second are called: red and black.
  std::vector<int> sizes;            ///< Board sizes to choose from; empty where there is but one.
  std::vector<OpeningInfo> openings;
};

/// A game of the user that is not over.
struct PlayingGame {
  std::string game_id;
  std::string game;
  std::string opponent;  ///< Empty: no player yet.
  bool your_turn = false;
};

/// In a game of the user's, who is elsewhere, it is the other one's turn now, it is over, or it has begun.
struct TurnChange {
  PlayingGame game;
  bool over = false;
  std::string tournament_id = {};  ///< Of which this game has just begun; empty: another change.
  std::string outcome = {};        ///< Once it is over, for the user: won, lost, draw or aborted.
};

/// The answer to `hello`. The token is told once, and only its hash is stored.
struct Welcome {
  User user;
  std::string token;  ///< Keep it: `hello` with it makes one the same user again.
  TimePoint now;      ///< By the server's clock, which all later moments are told by.
  std::string server_name;
  std::string server_version;
  std::vector<GameInfo> games;
  std::vector<PlayingGame> playing = {};
  bool host = false;  ///< Of a server on a local network: all its rooms are this user's to keep in order.
  std::string ready_code = {};  ///< For the host alone: opens the room that is ready; empty: there is none.
};

/// The answer to `ping`.
struct Pong {
  std::int64_t at = 0;
  TimePoint now;
};

/// Done. Which fields it has depends on the request.
struct Ack {
  std::string game_id;
  std::optional<int> ply;                      ///< After the move.
  std::optional<std::array<Millis, 2>> clock;  ///< After the move.
  std::optional<int> version;                  ///< `join`: the newest event; the missing ones follow.
  std::string seek_id;
  std::string challenge_id = {};
  std::optional<int> node = {};  ///< `edit`: of the move that was added, or was there.
};

// Words of docs/protocol.md, in which clients decide by the code, never by the message.
enum class ErrorCode {
  bad_json,
  bad_message,
  unknown_type,
  too_large,
  hello_first,
  unauthorized,
  forbidden,
  not_found,
  elsewhere,
  bad_code,
  full,
  name_taken,
  bad_name,
  not_your_turn,
  illegal_move,
  stale_ply,
  game_over,
  no_offer,
  not_allowed,
  rate_limited,
  busy,
  unsupported,
  shutting_down,
  internal
};

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;  ///< A sentence for people.
  std::string reason;   ///< illegal_move: the rule's word, "own_king_in_check"; bad_message: the field.
  std::optional<Millis> retry;          ///< Try again after it; none: not by waiting.
  std::string game_id;                  ///< Of the room that it is about; empty: of none.
  std::string node;                     ///< elsewhere: the server that keeps the game.
  std::string url;                      ///< elsewhere: where players reach that one; empty: it does not say.
  std::optional<TimePoint> until = {};  ///< A measure of a moderator ends then; none: there is none, or it
                                        ///< has no end.
};

enum class Status { waiting, playing, finished, aborted };

/// A player as others see one: without a user's id.
struct PlayerInfo {
  std::string name = {};           ///< Empty: the seat is free.
  std::optional<int> rating = {};  ///< None: a guest, or unrated at this game and speed.
  bool provisional = false;        ///< The rating is no more than a guess yet.
  std::optional<int> level = {};   ///< Of a bot.
  bool online = false;             ///< A page of it is in the room; bots always are.
  bool program = false;            ///< An account of a program holds the seat.
  bool operator==(const PlayerInfo&) const = default;
};

/// A game as a list shows it. Private games are in no list.
struct LobbyGame {
  std::string game_id;
  std::string game;
  std::string rule;
  std::string opening = {};  ///< Empty: none.
  TimeControl time;
  bool rated = false;
  std::array<PlayerInfo, 2> players;
  Status status = Status::waiting;
  int ply = 0;
  int spectators = 0;
  bool operator==(const LobbyGame&) const = default;
};

/// A seek that waits for an opponent.
struct LobbySeek {
  std::string seek_id;
  std::string game;
  std::string rule;
  std::string opening = {};
  TimeControl time = {};
  SideChoice side = SideChoice::random;
  bool rated = false;
  std::string name;
  std::optional<int> rating;
  RatingRange ratings = {};
  bool program = false;  ///< Who seeks is one.
};

/// The answer to WatchLobby, before any change of it.
struct LobbySnapshot {
  std::vector<LobbySeek> seeks;
  std::vector<LobbyGame> games;
  int players = 0;  ///< People who are here, each counted once.
  int rooms = 0;
  std::string featured = {};  ///< The game most worth watching; empty: none.
};

/// What is new since the last one, coalesced. An entry of `add` replaces the one of the same id.
struct LobbyChange {
  std::vector<LobbySeek> add_seeks;
  std::vector<LobbyGame> add_games;
  std::vector<std::string> remove;  ///< Ids of games and seeks.
  int players = 0;
  int rooms = 0;
  std::string featured = {};
};

/// A room that the client has opened, or that has come of its seek.
struct Created {
  std::string game_id;
  std::string code;   ///< Five letters; opens the room until its game is over.
  std::string url;    ///< Of the page, without host and scheme.
  std::string token;  ///< The seat's; empty for `aivsai`, where the creator has none.
};

/// The clock as it stood at the start of the turn. The side to move has used `spent` of it at `at`; a client
/// shows ms - spent - (now - at), and counts byo-yomi periods and the per-move limit from the same sum.
struct ClockFace {
  std::array<Millis, 2> main{};  ///< Left at the start of the turn, of the first and second side.
  std::array<int, 2> periods{};  ///< Byo-yomi periods left, the running one included.
  std::optional<Side> running;   ///< None: no clock runs.
  TimePoint at;                  ///< By the server's clock.
  Millis spent{0};               ///< Of the turn, up to `at`.
  bool operator==(const ClockFace&) const = default;
};

/// Open offers: which side made it.
struct OfferBoard {
  std::optional<Side> draw, takeback, rematch, pause;
  bool operator==(const OfferBoard&) const = default;
};

/// The step of an opening that is under way: `by` places stones, or chooses.
struct OpeningFace {
  Side by = Side::first;
  std::vector<Choice> options;       ///< None: stones are placed.
  int stones = 0;                    ///< How many, before the other player acts.
  int at_most = 0;                   ///< Of a number that Choice::declare needs.
  int to_offer = 0;                  ///< How many moves Choice::offer needs, from when it is known.
  std::vector<std::string> offered;  ///< The moves to pick from.
};

/// How a game without a running clock ends if nothing happens in it.
struct Lapse {
  Millis in{0};
  std::optional<Side> winner;  ///< None: it is aborted.
};

/// All that there is to know of a game in progress; complete in every event.
struct GameState {
  std::string moves;  ///< With blanks between them.
  int ply = 0;        ///< How many.
  engine::Look look;
  // Empty where the viewer does not move: to generate them costs, and tells nothing.
  std::vector<std::string> legal;  ///< Sent to the side to move only: clients have no rules of their own.
  std::optional<ClockFace> clock;  ///< None: unlimited.
  bool paused = false;
  Status status = Status::waiting;
  std::optional<std::string> result;  ///< "first", "second" or "draw" once finished.
  std::string reason;  ///< A word of docs/protocol.md, such as "checkmate"; empty while the game goes on.
  OfferBoard offers;
  std::optional<OpeningFace> opening = {};
  std::string opening_code;         ///< Of the opening that the moves make; empty: it has no name.
  std::optional<Millis> expires;    ///< Until the game is aborted for want of a first move.
  std::optional<Lapse> lapse = {};  ///< None: a clock, a bot or want of a first move ends it or goes on.
};

struct ChatLine {
  std::string game_id;
  ChatRoom room = ChatRoom::all;
  std::string from;
  std::optional<Side> side;  ///< Of the writer, if seated.
  std::string text;
  TimePoint at;             ///< No two lines of a room have the same.
  bool is_removed = false;  ///< By a moderator: it has no text any more.
};

/// A moderator has removed this line.
struct ChatRemoved {
  std::string game_id;
  TimePoint at;  ///< ChatLine::at
};

/// A moderator has decided something against the user of this connection.
struct Measure {
  std::string kind;  ///< "mute"
  std::string reason;
  TimePoint until;
};

/// This line was reported. Only hosts are told.
struct Reported {
  ChatLine line;
};

/// What a rated game did to the rating of one player.
struct RatingChange {
  int before = 0;
  int after = 0;
  bool operator==(const RatingChange&) const = default;
};
using RatingChanges = std::array<RatingChange, 2>;  ///< Of first and second side.

/// The whole game, to one viewer: at a join, and whenever it must be certain what the viewer knows.
struct GameFull {
  std::string game_id;
  std::string code;
  std::string game;
  std::string rule;
  std::string opening;
  std::optional<Side> you;        ///< The side that this viewer plays; none: it looks on.
  std::optional<bool> host = {};  ///< Whether this viewer may act as host; none: it is no viewer.
  std::array<PlayerInfo, 2> players;
  int spectators = 0;
  TimeControl time;
  bool rated = false;
  int size = 0;           ///< Of the board where the game has several.
  std::string start_pos;  ///< As text, also where the game began from the usual position.
  GameState state;
  std::vector<ChatLine> chat;
  std::optional<std::string> rematch_id;  ///< The next game of these two.
  std::optional<RatingChanges> ratings;   ///< Of a rated game that is over.
  std::string tournament_id;              ///< Whose game it is; empty: of none.
  int version = 0;                        ///< Of the last event in it; deltas go on from there.
};

using storage::EventKind;
enum class OfferKind { draw, takeback, rematch, pause };

/// Something that happened in a game, numbered without gaps. The fields that a kind does not have are empty.
/// Sent to all viewers after the commit; with the delta of the state where they take deltas.
struct GameEvent {
  std::string game_id;
  int version = 0;
  EventKind kind = EventKind::start;
  std::optional<Side> by;                  ///< None: no side did it (the host, the rules, the clock).
  std::string move;                        ///< move
  Millis spent{0};                         ///< move: charged to the clock
  Millis lag{0};                           ///< move: given back for the way over the network
  std::vector<engine::Notation> notation;  ///< move
  std::optional<OfferKind> offer;          ///< offer
  bool on = true;                          ///< offer: made, or declined or withdrawn
  int plies = 0;                           ///< takeback
  Millis added{0};                         ///< clock
  std::string next_id;                     ///< rematch: the new game
  std::array<PlayerInfo, 2> players;       ///< start, swap
  std::optional<Choice> choice;            ///< opening
  std::vector<std::string> offered;        ///< opening: the moves of Choice::offer
  int count = 0;                           ///< opening: the number of Choice::declare
  std::optional<RatingChanges> ratings;    ///< end, of a rated game
  GameState state;  ///< Of the same moment as the event, but of two events of one step the last has the end.
};

/// A small board of a game that a client watches.
struct Mini {
  std::string game_id;
  std::string pos;
  std::string last_move;  ///< Protocol text; empty: none yet.
  std::optional<ClockFace> clock;
  Status status = Status::playing;
};

/// Told at most once a second.
struct Crowd {
  std::string game_id;
  std::array<bool, 2> online{};  ///< By side; a bot is always there.
  int spectators = 0;
  std::vector<std::string> names;  ///< Of the spectators, while they are few.
};

/// A player is away, or back: only where the opponent may claim.
struct Gone {
  std::string game_id;
  Side side = Side::first;
  bool gone = true;
  Millis claim_in{0};  ///< Until the opponent may claim.
};

// Information for all clients of the server.
enum class NoticeLevel { info, warning };

struct Notice {
  NoticeLevel level = NoticeLevel::info;
  std::string text;
  std::optional<Millis> restart_in;  ///< None: it does not restart.
};

/// Reserved: for several servers that no proxy joins. A join is answered by the error `elsewhere`.
struct Redirect {
  std::string game_id;
  std::string url;
};

/// WebSocket close codes that we send.
// Codes above 4000 are ours (RFC 6455, 7.4.2).
enum class CloseCode : std::uint16_t {
  done = 1000,
  going_away = 1001,
  binary = 1003,
  invalid_utf8 = 1007,
  policy = 1008,
  too_big = 1009,
  internal = 1011,
  restart = 1012,
  slow = 1013,
  version = 4001,
  kicked = 4003,
  banned = 4004,
  logged_out = 4005
};

/// The last message before the server closes the connection.
struct Bye {
  CloseCode code = CloseCode::done;
  std::string reason;
  /// How long a client should wait before it connects again; none: it need not come back.
  std::optional<Millis> reconnect_in;
};

/// A challenge that waits for an answer.
struct OpenChallenge {
  std::string challenge_id;
  bool own = false;  ///< The user who is told has made it.
  std::string from;  ///< Names.
  std::string to;
  std::string game;
  std::string rule;
  std::string opening = {};
  TimeControl time = {};
  SideChoice side = SideChoice::random;  ///< Of the challenger.
  bool rated = false;
  std::optional<int> rating = {};  ///< Of the challenger.
  bool provisional = false;
  Millis expires{0};     ///< Until it ends by itself.
  bool program = false;  ///< The other one, whom the user who is told is not, is a program.
};

/// All that a user has made and received.
struct Challenges {
  std::vector<OpenChallenge> challenges;
};

struct ChallengeBegan {
  OpenChallenge challenge;
};

struct ChallengeEnd {
  enum class How { accepted, declined, withdrawn, expired };
  std::string challenge_id;
  How how = How::expired;
  std::optional<DeclineReason> reason = {};  ///< declined: if that is said.
  std::string game_id = {};                  ///< accepted
};

using ServerMessage =
    std::variant<Welcome, Pong, Ack, Error, LobbySnapshot, LobbyChange, Created, GameFull, GameEvent,
                 ChatLine, Mini, Crowd, Gone, Notice, Redirect, Bye, Analysis, Hint, Explored, Thought,
                 Reported, TurnChange, Challenges, ChallengeBegan, ChallengeEnd, Study, StudyChange,
                 StudyInfo, StudyCursors, ChatRemoved, Measure>;

}  // namespace server::protocol

#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/match/decisions.h"
#include "server/match/game_log.h"
#include "server/room/chat.h"
#include "server/room/committed_state.h"
#include "server/room/deadlines.h"
#include "server/room/effects.h"
#include "server/room/hints.h"
#include "server/room/inputs.h"
#include "server/room/presence.h"
#include "server/room/seated_bots.h"

namespace server {

/// A room as a pure state machine: no sockets, no threads, no time of its own. What happens comes in, what is
/// to be done about it comes out. What may be done in a game is decided in match/decisions.h; people, chat,
/// bots, hints, deadlines and what is on disk are each a class of this folder. Here they are joined: input,
/// decision, Persist, and once that is committed the answer, the news and what follows from the new state.
///
/// A change of the game becomes an event of the log, which is told when it is on disk: handle() gives
/// Persist, and only the answer to that, Committed, brings the acknowledgement and the news. In between the
/// room takes no other input, so the caller keeps them in a queue, each with the moment it arrived.
///
/// Whatever comes too late (a move for an earlier ply, a bot's answer after a takeback, a timer that was set
/// for another turn) is answered or dropped here; callers need not think about races.
///
/// Example of one move: handle(MoveSent) gives {Persist}; handle(Committed) gives {Send acknowledgement,
/// Publish event, Changed, AskBot or SetTimer}. The order in a list is the order in which it is to be carried
/// out. None of its functions blocks.
class RoomState {
 public:
  /// A new game, or one from a record; `now` is when its players began to be absent.
  /// Of a game that comes from a record, Restored must be the first input; of a new one, Opened.
  RoomState(GameLog log, TimePoint now);

  /// @pre awaits_commit() exactly if `input` is Committed or CommitFailed
  [[nodiscard]] std::vector<Effect> handle(const Input& input, TimePoint now);
  /// True from the Persist to its answer.
  bool awaits_commit() const { return awaits_commit_; }
  /// When the last input came; while a commit is under way, what it writes. No later moment is thinking
  /// time if the room is given up.
  TimePoint decided_at() const { return decided_at_; }

  const GameLog& log() const { return log_; }
  const Presence& presence() const { return presence_; }
  protocol::LobbyGame summary() const;
  /// A small board of it. Costs the position's text.
  protocol::Mini mini(TimePoint now) const;
  /// What the room is in memory for. Where no player is here, and nothing happens by itself, it may leave it.
  // play: a player is here, or a clock, a bot or a first move is due. spectators: people look on. none:
  // neither.
  enum class Use { play, spectators, none };
  Use use() const;
  /// All left it so long ago that it would have left the memory, if its players had said nothing.
  bool stays_for_chat() const { return stays_for_chat_; }
  /// Whether this would make the user a player,
  /// A question before the join is paid; nothing is changed.
  bool would_play(const Joined& joined) const;
  /// and of one more game.
  bool would_seat(const Joined& joined) const;
  /// The player beside whom a seat would be taken and of whom is not known here whom they block by now;
  /// empty: none.
  std::string unknown_opponent_of(const Joined& joined) const;
  /// How many events a newcomer is told who knows those up to `version`; none: the whole game instead.
  /// Also what the join costs: see cost_of_catching_up().
  std::optional<int> missed_since(int version) const;
  /// Of the chat, which a newcomer is told with the game.
  std::size_t lines() const { return chat_.size(); }
  /// As this viewer sees it; null: as one who is not here may see it. @pre !awaits_commit()
  protocol::GameFull full(const Viewer* viewer, TimePoint now) const;

 private:
  /// What is said to the client that asked, once the change is on disk; at once if there is none.
  struct Answer {
    // Which of the answers is given: a member function, so that an Answer can wait for a commit.
    void (RoomState::*give)(const Answer&) = &RoomState::acknowledge;
    ReplyTo reply_to;
    int ply = 0;                         // acknowledge_move: after the move
    std::optional<int> since = {};       // welcome: Joined::since
    std::shared_ptr<void> ticket = {};   // Joined::ticket
    NextOpened next_opened = {};         // Acted::next_opened
    std::set<std::string> put_out = {};  // Users, by id, who have to leave.
  };

  // One for each input.
  // Each changes state and adds effects; none sends anything by itself.
  void on(const Opened&);
  void on(const Restored&);
  void on(const Joined& joined);
  void on(const Left& left);
  void on(const MoveSent& sent);
  void on(const Acted& acted);
  void on(const Hosted& hosted);
  void on(const Chatted& chatted);
  void on(const LineReported& reported);
  void on(const LinesRemoved& removed);
  void on(const ReportsDismissed& dismissed);
  void on(const BotMoved& moved);
  void on(const TimerFired&);
  void on(const Lapsed&);
  void on(const Annulled&);
  void on(const Spared&);
  void on(const RematchCreated& created);
  void on(const HintFound& found);
  void on(const Committed& committed);
  void on(const CommitFailed& failed);

  // The game.
  void carry_out(const Answer& answer, Decision decision);
  void follow(storage::Event event);
  void ask_for_rematch(const ReplyTo& by, NextOpened opened);

  // People.
  std::optional<protocol::Error> refuse_to_sit_down(const Joined& joined, Seat with) const;
  std::optional<protocol::Error> refuse_to_play(const std::string& user, const SharedBlocked& blocked,
                                                Seat with) const;
  void turn_away(const ReplyTo& reply_to, protocol::Error why);
  void sit_down(Seat seat, const Joined& joined);
  void forgo_rematch(Seat seat);
  void tell_newcomer(const Answer& answer);
  std::vector<protocol::GameEvent> last_events(int missed);
  std::vector<protocol::GameEvent> replay_since(int version) const;
  void tell_absences(ViewerId newcomer);
  void tell_reports(ViewerId newcomer);

  // Time.
  Deadlines deadlines() const;
  void serve(Due due);
  std::optional<Seat> who_waits() const;
  void announce_gone(Seat seat);
  protocol::Gone absence_of(Seat seat) const;
  void announce_crowd();
  void tell_deadlines(protocol::GameState& state, TimePoint now) const;

  // Commits.
  void persist(Persist persist);
  void report_written();
  void report_failed(const CommitFailed& failed);
  void try_doubtful_report();
  void publish_events(int published, std::optional<ViewerId> newcomer);
  void roll_back();
  void resume_turn();
  void give_up();
  void settle();
  void acknowledge(const Answer& answer);
  void acknowledge_move(const Answer& answer);
  void welcome(const Answer& answer);
  void dismiss(const std::set<std::string>& users);
  protocol::Ack ack() const;
  protocol::Ack move_ack(int ply) const;

  void retire_or_stay();
  void retire();
  void send(const ReplyTo& reply_to, protocol::ServerMessage message);
  void refuse(const ReplyTo& reply_to, protocol::Error error);
  std::optional<Seat> seat_of(const ReplyTo& reply_to) const;

  // log_ is ahead of committed_ while a commit is under way, and equal to it in between.
  GameLog log_;
  CommittedState committed_;
  Presence presence_;
  PresenceThrottle presence_throttle_;
  Chat chat_;
  SeatedBots bots_;
  Hints hints_;
  bool awaits_commit_ = false;
  std::vector<protocol::GameEvent>
      retold_;              // The last events, replayed for viewers who missed some; until the next.
  GameClock clock_before_;  // As it was before what waits for its commit,
  TimePoint decided_at_{};  // and when that was decided.
  std::optional<TimePoint> rests_until_;  // The last commit failed: nothing is tried again by itself before.
  bool owes_clock_ = false;               // How the clock goes on after a restart is not on disk.
  // Of the input that is being handled, until it can be given.
  std::optional<Answer> answer_;
  /// Both want another game: from then on until it is told here, or could not be made.
  struct Rematch {
    storage::Event event;  // Leads to it.
    ReplyTo reply_to;      // Agreed last, and is answered when it is told.
  };
  std::optional<Rematch> rematch_;
  bool retired_ = false;
  bool stays_for_chat_ = false;
  TimePoint turn_since_;            // Since when the players know whose turn it is.
  std::optional<TimePoint> timer_;  // As it is set.

  TimePoint now_{};  // Of the input being handled.
  // Filled by on(...), carried away by handle().
  std::vector<Effect> effects_;  // Of the input being handled.
};

/// As they sit in `log`: a game with these people, or an earlier moment of it.
std::array<protocol::PlayerInfo, 2> players_of(const GameLog& log, const Presence& presence);

}  // namespace server

#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/match/game_log.h"
#include "server/room/chat_log.h"
#include "server/room/effects.h"
#include "server/room/inputs.h"
#include "server/room/presence.h"

namespace server {

/// Everything that a room decides, as a pure state machine: no sockets, no threads, no time of its own. What
/// happens comes in, what is to be done about it comes out.
///
/// A change of the game becomes an event of the log, and nobody is told before it is on disk: handle() gives
/// Persist, and only the answer to that, Committed, brings the acknowledgement and the news. In between the
/// room takes no other input, so whoever calls keeps them in a queue, each with the moment it arrived.
///
/// Whatever comes too late (a move for an earlier ply, a bot's answer after a takeback, a timer that was set
/// for another turn) is answered or dropped here; callers need not think about races.
class RoomState {
 public:
  /// A new game, or one from a record; `now` is when its players began to be absent.
  RoomState(GameLog log, TimePoint now);

  /// @pre awaits_commit() exactly if `input` is Committed or CommitFailed
  [[nodiscard]] std::vector<Effect> handle(const Input& input, TimePoint now);
  bool awaits_commit() const { return awaits_commit_; }

  const GameLog& log() const { return log_; }
  const Presence& presence() const { return presence_; }
  protocol::LobbyGame summary() const;
  protocol::Mini mini(TimePoint now) const;
  /// As one who speaks for `seat` sees it; none: a spectator. @pre !awaits_commit()
  protocol::GameFull full(std::optional<Seat> seat, TimePoint now) const;

 private:
  using Refusal = std::optional<protocol::Error>;  // None: granted.

  /// What whoever asked is told once the change is on disk.
  struct Answer {
    enum class Kind { done, moved, joined } kind = Kind::done;
    Asker asker;
    int ply = 0;                    // moved: after the move
    std::optional<int> since = {};  // joined
  };

  /// The bot that was asked and has not answered.
  struct Thinking {
    std::uint64_t epoch = 0;
    int ply = 0;
  };

  /// What a bot thought its last move was worth to the side to move.
  struct Opinion {
    int ply = 0;  // Of that move.
    engine::Score points = 0;
  };

  // One for each input.
  void on(const Opened&);
  void on(const Restored&);
  void on(const Joined& joined);
  void on(const Left& left);
  void on(const MoveSent& sent);
  void on(const Acted& acted);
  void on(const Hosted& hosted);
  void on(const Chatted& chatted);
  void on(const LineReported& reported);
  void on(const BotMoved& moved);
  void on(const TimerFired&);
  void on(const RematchCreated& created);
  void on(const HintFound& found);
  void on(const Committed& committed);
  void on(const CommitFailed& failed);

  // One for each action.
  Refusal act(Seat seat, const Acted& acted);
  Refusal bargain(Seat seat, ActionKind kind, bool on);
  Refusal resign(Seat seat);
  Refusal abort(Seat seat);
  Refusal draw(Seat seat, bool on);
  Refusal takeback(Seat seat, bool on);
  Refusal rematch(Seat seat, bool on);
  Refusal pause(Seat seat, bool on);
  Refusal resume(Seat seat);
  Refusal add_time(Seat seat);
  Refusal claim(Seat seat, bool win);

  // Hints.
  void on_hint_asked(Seat seat, const Asker& asker);
  Refusal may_ask_for_hint(Seat seat) const;

  Refusal propose(Seat seat, OfferKind kind);
  Refusal decline(Seat seat, OfferKind kind);
  int plies_to_take_back(Seat seat) const;
  Refusal may_take_back(Seat taker) const;
  void ask_for_rematch();

  // Powers of the host.
  Refusal keep_order(const Hosted& hosted);
  Refusal kick(const Hosted& hosted);
  Refusal mute(const std::string& name, bool on);
  Refusal close();
  Refusal pause_by_host();
  Refusal resume_by_host();
  Refusal may_abort_by_host() const;
  std::set<std::string> users_named(const std::string& name) const;
  void put_out(const std::set<std::string>& users);

  // Reports.
  void on_report_written();
  void on_report_failed(const CommitFailed& failed);
  void tell_hosts(const SaidLine& said);
  void tell_reports(ViewerId newcomer);

  // Joining.
  std::optional<Seat> seat_for(const Joined& joined) const;
  void sit_down(Seat seat, const Joined& joined);
  void tell_newcomer(const Answer& answer);
  std::vector<protocol::GameEvent> events_since(int version) const;

  // Moves.
  bool was_played(const MoveSent& sent) const;
  Refusal may_move(Seat seat, const MoveSent& sent) const;
  /// Plays a legal move of the side to move; false if it came too late, which ended the game.
  bool play(const std::string& move, std::optional<Millis> spent, Millis round_trip);
  void judge(Seat mover);

  // Choices of an opening.
  Refusal choose(Seat seat, Choice choice, const std::vector<std::string>& offered, Millis round_trip);
  Refusal may_offer(const std::vector<std::string>& moves) const;
  bool carry_out(Choice choice, const std::vector<std::string>& offered, std::optional<Millis> spent,
                 Millis round_trip);
  /// The clock after the turn that ends now, and what the turn cost. None: it was over, and so is the game.
  struct Pressed {
    GameClock clock;
    GameClock::Charge charge;
  };
  std::optional<Pressed> press_clock(std::optional<Millis> spent, Millis round_trip);

  // Bots.
  std::string allowed(const std::string& wanted) const;
  bool bot_agrees_to_draw() const;
  void note_thought(const BotMoved& moved);
  void settle_bot();
  void ask_bot();
  engine::search::Clock bot_clock() const;

  // Time.
  std::optional<TimePoint> next_deadline() const;
  std::optional<TimePoint> expires_at() const;
  std::optional<Millis> expires_in(TimePoint now) const;
  std::optional<TimePoint> claimable_at(Seat absent) const;
  std::optional<TimePoint> announce_gone_at(Seat absent) const;
  std::optional<TimePoint> retire_at() const;
  bool timed() const;
  void announce_gone(Seat seat);
  void announce_crowd();
  void presence_changed();

  // Commits.
  bool has_news() const { return !created_ || log_.version() > published_; }
  void persist();
  void settle();
  void give_answer(const Answer& answer);
  protocol::Ack ack() const;
  protocol::Ack move_ack(int ply) const;
  void publish_events(std::optional<ViewerId> newcomer);
  void roll_back();
  void give_up();

  bool due(std::optional<TimePoint> deadline) const { return deadline && now_ >= *deadline; }
  void send(const Asker& asker, protocol::ServerMessage message);
  void refuse(const Asker& asker, protocol::Error error);
  std::vector<std::string> legal_moves() const;
  std::array<protocol::PlayerInfo, 2> players(const GameLog& log) const;
  bool is_choosing() const { return !log_.opening().done() && log_.opening().chooses(); }
  bool has_bot() const { return log_.is_bot(Seat::a) || log_.is_bot(Seat::b); }
  std::optional<Seat> seat_of(const Asker& asker) const;

  GameLog log_;
  Presence presence_;
  ChatLog chat_;
  std::set<std::string> muted_;    // Users; the room forgets them with itself.
  std::set<std::string> put_out_;  // The same.
  std::array<storage::Seat, 2> seats_on_disk_;
  bool created_ = false;  // The game's own row is on disk.
  int published_ = 0;     // Events that are on disk and were told.
  bool awaits_commit_ = false;
  std::optional<Answer> answer_;
  std::optional<storage::Report> report_;  // Is being written.
  std::optional<Thinking> thinking_;
  std::optional<Opinion> opinion_;
  std::optional<protocol::Thought> untold_thought_;  // Of a move that is not on disk yet.
  std::uint64_t epoch_ = 0;
  std::optional<TimePoint> bot_rests_until_;  // The last commit failed: not to try again at once.
  TimePoint hint_after_{};                    // When the next one may be asked for.
  bool rematch_asked_ = false;
  bool retired_ = false;
  TimePoint turn_since_;  // Since when the players know whose turn it is.
  std::optional<TimePoint> crowd_due_;
  TimePoint crowd_told_{};
  std::optional<TimePoint> timer_;

  TimePoint now_{};              // Of the input being handled.
  std::vector<Effect> effects_;  // Of the input being handled.
};

/// Errors ready to be sent.
protocol::Error error(protocol::ErrorCode code, std::string message, std::string reason = {});
protocol::Error not_allowed(std::string message);

}  // namespace server

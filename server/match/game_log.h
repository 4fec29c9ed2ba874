#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "server/match/game_clock.h"
#include "server/match/offers.h"
#include "server/match/opening.h"
#include "server/match/seat.h"
#include "server/protocol/messages.h"
#include "storage/record.h"

namespace server {

using protocol::EventKind;
using protocol::Status;

/// A game as its log makes it. Every change is an event of the record, numbered 1, 2, 3, ...; there is no
/// other way to change it, so that replaying a stored record gives this very game again, clocks included.
///
/// game_events.h makes the events; whether a player may resign or take back is decided in decisions.h. What
/// is judged here is only whether an event can follow the others at all.
///
/// Used in two ways: a room plays (`log.follow(*decide_move(log, ...).event)`), and a record is replayed
/// (`GameLog::replay(record)`). Movable, not copyable, for it owns a Match; an earlier moment is made by
/// another replay. A move costs the engine's play() and notations; in a replay, the former alone.
class GameLog {
 public:
  /// A game that has not begun. None if the record names a rule, a position or an opening that the game does
  /// not have.
  static std::optional<GameLog> begin(const engine::Game& game, storage::Game header);
  /// The game up to the event `version`. None if the events do not make a game.
  static std::optional<GameLog> replay(const engine::Game& game, const storage::Record& record, int version);
  /// The whole game. None also if it is of an unknown kind.
  static std::optional<GameLog> replay(const storage::Record& record);

  /// The next event. False, and nothing may be done with the log any more, if it cannot follow the others.
  /// A move gets its notations by it; by replay() it does not.
  /// @pre event.v == version() + 1, or it is refused
  [[nodiscard]] bool follow(storage::Event event);

  /// The players learn of the last event at `now`: the turn that it began is timed from there.
  /// Does nothing where no clock runs.
  void begin_turn(TimePoint now);

  /// The time of the side to move has begun to count: both have acted.
  bool clock_started() const { return clock_started_by_ > 0; }
  bool clock_started_since(int version) const { return clock_started_by_ > version; }
  /// Whether another turn began after the event `version`.
  bool turned_since(int version) const { return turn_since_ > version; }
  bool taken_back_since(int version) const { return taken_back_at_ > version; }
  /// Whether clocks run after `seat` has acted.
  /// None does before both have acted.
  bool clock_runs_after(Seat seat) const { return clock_started() || acted_[index(other(seat))]; }
  /// For the round trips, which are no part of the record. Readings change by events alone.
  GameClock& clock() { return clock_; }

  /// The free seat is taken. @pre there is one
  /// No event: with the second player start_event() follows.
  void sit_down(Side side, storage::Seat holder) { header_.seats[engine::index(side)] = std::move(holder); }

  /// Who may come in and speak is no part of the game.
  void keep_order(storage::RoomOrder order) { header_.order = std::move(order); }

  /// What the end of this game, now on disk, did to the ratings of its players.
  void note_ratings(const protocol::RatingChanges& changes) { ratings_ = changes; }

  // ---- what there is -----------------------------------------------------------------------------------

  const storage::Game& header() const { return header_; }
  const std::vector<storage::Event>& events() const { return events_; }
  int version() const { return static_cast<int>(events_.size()); }
  const engine::Game& game() const { return *game_; }
  const engine::Match& match() const { return *match_; }
  const GameClock& clock() const { return clock_; }
  const Offers& offers() const { return offers_; }
  const Opening& opening() const { return opening_; }
  /// Those taken back are gone.
  const std::vector<std::string>& moves() const { return moves_; }
  /// Who made each of them.
  const std::vector<Seat>& movers() const { return movers_; }
  /// Whether the clock ran for this move, so that it gained an increment.
  /// @pre 0 <= ply < plies()
  bool was_timed(int ply) const { return timed_[static_cast<std::size_t>(ply)]; }
  /// As the game stood after so many moves.
  /// Costs a clone and the moves in between.
  std::unique_ptr<engine::Match> match_at(int ply) const;
  /// With moves() what makes match() anew.
  engine::Setup setup() const;
  const std::string& start_pos() const { return start_pos_; }
  const std::optional<std::string>& next_game() const { return next_game_; }
  const std::optional<protocol::RatingChanges>& ratings() const { return ratings_; }
  /// Of the board where the game has several; else 0.
  int board_size() const;
  /// Of the opening that they make, in words of the engine; empty: it has no name.
  std::string_view opening_code() const;
  /// Moves on the board: those taken back do not count.
  int plies() const { return static_cast<int>(moves_.size()); }
  Status status() const { return status_; }
  bool playing() const { return status_ == Status::playing; }
  bool over() const { return status_ == Status::finished || status_ == Status::aborted; }
  bool paused() const { return paused_; }
  /// The side that acts: in an opening not always the one whose stone is placed.
  Side turn() const { return opening_.done() ? look().turn : opening_.by(); }
  /// The side to move is to choose, rather than to move.
  bool is_choosing() const { return !opening_.done() && opening_.chooses(); }
  /// Of the side to move, as the opening permits them; none while no side may move. Made anew every time.
  std::vector<std::string> legal_moves() const;
  /// What the engine shows of the board. Made once a position, when it is first asked for.
  const engine::Look& look() const;
  /// Of a game without events: its creation.
  TimePoint last_event_at() const;

  /// Seat a plays first until a swap exchanges the sides.
  Side side_of(Seat seat) const { return (seat == Seat::a) != exchanged_ ? Side::first : Side::second; }
  Seat seat_of(Side side) const { return (side == Side::first) != exchanged_ ? Seat::a : Seat::b; }
  Seat seat_to_move() const { return seat_of(turn()); }
  const storage::Seat& holder(Seat seat) const { return header_.seats[engine::index(side_of(seat))]; }
  bool is_bot(Seat seat) const { return holder(seat).level > 0; }
  /// Plays others in the same simul, so that this board is left alone for most of the time.
  bool is_host_of_simul(Seat seat) const { return host_of_simul_ == seat; }
  /// Only bots play.
  bool is_exhibition() const { return is_bot(Seat::a) && is_bot(Seat::b); }
  /// A bot's seat is never free.
  bool is_free(Seat seat) const { return holder(seat).user.empty() && !is_bot(seat); }

  /// Without legal moves, offers included. `now` for the clock.
  /// Costs a copy of the moves' text.
  protocol::GameState state(TimePoint now) const;
  /// The event as the protocol tells it, with the state of the game as it is now. A move has its notations if
  /// it is the last.
  /// @pre the event is one of this log
  protocol::GameEvent describe(const storage::Event& event, TimePoint now) const;

 private:
  GameLog(const engine::Game& game, storage::Game header, std::unique_ptr<engine::Match> match);

  std::vector<engine::Notation> names(const std::string& move) const;
  bool append(storage::Event event);
  /// The only place where the game changes. False if the event contradicts the game.
  /// After false the log is half changed and must be thrown away.
  bool apply(const storage::Event& event);
  bool apply_move(const storage::Event& event);
  bool apply_choice(const storage::Event& event, EventKind kind);
  void exchange_sides();
  bool apply_takeback(const storage::Event& event);
  bool apply_offer(const storage::Event& event);
  bool apply_end(const storage::Event& event);
  void apply_clock(const storage::Event& event, EventKind kind);
  /// None: no side did it, but the host, the rules or the clock.
  std::optional<Seat> doer(const storage::Event& event) const;

  // Of the table of games, which lives as long as the process: so the log can be moved.
  const engine::Game* game_;
  storage::Game header_;
  std::vector<storage::Event> events_;

  // All below follows from the events, and is made anew from them by replay().
  std::unique_ptr<engine::Match> match_;    // After moves_.
  std::vector<engine::Notation> notation_;  // Of the last move, if it came by follow().
  std::string start_pos_;
  std::vector<std::string> moves_;
  std::string moves_text_;  // The same with blanks between them: every event may say it.
  std::vector<Seat> movers_;
  std::vector<bool> timed_;                               // Of each move: the clock of its side ran.
  mutable std::optional<std::string_view> opening_code_;  // Of moves_; made when it is asked for.
  std::array<bool, 2> acted_{};  // Whether each seat has moved or chosen; a takeback does not undo it.
  Opening opening_;
  bool exchanged_ = false;  // Seat a plays second.
  GameClock clock_;
  Offers offers_;
  Status status_ = Status::waiting;
  std::optional<Seat> host_of_simul_;
  std::optional<std::string> result_;
  std::string reason_;
  std::optional<std::string> next_game_;
  std::optional<protocol::RatingChanges> ratings_;  // Kept beside the log, from which a rating makes them.
  bool paused_ = false;
  // Versions of events: that started the clock, began the turn, and took moves back last; 0: none did.
  int clock_started_by_ = 0;
  int turn_since_ = 0;
  int taken_back_at_ = 0;
  mutable std::optional<engine::Look> look_;  // Of match_; made when it is asked for.
};

TimeControl to_time_control(const storage::TimeControl& time);
storage::TimeControl to_record(const TimeControl& time);

}  // namespace server

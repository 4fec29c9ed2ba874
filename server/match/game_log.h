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
/// The functions of the first group judge nothing but the rules of the game; whether a player may resign or
/// take back is for RoomState to know.
class GameLog {
 public:
  /// A game that has not begun. None if the record names a rule, a position or an opening that the game does
  /// not have.
  static std::optional<GameLog> begin(const engine::Game& game, storage::Game header);
  /// The game up to the event `version`. None if the events do not make a game.
  static std::optional<GameLog> replay(const engine::Game& game, const storage::Record& record, int version);

  /// The next event of its record. False, and nothing may be done with the log any more, if it is none.
  [[nodiscard]] bool follow(const storage::Event& event);

  // ---- what may happen: each appends one event ---------------------------------------------------------

  void start(TimePoint now);
  /// @pre move is legal protocol text, the clock of its side did not run out
  void move(TimePoint now, const std::string& move, const GameClock& pressed, GameClock::Charge charge);
  /// A choice of the opening, by whose turn it is. @pre opening().allows(choice), as for move()
  void choose(TimePoint now, Choice choice, const std::vector<std::string>& offered, const GameClock& pressed,
              GameClock::Charge charge);
  /// @pre 0 < plies <= plies(), opening().may_take_back_to(what is left)
  void take_back(TimePoint now, Seat by, int plies);
  void offer(TimePoint now, Seat by, OfferKind kind, bool on);
  void add_time(TimePoint now, Seat by, Side to, Millis time);
  /// `by` did it, or the host of the room.
  void pause(TimePoint now, std::optional<Seat> by);
  void resume(TimePoint now, std::optional<Seat> by);
  /// `winner` only of a finished game; none: a draw. `by` did it, or nobody.
  void end(TimePoint now, Status status, std::optional<Side> winner, std::string_view reason,
           std::optional<Seat> by);
  /// The running side lost on time. @pre clock().running()
  void flag(TimePoint now);
  void rematch(TimePoint now, std::optional<Seat> by, const std::string& next_game);

  /// The players learn of the last event at `now`: the turn that it began is timed from there.
  void begin_turn(TimePoint now) { begin_turn(now, Millis(0)); }
  /// The same after the server was away; `free` of the turn costs nothing.
  void begin_turn(TimePoint now, Millis free);

  /// The time of the side to move has begun to count: both have acted.
  bool clock_started() const { return clock_started_; }
  GameClock& clock() { return clock_; }

  /// Somebody takes the free seat. @pre there is one
  void sit_down(Side side, storage::Seat holder) { header_.seats[engine::index(side)] = std::move(holder); }

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
  const std::vector<std::string>& moves() const { return moves_; }
  /// Who made each of them.
  const std::vector<Seat>& movers() const { return movers_; }
  const std::string& start_pos() const { return start_pos_; }
  const std::optional<std::string>& next_game() const { return next_game_; }
  const std::optional<protocol::RatingChanges>& ratings() const { return ratings_; }
  /// Of the board where the game has several; else 0.
  int board_size() const;
  int plies() const { return static_cast<int>(moves_.size()); }
  Status status() const { return status_; }
  bool playing() const { return status_ == Status::playing; }
  bool over() const { return status_ == Status::finished || status_ == Status::aborted; }
  bool paused() const { return paused_; }
  /// The side that acts: in an opening not always the one whose stone is placed.
  Side turn() const { return turn_in(opening_); }
  const engine::Look& look() const;
  TimePoint last_event_at() const;

  Side side_of(Seat seat) const { return (seat == Seat::a) != exchanged_ ? Side::first : Side::second; }
  Seat seat_of(Side side) const { return (side == Side::first) != exchanged_ ? Seat::a : Seat::b; }
  Seat seat_to_move() const { return seat_of(turn()); }
  const storage::Seat& holder(Seat seat) const { return header_.seats[engine::index(side_of(seat))]; }
  bool is_bot(Seat seat) const { return holder(seat).level > 0; }
  bool is_free(Seat seat) const { return holder(seat).user.empty() && !is_bot(seat); }

  /// Without legal moves, offers included. `now` for the clock.
  protocol::GameState state(TimePoint now) const;
  /// The event as the protocol tells it, with the state of the game as it is now. A move has its notations if
  /// it is the last.
  protocol::GameEvent describe(const storage::Event& event, TimePoint now) const;

 private:
  GameLog(const engine::Game& game, storage::Game header, std::unique_ptr<engine::Match> match);

  /// Who acts on the present board where `opening` has got so far.
  Side turn_in(const Opening& opening) const { return opening.done() ? look().turn : opening.by(); }
  /// Whether clocks run after `seat` has acted.
  bool counts_after(Seat seat) const { return clock_started_ || acted_[index(other(seat))]; }
  storage::Event next_event(TimePoint now, EventKind kind, const GameClock& clock) const;
  void append(storage::Event event);
  /// The only place where the game changes. False if the event contradicts the game.
  bool apply(const storage::Event& event);
  bool apply_move(const storage::Event& event);
  bool apply_choice(const storage::Event& event, EventKind kind);
  void exchange_sides();
  bool apply_takeback(const storage::Event& event);
  bool apply_offer(const storage::Event& event);
  bool apply_end(const storage::Event& event);
  void apply_clock(const storage::Event& event, EventKind kind);
  std::optional<Seat> doer(const storage::Event& event) const;

  const engine::Game* game_;
  storage::Game header_;
  std::vector<storage::Event> events_;

  // All below follows from the events.
  std::unique_ptr<engine::Match> match_;
  std::unique_ptr<engine::Match> before_;  // The last move, to write it down in its notations.
  std::string start_pos_;
  std::vector<std::string> moves_;
  std::string moves_text_;  // The same with blanks between them: every event may say it.
  std::vector<Seat> movers_;
  std::array<bool, 2> acted_{};  // Whether each seat has moved or chosen; a takeback does not undo it.
  Opening opening_;
  bool exchanged_ = false;  // Seat a plays second.
  GameClock clock_;
  Offers offers_;
  Status status_ = Status::waiting;
  std::optional<std::string> result_;
  std::string reason_;
  std::optional<std::string> next_game_;
  std::optional<protocol::RatingChanges> ratings_;  // Kept beside the log: made from it by who rates.
  bool paused_ = false;
  bool clock_started_ = false;
  mutable std::optional<engine::Look> look_;  // Of match_; made when it is asked for.
};

TimeControl to_time_control(const storage::TimeControl& time);
storage::TimeControl to_record(const TimeControl& time);

}  // namespace server

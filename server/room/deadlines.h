#pragma once

#include <array>
#include <optional>

#include "server/match/game_log.h"
#include "server/room/presence.h"

namespace server {

/// What a room does by itself when its time has come.
// In the order of `all()`: what ends the game comes first.
enum class Due {
  flag,            ///< The side to move has lost on time.
  first_move,      ///< No first move came: the game is aborted.
  tell_a_is_gone,  ///< The holder of seat a has been away for a while: the other is told.
  tell_b_is_gone,
  tell_crowd,  ///< Who is here has changed.
  retire,      ///< The room is not needed in memory.
  rested,      ///< What could not be written down may be tried again.
  bots_paused  ///< A bot may be asked.
};

struct Deadline {
  Due what;
  std::optional<TimePoint> at;  ///< None: not at all, as things stand.
};

/// When things are due in a room: pure functions of the game, of who is there, and of a few moments that the
/// room remembers. Nothing is stored: whatever changes the game or the people moves its deadlines. Lives no
/// longer than what it looks at.
///
/// No deadline is ever set or cancelled: after a restart, after a roll-back and after an event the deadlines
/// are what the game and the people make of them. Every function is a handful of comparisons and allocates
/// nothing; all() is asked for each input of a room.
class Deadlines {
 public:
  struct Moments {
    TimePoint turn_since{};               ///< Since when the players know whose turn it is.
    std::optional<TimePoint> crowd = {};  ///< When to tell who is here; none: all know.
    /// The last commit failed: no flag falls and no game is aborted before. None: it did not.
    std::optional<TimePoint> rests_until = {};
    std::optional<TimePoint> bots_pause_until = {};
    bool retires = true;  ///< When it is empty: it has not said so yet, and makes no other game.
    /// The record says when to look for a flag of days: until then the room need not be in memory.
    bool is_due_on_record = false;
    bool stays_for_chat = false;  ///< RoomState::stays_for_chat()
  };

  Deadlines(const GameLog& log, const Presence& presence, const Moments& moments)
      : log_(log), presence_(presence), moments_(moments) {}

  /// All of them, in the order in which they are served when several are due.
  /// Entries without `at` are not due at all.
  std::array<Deadline, 8> all() const;
  /// The earliest of all.
  /// None: nothing is due, and no timer is needed.
  std::optional<TimePoint> next() const;

  /// When a game without first moves is aborted.
  /// None: the game has begun, the turn is a bot's, or nothing limits it.
  std::optional<TimePoint> first_move() const;
  /// The same as players are told: only where a player waits for a first move.
  /// None against bots, and while a second player is awaited.
  std::optional<Millis> first_move_in(TimePoint now) const;
  /// Nothing happens by itself but that the room leaves the memory, or it can be made up for: others may have
  /// its place. While a flag, a first move or a bot's turn is due it does not give way; a flag of days counts
  /// for nothing, for where rooms are short it may fall half an hour late.
  bool gives_way() const;
  /// The same, and no flag of days is near.
  bool is_at_rest(TimePoint now) const;
  /// When the other may claim the game from `absent`.
  /// None: the opponent is there, or the game cannot be claimed (no clock, bots, before the first moves).
  std::optional<TimePoint> claim_from(Seat absent) const;

 private:
  std::optional<TimePoint> rested(std::optional<TimePoint> at) const;
  std::optional<TimePoint> tell_is_gone(Seat absent) const;
  std::optional<TimePoint> waits_since() const;
  std::optional<TimePoint> retire() const;
  bool awaits_flag() const;
  bool is_timed() const;
  bool is_bots_turn() const;
  bool has_bot() const { return log_.is_bot(Seat::a) || log_.is_bot(Seat::b); }

  const GameLog& log_;
  const Presence& presence_;
  Moments moments_;
};

}  // namespace server

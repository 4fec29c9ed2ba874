#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "server/match/game_log.h"
#include "server/room/effects.h"
#include "server/room/inputs.h"

namespace server {

/// How much of a game is on disk. That is also all that has been told of it: what is not written down
/// may still fail, and then never happened.
/// A room tells nothing that is not committed; this knows how far that goes, makes the rows of what is
/// missing, and can bring the game back to it when a commit fails. Pure. Sequence: rest_of() → commit →
/// grow_to(), or of().
class CommittedState {
 public:
  /// Nothing yet.
  explicit CommittedState(const GameLog& log)
      : seats_(log.header().seats), order_(log.header().order), due_(log.header().due) {}

  // Seats and the room's order change without an event; the version does not tell of them.
  bool is_all_of(const GameLog& log) const {
    return created_ && log.version() == version_ && log.header().seats == seats_ &&
           log.header().order == order_;
  }
  /// What is written down with the game.
  /// Goes with the first write only. Empty for a game of `create`.
  void comes_of(ComesOf of) { of_ = std::move(of); }
  /// The game has a record.
  /// False until the first grow_to().
  bool created() const { return created_; }
  /// Events on disk.
  int version() const { return version_; }

  /// storage::Game::due as it is on disk.
  storage::Millis due() const { return due_; }

  /// What is missing on disk. @pre !is_all_of(log)
  /// Nothing changes until grow_to(): it may be asked again after a failure. Linear in the missing events,
  /// usually one or two.
  Persist rest_of(const GameLog& log) const;
  /// All of the game is on disk now.
  /// Called when the store has acknowledged.
  void grow_to(const GameLog& log);
  /// The same of a game that comes from there.
  void read_from_record(const GameLog& log);
  /// The game as it is on disk. `log` is the same game, perhaps with more events.
  /// Replays it: costs as much as its plies, and is needed only when a write fails. @pre created()
  GameLog of(const GameLog& log) const;

 private:
  bool created_ = false;
  int version_ = 0;
  std::array<storage::Seat, 2> seats_;
  storage::RoomOrder order_;
  // Words of the engine, which live as long as the process.
  std::string_view opening_code_;
  storage::Millis due_ = 0;
  ComesOf of_;
};

}  // namespace server

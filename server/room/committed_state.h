#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "server/match/game_log.h"
#include "server/room/effects.h"
#include "server/room/inputs.h"

namespace server {

/// How much of a game is on disk. That is also all that has been told of it: what is not written down
/// may still fail, and then never happened.
class CommittedState {
 public:
  /// Nothing yet.
  explicit CommittedState(const GameLog& log)
      : seats_(log.header().seats), order_(log.header().order), due_(log.header().due) {}

  bool is_all_of(const GameLog& log) const {
    return created_ && log.version() == version_ && log.header().seats == seats_ &&
           log.header().order == order_;
  }
  /// What is written down with the game.
  void comes_of(ComesOf of) { of_ = std::move(of); }
  /// The game has a record.
  bool created() const { return created_; }
  /// Events on disk.
  int version() const { return version_; }

  /// What is missing on disk. @pre !is_all_of(log)
  Persist rest_of(const GameLog& log) const;
  /// All of the game is on disk now.
  void grow_to(const GameLog& log);
  /// The same of a game that comes from there.
  void read_from_record(const GameLog& log);
  /// The game as it is on disk. `log` is the same game, perhaps with more events.
  GameLog of(const GameLog& log) const;

 private:
  bool created_ = false;
  int version_ = 0;
  std::array<storage::Seat, 2> seats_;
  storage::RoomOrder order_;
  std::string_view opening_code_;
  storage::Millis due_ = 0;
  ComesOf of_;
};

}  // namespace server

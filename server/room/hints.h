#pragma once

#include "engine/core/expected.h"
#include "server/match/game_log.h"
#include "server/room/effects.h"
#include "server/room/inputs.h"

namespace server {

/// Hints: what a bot at its best would play, for who plays against one.
class Hints {
 public:
  /// Why there is no hint for this seat now; none: `ask` is to be carried out, and counts against the limit.
  /// @pre the seat belongs to a player; @param now as the limit counts
  engine::Expected<AskHint, protocol::Error> ask(const GameLog& log, Seat seat, const ReplyTo& reply_to,
                                                 TimePoint now);
  /// What the bot found, if the game still stands where it was asked.
  /// Compares ply and position: a takeback makes the same ply a different position.
  static engine::Expected<protocol::Hint, protocol::Error> answer(const GameLog& log, const HintFound& found);

 private:
  // One hint at a time for the room, not for each seat.
  TimePoint next_at_{};  // When the next one may be asked for.
};

}  // namespace server

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/match/decisions.h"
#include "server/match/game_log.h"
#include "server/room/effects.h"
#include "server/room/inputs.h"

namespace server {

/// The bots that sit in a room: which of them was asked, and what it thinks. An answer counts only if it is
/// to the last question and the game still stands where it was asked; callers need not think about late ones.
/// One room may have a bot at each seat, at most one of which thinks. An answer carries the epoch of its
/// question: a bot that was stopped, or whose turn was taken back, finds no question any more.
class SeatedBots {
 public:
  /// Asks the bot whose turn it is, unless the room rests, and stops the one whose turn it no longer is. Bots
  /// among themselves play for those who watch, and the threads are for people: they pause before each turn.
  void settle(GameLog& log, TimePoint turn_since, TimePoint now, std::vector<Effect>& effects,
              /// Called once after each input that left nothing unwritten. CancelBot and AskBot are added to
              /// `effects`.
              bool room_rests);
  /// The event that the answer brings; none: it was not waited for any more.
  std::optional<Decision> answer(const GameLog& log, const BotMoved& moved, TimePoint now);

  /// What the bot thought of the move that has just become public; said once. None: nothing.
  std::optional<protocol::Thought> take_thought();
  /// The last commit failed: the move is forgotten.
  void commit_failed() { thought_.reset(); }
  /// Until then no bot is asked: bots among themselves make pauses.
  const std::optional<TimePoint>& pause_until() const { return pause_until_; }

  /// By what it thought of its last move. An opinion of before a takeback, or none since a restart, is no
  /// ground to agree to anything.
  bool agree_to_draw(const GameLog& log) const;

 private:
  struct Question {
    std::uint64_t epoch = 0;
    int ply = 0;
  };
  /// What a bot thought its last move was worth to the side to move.
  struct Opinion {
    int ply = 0;                              // Of that move.
    engine::Side turn = engine::Side::first;  // In an opening a bot moves for both, and may change sides.
    engine::Score points = 0;
  };

  void ask(GameLog& log, TimePoint now, std::vector<Effect>& effects);
  void note_thought(const GameLog& log, const BotMoved& moved);

  std::uint64_t epoch_ = 0;  // Of the last question.
  std::optional<Question> asked_;
  std::optional<Opinion> opinion_;
  std::optional<protocol::Thought> thought_;  // Of a move that is not on disk yet.
  std::optional<TimePoint> pause_until_;
};

}  // namespace server

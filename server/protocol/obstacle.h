#pragma once

#include <array>

#include "server/protocol/errors.h"
#include "server/protocol/words.h"

namespace server::protocol {

/// What stands in the way, where clients say more than the code of the error: its `reason`.
enum class Obstacle {
  games,          ///< Too many unfinished games.
  address,        ///< Too many games of this address.
  bot_games,      ///< Too many games against bots.
  waiting_games,  ///< Too many games that wait for an opponent.
  analysis,       ///< Another analysis is unfinished.
  hint,           ///< The last hint was a moment ago.
  rated,          ///< Not in a rated game.
  tournament,     ///< Not in a game of a tournament.
  account,        ///< A rated game needs one.
  muted,          ///< By the host.
  removed,        ///< By the host.
  choose,         ///< The opening asks for a choice first.
  chosen,         ///< A choice of the opening is not taken back.
  declined,       ///< The same offer, since the last move.
  bot,            ///< It does not agree to a draw.
  playing,        ///< An unfinished game.
  blocking,       ///< The user blocks the other one.
  blocked,        ///< The other one does not want it.
  challenges,     ///< Enough of them wait for an answer.
  measure,        ///< A moderator's: `message` is the reason.
  banned,         ///< Likewise.
  program,        ///< Not for a program; not rated between a program and a person.
  rating          ///< The other one seeks another.
};

template <>
struct Words<Obstacle> {
  static constexpr auto list = std::to_array<std::string_view>(
      {"games",    "address", "bot_games",  "waiting_games", "analysis", "hint",     "rated", "tournament",
       "account",  "muted",   "removed",    "choose",        "chosen",   "declined", "bot",   "playing",
       "blocking", "blocked", "challenges", "measure",       "banned",   "program",  "rating"});
};
static_assert(word(Obstacle::rating) == "rating");

/// The error with `reason`. @pre its code leaves `reason` free
inline Error because(Obstacle obstacle, Error error) {
  error.reason = word(obstacle);
  return error;
}

}  // namespace server::protocol

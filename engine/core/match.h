#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "engine/core/types.h"

namespace engine {

// The rules of a game as text, without the search. All moves that are given out are in protocol text, in one
// spelling, so equal moves are equal strings.

/// Where a match starts.
struct Setup {
  std::string rule = {};  ///< One of Game::rules; empty: the first.
  std::string pos = {};   ///< Empty: the start position.
  int size = 0;           ///< Board size where the game has several; 0: the first of Game::sizes.
  /// Moves may follow a ruling (see Outcome), as they do in games that other programs recorded under other
  /// rules; outcome() tells of it all the same.
  bool past_rulings = false;
};

/// How a match ended by its rules. `reason` is a stable word of the protocol: "checkmate", "five",
/// "fewest_discs", "perpetual_check", ...
struct Outcome {
  std::optional<Side> winner;  ///< None: a draw.
  std::string_view reason;
  /// Whether the board would let the game go on: a draw by repetition, a limit of moves or too little
  /// material, a loss by perpetual check or chase.
  bool is_ruling() const { return !winner || reason.starts_with("perpetual_"); }
  bool operator==(const Outcome&) const = default;
};

/// Why a text is not a legal move or no position. `code` is a stable word of the protocol
/// ("own_king_in_check", "no_flip", "syntax", ...), `message` a sentence for people.
struct Rejection {
  std::string code;
  std::string message;
};

/// What there is to see on the board besides the legal moves.
struct Look {
  Side turn = Side::first;
  std::string pos = {};                     ///< Game::new_match reads it back.
  bool check = false;                       ///< Xiangqi: the general of the side to move is attacked.
  std::vector<std::string> forbidden = {};  ///< Renju: points closed to black, sorted.
  /// Moves that would lose at once by the repetition rules, sorted; a client warns before them.
  std::vector<std::string> perilous = {};
};

/// A legal move as written in one of the styles of its game, e.g. {"wxf", "C2=5"}, {"zh", "炮二平五"}.
struct Notation {
  std::string_view style;
  std::string text;
};

/// One match in progress: a position with its past. It knows the rules, and nothing about clocks,
/// seats or sockets. Moves and positions are text, the one language that server, records and
/// clients share. Not thread-safe: give another thread a clone().
class Match {
 public:
  virtual ~Match() = default;
  /// With the whole past: repetitions count, and undo() goes back to the start of the original.
  virtual std::unique_ptr<Match> clone() const = 0;
  /// Made anew at each call.
  virtual Look look() const = 0;
  /// Sorted and unique. Empty exactly when outcome() has a value.
  virtual std::vector<std::string> legal_moves() const = 0;
  virtual std::optional<Outcome> outcome() const = 0;
  /// Whether a move may be played: without an outcome, and past a ruling where Setup::past_rulings says so.
  virtual bool can_go_on() const = 0;
  /// The move in protocol text, from that or any other notation of the game that names one legal move.
  /// Changes nothing. Rejected once the game is over, unless can_go_on().
  virtual Expected<std::string, Rejection> read_move(std::string_view text) const = 0;
  /// @pre `move` is one of legal_moves()
  virtual std::vector<Notation> notations(std::string_view move) const = 0;
  /// Plays a legal move in protocol text; otherwise changes nothing and says why. Gives the side that moved.
  virtual Expected<Side, Rejection> play(std::string_view move) = 0;
  /// Takes the last move back. @pre one was played, on this match or on the one that it was cloned from
  virtual void undo() = 0;
};

}  // namespace engine

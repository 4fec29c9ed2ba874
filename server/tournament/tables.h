#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/tournament/events.h"

/// The tables of a round: two players, and the games between them until one result stands.
namespace server::tournament {

/// Of a knock-out, whose tables need a winner: as long as they are level the next stage follows.
enum class Stage : std::uint8_t {
  main,
  half_time,  ///< Two games at half the time.
  decider,    ///< One game; a draw is a win of the second player, so the first gets more time.
};

/// In the order in which they were begun; what is annulled stays in its place, so numbers stay.
struct Game {
  Stage stage = Stage::main;
  bool exchanged = false;  ///< The second player of the table begins.
  bool annulled = false;
  std::optional<Outcome> outcome = {};
  int ended_at = 0;             ///< Event::v of its first outcome; a correction leaves it.
  std::string correction = {};  ///< Why the director has set the outcome; empty: they have not.

  bool is_live() const { return !annulled; }
  bool is_running() const { return !annulled && !outcome; }
  bool operator==(const Game&) const = default;
};

/// What a table brings its two players: index 0 is Table::first.
struct Verdict {
  Result result = Result::nobody;
  std::array<int, 2> games{};  ///< Points of its games, in halves.
  bool was_played = false;     ///< A game was not a forfeit.

  /// Of the table as a whole, in halves: 2-0, 1-1 or 0-0, whatever its games gave.
  std::array<int, 2> points() const;
  /// 0 or 1; none: drawn, or lost by both.
  std::optional<int> winner() const;
};

/// Two players in a round. `reason` is that of the pairing.
struct Table {
  Number first = 0;
  Number second = 0;
  Reason reason = {};
  std::vector<Game> games = {};  ///< GameId::game - 1 is the index.
  /// Of a knock-out: withdrew before there was a winner, and has lost. 0: neither.
  Number left = 0;

  bool has(Number player) const { return player == first || player == second; }
  /// @pre has(player)
  int index_of(Number player) const { return player == first ? 0 : 1; }
  Number opponent_of(Number player) const { return player == first ? second : first; }
  bool operator==(const Table&) const = default;
};

/// What each side of the game gets, in halves: who began, and the other.
std::array<int, 2> points_of(const Outcome& outcome);
/// The same for the players of the table.
std::array<int, 2> points_of(const Game& game);

/// Discs as tie-breaks of anti-Reversi count them, of who began and of the other: the discs of the opponent,
/// for a winner with the empty squares; all or none where the board was not played out; of a draw half each.
std::array<int, 2> discs_of(const Outcome& outcome, int squares);
/// The same of all games that count, for the players of the table.
std::array<int, 2> discs_of(const Table& table, int squares);

/// Whether the player began; none unless the table has brought one game that counts, and that was played.
std::optional<bool> began(const Table& table, Number player);

/// None: games are missing.
/// Pure: computed from results whenever it is asked for.
std::optional<Verdict> verdict_of(const Table& table, const Rules& rules);

/// Begins the game that is due, or stops those that are not needed any more.
/// Idempotent. At most one game of a table runs.
void settle(Table& table, const Rules& rules);

}  // namespace server::tournament

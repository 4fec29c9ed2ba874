#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/tournament/decisions.h"
#include "server/tournaments/stored_tournament.h"

namespace server {

class GameLog;

/// How a game of a tournament has ended, for its table.
/// Aborted means that a first move did not come: see decide_no_show(). So does in an arena, which would pair
/// them again within seconds, a loss without a move of one's own, and for both a draw before both have moved.
/// @pre the log is over, and the game is of the tournament
tournament::Decision decide_by_game(const tournament::TournamentState& state, tournament::GameId id,
                                    const GameLog& log, const tournament::Order& order);

/// To no game of any round that counts has a player come.
bool has_nobody_come(const tournament::TournamentState& state);

/// One step of a tournament: events that follow in a copy of it, and all that begins with them, as one write.
/// On the thread of the reader, which outlives it.
/// Short-lived: made for one step, on the pool, and dropped. What it decides is nothing until its write() is
/// committed; that write is refused if another server has written the same version.
class TournamentStep {
 public:
  /// Begins with what games have come to by themselves.
  /// Reads the results of games, but not of waves of an arena before the first in which one is played or was
  /// annulled, and the records of those that have just ended.
  TournamentStep(storage::Reader& store, const StoredTournament& before, TimePoint now);

  const StoredTournament& tournament() const { return after_; }
  const tournament::TournamentState& state() const { return after_.state; }
  tournament::Order order(std::string by = {}, std::string note = {}) const {
    return {.now = now_, .by = std::move(by), .note = std::move(note)};
  }

  /// None: the event has happened.
  /// Events may follow one another in one step, such as a start and its first round.
  std::optional<tournament::Refusal> follow(const tournament::Decision& decision);
  /// The next round, or the end where none is left: too few are there for one while players are away who may
  /// come back, unless they are `given_up`. Where no player has come to any game it is cancelled then. None:
  /// that has happened. May take tens of milliseconds.
  std::optional<tournament::Refusal> go_on(const tournament::Order& order, bool given_up = false);

  /// Of the game that runs there: as it was when the step began.
  bool has_moves(tournament::GameId id) const;
  /// Of any game of the round that counts.
  bool has_moves_in(int round) const;
  /// Is written with the events.
  void add(storage::Write write) { added_.push_back(std::move(write)); }
  std::vector<storage::Write> take_added() { return std::exchange(added_, {}); }

  /// The events, the seats of new rounds, each game that runs and has no record yet, and after the end who
  /// came out of it how. None: nothing has happened.
  std::optional<storage::AppendTournament> write() const;
  /// Those that run, without those that write() begins.
  std::vector<std::string> running_games() const;
  /// Those that ran when the step began, and do not any more.
  std::vector<std::string> ended_games() const;
  /// Those that do not count, by this step or an earlier one, and whose records say that they are played.
  std::vector<std::string> annulled_games() const;

 private:
  void take_results();
  /// Who was away and has played this game is back without saying so: it is in place of one that they had
  /// missed, or its format pairs them all the same.
  void end_absences(tournament::GameId id, const GameLog& log);
  /// A wave, or after the last one the end.
  std::optional<tournament::Refusal> go_on_in_arena(const tournament::Order& order);
  const storage::TournamentResult* find(tournament::GameId id) const;
  bool runs(tournament::GameId id) const;
  storage::AppendTournament::NewGame new_game(tournament::GameId id) const;
  void add_seats(storage::AppendTournament& write) const;
  storage::AppendTournament::Ranking ranking() const;

  storage::Reader& store_;
  const TimePoint now_;
  const int version_before_;
  const std::size_t rounds_before_;
  StoredTournament after_;
  const std::vector<tournament::GameId> ran_;     // Before,
  std::vector<storage::TournamentResult> games_;  // and as they all were then, in the order of their ids.
  std::vector<tournament::Event> events_;
  std::vector<storage::Write> added_;
};

}  // namespace server

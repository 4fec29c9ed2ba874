#pragma once

#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/server/tournament/hall.h"

namespace server::tournament {

/// What the pairings of many evenings came to.
struct EveningStatistics {
  int tournaments = 0;
  int pairings = 0;
  int forced = 0;      ///< With a colour that was forced.
  int floats = 0;      ///< Between players of different points.
  int unfinished = 0;  ///< Swiss tournaments without a pairing left before their last round.
  int crashes = 0;
};

/// A tournament in which everything happens that can happen at a club, by chance. It holds each round against
/// the rules, by records of its own.
class Evening {
 public:
  Evening(std::mt19937_64& random, EveningStatistics& statistics);

  void play();
  /// One line of JSON: the events, and the standings after some of them.
  std::string report() const;

 private:
  bool once_in(int times) { return below(times) == 0; }
  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
  Number anybody() { return below(static_cast<int>(hall_.state().players().size())) + 1; }

  static Rules random_rules(std::mt19937_64& random);
  int random_size();
  void open();
  void join();
  void substitute();
  void happen();
  bool play_round();
  Plan plan();
  std::vector<Number> waiting();
  void play_games();
  void go_on(GameId game);
  Outcome random_outcome();
  void correct_something();
  void crash();
  void note_standings();

  void check_round(const RoundPaired& round);
  void check_swiss(const RoundPaired& round);
  void check_arena(const RoundPaired& round, std::size_t waiting);
  /// Of all games that count: whether the player began.
  std::vector<bool> colours_of(Number player) const;

  std::mt19937_64& random_;
  EveningStatistics& statistics_;
  Hall hall_;
  int joined_ = 0;
  std::set<Pair> met_;
  std::set<Number> byes_;
  std::size_t waiting_ = 0;
  std::string standings_;  // JSON, one after another.
};

}  // namespace server::tournament

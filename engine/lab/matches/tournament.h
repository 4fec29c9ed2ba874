#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/lab/matches/referee.h"
#include "engine/lab/matches/statistics.h"

namespace engine::lab {

// A match of many games: Pairing says what is played, ScoreBook what came out so far, play_pairing() plays
// what is missing. Interrupted matches go on by filling a ScoreBook from the lines of the file (records.h)
// first.

/// Two players, many openings, each played twice with sides changed.
struct Pairing {
  const Game* game;
  PlayerSpec players[2];
  std::vector<Opening> openings;
  std::size_t games;  ///< Two for each pair; openings are used again from the first when they run out.
  RefereeRules rules;

  const Opening& opening_of(std::size_t number) const { return openings[number / 2 % openings.size()]; }
};

/// One game of a pairing: number 2k and 2k + 1 share an opening, and the first player has the first side in
/// 2k.
struct NumberedGame {
  std::size_t number;
  GameRecord game;
};

/// What is known of a pairing so far, in the first player's view.
struct MatchScore {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  PairCounts pairs;                  ///< Different ones: the evidence.
  std::uint64_t repeated_pairs = 0;  ///< Both games as in an earlier pair, move by move.
  std::uint64_t moves = 0;
  std::uint64_t failures[2] =
      {};                  ///< Games that each player lost by time, crash, silence or an illegal move.
  int overrun_ms[2] = {};  ///< The most that each was over its time.
};

/// Collects games in any order. A pair of games that repeats another one is no evidence and not counted as
/// such: between players that always answer alike it says nothing new. Not thread-safe.
class ScoreBook {
 public:
  explicit ScoreBook(const Pairing& pairing);
  /// @pre the game was not added before
  /// @throws std::out_of_range for a number beyond the pairing
  void add(const NumberedGame& played);
  bool has(std::size_t number) const { return half_points_.at(number) != kNotPlayed; }
  /// Of what was added so far; changes with add().
  const MatchScore& score() const { return score_; }

 private:
  static constexpr int kNotPlayed = -1;
  std::size_t hash_of(const NumberedGame& played) const;
  void add_pair(std::size_t even);

  std::vector<std::size_t> opening_moves_;  // How many, by opening,
  std::vector<std::string> starts_;         // and the positions after them.
  std::vector<int> half_points_;            // Of the first player, by number.
  std::vector<std::size_t> hashes_;         // Of what was played after the opening, by number.
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
  MatchScore score_;
};

/// Plays what `book` does not have yet on `threads` threads, each with its own two players, and adds it.
/// `on_progress` is called after each game, under the lock that the book is changed under, and says whether
/// to go on. Throws what making a player throws, and std::runtime_error for a program that is not ready for
/// its first game: all games would be lost by it. Games under way are ended first. Throws
/// std::invalid_argument where openings would be used again by players that always answer alike.
/// Blocks until all games are played or `on_progress` says no.
void play_pairing(const Pairing& pairing, ScoreBook& book, int threads,
                  const std::function<bool(const NumberedGame&)>& on_progress);

}  // namespace engine::lab

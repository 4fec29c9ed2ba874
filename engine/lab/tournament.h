#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "engine/lab/referee.h"
#include "engine/lab/statistics.h"

namespace engine::lab {

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
struct Numbered {
  std::size_t number;
  PlayedGame game;
};

/// What is known of a pairing so far, in the first player's view.
struct Score {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  PairCounts pairs;
  std::uint64_t moves = 0;
  std::uint64_t failures[2] =
      {};                  ///< Games that each player lost by time, crash, silence or an illegal move.
  int overrun_ms[2] = {};  ///< The most that each was over its time.
};

/// Collects games in any order. Not thread-safe.
class ScoreBook {
 public:
  explicit ScoreBook(std::size_t games) : half_points_(games, kNotPlayed) {}
  /// @pre the game was not added before
  void add(const Numbered& played);
  bool has(std::size_t number) const { return half_points_.at(number) != kNotPlayed; }
  const Score& score() const { return score_; }

 private:
  static constexpr int kNotPlayed = -1;
  std::vector<int> half_points_;  // Of the first player, by number.
  Score score_;
};

/// Plays what `book` does not have yet on `threads` threads, each with its own two players, and adds it.
/// `heard` is called after each game, under the lock that the book is changed under, and says whether to go
/// on. Throws what making a player throws; games under way are ended first.
void play_pairing(const Pairing& pairing, ScoreBook& book, int threads,
                  const std::function<bool(const Numbered&)>& heard);

}  // namespace engine::lab

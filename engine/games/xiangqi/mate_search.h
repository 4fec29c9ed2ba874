#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/games/xiangqi/position.h"
#include "engine/search/proof.h"

namespace engine::xiangqi {

/// Searches for a forced mate alone, without an evaluation that could hide it: an AND/OR tree in which the
/// attacker gives check with all but a few moves, and the defender has every move. What it finds is
/// proven. What it does not find may be a mate with more quiet moves, or by zugzwang on a full board.
class MateSearch {
 public:
  /// No longer mates are looked for, in moves of the attacker.
  static constexpr int kLongest = 16;
  /// Moves of the attacker that need not give check. Each more costs about seven times the positions.
  static constexpr int kMaxQuiet = 2;

  /// Whether the side to move mates in `longest` moves or fewer; the shortest such mate is tried first. Looks
  /// at `limit` positions at most; with moves `among` which to choose, for mates that begin with one of them.
  /// A second call with the same root and moves goes on where the first stopped.
  /// `root` is changed on the way and restored. True: line() mates whatever the defender does, under the
  /// rules of repetition and the move limit too. False: none found within the limits, which proves nothing.
  bool find(Position& root, int longest, std::uint64_t limit, search::Budget& budget,
            std::span<const Move> among = {});

  /// The mate just found, against the longest defence; valid until the next search.
  std::span<const Move> line() const { return {lines_[0].begin(), lines_[0].size()}; }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 15;

  /// What is to be proven of a part of the tree. `ply` is counted from the root.
  struct Task {
    int moves;  ///< Left to the attacker.
    int quiet;  ///< Moves among them that need not be checks.
    int ply;
  };

  /// In how many moves the attacker does not mate, by the number of quiet ones allowed.
  struct Effort {
    std::array<std::uint8_t, kMaxQuiet + 1> moves = {};
    static Effort of(Task task);
    bool covers(const Effort& now) const;
    void add(const Effort& now);
  };

  void begin(Key root, std::span<const Move> among);
  MoveList moves_at(const Position& position, int ply) const;
  bool attack(Position& position, Task task);
  bool try_checks(Position& position, Task task, const MoveList& moves, MoveList& quiet);
  bool try_quiet(Position& position, Task task, const MoveList& moves);
  bool wins_by(Position& position, Task task, Move move);
  bool defend(Position& position, Task task);
  bool passing_helps(Position& position, Task task);
  bool fails_against(Position& position, Task task, Move reply);

  bool visit();
  void lead_line(Move move, int ply);

  std::optional<Key> root_;
  std::vector<Move> among_;
  int refuted_ = 0;  ///< The root is no mate in so many moves.
  search::DisproofTable<Effort> disproofs_{kEntries};
  // Triangular, by ply.
  std::array<FixedList<Move, 2 * kLongest>, 2 * kLongest + 1> lines_;
  std::array<Move, 2 * kLongest> refutations_;  ///< The reply that last helped the defender, by ply.
  search::NodeQuota quota_;
  // Once true all functions return at once, and what they return means nothing.
  bool stopped_ = false;
};

}  // namespace engine::xiangqi

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/types.h"
#include "server/library/board_shape.h"

namespace server {

/// Keys under which positions are found again, whichever way the board lies: the least of the hashes of a
/// position's images. Zobrist hashes, all kept while moves are played.
///
/// The seed is a secret of the database: a client that knew it could make positions that share a key.
/// Zobrist hashing (Zobrist 1970), but with a hash function in place of a table of random numbers: nothing is
/// to be stored, and any letter may be a piece. Collisions are not looked for: see decision 0015 for how
/// likely they are.
class PositionKeys {
 public:
  /// @param kind what must agree beside the board: the game and its rule
  /// @pre `shape` outlives it
  PositionKeys(const BoardShape& shape, std::uint64_t seed, std::string_view kind);

  /// The position that is meant from now on, as BoardShape::contents() gives it. Costs what has changed, and
  /// a look at each point.
  void show(std::string_view board, engine::Side turn);
  /// The same of one point, where it is known what changes: after all of them give_turn().
  void put(std::size_t point, char piece);
  void give_turn(engine::Side turn);

  /// O(1). Stored in databases: how it is made may never change.
  std::uint64_t key() const;
  /// The same move of all positions that share the key, from one of this position. Moves that are each
  /// other's image in a symmetric position are one: the right one, as people prefer.
  MoveNumber canonical(MoveNumber move) const;
  /// The other way: what canonical() stands for here, where the position is symmetric one of several.
  MoveNumber turned_back(MoveNumber canonical) const;

 private:
  std::uint64_t piece_key(char piece, std::size_t point) const;

  const BoardShape& shape_;
  std::uint64_t seed_;
  std::uint64_t turn_ = 0;             // Of the turn.
  std::string board_;                  // As shown last.
  std::vector<std::uint64_t> hashes_;  // Of each image.
  std::vector<unsigned> least_;        // The symmetries that make the least.
};

/// A hash of bytes that takes every one of them into account: FNV-1a, mixed.
std::uint64_t text_hash(std::string_view bytes, std::uint64_t seed);

}  // namespace server

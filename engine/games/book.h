#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/game.h"

namespace engine {

/// A move that a book knows.
struct BookMove {
  std::string move;
  std::uint16_t weight = 0;  ///< Is played so often, of the sum over the position; 0: never.
  std::int16_t score = 0;    ///< For the side to move, in the unit of the game.
};

/// An opening book: moves with weights for positions near the start of one game and rule. Made by
/// `sanqi-lab book`; immutable, so any thread may ask it.
///
/// The file: a line of text that tells how it was made, then entries of 14 bytes in the order of their keys
/// and moves, low byte first: u64 key_of() the position, u16 move, u16 weight, i16 score. Moves are numbers
/// in the sorted list of legal moves, which no change of the engine's own packing can make unreadable.
class Book {
 public:
  /// Throws std::runtime_error for what is no book.
  static Book read(std::span<const unsigned char> file);

  /// Empty where the book ends.
  /// Costs a list of all legal moves as text where the position is known, else a binary search.
  std::vector<BookMove> moves(const Match& match) const;
  /// A move of the book, chosen by weight: a thought of depth 0, for nothing was searched. Nothing where the
  /// book ends.
  std::optional<Thought> think(const Match& match, std::uint64_t seed) const;
  std::size_t size() const { return entries_.size(); }

  /// Of a board and a side to move: FNV-1a of the first two words of Look::pos, so that counters of moves do
  /// not matter.
  static std::uint64_t key_of(const Match& match);

  struct Entry {
    std::uint64_t key;
    std::uint16_t move, weight;
    std::int16_t score;
    auto operator<=>(const Entry&) const = default;
  };
  /// What read() reads. `entries` are sorted first.
  static void write(std::vector<Entry> entries, const std::string& made_by, std::ostream& out);

 private:
  std::vector<Entry> entries_;
};

}  // namespace engine

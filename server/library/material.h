#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace server {

/// So many of a kind of piece or stone, at least and at most.
struct PieceRange {
  char piece = 0;
  int least = 0;
  int most = std::numeric_limits<int>::max();
};

/// How many pieces of each kind are on a board, as one number that databases compare: a search for few pieces
/// passes over games that end with more, as Scid's signatures do. Pieces are taken and never come, so that at
/// no moment there are fewer than at the end.
///
/// Four bits a kind: seven at most, and a guard, from which a comparison of all kinds at once borrows.
class MaterialCode {
 public:
  /// @param start the usual start's BoardShape::contents(): its kinds of pieces, in the order of their
  /// letters
  explicit MaterialCode(std::string_view start);

  /// 0 where there is nothing to compare: of stones, which come, and of too many kinds.
  /// Stored in databases: how it is made may never change.
  std::int64_t of(std::string_view board) const;
  /// What storage::PackedQuery is asked for: all guards stay where no kind has more than its range has at
  /// most.
  std::int64_t most(const std::vector<PieceRange>& ranges) const;
  std::int64_t guards(const std::vector<PieceRange>& ranges) const;

 private:
  std::string kinds_;
};

}  // namespace server

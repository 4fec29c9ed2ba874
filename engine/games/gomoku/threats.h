#pragma once

#include <array>
#include <cstdint>

#include "engine/games/gomoku/combinations.h"

namespace engine::gomoku {

/// What a stone on an empty point would do in its four lines together, for the side that plays it. From
/// `four` on the opponent has to answer at once.
/// The order counts: code compares with `three`, `four` and `open_four`, and walks through ranges.
enum class Threat : std::uint8_t {
  quiet,
  two,            ///< An open two.
  blocked_three,  ///< Could become a four that has one answer.
  twos,           ///< Two open twos, or an open two and a blocked three.
  three,          ///< An open three: an open four is coming.
  three_more,     ///< And an open two or a blocked three besides.
  threes,         ///< Two open threes.
  four,           ///< A five is coming; one answer.
  four_more,      ///< And an open two or a blocked three besides.
  four_three,     ///< And an open three besides.
  open_four,      ///< An open four, or two fours: more fives than answers.
  five,
  foul,  ///< Renju's black: an overline or a double-four, forbidden for certain.
};
inline constexpr std::size_t kThreats = 13;
constexpr std::size_t index(Threat threat) {
  return static_cast<std::size_t>(threat);
}

/// @pre every shape of the code is one of kShapes
/// `fouls`: of renju's black. Its double-threes are not decided here, since foul_of() needs the board.
Threat threat_of(ShapeCode code, bool fouls);

/// What an empty point is worth to a side, in centi-stones. It depends on whether the side may use it first.
struct PointWeight {
  std::int16_t moving = 0;   ///< While the side is to move,
  std::int16_t waiting = 0;  ///< and while its opponent is.
  bool operator==(const PointWeight&) const = default;
};

/// What is known of a point by its combination alone.
struct PointFacts {
  PointWeight weight;
  /// How soon the search should try it, either to play it or to take it from the opponent.
  std::int16_t urgency = 0;
  Threat threat = Threat::quiet;
  /// Renju's black: two threes, forbidden unless one of them is false; foul_of() knows.
  bool maybe_double_three = false;
};

/// PointFacts of every combination; one table for black in renju, one for all other sides.
template <bool Fouls>
class PointFactTable {
 public:
  /// Computed once, at the first call. Thread-safe.
  static const PointFactTable& instance();
  /// Indexed by Combination.
  const PointFacts* data() const { return facts_.data(); }

 private:
  PointFactTable();
  std::array<PointFacts, kCombinations> facts_;
};

extern template class PointFactTable<false>;
extern template class PointFactTable<true>;

}  // namespace engine::gomoku

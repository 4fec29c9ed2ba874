#include "engine/games/gomoku/threats.h"

#include <array>

#include "engine/games/gomoku/point_weights.h"

namespace engine::gomoku {
namespace {

/// How many of the four lines hold each shape.
struct ShapeCounts {
  explicit ShapeCounts(ShapeCode code) {
    for (const Direction direction : kDirections) ++count[index(shape_in(code, direction))];
  }
  int of(Shape shape) const { return count[index(shape)]; }
  int twos() const { return of(Shape::open_two) + of(Shape::wide_two); }
  int threes() const { return of(Shape::open_three) + of(Shape::wide_three); }
  int fours() const { return of(Shape::four) + of(Shape::open_four) + 2 * of(Shape::double_four); }
  std::array<int, 16> count{};
};

/// From the strongest down: the first that fits names the point. A five overrides every foul.
Threat threat_of(const ShapeCounts& counts, bool fouls) {
  const bool more = counts.twos() + counts.of(Shape::blocked_three) > 0;
  if (counts.of(Shape::five) > 0) return Threat::five;
  if (fouls && (counts.of(Shape::overline) > 0 || counts.fours() > 1)) return Threat::foul;
  if (counts.of(Shape::open_four) > 0 || counts.fours() > 1) return Threat::open_four;
  if (counts.fours() > 0)
    return counts.threes() > 0 ? Threat::four_three : more ? Threat::four_more : Threat::four;
  if (counts.threes() > 1) return Threat::threes;
  if (counts.threes() > 0) return more ? Threat::three_more : Threat::three;
  if (counts.twos() > 0 && counts.twos() + counts.of(Shape::blocked_three) > 1) return Threat::twos;
  if (counts.of(Shape::blocked_three) > 0) return Threat::blocked_three;
  return counts.twos() > 0 ? Threat::two : Threat::quiet;
}

/// A number for every shape, added up over the four lines, and one for what they make together.
struct Weights {
  std::array<int, kShapes> shapes;
  std::array<int, kThreats> threats;
};

// Set by hand.
// Only the order of moves depends on them, so their errors cost time and not soundness.
constexpr Weights kUrgency{.shapes{0, 1, 3, 4, 9, 12, 13, 30, 36, 36, 100, 200, 0, 0},
                           .threats{0, 0, 0, 8, 0, 12, 30, 0, 8, 60, 60, 0, 0}};

std::int16_t weigh(const Weights& weights, ShapeCode code, Threat threat) {
  if (threat == Threat::foul) return 0;
  int sum = weights.threats[index(threat)];
  for (const Direction direction : kDirections) sum += weights.shapes[index(shape_in(code, direction))];
  return static_cast<std::int16_t>(sum);
}

}  // namespace

Threat threat_of(ShapeCode code, bool fouls) {
  return threat_of(ShapeCounts(code), fouls);
}

template <bool Fouls>
PointFactTable<Fouls>::PointFactTable() {
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    const ShapeCode code = representative(static_cast<Combination>(i));
    const ShapeCounts counts(code);
    PointFacts& facts = facts_[i];
    facts.threat = threat_of(counts, Fouls);
    facts.maybe_double_three =
        Fouls && facts.threat != Threat::five && facts.threat != Threat::foul && counts.threes() > 1;
    // A point that black may not use is worth what an empty combination is.
    facts.weight = point_weights().of[facts.threat == Threat::foul ? 0 : i];
    facts.urgency = weigh(kUrgency, code, facts.threat);
  }
}

template <bool Fouls>
const PointFactTable<Fouls>& PointFactTable<Fouls>::instance() {
  static const PointFactTable table;
  return table;
}

template class PointFactTable<false>;
template class PointFactTable<true>;

}  // namespace engine::gomoku

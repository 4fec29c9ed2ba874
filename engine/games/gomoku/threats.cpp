#include "engine/games/gomoku/threats.h"

#include <array>

#include "engine/games/gomoku/worths.h"

namespace engine::gomoku {
namespace {

/// How many of the four lines hold each shape.
struct Tally {
  explicit Tally(ShapeCode code) {
    for (const Direction direction : kDirections) ++count[index(shape_in(code, direction))];
  }
  int of(Shape shape) const { return count[index(shape)]; }
  int twos() const { return of(Shape::open_two) + of(Shape::wide_two); }
  int threes() const { return of(Shape::open_three) + of(Shape::wide_three); }
  int fours() const { return of(Shape::four) + of(Shape::open_four) + 2 * of(Shape::double_four); }
  std::array<int, 16> count{};
};

Threat threat_of(const Tally& tally, bool fouls) {
  const bool more = tally.twos() + tally.of(Shape::blocked_three) > 0;
  if (tally.of(Shape::five) > 0) return Threat::five;
  if (fouls && (tally.of(Shape::overline) > 0 || tally.fours() > 1)) return Threat::foul;
  if (tally.of(Shape::open_four) > 0 || tally.fours() > 1) return Threat::open_four;
  if (tally.fours() > 0)
    return tally.threes() > 0 ? Threat::four_three : more ? Threat::four_more : Threat::four;
  if (tally.threes() > 1) return Threat::threes;
  if (tally.threes() > 0) return more ? Threat::three_more : Threat::three;
  if (tally.twos() > 0 && tally.twos() + tally.of(Shape::blocked_three) > 1) return Threat::twos;
  if (tally.of(Shape::blocked_three) > 0) return Threat::blocked_three;
  return tally.twos() > 0 ? Threat::two : Threat::quiet;
}

/// A number for every shape, added up over the four lines, and one for what they make together.
struct Weights {
  std::array<int, kShapes> shapes;
  std::array<int, kThreats> threats;
};

// Set by hand.
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
  return threat_of(Tally(code), fouls);
}

template <bool Fouls>
FactTable<Fouls>::FactTable() {
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    const ShapeCode code = representative(static_cast<Combination>(i));
    const Tally tally(code);
    PointFacts& facts = facts_[i];
    facts.threat = threat_of(tally, Fouls);
    facts.doubtful =
        Fouls && facts.threat != Threat::five && facts.threat != Threat::foul && tally.threes() > 1;
    facts.worth = worths().of[facts.threat == Threat::foul ? 0 : i];
    facts.urgency = weigh(kUrgency, code, facts.threat);
  }
}

template <bool Fouls>
const FactTable<Fouls>& FactTable<Fouls>::instance() {
  static const FactTable table;
  return table;
}

template class FactTable<false>;
template class FactTable<true>;

}  // namespace engine::gomoku

#pragma once

#include <array>
#include <set>
#include <vector>

/// Renju's forbidden points straight from the definitions, by trying stones on a plain board: slow, and
/// sharing no line of code with the engine.
namespace renju_oracle {

inline constexpr int kSize = 15;

struct Spot {
  int x;
  int y;
  auto operator<=>(const Spot&) const = default;
};

struct Way {
  int dx;
  int dy;
};
inline constexpr std::array<Way, 4> kWays{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

class Board {
 public:
  /// '-', 'X' black, 'O' white; '#' outside.
  char at(Spot s) const {
    if (s.x < 0 || s.y < 0 || s.x >= kSize || s.y >= kSize) return '#';
    return cells_[static_cast<std::size_t>(s.y)][static_cast<std::size_t>(s.x)];
  }
  void set(Spot s, char c) { cells_[static_cast<std::size_t>(s.y)][static_cast<std::size_t>(s.x)] = c; }

  /// May black not play on the empty spot `p`?
  bool forbidden(Spot p) {
    set(p, 'X');
    const bool foul = !makes_five(p) && (overline(p) || fours(p) > 1 || threes(p) > 1);
    set(p, '-');
    return foul;
  }

 private:
  using Set = std::set<Spot>;

  static Spot along(Spot p, Way way, int n) { return {p.x + way.dx * n, p.y + way.dy * n}; }

  int row(Spot p, Way way) const {
    int length = 1;
    for (int n = 1; at(along(p, way, n)) == 'X'; ++n) ++length;
    for (int n = -1; at(along(p, way, n)) == 'X'; --n) ++length;
    return length;
  }
  bool makes_five(Spot p) const {
    for (const Way way : kWays) {
      if (row(p, way) == 5) return true;
    }
    return false;
  }
  bool overline(Spot p) const {
    for (const Way way : kWays) {
      if (row(p, way) > 5) return true;
    }
    return false;
  }

  /// The sets of four stones with `p` to which one more stone adds an exact five.
  std::set<Set> four_sets(Spot p, Way way) {
    std::set<Set> sets;
    for (int start = -4; start <= 0; ++start) {
      Set stones;
      std::vector<Spot> holes;
      for (int n = start; n < start + 5; ++n) {
        const Spot s = along(p, way, n);
        if (at(s) == 'X') stones.insert(s);
        if (at(s) == '-') holes.push_back(s);
      }
      if (stones.size() != 4 || holes.size() != 1) continue;
      set(holes[0], 'X');
      if (row(p, way) == 5) sets.insert(stones);
      set(holes[0], '-');
    }
    return sets;
  }
  int fours(Spot p) {
    std::size_t count = 0;
    for (const Way way : kWays) count += four_sets(p, way).size();
    return static_cast<int>(count);
  }

  /// Four stones side by side with `p`, and an exact five at either end.
  bool straight_four(Spot p, Way way) {
    if (row(p, way) != 4) return false;
    int low = 0;
    while (at(along(p, way, low - 1)) == 'X') --low;
    for (const Spot end : {along(p, way, low - 1), along(p, way, low + 4)}) {
      if (at(end) != '-') return false;
      set(end, 'X');
      const bool five = row(p, way) == 5;
      set(end, '-');
      if (!five) return false;
    }
    return true;
  }

  /// One more stone, itself legal and no five, makes a straight four of `p` and itself.
  bool three(Spot p, Way way) {
    if (!four_sets(p, way).empty()) return false;
    for (int n = -3; n <= 3; ++n) {
      const Spot q = along(p, way, n);
      if (at(q) != '-') continue;
      set(q, 'X');
      const bool completes = straight_four(p, way) && straight_four(q, way) && !makes_five(q);
      set(q, '-');
      if (completes && !forbidden(q)) return true;
    }
    return false;
  }
  int threes(Spot p) {
    int count = 0;
    for (const Way way : kWays) count += three(p, way);
    return count;
  }

  std::array<std::array<char, kSize>, kSize> cells_ = [] {
    std::array<std::array<char, kSize>, kSize> cells;
    for (auto& row : cells) row.fill('-');
    return cells;
  }();
};

}  // namespace renju_oracle

#include "server/tournament/arena_points.h"

#include <utility>

namespace server::tournament {

int ArenaPoints::win() {
  const int points = kWin * factor();
  ++wins_;
  drew_ = false;
  return points;
}

int ArenaPoints::draw(int plies) {
  const bool is_quick = plies < rules_.quick_draw;
  // Set by every draw, also by one that gave points: the next draw after it counts only if it is long.
  const bool follows_draw = std::exchange(drew_, true) && plies < rules_.long_draw;
  const int points = is_quick || follows_draw ? 0 : kDraw * factor();
  wins_ = 0;
  return points;
}

int ArenaPoints::loss() {
  wins_ = 0;
  drew_ = false;
  return 0;
}

}  // namespace server::tournament

#include "server/bridge/move_time.h"

#include <algorithm>

namespace server::bridge {

namespace {

constexpr milliseconds kLeast{1};
/// Programs plan for about so many moves.
constexpr int kMovesPlanned = 30;

milliseconds field(const Json& json, const char* name) {
  return milliseconds(json.value(name, std::int64_t{0}));
}

/// A time of its own for the move: a program may be a little late with it.
MoveTime fixed(milliseconds time, milliseconds most) {
  MoveTime fixed;
  time = std::clamp(time, kLeast, std::max(most, kLeast));
  fixed.limits.control.move = time;
  fixed.most = std::min(most, 2 * time + std::chrono::seconds(1));
  return fixed;
}

}  // namespace

MoveTime move_time(const Json& time, const Json& clock, engine::Side turn, milliseconds server_now,
                   const Policy& policy) {
  const bool is_timed = time.is_object() && !time.contains("days") && clock.is_object();
  if (!is_timed) return fixed(policy.think, 2 * policy.think + std::chrono::seconds(1));
  const std::size_t side = engine::index(turn);
  const bool runs = clock.contains("running") && !clock["running"].is_null();
  const milliseconds used =
      field(clock, "spent") + (runs ? server_now - field(clock, "at") : milliseconds(0));
  const milliseconds main = milliseconds(clock.at("ms").at(side).get<std::int64_t>()) - used;
  const milliseconds byoyomi = field(time, "byoyomi");
  const auto periods = byoyomi.count() > 0 ? clock.at("periods").at(side).get<int>() : 0;
  const milliseconds per_move = field(time, "perMove");
  const bool has_main =
      field(time, "initial").count() > 0 || field(time, "increment").count() > 0 || periods > 0;

  milliseconds left = has_main ? main + periods * byoyomi : per_move - used;
  if (per_move.count() > 0) left = std::min(left, per_move - used);
  left -= policy.margin;
  if (byoyomi.count() > 0 || per_move.count() > 0) {
    // Of a period a program uses two thirds, so that it never loses one.
    const milliseconds period = byoyomi.count() > 0 ? byoyomi : per_move;
    const milliseconds share = std::max(main, milliseconds(0)) / kMovesPlanned + period * 2 / 3;
    return fixed(std::min(share, policy.think), left);
  }
  MoveTime planned;
  planned.limits.control.base = field(time, "initial");
  planned.limits.control.increment = field(time, "increment");
  for (const std::size_t each : {0u, 1u}) {
    const milliseconds all(clock.at("ms").at(each).get<std::int64_t>());
    planned.limits.clocks[each] = std::max(each == side ? left : all, kLeast);
  }
  milliseconds& own = planned.limits.clocks[side];
  own = std::min(own, kMovesPlanned * policy.think);
  // For programs that hear of both, as by Gomocup's protocol.
  planned.limits.control.move = std::min(policy.think, own);
  // One that hangs loses what it was told of the clock, and not all of it.
  planned.most = own;
  return planned;
}

}  // namespace server::bridge

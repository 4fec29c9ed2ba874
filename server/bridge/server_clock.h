#pragma once

#include <chrono>
#include <optional>

#include "server/bridge/guest_game.h"

namespace server::bridge {

/// The server's clock, as its messages tell it. Goes by this machine's steady clock: the other one may be set
/// while a game is played, and then all moves would be late, or none of them in time.
class ServerClock {
 public:
  /// @param server_now what it said, in milliseconds since 1970; `asked` and `heard` when that was asked for
  /// and came. The quickest answer counts: it was said half of its way ago.
  void take(milliseconds server_now, Clock::time_point asked, Clock::time_point heard) {
    const auto way = std::chrono::duration_cast<milliseconds>(heard - asked) / 2;
    if (way_ && *way_ < way) return;
    way_ = way;
    at_ = heard;
    then_ = server_now + way;
  }
  /// A new connection: its way may be another.
  void forget_way() { way_.reset(); }

  milliseconds at(Clock::time_point now) const {
    return then_ + std::chrono::duration_cast<milliseconds>(now - at_);
  }

 private:
  std::optional<milliseconds> way_{};
  Clock::time_point at_{};
  milliseconds then_{0};
};

}  // namespace server::bridge

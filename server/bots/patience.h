#pragma once

#include <algorithm>
#include <chrono>

namespace server {

/// For how long a bot that owes an answer is waited for. One that has used its time of a processor hangs; one
/// that a busy machine does not let run is waited for until others need the answer. Pure.
///
/// Measured by the thread's own processor time: a bot that is not let run has used none, so it is not taken
/// for hung. judge() decides, next_look() says when to ask again.
struct Patience {
  using TimePoint = std::chrono::steady_clock::time_point;
  enum class Verdict { waits, hangs, too_late };
  static constexpr std::chrono::milliseconds kShortestLook{10};

  std::chrono::nanoseconds allowed{0};  ///< Of a processor, as its thread counts.
  TimePoint ends{};                     ///< After it the answer is of no use.

  Verdict judge(std::chrono::nanoseconds used, TimePoint now) const {
    if (used >= allowed) return Verdict::hangs;
    return now >= ends ? Verdict::too_late : Verdict::waits;
  }
  /// It cannot have used what is allowed before that.
  std::chrono::milliseconds next_look(std::chrono::nanoseconds used, TimePoint now) const {
    using std::chrono::ceil, std::chrono::milliseconds;
    const auto rest = std::max(ceil<milliseconds>(allowed - used), kShortestLook);
    return std::clamp(ceil<milliseconds>(ends - now), milliseconds(0), rest);
  }
};

}  // namespace server

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stop_token>

#include "engine/core/limits.h"

namespace engine::search {

// Every loop that may take long asks a Budget: alpha-beta, quiescence, solvers. After it is exhausted the
// recursion unwinds as fast as it can, and scores on the way up mean nothing: each caller checks exhausted()
// before it believes, stores or learns from a score.

/// Counts nodes and says when to stop. The only place of the engine that reads a clock.
///
/// One thread owns it. `tick()` is called once a node and looks at the clock and the stop token every
/// kInterval nodes; a node limit is exact, so that equal limits visit equal trees.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kInterval = 512;

  /// `start` is when the time began to run, and may lie before the construction. Depth, lines and `optimum`
  /// of the limits are not looked at here.
  Budget(const Limits& limits, std::stop_token stop, Clock::time_point start = Clock::now())
      : stop_(std::move(stop)),
        start_(start),
        deadline_(limits.time ? start + *limits.time : Clock::time_point::max()),
        node_limit_(limits.nodes.value_or(UINT64_MAX)) {}

  /// Counts a node. True when the search must end now; it stays true, and nothing is counted any more.
  // Nodes, not time, are checked first: with a node limit alone the tree is the same on every machine.
  // Reading the clock costs tens of nanoseconds, so it is done once in kInterval nodes (a fraction of a
  // millisecond).
  bool tick() {
    if (exhausted_) return true;
    ++nodes_;
    if (nodes_ >= node_limit_) exhausted_ = true;
    if (nodes_ % kInterval == 0) check();
    return exhausted_;
  }

  /// Looks at the clock and the stop token now.
  bool check() {
    if (stop_.stop_requested() || Clock::now() >= deadline_) exhausted_ = true;
    return exhausted_;
  }

  /// About how many more nodes there is room for, by the node limit and by the time at the speed so far.
  std::uint64_t room() const {
    const std::uint64_t by_limit = node_limit_ - std::min(nodes_, node_limit_);
    if (deadline_ == Clock::time_point::max()) return by_limit;
    constexpr std::uint64_t kUsualPerMillisecond = 1000;  // Until there is something to measure.
    const auto spent = static_cast<std::uint64_t>(elapsed().count());
    const std::uint64_t speed = spent > 0 ? nodes_ / spent : kUsualPerMillisecond;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    return std::min(by_limit, speed * static_cast<std::uint64_t>(std::max<std::int64_t>(left, 0)));
  }

  /// As tick() or check() last found it: looks at nothing, so it may be asked anywhere.
  bool exhausted() const { return exhausted_; }
  /// Of this thread; at most the limit.
  std::uint64_t nodes() const { return nodes_; }
  /// Since `start`. Reads the clock.
  std::chrono::milliseconds elapsed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
  }

 private:
  std::stop_token stop_;
  Clock::time_point start_;
  Clock::time_point deadline_;
  std::uint64_t node_limit_;
  std::uint64_t nodes_ = 0;
  bool exhausted_ = false;
};

}  // namespace engine::search

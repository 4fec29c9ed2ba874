#pragma once

#include <chrono>
#include <cstddef>

namespace server {

/// When the next commit may begin. Most of a commit costs the same however much is in it: while requests come
/// fast, commits begin a fixed time apart, and each takes what has come since the one before. In quiet times,
/// and after a pause, a commit begins at once. Pure: `now` is an argument.
///
/// The record thread waits until next(), calls begins(), and commits.
class CommitPace {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Options {
    /// Longer than most commits take, and short enough that players do not feel it.
    std::chrono::microseconds apart{7'000};
    int fast = 200;  ///< Requests a second, from which on commits are `apart`.
  };

  explicit CommitPace(Options options) : options_(options) {}

  /// Not before this moment, which may be past.
  TimePoint next() const { return are_fast_ ? last_ + options_.apart : TimePoint(); }
  /// @param requests that the commit takes along
  void begins(TimePoint now, std::size_t requests);

 private:
  const Options options_;
  TimePoint last_;  // Commit.
  bool are_fast_ = false;
  TimePoint counting_since_;
  std::size_t counted_ = 0;
};

}  // namespace server

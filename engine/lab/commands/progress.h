#pragma once

#include <chrono>
#include <string>

namespace engine::lab {

/// A line on standard error that says how far a long command is: rewritten in place on a terminal; elsewhere
/// a line now and then, so that logs stay short.
class Progress {
 public:
  Progress();
  /// Ends the line on a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// "[=====>    ] 51/100 text 3:20 left".
  /// @pre done <= all. One thread at a time. The time left is that of the mean speed of this run.
  void show(std::uint64_t done, std::uint64_t all, const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
  std::uint64_t first_done_ = 0;
};

}  // namespace engine::lab

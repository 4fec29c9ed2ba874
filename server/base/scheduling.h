#pragma once

#include <sys/types.h>

#include <chrono>
#include <ctime>

/// How the kernel shares its processors among our threads. Requests: an older kernel, or another one than
/// Linux, does not know them.
namespace server {

/// This thread does little at a time and somebody waits for it: it runs soon after it is woken, for a short
/// while (EEVDF's slice, Linux 6.12).
void run_soon();

/// This thread computes for long: whoever is woken may take its place.
void give_way(int niceness);

/// A thread as another one sees it, made by itself, once it is as nice as it is to be.
class RunningThread {
 public:
  RunningThread();

  pid_t id() const { return id_; }
  /// What it has used of processors since its start; the longest time there is when it has ended.
  std::chrono::nanoseconds processor_time() const;
  /// Lets it run no later than the caller, where the limit of the process (RLIMIT_NICE) or its privileges
  /// allow that.
  /// @pre the thread has not ended
  void hasten() const;
  /// As nice as it was again. @pre the thread has not ended
  void slow_down() const;

 private:
  pid_t id_;
  int niceness_;
  clockid_t clock_{};
};

}  // namespace server

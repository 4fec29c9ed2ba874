#pragma once

#include <sys/types.h>

#include <chrono>
#include <ctime>

/// How the kernel shares its processors among our threads. Requests: an older kernel, or another one than
/// Linux, does not know them.
namespace server {

/// For a thread that does little at a time and is waited for: it runs soon after it is woken, for a short
/// while (EEVDF's slice, Linux 6.12).
void set_latency_priority();

/// For a thread that computes for long: any other that is woken may take its place.
/// @param niceness added to that of the process
void set_batch_priority(int niceness);

/// A thread as another one sees it. Made by the thread itself, once its niceness is set.
/// Its id and clock are good as long as the thread lives; processor_time() may be asked even later.
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

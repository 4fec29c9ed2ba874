#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace load {

/// What a thread, or several of one name, have had.
struct ThreadUse {
  std::chrono::nanoseconds cpu{0};
  std::int64_t waits = 0;        ///< Times that it gave up the core to wait.
  std::int64_t preemptions = 0;  ///< Times that it was taken off the core.
};

/// What a process has had so far, or between two moments. Linux only: read from /proc.
struct ProcessUse {
  std::map<std::string, ThreadUse> threads;  ///< By name; the first thread of a process is "main".

  std::chrono::nanoseconds cpu() const;
  std::int64_t switches() const;
  ProcessUse operator-(const ProcessUse& earlier) const;
};

ProcessUse use_of(pid_t process);
/// Of the memory of a process, what is in RAM.
std::int64_t resident_bytes(pid_t process);
/// What all other processes of the machine have had, with those of their children that have ended; in steps
/// of 10 ms each.
std::chrono::nanoseconds cpu_of_others(pid_t one, pid_t another);
/// The calling thread runs on this core only; negative: anywhere. Children inherit it.
void pin_to(int core);

}  // namespace load

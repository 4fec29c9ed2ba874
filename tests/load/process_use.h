#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

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

using Processes = std::vector<pid_t>;

/// What all of them have had together; threads of one name are one.
ProcessUse use_of(const Processes& processes);
/// Of the memory of processes, what is in RAM; what they share counts for each.
std::int64_t resident_bytes(const Processes& processes);
/// A process and the children that it has now.
Processes with_children(pid_t process);
/// What all processes of the machine but these have had, with those of their children that have ended; in
/// steps of 10 ms each.
std::chrono::nanoseconds cpu_of_others(const Processes& known);
/// The calling thread runs on this core only; negative: anywhere. Children inherit it.
void pin_to(int core);

}  // namespace load

#pragma once

#include <sys/types.h>

#include <chrono>

namespace load {

/// CPU time that all threads of a process have had.
std::chrono::nanoseconds cpu_time(pid_t process);

/// Memory that a process holds, in KiB.
long resident_kib(pid_t process);

}  // namespace load

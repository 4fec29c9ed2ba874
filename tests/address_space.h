#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <stdexcept>

// Sanitizers reserve more address space than any limit leaves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define SANQI_CAN_LIMIT_ADDRESS_SPACE
#endif

/// Leaves this process, the child of a death test, room for a few stacks of threads.
inline void limit_address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  constexpr rlim_t kRoom = rlim_t{100} << 20;
  const rlim_t limited = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + kRoom;
  const rlimit limit{limited, limited};
  if (::setrlimit(RLIMIT_AS, &limit) != 0) throw std::runtime_error("no limit can be set");
}

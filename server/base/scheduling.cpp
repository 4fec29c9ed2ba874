#include "server/base/scheduling.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>

namespace server {

namespace {

using std::chrono::nanoseconds;

/// The kernel's own is 3 ms.
constexpr nanoseconds kShortSlice = std::chrono::microseconds(100);
constexpr nanoseconds kLongSlice = std::chrono::milliseconds(10);

/// struct sched_attr of the kernel; the C library has no name for it.
struct SchedulingAttributes {
  std::uint32_t size = sizeof(SchedulingAttributes);
  std::uint32_t policy = 0;  // SCHED_OTHER
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t slice = 0;  // In nanoseconds.
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};

void schedule(int niceness, nanoseconds slice) {
  SchedulingAttributes attributes;
  attributes.nice = niceness;
  attributes.slice = static_cast<std::uint64_t>(slice.count());
  ::syscall(SYS_sched_setattr, 0, &attributes, 0);
}

}  // namespace

void run_soon() {
  schedule(::getpriority(PRIO_PROCESS, 0), kShortSlice);
}

void give_way(int niceness) {
  schedule(::getpriority(PRIO_PROCESS, 0) + niceness, kLongSlice);
}

}  // namespace server

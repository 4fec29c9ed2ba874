#include "server/base/scheduling.h"

#include <pthread.h>
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

void set_latency_priority() {
  schedule(::getpriority(PRIO_PROCESS, 0), kShortSlice);
}

void set_batch_priority(int niceness) {
  schedule(::getpriority(PRIO_PROCESS, 0) + niceness, kLongSlice);
}

// For Linux a thread is a process here.
RunningThread::RunningThread()
    : id_(static_cast<pid_t>(::syscall(SYS_gettid))), niceness_(::getpriority(PRIO_PROCESS, 0)) {
  ::pthread_getcpuclockid(::pthread_self(), &clock_);
}

nanoseconds RunningThread::processor_time() const {
  timespec used{};
  // The clock of a thread that has ended is none.
  if (::clock_gettime(clock_, &used) != 0) return nanoseconds::max();
  return std::chrono::seconds(used.tv_sec) + nanoseconds(used.tv_nsec);
}

void RunningThread::hasten() const {
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(id_), ::getpriority(PRIO_PROCESS, 0));
}

void RunningThread::slow_down() const {
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(id_), niceness_);
}

}  // namespace server

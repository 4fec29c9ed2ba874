#include "server/base/scheduling.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <future>
#include <thread>

#include "tests/patience.h"

namespace server {
namespace {

struct Scheduling {
  int niceness = 0;
  std::uint64_t slice = 0;  // In nanoseconds; 0: the kernel does not know slices.
};

Scheduling in_a_thread(const std::function<void()>& ask) {
  Scheduling found;
  std::thread([&] {
    ask();
    std::array<std::uint64_t, 6> attributes{};  // struct sched_attr: the slice is the fourth eight bytes.
    ::syscall(SYS_sched_getattr, 0, attributes.data(), sizeof attributes, 0);
    found = {::getpriority(PRIO_PROCESS, 0), attributes[3]};
  }).join();
  return found;
}

TEST(SchedulingTest, WhoComputesForLongIsNicerThanHisProcessAndRunsForLonger) {
  const Scheduling before = in_a_thread([] {});
  const Scheduling nice = in_a_thread([] { set_batch_priority(2); });
  const Scheduling prompt = in_a_thread([] { set_latency_priority(); });
  EXPECT_EQ(nice.niceness, std::min(before.niceness + 2, 19));
  EXPECT_EQ(prompt.niceness, before.niceness);
  if (nice.slice == 0) GTEST_SKIP() << "this kernel knows no slices";
  EXPECT_LT(prompt.slice, nice.slice);
}

TEST(SchedulingTest, AThreadIsHastenedAndSlowedDownByAnother) {
  std::promise<RunningThread> begun;
  std::promise<void> end;
  std::thread nice([&] {
    set_batch_priority(2);
    begun.set_value(RunningThread());
    end.get_future().wait();
  });
  const RunningThread thread = begun.get_future().get();
  const auto niceness = [&thread] { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(thread.id())); };
  const int own = ::getpriority(PRIO_PROCESS, 0), before = niceness();
  thread.hasten();
  const int hastened = niceness();
  thread.slow_down();
  EXPECT_EQ(niceness(), before);
  end.set_value();
  nice.join();
  if (::geteuid() != 0) GTEST_SKIP() << "only root may hasten threads everywhere";
  EXPECT_EQ(hastened, own);
}

TEST(SchedulingTest, TheProcessorTimeOfAThreadIsItsOwn) {
  const RunningThread self;
  const auto before = self.processor_time();
  while (self.processor_time() == before) {
  }
  std::promise<RunningThread> other;
  std::thread([&other] { other.set_value(RunningThread()); }).join();
  const RunningThread ended = other.get_future().get();
  // The kernel wakes who joins a moment before it forgets the thread.
  const auto until = std::chrono::steady_clock::now() + patience();
  while (ended.processor_time() != std::chrono::nanoseconds::max() &&
         std::chrono::steady_clock::now() < until) {
  }
  EXPECT_EQ(ended.processor_time(), std::chrono::nanoseconds::max());
}

}  // namespace
}  // namespace server

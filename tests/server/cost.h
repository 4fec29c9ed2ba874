#pragma once

#include <gtest/gtest.h>
#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <string>
#include <vector>

/// How tests look at what something costs: in processor time, which other programs on the machine do not
/// change but by what they take out of the caches; hence the median of several times.
namespace server {

/// In seconds.
inline double processor_time(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}
inline double time_of_this_thread() {
  return processor_time(CLOCK_THREAD_CPUTIME_ID);
}

/// Memory that was freed stays with the process. Otherwise what exceeds a threshold goes back to the kernel,
/// and is had anew page by page in the next measurement: on a busy virtual machine several times the cost of
/// the work itself, and none of it below the threshold.
inline void keep_freed_memory() {
  ::mallopt(M_MMAP_MAX, 0);
  ::mallopt(M_TRIM_THRESHOLD, -1);
}

/// What `work()` usually took by this clock, in seconds. The least is no measure: the clock of a busy virtual
/// machine has told of a hundredth.
template <class Clock, class Work>
double usual_cost(Clock clock, Work work, int times = 7) {
  keep_freed_memory();
  std::vector<double> costs;
  for (int i = 0; i < times; ++i) {
    const double before = clock();
    work();
    costs.push_back(clock() - before);
  }
  const auto middle = costs.begin() + times / 2;
  std::ranges::nth_element(costs, middle);
  return *middle;
}

constexpr int kLooks = 12;

/// Looks at what `cost()` tells, in seconds: at most this, in one of several looks.
template <class Cost>
void expect_at_most(Cost cost, double most) {
  double last = cost();
  for (int look = 1; look < kLooks && last > most; ++look) last = cost();
  EXPECT_LE(last, most);
}

/// Looks at what `cost(size)` tells, in seconds, and at the same of twice the size. What is linear costs
/// twice as much, what is quadratic four times; a millisecond more says nothing. What grows faster does so
/// each time that it is measured, a machine that is held up in one of two measurements does not: hence
/// several looks.
template <class Cost>
void expect_at_most_doubled(Cost cost, std::size_t size, const std::string& what) {
  double once = 0;
  double twice = 0;
  const auto is_at_most_doubled = [&] { return twice <= 3 * once + 0.001; };
  for (int look = 0; look < kLooks; ++look) {
    once = cost(size);
    twice = cost(2 * size);
    if (is_at_most_doubled()) return;
  }
  EXPECT_TRUE(is_at_most_doubled()) << what << ": " << once * 1e3 << " ms, of twice the size " << twice * 1e3
                                    << " ms";
}

}  // namespace server

#include "server/records/commit_pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/seed.h"

namespace server {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using TimePoint = CommitPace::TimePoint;

constexpr microseconds kDisk{800};  // What a commit takes here.

struct Figures {
  std::vector<microseconds> delays{};  // From each request to the end of its commit, sorted.
  std::size_t commits = 0;

  microseconds quantile(double share) const {
    return delays.at(static_cast<std::size_t>(share * static_cast<double>(delays.size() - 1)));
  }
};

/// A record thread on a clock of the test's own.
class Thread {
 public:
  Figures serve(const std::vector<TimePoint>& requests) {
    Figures figures;
    for (std::size_t done = 0; done < requests.size(); ++figures.commits) {
      const TimePoint begin = std::max({requests[done], free_, pace_.next()});
      const std::size_t first = done;
      while (done < requests.size() && requests[done] <= begin) ++done;
      pace_.begins(begin, done - first);
      free_ = begin + kDisk;
      for (std::size_t i = first; i < done; ++i)
        figures.delays.push_back(std::chrono::duration_cast<microseconds>(free_ - requests[i]));
    }
    std::ranges::sort(figures.delays);
    return figures;
  }

 private:
  CommitPace pace_{CommitPace::Options()};
  TimePoint free_{};
};

/// As people move: each when it likes.
std::vector<TimePoint> moves(double a_second, seconds time, TimePoint from = TimePoint(seconds(1'000))) {
  static std::mt19937_64 random(random_seed());
  std::exponential_distribution<double> pause(a_second);
  std::vector<TimePoint> all;
  for (double at = pause(random); at < static_cast<double>(time.count()); at += pause(random))
    all.push_back(from + std::chrono::duration_cast<TimePoint::duration>(std::chrono::duration<double>(at)));
  return all;
}

// A move and the computer's answer, again and again.
TEST(CommitPace, FewRequestsWaitForNothing) {
  std::vector<TimePoint> pairs;
  for (int i = 0; i < 1'000; ++i) {
    pairs.push_back(TimePoint(seconds(1'000) + i * milliseconds(50)));
    pairs.push_back(pairs.back() + milliseconds(2));
  }
  const Figures figures = Thread().serve(pairs);
  EXPECT_EQ(figures.commits, pairs.size());
  EXPECT_EQ(figures.quantile(1), kDisk);
}

TEST(CommitPace, ManyShareCommitsAndPlayersDoNotFeelIt) {
  for (const double a_second : {400.0, 1'000.0, 15'000.0}) {
    const Figures figures = Thread().serve(moves(a_second, seconds(20)));
    EXPECT_LE(figures.commits, 20u * 160) << a_second << " a second";
    EXPECT_LE(figures.quantile(0.5), milliseconds(5)) << a_second << " a second";
    EXPECT_LE(figures.quantile(0.99), milliseconds(15)) << a_second << " a second";
  }
}

TEST(CommitPace, AfterAPauseTheFirstWaitsForNothing) {
  Thread thread;
  thread.serve(moves(1'000, seconds(5)));
  EXPECT_EQ(thread.serve({TimePoint(seconds(1'006))}).quantile(1), kDisk);
}

TEST(CommitPace, WhenTheyComeSlowlyAgainNoneWaits) {
  Thread thread;
  thread.serve(moves(1'000, seconds(5)));
  thread.serve({TimePoint(seconds(1'006)), TimePoint(seconds(1'007))});
  EXPECT_EQ(thread.serve({TimePoint(seconds(1'007)) + milliseconds(1)}).quantile(1), kDisk);
}

}  // namespace
}  // namespace server

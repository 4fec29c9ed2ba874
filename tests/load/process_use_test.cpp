#include "tests/load/process_use.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace load {
namespace {

constexpr std::chrono::milliseconds kUsed{100};

/// A child that has used some processor and waits to be killed.
class Child {
 public:
  Child() {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      while (use_of({::getpid()}).cpu() < kUsed) continue;
      if (::write(ends[1], "x", 1) == 1)
        for (;;) ::pause();
      ::_exit(1);
    }
    char ready = 0;
    EXPECT_EQ(::read(ends[0], &ready, 1), 1);
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

TEST(ProcessUse, OfSeveralIsTheirSum) {
  const Child one, another;
  const auto each = use_of({one.pid()}).cpu() + use_of({another.pid()}).cpu();
  EXPECT_GE(each, 2 * kUsed);
  EXPECT_EQ(use_of({one.pid(), another.pid()}).cpu(), each) << "they wait, and use nothing more";
  EXPECT_EQ(resident_bytes({one.pid(), another.pid()}),
            resident_bytes({one.pid()}) + resident_bytes({another.pid()}));
}

TEST(ProcessUse, AProcessAndItsChildrenAreAFamily) {
  const Child child;
  const Processes family = with_children(::getpid());
  EXPECT_EQ(family.front(), ::getpid());
  EXPECT_EQ(std::ranges::count(family, child.pid()), 1);
  EXPECT_EQ(with_children(child.pid()), Processes{child.pid()}) << "its parent is none of its children";
}

TEST(ProcessUse, OthersAreWhoIsNotKnown) {
  const Child child;
  // What else runs meanwhile can only add to the second.
  const auto without = cpu_of_others({child.pid()}), with = cpu_of_others({});
  EXPECT_GE(with - without, kUsed - std::chrono::milliseconds(20)) << "in steps of 10 ms";
}

}  // namespace
}  // namespace load

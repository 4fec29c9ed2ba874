#include "engine/lab/players/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <system_error>

#include "tests/patience.h"

namespace engine::lab {
namespace {

using namespace std::chrono_literals;

Process::Clock::time_point in(std::chrono::milliseconds time) {
  return Process::Clock::now() + time;
}

TEST(Process, SendsAndReadsLines) {
  Process cat("cat");
  cat.write_line("one");
  cat.write_line("two");
  EXPECT_EQ(cat.read_line(in(patience())), "one");
  EXPECT_EQ(cat.read_line(in(patience())), "two");
}

TEST(Process, ReadsLinesWithCarriageReturns) {
  Process echo("printf 'a\\r\\nb\\n'");
  EXPECT_EQ(echo.read_line(in(patience())), "a");
  EXPECT_EQ(echo.read_line(in(patience())), "b");
  EXPECT_THROW((void)echo.read_line(in(patience())), Process::Gone);
}

TEST(Process, DoesNotWaitBeyondTheDeadline) {
  Process silent("cat");
  EXPECT_EQ(silent.read_line(in(20ms)), std::nullopt);
}

TEST(Process, TellsWhoIsGone) {
  Process none("/no/such/program");
  EXPECT_THROW((void)none.read_line(in(patience())), Process::Gone);
  Process deaf("sleep 60");
  // A pipe takes 64 KiB that are not read.
  EXPECT_THROW(
      {
        for (int i = 0; i < 100; ++i) deaf.write_line(std::string(4096, 'x'));
      },
      Process::Gone);
  Process endless("yes | tr -d '\\n'");
  EXPECT_THROW((void)endless.read_line(in(20s)), Process::Gone);
}

// A pipe that a second child had inherited would stay open when the first is closed.
TEST(Process, ChildrenDoNotHoldEachOthersPipes) {
  const std::string count = "sh -c 'ls /proc/self/fd | wc -l'";
  Process alone(count);
  const auto descriptors = alone.read_line(in(patience()));
  Process first("cat"), second(count);
  EXPECT_EQ(second.read_line(in(patience())), descriptors);
}

// Libraries open sockets that are inherited: those of a bot would stay open with its program.
TEST(Process, ChildrenInheritNothingThatIsOpen) {
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int inherited = ::fcntl(null, F_DUPFD, 500);
  ASSERT_GE(inherited, 500);
  Process child("sh -c '[ -e /proc/self/fd/" + std::to_string(inherited) + " ] && echo open || echo closed'");
  EXPECT_EQ(child.read_line(in(patience())), "closed");
  ::close(inherited);
  ::close(null);
}

TEST(Process, SaysThatThereIsNoSuchFolder) {
  EXPECT_THROW(Process("cat", "/no/such/folder"), std::system_error);
}

/// Has a program that writes its number to `errors`, which stays open as long as it runs.
[[noreturn]] void hold_a_program(int errors) {
  ::dup2(errors, STDERR_FILENO);
  const Process program("sh -c 'echo $$ >&2; exec sleep 600'");
  for (;;) ::pause();
}

// A program that hangs would run on for ever, as would its process group.
TEST(Process, EndsWithAParentThatIsKilled) {
  int errors[2];
  ASSERT_EQ(::pipe2(errors, O_CLOEXEC), 0);
  const pid_t parent = ::fork();
  if (parent == 0) hold_a_program(errors[1]);
  ::close(errors[1]);
  std::string number;
  for (char c = 0; ::read(errors[0], &c, 1) == 1 && c != '\n';) number += c;
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  const pid_t program = std::atoi(number.c_str());
  ASSERT_GT(program, 0);
  pollfd end{errors[0], POLLIN, 0};
  const std::chrono::milliseconds most = patience();
  const bool has_ended = ::poll(&end, 1, static_cast<int>(most.count())) == 1;
  EXPECT_TRUE(has_ended);
  if (!has_ended) ::kill(-program, SIGKILL);
  ::close(errors[0]);
}

}  // namespace
}  // namespace engine::lab

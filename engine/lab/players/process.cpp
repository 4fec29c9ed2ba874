#include "engine/lab/players/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <system_error>
#include <utility>

namespace engine::lab {
namespace {

// A program that never ends its line would otherwise fill our memory.
constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::chrono::seconds kWriteTime{1};
/// Between two looks whether to stop.
constexpr std::chrono::milliseconds kStopTime{100};

[[noreturn]] void fail(int error, const char* what) {
  throw std::system_error(error, std::generic_category(), what);
}

/// Both ends closed on exec, so that no child holds the pipes of another.
struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail(errno, "pipe");
    read_end = ends[0], write_end = ends[1];
  }
  ~Pipe() {
    for (int end : {read_end, write_end})
      if (end >= 0) close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  static int release(int& end) { return std::exchange(end, -1); }
};

/// No signal comes to this thread meanwhile: a handler of ours must not run in a child that is no program
/// yet.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { restore(); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

  void restore() const { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

/// What a child is to be.
struct Launch {
  int input, output;       ///< Its standard input and output.
  int failure;             ///< Takes the error of a step that failed. At least 3.
  pid_t parent;            ///< It ends with this process.
  const char* directory;   ///< Empty: ours.
  char* const* arguments;  ///< Of the shell.
};

/// As exec does it, but before signals come again; SIGPIPE as usual, since we ignore it.
void reset_signals() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) != 0) continue;
    if (action.sa_handler != SIG_IGN || number == SIGPIPE) std::signal(number, SIG_DFL);
  }
}

bool connect(int descriptor, int as) {
  // dup2() would leave what has the number by chance to be closed on exec.
  return descriptor == as ? fcntl(descriptor, F_SETFD, 0) == 0 : dup2(descriptor, as) == as;
}

/// In the child. Other threads may have held any lock at the fork: here is called what is safe in a handler
/// of signals, and no more.
[[noreturn]] void become(const Launch& launch, const BlockedSignals& signals) {
  // The kernel kills it with the thread that started it. That may have ended before.
  const bool is_bound = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
  if (getppid() != launch.parent) _exit(127);
  reset_signals();
  signals.restore();
  // A process group of its own, so that all of it can be killed.
  if (is_bound && setpgid(0, 0) == 0 && connect(launch.input, STDIN_FILENO) &&
      connect(launch.output, STDOUT_FILENO) && (*launch.directory == '\0' || chdir(launch.directory) == 0)) {
    // What others have opened without O_CLOEXEC, such as sockets: a child that outlives us would hold it.
    closefrom(STDERR_FILENO + 1);
    execv("/bin/sh", launch.arguments);
    _exit(127);
  }
  const int error = errno;
  _exit(write(launch.failure, &error, sizeof error) == sizeof error ? 127 : 126);
}

/// 0: the pipe was closed without one.
int read_error(int descriptor) {
  int error = 0;
  while (read(descriptor, &error, sizeof error) < 0 && errno == EINTR) continue;
  return error;
}

// posix_spawn() has no word for a child that ends with its parent.
pid_t start(const std::string& command, const std::string& directory, int input, int output) {
  // "exec": no shell stays between us and the program.
  std::string shell = "sh", option = "-c", text = "exec " + command;
  const std::array<char*, 4> arguments = {shell.data(), option.data(), text.data(), nullptr};
  Pipe failure;
  const Launch launch = {input, output, failure.write_end, getpid(), directory.c_str(), arguments.data()};
  pid_t child = -1;
  {
    const BlockedSignals signals;
    child = fork();
    if (child == 0) become(launch, signals);
  }
  if (child < 0) fail(errno, "fork");
  close(Pipe::release(failure.write_end));
  if (const int error = read_error(failure.read_end)) {
    waitpid(child, nullptr, 0);
    fail(error, "start of a program");
  }
  return child;
}

}  // namespace

Process::Process(const std::string& command, const std::string& directory, std::stop_token stop)
    : stop_(std::move(stop)) {
  [[maybe_unused]] static const auto ignored =
      std::signal(SIGPIPE, SIG_IGN);  // A broken pipe is an error code.
  Pipe in, out;
  child_ = start(command, directory, in.read_end, out.write_end);
  to_child_ = Pipe::release(in.write_end);
  from_child_ = Pipe::release(out.read_end);
  // Non-blocking, so that a full pipe or a silent child cannot hold us: poll() waits instead.
  for (int end : {to_child_, from_child_}) fcntl(end, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  close(to_child_);
  close(from_child_);
  // The group, since a program may start others. Then the ended child is reaped.
  kill(-child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

bool Process::wait_for(int descriptor, short events, Clock::time_point deadline) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (stop_.stop_requested()) throw Gone("is to be stopped");
    pollfd what{descriptor, events, 0};
    const std::int64_t longest = stop_.stop_possible() ? kStopTime.count() : INT32_MAX;
    const int ready = poll(&what, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, longest)));
    // Also for a closed end (POLLHUP): reading then says that it has ended.
    if (ready > 0) return true;
    if (ready == 0 && left <= 0) return false;
    if (ready < 0 && errno != EINTR) fail(errno, "poll");
  }
}

void Process::write_line(std::string_view line) {
  const std::string text = std::string(line) + '\n';
  const auto deadline = Clock::now() + kWriteTime;
  for (std::size_t sent = 0; sent < text.size();) {
    if (!wait_for(to_child_, POLLOUT, deadline)) throw Gone("does not read its input");
    const ssize_t count = write(to_child_, text.data() + sent, text.size() - sent);
    if (count < 0 && errno != EAGAIN && errno != EINTR) throw Gone("has ended");
    if (count > 0) sent += static_cast<std::size_t>(count);
  }
}

std::optional<std::string> Process::read_line(Clock::time_point deadline) {
  for (;;) {
    if (const auto end = read_.find('\n'); end != std::string::npos) {
      std::string line = read_.substr(0, end);
      read_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (read_.size() > kLongestLine) throw Gone("says a line without end");
    if (!wait_for(from_child_, POLLIN, deadline)) return std::nullopt;
    std::array<char, 4096> some;
    const ssize_t count = read(from_child_, some.data(), some.size());
    if (count == 0) throw Gone("has ended");
    if (count < 0 && errno != EAGAIN && errno != EINTR) throw Gone("cannot be read");
    if (count > 0) read_.append(some.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace engine::lab

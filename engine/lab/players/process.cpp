#include "engine/lab/players/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
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

/// What posix_spawn() is to do; frees itself.
class Spawn {
 public:
  Spawn() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    // A process group of its own, so that all of it can be killed; SIGPIPE as usual, since we ignore it and
    // that would be inherited.
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    sigset_t pipe_signal;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &pipe_signal);
  }
  ~Spawn() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  void connect(int descriptor, int as) { posix_spawn_file_actions_adddup2(&actions_, descriptor, as); }
  void enter(const std::string& directory) {
    posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }
  // After connect(). "exec": no shell stays between us and the program.
  pid_t run(const std::string& command) {
    std::string shell = "sh", option = "-c", text = "exec " + command;
    std::array<char*, 4> arguments = {shell.data(), option.data(), text.data(), nullptr};
    pid_t child = -1;
    // What others have opened without O_CLOEXEC, such as sockets: a child that outlives us would hold it.
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    if (const int error = posix_spawn(&child, "/bin/sh", &actions_, &attributes_, arguments.data(), environ))
      fail(error, "posix_spawn");
    return child;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Process::Process(const std::string& command, const std::string& directory, std::stop_token stop)
    : stop_(std::move(stop)) {
  [[maybe_unused]] static const auto ignored =
      std::signal(SIGPIPE, SIG_IGN);  // A broken pipe is an error code.
  Pipe in, out;
  Spawn spawn;
  spawn.connect(in.read_end, STDIN_FILENO);
  spawn.connect(out.write_end, STDOUT_FILENO);
  if (!directory.empty()) spawn.enter(directory);
  child_ = spawn.run(command);
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

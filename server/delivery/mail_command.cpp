#include "server/delivery/mail_command.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace server {
namespace {

using Clock = std::chrono::steady_clock;
using Kind = MailOutcome::Kind;

/// Of what the command says; the rest is read and forgotten.
constexpr std::size_t kMostSaid = 1 << 10;
/// Between two looks at whether it has ended, or is to.
constexpr std::chrono::milliseconds kLook{50};

/// Both ends are closed on exec.
struct Pipe {
  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0) ends[0] = ends[1] = -1;
  }
  ~Pipe() {
    for (int& end : ends) close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool is_open() const { return ends[0] >= 0; }
  static void close(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }

  int ends[2];  ///< To read from, to write to; -1: closed.
};

/// A program that does not read must not end ours: the write fails instead.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~WithoutSigpipe() {
    constexpr timespec kNow{};
    while (::sigtimedwait(&sigpipe_, nullptr, &kNow) == SIGPIPE) continue;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t sigpipe_{}, before_{};
};

/// Of ours, without those that may hold the server's secrets. Ends with null.
std::vector<char*> environment() {
  std::vector<char*> variables;
  for (char** each = environ; *each != nullptr; ++each)
    if (!std::string_view(*each).starts_with("SANQI_")) variables.push_back(*each);
  variables.push_back(nullptr);
  return variables;
}

struct Attributes {
  Attributes() {
    ::posix_spawnattr_init(&value);
    ::posix_spawnattr_setflags(&value,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawnattr_setpgroup(&value, 0);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    ::posix_spawnattr_setsigmask(&value, &none);
    ::posix_spawnattr_setsigdefault(&value, &all);
  }
  ~Attributes() { ::posix_spawnattr_destroy(&value); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  posix_spawnattr_t value{};
};

struct Descriptors {
  Descriptors(int input, int output) {
    ::posix_spawn_file_actions_init(&value);
    ::posix_spawn_file_actions_adddup2(&value, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&value, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&value, output, STDERR_FILENO);
    // What was opened without O_CLOEXEC, such as sockets that Asio has accepted.
    ::posix_spawn_file_actions_addclosefrom_np(&value, STDERR_FILENO + 1);
  }
  ~Descriptors() { ::posix_spawn_file_actions_destroy(&value); }
  Descriptors(const Descriptors&) = delete;
  Descriptors& operator=(const Descriptors&) = delete;

  posix_spawn_file_actions_t value{};
};

/// A command that runs.
class Running {
 public:
  Running(const std::vector<std::string>& command, const std::string& message) : left_(message) {
    if (!in_.is_open() || !out_.is_open()) {
      error_ = errno;
      return;
    }
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const Attributes attributes;
    const Descriptors descriptors(in_.ends[0], out_.ends[1]);
    const auto variables = environment();
    error_ = ::posix_spawn(&child_, words[0], &descriptors.value, &attributes.value, words.data(),
                           variables.data());
    if (error_ != 0) child_ = -1;
    Pipe::close(in_.ends[0]);
    Pipe::close(out_.ends[1]);
    for (const int end : {in_.ends[1], out_.ends[0]}) ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
  /// Kills all of its group, unless the command has ended by itself.
  ~Running() {
    if (child_ < 0) return;
    ::kill(-child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Why it could not be started; 0: it was.
  int error() const { return error_; }
  const std::string& said() const { return said_; }

  /// Writes, reads and waits for a moment. The status of waitpid() once it has ended.
  std::optional<int> go_on() {
    std::array<pollfd, 2> ends{pollfd{in_.ends[1], POLLOUT, 0}, pollfd{out_.ends[0], POLLIN, 0}};
    ::poll(ends.data(), ends.size(), static_cast<int>(kLook.count()));  // A closed end is left out: -1.
    if (ends[0].revents != 0) write_some();
    if (ends[1].revents != 0) read_some();
    int status = 0;
    if (::waitpid(child_, &status, WNOHANG) != child_) return std::nullopt;
    child_ = -1;
    read_some();
    return status;
  }

 private:
  void write_some() {
    const ssize_t count = ::write(in_.ends[1], left_.data(), left_.size());
    if (count >= 0) left_.remove_prefix(static_cast<std::size_t>(count));
    const bool is_deaf = count < 0 && errno != EAGAIN && errno != EINTR;
    if (is_deaf || left_.empty()) Pipe::close(in_.ends[1]);
  }
  void read_some() {
    std::array<char, 4096> some;
    const ssize_t count = ::read(out_.ends[0], some.data(), some.size());
    if (count > 0) said_.append(some.data(), std::min<std::size_t>(count, kMostSaid - said_.size()));
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) Pipe::close(out_.ends[0]);
  }

  Pipe in_, out_;
  std::string_view left_;  // Of the message.
  std::string said_{};
  pid_t child_ = -1;  // -1: none that has not been waited for.
  int error_ = 0;
};

/// A signal says nothing of the message: systemd sends it to all of a service that stops.
MailOutcome outcome_of(int status, const std::string& said) {
  if (WIFSIGNALED(status))
    return {Kind::later, "ended by signal " + std::to_string(WTERMSIG(status)) + ": " + said};
  const int code = WEXITSTATUS(status);
  if (code == 0) return {Kind::sent, {}};
  return {code == EX_TEMPFAIL ? Kind::later : Kind::refused, "status " + std::to_string(code) + ": " + said};
}

}  // namespace

std::vector<std::string> words_of_command(const std::string& command) {
  std::istringstream stream(command);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

std::string fault_of_command(const std::string& command) {
  const auto words = words_of_command(command);
  if (words.empty()) return "it names no program";
  const std::filesystem::path program = words[0];
  if (!program.is_absolute()) return words[0] + " is no absolute path";
  std::error_code error;
  if (!std::filesystem::is_regular_file(program, error) || ::access(program.c_str(), X_OK) != 0)
    return words[0] + " is no program that can be run";
  return "";
}

MailOutcome run_mail_command(const std::vector<std::string>& command, const std::string& message,
                             std::chrono::milliseconds patience, const std::stop_token& stop) {
  const auto deadline = Clock::now() + patience;
  const WithoutSigpipe without;
  Running running(command, message);
  if (running.error() != 0)
    return {Kind::later, "cannot be started: " + std::generic_category().message(running.error())};
  while (!stop.stop_requested()) {
    if (const auto status = running.go_on()) return outcome_of(*status, running.said());
    if (Clock::now() >= deadline) return {Kind::later, "takes too long: " + running.said()};
  }
  return {Kind::stopped, "the server ends"};
}

}  // namespace server

#include "tests/load/server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "tests/load/process_use.h"
#include "tests/patience.h"

namespace load {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kStart{120};  // Ten million moves may have to be looked at.
constexpr std::chrono::seconds kEnd{10};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

/// In the child: becomes the program.
[[noreturn]] void become(const std::vector<std::string>& command, int core,
                         const std::vector<std::string>& variables, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  pin_to(core);
  ::dup2(output, STDOUT_FILENO);
  for (const std::string& variable : variables) ::putenv(const_cast<char*>(variable.c_str()));
  ::execvp(command.front().c_str(), pointers(command).data());
  ::_exit(127);
}

/// The number after the last colon of a line like "ready: http://127.0.0.1:8080"; 0 if there is none.
std::uint16_t port_in(const std::string& line) {
  const std::size_t colon = line.rfind(':');
  std::uint16_t port = 0;
  if (colon != std::string::npos) {
    std::from_chars(line.data() + colon + 1, line.data() + line.size(), port);
  }
  return port;
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  std::string name = parent / "sanqi-load-XXXXXX";
  if (!::mkdtemp(name.data())) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ServerProcess::ServerProcess(const Command& command, int core, const std::vector<std::string>& variables) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  const auto start = steady_clock::now();
  pid_ = ::fork();
  if (pid_ == 0) become(command, core, variables, ends[1]);
  ::close(ends[1]);
  output_ = ends[0];
  port_ = wait_until_ready();
  start_up_ = steady_clock::now() - start;
  if (port_ != 0) return;
  kill();
  ::close(output_);
  throw std::runtime_error("not ready: " + command.front());
}

std::uint16_t ServerProcess::wait_until_ready() {
  std::string line;
  const auto end = steady_clock::now() + kStart;
  while (steady_clock::now() < end) {
    pollfd readable{output_, POLLIN, 0};
    if (::poll(&readable, 1, 100) <= 0) continue;
    char c;
    if (::read(output_, &c, 1) != 1) return 0;
    if (c == '\n') {
      if (const std::uint16_t port = port_in(line)) return port;
      line.clear();
    } else {
      line += c;
    }
  }
  return 0;
}

ServerProcess::~ServerProcess() {
  end();
  ::close(output_);
}

void ServerProcess::end() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGTERM);
  for (const auto end = steady_clock::now() + kEnd * patience_factor(); steady_clock::now() < end;) {
    if (::waitpid(pid_, nullptr, WNOHANG) == pid_) {
      pid_ = 0;
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  kill();
}

void ServerProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = 0;
}

}  // namespace load

#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

namespace engine::lab {

/// A child process with pipes to its standard input and output: lines out, lines in. It shares our standard
/// error, and nothing else that is open. Nothing here waits longer than a deadline, whatever the child does.
/// The child is killed when the thread that made this ends, also by SIGKILL to all of us.
class Process {
 public:
  using Clock = std::chrono::steady_clock;

  /// The child ended, closed its output, does not read its input, or says lines without end.
  struct Gone : std::runtime_error {
    using runtime_error::runtime_error;
  };

  /// Starts `command` by the shell, in `directory` unless that is empty. A command that does not exist shows
  /// as Gone when it is read from. After a request to stop each wait ends within some tenths of a second,
  /// with Gone. Throws std::system_error when there are no pipes or processes left, or no such directory.
  explicit Process(const std::string& command, const std::string& directory = "", std::stop_token stop = {});
  /// Kills the child and everything that it started in its process group.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Sends a line. Throws Gone when it is not taken within a second.
  void write_line(std::string_view line);
  /// The next line without its end, or nothing at the deadline. Throws Gone.
  std::optional<std::string> read_line(Clock::time_point deadline);

 private:
  /// False at the deadline. Throws Gone after a request to stop.
  bool wait_for(int descriptor, short events, Clock::time_point deadline) const;

  const std::stop_token stop_;
  pid_t child_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  std::string read_;  // Not given out yet.
};

}  // namespace engine::lab

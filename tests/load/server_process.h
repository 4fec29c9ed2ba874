#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace load {

/// A folder of its own under `parent`, removed with all that is in it.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& parent);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A server as a child of this process. It must write a line with its address (":PORT") when it is ready.
class ServerProcess {
 public:
  using Command = std::vector<std::string>;

  /// Starts it on this core and waits until it is ready. Throws std::runtime_error when it ends before.
  /// `variables` ("PORT=0") are added to its environment.
  ServerProcess(const Command& command, int core, const std::vector<std::string>& variables = {});
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  pid_t pid() const { return pid_; }
  std::uint16_t port() const { return port_; }
  /// From its start until it was ready.
  std::chrono::nanoseconds start_up() const { return start_up_; }
  /// Asks it to end, and forces it after ten seconds.
  void end();
  /// kill -9, and waits until it is dead.
  void kill();

 private:
  std::uint16_t wait_until_ready();

  pid_t pid_ = 0;
  int output_ = -1;  // Stays open until we end: a server that writes to a closed pipe dies of it.
  std::uint16_t port_ = 0;
  std::chrono::nanoseconds start_up_{0};
};

}  // namespace load

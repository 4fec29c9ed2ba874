#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace server {

/// Waits for SIGTERM or SIGINT on a thread of its own (`signals`), and bounds how long the process lives
/// after it, whatever hangs: the disk, a bot, the network thread, a destructor, or the reader of the log. It
/// needs none of those threads and outlives this object, for what the program still has to take down may hang
/// as well.
class ShutdownSignal {
 public:
  /// @param begin called on the thread `signals`, once; never after the destructor
  /// @param patience from the signal on; then the process ends, with status 1 unless all is drained
  ShutdownSignal(std::chrono::milliseconds patience, std::function<void()> begin);
  ~ShutdownSignal();
  ShutdownSignal(const ShutdownSignal&) = delete;
  ShutdownSignal& operator=(const ShutdownSignal&) = delete;

  /// All is committed: what hangs from here on is no failure of the shutdown.
  void drained();

 private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace server

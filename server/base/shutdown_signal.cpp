#include "server/base/shutdown_signal.h"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

#include "server/base/log.h"
#include "server/base/service_thread.h"

namespace server {

struct ShutdownSignal::State {
  void wait(std::chrono::milliseconds patience) {
    // On the thread `signals`: it neither writes to the disk nor waits for any other.
    signals.async_wait([this, patience](const boost::system::error_code& stopped, int) {
      if (stopped) return;
      deadline.expires_after(patience);
      deadline.async_wait([this](const boost::system::error_code&) {
        log_last_words(LogLevel::error, drained ? "thread_hangs" : "drain_overran");
        std::_Exit(drained ? 0 : 1);
      });
      const std::lock_guard lock(mutex);
      begun = true;
      if (begin) begin();
    });
  }

  boost::asio::io_context io{1};
  boost::asio::signal_set signals{io, SIGINT, SIGTERM};
  boost::asio::steady_timer deadline{io};
  std::mutex mutex;  // Guards what follows.
  std::function<void()> begin;
  bool begun = false;
  std::atomic<bool> drained = false;
};

ShutdownSignal::ShutdownSignal(std::chrono::milliseconds patience, std::function<void()> begin)
    : state_(std::make_shared<State>()) {
  // Under no lock: the thread does not run yet.
  state_->begin = std::move(begin);
  state_->wait(patience);
  // Detached: it must be able to end the process when the others hang.
  std::thread([state = state_] {
    name_thread("signals");
    state->io.run();
  }).detach();
}

ShutdownSignal::~ShutdownSignal() {
  const std::lock_guard lock(state_->mutex);
  // A signal after this begins nothing; its deadline runs all the same.
  state_->begin = nullptr;
  if (!state_->begun) state_->io.stop();
}

void ShutdownSignal::drained() {
  state_->drained = true;
}

}  // namespace server

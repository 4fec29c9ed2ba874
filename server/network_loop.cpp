#include "server/network_loop.h"

#include <signal.h>

#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <thread>

#include "server/api/server_api.h"
#include "server/base/log.h"
#include "server/base/run_handlers.h"
#include "server/base/scheduling.h"
#include "server/base/service_notice.h"
#include "server/base/service_thread.h"
#include "server/hub/hub.h"
#include "server/net/listener.h"

namespace server {

/// Waits for the signal on a thread of its own, which needs none of those that may hang; it outlives the
/// loop, for what the program still has to take down may hang as well.
struct NetworkLoop::Ending {
  void wait(std::chrono::milliseconds patience) {
    // On the thread `signals`: it neither writes to the disk nor waits for any other.
    signals.async_wait([this, patience](const boost::system::error_code& stopped, int) {
      if (stopped) return;
      deadline.expires_after(patience);
      deadline.async_wait([this](const boost::system::error_code&) {
        // What is committed is safe. A bot that hangs when all has been said is no failure of the shutdown.
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
  std::atomic<bool> drained = false;  // Everything is committed, and all connections are closed.
};

NetworkLoop::NetworkLoop(boost::asio::io_context& io, Metrics& metrics, ServerApi& api, Listener& listener,
                         Hub& hub, Patience patience)
    : io_(io),
      metrics_(metrics),
      api_(api),
      listener_(listener),
      hub_(hub),
      patience_(patience),
      ending_(std::make_shared<Ending>()) {
  // Under no lock: the thread does not run yet.
  ending_->begin = [this] { boost::asio::post(io_, [this] { drain(); }); };
  ending_->wait(patience.for_everything);
  // Detached: it must be able to end the process when this one hangs in a destructor.
  std::thread([ending = ending_] {
    name_thread("signals");
    ending->io.run();
  }).detach();
}

NetworkLoop::~NetworkLoop() {
  const std::lock_guard lock(ending_->mutex);
  // A signal after this finds no loop; its deadline runs all the same.
  ending_->begin = nullptr;
  if (!ending_->begun) ending_->io.stop();
}

void NetworkLoop::run() {
  // All games wait for this thread.
  set_latency_priority();
  run_handlers(io_, metrics_);
}

void NetworkLoop::drain() {
  log_event(LogLevel::info, "draining");
  tell_service_manager("STOPPING=1");
  // First what brings new work, then what is at work, last the connections.
  api_.drain();
  listener_.stop();
  const auto done = [this] {
    ending_->drained = true;
    io_.stop();
  };
  hub_.drain([this, done] { listener_.finish(patience_.for_goodbyes, done); });
}

}  // namespace server

#include "server/network_loop.h"

#include <signal.h>

#include <cstdlib>

#include "server/api/server_api.h"
#include "server/lobby/lobby.h"
#include "server/logs/log.h"
#include "server/net/listener.h"

namespace server {

namespace {

constexpr std::chrono::milliseconds kForGoodbyes{1'500};
constexpr std::chrono::milliseconds kForEverything{4'500};

}  // namespace

NetworkLoop::NetworkLoop(boost::asio::io_context& io, ServerApi& api, Listener& listener, Lobby& lobby)
    : io_(io),
      api_(api),
      listener_(listener),
      lobby_(lobby),
      signals_(io.get_executor(), SIGINT, SIGTERM),
      deadline_(io.get_executor()) {
  signals_.async_wait([this](const boost::system::error_code& error, int) {
    if (!error) drain();
  });
}

void NetworkLoop::run() {
  while (!io_.stopped()) {
    try {
      io_.run();
    } catch (const std::exception& error) {
      // A request that fails in an unforeseen way must not end everybody else's games.
      log_event(LogLevel::error, "unforeseen", {{"why", error.what()}});
    }
  }
}

void NetworkLoop::drain() {
  log_event(LogLevel::info, "draining");
  deadline_.expires_after(kForEverything);
  deadline_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    log_event(LogLevel::error, "drain_overran");
    std::_Exit(1);  // Something hangs, so nothing that waits for it may run; what is committed is safe.
  });
  api_.drain();
  listener_.stop();
  lobby_.drain([this] { listener_.finish(kForGoodbyes, [this] { io_.stop(); }); });
}

}  // namespace server

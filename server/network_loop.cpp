#include "server/network_loop.h"

#include <boost/asio/post.hpp>

#include "server/api/server_api.h"
#include "server/base/log.h"
#include "server/base/run_handlers.h"
#include "server/base/scheduling.h"
#include "server/base/service_notice.h"
#include "server/hub/hub.h"
#include "server/net/listener.h"

namespace server {

NetworkLoop::NetworkLoop(boost::asio::io_context& io, Metrics& metrics, ServerApi& api, Listener& listener,
                         Hub& hub, Patience patience)
    : io_(io),
      metrics_(metrics),
      api_(api),
      listener_(listener),
      hub_(hub),
      patience_(patience),
      shutdown_(patience.for_everything, [this] { boost::asio::post(io_, [this] { drain(); }); }) {}

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
    shutdown_.drained();
    io_.stop();
  };
  hub_.drain([this, done] { listener_.finish(patience_.for_goodbyes, done); });
}

}  // namespace server

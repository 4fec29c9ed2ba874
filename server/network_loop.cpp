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
  hub_.drain([this] {
    // All is committed. An answer that takes longer than the goodbyes, such as one that waits for its turn in
    // a queue, keeps its connection, and is no failure.
    shutdown_.drained();
    listener_.finish(patience_.for_goodbyes, [this] { io_.stop(); });
  });
}

}  // namespace server

#pragma once

#include <boost/asio/io_context.hpp>

namespace server {

class Metrics;

/// Runs the handlers of the network thread, or of the one of a worker, until `io` is stopped, and notes of
/// each how much processor time it took: so long it held up all games. What throws is logged and has been
/// taken out of the queue, so the loop goes on with the next.
/// Returns when io.stop() was called. Exceptions do not leave it.
void run_handlers(boost::asio::io_context& io, Metrics& metrics);

}  // namespace server

#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <stdexcept>

#include "tests/patience.h"

namespace server {

/// Serves what comes until `done()`; fails the test that waits in vain. `done()` may serve events itself, the
/// one that it waits for among them: so it is asked again where none comes.
template <class Done>
void run_io_until(boost::asio::io_context& io, Done done) {
  constexpr std::chrono::milliseconds kAskedAgain{20};
  const auto give_up = std::chrono::steady_clock::now() + patience();
  while (!done()) {
    if (std::chrono::steady_clock::now() >= give_up) throw std::runtime_error("waited in vain");
    io.run_one_for(kAskedAgain);
  }
}

/// Serves one event.
inline void run_one_event(boost::asio::io_context& io) {
  if (io.run_one_for(patience()) == 0) throw std::runtime_error("waited in vain");
}

}  // namespace server

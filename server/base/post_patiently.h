#pragma once

#include <boost/asio/post.hpp>
#include <chrono>
#include <memory>
#include <new>
#include <thread>
#include <utility>

namespace server {

/// Posts to `executor` what is waited for and will not be said again: a room that is never told of its commit
/// stands still. Where there is no memory for it tries again for five seconds, and blocks as long; then it
/// throws std::bad_alloc. For threads that may block.
///
/// What `handler` holds is destroyed where it ran.
template <class Executor, class Handler>
void post_patiently(const Executor& executor, Handler handler) {
  constexpr int kTries = 50;
  constexpr std::chrono::milliseconds kPause{100};
  // boost::asio::post() would lose what it was given and found no memory for.
  std::shared_ptr<Handler> shared;
  for (int tries = 1;; ++tries) {
    try {
      if (!shared) shared = std::make_shared<Handler>(std::move(handler));
      boost::asio::post(executor, [shared] {
        Handler run = std::move(*shared);
        run();
      });
      return;
    } catch (const std::bad_alloc&) {
      if (tries == kTries) throw;
      std::this_thread::sleep_for(kPause);
    }
  }
}

}  // namespace server

#pragma once

#include <boost/asio/post.hpp>
#include <chrono>
#include <memory>
#include <new>
#include <thread>
#include <utility>

namespace server {

/// Calls `task` until there is memory for it: for five seconds, and blocks as long; then std::bad_alloc comes
/// out. For threads that may block.
template <class Task>
void wait_for_memory(Task task) {
  constexpr int kTries = 50;
  constexpr std::chrono::milliseconds kPause{100};
  for (int tries = 1;; ++tries) {
    try {
      return task();
    } catch (const std::bad_alloc&) {
      if (tries == kTries) throw;
      std::this_thread::sleep_for(kPause);
    }
  }
}

/// Posts to `executor` what is waited for and will not be said again: a room that is never told of its commit
/// stands still. Waits for memory.
///
/// What `handler` holds is destroyed where it ran.
template <class Executor, class Handler>
void post_patiently(const Executor& executor, Handler handler) {
  // boost::asio::post() would lose what it was given and found no memory for.
  std::shared_ptr<Handler> shared;
  wait_for_memory([&] {
    if (!shared) shared = std::make_shared<Handler>(std::move(handler));
    boost::asio::post(executor, [shared] {
      Handler run = std::move(*shared);
      run();
    });
  });
}

}  // namespace server

#pragma once

#include <chrono>
#include <concepts>
#include <stop_token>
#include <thread>
#include <utility>

namespace server {

/// Names the calling thread for `top` and the like: at most 15 characters.
void name_thread(const char* name);

/// Runs `work(stop)` on a thread of its own. Its destructor asks it to stop and waits for its end:
/// it is the last member of its owner, so that all that it uses is still there.
/// @pre `name` is a literal, or lives as long
std::jthread start_service(const char* name, std::invocable<std::stop_token> auto work) {
  return std::jthread([name, work = std::move(work)](const std::stop_token& stop) {
    name_thread(name);
    work(stop);
  });
}

/// Sleeps for so long, or until the thread is to stop: then false.
/// Wakes at once when a stop is requested.
bool sleep_unless_stopped(const std::stop_token& stop, std::chrono::milliseconds duration);

}  // namespace server

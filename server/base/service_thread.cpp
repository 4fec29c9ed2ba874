#include "server/base/service_thread.h"

#include <pthread.h>

#include <condition_variable>
#include <mutex>

namespace server {

void name_thread(const char* name) {
  ::pthread_setname_np(::pthread_self(), name);
}

// Its own lock and condition: nothing else can wake it.
bool sleep_unless_stopped(const std::stop_token& stop, std::chrono::milliseconds duration) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  return !stopped.wait_for(lock, stop, duration, [&] { return stop.stop_requested(); });
}

}  // namespace server

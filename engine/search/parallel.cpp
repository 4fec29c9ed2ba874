#include "engine/search/parallel.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace engine::search {

void run_on_threads(int threads, const std::function<void(int, std::stop_source&)>& work) {
  // The first exception wins; later ones are dropped, since most are consequences of the stop that it
  // requests.
  std::stop_source stop;
  std::mutex mutex;
  std::exception_ptr error;
  const auto guarded = [&](int thread) {
    try {
      work(thread, stop);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      stop.request_stop();
    }
  };
  // All threads wait until the last one exists. If the system refuses one, none has begun to work, so nothing
  // has to be stopped or taken back: the others leave at once.
  enum class Start { pending, all_made, cancelled };
  std::atomic<Start> start = Start::pending;
  const auto begin = [&start](Start how) {
    start = how;
    start.notify_all();
  };
  {
    // The block ends with the joins of std::jthread, so no thread outlives what the lambdas refer to.
    std::vector<std::jthread> others;
    try {
      for (int thread = 1; thread < threads; ++thread)
        others.emplace_back([&, thread] {
          start.wait(Start::pending);
          if (start == Start::all_made) guarded(thread);
        });
    } catch (...) {
      begin(Start::cancelled);
      throw;
    }
    begin(Start::all_made);
    guarded(0);
  }
  // After the joins no thread touches `error`: the mutex is no longer needed.
  if (error) std::rethrow_exception(error);
}

}  // namespace engine::search

#pragma once

#include <functional>
#include <stop_token>

namespace engine::search {

/// Runs work(0, stop) on this thread and work(1, stop) ... work(threads - 1, stop) on threads of their own;
/// returns when all have. `stop` is shared: any of them may request a stop, and one is requested when one
/// throws. The first exception is thrown here, once all have ended. Where a thread cannot be made nothing
/// runs, and std::system_error is thrown.
/// @pre threads >= 1
void run_on_threads(int threads, const std::function<void(int thread, std::stop_source& stop)>& work);

}  // namespace engine::search

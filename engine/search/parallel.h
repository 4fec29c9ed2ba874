#pragma once

#include <functional>

namespace engine::search {

/// Runs work(0) on this thread and work(1) ... work(threads - 1) on threads of their own; returns when all
/// have.
/// @pre threads >= 1; `work` does not throw.
void run_on_threads(int threads, const std::function<void(int)>& work);

}  // namespace engine::search

#pragma once

#include <functional>
#include <string_view>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "storage/store.h"

namespace server {

/// attempt() of what reads records: that the store fails is no defect. It is logged, and `failed` is told,
/// which counts it.
template <class Task>
bool attempt_to_read(std::string_view what, const std::function<void()>& failed, Task&& task) {
  bool has_failed = false;
  const bool is_sound = attempt(what, [&] {
    try {
      task();
    } catch (const storage::Error& error) {
      has_failed = true;
      log_event(LogLevel::error, "read_failed", {{"what", what}, {"why", error.what()}});
      failed();
    }
  });
  return is_sound && !has_failed;
}

}  // namespace server

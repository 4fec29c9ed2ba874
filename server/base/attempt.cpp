#include "server/base/attempt.h"

#include <atomic>

#include "server/base/log.h"

namespace server {

namespace {

std::atomic<std::size_t> failed = 0;

}  // namespace

std::size_t failed_attempts() {
  return failed;
}

void note_failed_attempt(std::string_view what, std::string_view why) {
  ++failed;
  log_event(LogLevel::error, "unforeseen", {{"what", what}, {"why", why}});
}

}  // namespace server

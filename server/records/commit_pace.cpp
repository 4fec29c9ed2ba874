#include "server/records/commit_pace.h"

#include <utility>

namespace server {

namespace {

/// Over which it is told whether requests come fast.
constexpr std::chrono::milliseconds kCountingTime{100};

}  // namespace

void CommitPace::begins(TimePoint now, std::size_t requests) {
  last_ = now;
  counted_ += requests;
  const std::chrono::duration<double> counted_for = now - counting_since_;
  if (counted_for < kCountingTime) return;
  // The rate of the last counting time decides for the next one.
  are_fast_ = static_cast<double>(std::exchange(counted_, 0)) > options_.fast * counted_for.count();
  counting_since_ = now;
}

}  // namespace server

#include "tests/load/tally.h"

#include <algorithm>
#include <limits>

namespace load {

void Latencies::add(Clock::duration took) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
  micros_.push_back(static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(micros, 0, std::numeric_limits<std::uint32_t>::max())));
}

double Latencies::quantile(double share) {
  if (micros_.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(micros_.size() - 1));
  std::nth_element(micros_.begin(), micros_.begin() + place, micros_.end());
  return micros_[static_cast<std::size_t>(place)] / 1000.0;
}

void Tally::begin() {
  acks.clear();
  arrivals.clear();
  deliveries = delivery_bytes = snapshots = other_messages = 0;
  measuring = true;
}

}  // namespace load

#include "server/base/rate_limit.h"

#include <algorithm>
#include <cmath>

namespace server {

using std::chrono::duration;
using std::chrono::milliseconds;

double TokenBucket::level(Time now) const {
  const double share = duration<double>(now - refilled_) / duration<double>(rate_.per);
  return std::min(tokens_ + share * rate_.count, static_cast<double>(rate_.count));
}

// Without what asking costs, whoever waits as long as he is told, and asks, would always come one message
// short.
std::optional<milliseconds> TokenBucket::would_refuse(Time now, Cost cost, Cost asked) const {
  const double missing = std::min(cost, rate_.count - asked) - level(now);
  if (missing <= 0) return std::nullopt;
  const double wait = (missing + asked) / rate_.count * static_cast<double>(rate_.per.count());
  return milliseconds(static_cast<milliseconds::rep>(std::ceil(wait)));
}

std::optional<milliseconds> TokenBucket::refuse(Time now, Cost cost, Cost asked) {
  tokens_ = level(now);
  refilled_ = now;
  const auto wait = would_refuse(now, cost, asked);
  if (!wait) tokens_ -= cost;
  return wait;
}

std::optional<milliseconds> KeyedBuckets::refuse(std::string_view key, TokenBucket::Time now, Cost cost,
                                                 Cost asked) {
  if (buckets_.size() >= sweep_at_) forget_full_ones(now);
  return buckets_.try_emplace(std::string(key), rate_, now).first->second.refuse(now, cost, asked);
}

std::optional<milliseconds> KeyedBuckets::would_refuse(std::string_view key, TokenBucket::Time now, Cost cost,
                                                       Cost asked) const {
  const auto bucket = buckets_.find(std::string(key));
  return bucket == buckets_.end() ? std::nullopt : bucket->second.would_refuse(now, cost, asked);
}

// A full bucket says no more than none, so memory is bounded by the keys of the last `per`. Sweeping at twice
// the size that was left keeps the cost of it constant a message.
void KeyedBuckets::forget_full_ones(TokenBucket::Time now) {
  std::erase_if(buckets_, [now](auto& entry) { return entry.second.is_full(now); });
  sweep_at_ = std::max<std::size_t>(1024, 2 * buckets_.size());
}

}  // namespace server

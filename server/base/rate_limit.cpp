#include "server/base/rate_limit.h"

#include <algorithm>
#include <cmath>

#include "server/base/limit_key.h"

namespace server {

using std::chrono::duration;
using std::chrono::milliseconds;

// Computed when asked: no timer refills anything.
double TokenBucket::level(Time now) const {
  const double share = duration<double>(now - refilled_) / duration<double>(rate_.per);
  return std::min(tokens_ + share * rate_.count, static_cast<double>(rate_.count));
}

/// What sums of doubles are off by at most, which also depends on whether the CPU multiplies and adds at
/// once.
constexpr double kRounding = 1e-6;

// Without what asking costs, a client that waits as long as it is told, and asks, would always come one
// message short.
std::optional<milliseconds> TokenBucket::would_refuse(Time now, Cost cost, Cost asked) const {
  const double missing = std::min(cost, rate_.count - asked) - level(now);
  if (missing <= kRounding) return std::nullopt;
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

void TokenBucket::give_back(Time now, Cost cost) {
  tokens_ = std::min(level(now) + cost, static_cast<double>(rate_.count));
  refilled_ = now;
}

void TokenBucket::take(Time now, Cost cost) {
  tokens_ = level(now) - cost;
  refilled_ = now;
}

std::optional<milliseconds> KeyedBuckets::refuse(std::string_view key, TokenBucket::Time now, Cost cost,
                                                 Cost asked) {
  return bucket_of(key, now).refuse(now, cost, asked);
}

std::optional<milliseconds> KeyedBuckets::would_refuse(std::string_view key, TokenBucket::Time now, Cost cost,
                                                       Cost asked) const {
  const auto place = places_.find(limit_key(key));
  return place == places_.end() ? std::nullopt : place->second->bucket.would_refuse(now, cost, asked);
}

// Not by bucket_of(): it would remember a key for a full bucket.
void KeyedBuckets::give_back(std::string_view key, TokenBucket::Time now, Cost cost) {
  const auto place = places_.find(limit_key(key));
  if (place != places_.end()) place->second->bucket.give_back(now, cost);
}

// Each use brings the entry to the front, so the back is the one that was used longest ago.
TokenBucket& KeyedBuckets::bucket_of(std::string_view text, TokenBucket::Time now) {
  const std::uint64_t key = limit_key(text);
  if (const auto place = places_.find(key); place != places_.end()) {
    entries_.splice(entries_.begin(), entries_, place->second);
  } else {
    forget_oldest(now);
    entries_.push_front({key, TokenBucket(rate_, now)});
    places_.emplace(key, entries_.begin());
  }
  return entries_.front().bucket;
}

// A full bucket says no more than none. Two for each that comes: what has gathered goes again, and no request
// pays for many.
void KeyedBuckets::forget_oldest(TokenBucket::Time now) {
  for (int i = 0; i < 2 && !entries_.empty(); ++i) {
    const Entry& oldest = entries_.back();
    if (entries_.size() < most_keys_ && !oldest.bucket.is_full(now)) return;
    places_.erase(oldest.key);
    entries_.pop_back();
  }
}

}  // namespace server

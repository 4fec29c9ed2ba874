#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace server {

/// What a request costs the server, known before it is served. 1 is a small message: some 0.1 ms of one core.
/// Measured for small messages; what is dearer names its cost in such units (match/replay_cost.h).
using Cost = double;

/// So much at once, and as much again in each `per`: messages, or cost.
/// So that a bucket holds `count` and is full again after `per`.
struct Rate {
  int count;
  std::chrono::milliseconds per;
};

/// What a request is paid from. The default: the server's own, without a limit.
/// Copied into callbacks; it must not hold what may be gone by then.
struct RequestBudget {
  std::string address{};  ///< What shares of queues are counted by; empty: they are not.
  /// Takes the cost out of the buckets of the request's origin; if they do not hold so much, how long to
  /// wait.
  std::function<std::optional<std::chrono::milliseconds>(Cost)> refuse = [](Cost) { return std::nullopt; };
  std::string user{};  ///< Id of the user who asks; empty: none.
};

/// A token bucket: full at first, emptied by what it admits, refilled evenly.
/// `now` is an argument, and must not go backwards. May owe: see take().
class TokenBucket {
 public:
  using Time = std::chrono::steady_clock::time_point;

  TokenBucket(Rate rate, Time now) : rate_(rate), tokens_(rate.count), refilled_(now) {}

  /// Nothing if the request is admitted, else how long to wait before the next try. What costs more than the
  /// bucket holds is admitted when it is full, and paid in full afterwards.
  /// @param asked what asking has cost already, and costs again at the next try
  std::optional<std::chrono::milliseconds> refuse(Time now, Cost cost = 1, Cost asked = 0);
  /// The same, but nothing is taken out of the bucket.
  std::optional<std::chrono::milliseconds> would_refuse(Time now, Cost cost = 1, Cost asked = 0) const;
  /// What was taken for something that need not be paid after all.
  /// Never beyond full.
  void give_back(Time now, Cost cost = 1);
  /// Of something that was done already: whether or not the bucket holds so much.
  /// The level may go below zero; the next request waits until that is made up for.
  void take(Time now, Cost cost);
  /// A full bucket need not be remembered.
  bool is_full(Time now) const { return level(now) >= rate_.count; }

 private:
  double level(Time now) const;

  Rate rate_;
  double tokens_;
  Time refilled_;
};

/// One bucket for each key (a user, an address). Memory is bounded, whatever the keys are: of too many, the
/// one that was used longest ago is forgotten first. By then its bucket has refilled most.
/// Not thread-safe. Each call is a look-up; keys are kept as limit_key(), so two keys may share a bucket with
/// the chance of two 64-bit hashes.
class KeyedBuckets {
 public:
  /// As many as there may be connections; some 100 bytes each.
  static constexpr std::size_t kMostKeys = 10'000;

  explicit KeyedBuckets(Rate rate, std::size_t most_keys = kMostKeys) : rate_(rate), most_keys_(most_keys) {}

  /// @see TokenBucket::refuse
  std::optional<std::chrono::milliseconds> refuse(std::string_view key, TokenBucket::Time now, Cost cost = 1,
                                                  Cost asked = 0);
  /// A key that is not known has a full bucket.
  std::optional<std::chrono::milliseconds> would_refuse(std::string_view key, TokenBucket::Time now,
                                                        Cost cost = 1, Cost asked = 0) const;
  /// Nothing for a key that is not known: its bucket is full.
  void give_back(std::string_view key, TokenBucket::Time now, Cost cost = 1);
  /// @see TokenBucket::take
  void take(std::string_view key, TokenBucket::Time now, Cost cost) { bucket_of(key, now).take(now, cost); }
  /// Keys that are remembered.
  std::size_t size() const { return places_.size(); }

 private:
  // In the list as in the table: splice() moves an entry to the front without a new look-up.
  struct Entry {
    std::uint64_t key;
    TokenBucket bucket;
  };
  using Entries = std::list<Entry>;

  TokenBucket& bucket_of(std::string_view key, TokenBucket::Time now);
  void forget_oldest(TokenBucket::Time now);

  Rate rate_;
  std::size_t most_keys_;
  Entries entries_;  // The one that was used last comes first.
  std::unordered_map<std::uint64_t, Entries::iterator> places_;
};

}  // namespace server

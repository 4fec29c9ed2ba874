#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "server/base/rate_limit.h"
#include "server/protocol/time.h"
#include "server/records/record_queue.h"
#include "storage/budget.h"
#include "storage/moderation.h"

namespace server {

/// Networks from which users came who had been banned less than a day ago: for a day no account is made
/// there. They would else close the account, or be forgotten, and be back at once under another name.
///
/// A school may be behind one address, so the rule takes no more than that: accounts of others log in, guests
/// play, and one ban keeps new accounts away for two days at most, however often the banned user comes back.
/// Addresses of a local network are exempt. A moderator can also ban an address (MeasureTable::address).
///
/// Servers that share a store know them together, as hashes that end by themselves (storage::Budget); a
/// server of its own forgets them when it ends. Network thread only. Bounded by KeyedBuckets::kMostKeys.
class BannedNetworks {
 public:
  /// @pre `records` outlives it
  explicit BannedNetworks(RecordQueue& records) : records_(records) {}

  /// Who is banned so comes from there. What is no ban, or an older one, changes nothing.
  /// @param address as limits count it; empty: this machine
  void note(const storage::Measure& ban, const std::string& address, TimePoint now);
  /// How long no account is made there, as far as this server knows.
  std::optional<std::chrono::milliseconds> wait(const std::string& address) const;
  /// For Reader::would_refuse(): the same of all servers that share the store.
  static std::vector<storage::Budget> budgets_of(const std::string& address);

 private:
  static constexpr Rate kOneDay{.count = 1, .per = std::chrono::hours(24)};

  RecordQueue& records_;
  KeyedBuckets networks_{kOneDay};
};

}  // namespace server

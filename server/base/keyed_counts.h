#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace server {

/// How much each key (an address, a user) holds at the moment: connections, games. Only keys that hold
/// something take memory. One thread only.
///
/// Used for what is held rather than spent: `if (auto ticket = counts.admit(address, 20)) ...`, and the place
/// is free when the last copy of the ticket ends. No bound of its own: `most` bounds each key.
class KeyedCounts {
 public:
  /// Counts as one as long as it lives, which may be longer than the counts do.
  using Ticket = std::shared_ptr<void>;

  /// Null when the key holds `most` already.
  /// @param most at this call; tickets of before count even beyond it
  Ticket admit(const std::string& key, int most);
  /// Zero for a key that is not known.
  int of(const std::string& key) const;
  /// Keys that hold something.
  std::size_t size() const { return held_->size(); }

 private:
  using Held = std::unordered_map<std::uint64_t, int>;  // By limit_key().

  std::shared_ptr<Held> held_ = std::make_shared<Held>();
};

}  // namespace server

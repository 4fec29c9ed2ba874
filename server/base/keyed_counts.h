#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace server {

/// How much each key (an address, a user) holds at the moment: connections, games. Only keys that hold
/// something take memory. One thread only.
class KeyedCounts {
 public:
  /// Counts as one as long as it lives, which may be longer than the counts do.
  using Ticket = std::shared_ptr<void>;

  /// Null when the key holds `most` already.
  Ticket admit(const std::string& key, int most);
  int of(const std::string& key) const;
  /// Keys that hold something.
  std::size_t size() const { return held_->size(); }

 private:
  using Held = std::unordered_map<std::uint64_t, int>;  // By limit_key().

  std::shared_ptr<Held> held_ = std::make_shared<Held>();
};

}  // namespace server

#pragma once

#include <memory>
#include <string>
#include <unordered_map>

namespace server {

/// How much each key (an address, a user) holds at the moment: connections, games. One thread only.
class KeyedCounts {
 public:
  /// Counts as one as long as it lives, which may be longer than the counts do.
  using Ticket = std::shared_ptr<void>;

  /// Null when the key holds `most` already.
  Ticket admit(const std::string& key, int most);
  int of(const std::string& key) const;

 private:
  using Held = std::unordered_map<std::string, int>;  // Only those who hold something.

  std::shared_ptr<Held> held_ = std::make_shared<Held>();
};

}  // namespace server

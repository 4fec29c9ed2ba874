#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "server/base/address_limits.h"

namespace server {

/// What imports of an address put on the disk, whichever of its guests own them: each pays for its own until
/// it has ended, at whichever server goes on with it. Any thread.
class ImportQuota {
 public:
  struct Limits {
    Rate kept{.count = 256 << 20, .per = std::chrono::days(1)};  ///< Bytes of an address.
    int waiting = 20;                                            ///< Imports of an address.
    std::size_t most = 1'000;                                    ///< Imports of all addresses.
  };

  explicit ImportQuota(const Limits& limits) : limits_(limits), kept_(limits.kept) {}
  ImportQuota() : ImportQuota(Limits()) {}

  /// The import waits from now on, at this address's expense. False: as many wait as may.
  bool begin(const std::string& import, const std::string& address);
  /// It has begun and not ended.
  bool holds(const std::string& import) const;
  /// False: the address has put on the disk what it may in a day. The import counts as its own from here on,
  /// also where another server took it before.
  bool take(const std::string& import, const std::string& address, Cost bytes);
  /// Of what was taken, what has come to nothing.
  void give_back(const std::string& address, Cost bytes);
  void end(const std::string& import);
  /// Those that have begun and not ended.
  std::vector<std::string> imports() const;

 private:
  const Limits limits_;
  mutable std::mutex mutex_;  // Guards what follows.
  AddressBuckets kept_;
  AddressCounts waiting_;
  std::map<std::string, AddressCounts::Ticket> imports_;  // By import.
};

}  // namespace server

#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/keyed_counts.h"
#include "server/base/rate_limit.h"
#include "storage/budget.h"

/// Limits of addresses, by address_key(). One who holds a network of IPv6 often holds 65,536 of them: those
/// of one /48 together may have kAddressesOfSite times what one address may. One thread only.
///
/// Addresses of IPv6 are counted twice, by /64 (address_key()) and by /48 (site_key()); those of local
/// networks have larger shares. A share is of one server; shared_budgets() names those of all servers
/// together.
///
namespace server {

inline constexpr int kAddressesOfSite = 4;

/// How much of something one address may have: on the internet, and of a local network (a home, a school),
/// where it is many people's.
struct AddressShare {
  int of_public;
  int of_private;

  constexpr int of(bool is_private) const { return is_private ? of_private : of_public; }
};

/// What an address pays of a cost: of a local network a tenth, for the same reason.
/// So that ten people behind one router are as many as ten addresses.
constexpr Cost cost_of_address(bool is_private, Cost cost = 1) {
  return is_private ? cost / 10 : cost;
}

/// The /48 that an address of IPv6 belongs to; empty: it is of IPv4, or of a local network.
/// @param address_key as address_key() makes it
std::string site_key(std::string_view address_key);

/// Whose turn it is where addresses are served in turns: the site of an address that has one, for one
/// subscriber often has all of it, else the address.
std::string network_key(std::string_view address_key);

/// What a site may do. A rate may be as good as none.
constexpr Rate of_site(Rate rate) {
  constexpr int kMost = std::numeric_limits<int>::max();
  return {.count = rate.count > kMost / kAddressesOfSite ? kMost : rate.count * kAddressesOfSite,
          .per = rate.per};
}

/// A bucket for each address and one for each site.
/// Both or neither pay: see refuse().
class AddressBuckets {
 public:
  explicit AddressBuckets(Rate rate) : addresses_(rate), sites_(of_site(rate)) {}

  /// @see TokenBucket::refuse. Nothing is taken if either refuses. No address (empty): never refused.
  /// The wait is how long until both have enough.
  std::optional<std::chrono::milliseconds> refuse(std::string_view address, TokenBucket::Time now,
                                                  Cost cost = 1, Cost asked = 0);
  std::optional<std::chrono::milliseconds> would_refuse(std::string_view address, TokenBucket::Time now,
                                                        Cost cost = 1, Cost asked = 0) const;
  /// What refuse() took, for something that need not be paid after all.
  /// @pre refuse() took it.
  void give_back(std::string_view address, TokenBucket::Time now, Cost cost = 1);
  /// Of something that was done already. No address: nothing.
  /// May go below zero.
  void take(std::string_view address, TokenBucket::Time now, Cost cost);

 private:
  KeyedBuckets addresses_;
  KeyedBuckets sites_;
};

/// The same buckets as all servers that share a store know them, for storage::Reader::refuse(). No address:
/// none.
/// @param what tells these buckets from others
/// Keys as text; the store hashes them.
std::vector<storage::Budget> shared_budgets(const std::string& what, const std::string& address, Rate rate);

/// How much each address and each site holds at the moment.
class AddressCounts {
 public:
  using Ticket = KeyedCounts::Ticket;

  /// Null when the address, or its site, holds too much already. No address (empty): never null, not counted.
  /// The place is given back when the last copy of the ticket ends.
  Ticket admit(const std::string& address, int most);
  int of(const std::string& address) const { return addresses_.of(address); }

 private:
  KeyedCounts addresses_;
  KeyedCounts sites_;
};

}  // namespace server

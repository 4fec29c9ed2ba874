#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/address_limits.h"

/// Who may connect from where, under which name: what is decided before a request is looked at.
namespace server {

/// The machine itself: its user, or a proxy on it that has counted its clients already.
bool is_loopback(const boost::asio::ip::address& address);

/// Whether they are one address, however a socket writes it: mapped, or with an interface.
bool is_same_address(const boost::asio::ip::address& one, const boost::asio::ip::address& other);

/// Of a home, a school or a company: many people behind few addresses, none of them a stranger.
/// Where shares are larger.
bool is_private(const boost::asio::ip::address& address);

/// Of a machine anywhere on the internet, which this server may be told to call. Private, link-local, shared,
/// reserved and multicast ones are none, nor are those of IPv6 that stand for one of IPv4 (mapped, NAT64,
/// 6to4, Teredo): what they lead to is not looked at.
/// For what clients name as a target (push endpoints): the server must not be led into its own network.
bool is_public(const boost::asio::ip::address& address);

/// Addresses and networks ("127.0.0.1", "10.0.0.0/8", "fd00::/8").
class AddressRanges {
 public:
  AddressRanges() = default;
  /// Those that are none are left out: see is_range().
  explicit AddressRanges(const std::vector<std::string>& texts);

  bool contains(const boost::asio::ip::address& address) const;

 private:
  std::vector<boost::asio::ip::network_v4> v4_;
  std::vector<boost::asio::ip::network_v6> v6_;
};

/// What a request says of proxies on its way.
struct ProxyHeaders {
  std::string forwarded_for;  ///< All of its `X-Forwarded-For`, joined by commas.
  bool any = false;           ///< It has a header that only proxies write, this one or another.
};

/// Where a request really comes from.
struct ClientAddress {
  boost::asio::ip::address address;
  /// There is a proxy in between that is not trusted, or does not say for which client: the address is
  /// that of the proxy, and counts for limits, but proves nothing.
  bool hidden = false;
};

/// `peer`, or whom it speaks for by `X-Forwarded-For` if it is one of the proxies that we trust. What a
/// client wrote into that header itself stands before what the proxies added, so it is read from its end.
ClientAddress client_address(const boost::asio::ip::address& peer, const ProxyHeaders& forwarding,
                             const AddressRanges& proxies);

/// What counts as one address: an IPv6 customer has at least 64 bits of them. @see site_key
/// Two devices of a household share a key; see site_key() for the whole contract.
std::string address_key(const boost::asio::ip::address& address);

/// Of what address_key() gave.
/// False where it is none.
bool is_private_key(std::string_view address_key);

/// Whether a `Host` header names us: an address, localhost, *.local or one of `names`. Any other name was
/// pointed at us by another site (DNS rebinding).
/// @param names those of the operator (--host-name)
bool is_known_host(std::string_view host, const std::vector<std::string>& names);

/// Whether a page of `origin` was loaded from `host`.
/// False for an empty `origin`.
bool is_same_origin(std::string_view origin, std::string_view host);

/// Counts the open connections, in all and of each address. Network thread only.
class ConnectionCounts {
 public:
  struct Limits {
    int all = 10'000;
    int of_private = 100;  ///< A school class behind one router.
    int of_public = 20;
    int of_loopback = 10'000;
    /// Requests at a time that a proxy brings, for each connection that an address may have: pages ask for
    /// many files at once.
    int requests = 5;
  };
  /// Counts as a connection as long as it lives.
  using Ticket = AddressCounts::Ticket;

  explicit ConnectionCounts(const Limits& limits) : limits_(limits) {}

  /// Null when there are too many already.
  /// Of its address and of all; the address's share decides first.
  Ticket admit(const boost::asio::ip::address& address);
  /// Of a proxy, who speaks for many: counts towards all alone.
  Ticket admit_proxy() { return all_.admit({}, limits_.all); }
  /// Of a client behind a proxy that hides it: as one of many on a local network, even if it is on this
  /// machine.
  Ticket admit_hidden(const boost::asio::ip::address& proxy);
  /// Of whom a proxy brings a request, as long as that is served. `is_hidden` as of ClientAddress.
  /// The connection itself counts as the proxy's.
  Ticket admit_request(const boost::asio::ip::address& client, bool is_hidden);
  int all() const { return all_.of({}); }

 private:
  int share_of(const boost::asio::ip::address& address, bool is_hidden) const;
  Ticket admit(const std::string& key, int most);

  const Limits limits_;
  KeyedCounts all_;  // By one key.
  AddressCounts addresses_;
  AddressCounts requests_;
};

}  // namespace server

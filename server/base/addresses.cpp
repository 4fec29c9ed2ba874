#include "server/base/addresses.h"

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include "server/base/ascii_case.h"

namespace server {

namespace {

namespace ip = boost::asio::ip;

/// A name of the DNS has at most 253 characters; a port follows.
constexpr std::size_t kLongestHost = 260;

/// What IANA's registries of special addresses say of IPv4: this network, private, shared (RFC 6598),
/// loopback, link-local, private, IETF, documentation, 6to4's relays, private, benchmarks, documentation,
/// multicast, reserved.
constexpr std::array kNotGlobalV4{"0.0.0.0/8",      "10.0.0.0/8",     "100.64.0.0/10", "127.0.0.0/8",
                                  "169.254.0.0/16", "172.16.0.0/12",  "192.0.0.0/24",  "192.0.2.0/24",
                                  "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
                                  "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4"};
/// All of IPv6 that is given to networks, and of that IETF (Teredo, ORCHID, ...), documentation, 6to4,
/// documentation. Mapped and NAT64 ones lie outside.
constexpr const char* kGlobalV6 = "2000::/3";
constexpr std::array kNotGlobalV6{"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"};

/// An IPv4 client of a dual-stack socket shows as ::ffff:a.b.c.d, one on the same link as fe80::1%eth0.
/// So that addresses of sockets and of headers compare equal.
ip::address plain_address(const ip::address& address) {
  if (address.is_v4()) return address;
  if (address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return ip::address_v6(address.to_v6().to_bytes());
}

bool is_in(const ip::address_v4& address, const char* network) {
  const ip::network_v4 range = ip::make_network_v4(network);
  return ip::network_v4(address, range.prefix_length()).canonical() == range;
}

bool is_in(const ip::address_v6& address, const char* network) {
  const ip::network_v6 range = ip::make_network_v6(network);
  return ip::network_v6(address, range.prefix_length()).canonical() == range;
}

template <class Address, std::size_t size>
bool is_in_any(const Address& address, const std::array<const char*, size>& networks) {
  return std::ranges::any_of(networks, [&](const char* network) { return is_in(address, network); });
}

/// "[::1]:8080" gives "::1", "name:80" gives "name".
std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

/// One of X-Forwarded-For; some gateways of clouds say the port, too.
ip::address read_hop(std::string_view text, boost::system::error_code& nonsense) {
  const ip::address bare = ip::make_address(text, nonsense);
  return nonsense ? ip::make_address(without_port(text), nonsense) : bare;
}

}  // namespace

AddressRanges::AddressRanges(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    boost::system::error_code none;
    const ip::address address = ip::make_address(text, none);
    if (!none && address.is_v4()) v4_.emplace_back(address.to_v4(), 32);
    if (!none && address.is_v6()) v6_.emplace_back(address.to_v6(), 128);
    if (const auto v4 = ip::make_network_v4(text, none); !none) v4_.push_back(v4.canonical());
    if (const auto v6 = ip::make_network_v6(text, none); !none) v6_.push_back(v6.canonical());
  }
}

bool AddressRanges::contains(const ip::address& address) const {
  const ip::address plain = plain_address(address);
  const auto holds = [](const auto& of, const auto& range) {
    return std::decay_t<decltype(range)>(of, range.prefix_length()).canonical() == range;
  };
  if (plain.is_v4())
    return std::ranges::any_of(v4_, [&](const auto& range) { return holds(plain.to_v4(), range); });
  return std::ranges::any_of(v6_, [&](const auto& range) { return holds(plain.to_v6(), range); });
}

ClientAddress client_address(const ip::address& peer, const ProxyHeaders& forwarding,
                             const AddressRanges& proxies) {
  ClientAddress asking{.address = plain_address(peer)};
  std::string_view hops = forwarding.forwarded_for;
  while (proxies.contains(asking.address) && !hops.empty()) {
    const std::size_t comma = hops.rfind(',');
    std::string_view last = comma == std::string_view::npos ? hops : hops.substr(comma + 1);
    hops = comma == std::string_view::npos ? std::string_view() : hops.substr(0, comma);
    while (last.starts_with(' ')) last.remove_prefix(1);
    while (last.ends_with(' ')) last.remove_suffix(1);
    boost::system::error_code nonsense;
    const ip::address before = read_hop(last, nonsense);
    // A header that is no address hides the client as well: limits then count the proxy.
    if (nonsense) return {asking.address, true};
    asking.address = plain_address(before);
  }
  // A trusted proxy that names no client hides it as well.
  const bool named = proxies.contains(peer) && !forwarding.forwarded_for.empty();
  asking.hidden = forwarding.any && !named;
  return asking;
}

bool is_loopback(const ip::address& address) {
  return plain_address(address).is_loopback();
}

bool is_same_address(const ip::address& one, const ip::address& other) {
  return plain_address(one) == plain_address(other);
}

bool is_private(const ip::address& address) {
  const ip::address plain = plain_address(address);
  if (plain.is_loopback()) return true;
  // Unique local and link-local addresses (RFC 4193, RFC 4291), and those of RFC 1918 and RFC 3927.
  if (plain.is_v6()) return is_in(plain.to_v6(), "fc00::/7") || is_in(plain.to_v6(), "fe80::/10");
  return is_in_any(plain.to_v4(),
                   std::array{"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"});
}

bool is_public(const ip::address& address) {
  if (address.is_v4()) return !is_in_any(address.to_v4(), kNotGlobalV4);
  const ip::address_v6 plain(address.to_v6().to_bytes());  // Without the interface.
  return is_in(plain, kGlobalV6) && !is_in_any(plain, kNotGlobalV6);
}

std::string address_key(const ip::address& address) {
  const ip::address plain = plain_address(address);
  if (plain.is_v4() || is_private(plain)) return plain.to_string();
  // With its prefix: site_key() knows by it that the address has a site.
  return ip::network_v6(plain.to_v6(), 64).canonical().to_string();
}

bool is_private_key(std::string_view address_key) {
  boost::system::error_code no_address;
  const auto address = ip::make_address(std::string(address_key), no_address);
  return !no_address && is_private(address);
}

bool is_known_host(std::string_view host, const std::vector<std::string>& names) {
  if (host.size() > kLongestHost) return false;
  const std::string name = lower(without_port(host));
  boost::system::error_code no_address;
  ip::make_address(name, no_address);
  if (!no_address) return true;
  // *.local is of multicast DNS: no site of the internet has such a name.
  return name == "localhost" || name.ends_with(".localhost") || name.ends_with(".local") ||
         std::ranges::find(names, name, [](const std::string& own) { return lower(own); }) != names.end();
}

// Case does not count in a host; its port does.
bool is_same_origin(std::string_view origin, std::string_view host) {
  const std::size_t scheme = origin.find("://");
  return !host.empty() && scheme != std::string_view::npos && lower(origin.substr(scheme + 3)) == lower(host);
}

int ConnectionCounts::share_of(const ip::address& address, bool is_hidden) const {
  if (is_loopback(address) && !is_hidden) return limits_.of_loopback;
  return is_private(address) ? limits_.of_private : limits_.of_public;
}

ConnectionCounts::Ticket ConnectionCounts::admit(const ip::address& address) {
  return admit(address_key(address), share_of(address, false));
}

ConnectionCounts::Ticket ConnectionCounts::admit_hidden(const ip::address& proxy) {
  return admit(address_key(proxy), share_of(proxy, true));
}

ConnectionCounts::Ticket ConnectionCounts::admit_request(const ip::address& client, bool is_hidden) {
  return requests_.admit(address_key(client), limits_.requests * share_of(client, is_hidden));
}

ConnectionCounts::Ticket ConnectionCounts::admit(const std::string& key, int most) {
  const auto of_address = addresses_.admit(key, most);
  // The address's share first: one address cannot use up the total.
  const auto of_all = of_address ? all_.admit({}, limits_.all) : nullptr;
  if (!of_all) return nullptr;
  return std::make_shared<std::array<Ticket, 2>>(std::array{of_address, of_all});
}

}  // namespace server

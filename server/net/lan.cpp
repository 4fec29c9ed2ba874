#include "server/net/lan.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/address_v4.hpp>
#include <memory>
#include <string_view>

#include "server/formats/qr.h"

namespace server {

namespace {

/// Bridges and pairs that lead to containers and virtual machines, not to neighbours.
constexpr auto kVirtual =
    std::to_array<std::string_view>({"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni"});

bool is_reachable(const ifaddrs& interface) {
  const bool up = (interface.ifa_flags & IFF_UP) != 0 && (interface.ifa_flags & IFF_LOOPBACK) == 0;
  const std::string_view name = interface.ifa_name;
  return up && interface.ifa_addr != nullptr && interface.ifa_addr->sa_family == AF_INET &&
         std::ranges::none_of(kVirtual, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

std::vector<std::string> lan_urls(std::uint16_t port) {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> interfaces(first, ::freeifaddrs);
  std::vector<std::string> urls;
  for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next) {
    if (!is_reachable(*each)) continue;
    const auto& address = *reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    const boost::asio::ip::address_v4 ip(ntohl(address.sin_addr.s_addr));
    urls.push_back("http://" + ip.to_string() + ':' + std::to_string(port));
  }
  return urls;
}

std::string lan_invitation(const std::vector<std::string>& urls, bool with_qr) {
  if (urls.empty()) return "This machine is in no network: others cannot join.\n";
  std::string text = "Others can join at:\n";
  for (const std::string& url : urls) text += "  " + url + '\n';
  if (with_qr) {
    std::string capitals = urls.front();
    std::ranges::transform(capitals, capitals.begin(), [](unsigned char c) { return std::toupper(c); });
    text += qr_blocks(capitals);
  }
  return text +
         "If they cannot: same Wi-Fi? A guest network keeps its devices apart; a firewall must let the port "
         "in.\n";
}

}  // namespace server

#include "server/pages/lan.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <fstream>
#include <memory>
#include <string_view>
#include <tuple>

#include "server/base/addresses.h"
#include "server/base/ascii_case.h"
#include "server/formats/qr.h"

namespace server {

namespace {

namespace ip = boost::asio::ip;

/// Bridges and pairs that lead to containers and virtual machines, not to neighbours.
constexpr auto kVirtual = std::to_array<std::string_view>(
    {"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "flannel", "lxc", "lxd", "podman"});

/// 169.254.0.0/16: a machine to which no server gave an address.
bool is_link_local(const ip::address_v4& address) {
  return address.to_uint() >> 16 == 0xA9FE;
}

bool is_reachable(const Interface& each) {
  const auto begins = [&](std::string_view prefix) { return each.name.starts_with(prefix); };
  return each.is_up && !each.is_loopback && !is_link_local(each.address) &&
         std::ranges::none_of(kVirtual, begins);
}

bool has_line(const std::filesystem::path& file, std::string_view wanted) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line == wanted) return true;
  }
  return false;
}

}  // namespace

std::vector<Interface> interfaces() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> list(first, ::freeifaddrs);
  std::vector<Interface> found;
  for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
    const auto& address = *reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
    const auto has = [each](unsigned flag) { return (each->ifa_flags & flag) != 0; };
    found.push_back({.name = each->ifa_name,
                     .address = ip::address_v4(ntohl(address.sin_addr.s_addr)),
                     .is_up = has(IFF_UP),
                     .is_loopback = has(IFF_LOOPBACK),
                     .is_tunnel = has(IFF_POINTOPOINT)});
  }
  return found;
}

std::vector<ip::address_v4> lan_addresses(std::vector<Interface> interfaces) {
  std::erase_if(interfaces, [](const Interface& each) { return !is_reachable(each); });
  // Stable: within a group the kernel's order stays.
  std::ranges::stable_sort(interfaces, {}, [](const Interface& each) {
    return std::tuple(each.is_tunnel, !is_private(each.address));
  });
  std::vector<ip::address_v4> addresses;
  for (const Interface& each : interfaces) addresses.push_back(each.address);
  return addresses;
}

// Best effort, without asking a service: systemd leaves a link for each unit that is active.
std::string firewall_command(std::uint16_t port, const std::filesystem::path& root) {
  const std::string number = std::to_string(port);
  if (has_line(root / "etc/ufw/ufw.conf", "ENABLED=yes")) return "sudo ufw allow " + number + "/tcp";
  std::error_code unreadable;
  const auto unit = root / "run/systemd/units/invocation:firewalld.service";
  if (std::filesystem::exists(std::filesystem::symlink_status(unit, unreadable)))
    return "sudo firewall-cmd --add-port=" + number + "/tcp";
  return {};
}

std::string to_text(const Invitation& invitation) {
  if (invitation.urls.empty())
    return "This machine is in no network: others cannot join. 本机没有连接网络。\n";
  const std::string room = "/r/" + invitation.code;
  std::string text = "Friends in this network open 同一网络的朋友请打开:\n";
  for (const std::string& url : invitation.urls) text += "  " + url + room + '\n';
  text += "or type the room code 或输入房间号:  " + invitation.code + '\n';
  // In capitals, which a QR code holds in half the space, and hosts and our paths do not mind.
  if (invitation.with_qr) text += qr_blocks(upper(invitation.urls.front() + room));
  text +=
      "If they cannot connect 连接不上?\n"
      "  - Same Wi-Fi? A guest network, or client isolation in the router, keeps devices apart.\n";
  return text + "  - A firewall on this machine must let the port in" +
         (invitation.firewall.empty() ? ".\n" : ":  " + invitation.firewall + '\n');
}

}  // namespace server

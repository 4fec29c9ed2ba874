#pragma once

#include <boost/asio/ip/address_v4.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// An evening on the local network: how the others find this machine.
namespace server {

/// An address of this machine, as its kernel lists it.
struct Interface {
  std::string name;
  boost::asio::ip::address_v4 address;
  bool is_up = true;
  bool is_loopback = false;
  bool is_tunnel = false;  ///< Point to point: a VPN.
};

/// IPv4 only: an address of IPv6 is no text to type from a screen. Empty if the kernel does not tell.
std::vector<Interface> interfaces();

/// Those by which neighbours can call this machine: no containers, no virtual machines, no addresses that a
/// machine gives itself without a DHCP server. Private ones of the house first, tunnels last.
/// Pure, in the order in which they should be tried.
std::vector<boost::asio::ip::address_v4> lan_addresses(std::vector<Interface> interfaces);

/// The one command that opens the port in the packet filter that runs here; empty: none is known to run.
/// Looks at files below `root` only.
std::string firewall_command(std::uint16_t port, const std::filesystem::path& root = "/");

/// What the people in the room are to be told.
struct Invitation {
  std::vector<std::string> urls;  ///< Of the server: "http://192.168.1.23:8080".
  std::string code;               ///< Of the room that is ready.
  bool with_qr = false;
  std::string firewall;  ///< The command, if any.
};

/// Some lines in English and Chinese, with their ends.
std::string to_text(const Invitation& invitation);

}  // namespace server

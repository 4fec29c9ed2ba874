#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace server {

/// "http://192.168.1.23:8080" for each address of this machine by which its neighbours can call it: wired and
/// wireless interfaces that are up, without containers and virtual machines.
std::vector<std::string> lan_urls(std::uint16_t port);

/// What to show the people in the room: the addresses, a QR code of the first if `with_qr`, and what to try
/// when they do not work.
std::string lan_invitation(const std::vector<std::string>& urls, bool with_qr);

}  // namespace server

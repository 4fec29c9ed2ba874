#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace server::push {

/// Bytes of an address, at most. (RFC 5321, section 4.5.3.1.3: a path of 256 octets has two brackets.)
inline constexpr std::size_t kMaxMailAddress = 254;

/// Whether mail can be sent there: a dot-atom of ASCII (RFC 5322, section 3.2.3) at a host with a domain, in
/// whatever case; no quoted names, comments or literals. It stands for itself in a header.
bool is_mail_address(std::string_view text);

/// The same for all ways to write it: what limits count by. @pre is_mail_address(address)
std::string mail_key(std::string_view address);

/// For the log: the domain alone of each address in it.
std::string without_mail_addresses(std::string_view text);

}  // namespace server::push

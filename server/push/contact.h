#pragma once

#include <string_view>

namespace server::push {

/// Whether push services can write to it if something is wrong: `mailto:` with an address or `https:` with a
/// page, both of a host with a domain. (Apple's refuses others.)
bool is_contact(std::string_view text);

}  // namespace server::push

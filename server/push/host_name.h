#pragma once

#include <string_view>

namespace server::push {

/// Whether it can be a name of the public DNS: two labels or more, in lower-case ASCII. An address is none,
/// however it is written, for its last label begins with a digit.
bool is_host_name(std::string_view text);

}  // namespace server::push

#pragma once

#include <optional>
#include <string>

namespace server {

/// The bytes of a file in the body of a request; none if it is not the base64 of anything. Blanks and line
/// ends may stand in it. O(text): for the pool.
std::optional<std::string> from_base64(const std::string& text);

}  // namespace server

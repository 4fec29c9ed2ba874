#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Bytes as text for URLs and JSON: RFC 4648, section 5, without padding.
namespace server::push {

std::string to_base64url(std::string_view bytes);
/// None: another character, padding, or bits that no byte has.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace server::push

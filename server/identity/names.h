#pragma once

#include <string>
#include <string_view>

namespace server {

/// Whether people may call themselves so: 2 to 20 letters, digits, `_` or `-` of any script, beginning with a
/// letter or digit, and no word that people could take for the server. Nothing invisible, nothing that turns
/// the direction of text.
bool is_valid_name(std::string_view name);

/// For guests who say no name: "Guest" and four digits.
std::string new_guest_name();

}  // namespace server

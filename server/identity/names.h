#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace server {

/// What is longer is no name, and nothing is computed from it. 20 characters have at most 80.
inline constexpr std::size_t kLongestNameBytes = 128;

/// Whether people may call themselves so: 2 to 20 letters, digits, `_` or `-` of any script, beginning with a
/// letter or digit, and no word that people could take for the server. Nothing invisible, nothing that turns
/// the direction of text.
bool is_valid_name(std::string_view name);

/// The same for an account, which moreover must not look like somebody who said no name.
bool is_valid_account_name(std::string_view name);

/// What the eye makes of a valid name: names that look alike have the same skeleton, and only one of them can
/// be an account's. Case and width do not count, nor do `_` and `-`, nor whether a letter is Latin, Greek or
/// Cyrillic when it looks the same. Empty for what is too long.
std::string name_skeleton(std::string_view name);

/// For guests who say no name: "Guest" and four digits.
std::string new_guest_name();

}  // namespace server

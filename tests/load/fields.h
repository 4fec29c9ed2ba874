#pragma once

#include <string_view>

namespace load {

// Reading JSON by looking for names: the generator must cost less than the server. It is enough because a
// name of the protocol's flat messages comes before whatever a person has written.

/// The text after the first `"name":`, to its closing quote or up to the next comma, brace or bracket; empty
/// if there is none. Texts are not unescaped.
std::string_view field(std::string_view message, std::string_view name);

/// The same as a number, or `otherwise`.
int number(std::string_view message, std::string_view name, int otherwise = -1);

/// What kind of message it is: `t`, which the servers that we know write first.
std::string_view type_of(std::string_view message);

}  // namespace load

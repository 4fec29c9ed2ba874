#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace server {

/// A tag of PGN as it stands in a file, with all of its bytes, brackets among them.
struct WrittenTag {
  std::string name{}, value{};
  std::size_t size = 0;
};

/// Whether [Name " stands at the beginning of a text: other words in square brackets are words.
bool begins_tag(std::string_view text);

/// [Name "value"] at the beginning of a text, with \" and \\ in the value; or [Name value], as some write it.
/// None where it is neither. Linear in the tag. @pre text begins with a bracket
std::optional<WrittenTag> read_tag(std::string_view text);

}  // namespace server

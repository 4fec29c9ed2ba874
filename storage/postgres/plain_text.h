#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace storage {

/// What PostgreSQL takes for text is UTF-8 without NUL. Of anything else, the same with U+FFFD for each byte
/// that is part of no letter; none where the text is good as it is, as it nearly always is.
/// O(length), and nothing is copied where all is ASCII. A text that PostgreSQL refuses would fail the whole
/// batch, and moves of other games with it (decision 0005).
std::optional<std::string> repaired(std::string_view text);

}  // namespace storage

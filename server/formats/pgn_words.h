#pragma once

#include <cctype>

namespace server {

/// Of whatever alphabet.
inline bool in_tag_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace server

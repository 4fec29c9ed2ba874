#pragma once

#include <cctype>

namespace server {

/// Of whatever alphabet.
/// A byte of the name of a PGN tag. The standard allows letters, digits and underscores of ASCII; programs
/// for Xiangqi write Chinese names as well, so each byte of a longer UTF-8 sequence counts.
inline bool in_tag_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace server

#pragma once

#include <string>
#include <string_view>

/// Case of ASCII letters, in whatever locale the program runs; all other bytes stay as they are.
namespace server {

constexpr char lower(char c) {
  return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr char upper(char c) {
  return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

inline std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}
inline std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = upper(c);
  return result;
}

}  // namespace server

#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// Texts that are made to hurt who reads them, of any size.
namespace server {

struct Bomb {
  const char* name;
  std::string (*make)(std::size_t bytes);  ///< As long as that, or a little longer.
};

inline std::string repeated(const std::string& part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

/// Different short texts, one after another.
template <class Write>
std::string numbered(std::size_t bytes, Write write) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) text += write(std::to_string(i));
  return text;
}

inline std::string many_members(std::size_t bytes) {
  return "{" + numbered(bytes, [](const std::string& i) { return '"' + i + "\":0,"; }) + "\"t\":0}";
}

/// As JSON, or nearly.
inline const std::vector<Bomb>& json_bombs() {
  static const std::vector<Bomb> bombs{
      {"many members", many_members},
      {"many members in a list", [](std::size_t bytes) { return '[' + many_members(bytes) + ']'; }},
      {"many members within", [](std::size_t bytes) { return "{\"text\":" + many_members(bytes) + '}'; }},
      {"the same member", [](std::size_t bytes) { return '{' + repeated("\"t\":0,", bytes) + "\"t\":0}"; }},
      {"long keys",
       [](std::size_t bytes) {
         const std::string key(bytes / 8, 'k');
         std::string text = "{";
         for (const char last : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}) text += '"' + key + last + "\":0,";
         return text + "\"t\":0}";
       }},
      {"lists in lists", [](std::size_t bytes) { return repeated("[", bytes); }},
      {"objects in objects", [](std::size_t bytes) { return repeated("{\"a\":", bytes); }},
      {"many small objects",
       [](std::size_t bytes) { return "{\"text\":[" + repeated(R"({"a":{"b":[]},"c":0},)", bytes) + "0]}"; }},
      {"many lists", [](std::size_t bytes) { return "{\"text\":[" + repeated("[],", bytes) + "0]}"; }},
      {"many numbers", [](std::size_t bytes) { return "{\"text\":[" + repeated("1e9,", bytes) + "0]}"; }},
      {"a long number", [](std::size_t bytes) { return "{\"id\":" + repeated("9", bytes) + '}'; }},
      {"a long fraction", [](std::size_t bytes) { return "{\"id\":0." + repeated("0", bytes) + "1}"; }},
      {"a long exponent", [](std::size_t bytes) { return "{\"id\":1e" + repeated("9", bytes) + '}'; }},
      {"escapes",
       [](std::size_t bytes) { return "{\"text\":\"" + repeated("\\ud83d\\ude00", bytes) + "\"}"; }},
      {"no JSON", [](std::size_t bytes) { return std::string(bytes, 'x'); }},
      {"blanks", [](std::size_t bytes) { return std::string(bytes, ' '); }},
  };
  return bombs;
}

}  // namespace server

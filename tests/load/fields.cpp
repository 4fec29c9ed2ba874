#include "tests/load/fields.h"

#include <array>
#include <charconv>
#include <cstring>

namespace load {

std::string_view field(std::string_view message, std::string_view name) {
  std::array<char, 32> key;
  key[0] = '"';
  std::memcpy(&key[1], name.data(), name.size());
  std::memcpy(&key[name.size() + 1], "\":", 2);
  std::size_t begin = message.find(std::string_view(key.data(), name.size() + 3));
  if (begin == std::string_view::npos) return {};
  begin += name.size() + 3;
  if (begin < message.size() && message[begin] == '"') {
    ++begin;
    return message.substr(begin, message.find('"', begin) - begin);
  }
  return message.substr(begin, message.find_first_of(",}]", begin) - begin);
}

int number(std::string_view message, std::string_view name, int otherwise) {
  const std::string_view text = field(message, name);
  int value = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view type_of(std::string_view message) {
  constexpr std::string_view kStart = R"({"t":")";
  if (!message.starts_with(kStart)) return field(message, "t");
  const std::size_t begin = kStart.size();
  return message.substr(begin, message.find('"', begin) - begin);
}

}  // namespace load

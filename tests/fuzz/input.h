#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// An input of the fuzzer, read from its beginning: numbers first, then text.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  /// One of `count`; 0 when nothing is left.
  std::size_t pick(std::size_t count) {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return byte % count;
  }
  /// Up to the next `end`, which is dropped; the rest if there is none.
  std::string_view take_until(char end) {
    const std::size_t length = rest_.find(end);
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length == std::string_view::npos ? rest_.size() : length + 1);
    return taken;
  }
  std::string_view rest() const { return rest_; }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace server {

/// Little-endian numbers and fields of a binary file. What lies beyond its end is zeros and empty: who reads
/// on looks at `ends_before`.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }
  bool ends_before(std::size_t end) const { return bytes_.size() < end; }

  std::uint8_t u8(std::size_t at) const {
    return at < bytes_.size() ? static_cast<std::uint8_t>(bytes_[at]) : std::uint8_t{0};
  }
  std::uint32_t u32(std::size_t at) const {
    return u8(at) | static_cast<std::uint32_t>(u8(at + 1)) << 8 |
           static_cast<std::uint32_t>(u8(at + 2)) << 16 | static_cast<std::uint32_t>(u8(at + 3)) << 24;
  }
  std::string_view field(std::size_t at, std::size_t length) const {
    return at < bytes_.size() ? bytes_.substr(at, length) : std::string_view();
  }

 private:
  std::string_view bytes_;
};

}  // namespace server

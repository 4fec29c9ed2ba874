#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// A view of a binary file whose reads cannot run past its end. All binary formats that are read here are
/// little-endian.
namespace server {

/// Little-endian numbers and fields of a binary file. What lies beyond its end is zeros and empty: a reader
/// that goes on looks at `ends_before`.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  /// Of the view, in bytes.
  std::size_t size() const { return bytes_.size(); }
  /// Whether the file is shorter than `end` bytes: to be asked before a run of reads at one place, because
  /// the reads themselves do not tell a missing byte from a zero.
  bool ends_before(std::size_t end) const { return bytes_.size() < end; }

  /// Offsets count from the beginning of the view. O(1), no allocation.
  std::uint8_t u8(std::size_t at) const {
    return at < bytes_.size() ? static_cast<std::uint8_t>(bytes_[at]) : std::uint8_t{0};
  }
  std::uint32_t u32(std::size_t at) const {
    return u8(at) | static_cast<std::uint32_t>(u8(at + 1)) << 8 |
           static_cast<std::uint32_t>(u8(at + 2)) << 16 | static_cast<std::uint32_t>(u8(at + 3)) << 24;
  }
  /// `length` bytes, or fewer where the file ends. A view of the same memory: it lives as long as the file
  /// does.
  std::string_view field(std::size_t at, std::size_t length) const {
    return at < bytes_.size() ? bytes_.substr(at, length) : std::string_view();
  }

 private:
  std::string_view bytes_;
};

}  // namespace server

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>

/// Numbers in files: low byte first, whatever the machine does.
namespace engine {

/// @pre sizeof(T) bytes from `bytes` on, of type char or unsigned char
template <std::integral T, class Byte>
constexpr T read_little_endian(const Byte* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bits |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return static_cast<T>(bits);
}

/// Appends sizeof(T) bytes.
template <std::integral T>
void append_little_endian(std::string& out, T value) {
  auto bits = static_cast<std::uint64_t>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i, bits >>= 8) out += static_cast<char>(bits & 0xff);
}

}  // namespace engine

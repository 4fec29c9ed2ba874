#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

/// Signed numbers of 16 bits, most of which are 0, in few bytes: each is a varint (LEB128: seven bits a byte,
/// the lowest first; the eighth bit says that more follow) of its zigzag form, in which 0, -1, 1, -2 are 0,
/// 1, 2, 3. Behind a 0 stands a varint of its own: how many more zeros follow.
namespace engine {

inline void append_varint(std::string& out, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>((number & 0x7f) | 0x80);
  out += static_cast<char>(number);
}

/// The first of `bytes`, which is taken off them; none: it is cut off, or has more than 32 bits.
inline std::optional<std::uint32_t> take_varint(std::span<const unsigned char>& bytes) {
  std::uint64_t number = 0;
  for (int shift = 0; shift < 32 && !bytes.empty(); shift += 7) {
    const unsigned char byte = bytes.front();
    bytes = bytes.subspan(1);
    number |= std::uint64_t{byte & 0x7fU} << shift;
    if (number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    if (byte < 0x80) return static_cast<std::uint32_t>(number);
  }
  return std::nullopt;
}

inline void append_sparse(std::string& out, std::span<const std::int16_t> numbers) {
  while (!numbers.empty()) {
    const int number = numbers.front();
    append_varint(out, static_cast<std::uint32_t>(number < 0 ? -2 * number - 1 : 2 * number));
    numbers = numbers.subspan(1);
    if (number != 0) continue;
    const auto next = std::ranges::find_if(numbers, [](std::int16_t each) { return each != 0; });
    const auto more = static_cast<std::size_t>(next - numbers.begin());
    append_varint(out, static_cast<std::uint32_t>(more));
    numbers = numbers.subspan(more);
  }
}

/// Fills `numbers`. False: `bytes` are not just so many numbers.
inline bool read_sparse(std::span<const unsigned char> bytes, std::span<std::int16_t> numbers) {
  while (!numbers.empty()) {
    const auto zigzag = take_varint(bytes);
    if (!zigzag || *zigzag > std::numeric_limits<std::uint16_t>::max()) return false;
    const int half = static_cast<int>(*zigzag / 2);
    numbers.front() = static_cast<std::int16_t>(*zigzag % 2 == 0 ? half : -half - 1);
    numbers = numbers.subspan(1);
    if (*zigzag != 0) continue;
    const auto more = take_varint(bytes);
    if (!more || *more > numbers.size()) return false;
    std::ranges::fill(numbers.first(*more), std::int16_t{0});
    numbers = numbers.subspan(*more);
  }
  return bytes.empty();
}

}  // namespace engine

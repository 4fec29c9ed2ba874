#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace server {

/// Counts the frames that end no message in the bytes that a client sends by WebSocket: pings, and all parts
/// of a message but its last. Each costs us something, and Beast shows neither empty parts nor how many there
/// are.
class FrameCounter {
 public:
  /// Those whose header ends in `bytes`, which follow those of the last call.
  std::size_t count(std::string_view bytes) {
    std::size_t frames = 0;
    while (!bytes.empty()) {
      if (payload_left_ > 0) {
        const std::size_t skipped = payload_left_ < bytes.size() ? payload_left_ : bytes.size();
        payload_left_ -= skipped;
        bytes.remove_prefix(skipped);
      } else {
        header_[had_++] = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        if (had_ == header_size()) frames += end_header();
      }
    }
    return frames;
  }

 private:
  // RFC 6455, 5.2: two bytes, the length if it does not fit into them, the mask.
  std::size_t length_size() const {
    const unsigned length = header_[1] & 0x7fU;
    return length == 127 ? 8 : length == 126 ? 2 : 0;
  }
  std::size_t header_size() const { return had_ < 2 ? 2 : 2 + length_size() + (header_[1] & 0x80U ? 4 : 0); }

  std::size_t end_header() {
    payload_left_ = length_size() == 0 ? header_[1] & 0x7fU : 0;
    for (std::size_t i = 0; i < length_size(); ++i) payload_left_ = payload_left_ << 8 | header_[2 + i];
    had_ = 0;
    const unsigned opcode = header_[0] & 0x0fU;
    const bool ends_message = (header_[0] & 0x80U) != 0;
    return opcode == kPing || (opcode < kControl && !ends_message) ? 1 : 0;
  }

  static constexpr unsigned kControl = 8;  // From here on.
  static constexpr unsigned kPing = 9;

  std::array<unsigned char, 14> header_{};
  std::size_t had_ = 0;  // Bytes of it.
  std::uint64_t payload_left_ = 0;
};

}  // namespace server

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace server {

/// Counts the frames that end no message in the bytes that a client sends by WebSocket: pings, and all parts
/// of a message but its last. Each costs us something, and Beast shows neither empty parts nor how many there
/// are.
///
/// It sees the bytes before Beast does (GatheringSocket::when_read). It assumes that they are frames of RFC
/// 6455 and checks nothing: what is malformed is found by Beast, which ends the connection. No allocation;
/// cost is linear in the number of headers, not of bytes.
class FrameCounter {
 public:
  /// Those whose header ends in `bytes`, which follow those of the last call.
  /// `bytes` may begin and end anywhere within a frame. A frame is counted when its header is complete,
  /// before its payload has come.
  std::size_t count(std::string_view bytes) {
    std::size_t frames = 0;
    while (!bytes.empty()) {
      if (payload_left_ > 0) {
        // The payload is skipped, never looked at: its mask and its text are Beast's business.
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
  // Known only as far as the header has come: the length's size follows from the second byte.
  std::size_t header_size() const { return had_ < 2 ? 2 : 2 + length_size() + (header_[1] & 0x80U ? 4 : 0); }

  std::size_t end_header() {
    // RFC 6455, 5.2: lengths of several bytes are in network byte order.
    payload_left_ = length_size() == 0 ? header_[1] & 0x7fU : 0;
    for (std::size_t i = 0; i < length_size(); ++i) payload_left_ = payload_left_ << 8 | header_[2 + i];
    had_ = 0;
    // Close and pong are not counted here: a close ends all, and a pong that answers no ping is counted by
    // the session.
    const unsigned opcode = header_[0] & 0x0fU;
    const bool ends_message = (header_[0] & 0x80U) != 0;
    return opcode == kPing || (opcode < kControl && !ends_message) ? 1 : 0;
  }

  static constexpr unsigned kControl = 8;  // From here on.
  static constexpr unsigned kPing = 9;

  std::array<unsigned char, 14> header_{};  // The longest header: 2 + 8 + 4 bytes.
  std::size_t had_ = 0;                     // Bytes of it.
  std::uint64_t payload_left_ = 0;          // Of the frame whose header was last.
};

}  // namespace server

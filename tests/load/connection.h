#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace load {

/// A WebSocket client on a non-blocking socket, with a codec of its own: it costs little, and cannot share a
/// mistake with the server's.
class Connection {
 public:
  /// Connects and sends the handshake, blocking. `source` is the last number of the 127.0.0.x to come from:
  /// one address has only 28,000 ports. Throws std::runtime_error.
  Connection(std::uint16_t port, int source);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int descriptor() const { return descriptor_; }
  void send(std::string_view text);
  /// Takes what has arrived, and gives the whole messages of it; they are valid until the next call. Answers
  /// pings. Throws std::runtime_error when the server has closed, with its code.
  const std::vector<std::string_view>& receive();

 private:
  void send_frame(int opcode, std::string_view payload);
  bool read_some();
  bool take_frame();

  int descriptor_;
  std::string in_;
  std::size_t taken_ = 0;
  std::vector<std::string_view> messages_;
};

}  // namespace load

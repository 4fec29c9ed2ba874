#include "tests/load/connection.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace load {

namespace {

enum Opcode { kText = 1, kClose = 8, kPing = 9, kPong = 10 };

sockaddr_in loopback(int last, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl((127u << 24) + static_cast<unsigned>(last));
  return address;
}

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

Connection::Connection(std::uint16_t port, int source)
    : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const sockaddr_in from = loopback(source, 0), to = loopback(1, port);
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (::bind(descriptor_, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0) fail("bind");
  if (::connect(descriptor_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) fail("connect");
  const std::string_view request =
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
  if (::send(descriptor_, request.data(), request.size(), MSG_NOSIGNAL) < 0) fail("send");
  while (in_.find("\r\n\r\n") == std::string::npos) {
    char c;
    if (::recv(descriptor_, &c, 1, 0) != 1) fail("handshake");
    in_ += c;
  }
  if (!in_.starts_with("HTTP/1.1 101")) throw std::runtime_error("refused: " + in_.substr(0, in_.find('\r')));
  in_.clear();
  ::fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

Connection::~Connection() {
  ::close(descriptor_);
}

void Connection::send(std::string_view text) {
  send_frame(kText, text);
}

// The mask is zero: it protects proxies, of which there are none here. Messages are small enough for the
// socket.
void Connection::send_frame(int opcode, std::string_view payload) {
  std::string frame{static_cast<char>(0x80 | opcode)};
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(payload.size() >> 8);
    frame += static_cast<char>(payload.size());
  }
  frame.append(4, '\0').append(payload);
  const ssize_t sent = ::send(descriptor_, frame.data(), frame.size(), MSG_NOSIGNAL);
  if (sent != static_cast<ssize_t>(frame.size())) fail("send");
}

const std::vector<std::string_view>& Connection::receive() {
  in_.erase(0, std::exchange(taken_, 0));
  messages_.clear();
  while (read_some()) continue;
  while (take_frame()) continue;
  return messages_;
}

bool Connection::read_some() {
  char bytes[64 << 10];
  const ssize_t size = ::recv(descriptor_, bytes, sizeof bytes, 0);
  if (size == 0) throw std::runtime_error("cut off");
  if (size < 0 && errno != EAGAIN) fail("recv");
  if (size > 0) in_.append(bytes, static_cast<std::size_t>(size));
  return size == sizeof bytes;
}

bool Connection::take_frame() {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(in_[taken_ + i]); };
  const std::size_t here = in_.size() - taken_;
  if (here < 2) return false;
  std::size_t header = 2, size = byte(1) & 0x7f;
  if (size >= 126) {
    const std::size_t bytes = size == 126 ? 2 : 8;
    header += bytes;
    if (here < header) return false;
    size = 0;
    for (std::size_t i = 0; i < bytes; ++i) size = size << 8 | byte(2 + i);
  }
  if (here < header + size) return false;
  const std::string_view payload(in_.data() + taken_ + header, size);
  const int opcode = byte(0) & 0x0f;
  taken_ += header + size;
  if (opcode == kText) messages_.push_back(payload);
  if (opcode == kPing) send_frame(kPong, payload);
  if (opcode == kClose) {
    const int code =
        size < 2 ? 0 : static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
    throw std::runtime_error("closed with " + std::to_string(code));
  }
  return true;
}

}  // namespace load

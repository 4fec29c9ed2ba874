#include "tests/load/connection.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace load {

namespace {

sockaddr_in loopback(int last, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl((127u << 24) + static_cast<unsigned>(last));
  return address;
}

int connecting_socket(const Route& route) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "socket");
  const sockaddr_in from = loopback(route.source, 0), to = loopback(1, route.port);
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (route.receive_buffer > 0)
    ::setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &route.receive_buffer, sizeof route.receive_buffer);
  const bool bound = ::bind(descriptor, reinterpret_cast<const sockaddr*>(&from), sizeof from) == 0;
  if (!bound || (::connect(descriptor, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 &&
                 errno != EINPROGRESS)) {
    const int error = errno;
    ::close(descriptor);
    throw std::system_error(error, std::generic_category(), "connect");
  }
  return descriptor;
}

/// What a frame says of itself; `header` is 0 while it is not all there.
struct Head {
  std::size_t header = 0, size = 0;
};

Head head_of(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < 2) return {};
  std::size_t size = byte(1) & 0x7f;
  if (size < 126) return {2, size};
  const std::size_t more = size == 126 ? 2 : 8;
  if (bytes.size() < 2 + more) return {};
  size = 0;
  for (std::size_t i = 0; i < more; ++i) size = size << 8 | byte(2 + i);
  return {2 + more, size};
}

std::string words_of_close(std::string_view payload) {
  if (payload.size() < 2) return "closed without a code";
  const int code = static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
  return "closed with " + std::to_string(code) + " " + std::string(payload.substr(2));
}

}  // namespace

Connection::Connection(Loop& loop, const Route& route, Owner& owner)
    : loop_(loop), owner_(owner), route_(route), descriptor_(connecting_socket(route)) {
  loop_.add(descriptor_, EPOLLIN | EPOLLOUT, *this);
}

Connection::~Connection() {
  if (state_ == State::closed) return;
  loop_.remove(descriptor_);
  ::close(descriptor_);
}

void Connection::ready(std::uint32_t events) {
  if (state_ == State::connecting) return connected();
  if (events & EPOLLOUT) flush();
  if (state_ == State::closed || !(events & (EPOLLIN | EPOLLHUP | EPOLLERR))) return;
  if (reading_) return read();
  fail("cut off");
}

void Connection::connected() {
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return fail("connect: " + std::generic_category().message(error));
  state_ = State::upgrading;
  write("GET " + route_.path +
        " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
  watch();
}

void Connection::read() {
  const auto buffer = loop_.buffer();
  const ssize_t size = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
  if (size == 0) return fail("cut off");
  if (size < 0) {
    if (errno != EAGAIN) fail("recv: " + std::generic_category().message(errno));
    return;
  }
  ++loop_.traffic.reads;
  loop_.traffic.bytes_in += size;
  const std::string_view arrived(buffer.data(), static_cast<std::size_t>(size));
  if (in_.empty()) {
    in_.assign(arrived.substr(take(arrived)));
  } else {
    in_.append(arrived);
    std::string all = std::exchange(in_, {});
    in_.assign(all, take(all));
  }
}

std::size_t Connection::take(std::string_view bytes) {
  std::size_t taken = 0;
  while (state_ != State::closed) {
    const std::string_view rest = bytes.substr(taken);
    const std::size_t size = state_ == State::upgrading ? take_upgrade(rest) : take_frame(rest);
    if (size == 0) break;
    taken += size;
  }
  return taken;
}

std::size_t Connection::take_upgrade(std::string_view bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) return 0;
  if (!bytes.starts_with("HTTP/1.1 101")) {
    fail("refused: " + std::string(bytes.substr(0, bytes.find('\r'))));
    return 0;
  }
  state_ = State::open;
  owner_.opened();
  return end + 4;
}

// The servers that we know do not divide messages.
std::size_t Connection::take_frame(std::string_view bytes) {
  const Head head = head_of(bytes);
  if (head.header == 0 || bytes.size() < head.header + head.size) return 0;
  const std::string_view payload = bytes.substr(head.header, head.size);
  const int first = static_cast<unsigned char>(bytes[0]), opcode = first & 0x0f;
  if (!(first & 0x80) || opcode == kContinuation) {
    fail("a fragment");
  } else if (opcode == kText || opcode == kBinary) {
    owner_.received(payload);
  } else {
    take_control(opcode, payload);
  }
  return head.header + head.size;
}

void Connection::take_control(int opcode, std::string_view payload) {
  if (opcode == kPing) send_frame(kPong, payload);
  if (opcode == kClose) fail(words_of_close(payload));
}

// The mask is zero: it protects proxies, of which there are none here.
void Connection::send_frame(int opcode, std::string_view payload) {
  if (state_ != State::open) return;
  std::string frame{static_cast<char>(0x80 | opcode)};
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(payload.size() >> 8);
    frame += static_cast<char>(payload.size());
  }
  frame.append(4, '\0').append(payload);
  write(frame);
}

void Connection::write(std::string_view bytes) {
  loop_.traffic.bytes_out += static_cast<std::int64_t>(bytes.size());
  const bool was_empty = out_.empty();
  out_.append(bytes);
  if (was_empty) flush();
}

void Connection::flush() {
  if (out_.empty()) return;
  const ssize_t sent = ::send(descriptor_, out_.data(), out_.size(), MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN) return fail("send: " + std::generic_category().message(errno));
  if (sent > 0) out_.erase(0, static_cast<std::size_t>(sent));
  if (out_.empty() == waits_) watch();
}

void Connection::watch() {
  waits_ = !out_.empty();
  const std::uint32_t reads = reading_ ? EPOLLIN : 0u, writes = waits_ ? EPOLLOUT : 0u;
  loop_.change(descriptor_, reads | writes);
}

void Connection::stop_reading() {
  reading_ = false;
  watch();
}

void Connection::go_on_reading() {
  if (state_ == State::closed) return;
  reading_ = true;
  watch();
}

void Connection::fail(const std::string& why) {
  if (std::exchange(state_, State::closed) == State::closed) return;
  loop_.remove(descriptor_);
  ::close(descriptor_);
  owner_.closed(why);
}

}  // namespace load

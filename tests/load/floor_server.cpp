#include "tests/load/floor_server.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "tests/load/fields.h"

namespace load {

namespace {

struct Guest {
  int descriptor;
  bool upgraded = false;
  std::string in;
  std::string out;
};

struct Board {
  std::string moves;
  int plies = 0;
  std::vector<Guest*> guests;
};

std::string frame(std::string_view payload) {
  std::string text{static_cast<char>(0x81)};
  if (payload.size() < 126) {
    text += static_cast<char>(payload.size());
  } else {
    text += static_cast<char>(126);
    text += static_cast<char>(payload.size() >> 8);
    text += static_cast<char>(payload.size());
  }
  return text.append(payload);
}

class FloorServer {
 public:
  explicit FloorServer(std::size_t bytes);
  void turn();

 private:
  void accept();
  void read(Guest& guest);
  std::size_t take_frame(Guest& guest, std::string_view bytes);
  void take(Guest& guest, std::string_view message);
  void take_join(Guest& guest, std::string_view message);
  void take_move(Guest& guest, std::string_view message);
  void say(Guest& guest, std::string_view framed);
  void flush();
  void watch(int descriptor, void* who);

  const std::size_t bytes_;
  int listener_;
  int epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  std::vector<std::unique_ptr<Guest>> guests_;
  std::vector<std::unique_ptr<Board>> boards_;
  std::vector<Guest*> speaking_;  // Who has something to be told at the end of this turn.
  std::vector<char> buffer_ = std::vector<char>(std::size_t{64} << 10);
};

FloorServer::FloorServer(std::size_t bytes)
    : bytes_(bytes), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 4096) != 0)
    throw std::system_error(errno, std::generic_category(), "listen");
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  watch(listener_, nullptr);
  std::cout << "floor: http://127.0.0.1:" << ntohs(address.sin_port) << std::endl;
}

void FloorServer::watch(int descriptor, void* who) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = who;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event);
}

void FloorServer::turn() {
  std::array<epoll_event, 512> events;
  const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
  for (int i = 0; i < count; ++i) {
    Guest* const guest = static_cast<Guest*>(events[static_cast<std::size_t>(i)].data.ptr);
    guest ? read(*guest) : accept();
  }
  flush();
}

void FloorServer::accept() {
  for (;;) {
    const int descriptor = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return;
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    guests_.push_back(std::make_unique<Guest>(Guest{descriptor, false, {}, {}}));
    watch(descriptor, guests_.back().get());
  }
}

void FloorServer::read(Guest& guest) {
  const ssize_t size = ::recv(guest.descriptor, buffer_.data(), buffer_.size(), 0);
  if (size < 0 && errno == EAGAIN) return;
  if (size <= 0) {
    ::close(guest.descriptor);  // Its boards still know it: what they tell it goes nowhere.
    guest.descriptor = -1;
    return;
  }
  guest.in.append(buffer_.data(), static_cast<std::size_t>(size));
  if (!guest.upgraded) {
    const std::size_t end = guest.in.find("\r\n\r\n");
    if (end == std::string::npos) return;
    guest.in.erase(0, end + 4);
    guest.upgraded = true;
    say(guest, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
  }
  std::size_t taken = 0;
  while (const std::size_t more = take_frame(guest, std::string_view(guest.in).substr(taken))) taken += more;
  guest.in.erase(0, taken);
}

// The generator's mask is zero, and its messages are short.
std::size_t FloorServer::take_frame(Guest& guest, std::string_view bytes) {
  if (bytes.size() < 8) return 0;
  std::size_t header = 6, size = bytes[1] & 0x7f;
  if (size == 126) {
    header = 8;
    size = static_cast<unsigned char>(bytes[2]) << 8 | static_cast<unsigned char>(bytes[3]);
  }
  if (bytes.size() < header + size) return 0;
  take(guest, bytes.substr(header, size));
  return header + size;
}

void FloorServer::take(Guest& guest, std::string_view message) {
  const std::string_view type = type_of(message);
  if (type == "move") return take_move(guest, message);
  if (type == "join") return take_join(guest, message);
  if (type == "ping") return say(guest, frame(R"({"t":"pong","at":1731900000000,"now":1731900000000})"));
  if (type == "hello") return say(guest, frame(R"({"t":"welcome","v":1,"token":"none"})"));
  if (type != "create") return;
  boards_.push_back(std::make_unique<Board>());
  say(guest, frame(R"({"t":"created","id":)" + std::string(field(message, "id")) + R"(,"gameId":")" +
                   std::to_string(boards_.size() - 1) + "\"}"));
}

void FloorServer::take_join(Guest& guest, std::string_view message) {
  Board& board = *boards_[static_cast<std::size_t>(number(message, "gameId"))];
  board.guests.push_back(&guest);
  say(guest, frame(R"({"t":"gameFull","id":)" + std::string(field(message, "id")) + R"(,"gameId":")" +
                   std::string(field(message, "gameId")) + R"(","state":{"moves":")" + board.moves +
                   R"("},"v":)" + std::to_string(board.plies) + "}"));
}

void FloorServer::take_move(Guest& guest, std::string_view message) {
  const std::string_view game = field(message, "gameId"), move = field(message, "move");
  Board& board = *boards_[static_cast<std::size_t>(number(message, "gameId"))];
  board.moves.append(board.moves.empty() ? "" : " ").append(move);
  const std::string ply = std::to_string(++board.plies);
  say(guest, frame(R"({"t":"ack","id":)" + std::string(field(message, "id")) + R"(,"ply":)" + ply + "}"));
  std::string event = R"({"t":"event","gameId":")" + std::string(game) + R"(","v":)" + ply +
                      R"(,"kind":"move","move":")" + std::string(move) + R"(","rest":")";
  if (event.size() + 2 < bytes_) event.append(bytes_ - 2 - event.size(), 'x');
  const std::string framed = frame(event + "\"}");
  for (Guest* const each : board.guests) say(*each, framed);
}

void FloorServer::say(Guest& guest, std::string_view framed) {
  if (guest.descriptor < 0) return;
  if (guest.out.empty()) speaking_.push_back(&guest);
  guest.out.append(framed);
}

// What the kernel does not take is lost: clients of the floor read.
void FloorServer::flush() {
  for (Guest* const guest : speaking_) {
    if (guest->descriptor >= 0) ::send(guest->descriptor, guest->out.data(), guest->out.size(), MSG_NOSIGNAL);
    guest->out.clear();
  }
  speaking_.clear();
}

}  // namespace

void serve_floor(std::size_t bytes) {
  FloorServer server(bytes);
  for (;;) server.turn();
}

}  // namespace load

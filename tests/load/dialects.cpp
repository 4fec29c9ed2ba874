#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

#include "tests/load/fields.h"
#include "tests/load/peer_room.h"

namespace load {

namespace {

/// The body of the answer to a POST, blocking.
std::string post(std::uint16_t port, const std::string& path) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const std::string request = "POST " + path +
                              " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                              "Content-Length: 2\r\nConnection: close\r\n\r\n{}";
  std::string answer;
  char bytes[4096];
  if (::connect(descriptor, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0 &&
      ::send(descriptor, request.data(), request.size(), MSG_NOSIGNAL) > 0) {
    for (ssize_t size; (size = ::recv(descriptor, bytes, sizeof bytes, 0)) > 0;)
      answer.append(bytes, static_cast<std::size_t>(size));
  }
  ::close(descriptor);
  const std::size_t body = answer.find("\r\n\r\n");
  if (body == std::string::npos) throw std::runtime_error("no answer to POST " + path);
  return answer.substr(body + 4);
}

/// Colyseus 0.16: seats by HTTP, then binary messages of one byte (what it is), a name, and MessagePack. The
/// room must be called "game", take "move" with {move}, and broadcast "moved" with {move, ...}.
class Colyseus : public Dialect {
 public:
  std::string take_seat(std::uint16_t port, std::string& room, std::size_t) override {
    const std::string answer =
        post(port, room.empty() ? "/matchmake/create/game" : "/matchmake/joinById/" + room);
    room = field(answer, "roomId");
    const std::string path = "/" + std::string(field(answer, "processId")) + "/" + room;
    if (room.empty()) throw std::runtime_error("no seat: " + answer);
    return path + "?sessionId=" + std::string(field(answer, "sessionId"));
  }

  bool is_binary() const override { return true; }

  Heard hear(std::string_view message, const std::string&, std::size_t) const override {
    Heard heard;
    if (message.starts_with(kJoined)) {
      heard.kind = Heard::Kind::seated;
      heard.answer = kJoined;
    }
    constexpr std::string_view kMoved = "\x0d\xa5moved";
    if (!message.starts_with(kMoved)) return heard;
    const std::size_t name = message.find("\xa4move", kMoved.size());
    if (name == std::string_view::npos) return heard;
    heard.kind = Heard::Kind::moved;
    const auto length = static_cast<std::size_t>(message[name + 5] & 0x1f);
    heard.move = message.substr(name + 6, length);
    return heard;
  }

  std::string move(const std::string&, int, int, const std::string& move) const override {
    std::string text = "\x0d\xa4move\x81\xa4move";
    text += static_cast<char>(0xa0 | move.size());
    return text + move;
  }

 private:
  static constexpr char kJoined = 10;
};

/// boardgame.io 0.50: JSON in socket.io in engine.io. The game must be called "game" and have a move "place"
/// of one text that it keeps as G.move.
class BoardgameIo : public Dialect {
 public:
  std::string take_seat(std::uint16_t, std::string& room, std::size_t) override {
    if (room.empty()) room = "match" + std::to_string(++rooms_);
    return "/socket.io/?EIO=4&transport=websocket";
  }

  bool is_binary() const override { return false; }

  Heard hear(std::string_view message, const std::string& room, std::size_t member) const override {
    Heard heard;
    const std::string player = member < 2 ? '"' + std::to_string(member) + '"' : "null";
    if (message.starts_with("0{")) {
      heard.answer = "40/game,";
    } else if (message == "2") {
      heard.answer = "3";
    } else if (message.starts_with("40/game")) {
      heard.answer = R"(42/game,["sync",")" + room + "\"," + player + ",null,2]";
    } else if (message.starts_with(R"(42/game,["sync")")) {
      heard.kind = Heard::Kind::seated;
    } else if (message.starts_with(R"(42/game,["update")")) {
      heard.kind = Heard::Kind::moved;
      heard.move = field(message, "move");
      heard.state = number(message, "_stateID");
    }
    return heard;
  }

  std::string move(const std::string& room, int side, int state, const std::string& move) const override {
    const std::string player = '"' + std::to_string(side) + '"';
    return R"(42/game,["update",{"type":"MAKE_MOVE","payload":{"type":"place","args":[")" + move +
           R"("],"playerID":)" + player + R"(,"credentials":null}},)" + std::to_string(state) + ",\"" + room +
           "\"," + player + "]";
  }

 private:
  int rooms_ = 0;
};

}  // namespace

std::unique_ptr<Dialect> dialect(const std::string& name) {
  if (name == "colyseus") return std::make_unique<Colyseus>();
  if (name == "bgio") return std::make_unique<BoardgameIo>();
  throw std::runtime_error("no dialect called " + name);
}

}  // namespace load

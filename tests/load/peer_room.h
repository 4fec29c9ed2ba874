#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/load/connection.h"
#include "tests/load/room.h"

namespace load {

/// How another server says the little that a game needs: taking a seat, a move, and everybody being told of
/// it.
class Dialect {
 public:
  /// What a message said.
  struct Heard {
    enum class Kind { nothing, seated, moved } kind = Kind::nothing;
    std::string_view move;  ///< Of `moved`.
    int state = 0;          ///< The server's number of the position after it, where it has one.
    std::string answer;     ///< To be sent back; empty: nothing.
  };

  virtual ~Dialect() = default;
  /// Asks for the seat of a member, blocking, and gives where its connection goes. `room` is filled by the
  /// first.
  virtual std::string take_seat(std::uint16_t port, std::string& room, std::size_t member) = 0;
  /// Messages are bytes, not text.
  virtual bool is_binary() const = 0;
  virtual Heard hear(std::string_view message, const std::string& room, std::size_t member) const = 0;
  virtual std::string move(const std::string& room, int side, int state, const std::string& move) const = 0;
};

/// "colyseus" or "bgio". Throws std::runtime_error when there is no such dialect.
std::unique_ptr<Dialect> dialect(const std::string& name);

/// A room of another server, each member with a connection of its own. A move counts as acknowledged when its
/// player is told of it.
class PeerRoom : public Room {
 public:
  PeerRoom(Loop& loop, Tally& tally, std::shared_ptr<const Script> script, Dialect& dialect,
           std::uint16_t port, std::size_t members, int source);
  void begin() override;

 private:
  struct Member : Connection::Owner {
    PeerRoom* room = nullptr;
    std::size_t index = 0;
    std::unique_ptr<Connection> connection;

    void opened() override {}
    void received(std::string_view message) override { room->take(*this, message); }
    void closed(const std::string&) override { room->problem("a peer closed a connection"); }
  };

  void take(Member& member, std::string_view message);
  void say(Member& member, const std::string& message);
  void send_move(int side, int ply, const std::string& move) override;

  Loop& loop_;
  Dialect& dialect_;
  const std::uint16_t port_;
  const int source_;
  std::string id_;
  int state_ = 0;
  std::vector<Member> members_;
};

}  // namespace load

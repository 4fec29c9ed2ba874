#pragma once

#include <string>
#include <vector>

#include "tests/load/client.h"
#include "tests/load/room.h"

namespace load {

/// A room of a sanqi-server, or of a peer that speaks the same protocol.
class SanqiRoom : public Room {
 public:
  /// The first two play; the clients outlive the room's use.
  SanqiRoom(Tally& tally, std::shared_ptr<const Script> script, std::vector<Client*> members, bool clocks);

  void begin() override;
  const std::string& id() const { return id_; }

  // What its members are told.
  void welcomed(std::size_t member);
  void left(std::size_t member);
  void take_created(std::string_view message);
  void take_snapshot(std::size_t member, std::string_view message);
  void take_event(std::size_t member, std::string_view message);
  void take_ack(std::size_t member, std::string_view message);

 private:
  struct Seat {
    Client* client;
    int number;  // Of this room, among the client's.
    int version = 0;
  };

  void send_move(int side, int ply, const std::string& move) override;
  bool may_speak(int side) const override {
    return seats_[static_cast<std::size_t>(side)].client->may_speak();
  }
  void create();
  void join(std::size_t member);

  const bool clocks_;
  bool begun_ = false;
  std::vector<Seat> seats_;
  std::string id_;
};

}  // namespace load

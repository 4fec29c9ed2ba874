#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/base/address_limits.h"
#include "server/room/subscriber.h"
#include "server/rooms/rooms.h"

namespace server {

/// The way into a room by its code, which people tell each other: guessing codes is limited by address, at
/// all servers together. A code is paid before it is looked up, however many are on their way, and a right
/// one is given back. One code is always good, that of the room that is ready for newcomers. Network
/// thread only.
class RoomCodes {
 public:
  using Done = std::function<void(Rooms::Lookup)>;

  /// `ready_game`: of the ready room; empty: there is none. What it is given outlives this.
  RoomCodes(Rooms& rooms, RecordQueue& records, Rate wrong_codes, std::string ready_game);

  /// The room with this code, in whatever case, unless this address may try no code now. May answer inside
  /// the call.
  void find(const std::string& code, const RequestBudget& budget, Done done);

  bool is_ready_code(const std::string& code) const;
  /// Of the ready room; empty: there is none. It is opened when the first one comes, and another when its
  /// game is over, so the code is good as long as the server runs.
  const std::string& ready_code() const { return ready_code_; }
  /// The server goes down: the ready room is opened no more.
  void close() { closed_ = true; }

 private:
  void look_up(const std::string& code, const RequestBudget& budget, Done done);
  void give_back(const std::string& address);
  void open_ready_room(Done done);

  Rooms& rooms_;
  RecordQueue& records_;
  const Rate rate_;
  AddressBuckets wrong_codes_;
  const std::string ready_game_;
  const std::string ready_code_;
  bool closed_ = false;
};

}  // namespace server

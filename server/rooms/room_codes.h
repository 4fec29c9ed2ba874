#pragma once

#include <functional>
#include <string>

#include "server/base/address_limits.h"
#include "server/room/subscriber.h"
#include "server/rooms/rooms.h"

namespace server {

/// The way into a room by its code, which people tell each other: guessing codes is limited by address, at
/// all servers together. A code is paid before it is looked up, however many are on their way, and a right
/// one is given back. One code is always good, that of the room that is ready for newcomers. Network
/// thread only.
///
/// The steps of find(): this server's bucket of the address → the shared one (decision 0008), if the store
/// has such → Rooms::find_code() → what is right, or could not be looked up, is given back to both.
/// docs/operations.md: ten wrong codes a minute.
class RoomCodes {
 public:
  using Done = std::function<void(Rooms::Lookup)>;

  /// `ready_game`: of the ready room; empty: there is none. What it is given outlives this.
  /// The ready room's own code is drawn here, and is good for the life of the process.
  RoomCodes(Rooms& rooms, RecordQueue& records, Rate wrong_codes, std::string ready_game);

  /// The room with this code, in whatever case, unless this address may try no code now. May answer inside
  /// the call.
  /// @param code as typed; its letters may be of either case
  void find(const std::string& code, const RequestBudget& budget, Done done);

  /// False where there is no ready room, even for the empty code.
  bool is_ready_code(const std::string& code) const;
  /// Of the ready room; empty: there is none. It is opened when the first one comes, and another when its
  /// game is over, so the code is good as long as the server runs.
  const std::string& ready_code() const { return ready_code_; }
  /// The server goes down: the ready room is opened no more.
  /// The room itself stays as it is.
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

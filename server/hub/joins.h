#pragma once

#include <optional>

#include "server/base/address_limits.h"
#include "server/hub/greeter.h"
#include "server/hub/hub_context.h"

namespace server {

/// Brings clients into rooms, by the id of a game or by a room code. What that costs is known and paid for
/// before it is done: the look-up, the replay, the snapshot; and a connection and an address are in so many
/// rooms. Network thread only.
///
/// The way of a `join`: budget_of() → look-up in memory or records (Rooms, RoomCodes; may answer in a later
/// turn) → found() → check_token(), where a token opens the seat of another user → ask_opponent(), where that
/// player's blocks are not known → enter(): pays for the snapshot, takes a ticket for a free seat, counts
/// the room for connection and address → Room::enter(). At each step the client may have gone. `welcome` has
/// come before: the hub refuses a join without a user.
class Joins {
 public:
  /// All outlive this.
  Joins(const HubContext& context, const Greeter& greeter, AddressShare rooms_of_address)
      : context_(context), greeter_(greeter), rooms_of_address_(rooms_of_address) {}

  /// Answers by `error` here; success is answered by the room (`gameFull`, or the missed events).
  void on(Client& client, RequestId id, const protocol::Join& join);

  /// Whether this client may act as the host of this room.
  /// The creator of the game (of two bots: who opened it), or the host of the whole server under `--lan`.
  bool keeps_order(const Client& client, const Room& room) const;

 private:
  /// A join on its way, and what has been looked up for it.
  struct Request {
    ViewerId viewer{};
    RequestId id{};
    protocol::Join join;
    bool token_is_checked = false;
    std::optional<std::string> blocked_by{};  ///< Joined::blocked_by; none: not asked yet.
  };

  RequestBudget budget_of(const Client& client);
  void found(Request request, const Rooms::Lookup& found);
  // The seat of an account is opened by its user alone; then goes on with the room that was found.
  void check_token(Request request, const Client& client, const Room& room, const std::string& holder);
  void ask_opponent(Request request, const Client& client, const Room& room, const std::string& opponent);
  // Asks the store, and goes on with found() when `note` has written the answer into the request.
  template <class Read, class Note>
  void ask(Request request, const Client& client, const Room& room, Read read, Note note);
  std::optional<protocol::Error> enter(Client& client, const Request& request, const Rooms::RoomPtr& room);
  std::optional<protocol::Error> count_in(Client& client, const Room& room);
  Joined to_joined(const Client& client, const Request& request, const Room& room) const;

  const HubContext& context_;
  const Greeter& greeter_;
  const AddressShare rooms_of_address_;
  AddressCounts in_rooms_;  // Each connection in a room holds a place of its address.
};

}  // namespace server

#pragma once

#include <string>

#include "server/base/address_limits.h"
#include "server/hub/hub_context.h"
#include "server/hub/joins.h"
#include "server/hub/new_games.h"

namespace server {

/// Takes what a client says in a room that it has joined there, as an input. Network thread only.
class RoomMessages {
 public:
  /// All outlive this. @param reports that one address may make of lines of chat
  RoomMessages(const HubContext& context, const Joins& joins, const NewGames& new_games, Rate reports)
      : context_(context), joins_(joins), new_games_(new_games), reports_(reports) {}

  void on(Client& client, RequestId id, const protocol::Leave& leave);
  void on(Client& client, RequestId id, const protocol::PlayMove& move);
  void on(Client& client, RequestId id, const protocol::Action& action);
  void on(Client& client, RequestId id, const protocol::Chat& chat);
  void on(Client& client, RequestId id, const protocol::HostAction& action);
  void on(Client& client, RequestId id, const protocol::ReportLine& report);

 private:
  /// The room, if it is in memory and the client in it; else the client is told why not.
  Room* room_for(const Client& client, RequestId id, const std::string& game_id);

  const HubContext& context_;
  const Joins& joins_;
  const NewGames& new_games_;
  AddressBuckets reports_;
};

}  // namespace server

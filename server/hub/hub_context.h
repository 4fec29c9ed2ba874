#pragma once

#include <utility>

#include "server/base/metrics.h"
#include "server/hub/clients.h"
#include "server/lobby/lobby_feed.h"
#include "server/rooms/game_quota.h"
#include "server/rooms/room_codes.h"
#include "server/rooms/rooms.h"

namespace server {

/// What the parts of the hub share. Outlives them. Network thread only.
/// A bundle of references, to keep the parts' constructors short. Made by Hub once all of them exist.
struct HubContext {
  RecordQueue& records;
  Metrics& metrics;
  Clients& clients;
  Rooms& rooms;
  RoomCodes& codes;
  GameQuota& quota;
  UnfinishedGames& unfinished;
  LobbyFeed& feed;

  /// The same, counted in the metrics if it is for one of our limits. @param limit its name there
  /// Refusals of other codes (not_found, forbidden) are mistakes of clients and no limits.
  protocol::Error counted(protocol::Error refusal, const char* limit) const {
    using enum protocol::ErrorCode;
    if (refusal.code == rate_limited || refusal.code == busy) metrics.count_refusal(limit);
    return refusal;
  }
  protocol::Error counted(GameQuota::Refusal refusal) const {
    return counted(std::move(refusal.error), refusal.limit);
  }
};

}  // namespace server

#pragma once

#include <string>

#include "server/base/address_limits.h"
#include "server/hub/hub_context.h"
#include "server/hub/joins.h"
#include "server/hub/new_games.h"
#include "server/identity/measures.h"

namespace server {

/// Takes what a client says in a room that it has joined there, as an input. Network thread only.
///
/// It adds what the room cannot know: the connection's round trip, tickets of quotas, whether this client is
/// a host. The room judges everything else and answers, often after a commit.
class RoomMessages {
 public:
  /// How many lines of chat may be reported.
  struct Reports {
    Rate of_address{20, std::chrono::hours(1)};  ///< Those of a local network count a tenth.
    Rate of_user{10, std::chrono::hours(24)};
  };

  /// All outlive this.
  RoomMessages(const HubContext& context, const Joins& joins, const NewGames& new_games,
               const Measures& measures, const Reports& reports)
      : context_(context),
        joins_(joins),
        new_games_(new_games),
        measures_(measures),
        reports_(reports.of_address),
        reports_of_users_(reports.of_user) {}

  /// Gives up the place in the room, not the seat. `ack` at once.
  void on(Client& client, RequestId id, const protocol::Leave& leave);
  /// The room answers after the commit.
  void on(Client& client, RequestId id, const protocol::PlayMove& move);
  /// `rematch` needs places in the quotas of both players before it is put to the room.
  void on(Client& client, RequestId id, const protocol::Action& action);
  /// Refused for who is muted by a moderator; a shadow where a moderator wants that.
  void on(Client& client, RequestId id, const protocol::Chat& chat);
  void on(Client& client, RequestId id, const protocol::HostAction& action);
  /// Paid by user and address, for reports are stored for months; the room finds the line.
  void on(Client& client, RequestId id, const protocol::ReportLine& report);

 private:
  /// The room, if it is in memory and the client in it; else the client is told why not.
  Room* room_for(const Client& client, RequestId id, const std::string& game_id);

  const HubContext& context_;
  const Joins& joins_;
  const NewGames& new_games_;
  const Measures& measures_;
  AddressBuckets reports_;
  KeyedBuckets reports_of_users_;
};

}  // namespace server

#pragma once

#include <optional>
#include <set>
#include <string>

#include "server/bots/bots.h"
#include "server/hub/hub_context.h"
#include "server/matchmaking/seeks.h"

namespace server {

/// Opens games: at once by `create`, or by a seek once another fits. Network thread only.
///
/// The order of the checks: server closing, rooms full, games of the user; then the message itself; then the
/// quotas of the address. What is refused has cost nothing but the look. The answer to `create` comes after
/// the commit of the game's first row.
class NewGames {
 public:
  /// @param least_share_of_bots below this share of their time the bots take no new games
  /// All outlive this.
  NewGames(const HubContext& context, Bots& bots, Seeks& seeks, double least_share_of_bots)
      : context_(context), bots_(bots), seeks_(seeks), least_share_of_bots_(least_share_of_bots) {}

  /// `created` with the seat's token, which is shown this once; or `error`.
  void on(Client& client, RequestId id, const protocol::Create& create);
  /// `ack` with the seek's id once it is stored; `created` when a game has come of it.
  void on(Client& client, RequestId id, const protocol::Seek& seek);
  /// Also of a seek that began on another connection of the user.
  void on(Client& client, RequestId id, const protocol::Unseek& unseek);

  /// Why this user may begin no game now; none: the user may.
  /// A question: nothing is taken. Counted in the metrics if it is a limit's refusal.
  std::optional<protocol::Error> refuse(const protocol::User& user) const;
  /// Why no game against a bot may begin now: rather none than one for which it has no time to think.
  std::optional<protocol::Error> refuse_bot() const;
  /// Tells a user of a game that came of a seek, on each connection that seeks or is in no room: the one
  /// whose seek fitted may be lost, and not be known to be, while the user is back on another.
  void paired(const std::string& user, std::set<ViewerId> viewers, const protocol::Created& created) const;
  /// The server goes down: no game begins any more.
  void close() { closed_ = true; }

 private:
  const HubContext& context_;
  Bots& bots_;
  Seeks& seeks_;
  const double least_share_of_bots_;
  bool closed_ = false;
};

}  // namespace server

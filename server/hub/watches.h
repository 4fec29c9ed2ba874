#pragma once

#include "server/analysis/analyst.h"
#include "server/analysis/explorer.h"
#include "server/hub/hub_context.h"
#include "server/matchmaking/seeks.h"

namespace server {

/// What a client looks at beside its rooms: the lobby, small boards, analyses, variations. Network thread
/// only.
///
/// Each of these lists is bounded where it is kept (LobbyFeed, Analyst, Explorer). forget() must be called
/// for each connection that ends: they hold it by pointer.
class Watches {
 public:
  /// All outlive this.
  Watches(const HubContext& context, Bots& bots, const Seeks& seeks)
      : context_(context),
        seeks_(seeks),
        analyst_(context.records, bots),
        explorer_(bots, context.records.work()) {}

  /// A snapshot, then deltas, until `on` is false or the connection ends.
  void on(Client& client, RequestId id, const protocol::WatchLobby& watch);
  /// Replaces the games that the client watched before.
  void on(Client& client, RequestId id, const protocol::WatchGames& watch);
  /// The analysis as far as it is, then its progress.
  void on(Client& client, RequestId id, const protocol::WatchAnalysis& watch);
  /// One thought about a variation; the answer may take seconds.
  void on(Client& client, RequestId id, const protocol::Explore& explore);

  /// The connection is gone.
  void forget(const Subscriber& gone);
  Analyst& analyst() { return analyst_; }

 private:
  template <class Result>
  auto answerer(const Client& client, RequestId id);

  const HubContext& context_;
  const Seeks& seeks_;
  Analyst analyst_;
  Explorer explorer_;
};

}  // namespace server

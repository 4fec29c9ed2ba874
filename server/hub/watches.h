#pragma once

#include "server/analysis/analyst.h"
#include "server/analysis/explorer.h"
#include "server/hub/hub_context.h"
#include "server/matchmaking/seeks.h"

namespace server {

/// What a client looks at beside its rooms: the lobby, small boards, analyses, variations. Network thread
/// only.
class Watches {
 public:
  /// All outlive this.
  Watches(const HubContext& context, Bots& bots, const Seeks& seeks)
      : context_(context),
        seeks_(seeks),
        analyst_(context.records, bots),
        explorer_(bots, context.records.work()) {}

  void on(Client& client, RequestId id, const protocol::WatchLobby& watch);
  void on(Client& client, RequestId id, const protocol::WatchGames& watch);
  void on(Client& client, RequestId id, const protocol::WatchAnalysis& watch);
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

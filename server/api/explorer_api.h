#pragma once

#include <functional>
#include <optional>
#include <string>

#include "server/api/router.h"
#include "server/base/rate_limit.h"
#include "storage/store.h"

namespace server {

class RecordQueue;

/// How games went on from a position, in three scopes: all public games of this server, the visitor's own,
/// and those of a collection. Network thread only; reading and replaying is done by the pool.
class ExplorerApi {
 public:
  /// @pre `records` outlives it
  explicit ExplorerApi(RecordQueue& records) : records_(records) {}

  /// The routes of docs/protocol.md, "Collections".
  void mount(Router& router);

 private:
  using Session = std::optional<storage::Session>;
  /// On the pool.
  using Answer = std::function<HttpResponse(storage::Reader& records, const Session& session)>;

  void explore_server(const HttpRequest& request, Respond respond);
  void explore_own(const HttpRequest& request, Respond respond);
  void explore_collection(const HttpRequest& request, const std::string& id, Respond respond);
  /// Pays, and has the pool answer.
  void answer(const HttpRequest& request, Cost cost, Respond respond, Answer answer);

  RecordQueue& records_;
};

}  // namespace server

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/expected.h"
#include "server/api/router.h"
#include "server/base/address_limits.h"
#include "storage/store.h"

namespace server {

class RecordQueue;
struct ExploredPosition;

/// How games went on from a position, and on whose boards a pattern stood, in three scopes: all public games
/// of this server, the visitor's own, and those of a collection. Network thread only; reading and replaying
/// is done by the pool.
class ExplorerApi {
 public:
  struct Options {
    int searches = 2;                              ///< At once, each of another address.
    std::chrono::milliseconds search{2'000};       ///< Of the pool's time, for one answer,
    std::chrono::milliseconds patience{5'000};     ///< and as the visitor waits for it.
    std::chrono::milliseconds search_at_once{40};  ///< Before other jobs of the pool have their turn.
    std::chrono::milliseconds own{200};  ///< For an answer about one's own games, which has no parts.
  };

  /// @pre `records` outlives it
  ExplorerApi(RecordQueue& records, Options options) : records_(records), options_(options) {}
  explicit ExplorerApi(RecordQueue& records) : ExplorerApi(records, Options()) {}

  /// The routes of docs/protocol.md, "Collections".
  void mount(Router& router);

 private:
  using Session = std::optional<storage::Session>;
  /// An answer, and what of its price it has taken.
  struct Priced {
    HttpResponse response;
    Cost cost;
  };
  /// On the pool.
  using Answer = std::function<Priced(storage::Reader& records, const Session& session)>;

  void explore_server(const HttpRequest& request, Respond respond);
  void explore_own(const HttpRequest& request, Respond respond);
  void explore_collection(const HttpRequest& request, const std::string& id, Respond respond);
  static Priced explored_response(const std::optional<ExploredPosition>& explored, Cost of_moves,
                                  Cost of_replayed);
  /// Pays the most that it may cost, has the pool answer, and gets back what that did not take.
  void answer(const HttpRequest& request, Cost cost, Respond respond, Answer answer);

  /// One that is under way; of the pool while it looks, of the network thread between and at its end.
  struct Search;
  /// Through which games, for the pool; or a refusal.
  using Scope = std::function<engine::Expected<std::vector<int>, HttpResponse>(storage::Reader& records,
                                                                               const Session& session)>;
  void search_own(const HttpRequest& request, Respond respond);
  void search(const HttpRequest& request, Respond respond, Scope scope);
  void go_on(std::shared_ptr<Search> search);

  RecordQueue& records_;
  const Options options_;
  AddressCounts searchers_;  // Searches by address,
  KeyedCounts searches_;     // and all together.
};

}  // namespace server

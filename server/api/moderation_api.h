#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/api/router.h"
#include "storage/store.h"

namespace server {

class RecordQueue;
struct Act;

/// What moderators read and decide, and what one says to a measure against oneself. Whether who asks keeps
/// order is read from the store at each request. Network thread only.
class ModerationApi {
 public:
  /// From which a user is connected here, as limits count them.
  using AddressesOf = std::function<std::set<std::string>(const std::string& user)>;
  /// Something has been decided.
  using Decided = std::function<void()>;

  /// `records` outlives it.
  ModerationApi(RecordQueue& records, AddressesOf addresses_of, Decided decided)
      : records_(records), addresses_of_(std::move(addresses_of)), decided_(std::move(decided)) {}

  void mount(Router& router);

 private:
  /// Answers with what `list(store, moderator)` finds, if a moderator asks.
  template <class List>
  void answer_moderator(const HttpRequest& request, Respond respond, List list);
  void list_own(const HttpRequest& request, Respond respond);
  void list_reports(const HttpRequest& request, Respond respond);
  void list_appeals(const HttpRequest& request, Respond respond);
  void list_acts(const HttpRequest& request, Respond respond);
  void appeal(const HttpRequest& request, const std::string& measure, Respond respond);
  void act(const HttpRequest& request, Respond respond);
  void decide(const storage::Moderator& by, Act act, Respond respond);
  /// Writes `then` only where all `acts` are done.
  void commit(std::vector<storage::Write> acts, std::vector<storage::Write> then, Respond respond);

  RecordQueue& records_;
  const AddressesOf addresses_of_;
  const Decided decided_;
};

}  // namespace server

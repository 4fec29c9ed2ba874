#pragma once

#include "server/api/router.h"

namespace server {

class RecordQueue;

/// What accounts are told of that came about while they were away: see storage/inbox.h. Network thread only.
class InboxApi {
 public:
  /// @pre `records` outlive this
  explicit InboxApi(RecordQueue& records) : records_(records) {}

  void mount(Router& router);

 private:
  void list(const HttpRequest& request, Respond respond);
  void mark_read(const HttpRequest& request, Respond respond);

  RecordQueue& records_;
};

}  // namespace server

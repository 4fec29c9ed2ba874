#pragma once

#include "server/api/router.h"
#include "server/limits/rate_limit.h"

namespace server {

class RecordQueue;

/// Games of the records: lists of them, each in full, and as files. Network thread only.
class GamesApi {
 public:
  explicit GamesApi(RecordQueue& records) : records_(records) {}

  void mount(Router& router);

 private:
  void list(const HttpRequest& request, Respond respond);
  void show(const HttpRequest& request, const std::string& id, Respond respond);
  void export_as(const HttpRequest& request, const std::string& id, Respond respond);

  /// Playing through a long game takes some ten milliseconds of the thread that also writes moves down.
  static constexpr Rate kRate{.count = 300, .per = std::chrono::minutes(1)};

  RecordQueue& records_;
  KeyedBuckets replays_{kRate};
};

}  // namespace server

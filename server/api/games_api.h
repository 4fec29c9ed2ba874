#pragma once

#include "server/api/router.h"

namespace server {

class RecordQueue;

/// Games of the records: lists of them, each in full, and as files. Network thread only.
class GamesApi {
 public:
  /// @pre `records` outlives it
  explicit GamesApi(RecordQueue& records) : records_(records) {}

  /// After HostApi, whose "/api/games/all" fits "/api/games/*", too.
  void mount(Router& router);

 private:
  void list(const HttpRequest& request, Respond respond);
  void show(const HttpRequest& request, const std::string& id, Respond respond);
  void export_as(const HttpRequest& request, const std::string& id, Respond respond);

  template <class Write>
  void answer_with_record(const HttpRequest& request, const std::string& id, Respond respond, Write write);

  RecordQueue& records_;
};

}  // namespace server

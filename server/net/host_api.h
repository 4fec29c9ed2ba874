#pragma once

#include <string>

#include "server/net/router.h"

namespace server {

class RecordQueue;

/// What is for whoever sits at the machine of an evening's server. Network thread only.
class HostApi {
 public:
  /// `open`: this is such a server; else nobody is its host, and everything is forbidden.
  HostApi(RecordQueue& records, bool open) : records_(records), open_(open) {}

  /// Before those whose patterns fit these paths too.
  void mount(Router& router);

 private:
  void download_all(const HttpRequest& request, Respond respond);

  RecordQueue& records_;
  const bool open_;
};

}  // namespace server

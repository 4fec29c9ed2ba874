#pragma once

#include <cstddef>

#include "server/api/router.h"

namespace server {

class RecordQueue;

/// What the host of a `--lan` server may have. Network thread only.
/// Decision 0003. The right to it is the address, not a token: see admit().
class HostApi {
 public:
  /// A file of more is no souvenir of an evening any more, and is made in memory.
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

  /// `open`: this is such a server; else there is no host, and all of it is forbidden. `max_bytes`: of a
  /// download; one that would be longer is refused.
  HostApi(RecordQueue& records, bool open, std::size_t max_bytes = kMaxBytes)
      : records_(records), open_(open), max_bytes_(max_bytes) {}

  /// Before those whose patterns fit these paths too.
  /// Order counts: "/api/games/all" fits the route of a single game as well.
  void mount(Router& router);

 private:
  /// Whether this is the host; if not, that is answered.
  bool admit(const HttpRequest& request, const Respond& respond) const;
  void download_all(const HttpRequest& request, Respond respond);
  void list_reports(const HttpRequest& request, Respond respond);

  RecordQueue& records_;
  const bool open_;
  const std::size_t max_bytes_;
};

}  // namespace server

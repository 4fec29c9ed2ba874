#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/core/expected.h"
#include "server/protocol/messages.h"
#include "server/records/record_queue.h"

namespace server {

/// People without an account: whoever shows a token again is the same guest again. Network thread only.
class Guests {
 public:
  struct Identity {
    protocol::User user;
    std::string token;  ///< To be shown the next time.
  };
  using Result = engine::Expected<Identity, protocol::ErrorCode>;
  using Done = std::function<void(Result)>;

  explicit Guests(RecordQueue& records) : records_(records) {}

  /// Who says hello. A known token makes the same user again, under a new name if a name is given; an unknown
  /// token counts as none, and makes a new guest. Fails with bad_name or busy. `done` is never called inside
  /// the call.
  void identify(const std::optional<std::string>& token, const std::optional<std::string>& name, Done done);

 private:
  void admit(storage::User user, std::string token, const std::optional<std::string>& name, Done done);
  void create(const std::optional<std::string>& name, Done done);
  void fail(protocol::ErrorCode code, Done done);

  RecordQueue& records_;
};

}  // namespace server

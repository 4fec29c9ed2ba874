#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/protocol/messages.h"

namespace server {

/// The last lines said in a room, and how much more each speaker may say.
class ChatLog {
 public:
  /// Adds the line if its text may be said now; else why not. `speaker` is the id of a user.
  std::optional<protocol::Error> say(const std::string& speaker, protocol::ChatLine line);

  /// What a newcomer is shown: all of it, or what is not the players' own.
  std::vector<protocol::ChatLine> lines(bool for_player) const;

 private:
  std::deque<protocol::ChatLine> lines_;
  std::map<std::string, std::deque<TimePoint>> said_;  // When each speaker spoke lately.
};

}  // namespace server

#pragma once

#include <string>

#include "storage/push.h"

/// What people read on their devices.
namespace server::push {

/// For the service worker of the client, as JSON: `title`, `body`, `tag` and `path`. No chat, no moves.
std::string notice(const storage::PushMessage& message);

/// The header `Topic` (RFC 8030, section 5.4): of a message that waits at the push service only the last with
/// it is shown. Tells nothing of the game.
std::string topic(const storage::PushKey& key);

}  // namespace server::push

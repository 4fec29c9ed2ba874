#pragma once

#include <memory>
#include <set>
#include <string>

#include "server/identity/held_by_user.h"

namespace server {

/// Ids of the users whom one blocks.
using Blocked = std::set<std::string>;
/// Those of one user, as they change. Null: of a guest, who blocks no one.
/// Shared by all connections of the user: a change is seen by all of them at once.
using SharedBlocked = std::shared_ptr<const Blocked>;
/// Of the accounts that are here. The store has the last word. Network thread only.
using Blocks = HeldByUser<Blocked>;

/// False for a guest's null list.
inline bool is_blocked(const SharedBlocked& blocked, const std::string& user) {
  return blocked && blocked->contains(user);
}

}  // namespace server

#pragma once

#include <optional>
#include <string>

#include "storage/store.h"

namespace server {

/// A collection that may be seen with this session. For the pool: reads a row; throws storage::Error.
/// "unlisted" is seen by all who know the id; "private" looks like one that is not there.
inline std::optional<storage::Collection> visible_collection(storage::Reader& records, const std::string& id,
                                                             const std::optional<storage::Session>& session) {
  auto found = records.library().collection(id);
  const bool is_own = found && session && found->owner == session->user.id;
  if (found && found->visibility == "private" && !is_own) found.reset();
  return found;
}

}  // namespace server

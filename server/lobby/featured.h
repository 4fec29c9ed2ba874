#pragma once

#include <string>
#include <vector>

#include "storage/record.h"

namespace server {

/// A live game that could be shown to all.
struct Show {
  std::string game_id;
  int rating = 0;  ///< Of both players together.
  int spectators = 0;
  storage::Millis created = 0;
  bool operator==(const Show&) const = default;
};

/// The highest rated, else the most watched, else the newest; null if there is none. The same one in whatever
/// order they are given.
const Show* most_worth_watching(const std::vector<Show>& live);

}  // namespace server

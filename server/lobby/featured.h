#pragma once

#include <string>
#include <vector>

#include "storage/record.h"

namespace server {

/// A live game that could be the featured one, on top of the lobby.
struct FeaturedCandidate {
  std::string game_id;
  int rating = 0;  ///< Of both players together; of a program 0.
  int spectators = 0;
  storage::Millis created = 0;
  bool operator==(const FeaturedCandidate&) const = default;
};

/// The highest rated, else the most watched, else the newest; null if there is none. The same one in whatever
/// order they are given.
/// Linear. Worth is (rating, spectators, created, id): the id makes it one order for all servers.
const FeaturedCandidate* most_worth_watching(const std::vector<FeaturedCandidate>& live);

}  // namespace server

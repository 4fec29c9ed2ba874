#include "server/lobby/featured.h"

#include <algorithm>
#include <tuple>

namespace server {

const FeaturedCandidate* most_worth_watching(const std::vector<FeaturedCandidate>& live) {
  const auto worth = [](const FeaturedCandidate& candidate) {
    return std::tie(candidate.rating, candidate.spectators, candidate.created, candidate.game_id);
  };
  return live.empty() ? nullptr : &*std::ranges::max_element(live, {}, worth);
}

}  // namespace server

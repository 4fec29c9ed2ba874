#include "server/lobby/featured.h"

#include <algorithm>
#include <tuple>

namespace server {

std::string most_worth_watching(const std::vector<Show>& live) {
  if (live.empty()) return {};
  const auto worth = [](const Show& show) { return std::tuple(show.rating, show.spectators, show.created); };
  return std::ranges::max(live, {}, worth).game_id;
}

}  // namespace server

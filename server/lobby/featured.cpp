#include "server/lobby/featured.h"

#include <algorithm>
#include <tuple>

namespace server {

const Show* most_worth_watching(const std::vector<Show>& live) {
  const auto worth = [](const Show& show) {
    return std::tie(show.rating, show.spectators, show.created, show.game_id);
  };
  return live.empty() ? nullptr : &*std::ranges::max_element(live, {}, worth);
}

}  // namespace server

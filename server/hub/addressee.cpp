#include "server/hub/addressee.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "server/identity/names.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

namespace server {
namespace {

using protocol::ErrorCode;
using protocol::Obstacle;

auto refused(protocol::Error why) {
  return engine::Unexpected(std::move(why));
}

/// Enough of those that this user has made are open: until one ends by itself, at the latest.
std::optional<protocol::Error> enough_made(const std::vector<storage::Challenge>& challenges,
                                           const std::string& user, const std::string& to,
                                           storage::Millis now, const ChallengeLimits& limits) {
  int made = 0, of_pair = 0;
  storage::Millis soonest = storage::Millis{1} << 60;
  for (const storage::Challenge& each : challenges) {
    if (each.from != user || !each.is_open(now)) continue;
    ++made;
    if (each.to == to) ++of_pair;
    soonest = std::min(soonest, each.until);
  }
  if (made < limits.made && of_pair < limits.of_pair) return std::nullopt;
  return because(Obstacle::challenges,
                 protocol::retry_after(Millis(soonest - now), ErrorCode::rate_limited,
                                       "Enough of your challenges wait for an answer."));
}

}  // namespace

FoundAddressee find_addressee(storage::Reader& store, const std::string& user, const std::string& name,
                              storage::Millis now, const ChallengeLimits& limits) {
  const auto account = find_named(store, name);
  if (!account || account->password.empty())
    return refused(error(ErrorCode::not_found, "There is no such player."));
  const std::string& to = account->user.id;
  if (to == user) return refused(protocol::not_allowed("This is you."));
  const std::string own = store.relation(user, to), back = store.relation(to, user);
  if (own == "block")
    return refused(because(Obstacle::blocking, protocol::not_allowed("You block this player.")));
  const std::string by = store.challenged_by(to);
  const bool are_friends = own == "follow" && back == "follow";
  if (back == "block" || by == "none" || (by == "friends" && !are_friends))
    return refused(
        because(Obstacle::blocked, error(ErrorCode::forbidden, "This player takes no challenge of yours.")));
  if (auto enough = enough_made(store.challenges(user, now, kMostChallengesRead), user, to, now, limits))
    return refused(*std::move(enough));
  const auto waits = [&](const storage::Challenge& each) { return each.to == to && each.is_open(now); };
  const int most = are_friends ? limits.received : limits.of_strangers;
  if (std::ranges::count_if(store.challenges(to, now, kMostChallengesRead), waits) >= most)
    return refused(
        because(Obstacle::challenges, error(ErrorCode::full, "This player has enough challenges for now.")));
  return Addressee{to, most, account->user.program};
}

}  // namespace server

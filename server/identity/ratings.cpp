#include "server/identity/ratings.h"

#include <algorithm>
#include <cmath>

#include "server/identity/glicko.h"

namespace server {
namespace {

int rounded(double rating) {
  return static_cast<int>(std::lround(rating));
}

}  // namespace

ShownRating shown(const storage::Standing& standing, TimePoint now) {
  return {rounded(standing.rating), glicko::is_provisional(standing, now.time_since_epoch().count())};
}

protocol::RatingChanges shown(const std::array<storage::RatingChange, 2>& changes) {
  return {{{rounded(changes[0].before), rounded(changes[0].after)},
           {rounded(changes[1].before), rounded(changes[1].after)}}};
}

std::shared_ptr<const Ratings::Standings> Ratings::open(const std::string& user,
                                                        const std::vector<storage::Rating>& read) {
  Standings standings;
  for (const storage::Rating& each : read) standings[{each.game, each.speed}] = each.standing;
  return standings_.open(user, std::move(standings));
}

void Ratings::refresh(const std::string& user, const std::vector<storage::Rating>& read) {
  const auto standings = standings_.find(user);
  if (!standings) return;
  for (const storage::Rating& each : read) (*standings)[{each.game, each.speed}] = each.standing;
}

std::optional<ShownRating> Ratings::find(const std::string& user, const std::string& game,
                                         const std::string& speed, TimePoint now) const {
  const auto standings = standings_.find(user);
  if (!standings) return std::nullopt;
  const auto standing = standings->find({game, speed});
  return shown(standing == standings->end() ? glicko::kStart : standing->second, now);
}

storage::RateGame Ratings::rate(const storage::Game& game, const std::string& speed) {
  // Written by the thread of the store, read here after the commit: the queue of records orders both.
  auto outcome = std::make_shared<Outcome>();
  outcome->users = {game.seats[0].user, game.seats[1].user};
  outcome->game_and_speed = {game.game, speed};
  outcomes_[game.id] = outcome;
  const auto formula = [outcome](const auto& before, std::string_view result, storage::Millis at) {
    outcome->before = before;
    outcome->after = glicko::rate_game(before, result, at);
    outcome->counted = true;
    return outcome->after;
  };
  return {game.id, speed, glicko::kStart, formula};
}

std::optional<protocol::RatingChanges> Ratings::take_changes(const std::string& game, bool is_written) {
  const auto entry = outcomes_.extract(game);
  if (!entry || !is_written || !entry.mapped()->counted) return std::nullopt;
  const Outcome& outcome = *entry.mapped();
  std::array<storage::RatingChange, 2> changes;
  for (const std::size_t side : {0u, 1u}) {
    changes[side] = {outcome.before[side].rating, outcome.after[side].rating};
    if (const auto standings = standings_.find(outcome.users[side]))
      (*standings)[outcome.game_and_speed] = outcome.after[side];
  }
  return shown(changes);
}

}  // namespace server

#include "server/tournaments/round_notices.h"

#include <algorithm>
#include <set>

namespace server {
namespace {

/// A player who has not come by then has lost, or soon will have.
constexpr std::chrono::minutes kLasts{30};

}  // namespace

std::vector<storage::Write> round_notices(const storage::AppendTournament& append,
                                          const std::vector<std::string>& ended, TimePoint now) {
  std::vector<storage::Write> writes;
  for (const std::string& game : ended) writes.emplace_back(storage::WithdrawPush{kRoundNotice, game});
  std::set<std::string> told;
  for (const auto& [place, game, start] : append.games) {
    for (const std::size_t side : {0u, 1u})
      // Of forty boards their host is told once.
      if (told.insert(game.seats[side].user).second)
        writes.emplace_back(storage::SendPush{.user = game.seats[side].user,
                                              .kind = kRoundNotice,
                                              .subject = game.id,
                                              .v = start.v,
                                              .game = game.game,
                                              .name = game.seats[1 - side].name,
                                              .due = (now + kRoundDelay).time_since_epoch().count(),
                                              .expires = (now + kLasts).time_since_epoch().count(),
                                              .at = now.time_since_epoch().count()});
  }
  return writes;
}

std::vector<storage::Write> finish_notices(const storage::AppendTournament& append,
                                           const StoredTournament& after, TimePoint now) {
  std::vector<storage::Write> writes;
  const auto finishes = [](const storage::TournamentEvent& event) { return event.kind == "finished"; };
  if (std::ranges::none_of(append.events, finishes)) return writes;
  for (const tournament::Player& player : after.state.players())
    // Directors add whom they like: strangers would be told by mail what a tournament is called.
    if (player.came)
      writes.emplace_back(storage::PutNotice{.user = player.user,
                                             .kind = "finish",
                                             .subject = append.tournament,
                                             .game = after.about.game,
                                             .name = after.about.name,
                                             .at = now.time_since_epoch().count()});
  return writes;
}

}  // namespace server

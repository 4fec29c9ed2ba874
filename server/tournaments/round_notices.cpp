#include "server/tournaments/round_notices.h"

#include <algorithm>
#include <set>

namespace server {
namespace {

/// A player who has not come by then has lost, or soon will have.
constexpr std::chrono::minutes kLasts{30};

/// Of the tournament itself.
storage::PutNotice notice_to(const tournament::Player& player, const char* kind,
                             const StoredTournament& tournament, TimePoint now) {
  return {.user = player.user,
          .kind = kind,
          .subject = tournament.about.id,
          .game = tournament.about.game,
          .name = tournament.about.name,
          .at = now.time_since_epoch().count()};
}

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

std::vector<storage::Write> end_notices(const storage::AppendTournament& append,
                                        const StoredTournament& after, TimePoint now) {
  std::vector<storage::Write> writes;
  const auto ends = [](const storage::TournamentEvent& event) {
    return event.kind == "finished" || event.kind == "cancelled";
  };
  const auto end = std::ranges::find_if(append.events, ends);
  if (end == append.events.end()) return writes;
  for (const tournament::Player& player : after.state.players())
    // Who was only invited has no part in it.
    if (player.came)
      writes.emplace_back(notice_to(player, end->kind == "finished" ? "finish" : "cancelled", after, now));
  return writes;
}

std::vector<storage::Write> invitation_notices(const StoredTournament& before, const StoredTournament& after,
                                               TimePoint now) {
  using tournament::Attendance;
  std::vector<storage::Write> writes;
  for (const tournament::Player& player : after.state.players()) {
    if (player.attendance != Attendance::invited) continue;
    const tournament::Number known = before.state.find(player.user);
    if (known == 0 || before.state.player(known).attendance != Attendance::invited)
      writes.emplace_back(notice_to(player, "invited", after, now));
  }
  return writes;
}

}  // namespace server

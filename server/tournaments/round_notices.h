#pragma once

#include <string>
#include <vector>

#include "server/protocol/time.h"
#include "server/tournaments/stored_tournament.h"
#include "storage/store.h"

/// What players of a tournament are told of games that begin, on all their devices.
namespace server {

/// A player who comes into the room so soon is told nothing.
inline constexpr Millis kRoundDelay{10'000};

/// Its kind: storage::PushKey::kind.
inline constexpr const char* kRoundNotice = "round";

/// Of the games that `append` begins, each player of the first, and none of those that `ended` with it: to be
/// written with it.
std::vector<storage::Write> round_notices(const storage::AppendTournament& append,
                                          const std::vector<std::string>& ended, TimePoint now);

/// What players who have come find in the inbox if the tournament finishes, or is cancelled, with `append`,
/// which leads to `after`: to be written with it.
std::vector<storage::Write> end_notices(const storage::AppendTournament& append,
                                        const StoredTournament& after, TimePoint now);

/// What those find there whom the director has added between the two: to be written with that.
std::vector<storage::Write> invitation_notices(const StoredTournament& before, const StoredTournament& after,
                                               TimePoint now);

}  // namespace server

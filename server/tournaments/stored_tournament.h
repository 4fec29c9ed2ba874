#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/tournament/tournament_state.h"
#include "storage/store.h"

/// Tournaments as the store keeps them, and as the state that their events make.
namespace server {

/// Immutable once shared: any thread may read it.
struct StoredTournament {
  storage::Tournament about;
  tournament::TournamentState state;
};
using TournamentPtr = std::shared_ptr<const StoredTournament>;

/// to_event() gives the same event back.
storage::TournamentEvent to_record(const tournament::Event& event);
/// None: the record is of another program.
std::optional<tournament::Event> to_event(const storage::TournamentEvent& record);

/// As it stands in the store; null: there is none, or its record makes no tournament, which is logged. What
/// is `known` is read no more, but for what came after; null: all is read, and once more when it is over:
/// from then on guests may be forgotten (storage::ForgetGuest). On the thread of the reader.
/// Costs one look-up of a row where nothing is new. `known` itself is given back then.
TournamentPtr read_tournament(storage::TournamentReader& store, const std::string& id,
                              const TournamentPtr& known = nullptr);

}  // namespace server

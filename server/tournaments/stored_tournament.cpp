#include "server/tournaments/stored_tournament.h"

#include <utility>

#include "server/base/log.h"
#include "server/tournament/event_codec.h"
#include "server/tournament/words.h"

namespace server {
namespace {

constexpr int kEventsAtATime = 1'000;

/// Follows the events of the store; false: one of them cannot follow.
bool read_on(storage::TournamentReader& store, StoredTournament& tournament) {
  for (;;) {
    const auto records =
        store.tournament_events(tournament.about.id, tournament.state.version(), kEventsAtATime);
    for (const storage::TournamentEvent& record : records) {
      const auto event = to_event(record);
      if (!event || !tournament.state.follow(*event)) return false;
    }
    if (records.size() < kEventsAtATime) break;
  }
  // The row may be newer than the events that were read: the state has the last word.
  tournament.about.phase = protocol::word(tournament.state.phase());
  return true;
}

std::optional<StoredTournament> begin(storage::TournamentReader& store, const std::string& id) {
  auto about = store.tournament(id);
  if (!about) return std::nullopt;
  const auto records = store.tournament_events(id, 0, 1);
  const auto created = records.empty() ? std::nullopt : to_event(records.front());
  auto state = created ? tournament::TournamentState::begin(*created) : std::nullopt;
  if (!state) return std::nullopt;
  return StoredTournament{*std::move(about), *std::move(state)};
}

}  // namespace

storage::TournamentEvent to_record(const tournament::Event& event) {
  return {.v = event.v,
          .kind = std::string(protocol::word(tournament::kind_of(event.change))),
          .body = tournament::encode_change(event.change),
          .by = event.by,
          .note = event.note,
          .at = event.at.time_since_epoch().count()};
}

std::optional<tournament::Event> to_event(const storage::TournamentEvent& record) {
  const auto kind = protocol::from_word<tournament::EventKind>(record.kind);
  auto change = kind ? tournament::decode_change(*kind, record.body) : std::nullopt;
  if (!change) return std::nullopt;
  return tournament::Event{.v = record.v,
                           .at = TimePoint(Millis(record.at)),
                           .by = record.by,
                           .note = record.note,
                           .change = *std::move(change)};
}

TournamentPtr read_tournament(storage::TournamentReader& store, const std::string& id,
                              const TournamentPtr& known) {
  if (known && store.tournament_events(id, known->state.version(), 1).empty()) return known;
  std::optional<StoredTournament> tournament = known ? std::optional(*known) : begin(store, id);
  const bool is_read = tournament && read_on(store, *tournament);
  // Names that are known may stand in the record no more.
  if (is_read && known && tournament->state.is_over()) return read_tournament(store, id);
  if (is_read) return std::make_shared<const StoredTournament>(*std::move(tournament));
  if (known || tournament || store.tournament(id))
    log_event(LogLevel::error, "tournament_not_read", {{"tournament", id}});
  return nullptr;
}

}  // namespace server

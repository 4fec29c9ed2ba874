#include "server/api/tournament_access.h"

#include "server/api/api_error.h"
#include "server/api/asker.h"
#include "server/protocol/errors.h"
#include "server/tournaments/tournaments.h"

namespace server {

namespace {

constexpr int kFewEvents = 128;  // Not counted.

}  // namespace

int most_events(storage::Reader& store, const std::string& id) {
  int most = kFewEvents;
  while (!store.tournament_events(id, most - 1, 1).empty()) most *= 2;
  return most;
}

JudgedAct judge_act(storage::Reader& store, const std::string& token_hash, const std::string& address,
                    const std::string& id) {
  JudgedAct act{.session = session_at(store, token_hash, address)};
  if (act.session) act.about = store.tournament(id);
  if (act.about) act.events = most_events(store, id);
  return act;
}

std::optional<HttpResponse> refuse_act(const JudgedAct& act, bool of_director, bool after_end) {
  if (!act.session) return refusal(who_are_you());
  if (!act.about) return not_found();
  if (of_director && act.session->user.id != act.about->owner)
    return refusal(protocol::ErrorCode::forbidden, "This is for the director.");
  const std::string& phase = act.about->phase;
  if (phase == "cancelled" || (phase == "finished" && !after_end))
    return refusal(to_error(tournament::Refusal::over));
  return std::nullopt;
}

}  // namespace server

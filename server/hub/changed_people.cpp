#include "server/hub/changed_people.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/base/attempt.h"

namespace server {
namespace {

/// Users that one thread looks up in one go: some milliseconds.
constexpr std::size_t kAtATime = 50;

/// Of one user: all open ones, of those that have ended the last.
constexpr int kMostChallenges = 200;

/// After a failure of the store, or while too much else is read.
constexpr std::chrono::seconds kLookAgain(1);

}  // namespace

ChangedPeople::ChangedPeople(Timer::Executor network, RecordQueue& records, Clients& clients, Users& users,
                             Challenged challenged)
    : records_(records),
      clients_(clients),
      known_(users),
      challenged_(std::move(challenged)),
      timer_(network, [this] { look_up(); }) {}

// A guest has one token: only the guest ends it, and that is told by name.
void ChangedPeople::look_at(const storage::Changes& changes) {
  for (const std::string& user : changes.users)
    if (clients_.is_present(user)) users_.insert(user);
  if (changes.anything) {
    for (const auto& [key, client] : clients_.all()) {
      const auto& user = client.subscriber->user();
      if (user && !user->guest) users_.insert(user->id);
    }
  }
  if (!looking_) look_up();
}

// Tokens are noted before the read: a session that begins while it runs is not in its answer, and must not be
// closed for that.
std::vector<ChangedPeople::Look> ChangedPeople::next() {
  std::vector<Look> looks;
  while (!users_.empty() && looks.size() < kAtATime) {
    Look& look = looks.emplace_back();
    look.user = std::move(users_.extract(users_.begin()).value());
    for (const ViewerId id : clients_.connections_of(look.user))
      look.shown.emplace_back(id, clients_.find(id)->session);
  }
  return looks;
}

void ChangedPeople::look_up() {
  std::vector<Look> looks = next();
  looking_ = !looks.empty();
  if (!looking_) return;
  const auto read = [looks, now = server_now().time_since_epoch().count()](storage::Reader& store) mutable {
    for (Look& look : looks) {
      look.sessions = store.sessions(look.user);
      look.ratings = store.ratings(look.user);
      look.blocked = store.blocked_by(look.user);
      look.challenges = store.challenges(look.user, now, kMostChallenges);
    }
    return looks;
  };
  records_.read({.lane = WorkPool::Lane::slow}, read, [this, looks](const auto& found) {
    if (!found) {
      // Put back, not dropped: a lost look would leave a closed session open for good.
      for (const Look& look : looks) users_.insert(look.user);
      return timer_.wait(kLookAgain);
    }
    // A defect in one is not the others': without the next look no session that ends is heard of any more.
    for (const Look& look : *found) attempt("changed_people", [&] { compare(look); });
    look_up();
  });
}

void ChangedPeople::compare(const Look& look) {
  known_.ratings().refresh(look.user, look.ratings);
  if (const auto blocked = known_.blocks().find(look.user)) *blocked = look.blocked;
  challenged_(look.user, look.challenges);
  for (const auto& [id, session] : look.shown) {
    const Client* const client = clients_.find(id);
    // A hello in between has shown another token.
    if (!client || client->session != session) continue;
    const auto good = std::ranges::find(look.sessions, session, &storage::Session::token_hash);
    if (good == look.sessions.end()) client->log_out();
  }
}

}  // namespace server

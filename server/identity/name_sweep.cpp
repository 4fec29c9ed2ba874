#include "server/identity/name_sweep.h"

#include <optional>
#include <utility>
#include <vector>

#include "server/identity/names.h"

namespace server {

namespace {

using Writes = std::vector<storage::Write>;

Writes new_keys(storage::Reader& store, int most) {
  Writes writes;
  for (const storage::User& user : store.accounts_keyed_otherwise(name_rules(), most)) {
    // Of a name that could not be had any more the form without case may be another account's own.
    // Keys that the account takes even from another that has them: see decision 0011.
    const std::size_t own = valid_name(user.name) == user.name ? 2 : 1;
    writes.emplace_back(storage::KeyAccount{user.id, name_keys(user.name), name_rules(), own});
  }
  for (const storage::Club& club : store.clubs_keyed_otherwise(name_rules(), most))
    writes.emplace_back(storage::KeyClub{club.id, club.name, name_keys(club.name), name_rules()});
  return writes;
}

}  // namespace

NameSweep::NameSweep(Executor network, RecordQueue& records, Options options)
    : records_(records), options_(options), timer_(network, [this] { look(); }) {
  timer_.wait(std::chrono::milliseconds(0));
}

void NameSweep::look() {
  records_.read([page = options_.page](storage::Reader& store) { return new_keys(store, page); },
                [this](std::optional<Writes> writes) {
                  if (!writes) return timer_.wait(options_.retry);
                  if (writes->empty()) return timer_.wait(options_.rest);
                  records_.commit(*std::move(writes), [this](Persisted outcome) {
                    timer_.wait(outcome == Persisted::done ? options_.step : options_.retry);
                  });
                });
}

}  // namespace server

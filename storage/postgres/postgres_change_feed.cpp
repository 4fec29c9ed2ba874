#include "storage/postgres/postgres_change_feed.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "storage/postgres/queries.h"

namespace storage {

namespace {

/// Beyond so many in one visit it is easier to look at everything.
constexpr std::size_t kMostUsers = 1'000;

constexpr std::string_view kUser = "user ";
constexpr std::string_view kSeeks = "seeks";
constexpr std::string_view kWorkers = "workers";

/// Another text is a later version's: to look too often does no harm.
void note(std::string_view told, Changes& changes) {
  if (told == kSeeks) return void(changes.seeks = true);
  if (told == kWorkers) return void(changes.workers = true);
  if (!told.starts_with(kUser)) return void(changes.anything = true);
  std::string user(told.substr(kUser.size()));
  if (std::ranges::find(changes.users, user) != changes.users.end()) return;
  changes.users.push_back(std::move(user));
  if (changes.users.size() <= kMostUsers) return;
  changes.users.clear();
  changes.anything = true;
}

}  // namespace

Changes PostgresChangeFeed::wait(std::chrono::milliseconds patience) {
  Changes changes;
  try {
    if (!connection_) {
      listen();
      changes.anything = true;  // Whatever happened before.
      return changes;
    }
    for (const std::string& told : connection_->notices(wake_.descriptor(), patience)) note(told, changes);
    return changes;
  } catch (...) {
    connection_.reset();
    throw;
  }
}

void PostgresChangeFeed::listen() {
  auto connection = connector_.connect(PostgresConnection::Use::read);
  // Named after the table `nodes`, so that two installations in one database do not hear each other.
  const std::string channel = connection->ask(sql::postgres::kChannel).row(0).text();
  connection->run("LISTEN " + channel);
  connection_ = std::move(connection);
}

}  // namespace storage

#include "storage/postgres/postgres_change_feed.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "storage/postgres/queries.h"

namespace storage {

namespace {

/// Beyond so many in one visit it is easier to look at everything.
constexpr std::size_t kMostKept = 1'000;

constexpr std::string_view kUser = "user ";
constexpr std::string_view kSeeks = "seeks";
constexpr std::string_view kWorkers = "workers";
constexpr std::string_view kModeration = "moderation";
constexpr std::string_view kStudy = "study ";
constexpr std::string_view kEdit = "edit ";

template <class Item>
void add(std::vector<Item>& items, Item item, Changes& changes) {
  if (std::ranges::find(items, item) != items.end()) return;
  items.push_back(std::move(item));
  if (items.size() <= kMostKept) return;
  items.clear();
  changes.anything = true;
}

/// "ID CHAPTER V"
ChangedStudy edit_of(std::string_view told) {
  std::istringstream words{std::string(told)};
  ChangedStudy changed;
  words >> changed.study >> changed.chapter >> changed.v;
  return changed;
}

/// Another text is a later version's: to look too often does no harm.
void note(std::string_view told, Changes& changes) {
  if (told == kSeeks) return void(changes.seeks = true);
  if (told == kWorkers) return void(changes.workers = true);
  if (told == kModeration) return void(changes.moderation = true);
  const auto named = [told](std::string_view kind) { return std::string(told.substr(kind.size())); };
  if (told.starts_with(kUser)) return add(changes.users, named(kUser), changes);
  if (told.starts_with(kStudy)) return add(changes.studies, {named(kStudy)}, changes);
  if (told.starts_with(kEdit)) return add(changes.studies, edit_of(named(kEdit)), changes);
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

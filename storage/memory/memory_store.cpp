#include "storage/memory/memory_store.h"

namespace storage {

namespace {

bool holds_seat(const Game& game, std::string_view player) {
  for (const Seat& seat : game.seats) {
    if (seat.level == 0 && (seat.user == player || seat.name == player)) return true;
  }
  return false;
}

bool matches(const GameQuery& query, const Game& game) {
  if (!query.game.empty() && game.game != query.game) return false;
  if (!query.status.empty() && game.ending.status != query.status) return false;
  if (game.is_private && !query.with_private) return false;
  return query.player.empty() || holds_seat(game, query.player);
}

int plies(const Record& record) {
  return record.events.empty() ? 0 : record.events.back().ply;
}

}  // namespace

std::vector<WriteResult> MemoryStore::commit(std::span<const Write> writes) {
  std::vector<WriteResult> results;
  results.reserve(writes.size());
  for (const Write& each : writes) {
    const bool done = std::visit([this](const auto& write) { return this->write(write); }, each);
    results.push_back(done ? WriteResult::done : WriteResult::refused);
  }
  return results;
}

bool MemoryStore::write(const CreateGame& create) {
  const Game& game = create.game;
  if (games_.contains(game.id) || playing_by_code_.contains(game.code)) return false;
  games_.emplace(game.id, Record{game, {}});
  by_age_.emplace(Cursor{game.created, game.id}, game.id);
  if (!game.code.empty()) playing_by_code_.emplace(game.code, game.id);
  return true;
}

bool MemoryStore::write(const Append& append) {
  const auto found = games_.find(append.event.game);
  if (found == games_.end()) return false;
  Record& record = found->second;
  if (append.event.v != static_cast<int>(record.events.size()) + 1) return false;
  record.events.push_back(append.event);
  if (append.seats) record.game.seats = *append.seats;
  if (append.ending) {
    record.game.ending = *append.ending;
    playing_by_code_.erase(record.game.code);
  }
  return true;
}

bool MemoryStore::write(const CreateUser& create) {
  if (users_.contains(create.user.id) || users_by_token_.contains(create.token_hash)) return false;
  users_.emplace(create.user.id, create.user);
  users_by_token_.emplace(create.token_hash, create.user.id);
  return true;
}

bool MemoryStore::write(const RenameUser& rename) {
  const auto found = users_.find(rename.id);
  if (found == users_.end()) return false;
  found->second.name = rename.name;
  return true;
}

std::optional<Record> MemoryStore::load(std::string_view game) {
  const auto found = games_.find(std::string(game));
  if (found == games_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> MemoryStore::unfinished() {
  std::vector<std::string> ids;
  for (const auto& [cursor, id] : by_age_) {
    if (games_.at(id).game.ending.status == "playing") ids.push_back(id);
  }
  return ids;
}

std::optional<std::string> MemoryStore::find_code(std::string_view code) {
  const auto found = playing_by_code_.find(std::string(code));
  if (found == playing_by_code_.end()) return std::nullopt;
  return found->second;
}

std::vector<Summary> MemoryStore::list(const GameQuery& query) {
  std::vector<Summary> page;
  auto next = std::make_reverse_iterator(query.after ? by_age_.lower_bound(*query.after) : by_age_.end());
  for (; next != by_age_.rend() && static_cast<int>(page.size()) < query.limit; ++next) {
    const Record& record = games_.at(next->second);
    if (matches(query, record.game)) page.push_back({record.game, plies(record)});
  }
  return page;
}

std::optional<User> MemoryStore::find_token(std::string_view token_hash) {
  const auto found = users_by_token_.find(std::string(token_hash));
  if (found == users_by_token_.end()) return std::nullopt;
  return users_.at(found->second);
}

void MemoryStore::backup(const std::filesystem::path&) {
  throw Error("games are kept in memory only: there is nothing to back up");
}

}  // namespace storage

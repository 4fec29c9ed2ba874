#include "storage/memory/memory_store.h"

namespace storage {

namespace {

bool is_held_by(const Seat& seat, std::string_view player) {
  return seat.level == 0 && (seat.user == player || seat.name == player);
}

bool is_opponent(const Seat& seat, std::string_view opponent) {
  return is_held_by(seat, opponent) || (seat.level > 0 && opponent == "ai");
}

bool matches_people(const GameQuery& query, const Game& game) {
  if (query.player.empty()) return true;
  for (const std::size_t side : {0u, 1u}) {
    if (!is_held_by(game.seats[side], query.player)) continue;
    if (query.opponent.empty() || is_opponent(game.seats[1 - side], query.opponent)) return true;
  }
  return false;
}

bool matches_result(const GameQuery& query, const Game& game) {
  const std::string& result = game.ending.result;
  if (query.result.empty() || query.result == result) return true;
  if (query.player.empty() || (result != "first" && result != "second")) return false;
  const std::size_t winner = result == "first" ? 0 : 1;
  return (query.result == "won" && is_held_by(game.seats[winner], query.player)) ||
         (query.result == "lost" && is_held_by(game.seats[1 - winner], query.player));
}

bool matches(const GameQuery& query, const Game& game) {
  const auto fits = [](const std::string& wanted, const std::string& is) {
    return wanted.empty() || wanted == is;
  };
  return fits(query.game, game.game) && fits(query.rule, game.rule) &&
         fits(query.status, game.ending.status) && game.created >= query.from.value_or(game.created) &&
         (!query.until || game.created < *query.until) && (query.with_private || !game.is_private) &&
         matches_people(query, game) && matches_result(query, game);
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

}  // namespace storage

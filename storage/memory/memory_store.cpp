#include "storage/memory/memory_store.h"

#include <algorithm>
#include <limits>

namespace storage {

namespace {

int plies(const Record& record) {
  return record.events.empty() ? 0 : record.events.back().ply;
}

}  // namespace

std::shared_ptr<Reader> MemoryStore::open_reader() {
  return {std::shared_ptr<void>(), this};  // The store itself, which is safe from any thread.
}

std::vector<WriteResult> MemoryStore::commit(std::span<const Write> writes) {
  const std::lock_guard lock(*mutex_);
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
  if (append.opening_code) record.game.opening_code = *append.opening_code;
  if (append.due) record.game.due = *append.due;
  if (append.ending) {
    record.game.ending = *append.ending;
    playing_by_code_.erase(record.game.code);
  }
  return true;
}

bool MemoryStore::write(const TakeSeats& take) {
  const auto found = games_.find(take.game);
  if (found == games_.end()) return false;
  found->second.game.seats = take.seats;
  return true;
}

bool MemoryStore::write(const KeepOrder& keep) {
  const auto found = games_.find(keep.game);
  if (found == games_.end()) return false;
  found->second.game.order = keep.order;
  return true;
}

bool MemoryStore::write(const ClassifyGame& classify) {
  const auto found = games_.find(classify.game);
  if (found == games_.end() || found->second.game.opening_code != kUnclassified) return false;
  found->second.game.opening_code = classify.opening_code;
  std::string& pos = found->second.game.ending.pos;
  if (pos.empty()) pos = classify.final_pos;
  return true;
}

bool MemoryStore::write(const SweepRecords& sweep) {
  int reports = 0, games = 0;
  std::erase_if(reports_, [&](const auto& entry) {
    return entry.second.reported < sweep.reports_before && reports < sweep.most && ++reports > 0;
  });
  const auto is_reported = [&](const std::string& game) {
    const auto first = reports_.lower_bound({game, std::numeric_limits<Millis>::min()});
    return first != reports_.end() && first->first.first == game;
  };
  std::erase_if(games_, [&](const auto& entry) {
    const auto& [id, record] = entry;
    const Ending& ending = record.game.ending;
    const bool is_old = ending.status == "aborted" && ending.ended < sweep.aborted_before;
    if (!is_old || is_reported(id) || games == sweep.most) return false;
    ++games;
    by_age_.erase({record.game.created, id});
    analyses_.erase(id);
    return true;
  });
  return reports + games > 0;
}

bool MemoryStore::write(const Heartbeat& heartbeat) {
  last_heartbeat_ = heartbeat.at;
  return true;
}

Millis MemoryStore::last_heartbeat() {
  const std::lock_guard lock(*mutex_);
  return last_heartbeat_;
}

bool MemoryStore::write(const DropCaches&) {
  return true;
}

bool MemoryStore::write(const Leave&) {
  return true;
}

std::optional<Record> MemoryStore::load(std::string_view game) {
  const std::lock_guard lock(*mutex_);
  const auto found = games_.find(std::string(game));
  if (found == games_.end()) return std::nullopt;
  return found->second;
}

std::optional<Extent> MemoryStore::extent(std::string_view game) {
  const std::lock_guard lock(*mutex_);
  const auto found = games_.find(std::string(game));
  if (found == games_.end()) return std::nullopt;
  return Extent{static_cast<int>(found->second.events.size()), plies(found->second)};
}

std::vector<Record> MemoryStore::claim_orphans(const Cursor& after, int most) {
  const std::lock_guard lock(*mutex_);
  std::vector<Record> records;
  for (auto next = by_age_.upper_bound(after); next != by_age_.end() && std::ssize(records) < most; ++next) {
    const Record& record = games_.at(next->second);
    if (record.game.ending.status == "playing" && record.game.due == 0) records.push_back(record);
  }
  return records;
}

std::vector<Cursor> MemoryStore::overdue(const Cursor& after, Millis now, int most) {
  const std::lock_guard lock(*mutex_);
  std::vector<Cursor> due;
  for (const auto& [id, record] : games_) {
    const Cursor cursor{record.game.due, id};
    if (record.game.ending.status == "playing" && cursor.created > 0 && cursor.created <= now &&
        after < cursor)
      due.push_back(cursor);
  }
  std::ranges::sort(due);
  due.resize(std::min(due.size(), static_cast<std::size_t>(std::max(most, 0))));
  return due;
}

std::vector<std::string> MemoryStore::unfinished_of(std::string_view user, int most) {
  const std::lock_guard lock(*mutex_);
  std::vector<std::string> ids;
  for (auto next = by_age_.begin(); next != by_age_.end() && std::ssize(ids) < most && !user.empty();
       ++next) {
    const Game& game = games_.at(next->second).game;
    const bool sits = std::ranges::count(game.seats, user, &Seat::user) > 0;
    if (sits && game.ending.status == "playing") ids.push_back(game.id);
  }
  return ids;
}

std::optional<std::string> MemoryStore::find_code(std::string_view code) {
  const std::lock_guard lock(*mutex_);
  const auto found = playing_by_code_.find(std::string(code));
  if (found == playing_by_code_.end()) return std::nullopt;
  return found->second;
}

Page MemoryStore::list(const GameQuery& query) {
  const std::lock_guard lock(*mutex_);
  Page page;
  if (query.limit <= 0) return page;
  auto next = std::make_reverse_iterator(query.after ? by_age_.lower_bound(*query.after) : by_age_.end());
  for (int examined = 1; next != by_age_.rend(); ++next, ++examined) {
    const Record& record = games_.at(next->second);
    if (query.matches(record.game)) page.games.push_back({record.game, plies(record)});
    const bool full = static_cast<int>(page.games.size()) == query.limit;
    if (full || examined == Page::kMostExamined) {
      page.next = next->first;
      break;
    }
  }
  return page;
}

std::vector<std::string> MemoryStore::unclassified(int most) {
  const std::lock_guard lock(*mutex_);
  std::vector<std::string> ids;
  for (const auto& [cursor, id] : by_age_) {
    if (std::ssize(ids) >= most) break;
    if (games_.at(id).game.opening_code == kUnclassified) ids.push_back(id);
  }
  return ids;
}

}  // namespace storage

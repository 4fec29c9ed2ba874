#include <algorithm>

#include "storage/memory/memory_store.h"

// Computer analysis.
namespace storage {

bool MemoryStore::write(const RequestAnalysis& request) {
  const auto game = games_.find(request.game);
  if (game == games_.end() || game->second.game.ending.status == "playing") return false;
  return analyses_.emplace(request.game, Analysis{request.game, request.total, request.asked}).second;
}

bool MemoryStore::write(const AppendAnalysis& append) {
  const auto found = analyses_.find(append.game);
  if (found == analyses_.end()) return false;
  Analysis& analysis = found->second;
  const int next = static_cast<int>(analysis.plies.size());
  if (append.ply.ply != next || next >= analysis.total) return false;
  analysis.plies.push_back(append.ply);
  return true;
}

bool MemoryStore::write(const FinishAnalysis& finish) {
  const auto found = analyses_.find(finish.game);
  if (found == analyses_.end()) return false;
  Analysis& analysis = found->second;
  if (static_cast<int>(analysis.plies.size()) != analysis.total) return false;
  analysis.accuracy = finish.accuracy;
  return true;
}

std::optional<Analysis> MemoryStore::load_analysis(std::string_view game) {
  const std::lock_guard lock(*mutex_);
  const auto found = analyses_.find(std::string(game));
  if (found == analyses_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> MemoryStore::unfinished_analyses() {
  const std::lock_guard lock(*mutex_);
  std::vector<std::pair<Millis, std::string>> by_age;
  for (const auto& [game, analysis] : analyses_) {
    if (!analysis.accuracy) by_age.emplace_back(analysis.asked, game);
  }
  std::ranges::sort(by_age);
  std::vector<std::string> games;
  for (auto& [asked, game] : by_age) games.push_back(std::move(game));
  return games;
}

}  // namespace storage

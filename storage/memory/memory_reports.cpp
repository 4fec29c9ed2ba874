#include <algorithm>
#include <tuple>

#include "storage/memory/memory_store.h"

// Reported lines of chat.
namespace storage {

bool MemoryStore::write(const ReportLine& line) {
  const Report& report = line.report;
  if (!games_.contains(report.game)) return false;
  return reports_.emplace(std::pair(report.game, report.said), report).second;
}

std::vector<Report> MemoryStore::reports(int limit) {
  const std::lock_guard lock(*mutex_);
  std::vector<Report> newest;
  for (const auto& [line, report] : reports_) newest.push_back(report);
  std::ranges::sort(newest, std::greater(), [](const Report& report) {
    return std::tuple(report.reported, report.said, report.game);
  });
  newest.resize(std::min(newest.size(), static_cast<std::size_t>(std::max(limit, 0))));
  return newest;
}

}  // namespace storage

#include "server/library/import_quota.h"

#include <limits>
#include <utility>

namespace server {

bool ImportQuota::begin(const std::string& import, const std::string& address) {
  const std::lock_guard lock(mutex_);
  if (imports_.contains(import)) return true;
  if (imports_.size() >= limits_.most) return false;
  auto place = waiting_.admit(address, limits_.waiting);
  if (!place) return false;
  imports_.emplace(import, std::move(place));
  return true;
}

bool ImportQuota::holds(const std::string& import) const {
  const std::lock_guard lock(mutex_);
  return imports_.contains(import);
}

bool ImportQuota::take(const std::string& import, const std::string& address, Cost bytes) {
  const std::lock_guard lock(mutex_);
  if (!imports_.contains(import))  // Begun by another server, or before a restart.
    imports_.emplace(import, waiting_.admit(address, std::numeric_limits<int>::max()));
  return !kept_.refuse(address, TokenBucket::Time::clock::now(), bytes);
}

void ImportQuota::give_back(const std::string& address, Cost bytes) {
  const std::lock_guard lock(mutex_);
  kept_.give_back(address, TokenBucket::Time::clock::now(), bytes);
}

void ImportQuota::end(const std::string& import) {
  const std::lock_guard lock(mutex_);
  imports_.erase(import);
}

std::vector<std::string> ImportQuota::imports() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> imports;
  for (const auto& [import, place] : imports_) imports.push_back(import);
  return imports;
}

}  // namespace server

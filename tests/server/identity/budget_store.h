#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "tests/storage/memory_store.h"

namespace server {

/// One that several servers share as far as budgets go, which never fill again.
class BudgetStore final : public storage::MemoryStore {
 public:
  std::optional<std::chrono::milliseconds> refuse(std::span<const storage::Budget> budgets) override {
    const std::lock_guard lock(mutex_);
    if (away) throw storage::Error("away");
    if (const auto wait = spent(budgets)) return wait;
    for (const storage::Budget& each : budgets) ++taken_[each.key];
    return std::nullopt;
  }
  std::optional<std::chrono::milliseconds> would_refuse(std::span<const storage::Budget> budgets) override {
    const std::lock_guard lock(mutex_);
    if (away) throw storage::Error("away");
    return spent(budgets);
  }
  void give_back(std::span<const storage::Budget> budgets) override {
    const std::lock_guard lock(mutex_);
    for (const storage::Budget& each : budgets)
      if (--taken_[each.key] == 0) taken_.erase(each.key);
  }
  std::map<std::string, int> taken() {
    const std::lock_guard lock(mutex_);
    return taken_;
  }

  std::atomic<bool> away = false;

 private:
  std::optional<std::chrono::milliseconds> spent(std::span<const storage::Budget> budgets) {
    for (const storage::Budget& each : budgets) {
      const auto taken = taken_.find(each.key);
      if (taken != taken_.end() && taken->second >= each.count) return each.per / each.count;
    }
    return std::nullopt;
  }

  std::mutex mutex_;
  std::map<std::string, int> taken_;
};

}  // namespace server

#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace server {

/// What is known of users, of each for as long as anyone holds it: all holders share one value. One thread.
/// Values live as long as one shared pointer to them does: of a connection, as a rule. Entries of values that
/// are gone are swept when there are twice as many as were left by the sweep before (1,024 at least), so
/// memory stays within twice what is held, and open() costs O(1) amortized.
template <class Value>
class HeldByUser {
 public:
  /// The one that is held, which has seen all changes since it was read; else this one.
  std::shared_ptr<Value> open(const std::string& user, Value read) {
    if (values_.size() >= sweep_at_) forget_unheld();
    std::weak_ptr<Value>& known = values_[user];
    auto value = known.lock();
    if (!value) known = value = std::make_shared<Value>(std::move(read));
    return value;
  }
  /// Null: it is not held.
  std::shared_ptr<Value> find(const std::string& user) const {
    const auto known = values_.find(user);
    return known == values_.end() ? nullptr : known->second.lock();
  }

 private:
  void forget_unheld() {
    std::erase_if(values_, [](const auto& entry) { return entry.second.expired(); });
    sweep_at_ = std::max<std::size_t>(1024, 2 * values_.size());
  }

  std::unordered_map<std::string, std::weak_ptr<Value>> values_;
  std::size_t sweep_at_ = 1024;
};

}  // namespace server

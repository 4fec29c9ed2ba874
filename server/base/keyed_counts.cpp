#include "server/base/keyed_counts.h"

namespace server {

KeyedCounts::Ticket KeyedCounts::admit(const std::string& key, int most) {
  if (of(key) >= most) return nullptr;
  ++(*held_)[key];
  return Ticket(held_.get(), [held = held_, key](void*) {
    const auto entry = held->find(key);
    if (--entry->second == 0) held->erase(entry);
  });
}

int KeyedCounts::of(const std::string& key) const {
  const auto entry = held_->find(key);
  return entry == held_->end() ? 0 : entry->second;
}

}  // namespace server

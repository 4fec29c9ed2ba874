#include "server/base/keyed_counts.h"

#include "server/base/limit_key.h"

namespace server {

// A shared_ptr without an object of its own: its deleter counts down. The table lives as long as its last
// ticket.
KeyedCounts::Ticket KeyedCounts::admit(const std::string& owner, int most) {
  if (of(owner) >= most) return nullptr;
  const std::uint64_t key = limit_key(owner);
  ++(*held_)[key];
  return Ticket(held_.get(), [held = held_, key](void*) {
    const auto entry = held->find(key);
    if (--entry->second == 0) held->erase(entry);
  });
}

int KeyedCounts::of(const std::string& key) const {
  const auto entry = held_->find(limit_key(key));
  return entry == held_->end() ? 0 : entry->second;
}

}  // namespace server

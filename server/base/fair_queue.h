#pragma once

#include <cstddef>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace server {

/// A bounded queue that is fair among those who put into it: they are served in turns, however much each put.
/// When it is full, the one with most in it loses the newest of it, so that none can keep the others out.
///
/// push() and pop() are constant but for a full queue, where push() is linear in the owners. Not thread-safe:
/// WorkPool guards it. An owner that puts a thousand items in waits for its own items alone.
template <class Item>
class FairQueue {
 public:
  explicit FairQueue(std::size_t most) : most_(most) {}

  /// Gives what has to go instead: nothing, an item of the one with most, or this one.
  /// @param owner empty is an owner like any other (the server itself)
  std::optional<Item> push(const std::string& owner, Item item) {
    const auto [entry, is_new] = owners_.try_emplace(owner);
    if (is_new) entry->second = order_.insert(order_.end(), {owner, {}});
    entry->second->items.push_back(std::move(item));
    if (++size_ <= most_) return std::nullopt;
    return drop_newest(longest());
  }

  /// The oldest item of the owner to be served next; none: it is empty.
  /// In turns: one item of each owner.
  std::optional<Item> pop() {
    if (order_.empty()) return std::nullopt;
    const auto position = order_.begin();
    std::optional<Item> item(std::move(position->items.front()));
    position->items.pop_front();
    --size_;
    order_.splice(order_.end(), order_, position);
    forget_if_empty(position);
    return item;
  }

  /// Those of one owner that are meant, oldest first.
  /// Linear in that owner's items; the others keep their turns.
  template <class IsMeant>
  std::vector<Item> take_out(const std::string& owner, IsMeant is_meant) {
    std::vector<Item> taken;
    const auto entry = owners_.find(owner);
    if (entry == owners_.end()) return taken;
    const Position position = entry->second;
    std::deque<Item> left;
    for (Item& item : position->items) {
      if (is_meant(std::as_const(item))) {
        taken.push_back(std::move(item));
      } else {
        left.push_back(std::move(item));
      }
    }
    // Before the owner may be forgotten.
    size_ -= taken.size();
    position->items = std::move(left);
    forget_if_empty(position);
    return taken;
  }

  std::size_t size() const { return size_; }

 private:
  struct Owner {
    std::string name;
    std::deque<Item> items;
  };
  using Position = typename std::list<Owner>::iterator;

  /// Of those who have as much, the one who comes last.
  Position longest() {
    Position longest = order_.begin();
    for (Position position = order_.begin(); position != order_.end(); ++position) {
      if (position->items.size() >= longest->items.size()) longest = position;
    }
    return longest;
  }

  Item drop_newest(Position position) {
    Item item = std::move(position->items.back());
    position->items.pop_back();
    --size_;
    forget_if_empty(position);
    return item;
  }

  void forget_if_empty(Position position) {
    if (!position->items.empty()) return;
    owners_.erase(position->name);
    order_.erase(position);
  }

  const std::size_t most_;
  std::size_t size_ = 0;
  std::list<Owner> order_;  // In the order in which they are served; only those who have something in it.
  // Only owners with items: the table does not grow with all that ever had some.
  std::unordered_map<std::string, Position> owners_;
};

}  // namespace server

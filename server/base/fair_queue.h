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
template <class Item>
class FairQueue {
 public:
  explicit FairQueue(std::size_t most) : most_(most) {}

  /// Gives what has to go instead: nothing, an item of the one with most, or this one.
  std::optional<Item> push(const std::string& owner, Item item) {
    const auto [entry, is_new] = owners_.try_emplace(owner);
    if (is_new) entry->second = turns_.insert(turns_.end(), {owner, {}});
    entry->second->items.push_back(std::move(item));
    if (++size_ <= most_) return std::nullopt;
    return drop_newest(longest());
  }

  /// The oldest of whose turn it is; none: it is empty.
  std::optional<Item> pop() {
    if (turns_.empty()) return std::nullopt;
    const auto turn = turns_.begin();
    std::optional<Item> item(std::move(turn->items.front()));
    turn->items.pop_front();
    --size_;
    turns_.splice(turns_.end(), turns_, turn);
    forget_if_empty(turn);
    return item;
  }

  /// Those of one owner that are meant, oldest first.
  template <class IsMeant>
  std::vector<Item> take_out(const std::string& owner, IsMeant is_meant) {
    std::vector<Item> taken;
    const auto entry = owners_.find(owner);
    if (entry == owners_.end()) return taken;
    const Turn turn = entry->second;
    std::deque<Item> left;
    for (Item& item : turn->items) {
      if (is_meant(std::as_const(item))) {
        taken.push_back(std::move(item));
      } else {
        left.push_back(std::move(item));
      }
    }
    size_ -= taken.size();
    turn->items = std::move(left);
    forget_if_empty(turn);
    return taken;
  }

  std::size_t size() const { return size_; }

 private:
  struct Owner {
    std::string name;
    std::deque<Item> items;
  };
  using Turn = typename std::list<Owner>::iterator;

  /// Of those who have as much, the one who comes last.
  Turn longest() {
    Turn longest = turns_.begin();
    for (Turn turn = turns_.begin(); turn != turns_.end(); ++turn) {
      if (turn->items.size() >= longest->items.size()) longest = turn;
    }
    return longest;
  }

  Item drop_newest(Turn turn) {
    Item item = std::move(turn->items.back());
    turn->items.pop_back();
    --size_;
    forget_if_empty(turn);
    return item;
  }

  void forget_if_empty(Turn turn) {
    if (!turn->items.empty()) return;
    owners_.erase(turn->name);
    turns_.erase(turn);
  }

  const std::size_t most_;
  std::size_t size_ = 0;
  std::list<Owner> turns_;  // In the order in which they are served; only those who have something in it.
  std::unordered_map<std::string, Turn> owners_;
};

}  // namespace server

#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <unordered_map>

#include "server/analysis/variation.h"
#include "server/bots/bot_pool.h"
#include "server/limits/keyed_counts.h"
#include "server/room/subscriber.h"

namespace server {

/// Answers what may follow on a board, and what a bot thinks of it if asked: the rules for pages that have
/// none. Network thread only.
class Explorer {
 public:
  struct Options {
    int thinking_of_one_address = 4;
    std::size_t thinking = 24;  ///< Of all: fewer than the pool lets wait in the background.
  };
  using Answer = std::function<void(engine::Expected<protocol::Explored, protocol::Error>)>;

  Explorer(BotPool& bots, Options options) : bots_(bots), options_(options) {}
  explicit Explorer(BotPool& bots) : Explorer(bots, Options{}) {}

  /// Without `think` the answer comes inside the call; else after the thought, which a newer one of the same
  /// connection cuts short. @pre who.user()
  void explore(const Subscriber& who, const protocol::Explore& explore, Answer answer);
  /// The connection is gone.
  void forget(const Subscriber& who);

 private:
  struct Thinking {
    std::stop_source stop;
    KeyedCounts::Ticket ticket;
    int number = 0;
  };

  void think(const Subscriber& who, const protocol::Explore& explore, Variation variation, Answer answer);
  /// Empty key: not counted.
  std::optional<KeyedCounts::Ticket> admit(const std::string& address);
  void ended(const Subscriber* who, int number);

  BotPool& bots_;
  const Options options_;
  KeyedCounts addresses_;
  std::unordered_map<const Subscriber*, Thinking> thinking_;
  int last_number_ = 0;
};

}  // namespace server

#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <unordered_map>

#include "server/analysis/variation.h"
#include "server/base/address_limits.h"
#include "server/base/rate_limit.h"
#include "server/base/work_pool.h"
#include "server/bots/bots.h"
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

  Explorer(Bots& bots, WorkPool& work, Options options) : bots_(bots), work_(work), options_(options) {}
  Explorer(Bots& bots, WorkPool& work) : Explorer(bots, work, Options{}) {}

  /// The variation is played through by the pool. With `think` the answer comes after the thought, which a
  /// newer one of the same connection cuts short. @pre who.user()
  void explore(Subscriber& who, const protocol::Explore& explore, Answer answer);
  /// The connection is gone.
  void forget(const Subscriber& who);

 private:
  /// Who waits for a thought, from the question on.
  struct Thinking {
    std::stop_source stop;
    KeyedCounts::Ticket ticket;
    int number = 0;
  };
  /// The question, and who asked it, who may be gone by now.
  struct Question {
    const Subscriber* who = nullptr;
    std::string user;
    protocol::Explore explore;
    int number = 0;  ///< 0: without a thought.
  };

  void played(const Question& question, Variation variation, Answer answer);
  void think(const Question& question, Variation variation, Answer answer);
  /// A place among those who wait for a thought, of which each address has a few; none: too many wait.
  std::optional<KeyedCounts::Ticket> admit(const std::string& address);
  void ended(const Question& question);
  bool is_wanted(const Question& question) const;

  Bots& bots_;
  WorkPool& work_;
  const Options options_;
  AddressCounts addresses_;
  std::unordered_map<const Subscriber*, Thinking> thinking_;
  int last_number_ = 0;
};

}  // namespace server

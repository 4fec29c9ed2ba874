#pragma once

#include <functional>
#include <stop_token>
#include <unordered_map>

#include "server/analysis/variation.h"
#include "server/base/address_limits.h"
#include "server/base/fair_queue.h"
#include "server/base/rate_limit.h"
#include "server/base/work_pool.h"
#include "server/bots/bots.h"
#include "server/room/subscriber.h"

namespace server {

/// Answers what may follow on a board, and what a bot thinks of it if asked: the rules for pages that have
/// none. Addresses are thought for in turns, however much each asks. Network thread only.
///
/// The way of a question: explore() pays, and a thread of the pool plays the variation → played(): the
/// answer, or a wait for a thread → think(). A connection has one thought at a time; `number` tells a stale
/// one apart.
class Explorer {
 public:
  struct Options {
    int thinking_of_one_address = 4;
    std::size_t waiting = 64;  ///< Of all.
    unsigned at_once = 16;     ///< Of those that the pool has; not more than it has threads.
  };
  using Answer = std::function<void(engine::Expected<protocol::Explored, protocol::Error>)>;

  Explorer(Bots& bots, WorkPool& work, Options options)
      : bots_(bots), work_(work), options_(options), waiting_(options.waiting) {}
  Explorer(Bots& bots, WorkPool& work) : Explorer(bots, work, Options{}) {}

  /// The variation is played through by the pool. With `think` the answer comes after the thought, which a
  /// newer one of the same connection cuts short. @pre who.user()
  /// May answer inside the call (a refusal), else in a later turn; always once.
  void explore(Subscriber& who, const protocol::Explore& explore, Answer answer);
  /// The connection is gone.
  /// Its thoughts are stopped and its waiting questions answered without one.
  void forget(const Subscriber& who);

 private:
  /// Of a connection that waits for a thought, from the question on.
  struct Thinking {
    std::stop_source stop;
    KeyedCounts::Ticket ticket;
    int number = 0;
  };
  /// The question, and the connection that asked it, which may be gone by now.
  struct Question {
    const Subscriber* who = nullptr;
    std::string user;
    std::string address;
    protocol::Explore explore;
    int number = 0;  ///< 0: without a thought.
  };

  /// A position to think about.
  struct Waiting {
    Question question;
    Variation variation;
    Answer answer;
  };

  void played(Waiting waiting);
  void wait(Waiting waiting);
  void hand_out();
  void think(Waiting next);
  void ended(const Question& question);
  // Whether this question is still the last of its connection.
  bool is_wanted(const Question& question) const;

  Bots& bots_;
  WorkPool& work_;
  const Options options_;
  AddressCounts addresses_;
  std::unordered_map<const Subscriber*, Thinking> thinking_;
  FairQueue<Waiting> waiting_;  // By network_key().
  unsigned handed_out_ = 0;     // Positions that the pool has.
  int last_number_ = 0;
};

}  // namespace server

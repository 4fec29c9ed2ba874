#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "server/bots/bots.h"

namespace server {

/// Bots that think until the test lets them answer, one after the other.
class HeldBots final : public Bots {
 public:
  explicit HeldBots(unsigned threads = 1) : threads_(threads) {}

  std::stop_source think(BotRequest request, Done done) override {
    rooms.push_back(request.room);
    waiting_.emplace_back(std::move(request), std::move(done));
    return {};
  }
  unsigned threads() const override { return threads_; }
  double share() const override { return 1; }

  void answer_next() {
    const Thinking next = std::move(waiting_.front());
    waiting_.pop_front();
    give_answer(next);
  }
  /// That which was asked for last, before the others.
  void answer_last() {
    const Thinking last = std::move(waiting_.back());
    waiting_.pop_back();
    give_answer(last);
  }
  bool idle() const { return waiting_.empty(); }

  std::vector<std::string> rooms;  ///< That were thought for, in this order.

 private:
  using Thinking = std::pair<BotRequest, Done>;

  static void give_answer(const Thinking& thinking) {
    BotAnswer answer;
    answer.ply = thinking.first.ply;
    thinking.second(std::move(answer));
  }

  const unsigned threads_;
  std::deque<Thinking> waiting_;
};

}  // namespace server

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
    auto [request, done] = std::move(waiting_.front());
    waiting_.pop_front();
    BotAnswer answer;
    answer.ply = request.ply;
    done(std::move(answer));
  }

  std::vector<std::string> rooms;  ///< That were thought for, in this order.

 private:
  const unsigned threads_;
  std::deque<std::pair<BotRequest, Done>> waiting_;
};

}  // namespace server

#pragma once

#include <boost/asio/post.hpp>
#include <deque>
#include <functional>
#include <utility>

#include "server/base/attempt.h"

namespace server {

/// HTTP requests that have come and wait to be served: so many in each round of the network loop. A move
/// waits for up to three rounds, by its message, its commit and its answer, and in each there is something to
/// do for each request that is being served: with all that come at once a round would be long. Network thread
/// only. Bounded by the connections, which have one request each.
class RequestTurns {
 public:
  static constexpr int kOfRound = 16;

  /// `serve` is called from a later turn of `executor`, which is the loop's; requests keep their order.
  template <class Executor>
  void enter(const Executor& executor, std::function<void()> serve) {
    waiting_.push_back(std::move(serve));
    if (!is_due_) next_round(executor);
  }

 private:
  template <class Executor>
  void next_round(const Executor& executor) {
    boost::asio::post(executor, [this, executor] { serve_some(executor); });
    is_due_ = true;
  }

  template <class Executor>
  void serve_some(const Executor& executor) {
    for (int served = 0; served < kOfRound && !waiting_.empty(); ++served) {
      const auto serve = std::move(waiting_.front());
      waiting_.pop_front();
      attempt("request", serve);
    }
    is_due_ = false;
    if (!waiting_.empty()) next_round(executor);
  }

  std::deque<std::function<void()>> waiting_;
  bool is_due_ = false;
};

}  // namespace server

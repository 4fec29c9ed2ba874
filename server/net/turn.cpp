#include "server/net/turn.h"

#include <boost/asio/post.hpp>
#include <utility>

namespace server {

namespace {

using std::chrono::steady_clock;

/// Connections between two looks at who else is there: a third of a millisecond.
constexpr int kAtATime = 64;

}  // namespace

void Turn::add(const Executor& network, std::shared_ptr<Member> member) {
  worked();
  members_.push_back(std::move(member));
  if (members_.size() == 1) boost::asio::post(network, [this] { end(); });
}

void Turn::end() {
  for (const auto& member : std::exchange(members_, {})) member->end_turn();
}

void Turn::add_when_idle(const Executor& network, std::shared_ptr<Member> member) {
  worked();
  waiting_.push_back({std::move(member), steady_clock::now()});
  if (waiting_.size() == 1) look_soon(network);
}

void Turn::look_soon(const Executor& network) {
  boost::asio::post(network, [this, network] { look(network); });
}

// Posted work runs after all that is ready, and the loop asks the kernel for more in between: if nothing was
// done since the last look, nobody else is there.
void Turn::look(const Executor& network) {
  const bool idle = !std::exchange(worked_, false);
  const auto overdue = steady_clock::now() - kLongestWait;
  for (int sent = 0; sent < kAtATime && !waiting_.empty(); ++sent) {
    if (!idle && waiting_.front().since > overdue) break;
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    next.member->idle();
  }
  if (!waiting_.empty()) look_soon(network);
}

}  // namespace server

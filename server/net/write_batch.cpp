#include "server/net/write_batch.h"

#include <boost/asio/post.hpp>
#include <utility>

namespace server {

namespace {

using std::chrono::steady_clock;

/// Connections between two looks at what else is due: a third of a millisecond.
constexpr int kAtATime = 64;  // Measured in a room of a thousand spectators (docs/lab/server.md, L5, L6).

}  // namespace

void WriteBatch::add(const Executor& network, std::shared_ptr<Member> member) {
  worked();
  members_.push_back(std::move(member));
  if (members_.size() == 1) boost::asio::post(network, [this] { end(); });
  // end_turn() may add members again: those wait for the next post.
}

void WriteBatch::end() {
  for (const auto& member : std::exchange(members_, {})) member->end_turn();
}

void WriteBatch::add_when_idle(const Executor& network, std::shared_ptr<Member> member) {
  worked();
  waiting_.push_back({std::move(member), steady_clock::now()});
  if (!timer_) timer_.emplace(network);
  if (waiting_.size() == 1) look_at(waiting_.front().since + kShortestWait);
}

void WriteBatch::look_at(steady_clock::time_point due) {
  timer_->expires_at(due);
  timer_->async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled) look();
  });
}

// Posted work runs after all that is ready, and the loop asks the kernel for more in between: if nothing was
// done since the last look, the loop is idle.
void WriteBatch::look() {
  const bool idle = !std::exchange(worked_, false);
  // Those that came later than `due` stay: when idle, for kShortestWait; in a busy loop, for kLongestWait.
  const auto due = steady_clock::now() - (idle ? kShortestWait : kLongestWait);
  for (int sent = 0; sent < kAtATime && !waiting_.empty() && waiting_.front().since <= due; ++sent) {
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    next.member->idle();
  }
  if (waiting_.empty()) return;
  if (idle && waiting_.front().since > due) return look_at(waiting_.front().since + kShortestWait);
  // Busy, or more than one slice is due: look again after all that is ready now.
  boost::asio::post(timer_->get_executor(), [this] { look(); });
}

}  // namespace server

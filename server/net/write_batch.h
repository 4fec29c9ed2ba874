#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace server {

/// Connections that have something to send. What a player waits for is sent when the turn of the network loop
/// ends, that is, what runs now and what was ready to run before it: one post for all. What spectators wait
/// for is sent when the loop has nothing else to do, a few connections at a time, so that a game that a
/// thousand people watch holds no other game up; never before `kShortestWait`, for more often follows at
/// once, and in a loop that is never idle after `kLongestWait`. What has gathered until then goes out in one
/// system call. Network thread only.
///
/// Both lists hold their members by shared_ptr until they are called. They have no bound of their own: a
/// member is in each at most once at a time, so connections bound them. A member that throws would end the
/// others' turn, so members catch (WebSocketSession::attempt_or_close()).
class WriteBatch {
 public:
  using Executor = boost::asio::io_context::executor_type;

  class Member {
   public:
    /// Called once after add(); it may add itself again for the next turn.
    virtual void end_turn() = 0;
    /// Called once after add_when_idle().
    virtual void idle() = 0;

   protected:
    ~Member() = default;
  };

  static constexpr std::chrono::milliseconds kShortestWait{2};
  static constexpr std::chrono::milliseconds kLongestWait{200};

  /// end_turn(), once for each time that it is added; members keep count of that themselves.
  void add(const Executor& network, std::shared_ptr<Member> member);
  /// idle(), in the same way.
  void add_when_idle(const Executor& network, std::shared_ptr<Member> member);
  /// The loop has served a message.
  /// Then it is not idle, and spectators' text waits on.
  void worked() { worked_ = true; }

 private:
  struct Waiting {
    std::shared_ptr<Member> member;
    std::chrono::steady_clock::time_point since;
  };

  void end();
  void look_at(std::chrono::steady_clock::time_point due);
  void look();

  std::vector<std::shared_ptr<Member>> members_;    // For the end of this turn.
  std::deque<Waiting> waiting_;                     // First come, first served.
  bool worked_ = false;                             // Since the last look.
  std::optional<boost::asio::steady_timer> timer_;  // Made at the first use: the loop is not known before.
};

}  // namespace server

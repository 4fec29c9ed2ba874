#pragma once

#include <boost/asio/post.hpp>
#include <memory>
#include <utility>
#include <vector>

namespace server {

/// Connections that have something to send when the turn of the network loop ends: what runs now, and what
/// was ready to run before it. One post for all of them. Network thread only.
class Turn {
 public:
  class Member {
   public:
    virtual void end_turn() = 0;

   protected:
    ~Member() = default;
  };

  /// Once for each time that it is added; members keep count of that themselves.
  template <class Executor>
  void add(const Executor& network, std::shared_ptr<Member> member) {
    members_.push_back(std::move(member));
    if (members_.size() == 1) boost::asio::post(network, [this] { end(); });
  }

 private:
  void end() {
    for (const auto& member : std::exchange(members_, {})) member->end_turn();
  }

  std::vector<std::shared_ptr<Member>> members_;
};

}  // namespace server

#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "server/base/timer.h"
#include "server/hub/clients.h"
#include "server/identity/users.h"
#include "server/records/record_queue.h"

namespace server {

/// Those who are here and of whom another server has written something: looks up what is true of them now,
/// some at a time. A connection whose session is over is closed (4005), ratings, blocks and challenges are
/// those of the store. What cannot be read now is read later. Network thread only.
///
/// Reasons to look: the feed of changes (decision 0008) names users, or has lost notices and names
/// `anything`. A second notice while a look is under way is kept and served after it; one look is under way
/// at a time, of 50 users at most. Costs four reads a user on the slow readers' threads.
class ChangedPeople {
 public:
  /// What stands in the store of a user's challenges.
  using Challenged =
      std::function<void(const std::string& user, const std::vector<storage::Challenge>& challenges)>;

  /// All outlive this.
  ChangedPeople(Timer::Executor network, RecordQueue& records, Clients& clients, Users& users,
                Challenged challenged);

  /// Of `anything`: all who are here with an account.
  /// Returns at once. Users that are not connected here are not looked at: their next `hello` reads the store
  /// anyway.
  void look_at(const storage::Changes& changes);

 private:
  /// A user with all connections, and what the store says of it.
  struct Look {
    std::string user;
    std::vector<std::pair<ViewerId, std::string>>
        shown;  // Tokens, as hashes: who comes later has a good one.
    std::vector<storage::Session> sessions;
    std::vector<storage::Rating> ratings;
    Blocked blocked;
    std::vector<storage::Challenge> challenges;
  };

  std::vector<Look> next();
  void look_up();
  void compare(const Look& look);

  RecordQueue& records_;
  Clients& clients_;
  Users& known_;
  const Challenged challenged_;
  Timer timer_;
  std::set<std::string> users_;  // To be looked up; each was here when noted.
  bool looking_ = false;         // A read is under way, or the timer waits.
};

}  // namespace server

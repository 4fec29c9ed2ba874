#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/keyed_counts.h"
#include "server/identity/ratings.h"
#include "server/protocol/messages.h"
#include "server/room/presence.h"
#include "server/room/subscriber.h"

namespace server {

/// Under which number the client expects the answer.
/// None: it does not ask for one.
using RequestId = std::optional<std::int64_t>;

/// A connection, as the hub knows it. Asynchronous answers find it by its id, for the connection may be
/// gone by then.
///
/// Owned by Clients until it leaves: hold a ViewerId across asynchronous work, never a pointer.
struct Client {
  ViewerId id = 0;  ///< Never given twice while the process lives.
  std::shared_ptr<Subscriber> subscriber;
  std::vector<std::string> early;  ///< Messages that came before the welcome.
  /// Of which it is a viewer; each counts for its address.
  std::map<std::string, KeyedCounts::Ticket> rooms;
  bool wants_challenges = false;   ///< It hears of challenges that its user makes and receives.
  bool wants_turns = false;        ///< It hears of the turns of its user in games that it is not in.
  std::string session;             ///< The hash of the token that was shown.
  std::uint64_t ended_before = 0;  ///< Hub's count of ended sessions when it said hello.
  std::shared_ptr<const Ratings::Standings> ratings;  ///< Shared with Ratings; null before the welcome.

  /// @pre it has said hello
  const protocol::User& user() const { return *subscriber->user(); }
  /// Encodes for this client alone; what many get is encoded once by the sender. May close the connection
  /// (slow reader).
  void send(const protocol::ServerMessage& message, RequestId id = {}) const;
  /// The session is over: says so and closes the connection.
  void log_out() const;
};

/// Who is connected, and which users they are. Owns the clients; they own their rooms' ids, not the rooms,
/// and share the connection with the session that serves its socket. Network thread only.
///
/// Every look-up is a hash table's. A user that is not a key of `users_` has no open connection.
class Clients {
 public:
  /// Its place is the same until leave().
  /// @pre it is not here yet
  Client& enter(std::shared_ptr<Subscriber> subscriber);
  /// As it was last; none: it was not here.
  std::optional<Client> leave(const Subscriber& subscriber);

  /// Null if it is not here (any more).
  Client* find(const Subscriber& subscriber);
  Client* find(ViewerId id);
  std::unordered_map<const Subscriber*, Client>& all() { return clients_; }

  /// From now on the client is this user, instead of the one before.
  /// Also removes it from a user's list if it had said hello.
  /// Twice with the same user is harmless.
  void identify(Client& client, protocol::User user);
  bool is_present(const std::string& user) const { return users_.contains(user); }
  /// On which this user has said hello.
  /// A copy: the caller may close some of them meanwhile.
  std::vector<ViewerId> connections_of(const std::string& user) const;
  std::vector<std::string> all_users() const;
  /// Ids of users with an account, at most so many.
  std::set<std::string> accounts(std::size_t most) const;
  /// Users, each counted once.
  int users() const { return static_cast<int>(users_.size()); }

 private:
  // Before it leaves or becomes another user.
  void forget_user_of(const Client& client);

  std::unordered_map<const Subscriber*, Client> clients_;
  std::unordered_map<ViewerId, const Subscriber*> by_id_;
  std::unordered_map<std::string, std::vector<ViewerId>> users_;  // The connections of each.
  ViewerId last_id_ = 0;
};

}  // namespace server

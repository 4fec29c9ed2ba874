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
using RequestId = std::optional<std::int64_t>;

/// A connection, as the lobby knows it. Asynchronous answers find it by its id, for the connection may be
/// gone by then.
struct Client {
  ViewerId id = 0;
  std::shared_ptr<Subscriber> subscriber;
  std::vector<std::string> early;  ///< Messages that came before the welcome.
  /// Of which it is a viewer; each counts for its address.
  std::map<std::string, KeyedCounts::Ticket> rooms;
  bool wants_turns = false;        ///< It hears of the turns of its user in games that it is not in.
  std::string session;             ///< The hash of the token that was shown.
  std::uint64_t ended_before = 0;  ///< Hub's count of ended sessions when it said hello.
  std::shared_ptr<const Ratings::Standings> ratings;

  /// @pre it has said hello
  const protocol::User& user() const { return *subscriber->user(); }
  void send(const protocol::ServerMessage& message, RequestId id = {}) const;
  /// The session is over: says so and closes the connection.
  void log_out() const;
};

/// Who is connected, and which users they are. Owns the clients; they own their rooms' ids, not the rooms,
/// and share the connection with the session that serves its socket. Network thread only.
class Clients {
 public:
  /// Its place is the same until leave().
  Client& enter(std::shared_ptr<Subscriber> subscriber);
  /// As it was last; none: it was not here.
  std::optional<Client> leave(const Subscriber& subscriber);

  /// Null if it is not here (any more).
  Client* find(const Subscriber& subscriber);
  Client* find(ViewerId id);
  std::unordered_map<const Subscriber*, Client>& all() { return clients_; }

  /// From now on the client is this user, instead of the one before.
  void identify(Client& client, protocol::User user);
  bool is_present(const std::string& user) const { return users_.contains(user); }
  /// On which this user has said hello.
  std::vector<ViewerId> connections_of(const std::string& user) const;
  std::vector<std::string> all_users() const;
  /// Ids of users with an account, at most so many.
  std::set<std::string> accounts(std::size_t most) const;
  /// Users, each counted once.
  int users() const { return static_cast<int>(users_.size()); }

 private:
  void forget_user_of(const Client& client);

  std::unordered_map<const Subscriber*, Client> clients_;
  std::unordered_map<ViewerId, const Subscriber*> by_id_;
  std::unordered_map<std::string, std::vector<ViewerId>> users_;  // The connections of each.
  ViewerId last_id_ = 0;
};

}  // namespace server

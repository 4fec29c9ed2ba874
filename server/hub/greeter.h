#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/hub/changed_people.h"
#include "server/hub/hub_context.h"
#include "server/identity/users.h"

namespace server {

/// Answers `hello` by `welcome`: which user a connection belongs to, and which games that user has to play.
/// Meanwhile the connection waits for the store, and what it sends is kept. Network thread only.
///
/// The way of a `hello`: Users::identify() (store, threads) → read_entries() of games that are not in memory
/// → accept(). At each step the client may be gone, and then nothing is done. Messages that come in between
/// wait in Client::early; `answered` is when the hub takes them up. A second `hello` has to
/// be of the same user (docs/decisions/0012, D14).
class Greeter {
 public:
  struct Options {
    std::string server_name;
    std::string server_version;
    bool lan = false;  ///< The first user from this machine is the host of the server.
  };
  /// A `hello` has been answered, accepted or not.
  using Answered = std::function<void(Client& client)>;

  /// All outlive this.
  Greeter(const HubContext& context, Users& users, ChangedPeople& changed_people, Options options,
          Answered answered);

  /// Answers later, by `welcome` or `error`. A wrong version closes the connection at once.
  void on(Client& client, RequestId id, const protocol::Hello& hello);
  /// With the server's time, from which clients know how their clock differs.
  void on(Client& client, RequestId id, const protocol::Ping& ping);

  /// A connection of this user is gone; what the user has to play is known as long as one is there.
  void left(const protocol::User& user);
  /// Sessions may have ended: users whose `hello` is under way are looked up again.
  /// Called after the client has left Clients.
  /// A change of the feed may hit a look-up that has read the session before it ended; counting is cheaper
  /// than naming the users.
  void sessions_ended() { ++ended_; }
  /// Whether this user is the host of the server.
  bool is_host(const std::string& user) const { return !host_.empty() && user == host_; }

 private:
  using Games = std::vector<UnfinishedGames::Entry>;

  void look_up_games(ViewerId id, RequestId request, Users::Result result);
  void answer(ViewerId id, RequestId request, Users::Result result, Games on_record);
  void accept(Client& client, RequestId request, Users::Identity identity, Games on_record);
  void identify(Client& client, protocol::User user);
  bool is_here_as_guest(const std::string& user) const;
  protocol::Welcome welcome(Users::Identity identity) const;

  const HubContext& context_;
  Users& users_;
  ChangedPeople& changed_people_;
  const Options options_;
  const Answered answered_;
  std::uint64_t ended_ = 0;  // Times that sessions may have ended.
  std::string host_;         // The id of a user; empty: there is none.
};

}  // namespace server

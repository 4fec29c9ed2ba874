#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/base/timer.h"
#include "server/hub/addressee.h"
#include "server/hub/changed_people.h"
#include "server/hub/hub_context.h"
#include "server/hub/new_games.h"
#include "server/identity/ratings.h"
#include "storage/challenge.h"

namespace server {

/// Accounts ask each other for games. Challenges stand in the store, which has the last word: who is here is
/// told what stands there, whichever server has written it, also after a restart. The game is made where the
/// challenge is accepted. Network thread only.
class Challenges {
 public:
  struct Options {
    ChallengeLimits limits = {};
    Rate of_user{20, std::chrono::minutes(10)};
    Rate of_address{60, std::chrono::minutes(10)};
    Rate notices{5, std::chrono::minutes(10)};     ///< To the devices of one account that is away.
    Millis with_clock = std::chrono::minutes(10);  ///< So long a challenge waits to a game with a clock,
    Millis without_clock = std::chrono::days(14);  ///< of days, or without one.
    Millis absence = std::chrono::seconds(20);     ///< Of who asks for a game with a clock.
  };

  /// All outlive this.
  Challenges(Timer::Executor network, const HubContext& context, const NewGames& new_games, Ratings& ratings,
             ChangedPeople& changed_people, const Options& options);

  void on(Client& client, RequestId id, const protocol::WatchChallenges& watch);
  void on(Client& client, RequestId id, const protocol::Challenge& asked);
  void on(Client& client, RequestId id, const protocol::AnswerChallenge& answer);

  /// What stands in the store of a user who is here.
  void look_at(const std::string& user, const std::vector<storage::Challenge>& stored);
  /// A connection of this user has gone.
  void left(const std::string& user);
  /// The server goes down: no challenge ends by itself any more.
  void stop() { timer_.cancel(); }

 private:
  using Challenge = storage::Challenge;
  /// What a user who is here has been told, or has asked for.
  struct Known {
    bool is_read = false;
    bool is_shown = false;                               // To the user.
    std::map<std::string, Challenge> open;               // By id.
    std::vector<Challenge> made;                         // Of the user, and not among those yet.
    std::set<std::string> ended;                         // Ids, as long as the store knows how.
    std::vector<std::pair<ViewerId, RequestId>> asking;  // Connections that wait until it is read.
  };
  /// A challenge that was to be answered, as it stood in the store.
  struct Asked {
    Challenge challenge;
    std::size_t unfinished = 0;  // Games of who asks for another.
  };
  /// A user who has gone, with challenges that end unless the user comes back.
  struct Away {
    TimePoint until;
    std::vector<Challenge> challenges;
  };

  std::optional<protocol::Error> refuse(const Client& client, const protocol::Seek& wish);
  Challenge challenge_of(const protocol::User& user, protocol::Seek wish) const;
  void begin(ViewerId viewer, RequestId id, Challenge challenge, const Addressee& addressee);
  void begun(const Challenge& challenge);
  static std::optional<Asked> find(storage::Reader& store, const std::string& user,
                                   const protocol::AnswerChallenge& answer, storage::Millis now);
  void end(const Challenge& challenge, const char* state, const std::string& reason,
           std::function<void(Persisted)> done);
  void accept(Client& client, RequestId id, const Asked& asked);
  void accepted(ViewerId viewer, RequestId id, const Challenge& challenge, const Room* room);
  bool is_present(const std::string& user) const;
  void withdraw_notices(const std::string& user, const Known& known);

  void show_all(Client& client, RequestId id, Known& known);
  void tell(const std::string& user, const protocol::ServerMessage& message) const;
  void tell_changes(const std::string& user, const Known& known, const std::vector<Challenge>& stored) const;
  void end_in_absence(const Challenge& challenge);
  void settle(const Challenge& challenge);
  void wake_at(TimePoint moment);
  void due();
  void look_again(const Challenge& challenge) {
    changed_people_.look_at({.users = {challenge.from, challenge.to}});
  }

  const HubContext& context_;
  const NewGames& new_games_;
  Ratings& ratings_;
  ChangedPeople& changed_people_;
  const Options options_;
  KeyedBuckets of_users_;
  AddressBuckets of_addresses_;
  KeyedBuckets notices_;                          // By who is challenged.
  std::unordered_map<std::string, Known> known_;  // By user: each has a connection here.
  std::unordered_map<std::string, Away> away_;    // By user.
  std::optional<TimePoint> wakes_at_;
  Timer timer_;
};

}  // namespace server

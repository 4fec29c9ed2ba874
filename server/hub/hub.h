#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "server/hub/challenges.h"
#include "server/hub/changed_people.h"
#include "server/hub/greeter.h"
#include "server/hub/joins.h"
#include "server/hub/moderation.h"
#include "server/hub/new_games.h"
#include "server/hub/room_messages.h"
#include "server/hub/seen_turns.h"
#include "server/hub/study_messages.h"
#include "server/hub/turn_notifier.h"
#include "server/hub/watches.h"
#include "server/identity/accounts.h"
#include "server/rooms/life_sign.h"
#include "server/rooms/quota_sweep.h"

namespace server {

/// Where connections come in: all that the network sees of the rooms. Every message of a client arrives here
/// and goes to the one part that takes it: Greeter, NewGames, Challenges, Joins, RoomMessages, Watches or
/// StudyMessages.
/// Owns the rooms and what keeps them. Network thread only.
///
/// A message's way: received() keeps it in Client::early while the user is being looked up; else take()
/// decodes it and dispatch() gives it to the part whose on() takes its type, which route() checks at compile
/// time. Before `hello` only `hello` is taken. A part answers by Client::send() with the request's number, at
/// once or later; across a wait it keeps the ViewerId, not the Client.
///
/// Life: constructor → restore_all() → opened(), received(), closed() ... → drain(). Records, bots, users and
/// metrics outlive it; its callbacks into them end with the network loop, which stops before it is destroyed.
class Hub {
 public:
  struct Options {
    std::string server_name = "Sanqi";
    std::string server_version = "0";
    /// The last sign of life in the records: the time since then is no thinking time.
    TimePoint lived_until{};
    std::vector<storage::Outage> outages = {};  ///< Before that: of games that were not loaded since.
    std::size_t max_rooms = 10'000;             ///< In memory; beyond them nothing is opened or loaded.
    /// That the connections of one address are in, each counted for each.
    AddressShare rooms_of_address{100, 1'000};
    GameQuota::Limits games = {};  ///< That are not over.
    Challenges::Options challenges = {};
    Studies::Options studies = {};
    QuotaSweep::Options quota_sweep = {};
    /// Below this share of their time the bots take no new games.
    double least_share_of_bots = 0.1;
    /// Codes of no room, tried from one address: each is paid before it is looked up. Where a thousand
    /// games are open, one code in ten thousand is in use: to guess one takes sixteen hours.
    Rate wrong_codes{10, std::chrono::seconds(60)};
    RoomMessages::Reports reports = {};
    Moderation::Options moderation = {};
    /// A server for the people in one building: the first user from this machine is their host.
    bool lan = false;
    /// The game of the room that is ready for them, by its code; empty: there is none.
    std::string ready_game = {};
    /// A game of this tournament (Tournament::id) has ended, and is written down.
    std::function<void(const std::string& tournament)> tournament_game_ended = [](const auto&) {};
  };
  /// Reads nothing yet; see restore_all().
  Hub(boost::asio::io_context::executor_type network, RecordQueue& records, Bots& bots, Users& users,
      Metrics& metrics, Options options);

  /// While the server drains it is told so and closed. @pre not opened before
  void opened(std::shared_ptr<Subscriber> subscriber);
  /// One text message, already within size and rate limits. Everything wrong with it is answered by `error`.
  /// A connection that is not known (any more) is ignored.
  void received(Subscriber& subscriber, std::string_view text);
  /// The same for a message that came too soon: its sender must not wait for the answer.
  /// Refused messages are paid for by MessageBudget; here they are decoded only for the number of the
  /// request.
  void refused(Subscriber& subscriber, std::string_view text, Millis wait);
  /// The connection is gone. `on_purpose`: the page was closed (close code 1000 or 1001), not dropped.
  /// Its rooms, seeks and watches are told; twice does no harm.
  void closed(Subscriber& subscriber, bool on_purpose);
  /// Sessions are over: the connections that were opened with them are closed (4005).
  /// All of a user's but one (Ended::kept), or one (Ended::only). What is still waiting for its welcome is
  /// compared again when it gets it.
  void log_out(const Accounts::Ended& ended);

  /// Loads every game that has something to do by itself, and takes it up where it stood: clocks go on, bots
  /// are asked again. The others are loaded when a request names them. Clients may come meanwhile.
  /// `done` is called once; games that cannot be read are logged and counted, and do not stop it.
  void restore_all(std::function<void()> done);
  /// Ends this game if no player has acted for too long.
  /// See Rooms::lapse(); called by LapseSweep.
  void lapse(const std::string& game, bool may_end) { rooms_.lapse(game, may_end); }
  /// Ends this game, which counts no more in its tournament.
  /// See Rooms::annul(); called by Tournaments.
  void annul(const std::string& game, bool even_begun) { rooms_.annul(game, even_begun); }
  /// Has the room of this game here, if no other server keeps it: so that its clocks and limits hold.
  // No budget: it is the server's own wish, and no one waits for the answer.
  void bring(const std::string& game) {
    rooms_.find(game, RequestBudget(), [](const auto&) {});
  }
  /// The same for a game of a tournament that has just begun: its players who are here are told of it.
  void begin_game(const std::string& game) {
    rooms_.find(game, RequestBudget(), [this](const Rooms::Lookup& found) {
      if (found.room) turn_notifier_.tell_begun(*found.room);
    });
  }
  /// The same for the games of another server that is gone.
  /// Some at a time, while places are free; nothing while the server drains.
  void take_up_orphans();
  /// Looks at what other servers have changed in the store.
  /// Called by the feed of changes (decision 0008); a notice that comes twice does no harm.
  void look_at(const storage::Changes& changes);
  /// What other servers are to be shown of the lobby. None: what they were shown last.
  std::optional<SharedLobby> share();
  /// What they show of theirs.
  /// Called once a second by the exchange of lobbies, where several servers share a store.
  void show_others(OtherLobbies::All others) { feed_.update_others(std::move(others)); }
  /// For SIGTERM: announces the restart, takes no new games, stops the clocks, says `bye` 1012 and closes.
  /// `done` when every pending record is committed, and other servers may have the games.
  /// Moves that are being committed are still acknowledged; what comes after is refused (`shutting_down`).
  /// Call it once.
  void drain(std::function<void()> done);

  /// Whether this account is connected, here or to a server that shows it.
  bool is_online(const std::string& account) const {
    return clients_.is_present(account) || feed_.others().has_account(account);
  }
  /// Ids of users who are connected.
  std::vector<std::string> users_here() const { return clients_.all_users(); }
  const Rooms& rooms() const { return rooms_; }
  Analyst& analyst() { return watches_.analyst(); }
  Studies& studies() { return studies_; }
  Moderation& moderation() { return moderation_; }
  /// Of the room that is ready for newcomers; empty: there is none.
  const std::string& ready_code() const { return codes_.ready_code(); }

 private:
  void take(Client& client, std::string_view text);
  void dispatch(Client& client, const protocol::Request& request);
  /// What came before its welcome.
  void receive_early(Client& client);
  void room_changed(const std::string& id, const Room* room);
  void room_left(const std::string& id, ViewerId viewer);
  void ended_elsewhere(const UnfinishedGames::Entry& game);
  void tell_tournament(const std::string& id, const Room* room);

  // Built from top to bottom and destroyed the other way round: a part names only those above it, but for
  // feed_ and rooms_, which know each other.
  const Options options_;
  RecordQueue& records_;
  Clients clients_;
  ChangedPeople changed_people_;
  UnfinishedGames unfinished_;
  TurnNotifier turn_notifier_;
  SeenTurns seen_turns_;
  LobbyFeed feed_;
  Rooms rooms_;
  Moderation moderation_;
  LifeSign life_sign_;
  GameQuota quota_;
  QuotaSweep quota_sweep_;
  RoomCodes codes_;
  Seeks seeks_;
  const HubContext context_;
  Greeter greeter_;
  NewGames new_games_;
  Challenges challenges_;
  Joins joins_;
  RoomMessages room_messages_;
  Watches watches_;
  Studies studies_;
  StudyMessages study_messages_;
  std::unordered_set<std::string>
      told_ended_;         // Of the games in memory those that tournaments know to be over.
  bool draining_ = false;  // Set by drain(), for good.
};

}  // namespace server

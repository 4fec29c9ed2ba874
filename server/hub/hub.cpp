#include "server/hub/hub.h"

#include <chrono>
#include <utility>

#include "server/base/attempt.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::CloseCode;
using protocol::ErrorCode;

/// Messages that a client may send without waiting for its welcome.
/// They were paid for like others. More would be memory that a connection without a user holds.
constexpr std::size_t kMaxEarly = 16;
/// How long a restart takes, as far as clients are told.
constexpr Millis kRestartIn = std::chrono::seconds(2);

void announce_restart(const Client& client) {
  // Clients show it and connect again after that time.
  client.send(
      protocol::Notice{protocol::NoticeLevel::warning, "The server restarts. Your games go on.", kRestartIn});
}

void say_goodbye(const Client& client) {
  client.send(protocol::Bye{CloseCode::restart, "restart", kRestartIn});
  client.subscriber->close(CloseCode::restart, "restart");
}

/// One that fails is not in the way of the others.
template <class Act>
void for_each_of(Clients& clients, Act act) {
  for (auto& entry : clients.all()) attempt("client", [&] { act(entry.second); });
}

// A part "takes" a message if it has on(Client&, RequestId, const Message&).
template <class Part, class Message>
concept Takes =
    requires(Part part, Client client, RequestId id, const Message message) { part.on(client, id, message); };

/// Gives the message to the one part that has a function for it.
template <class Message, class... Parts>
void route(Client& client, RequestId id, const Message& message, Parts&... parts) {
  // A message of protocol::Request without a part, or with two, does not compile.
  static_assert((Takes<Parts&, Message> + ...) == 1, "one part takes each message");
  const auto offer = [&](auto& part) {
    if constexpr (Takes<decltype(part), Message>) part.on(client, id, message);
  };
  (offer(parts), ...);
}

}  // namespace

// The feed looks at the rooms, which tell it of themselves: neither does so before both are there.
Hub::Hub(boost::asio::io_context::executor_type network, RecordQueue& records, Bots& bots, Users& users,
         Metrics& metrics, Options options)
    : options_(std::move(options)),
      records_(records),
      changed_people_(
          network, records, clients_, users,
          [this](const std::string& user, const auto& stored) { challenges_.look_at(user, stored); }),
      turn_notifier_(clients_),
      seen_turns_(records),
      feed_(network, rooms_,
            // Both figures are read when they are shown, not kept beside.
            [this] {
              return LobbyFeed::Figures{clients_.users(), static_cast<int>(rooms_.all().size())};
            }),
      rooms_(
          network, records, bots, users.ratings(), metrics, options_.max_rooms, options_.lived_until,
          options_.outages, [this](const std::string& id, const Room* room) { room_changed(id, room); },
          [this](const std::string& id, ViewerId viewer) { room_left(id, viewer); }),
      moderation_(network, records, users, clients_, rooms_, changed_people_, options_.moderation),
      life_sign_(network, records, rooms_),
      quota_(options_.games, unfinished_),
      quota_sweep_(
          network, records,
          [this](const std::string& after, int most) { return quota_.on_record_alone(after, most); },
          [this](const UnfinishedGames::Entry& game) { ended_elsewhere(game); }, options_.quota_sweep),
      codes_(rooms_, records, options_.wrong_codes, options_.ready_game),
      seeks_(network, records, rooms_, users.ratings(), feed_, quota_,
             [this](const std::string& user, std::set<ViewerId> viewers, const protocol::Created& created) {
               new_games_.paired(user, std::move(viewers), created);
             }),
      context_{records, metrics, clients_, rooms_, codes_, quota_, unfinished_, feed_},
      greeter_(context_, users, changed_people_,
               {options_.server_name, options_.server_version, options_.lan},
               [this](Client& client) { receive_early(client); }),
      new_games_(context_, bots, seeks_, options_.least_share_of_bots),
      challenges_(network, context_, new_games_, users.ratings(), changed_people_, options_.challenges),
      joins_(context_, greeter_, options_.rooms_of_address),
      room_messages_(context_, joins_, new_games_, users.measures(), options_.reports),
      watches_(context_, bots, seeks_),
      studies_(
          network, records, metrics,
          [this](ViewerId id) {
            const Client* const client = clients_.find(id);
            return client ? client->subscriber.get() : nullptr;
          },
          options_.studies),
      study_messages_(studies_) {}

// ---- connections and their messages ----------------------------------------------------------------------

void Hub::opened(std::shared_ptr<Subscriber> subscriber) {
  Client& client = clients_.enter(std::move(subscriber));
  // It is entered all the same: its close arrives like that of others.
  if (draining_) say_goodbye(client);
}

void Hub::received(Subscriber& subscriber, std::string_view text) {
  Client* const client = clients_.find(subscriber);
  if (!client) return;
  // Identified, or has not said hello: dispatch() refuses the latter.
  if (!subscriber.is_being_identified()) return take(*client, text);
  if (client->early.size() < kMaxEarly) {
    client->early.emplace_back(text);
  } else {
    client->send(error(ErrorCode::busy, "Wait for the welcome."));
  }
}

// They pass by dispatch() in their order; one of them may be a second hello, and then the rest waits again.
void Hub::receive_early(Client& client) {
  for (const std::string& text : std::exchange(client.early, {})) received(*client.subscriber, text);
}

void Hub::refused(Subscriber& subscriber, std::string_view text, Millis wait) {
  const Client* const client = clients_.find(subscriber);
  if (!client) return;
  const auto request = protocol::decode(text);
  client->send(protocol::retry_after(wait, ErrorCode::rate_limited, "Too many messages."),
               // An answer without its number could not be matched to the request, and the client would wait.
               request ? request->id : request.error().id);
}

void Hub::closed(Subscriber& subscriber, bool on_purpose) {
  // First: whatever is told below looks at clients who are here.
  const auto client = clients_.leave(subscriber);
  if (!client) return;
  watches_.forget(subscriber);
  studies_.forget(client->id);
  seeks_.end_all(client->id);
  if (subscriber.user()) greeter_.left(*subscriber.user());
  if (subscriber.user()) challenges_.left(subscriber.user()->id);
  const Leaving how = on_purpose ? Leaving::closed : Leaving::lost;
  // A room that has left the memory meanwhile has no viewers either.
  for (const auto& [id, ticket] : client->rooms) {
    if (Room* const room = rooms_.loaded(id)) room->leave(client->id, how);
  }
}

void Hub::take(Client& client, std::string_view text) {
  const auto request = protocol::decode(text);
  // What cannot be decoded is the client's mistake, not the connection's end.
  if (!request) return client.send(request.error().error, request.error().id);
  dispatch(client, *request);
}

void Hub::dispatch(Client& client, const protocol::Request& request) {
  const bool may_speak =
      client.subscriber->user() || std::holds_alternative<protocol::Hello>(request.message);
  if (!may_speak) return client.send(error(ErrorCode::hello_first, "Say hello first."), request.id);
  std::visit(
      [&](const auto& message) {
        route(client, request.id, message, greeter_, new_games_, challenges_, joins_, room_messages_,
              watches_, study_messages_);
      },
      request.message);
}

void Hub::log_out(const Accounts::Ended& ended) {
  // A hello under way may have read the session before it ended; it compares again when it is answered.
  greeter_.sessions_ended();
  for_each_of(clients_, [&ended](const Client& client) {
    const auto& user = client.subscriber->user();
    // Of a new password all but the one that set it; of a logout that one.
    const bool is_meant = ended.only.empty() ? client.session != ended.kept : client.session == ended.only;
    if (user && user->id == ended.user && is_meant) client.log_out();
  });
}

void Hub::room_changed(const std::string& id, const Room* room) {
  // Called for each change of a room's looks, that is, several times a move: each part returns at once when
  // nothing of interest to it has changed.
  feed_.changed(id, room);
  // Feed first: it needs the room as it was listed.
  if (room) {
    unfinished_.note(room->state().log());
    life_sign_.look_at(*room);
    turn_notifier_.look_at(*room);
    seen_turns_.look_at(*room);
  } else {
    turn_notifier_.forget(id);
    seen_turns_.forget(id);
    // Those of users who are here are kept for the next welcome.
    unfinished_.retired(id, [this](const std::string& user) { return clients_.is_present(user); });
  }
  quota_.follow(id, room);
  tell_tournament(id, room);
}

// The viewer's ticket of this room goes with the entry: the address has its place back.
void Hub::room_left(const std::string& id, ViewerId viewer) {
  if (Client* const client = clients_.find(viewer)) client->rooms.erase(id);
}

// A room that is here again tells of its end itself: then the record, read a moment ago, says nothing new.
void Hub::ended_elsewhere(const UnfinishedGames::Entry& game) {
  if (rooms_.loaded(game.id)) return;
  quota_.ended(game.id);
  unfinished_.note(game);
}

/// Once for each game.
/// A room says "changed" many times after its end; leaving the memory ends what must be remembered.
void Hub::tell_tournament(const std::string& id, const Room* room) {
  if (!room) return void(told_ended_.erase(id));
  const std::string& tournament = room->header().tournament;
  if (!tournament.empty() && room->state().log().over() && told_ended_.insert(id).second)
    options_.tournament_game_ended(tournament);
}

// ---- the server's own life -------------------------------------------------------------------------------

void Hub::restore_all(std::function<void()> done) {
  watches_.analyst().restore();
  rooms_.restore_all(std::move(done));
}

void Hub::take_up_orphans() {
  if (!draining_) rooms_.take_up_orphans();
}

void Hub::look_at(const storage::Changes& changes) {
  if (!changes.users.empty() || changes.anything) greeter_.sessions_ended();
  changed_people_.look_at(changes);
  studies_.look_at(changes);
  if (changes.moderation || changes.anything) moderation_.look();
  if (changes.seeks || changes.anything) seeks_.look_at_store();
  // Those of a server that is gone may be claimed.
  if (changes.anything && !draining_) watches_.analyst().restore();
}

std::optional<SharedLobby> Hub::share() {
  // A server that drains is about to lose its games to others: it shows nothing new.
  auto lobby = draining_ ? std::nullopt : feed_.share();
  if (lobby) lobby->accounts = clients_.accounts(SharedLobby::kMostAccounts);
  return lobby;
}

void Hub::drain(std::function<void()> done) {
  draining_ = true;
  // The order: nothing may begin any more before the rooms are told to stop.
  new_games_.close();
  seeks_.stop();
  challenges_.stop();
  studies_.stop();
  codes_.close();
  rooms_.stop();
  for_each_of(clients_, announce_restart);
  // Records are committed in order: when this one is, everything is, and was acknowledged.
  const storage::Heartbeat last_sign{server_now().time_since_epoch().count()};
  // Without Heartbeat the time between the last move and the drain would be charged to a clock, and with
  // Leave other servers need not wait until this one counts as dead.
  records_.commit({last_sign, storage::Leave()}, [this, done = std::move(done)](Persisted) {
    // Also if the commit failed: clients find out the same by coming back.
    for_each_of(clients_, say_goodbye);
    done();
  });
}

}  // namespace server

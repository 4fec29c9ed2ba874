#include "server/hub/hub.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/metrics.h"
#include "server/identity/tokens.h"
#include "server/match/opening.h"
#include "server/protocol/codec.h"
#include "server/protocol/errors.h"

// Who comes and goes, what is shown to all, and the server's own life.

namespace server {
namespace {

using protocol::CloseCode;
using protocol::ErrorCode;
using std::chrono::seconds;

/// Messages that a client may send without waiting for its welcome.
constexpr std::size_t kMaxEarly = 16;
/// How long a restart takes, as far as clients are told.
constexpr Millis kRestartIn = seconds(2);

/// For the list of a `welcome`, of a game that is not in memory so many events are read, and replayed if they
/// are all that there are.
constexpr int kEventsOfGame = 32;
constexpr Cost kCostOfGame = 3;

/// What is to be known of these games, as far as they can be read.
std::vector<UnfinishedGames::Entry> look_up(storage::Reader& records, const std::vector<std::string>& ids) {
  std::vector<UnfinishedGames::Entry> games;
  for (const std::string& id : ids) {
    const auto end = records.load_end(id, kEventsOfGame);
    const bool is_whole = end && (end->events.empty() || end->events.front().v == 1);
    const auto log = is_whole ? GameLog::replay(*end) : std::nullopt;
    if (log) games.push_back(UnfinishedGames::entry_of(*log));
    if (end && !is_whole) games.push_back(UnfinishedGames::entry_of(*end));
  }
  return games;
}

std::vector<protocol::GameInfo> game_infos() {
  std::vector<protocol::GameInfo> infos;
  for (const engine::Game& game : engine::games()) {
    protocol::GameInfo& info = infos.emplace_back();
    info.id = game.id;
    info.name = game.name;
    info.rules.assign(game.rules.begin(), game.rules.end());
    std::copy_n(game.side_names.begin(), info.sides.size(), info.sides.begin());
    info.sizes.assign(game.sizes.begin(), game.sizes.end());
    for (const OpeningRule& opening : openings()) {
      if (opening.game != game.id) continue;
      info.openings.push_back({std::string(opening.id), {opening.rules.begin(), opening.rules.end()}});
    }
  }
  return infos;
}

/// What was done on a connection was done by the user who said hello on it first.
void announce_restart(const Client& client) {
  client.send(
      protocol::Notice{protocol::NoticeLevel::warning, "The server restarts. Your games go on.", kRestartIn});
}

void say_goodbye(const Client& client) {
  client.send(protocol::Bye{CloseCode::restart, "restart", kRestartIn});
  client.subscriber->close(CloseCode::restart, "restart");
}

}  // namespace

// The feed looks at the rooms, which tell it of themselves: neither does so before both are there.
Hub::Hub(boost::asio::io_context::executor_type network, RecordQueue& records, Bots& bots, Users& users,
         Metrics& metrics, Options options)
    : records_(records),
      bots_(bots),
      users_(users),
      metrics_(metrics),
      options_(std::move(options)),
      analyst_(records, bots),
      explorer_(bots, records.work()),
      changed_people_(network, records, clients_, users.ratings()),
      feed_(network, rooms_,
            [this] {
              return LobbyFeed::Figures{clients_.users(), static_cast<int>(rooms_.all().size())};
            }),
      rooms_(
          network, records, bots, users.ratings(), metrics, options_.max_rooms, options_.lived_until,
          [this](const std::string& id, const Room* room) { room_changed(id, room); },
          [this](const std::string& id, ViewerId viewer) {
            if (Client* const client = clients_.find(viewer)) client->rooms.erase(id);
          }),
      life_sign_(network, records, rooms_),
      quota_(options_.games, unfinished_),
      place_sweep_(
          network, records,
          [this](const std::string& after, int most) { return quota_.on_record_alone(after, most); },
          [this](const UnfinishedGames::Entry& game) {
            if (rooms_.loaded(game.id)) return;
            quota_.ended(game.id);
            unfinished_.note(game);
          },
          options_.place_sweep),
      entrance_(rooms_, records_, options_.wrong_codes, options_.ready_game),
      seeks_(network, records, rooms_, users.ratings(), feed_, quota_,
             [this](const std::string& user, std::set<ViewerId> viewers, const protocol::Created& created) {
               tell_of_game(user, std::move(viewers), created);
             }),
      reports_(options_.reports) {}

// ---- connections -----------------------------------------------------------------------------------------

void Hub::opened(std::shared_ptr<Subscriber> subscriber) {
  Client& client = clients_.enter(std::move(subscriber));
  if (draining_) say_goodbye(client);
}

void Hub::received(Subscriber& subscriber, std::string_view text) {
  Client* const client = clients_.find(subscriber);
  if (!client) return;
  if (!subscriber.is_being_identified()) return take(*client, text);
  if (client->early.size() < kMaxEarly) {
    client->early.emplace_back(text);
  } else {
    client->send(error(ErrorCode::busy, "Wait for the welcome."));
  }
}

void Hub::refused(Subscriber& subscriber, std::string_view text, Millis wait) {
  const Client* const client = clients_.find(subscriber);
  if (!client) return;
  const auto request = protocol::decode(text);
  client->send(protocol::retry_after(wait, ErrorCode::rate_limited, "Too many messages."),
               request ? request->id : request.error().id);
}

void Hub::closed(Subscriber& subscriber, bool on_purpose) {
  const auto client = clients_.leave(subscriber);
  if (!client) return;
  feed_.forget(subscriber);
  analyst_.forget(subscriber);
  explorer_.forget(subscriber);
  seeks_.end_all(client->id);
  if (subscriber.user()) forget_if_gone(*subscriber.user());
  if (subscriber.user()) feed_.figures_changed();
  for (const auto& [id, ticket] : client->rooms) {
    if (Room* const room = rooms_.loaded(id)) room->leave(client->id, on_purpose);
  }
}

void Hub::take(Client& client, std::string_view text) {
  const auto request = protocol::decode(text);
  if (!request) return client.send(request.error().error, request.error().id);
  dispatch(client, *request);
}

void Hub::dispatch(Client& client, const protocol::Request& request) {
  const bool may_speak =
      client.subscriber->user() || std::holds_alternative<protocol::Hello>(request.message);
  if (!may_speak) return client.send(error(ErrorCode::hello_first, "Say hello first."), request.id);
  std::visit([&](const auto& message) { on(client, request.id, message); }, request.message);
}

// ---- who one is ------------------------------------------------------------------------------------------

void Hub::on(Client& client, RequestId id, const protocol::Hello& hello) {
  if (hello.version != protocol::kVersion) {
    client.send(error(ErrorCode::unsupported, "This server speaks version 1 of the protocol."), id);
    return client.subscriber->close(CloseCode::version, "protocol version");
  }
  client.subscriber->being_identified(true);
  client.ended_before = ended_;
  const Origin& origin = client.subscriber->origin();
  const auto& user = client.subscriber->user();
  users_.identify(hello, {origin.address, origin.is_private, user ? user->id : std::string()},
                  [this, viewer = client.id, id, hello](Users::Result result) {
                    if (result) heed(viewer, hello);
                    welcome(viewer, id, std::move(result));
                  });
}

/// What a hello that is accepted wishes.
void Hub::heed(ViewerId id, const protocol::Hello& hello) {
  Client* const client = clients_.find(id);
  if (!client) return;
  client->subscriber->want_deltas(hello.deltas);
  client->wants_turns = hello.turns;
}

/// The user's games that are not in memory are looked up first, at its expense; if they cannot be now it is
/// told of the others.
void Hub::welcome(ViewerId id, RequestId request, Users::Result result) {
  const Client* const client = clients_.find(id);
  if (!client) return;
  auto games = result ? result->unfinished : std::vector<std::string>();
  std::erase_if(games, [this](const std::string& game) { return rooms_.loaded(game) != nullptr; });
  const Cost cost = kCostOfGame * static_cast<double>(games.size());
  if (games.empty() || client->subscriber->refuse(cost)) return greet(id, request, std::move(result), {});
  records_.read(
      {WorkPool::Lane::slow, client->subscriber->origin().address},
      [games](storage::Reader& records) { return look_up(records, games); },
      [this, id, request, result = std::move(result)](std::optional<Games> found) {
        greet(id, request, result, std::move(found).value_or(Games()));
      });
}

void Hub::greet(ViewerId id, RequestId request, Users::Result result, Games on_record) {
  Client* const client = clients_.find(id);
  if (!client) return;
  client->subscriber->being_identified(false);
  if (result) {
    client->session = hash_token(result->token);
    client->ratings = result->ratings;
    const auto is_loaded = [this](const std::string& game) { return rooms_.loaded(game) != nullptr; };
    std::erase_if(result->unfinished, is_loaded);
    std::erase_if(on_record, [&](const UnfinishedGames::Entry& game) { return is_loaded(game.id); });
    unfinished_.came(result->user.id, result->unfinished);
    for (UnfinishedGames::Entry& game : on_record) unfinished_.note(std::move(game));
    identify(*client, result->user);
    if (client->ended_before != ended_) changed_people_.look_at({.users = {result->user.id}});
    client->send(greeting(*std::move(result)), request);
  } else {
    client->send(counted(result.error(), "guests"), request);
  }
  for (const std::string& text : std::exchange(client->early, {})) received(*client->subscriber, text);
}

void Hub::identify(Client& client, protocol::User user) {
  const std::string id = user.id;
  clients_.identify(client, std::move(user));
  adopt_games(client);
  const bool may_be_host = options_.lan && client.subscriber->origin().is_this_machine;
  if (may_be_host && !clients_.is_present(host_)) host_ = id;
  feed_.figures_changed();
}

/// What a user still has to play is known as long as the user is here.
void Hub::forget_if_gone(const protocol::User& user) {
  if (clients_.is_present(user.id)) return;
  unfinished_.left(user.id, [this](const std::string& game) { return rooms_.loaded(game) != nullptr; });
}

protocol::Welcome Hub::greeting(Users::Identity identity) const {
  auto playing = unfinished_.of(identity.user.id);
  const bool host = identity.user.id == host_;
  return {.user = std::move(identity.user),
          .token = std::move(identity.token),
          .now = server_now(),
          .server_name = options_.server_name,
          .server_version = options_.server_version,
          .games = game_infos(),
          .playing = std::move(playing),
          .host = host,
          .ready_code = host ? entrance_.ready_code() : std::string()};
}

void Hub::on(Client& client, RequestId id, const protocol::Ping& ping) {
  client.send(protocol::Pong{ping.at, server_now()}, id);
}

void Hub::log_out(const Accounts::Ended& ended) {
  ++ended_;
  for (auto& [key, client] : clients_.all()) {
    const auto& user = client.subscriber->user();
    const bool is_meant = ended.only.empty() ? client.session != ended.kept : client.session == ended.only;
    if (!user || user->id != ended.user || !is_meant) continue;
    client.log_out();
  }
}

// ---- the lobby -------------------------------------------------------------------------------------------

void Hub::on(Client& client, RequestId id, const protocol::WatchLobby& watch) {
  if (!watch.on) {
    feed_.leave_lobby(*client.subscriber);
    return client.send(protocol::Ack{}, id);
  }
  protocol::LobbySnapshot snapshot = feed_.snapshot();
  snapshot.seeks = seeks_.list(LobbyFeed::kMaxListed);
  client.send(std::move(snapshot), id);
  feed_.watch_lobby(client.subscriber);
}

void Hub::on(Client& client, RequestId id, const protocol::WatchGames& watch) {
  client.send(protocol::Ack{}, id);
  feed_.watch_games(client.subscriber, watch.ids);
}

// ---- the server's own life -------------------------------------------------------------------------------

void Hub::restore_all(std::function<void()> done) {
  analyst_.restore();
  rooms_.restore_all(std::move(done));
}

void Hub::take_up_orphans() {
  if (!draining_) rooms_.take_up_orphans();
}

void Hub::look_at(const storage::Changes& changes) {
  if (!changes.users.empty() || changes.anything) ++ended_;
  changed_people_.look_at(changes);
  if (changes.seeks || changes.anything) seeks_.look_at_store();
}

void Hub::drain(std::function<void()> done) {
  draining_ = true;
  seeks_.stop();
  entrance_.close();
  rooms_.stop();
  for (auto& [key, client] : clients_.all()) announce_restart(client);
  // Records are committed in order: when this one is, everything is, and was acknowledged.
  const storage::Heartbeat last_sign{server_now().time_since_epoch().count()};
  records_.commit({last_sign, storage::Leave()}, [this, done = std::move(done)](Persisted) {
    for (auto& [key, client] : clients_.all()) say_goodbye(client);
    done();
  });
}

}  // namespace server

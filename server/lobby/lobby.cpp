#include "server/lobby/lobby.h"

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
void announce_restart(const Visitor& visitor) {
  visitor.send(
      protocol::Notice{protocol::NoticeLevel::warning, "The server restarts. Your games go on.", kRestartIn});
}

void say_goodbye(const Visitor& visitor) {
  visitor.send(protocol::Bye{CloseCode::restart, "restart", kRestartIn});
  visitor.subscriber->close(CloseCode::restart, "restart");
}

}  // namespace

// The feed looks at the rooms, which tell it of themselves: neither does so before both are there.
Lobby::Lobby(boost::asio::io_context::executor_type network, RecordQueue& records, Bots& bots, Users& users,
             Metrics& metrics, Options options)
    : records_(records),
      bots_(bots),
      users_(users),
      metrics_(metrics),
      options_(std::move(options)),
      analyst_(records, bots),
      explorer_(bots, records.work()),
      changed_people_(network, records, visitors_, users.ratings()),
      feed_(network, rooms_,
            [this] {
              return LobbyFeed::Figures{visitors_.users(), static_cast<int>(rooms_.all().size())};
            }),
      rooms_(
          network, records, bots, users.ratings(), metrics, options_.max_rooms, options_.lived_until,
          [this](const std::string& id, const Room* room) { room_changed(id, room); },
          [this](const std::string& id, ViewerId viewer) {
            if (Visitor* const visitor = visitors_.find(viewer)) visitor->rooms.erase(id);
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
      seeks_(network, records, rooms_, visitors_, users.ratings(), feed_, quota_),
      reports_(options_.reports) {}

// ---- connections -----------------------------------------------------------------------------------------

void Lobby::opened(std::shared_ptr<Subscriber> subscriber) {
  Visitor& visitor = visitors_.enter(std::move(subscriber));
  if (draining_) say_goodbye(visitor);
}

void Lobby::received(Subscriber& subscriber, std::string_view text) {
  Visitor* const visitor = visitors_.find(subscriber);
  if (!visitor) return;
  if (!subscriber.is_being_identified()) return take(*visitor, text);
  if (visitor->early.size() < kMaxEarly) {
    visitor->early.emplace_back(text);
  } else {
    visitor->send(error(ErrorCode::busy, "Wait for the welcome."));
  }
}

void Lobby::refused(Subscriber& subscriber, std::string_view text, Millis wait) {
  const Visitor* const visitor = visitors_.find(subscriber);
  if (!visitor) return;
  const auto request = protocol::decode(text);
  visitor->send(protocol::retry_after(wait, ErrorCode::rate_limited, "Too many messages."),
                request ? request->id : request.error().id);
}

void Lobby::closed(Subscriber& subscriber, bool on_purpose) {
  const auto visitor = visitors_.leave(subscriber);
  if (!visitor) return;
  feed_.forget(subscriber);
  analyst_.forget(subscriber);
  explorer_.forget(subscriber);
  seeks_.end_all(visitor->id);
  if (subscriber.user()) forget_if_gone(*subscriber.user());
  if (subscriber.user()) feed_.figures_changed();
  for (const auto& [id, ticket] : visitor->rooms) {
    if (Room* const room = rooms_.loaded(id)) room->leave(visitor->id, on_purpose);
  }
}

void Lobby::take(Visitor& visitor, std::string_view text) {
  const auto request = protocol::decode(text);
  if (!request) return visitor.send(request.error().error, request.error().id);
  dispatch(visitor, *request);
}

void Lobby::dispatch(Visitor& visitor, const protocol::Request& request) {
  const bool may_speak =
      visitor.subscriber->user() || std::holds_alternative<protocol::Hello>(request.message);
  if (!may_speak) return visitor.send(error(ErrorCode::hello_first, "Say hello first."), request.id);
  std::visit([&](const auto& message) { on(visitor, request.id, message); }, request.message);
}

// ---- who one is ------------------------------------------------------------------------------------------

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Hello& hello) {
  if (hello.version != protocol::kVersion) {
    visitor.send(error(ErrorCode::unsupported, "This server speaks version 1 of the protocol."), id);
    return visitor.subscriber->close(CloseCode::version, "protocol version");
  }
  visitor.subscriber->being_identified(true);
  visitor.ended_before = ended_;
  const Origin& origin = visitor.subscriber->origin();
  const auto& user = visitor.subscriber->user();
  users_.identify(hello, {origin.address, origin.is_private, user ? user->id : std::string()},
                  [this, viewer = visitor.id, id, hello](Users::Result result) {
                    if (result) heed(viewer, hello);
                    welcome(viewer, id, std::move(result));
                  });
}

/// What a hello that is accepted wishes.
void Lobby::heed(ViewerId id, const protocol::Hello& hello) {
  Visitor* const visitor = visitors_.find(id);
  if (!visitor) return;
  visitor->subscriber->want_deltas(hello.deltas);
  visitor->wants_turns = hello.turns;
}

/// The user's games that are not in memory are looked up first, at its expense; if they cannot be now it is
/// told of the others.
void Lobby::welcome(ViewerId id, RequestId request, Users::Result result) {
  const Visitor* const visitor = visitors_.find(id);
  if (!visitor) return;
  auto games = result ? result->unfinished : std::vector<std::string>();
  std::erase_if(games, [this](const std::string& game) { return rooms_.loaded(game) != nullptr; });
  const Cost cost = kCostOfGame * static_cast<double>(games.size());
  if (games.empty() || visitor->subscriber->refuse(cost)) return greet(id, request, std::move(result), {});
  records_.read(
      {WorkPool::Lane::slow, visitor->subscriber->origin().address},
      [games](storage::Reader& records) { return look_up(records, games); },
      [this, id, request, result = std::move(result)](std::optional<Games> found) {
        greet(id, request, result, std::move(found).value_or(Games()));
      });
}

void Lobby::greet(ViewerId id, RequestId request, Users::Result result, Games on_record) {
  Visitor* const visitor = visitors_.find(id);
  if (!visitor) return;
  visitor->subscriber->being_identified(false);
  if (result) {
    visitor->session = hash_token(result->token);
    visitor->ratings = result->ratings;
    const auto is_loaded = [this](const std::string& game) { return rooms_.loaded(game) != nullptr; };
    std::erase_if(result->unfinished, is_loaded);
    std::erase_if(on_record, [&](const UnfinishedGames::Entry& game) { return is_loaded(game.id); });
    unfinished_.came(result->user.id, result->unfinished);
    for (UnfinishedGames::Entry& game : on_record) unfinished_.note(std::move(game));
    identify(*visitor, result->user);
    if (visitor->ended_before != ended_) changed_people_.look_at({.users = {result->user.id}});
    visitor->send(greeting(*std::move(result)), request);
  } else {
    visitor->send(counted(result.error(), "guests"), request);
  }
  for (const std::string& text : std::exchange(visitor->early, {})) received(*visitor->subscriber, text);
}

void Lobby::identify(Visitor& visitor, protocol::User user) {
  const std::string id = user.id;
  visitors_.identify(visitor, std::move(user));
  adopt_games(visitor);
  const bool may_be_host = options_.lan && visitor.subscriber->origin().is_this_machine;
  if (may_be_host && !visitors_.is_present(host_)) host_ = id;
  feed_.figures_changed();
}

/// What a user still has to play is known as long as the user is here.
void Lobby::forget_if_gone(const protocol::User& user) {
  if (visitors_.is_present(user.id)) return;
  unfinished_.left(user.id, [this](const std::string& game) { return rooms_.loaded(game) != nullptr; });
}

protocol::Welcome Lobby::greeting(Users::Identity identity) const {
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

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Ping& ping) {
  visitor.send(protocol::Pong{ping.at, server_now()}, id);
}

void Lobby::log_out(const Accounts::Ended& ended) {
  ++ended_;
  for (auto& [key, visitor] : visitors_.all()) {
    const auto& user = visitor.subscriber->user();
    const bool is_meant = ended.only.empty() ? visitor.session != ended.kept : visitor.session == ended.only;
    if (!user || user->id != ended.user || !is_meant) continue;
    visitor.log_out();
  }
}

// ---- the lobby -------------------------------------------------------------------------------------------

void Lobby::on(Visitor& visitor, RequestId id, const protocol::WatchLobby& watch) {
  if (!watch.on) {
    feed_.leave_lobby(*visitor.subscriber);
    return visitor.send(protocol::Ack{}, id);
  }
  protocol::LobbySnapshot snapshot = feed_.snapshot();
  snapshot.seeks = seeks_.list(LobbyFeed::kMaxListed);
  visitor.send(std::move(snapshot), id);
  feed_.watch_lobby(visitor.subscriber);
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::WatchGames& watch) {
  visitor.send(protocol::Ack{}, id);
  feed_.watch_games(visitor.subscriber, watch.ids);
}

// ---- the server's own life -------------------------------------------------------------------------------

void Lobby::restore_all(std::function<void()> done) {
  analyst_.restore();
  rooms_.restore_all(std::move(done));
}

void Lobby::take_up_orphans() {
  if (!draining_) rooms_.take_up_orphans();
}

void Lobby::look_at(const storage::Changes& changes) {
  if (!changes.users.empty() || changes.anything) ++ended_;
  changed_people_.look_at(changes);
  if (changes.seeks || changes.anything) seeks_.look_at_store();
}

void Lobby::drain(std::function<void()> done) {
  draining_ = true;
  seeks_.stop();
  entrance_.close();
  rooms_.stop();
  for (auto& [key, visitor] : visitors_.all()) announce_restart(visitor);
  // Records are committed in order: when this one is, everything is, and was acknowledged.
  const storage::Heartbeat last_sign{server_now().time_since_epoch().count()};
  records_.commit({last_sign, storage::Leave()}, [this, done = std::move(done)](Persisted) {
    for (auto& [key, visitor] : visitors_.all()) say_goodbye(visitor);
    done();
  });
}

}  // namespace server

#include "server/lobby/lobby.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
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

}  // namespace

Lobby::Lobby(boost::asio::io_context::executor_type network, RecordQueue& records, BotPool& bots,
             Users& users, Metrics& metrics, Options options)
    : records_(records),
      users_(users),
      options_(std::move(options)),
      analyst_(records, bots),
      explorer_(bots),
      pairing_timer_(network),
      wrong_codes_(options_.wrong_codes),
      ready_code_(options_.ready_game.empty() ? std::string() : new_room_code()),
      bulletin_(network, rooms_,
                [this] {
                  return Bulletin::Figures{static_cast<int>(present_.size()),
                                           static_cast<int>(rooms_.all().size())};
                }),
      rooms_(network, records, bots, users.ratings(), metrics, options_.max_rooms,
             [this](const std::string& id, const Room* room) { room_changed(id, room); }) {}

// ---- connections -----------------------------------------------------------------------------------------

void Lobby::opened(std::shared_ptr<Subscriber> subscriber) {
  const Subscriber* const key = subscriber.get();
  Visitor visitor;
  visitor.id = ++last_id_;
  visitor.subscriber = std::move(subscriber);
  by_id_[visitor.id] = key;
  Visitor& here = visitors_[key] = std::move(visitor);
  if (draining_) say_goodbye(here);
}

void Lobby::received(Subscriber& subscriber, std::string_view text) {
  const auto found = visitors_.find(&subscriber);
  if (found == visitors_.end()) return;
  Visitor& visitor = found->second;
  if (!visitor.is_being_identified) return take(visitor, text);
  if (visitor.early.size() < kMaxEarly) {
    visitor.early.emplace_back(text);
  } else {
    refuse(visitor, {}, error(ErrorCode::busy, "Wait for the welcome."));
  }
}

void Lobby::closed(Subscriber& subscriber, bool on_purpose) {
  const auto visitor = visitors_.extract(&subscriber);
  if (!visitor) return;
  by_id_.erase(visitor.mapped().id);
  bulletin_.forget(subscriber);
  analyst_.forget(subscriber);
  explorer_.forget(subscriber);
  end_seeks(pairing_.remove_viewer(visitor.mapped().id));
  if (subscriber.user()) count_out(*subscriber.user());
  for (const std::string& id : visitor.mapped().rooms) {
    if (Room* const room = rooms_.loaded(id)) room->leave(visitor.mapped().id, on_purpose);
  }
}

void Lobby::take(Visitor& visitor, std::string_view text) {
  const auto request = protocol::decode(text);
  if (!request) return refuse(visitor, request.error().id, request.error().error);
  dispatch(visitor, *request);
}

void Lobby::dispatch(Visitor& visitor, const protocol::Request& request) {
  const bool may_speak =
      visitor.subscriber->user() || std::holds_alternative<protocol::Hello>(request.message);
  if (!may_speak) return refuse(visitor, request.id, error(ErrorCode::hello_first, "Say hello first."));
  std::visit([&](const auto& message) { on(visitor, request.id, message); }, request.message);
}

// ---- who one is ------------------------------------------------------------------------------------------

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Hello& hello) {
  if (hello.version != protocol::kVersion) {
    refuse(visitor, id, error(ErrorCode::unsupported, "This server speaks version 1 of the protocol."));
    return visitor.subscriber->close(CloseCode::version, "protocol version");
  }
  visitor.is_being_identified = true;
  visitor.subscriber->want_deltas(hello.deltas);
  users_.identify(hello, [this, viewer = visitor.id, id](Users::Result result) {
    welcome(viewer, id, std::move(result));
  });
}

void Lobby::welcome(ViewerId id, RequestId request, Users::Result result) {
  Visitor* const visitor = find(id);
  if (!visitor) return;
  visitor->is_being_identified = false;
  if (result) {
    visitor->session = hash_token(result->token);
    visitor->ratings = result->ratings;
    identify(*visitor, result->user);
    send(*visitor, greeting(*std::move(result)), request);
  } else {
    refuse(*visitor, request, error(result.error(), "You cannot be welcomed under this name."));
  }
  for (const std::string& text : std::exchange(visitor->early, {})) received(*visitor->subscriber, text);
}

/// Whoever says hello again may be somebody else.
void Lobby::identify(Visitor& visitor, protocol::User user) {
  if (const auto before = visitor.subscriber->user()) {
    count_out(*before);
    if (before->id != user.id) end_seeks(pairing_.remove_viewer(visitor.id));
  }
  ++present_[user.id];
  const bool may_be_host = options_.lan && visitor.subscriber->origin().is_this_machine;
  if (may_be_host && !present_.contains(host_)) host_ = user.id;
  visitor.subscriber->identify(std::move(user));
  bulletin_.figures_changed();
}

void Lobby::count_out(const protocol::User& user) {
  const auto connections = present_.find(user.id);
  if (--connections->second == 0) present_.erase(connections);
  bulletin_.figures_changed();
}

protocol::Welcome Lobby::greeting(Users::Identity identity) const {
  std::vector<protocol::PlayingGame> playing = agenda_.of(identity.user.id);
  const bool host = identity.user.id == host_;
  return {.user = std::move(identity.user),
          .token = std::move(identity.token),
          .now = server_now(),
          .server_name = options_.server_name,
          .server_version = options_.server_version,
          .games = game_infos(),
          .playing = std::move(playing),
          .host = host};
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Ping& ping) {
  send(visitor, protocol::Pong{ping.at, server_now()}, id);
}

void Lobby::log_out(const Accounts::Ended& ended) {
  for (auto& [key, visitor] : visitors_) {
    const auto& user = visitor.subscriber->user();
    const bool is_meant = ended.only.empty() ? visitor.session != ended.kept : visitor.session == ended.only;
    if (!user || user->id != ended.user || !is_meant) continue;
    send(visitor, protocol::Bye{CloseCode::logged_out, "logged out", std::nullopt});
    visitor.subscriber->close(CloseCode::logged_out, "logged out");
  }
}

// ---- the lobby -------------------------------------------------------------------------------------------

void Lobby::on(Visitor& visitor, RequestId id, const protocol::WatchLobby& watch) {
  if (!watch.on) {
    bulletin_.leave_lobby(*visitor.subscriber);
    return send(visitor, protocol::Ack{}, id);
  }
  protocol::LobbySnapshot snapshot = bulletin_.snapshot();
  snapshot.seeks = pairing_.list(Bulletin::kMaxListed);
  send(visitor, std::move(snapshot), id);
  bulletin_.watch_lobby(visitor.subscriber);
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::WatchGames& watch) {
  send(visitor, protocol::Ack{}, id);
  bulletin_.watch_games(visitor.subscriber, watch.ids);
}

// ---- the server's own life -------------------------------------------------------------------------------

void Lobby::restore_all(std::function<void()> done) {
  analyst_.restore();
  rooms_.restore_all(std::move(done));
}

void Lobby::drain(std::function<void()> done) {
  draining_ = true;
  pairing_timer_.cancel();
  rooms_.stop();
  for (auto& [key, visitor] : visitors_) announce_restart(visitor);
  // Records are committed in order: when this one is, everything is, and was acknowledged.
  records_.commit({}, [this, done = std::move(done)](Persisted) {
    for (auto& [key, visitor] : visitors_) say_goodbye(visitor);
    done();
  });
}

void Lobby::announce_restart(Visitor& visitor) {
  send(visitor, protocol::Notice{protocol::NoticeLevel::warning, "The server restarts. Your games go on.",
                                 kRestartIn});
}

void Lobby::say_goodbye(Visitor& visitor) {
  send(visitor, protocol::Bye{CloseCode::restart, "restart", kRestartIn});
  visitor.subscriber->close(CloseCode::restart, "restart");
}

// ---- small things ----------------------------------------------------------------------------------------

Lobby::Visitor* Lobby::find(ViewerId id) {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &visitors_.at(found->second);
}

void Lobby::send(Visitor& visitor, const protocol::ServerMessage& message, RequestId id) {
  visitor.subscriber->send(std::make_shared<const std::string>(protocol::encode(message, id)));
}

void Lobby::refuse(Visitor& visitor, RequestId id, protocol::Error error) {
  send(visitor, std::move(error), id);
}

}  // namespace server

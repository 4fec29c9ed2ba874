#include "server/lobby/lobby.h"

#include <algorithm>
#include <utility>

#include "engine/games/registry.h"
#include "server/identity/tokens.h"
#include "server/lobby/new_game.h"
#include "server/protocol/codec.h"

namespace server {
namespace {

using protocol::CloseCode;
using protocol::ErrorCode;
using std::chrono::seconds;

/// Messages that a client may send without waiting for its welcome.
constexpr std::size_t kMaxEarly = 16;
/// Rooms that one connection may be in.
constexpr std::size_t kMaxRooms = 32;
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
  }
  return infos;
}

protocol::Error not_found() {
  return error(ErrorCode::not_found, "There is no such game.");
}

}  // namespace

Lobby::Lobby(boost::asio::io_context::executor_type network, RecordQueue& records, BotPool& bots,
             Guests& guests, Metrics& metrics, Options options)
    : records_(records),
      guests_(guests),
      options_(std::move(options)),
      bulletin_(network,
                [this] {
                  const auto is_known = [](const auto& entry) {
                    return entry.second.subscriber->user().has_value();
                  };
                  return Bulletin::Figures{static_cast<int>(std::ranges::count_if(visitors_, is_known)),
                                           static_cast<int>(rooms_.all().size())};
                }),
      rooms_(network, records, bots, metrics, options_.max_rooms,
             [this](const std::string& id, const Room* room) { bulletin_.changed(id, room); }) {}

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
  guests_.identify(hello.token, hello.name, [this, viewer = visitor.id, id](Guests::Result result) {
    welcome(viewer, id, std::move(result));
  });
}

void Lobby::welcome(ViewerId id, RequestId request, Guests::Result result) {
  Visitor* const visitor = find(id);
  if (!visitor) return;
  visitor->is_being_identified = false;
  if (result) {
    visitor->subscriber->identify(result->user);
    send(*visitor, greeting(*std::move(result)), request);
  } else {
    refuse(*visitor, request, error(result.error(), "You cannot be welcomed under this name."));
  }
  for (const std::string& text : std::exchange(visitor->early, {})) received(*visitor->subscriber, text);
}

protocol::Welcome Lobby::greeting(Guests::Identity identity) const {
  return {.user = std::move(identity.user),
          .token = std::move(identity.token),
          .now = server_now(),
          .server_name = options_.server_name,
          .server_version = options_.server_version,
          .games = game_infos()};
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Ping& ping) {
  send(visitor, protocol::Pong{ping.at, server_now()}, id);
}

// ---- the lobby -------------------------------------------------------------------------------------------

void Lobby::on(Visitor& visitor, RequestId id, const protocol::WatchLobby& watch) {
  if (!watch.on) {
    bulletin_.leave_lobby(*visitor.subscriber);
    return send(visitor, protocol::Ack{}, id);
  }
  send(visitor, bulletin_.snapshot(rooms_), id);
  bulletin_.watch_lobby(visitor.subscriber);
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Seek&) {
  refuse(visitor, id, error(ErrorCode::unsupported, "Open a room instead."));
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Unseek&) {
  refuse(visitor, id, error(ErrorCode::not_found, "There is no such seek."));
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::WatchGames& watch) {
  send(visitor, protocol::Ack{}, id);
  bulletin_.watch_games(visitor.subscriber, watch.ids, rooms_);
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::HostAction&) {
  refuse(visitor, id, error(ErrorCode::forbidden, "You are not the host here."));
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::WatchAnalysis&) {
  refuse(visitor, id, error(ErrorCode::unsupported, "Not yet."));
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Explore&) {
  refuse(visitor, id, error(ErrorCode::unsupported, "Not yet."));
}

// ---- rooms -----------------------------------------------------------------------------------------------

std::optional<protocol::Error> Lobby::may_create(const Visitor& visitor,
                                                 const protocol::Create& create) const {
  if (draining_) return error(ErrorCode::shutting_down, "The server restarts; try again in a moment.");
  if (rooms_.full()) return error(ErrorCode::busy, "Every room is taken.");
  const bool plays = create.opponent != protocol::Opponent::ai_vs_ai;
  if (plays && rooms_.games_of(visitor.subscriber->user()->id) >= options_.max_games_of_one) {
    return error(ErrorCode::rate_limited, "Finish some of your games first.");
  }
  return std::nullopt;
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Create& create) {
  if (auto refusal = may_create(visitor, create)) return refuse(visitor, id, *std::move(refusal));
  const std::string token = new_token();
  auto header = new_game(create, *visitor.subscriber->user(), hash_token(token));
  if (!header) return refuse(visitor, id, header.error());
  const bool plays = create.opponent != protocol::Opponent::ai_vs_ai;
  rooms_.create(
      *std::move(header), [this, viewer = visitor.id, id, token, plays](const Rooms::RoomPtr& room) {
        Visitor* const creator = find(viewer);
        if (!creator) return;
        if (!room) return refuse(*creator, id, error(ErrorCode::busy, "The game could not be written down."));
        send(*creator,
             protocol::Created{room->id(), room->header().code, "/" + room->id(), plays ? token : ""}, id);
      });
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Join& join) {
  if (visitor.rooms.size() >= kMaxRooms)
    return refuse(visitor, id, error(ErrorCode::not_allowed, "Leave a room first."));
  auto found = [this, viewer = visitor.id, id, join](const Rooms::RoomPtr& room) {
    enter(viewer, id, join, room);
  };
  if (join.code.empty()) {
    rooms_.find(join.game_id, std::move(found));
  } else {
    rooms_.find_code(join.code, std::move(found));
  }
}

void Lobby::enter(ViewerId id, RequestId request, const protocol::Join& join, const Rooms::RoomPtr& room) {
  Visitor* const visitor = find(id);
  if (!visitor) return;
  if (!room) {
    const bool by_code = !join.code.empty();
    return refuse(*visitor, request,
                  by_code ? error(ErrorCode::bad_code, "No game has this code.") : not_found());
  }
  visitor->rooms.insert(room->id());
  Joined joined;
  joined.asker = {id, request};
  joined.user = *visitor->subscriber->user();
  joined.as_player = join.as_player;
  if (join.token) joined.token_hash = hash_token(*join.token);
  joined.since = join.since;
  joined.round_trip = visitor->subscriber->round_trip();
  room->enter(visitor->subscriber, std::move(joined));
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Leave& leave) {
  Room* const room = room_for(visitor, id, leave.game_id);
  if (!room) return;
  visitor.rooms.erase(leave.game_id);
  room->leave(visitor.id, /*on_purpose=*/true);
  protocol::Ack ack;
  ack.game_id = leave.game_id;
  send(visitor, ack, id);
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::PlayMove& move) {
  Room* const room = room_for(visitor, id, move.game_id);
  if (room)
    room->handle(
        MoveSent{{visitor.id, id}, move.ply, move.move, move.spent, visitor.subscriber->round_trip()});
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Action& action) {
  Room* const room = room_for(visitor, id, action.game_id);
  if (room) room->handle(Acted{{visitor.id, id}, action.kind, action.on});
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Chat& chat) {
  Room* const room = room_for(visitor, id, chat.game_id);
  if (room) room->handle(Chatted{{visitor.id, id}, chat.room, chat.text});
}

Room* Lobby::room_for(Visitor& visitor, RequestId id, const std::string& game_id) {
  Room* const room = rooms_.loaded(game_id);
  if (room && visitor.rooms.contains(game_id)) return room;
  protocol::Error refusal = room ? error(ErrorCode::forbidden, "Join the game first.") : not_found();
  refusal.game_id = game_id;
  refuse(visitor, id, std::move(refusal));
  return nullptr;
}

// ---- the server's own life -------------------------------------------------------------------------------

void Lobby::restore_all(std::function<void()> done) {
  rooms_.restore_all(std::move(done));
}

void Lobby::drain(std::function<void()> done) {
  draining_ = true;
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

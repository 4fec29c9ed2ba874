#include <utility>

#include "server/base/metrics.h"
#include "server/hub/hub.h"
#include "server/identity/tokens.h"
#include "server/match/replay_cost.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"
#include "server/rooms/new_game.h"

// Rooms: opening them, seeking an opponent, finding the way in, and what is said there.
namespace server {
namespace {

using protocol::ErrorCode;

/// As clients are told, when the bots have too much to do.
constexpr std::chrono::seconds kBotsAreBusy(30);
/// Rooms that one connection may be in.
constexpr std::size_t kMaxRooms = 32;
/// Of an address of a local network, where it is many people's.
constexpr Cost kCostOfPrivateReport = 0.1;

/// As Room::enter() tells it.
Cost cost_of_entering(const Client& client, const protocol::Join& join, const RoomState& state) {
  const bool catches_up = join.since && !client.subscriber->wants_deltas();
  const auto missed = catches_up ? state.missed_since(*join.since) : std::nullopt;
  return missed ? cost_of_catching_up(state.log().version(), *missed) : cost_of_snapshot(state.log().plies());
}

protocol::Error not_found() {
  return error(ErrorCode::not_found, "There is no such game.");
}

}  // namespace

// ---- new games -------------------------------------------------------------------------------------------

/// Whether one more game of this user can begin now.
std::optional<protocol::Error> Hub::refuse_new_game(const protocol::User& user) const {
  if (draining_) return error(ErrorCode::shutting_down, "The server restarts; try again in a moment.");
  if (rooms_.full()) return error(ErrorCode::busy, "Every room is taken.");
  const auto refusal = quota_.refuse(user.id);
  return refusal ? std::optional(counted(refusal->error, refusal->limit)) : std::nullopt;
}

protocol::Error Hub::counted(protocol::Error refusal, const char* limit) const {
  if (refusal.code == ErrorCode::rate_limited || refusal.code == ErrorCode::busy)
    metrics_.count_refusal(limit);
  return refusal;
}

void Hub::on(Client& client, RequestId id, const protocol::Create& create) {
  const protocol::User& user = client.user();
  if (auto refusal = refuse_new_game(user)) return client.send(*std::move(refusal), id);
  const std::string token = new_token();
  auto header = new_game(create, user, hash_token(token));
  if (!header) return client.send(header.error(), id);
  const bool plays = create.opponent != protocol::Opponent::ai_vs_ai;
  if (create.opponent != protocol::Opponent::human && bots_.share() < options_.least_share_of_bots)
    return client.send(
        protocol::retry_after(kBotsAreBusy, ErrorCode::busy, "The computer plays too many games now."), id);
  auto place = quota_.admit(user.id, client.subscriber->origin(), create.opponent);
  if (!place) return client.send(counted(place.error().error, place.error().limit), id);
  auto opened = [this, viewer = client.id, id, token, plays,
                 place = *std::move(place)](const Rooms::RoomPtr& room) {
    if (room) quota_.occupy(*room, {place});
    Client* const creator = clients_.find(viewer);
    if (!creator) return;
    if (!room) return creator->send(error(ErrorCode::busy, "The game could not be written down."), id);
    creator->send(protocol::Created{room->id(), room->header().code, "/" + room->id(), plays ? token : ""},
                  id);
  };
  rooms_.create(*std::move(header), std::move(opened));
}

void Hub::on(Client& client, RequestId id, const protocol::Seek& seek) {
  if (auto refusal = refuse_new_game(client.user())) return client.send(*std::move(refusal), id);
  seeks_.begin(client.id, *client.subscriber, seek, [this, viewer = client.id, id](const auto& seek_id) {
    const Client* const seeker = clients_.find(viewer);
    if (!seek_id) {
      protocol::Error refusal = counted(seek_id.error().error, seek_id.error().limit);
      if (seeker) seeker->send(std::move(refusal), id);
      return;
    }
    protocol::Ack ack;
    ack.seek_id = *seek_id;
    if (seeker) seeker->send(std::move(ack), id);
    seeks_.pair_up(*seek_id);
  });
}

void Hub::on(Client& client, RequestId id, const protocol::Unseek& unseek) {
  seeks_.end(client.user().id, unseek.seek_id,
             [this, viewer = client.id, id, seek = unseek.seek_id](const auto& refusal) {
               const Client* const asker = clients_.find(viewer);
               if (!asker) return;
               if (refusal) return asker->send(*refusal, id);
               protocol::Ack ack;
               ack.seek_id = seek;
               asker->send(std::move(ack), id);
             });
}

/// On each connection that seeks or is in no room: the one whose seek fitted may be lost, and not be known to
/// be, while its user is back on another.
void Hub::tell_of_game(const std::string& user, std::set<ViewerId> viewers,
                       const protocol::Created& created) {
  for (const ViewerId connection : clients_.connections_of(user))
    if (clients_.find(connection)->rooms.empty()) viewers.insert(connection);
  for (const ViewerId viewer : viewers)
    if (const Client* const client = clients_.find(viewer)) client->send(created);
}

/// Those that the client opened before a restart count by the address again.
void Hub::adopt_games(const Client& client) {
  for (const UnfinishedGames::Entry* game : unfinished_.opened_by(client.user().id))
    quota_.adopt(*game, rooms_.loaded(game->id), client.subscriber->origin());
}

void Hub::room_changed(const std::string& id, const Room* room) {
  feed_.changed(id, room);
  if (room) {
    unfinished_.note(room->state().log());
    life_sign_.look_at(*room);
    tell_turns(*room);
  } else {
    turn_news_.forget(id);
    unfinished_.retired(id, [this](const std::string& user) { return clients_.is_present(user); });
  }
  quota_.follow(id, room);
}

/// To players who are here, but not in the room. What is not on disk yet is told when it is.
void Hub::tell_turns(const Room& room) {
  const GameLog& log = room.state().log();
  if (room.state().awaits_commit() || !turn_news_.look_at(log)) return;
  const auto& [first, second] = log.header().seats;
  tell_turn(room, Side::first);
  if (second.user != first.user) tell_turn(room, Side::second);
}

void Hub::tell_turn(const Room& room, Side side) {
  const GameLog& log = room.state().log();
  for (const ViewerId connection : clients_.connections_of(log.header().seats[engine::index(side)].user)) {
    const Client& client = *clients_.find(connection);
    if (client.wants_turns && !client.rooms.contains(room.id())) client.send(turn_change(log, side));
  }
}

// ---- the way in ------------------------------------------------------------------------------------------

/// As long as the client is here: after that nothing is done for it any more.
Payer Hub::payer_of(const Client& client) {
  const auto refuse = [this, id = client.id](Cost cost) {
    const Client* const here = clients_.find(id);
    return here ? here->subscriber->refuse(cost) : std::optional(Millis(0));
  };
  return {.address = client.subscriber->origin().address, .refuse = refuse, .user = client.user().id};
}

void Hub::on(Client& client, RequestId id, const protocol::Join& join) {
  auto come_in = [this, viewer = client.id, id, join](const Rooms::Found& found) {
    enter(viewer, id, join, found);
  };
  const Payer payer = payer_of(client);
  if (join.code.empty()) return rooms_.find(join.game_id, payer, std::move(come_in));
  entrance_.find(join.code, payer, std::move(come_in));
}

void Hub::enter(ViewerId id, RequestId request, const protocol::Join& join, const Rooms::Found& found) {
  Client* const client = clients_.find(id);
  if (!client) return;
  if (found.refusal) return client->send(counted(*found.refusal, found.limit), request);
  const Rooms::RoomPtr& room = found.room;
  if (!room) {
    const bool by_code = !join.code.empty();
    return client->send(by_code ? error(ErrorCode::bad_code, "No game has this code.") : not_found(),
                        request);
  }
  const Origin& origin = client->subscriber->origin();
  if (!join.code.empty() && entrance_.is_ready_code(join.code))
    quota_.adopt(UnfinishedGames::entry_of(room->state().log()), room.get(), origin);
  if (const auto wait = client->subscriber->refuse(cost_of_entering(*client, join, room->state())))
    return client->send(
        counted(protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so many games at once."), "joins"),
        request);
  Joined joined;
  joined.asker = {id, request};
  joined.user = client->user();
  joined.as_player = join.as_player;
  joined.keeps_order = keeps_order(*client, *room);
  joined.in_all_rooms = client->user().id == host_;
  if (join.token) joined.token_hash = hash_token(*join.token);
  joined.since = join.since;
  joined.round_trip = client->subscriber->round_trip();
  if (room->state().would_seat(joined)) {
    auto place = quota_.hold(client->user().id);
    if (!place) return client->send(counted(place.error().error, place.error().limit), request);
    joined.place = *std::move(place);
  }
  if (auto refusal = room->state().would_play(joined) ? quota_.resume(*room, origin) : std::nullopt)
    return client->send(counted(refusal->error, refusal->limit), request);
  if (auto refusal = let_in(*client, *room)) return client->send(counted(*refusal, "joins"), request);
  room->enter(client->subscriber, std::move(joined));
}

/// One of so many rooms of its connection and of its address.
std::optional<protocol::Error> Hub::let_in(Client& client, const Room& room) {
  if (client.rooms.contains(room.id())) return std::nullopt;
  if (client.rooms.size() >= kMaxRooms) return error(ErrorCode::not_allowed, "Leave a room first.");
  const Origin& origin = client.subscriber->origin();
  const auto& [of_public, of_private] = options_.rooms_of_address;
  auto ticket = in_rooms_.admit(origin.address, origin.is_private ? of_private : of_public);
  if (!ticket)
    return because(protocol::Obstacle::address,
                   error(ErrorCode::rate_limited, "Enough rooms are visited from your address."));
  client.rooms.emplace(room.id(), std::move(ticket));
  return std::nullopt;
}

// ---- in a room -------------------------------------------------------------------------------------------

void Hub::on(Client& client, RequestId id, const protocol::Leave& leave) {
  Room* const room = room_for(client, id, leave.game_id);
  if (!room) return;
  client.rooms.erase(leave.game_id);
  room->leave(client.id, /*on_purpose=*/true);
  protocol::Ack ack;
  ack.game_id = leave.game_id;
  client.send(std::move(ack), id);
}

void Hub::on(Client& client, RequestId id, const protocol::PlayMove& move) {
  Room* const room = room_for(client, id, move.game_id);
  if (room)
    room->handle(MoveSent{{client.id, id}, move.ply, move.move, move.spent, client.subscriber->round_trip()});
}

void Hub::on(Client& client, RequestId id, const protocol::Action& action) {
  Room* const room = room_for(client, id, action.game_id);
  if (!room) return;
  Acted acted{{client.id, id}, action.kind, action.on, action.moves, client.subscriber->round_trip()};
  if (action.kind == ActionKind::rematch && action.on) {
    const GameLog& log = room->state().log();
    if (auto refusal = refuse_new_game(client.user())) return client.send(*std::move(refusal), id);
    auto place = quota_.admit_rematch(log, client.user().id, client.subscriber->origin());
    if (!place) return client.send(counted(place.error().error, place.error().limit), id);
    acted.next_opened = [this, place = *std::move(place)](const Room& next) { quota_.occupy(next, {place}); };
  }
  room->handle(std::move(acted));
}

void Hub::on(Client& client, RequestId id, const protocol::Chat& chat) {
  Room* const room = room_for(client, id, chat.game_id);
  if (room) room->handle(Chatted{{client.id, id}, chat.room, chat.text});
}

/// In a room that the host has joined, and so is told what happens in it.
void Hub::on(Client& client, RequestId id, const protocol::HostAction& action) {
  Room* const room = room_for(client, id, action.game_id);
  if (!room) return;
  if (!keeps_order(client, *room))
    return client.send(error(ErrorCode::forbidden, "You are not the host here."), id);
  room->handle(Hosted{{client.id, id}, action.kind, action.name});
}

void Hub::on(Client& client, RequestId id, const protocol::ReportLine& report) {
  Room* const room = room_for(client, id, report.game_id);
  if (!room) return;
  const Origin& origin = client.subscriber->origin();
  const Cost cost = origin.is_private ? kCostOfPrivateReport : 1;
  if (const auto wait = reports_.refuse(origin.address, std::chrono::steady_clock::now(), cost))
    return client.send(counted(protocol::retry_after(*wait, ErrorCode::rate_limited,
                                                     "Enough lines were reported from your address."),
                               "reports"),
                       id);
  room->handle(LineReported{{client.id, id}, report.from, report.at});
}

bool Hub::keeps_order(const Client& client, const Room& room) const {
  return client.user().id == host_ || client.user().id == creator_of(room.header());
}

Room* Hub::room_for(Client& client, RequestId id, const std::string& game_id) {
  Room* const room = rooms_.loaded(game_id);
  if (room && client.rooms.contains(game_id)) return room;
  protocol::Error refusal = room ? error(ErrorCode::forbidden, "Join the game first.") : not_found();
  refusal.game_id = game_id;
  client.send(std::move(refusal), id);
  return nullptr;
}

}  // namespace server

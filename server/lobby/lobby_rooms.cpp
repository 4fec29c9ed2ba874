#include <utility>

#include "server/base/metrics.h"
#include "server/identity/tokens.h"
#include "server/lobby/lobby.h"
#include "server/lobby/new_game.h"
#include "server/match/replay_cost.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

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
Cost cost_of_entering(const Visitor& visitor, const protocol::Join& join, const RoomState& state) {
  const bool catches_up = join.since && !visitor.subscriber->wants_deltas();
  const auto missed = catches_up ? state.missed_since(*join.since) : std::nullopt;
  return missed ? cost_of_catching_up(state.log().version(), *missed) : cost_of_snapshot(state.log().plies());
}

protocol::Error not_found() {
  return error(ErrorCode::not_found, "There is no such game.");
}

}  // namespace

// ---- new games -------------------------------------------------------------------------------------------

/// Whether one more game of this user can begin now.
std::optional<protocol::Error> Lobby::refuse_new_game(const protocol::User& user) const {
  if (draining_) return error(ErrorCode::shutting_down, "The server restarts; try again in a moment.");
  if (rooms_.full()) return error(ErrorCode::busy, "Every room is taken.");
  const auto refusal = quota_.refuse(user.id);
  return refusal ? std::optional(counted(refusal->error, refusal->limit)) : std::nullopt;
}

protocol::Error Lobby::counted(protocol::Error refusal, const char* limit) const {
  if (refusal.code == ErrorCode::rate_limited || refusal.code == ErrorCode::busy)
    metrics_.count_refusal(limit);
  return refusal;
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Create& create) {
  const protocol::User& user = visitor.user();
  if (auto refusal = refuse_new_game(user)) return visitor.send(*std::move(refusal), id);
  const std::string token = new_token();
  auto header = new_game(create, user, hash_token(token));
  if (!header) return visitor.send(header.error(), id);
  const bool plays = create.opponent != protocol::Opponent::ai_vs_ai;
  if (create.opponent != protocol::Opponent::human && bots_.share() < options_.least_share_of_bots)
    return visitor.send(
        protocol::retry_after(kBotsAreBusy, ErrorCode::busy, "The computer plays too many games now."), id);
  auto place = quota_.admit(user.id, visitor.subscriber->origin(), create.opponent);
  if (!place) return visitor.send(counted(place.error().error, place.error().limit), id);
  auto opened = [this, viewer = visitor.id, id, token, plays,
                 place = *std::move(place)](const Rooms::RoomPtr& room) {
    if (room) quota_.occupy(*room, {place});
    Visitor* const creator = visitors_.find(viewer);
    if (!creator) return;
    if (!room) return creator->send(error(ErrorCode::busy, "The game could not be written down."), id);
    creator->send(protocol::Created{room->id(), room->header().code, "/" + room->id(), plays ? token : ""},
                  id);
  };
  rooms_.create(*std::move(header), std::move(opened));
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Seek& seek) {
  if (auto refusal = refuse_new_game(visitor.user())) return visitor.send(*std::move(refusal), id);
  seeks_.begin(visitor, seek, [this, viewer = visitor.id, id](const auto& seek_id) {
    const Visitor* const seeker = visitors_.find(viewer);
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

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Unseek& unseek) {
  seeks_.end(visitor.user().id, unseek.seek_id,
             [this, viewer = visitor.id, id, seek = unseek.seek_id](const auto& refusal) {
               const Visitor* const asker = visitors_.find(viewer);
               if (!asker) return;
               if (refusal) return asker->send(*refusal, id);
               protocol::Ack ack;
               ack.seek_id = seek;
               asker->send(std::move(ack), id);
             });
}

/// Those that the visitor opened before a restart count by the address again.
void Lobby::adopt_games(const Visitor& visitor) {
  for (const UnfinishedGames::Entry* game : unfinished_.opened_by(visitor.user().id))
    quota_.adopt(*game, rooms_.loaded(game->id), visitor.subscriber->origin());
}

void Lobby::room_changed(const std::string& id, const Room* room) {
  feed_.changed(id, room);
  if (room) {
    unfinished_.note(room->state().log());
    life_sign_.look_at(*room);
    tell_turns(*room);
  } else {
    turn_news_.forget(id);
    unfinished_.retired(id, [this](const std::string& user) { return visitors_.is_present(user); });
  }
  quota_.follow(id, room);
}

/// To players who are here, but not in the room. What is not on disk yet is told when it is.
void Lobby::tell_turns(const Room& room) {
  const GameLog& log = room.state().log();
  if (room.state().awaits_commit() || !turn_news_.look_at(log)) return;
  const auto& [first, second] = log.header().seats;
  tell_turn(room, Side::first);
  if (second.user != first.user) tell_turn(room, Side::second);
}

void Lobby::tell_turn(const Room& room, Side side) {
  const GameLog& log = room.state().log();
  for (const ViewerId connection : visitors_.connections_of(log.header().seats[engine::index(side)].user)) {
    const Visitor& visitor = *visitors_.find(connection);
    if (visitor.wants_turns && !visitor.rooms.contains(room.id())) visitor.send(turn_change(log, side));
  }
}

// ---- the way in ------------------------------------------------------------------------------------------

/// As long as the visitor is here: after that nothing is done for it any more.
Payer Lobby::payer_of(const Visitor& visitor) {
  const auto refuse = [this, id = visitor.id](Cost cost) {
    const Visitor* const here = visitors_.find(id);
    return here ? here->subscriber->refuse(cost) : std::optional(Millis(0));
  };
  return {.address = visitor.subscriber->origin().address, .refuse = refuse, .user = visitor.user().id};
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Join& join) {
  auto come_in = [this, viewer = visitor.id, id, join](const Rooms::Found& found) {
    enter(viewer, id, join, found);
  };
  const Payer payer = payer_of(visitor);
  if (join.code.empty()) return rooms_.find(join.game_id, payer, std::move(come_in));
  entrance_.find(join.code, payer, std::move(come_in));
}

void Lobby::enter(ViewerId id, RequestId request, const protocol::Join& join, const Rooms::Found& found) {
  Visitor* const visitor = visitors_.find(id);
  if (!visitor) return;
  if (found.refusal) return visitor->send(counted(*found.refusal, found.limit), request);
  const Rooms::RoomPtr& room = found.room;
  if (!room) {
    const bool by_code = !join.code.empty();
    return visitor->send(by_code ? error(ErrorCode::bad_code, "No game has this code.") : not_found(),
                         request);
  }
  const Origin& origin = visitor->subscriber->origin();
  if (!join.code.empty() && entrance_.is_ready_code(join.code))
    quota_.adopt(UnfinishedGames::entry_of(room->state().log()), room.get(), origin);
  if (const auto wait = visitor->subscriber->refuse(cost_of_entering(*visitor, join, room->state())))
    return visitor->send(
        counted(protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so many games at once."), "joins"),
        request);
  Joined joined;
  joined.asker = {id, request};
  joined.user = visitor->user();
  joined.as_player = join.as_player;
  joined.keeps_order = keeps_order(*visitor, *room);
  joined.in_all_rooms = visitor->user().id == host_;
  if (join.token) joined.token_hash = hash_token(*join.token);
  joined.since = join.since;
  joined.round_trip = visitor->subscriber->round_trip();
  if (room->state().would_seat(joined)) {
    auto place = quota_.hold(visitor->user().id);
    if (!place) return visitor->send(counted(place.error().error, place.error().limit), request);
    joined.place = *std::move(place);
  }
  if (auto refusal = room->state().would_play(joined) ? quota_.resume(*room, origin) : std::nullopt)
    return visitor->send(counted(refusal->error, refusal->limit), request);
  if (auto refusal = let_in(*visitor, *room)) return visitor->send(counted(*refusal, "joins"), request);
  room->enter(visitor->subscriber, std::move(joined));
}

/// One of so many rooms of its connection and of its address.
std::optional<protocol::Error> Lobby::let_in(Visitor& visitor, const Room& room) {
  if (visitor.rooms.contains(room.id())) return std::nullopt;
  if (visitor.rooms.size() >= kMaxRooms) return error(ErrorCode::not_allowed, "Leave a room first.");
  const Origin& origin = visitor.subscriber->origin();
  const auto& [of_public, of_private] = options_.rooms_of_address;
  auto ticket = in_rooms_.admit(origin.address, origin.is_private ? of_private : of_public);
  if (!ticket)
    return because(protocol::Obstacle::address,
                   error(ErrorCode::rate_limited, "Enough rooms are visited from your address."));
  visitor.rooms.emplace(room.id(), std::move(ticket));
  return std::nullopt;
}

// ---- in a room -------------------------------------------------------------------------------------------

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Leave& leave) {
  Room* const room = room_for(visitor, id, leave.game_id);
  if (!room) return;
  visitor.rooms.erase(leave.game_id);
  room->leave(visitor.id, /*on_purpose=*/true);
  protocol::Ack ack;
  ack.game_id = leave.game_id;
  visitor.send(std::move(ack), id);
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::PlayMove& move) {
  Room* const room = room_for(visitor, id, move.game_id);
  if (room)
    room->handle(
        MoveSent{{visitor.id, id}, move.ply, move.move, move.spent, visitor.subscriber->round_trip()});
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Action& action) {
  Room* const room = room_for(visitor, id, action.game_id);
  if (!room) return;
  Acted acted{{visitor.id, id}, action.kind, action.on, action.moves, visitor.subscriber->round_trip()};
  if (action.kind == ActionKind::rematch && action.on) {
    const GameLog& log = room->state().log();
    if (auto refusal = refuse_new_game(visitor.user())) return visitor.send(*std::move(refusal), id);
    auto place = quota_.admit_rematch(log, visitor.user().id, visitor.subscriber->origin());
    if (!place) return visitor.send(counted(place.error().error, place.error().limit), id);
    acted.next_opened = [this, place = *std::move(place)](const Room& next) { quota_.occupy(next, {place}); };
  }
  room->handle(std::move(acted));
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Chat& chat) {
  Room* const room = room_for(visitor, id, chat.game_id);
  if (room) room->handle(Chatted{{visitor.id, id}, chat.room, chat.text});
}

/// In a room that the host has joined, and so is told what happens in it.
void Lobby::on(Visitor& visitor, RequestId id, const protocol::HostAction& action) {
  Room* const room = room_for(visitor, id, action.game_id);
  if (!room) return;
  if (!keeps_order(visitor, *room))
    return visitor.send(error(ErrorCode::forbidden, "You are not the host here."), id);
  room->handle(Hosted{{visitor.id, id}, action.kind, action.name});
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::ReportLine& report) {
  Room* const room = room_for(visitor, id, report.game_id);
  if (!room) return;
  const Origin& origin = visitor.subscriber->origin();
  const Cost cost = origin.is_private ? kCostOfPrivateReport : 1;
  if (const auto wait = reports_.refuse(origin.address, std::chrono::steady_clock::now(), cost))
    return visitor.send(counted(protocol::retry_after(*wait, ErrorCode::rate_limited,
                                                      "Enough lines were reported from your address."),
                                "reports"),
                        id);
  room->handle(LineReported{{visitor.id, id}, report.from, report.at});
}

bool Lobby::keeps_order(const Visitor& visitor, const Room& room) const {
  return visitor.user().id == host_ || visitor.user().id == creator_of(room.header());
}

Room* Lobby::room_for(Visitor& visitor, RequestId id, const std::string& game_id) {
  Room* const room = rooms_.loaded(game_id);
  if (room && visitor.rooms.contains(game_id)) return room;
  protocol::Error refusal = room ? error(ErrorCode::forbidden, "Join the game first.") : not_found();
  refusal.game_id = game_id;
  visitor.send(std::move(refusal), id);
  return nullptr;
}

}  // namespace server

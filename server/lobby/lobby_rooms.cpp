#include <algorithm>
#include <limits>
#include <utility>

#include "engine/games/registry.h"
#include "server/identity/tokens.h"
#include "server/lobby/lobby.h"
#include "server/lobby/new_game.h"
#include "server/protocol/errors.h"
#include "server/text/ascii_case.h"

// Rooms: opening them, finding the way into them, and what is said in them.
namespace server {
namespace {

using protocol::ErrorCode;

/// Rooms that one connection may be in.
constexpr std::size_t kMaxRooms = 32;

protocol::Error not_found() {
  return error(ErrorCode::not_found, "There is no such game.");
}

/// The game of the ready room: both seats are free, and time does not press.
storage::Game ready_game(const std::string& id, const std::string& code) {
  const engine::Game& game = *engine::find_game(id);
  storage::Game header;
  header.code = code;
  header.game = id;
  header.rule = game.rules.front();
  if (!game.sizes.empty()) header.size = game.sizes.front();
  return header;
}

/// Whoever opened the room: his is the one seat for which a token was given out. Of two who were paired each
/// has one, and neither is the other's host. Empty: nobody.
std::string creator_of(const storage::Game& header) {
  const auto& [first, second] = header.seats;
  if (first.token_hash.empty() == second.token_hash.empty()) return {};
  return first.token_hash.empty() ? second.user : first.user;
}

}  // namespace

// ---- new games -------------------------------------------------------------------------------------------

/// Whether one more game of this user can begin now.
std::optional<protocol::Error> Lobby::may_play(const protocol::User& user) const {
  if (draining_) return error(ErrorCode::shutting_down, "The server restarts; try again in a moment.");
  if (rooms_.full()) return error(ErrorCode::busy, "Every room is taken.");
  if (agenda_.count(user.id) + being_created_.of(user.id) >= options_.max_games_of_one) {
    return error(ErrorCode::rate_limited, "Finish some of your games first.");
  }
  return std::nullopt;
}

/// Null if this address has as many games with bots as it may have.
KeyedCounts::Ticket Lobby::place_for_bot(const Origin& origin) {
  if (origin.address.empty()) return std::make_shared<int>();  // Not counted.
  return bot_games_.admit(origin.address, origin.is_private ? options_.max_bot_games_of_private
                                                            : options_.max_bot_games_of_public);
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Create& create) {
  const protocol::User& user = *visitor.subscriber->user();
  if (auto refusal = may_play(user)) return refuse(visitor, id, *std::move(refusal));
  const std::string token = new_token();
  auto header = new_game(create, user, hash_token(token));
  if (!header) return refuse(visitor, id, header.error());
  const bool has_bot = create.opponent != protocol::Opponent::human;
  const bool plays = create.opponent != protocol::Opponent::ai_vs_ai;
  const auto place = has_bot ? place_for_bot(visitor.subscriber->origin()) : nullptr;
  if (has_bot && !place) {
    return refuse(visitor, id,
                  error(ErrorCode::rate_limited, "Finish some of your games against the computer first."));
  }
  auto opened = [this, viewer = visitor.id, id, token, plays, place,
                 address = visitor.subscriber->origin().address,
                 counted = plays ? being_created_.admit(user.id, options_.max_games_of_one)
                                 : nullptr](const Rooms::RoomPtr& room) {
    if (room && place && !room->state().log().over()) bot_places_[room->id()] = {address, place};
    Visitor* const creator = find(viewer);
    if (!creator) return;
    if (!room) return refuse(*creator, id, error(ErrorCode::busy, "The game could not be written down."));
    send(*creator, protocol::Created{room->id(), room->header().code, "/" + room->id(), plays ? token : ""},
         id);
  };
  rooms_.create(*std::move(header), std::move(opened));
}

/// Nobody is there yet: the first two who come in sit down.
void Lobby::open_ready_room(std::function<void(Rooms::RoomPtr)> done) {
  // Somebody else may have been faster.
  if (auto room = rooms_.loaded_by_code(ready_code_)) return done(std::move(room));
  if (draining_ || rooms_.full()) return done(nullptr);
  rooms_.create(ready_game(options_.ready_game, ready_code_), std::move(done));
}

void Lobby::room_changed(const std::string& id, const Room* room) {
  bulletin_.changed(id, room);
  if (room) agenda_.note(room->state().log());
  follow_bot_place(id, room);
}

/// A rematch is never refused, but it counts.
void Lobby::follow_bot_place(const std::string& id, const Room* room) {
  const auto place = bot_places_.find(id);
  if (place == bot_places_.end()) return;
  if (!room) return void(bot_places_.erase(place));
  if (!room->state().log().over()) return;
  place->second.ticket.reset();
  const auto& next = room->state().log().next_game();
  if (!next || bot_places_.contains(*next) || !rooms_.loaded(*next)) return;
  const std::string address = place->second.address;
  bot_places_[*next] = {address, bot_games_.admit(address, std::numeric_limits<int>::max())};
}

// ---- the way in ------------------------------------------------------------------------------------------

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Join& join) {
  if (visitor.rooms.size() >= kMaxRooms)
    return refuse(visitor, id, error(ErrorCode::not_allowed, "Leave a room first."));
  if (!join.code.empty()) return join_by_code(visitor, id, join);
  auto found = [this, viewer = visitor.id, id, join](const Rooms::RoomPtr& room) {
    enter(viewer, id, join, room);
  };
  rooms_.find(join.game_id, std::move(found));
}

/// A code is short enough to be guessed, so that only so many wrong ones are looked at.
void Lobby::join_by_code(Visitor& visitor, RequestId id, const protocol::Join& join) {
  const Origin& origin = visitor.subscriber->origin();
  if (const auto wait = wrong_codes_.would_refuse(origin.address, std::chrono::steady_clock::now()))
    return refuse(
        visitor, id,
        protocol::retry_after(*wait, ErrorCode::rate_limited, "Too many wrong codes; wait a little."));
  auto come_in = [this, viewer = visitor.id, id, join](const Rooms::RoomPtr& room) {
    enter(viewer, id, join, room);
  };
  const bool is_ready = upper(join.code) == ready_code_;
  auto found = [this, come_in, is_ready, address = origin.address](const Rooms::RoomPtr& room) {
    if (!room && is_ready) return open_ready_room(come_in);
    if (!room && !address.empty()) wrong_codes_.refuse(address, std::chrono::steady_clock::now());
    come_in(room);
  };
  rooms_.find_code(join.code, std::move(found));
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
  joined.keeps_order = keeps_order(*visitor, *room);
  if (join.token) joined.token_hash = hash_token(*join.token);
  joined.since = join.since;
  joined.round_trip = visitor->subscriber->round_trip();
  room->enter(visitor->subscriber, std::move(joined));
}

// ---- in a room -------------------------------------------------------------------------------------------

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
  if (room)
    room->handle(
        Acted{{visitor.id, id}, action.kind, action.on, action.moves, visitor.subscriber->round_trip()});
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::Chat& chat) {
  Room* const room = room_for(visitor, id, chat.game_id);
  if (room) room->handle(Chatted{{visitor.id, id}, chat.room, chat.text});
}

/// In a room that he has joined, so that he sees what he does.
void Lobby::on(Visitor& visitor, RequestId id, const protocol::HostAction& action) {
  Room* const room = room_for(visitor, id, action.game_id);
  if (!room) return;
  if (!keeps_order(visitor, *room))
    return refuse(visitor, id, error(ErrorCode::forbidden, "You are not the host here."));
  room->handle(Hosted{{visitor.id, id}, action.kind, action.name});
}

void Lobby::on(Visitor& visitor, RequestId id, const protocol::ReportLine& report) {
  Room* const room = room_for(visitor, id, report.game_id);
  if (room) room->handle(LineReported{{visitor.id, id}, report.from, report.at});
}

bool Lobby::keeps_order(const Visitor& visitor, const Room& room) const {
  return is_host(visitor) || visitor.subscriber->user()->id == creator_of(room.header());
}

Room* Lobby::room_for(Visitor& visitor, RequestId id, const std::string& game_id) {
  Room* const room = rooms_.loaded(game_id);
  if (room && visitor.rooms.contains(game_id)) return room;
  protocol::Error refusal = room ? error(ErrorCode::forbidden, "Join the game first.") : not_found();
  refusal.game_id = game_id;
  refuse(visitor, id, std::move(refusal));
  return nullptr;
}

}  // namespace server

#include "server/hub/room_messages.h"

#include <chrono>
#include <utility>

#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::ErrorCode;

}  // namespace

void RoomMessages::on(Client& client, RequestId id, const protocol::Leave& leave) {
  Room* const room = room_for(client, id, leave.game_id);
  if (!room) return;
  // Its ticket goes first: the address may enter another room at once.
  client.rooms.erase(leave.game_id);
  room->leave(client.id, Leaving::said);
  protocol::Ack ack;
  ack.game_id = leave.game_id;
  client.send(std::move(ack), id);
}

void RoomMessages::on(Client& client, RequestId id, const protocol::PlayMove& move) {
  if (Room* const room = room_for(client, id, move.game_id))
    room->handle(MoveSent{{client.id, id}, move.ply, move.move, move.spent, client.subscriber->round_trip()});
}

void RoomMessages::on(Client& client, RequestId id, const protocol::Action& action) {
  Room* const room = room_for(client, id, action.game_id);
  if (!room) return;
  Acted acted{.reply_to = {client.id, id},
              .kind = action.kind,
              .on = action.on,
              .moves = action.moves,
              .round_trip = client.subscriber->round_trip(),
              .seen = action.seen,
              .count = action.count};
  if (action.kind == ActionKind::rematch && action.on) {
    // Only the wish that makes the game opens it; that it is the last is known only in the room, so each wish
    // brings a ticket, which ends unused with the input.
    const GameLog& log = room->state().log();
    auto refusal = new_games_.refuse(client.user());
    if (!refusal && (log.is_bot(Seat::a) || log.is_bot(Seat::b))) refusal = new_games_.refuse_bot();
    if (refusal) return client.send(*std::move(refusal), id);
    auto ticket = context_.quota.admit_rematch(log, client.user().id, client.subscriber->origin());
    if (!ticket) return client.send(context_.counted(ticket.error()), id);
    acted.next_opened = [&quota = context_.quota, ticket = *std::move(ticket)](const Room& next) {
      quota.occupy(next, {ticket});
    };
  }
  room->handle(std::move(acted));
}

void RoomMessages::on(Client& client, RequestId id, const protocol::Chat& chat) {
  Room* const room = room_for(client, id, chat.game_id);
  if (!room) return;
  const TimePoint now = server_now();
  if (auto refusal = measures_.refuse_to_speak(client.user().id, now)) {
    refusal->game_id = chat.game_id;
    return client.send(*std::move(refusal), id);
  }
  room->handle(Chatted{{client.id, id}, chat.room, chat.text, measures_.is_shadow(client.user().id, now)});
}

/// In a room that the host has joined, and so is told what happens in it.
void RoomMessages::on(Client& client, RequestId id, const protocol::HostAction& action) {
  Room* const room = room_for(client, id, action.game_id);
  if (!room) return;
  if (!joins_.keeps_order(client, *room))
    return client.send(error(ErrorCode::forbidden, "You are not the host here."), id);
  room->handle(Hosted{{client.id, id}, action.kind, action.name, action.seen});
}

void RoomMessages::on(Client& client, RequestId id, const protocol::ReportLine& report) {
  Room* const room = room_for(client, id, report.game_id);
  if (!room) return;
  const Origin& origin = client.subscriber->origin();
  // One of a local network pays a tenth, as many people stand behind it.
  const Cost cost = cost_of_address(origin.is_private);
  const auto now = std::chrono::steady_clock::now();
  auto wait = reports_.refuse(origin.address, now, cost);
  if (!wait) {
    wait = reports_of_users_.refuse(client.user().id, now);
    // What is refused did no work, so the address does not pay for it: others share it.
    if (wait) reports_.give_back(origin.address, now, cost);
  }
  if (wait)
    return client.send(
        context_.counted(protocol::retry_after(*wait, ErrorCode::rate_limited,
                                               "Enough lines were reported by you, or from your address."),
                         "reports"),
        id);
  room->handle(LineReported{{client.id, id}, report.from, report.at});
}

// `forbidden` tells that there is such a room: ids are long enough not to be guessed, and the client named
// this one.
Room* RoomMessages::room_for(const Client& client, RequestId id, const std::string& game_id) {
  Room* const room = context_.rooms.loaded(game_id);
  if (room && client.rooms.contains(game_id)) return room;
  protocol::Error refusal = room ? error(ErrorCode::forbidden, "Join the game first.")
                                 : error(ErrorCode::not_found, "There is no such game.");
  refusal.game_id = game_id;
  client.send(std::move(refusal), id);
  return nullptr;
}

}  // namespace server

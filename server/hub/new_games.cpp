#include "server/hub/new_games.h"

#include <chrono>
#include <utility>

#include "server/identity/tokens.h"
#include "server/protocol/errors.h"
#include "server/rooms/new_game.h"

namespace server {
namespace {

using protocol::ErrorCode;

/// As clients are told, when the bots have too much to do.
constexpr std::chrono::seconds kBotsAreBusy(30);

}  // namespace

std::optional<protocol::Error> NewGames::refuse(const protocol::User& user) const {
  if (closed_) return error(ErrorCode::shutting_down, "The server restarts; try again in a moment.");
  if (context_.rooms.full()) return error(ErrorCode::busy, "Every room is taken.");
  auto refusal = context_.quota.refuse(user.id);
  return refusal ? std::optional(context_.counted(*std::move(refusal))) : std::nullopt;
}

std::optional<protocol::Error> NewGames::refuse_bot() const {
  if (bots_.share() >= least_share_of_bots_) return std::nullopt;
  return protocol::retry_after(kBotsAreBusy, ErrorCode::busy, "The computer plays too many games now.");
}

void NewGames::on(Client& client, RequestId id, const protocol::Create& create) {
  const protocol::User& user = client.user();
  if (auto refusal = refuse(user)) return client.send(*std::move(refusal), id);
  // The token never reaches the store, only its hash.
  const std::string token = new_token();
  auto header = new_game(create, user, hash_token(token));
  if (!header) return client.send(header.error(), id);
  const bool plays = create.opponent != protocol::Opponent::ai_vs_ai;
  const bool has_bot = create.opponent != protocol::Opponent::human;
  if (auto refusal = has_bot ? refuse_bot() : std::nullopt) return client.send(*std::move(refusal), id);
  auto ticket = context_.quota.admit(user.id, client.subscriber->origin(), create.opponent);
  if (!ticket) return client.send(context_.counted(ticket.error()), id);
  // The ticket lives in the callback until the room has it: a creation that fails gives it back.
  auto opened = [this, viewer = client.id, id, token, plays,
                 ticket = *std::move(ticket)](const Rooms::RoomPtr& room) {
    // Even if the creator has gone: the game is open, and counts.
    if (room) context_.quota.occupy(*room, {ticket});
    Client* const creator = context_.clients.find(viewer);
    if (!creator) return;
    if (!room) return creator->send(error(ErrorCode::busy, "The game could not be written down."), id);
    creator->send(protocol::Created{room->id(), room->header().code, "/" + room->id(), plays ? token : ""},
                  id);
  };
  context_.rooms.create(*std::move(header), std::move(opened));
}

void NewGames::on(Client& client, RequestId id, const protocol::Seek& seek) {
  if (auto refusal = refuse(client.user())) return client.send(*std::move(refusal), id);
  seeks_.begin(client.id, *client.subscriber, seek, [this, viewer = client.id, id](const auto& seek_id) {
    // Refusals are counted even when the seeker has gone.
    const Client* const seeker = context_.clients.find(viewer);
    if (!seek_id) {
      protocol::Error refusal = context_.counted(seek_id.error());
      if (seeker) seeker->send(std::move(refusal), id);
      return;
    }
    protocol::Ack ack;
    ack.seek_id = *seek_id;
    if (seeker) seeker->send(std::move(ack), id);
    // After the ack, or `created` might come before the id that it is about.
    seeks_.pair_up(*seek_id);
  });
}

void NewGames::on(Client& client, RequestId id, const protocol::Unseek& unseek) {
  seeks_.end(client.user().id, unseek.seek_id,
             [this, viewer = client.id, id, seek = unseek.seek_id](const auto& refusal) {
               const Client* const here = context_.clients.find(viewer);
               if (!here) return;
               if (refusal) return here->send(*refusal, id);
               protocol::Ack ack;
               ack.seek_id = seek;
               here->send(std::move(ack), id);
             });
}

void NewGames::paired(const std::string& user, std::set<ViewerId> viewers,
                      const protocol::Created& created) const {
  // Connections in a room show another game; a message would take them away from it.
  for (const ViewerId connection : context_.clients.connections_of(user))
    if (context_.clients.find(connection)->rooms.empty()) viewers.insert(connection);
  for (const ViewerId viewer : viewers)
    if (const Client* const client = context_.clients.find(viewer)) client->send(created);
}

}  // namespace server

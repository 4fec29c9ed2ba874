#include "server/hub/joins.h"

#include <algorithm>
#include <utility>

#include "server/identity/tokens.h"
#include "server/match/replay_cost.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

namespace server {
namespace {

using protocol::ErrorCode;

/// Rooms that one connection may be in.
constexpr std::size_t kMaxRooms = 32;

/// Of a line of chat that is told with a game: up to 140 characters, of three bytes in Chinese.
constexpr Cost kCostOfLine = 0.02;

/// As Room::enter() tells it.
// A client that takes deltas always gets a snapshot: see Room::enter().
Cost cost_of_entering(const Client& client, const protocol::Join& join, const RoomState& state) {
  const bool catches_up = join.since && !client.subscriber->wants_deltas();
  const auto missed = catches_up ? state.missed_since(*join.since) : std::nullopt;
  if (missed) return cost_of_catching_up(state.log().version(), *missed);
  return cost_of_snapshot(state.log().plies()) + kCostOfLine * static_cast<Cost>(state.lines());
}

/// The user, another one than this, whose seat is opened by the token that is shown; none: there is none.
std::optional<std::string> other_holder(const protocol::Join& join, const GameLog& log,
                                        const std::string& user) {
  if (!join.as_player || !join.token) return std::nullopt;
  const std::string hash = hash_token(*join.token);
  const auto is_opened = [&](Seat seat) { return log.holder(seat).token_hash == hash; };
  const auto seat = std::ranges::find_if(kSeats, is_opened);
  if (seat == kSeats.end() || log.holder(*seat).user == user) return std::nullopt;
  return log.holder(*seat).user;
}

}  // namespace

/// As long as the client is here: after that nothing is done for it any more.
RequestBudget Joins::budget_of(const Client& client) {
  const auto refuse = [this, id = client.id](Cost cost) {
    const Client* const here = context_.clients.find(id);
    // A client that has gone cannot wait: "refuse, zero" ends the look-up without a message.
    return here ? here->subscriber->refuse(cost) : std::optional(Millis(0));
  };
  return {.address = client.subscriber->origin().address, .refuse = refuse, .user = client.user().id};
}

void Joins::on(Client& client, RequestId id, const protocol::Join& join) {
  auto done = [this, request = Request{.viewer = client.id, .id = id, .join = join}](
                  const Rooms::Lookup& room) { found(request, room); };
  const RequestBudget budget = budget_of(client);
  if (join.code.empty()) return context_.rooms.find(join.game_id, budget, std::move(done));
  context_.codes.find(join.code, budget, std::move(done));
}

void Joins::found(Request request, const Rooms::Lookup& found) {
  // The look-up is paid, and its result is of use to whichever client asks next.
  Client* const client = context_.clients.find(request.viewer);
  if (!client) return;
  const protocol::Join& join = request.join;
  if (found.refusal) return client->send(context_.counted(*found.refusal, found.limit), request.id);
  if (!found.room)
    return client->send(join.code.empty() ? error(ErrorCode::not_found, "There is no such game.")
                                          : error(ErrorCode::bad_code, "No game has this code."),
                        request.id);
  const auto holder = other_holder(join, found.room->state().log(), client->user().id);
  if (holder && !request.token_is_checked)
    return check_token(std::move(request), *client, *found.room, *holder);
  const std::string opponent =
      found.room->state().unknown_opponent_of(to_joined(*client, request, *found.room));
  // Guests are not blocked.
  if (!opponent.empty() && !client->user().guest && !request.blocked_by)
    return ask_opponent(std::move(request), *client, *found.room, opponent);
  if (auto refusal = enter(*client, request, found.room)) client->send(*std::move(refusal), request.id);
}

// A token that was taken from a browser would outlive every logout and the password. A guest has nothing but
// tokens: they open the seat on another device.
void Joins::check_token(Request request, const Client& client, const Room& room, const std::string& holder) {
  const auto is_account = [holder](storage::Reader& store) {
    const std::optional<storage::User> user = store.user(holder);
    return user && !user->guest;
  };
  ask(std::move(request), client, room, is_account, [](Request& asked, bool is_of_account) {
    asked.token_is_checked = true;
    if (is_of_account) asked.join.token.reset();
  });
}

void Joins::ask_opponent(Request request, const Client& client, const Room& room,
                         const std::string& opponent) {
  const auto blocking = [opponent, user = client.user().id](storage::Reader& store) {
    return store.relation(opponent, user) == "block" ? opponent : std::string();
  };
  ask(std::move(request), client, room, blocking,
      [](Request& asked, const std::string& blocked_by) { asked.blocked_by = blocked_by; });
}

template <class Read, class Note>
void Joins::ask(Request request, const Client& client, const Room& room, Read read, Note note) {
  const std::string address = client.subscriber->origin().address;
  auto answered = [this, note, request = std::move(request), game = room.id()](const auto& answer) mutable {
    const Client* const here = context_.clients.find(request.viewer);
    if (!here) return;
    if (!answer)
      return here->send(context_.counted(protocol::retry_after(std::chrono::seconds(1), ErrorCode::busy,
                                                               "The players cannot be looked up now."),
                                         "joins"),
                        request.id);
    note(request, *answer);
    // The room may have left the memory meanwhile.
    context_.rooms.find(game, budget_of(*here),
                        [this, request](const Rooms::Lookup& again) { found(request, again); });
  };
  context_.records.read({.address = address}, std::move(read), std::move(answered));
}

/// Or why not.
std::optional<protocol::Error> Joins::enter(Client& client, const Request& request,
                                            const Rooms::RoomPtr& room) {
  const protocol::Join& join = request.join;
  const Origin& origin = client.subscriber->origin();
  // The code of --lan costs the address that uses it, for the room itself was opened by none.
  if (!join.code.empty() && context_.codes.is_ready_code(join.code))
    context_.quota.adopt(UnfinishedGames::entry_of(room->state().log()), room.get(), origin);
  // Before anything is changed: a refusal leaves no trace.
  if (const auto wait = client.subscriber->refuse(cost_of_entering(client, join, room->state())))
    return context_.counted(
        protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so many games at once."), "joins");
  Joined joined = to_joined(client, request, *room);
  // A player who takes a seat begins a game, with the quota of `create`. The ticket counts until the game is
  // listed among the user's unfinished ones.
  if (room->state().would_seat(joined)) {
    auto ticket = context_.quota.hold(client.user().id);
    if (!ticket) return context_.counted(ticket.error());
    joined.ticket = *std::move(ticket);
  }
  // A game against a bot goes on as soon as its player is there, and takes a thread's time again.
  if (auto refusal = room->state().would_play(joined) ? context_.quota.resume(*room, origin) : std::nullopt)
    return context_.counted(*std::move(refusal));
  // Last, for its ticket is kept in the client and would have to be taken back.
  if (auto refusal = count_in(client, *room)) {
    // The bot's place, which resume() took: no player has come.
    context_.quota.follow(room->id(), room.get());
    return context_.counted(*std::move(refusal), "joins");
  }
  room->enter(client.subscriber, std::move(joined));
  return std::nullopt;
}

Joined Joins::to_joined(const Client& client, const Request& request, const Room& room) const {
  const protocol::Join& join = request.join;
  Joined joined;
  joined.reply_to = {client.id, request.id};
  joined.user = client.user();
  joined.as_player = join.as_player;
  joined.keeps_order = keeps_order(client, room);
  joined.in_all_rooms = greeter_.is_host(client.user().id);
  // Tokens are kept and compared as hashes only.
  if (join.token) joined.token_hash = hash_token(*join.token);
  joined.since = join.since;
  joined.round_trip = client.subscriber->round_trip();
  joined.blocked = client.subscriber->blocked();
  joined.blocked_by = request.blocked_by.value_or("");
  return joined;
}

/// As one of so many rooms of its connection and of its address; or why not.
// A second join of the same room (a resync) costs no second place.
std::optional<protocol::Error> Joins::count_in(Client& client, const Room& room) {
  if (client.rooms.contains(room.id())) return std::nullopt;
  if (client.rooms.size() >= kMaxRooms) return error(ErrorCode::not_allowed, "Leave a room first.");
  const Origin& origin = client.subscriber->origin();
  auto ticket = in_rooms_.admit(origin.address, rooms_of_address_.of(origin.is_private));
  if (!ticket)
    return because(protocol::Obstacle::address,
                   error(ErrorCode::rate_limited, "Enough rooms are visited from your address."));
  client.rooms.emplace(room.id(), std::move(ticket));
  return std::nullopt;
}

bool Joins::keeps_order(const Client& client, const Room& room) const {
  return greeter_.is_host(client.user().id) || client.user().id == creator_of(room.header());
}

}  // namespace server

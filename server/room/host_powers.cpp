#include "server/room/host_powers.h"

#include <algorithm>
#include <utility>

#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

namespace server {
namespace {

using protocol::ErrorCode;
using protocol::not_allowed;

/// Users whom one room keeps out, and mutes.
constexpr std::size_t kMostInOrder = 200;

HostOrder refuse(protocol::Error error) {
  return {.game = {.refusal = std::move(error)}};
}

/// Who watches under a name.
// Two may bear the same name in one room: spectators do not exclude each other.
std::set<std::string> spectators_named(const GameLog& log, const Presence& presence,
                                       const std::string& name) {
  std::set<std::string> users;
  for (const auto& [id, viewer] : presence.viewers()) {
    const auto holds = [&](Seat seat) { return log.holder(seat).user == viewer.user.id; };
    if (!viewer.seat && viewer.user.name == name && std::ranges::none_of(kSeats, holds))
      users.insert(viewer.user.id);
  }
  return users;
}

/// The ids of the users present with this name, and of a player with it who is away.
std::set<std::string> users_named(const GameLog& log, const Presence& presence, const std::string& name) {
  std::set<std::string> users;
  for (const auto& [id, viewer] : presence.viewers()) {
    if (viewer.user.name == name) users.insert(viewer.user.id);
  }
  for (const Seat seat : kSeats) {
    const storage::Seat& holder = log.holder(seat);
    if (holder.name == name && !holder.user.empty()) users.insert(holder.user);
  }
  return users;
}

/// Whom a host means by a name that the host bears, too.
std::set<std::string> without_host(std::set<std::string> users, const Presence& presence,
                                   const Hosted& hosted) {
  if (const Viewer* const host = presence.find(hosted.reply_to.viewer)) users.erase(host->user.id);
  return users;
}

/// The seat of the host in a game against another person; none: the host does not play, or against a bot.
// Against a bot a host has the powers of a host: there is no opponent to be unfair to.
std::optional<Seat> seat_of_host(const GameLog& log, const Presence& presence, const Hosted& hosted) {
  const Viewer* const host = presence.find(hosted.reply_to.viewer);
  for (const Seat seat : kSeats) {
    if (host && log.holder(seat).user == host->user.id && !log.is_bot(other(seat))) return seat;
  }
  return std::nullopt;
}

/// The end of the game by the host: no way out of one that the host is losing. Who has not seen that the
/// game counts does not resign it.
Decision end_game(const GameLog& log, const Presence& presence, const Hosted& hosted, std::string_view reason,
                  TimePoint now) {
  const std::optional<Seat> own = seat_of_host(log, presence, hosted);
  const bool resigns = own && log.playing() && log.clock_started() && !log.header().rated;
  if (resigns && hosted.seen && log.clock_started_since(*hosted.seen))
    return {.refusal = error(ErrorCode::stale_ply, "The game counts by now.")};
  return resigns ? decide_action(log, *own, {.kind = ActionKind::resign}, {}, now)
                 : decide_abort_by_host(log, reason, now);
}

// A host who plays can only offer a pause; one who does not play pauses the game at once.
Decision pause_game(const GameLog& log, const Presence& presence, const Hosted& hosted, TimePoint now) {
  const std::optional<Seat> own = seat_of_host(log, presence, hosted);
  return own ? decide_action(log, *own, {.kind = ActionKind::pause, .seen = hosted.seen}, {}, now)
             : decide_pause_by_host(log, now);
}

HostOrder kick(const GameLog& log, const Presence& presence, const Hosted& hosted,
               std::set<std::string> users, TimePoint now) {
  const auto is_out = [&](Seat seat) { return users.contains(log.holder(seat).user); };
  HostOrder order;
  // To put a player out ends the game; if that is refused, nothing of the order is done.
  if (std::ranges::any_of(kSeats, is_out) && !log.over())
    order.game = end_game(log, presence, hosted, "kicked", now);
  if (order.game.refusal) return order;
  // The order of the room, with its set of users, is written down with the event.
  order.room = log.header().order;
  order.room->put_out.insert(users.begin(), users.end());
  order.put_out = std::move(users);
  return order;
}

// Muted users stay in the room and see everything.
HostOrder mute(const GameLog& log, const std::set<std::string>& users) {
  storage::RoomOrder room = log.header().order;
  room.muted.insert(users.begin(), users.end());
  return {.room = std::move(room)};
}

HostOrder unmute(const GameLog& log, const std::set<std::string>& users) {
  storage::RoomOrder room = log.header().order;
  for (const std::string& user : users) room.muted.erase(user);
  return {.room = std::move(room)};
}

/// It is all read and written again with each.
// Written as one row with the game: the bound keeps that row small.
bool is_long(const std::optional<storage::RoomOrder>& room) {
  return room && (room->put_out.size() > kMostInOrder || room->muted.size() > kMostInOrder);
}

// Orders of the game need no name; the others name one.
HostOrder decide_any(const GameLog& log, const Presence& presence, const Hosted& hosted, TimePoint now) {
  switch (hosted.kind) {
    case HostKind::close:
      return {.game = end_game(log, presence, hosted, "closed", now)};
    case HostKind::pause:
      return {.game = pause_game(log, presence, hosted, now)};
    case HostKind::resume:
      return {.game = decide_resume_by_host(log, now)};
    case HostKind::kick:
    case HostKind::mute:
    case HostKind::unmute:
      break;
  }
  const std::set<std::string> named = users_named(log, presence, hosted.name);
  if (named.empty()) return refuse(error(ErrorCode::not_found, "Nobody here has this name."));
  std::set<std::string> users = without_host(named, presence, hosted);
  if (users.empty()) return refuse(not_allowed("That is you."));
  if (hosted.kind == HostKind::mute) return mute(log, users);
  if (hosted.kind == HostKind::unmute) return unmute(log, users);
  // A spectator under a player's name is put out alone.
  auto spectators = without_host(spectators_named(log, presence, hosted.name), presence, hosted);
  return kick(log, presence, hosted, spectators.empty() ? std::move(users) : std::move(spectators), now);
}

}  // namespace

// After the order, for only then is its size known.
HostOrder decide_order(const GameLog& log, const Presence& presence, const Hosted& hosted, TimePoint now) {
  HostOrder order = decide_any(log, presence, hosted, now);
  if (is_long(order.room)) return refuse(not_allowed("So many are removed or muted already."));
  return order;
}

}  // namespace server

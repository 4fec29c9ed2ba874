#include "server/room/host_powers.h"

#include <algorithm>
#include <utility>

#include "server/protocol/errors.h"

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

/// Whoever is here under a name, and who sits under it and is away.
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

/// A player's game is aborted; it is nobody's win.
HostOrder kick(const GameLog& log, const Presence& presence, const Hosted& hosted,
               std::set<std::string> users, TimePoint now) {
  const Viewer* const host = presence.find(hosted.asker.viewer);
  if (host && users.contains(host->user.id)) return refuse(not_allowed("That is you."));
  const auto is_out = [&](Seat seat) { return users.contains(log.holder(seat).user); };
  HostOrder order;
  if (std::ranges::any_of(kSeats, is_out) && !log.over())
    order.game = decide_abort_by_host(log, "kicked", now);
  if (order.game.refusal) return order;
  order.room = log.header().order;
  order.room->put_out.insert(users.begin(), users.end());
  order.put_out = std::move(users);
  return order;
}

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
bool is_long(const std::optional<storage::RoomOrder>& room) {
  return room && (room->put_out.size() > kMostInOrder || room->muted.size() > kMostInOrder);
}

HostOrder decide_any(const GameLog& log, const Presence& presence, const Hosted& hosted, TimePoint now) {
  switch (hosted.kind) {
    case HostKind::close:
      return {.game = decide_abort_by_host(log, "closed", now)};
    case HostKind::pause:
      return {.game = decide_pause_by_host(log, now)};
    case HostKind::resume:
      return {.game = decide_resume_by_host(log, now)};
    case HostKind::kick:
    case HostKind::mute:
    case HostKind::unmute:
      break;
  }
  std::set<std::string> users = users_named(log, presence, hosted.name);
  if (users.empty()) return refuse(error(ErrorCode::not_found, "Nobody here has this name."));
  if (hosted.kind == HostKind::mute) return mute(log, users);
  if (hosted.kind == HostKind::unmute) return unmute(log, users);
  // A spectator who calls himself as a player does is put out alone.
  auto spectators = spectators_named(log, presence, hosted.name);
  return kick(log, presence, hosted, spectators.empty() ? std::move(users) : std::move(spectators), now);
}

}  // namespace

HostOrder decide_order(const GameLog& log, const Presence& presence, const Hosted& hosted, TimePoint now) {
  HostOrder order = decide_any(log, presence, hosted, now);
  if (is_long(order.room)) return refuse(not_allowed("So many are put out or muted already."));
  return order;
}

}  // namespace server

#include "server/room/room_state.h"

// What the host of a room may do to keep order in it. He decides no game: whoever is put out does not lose by
// it, and a rated game that counts is out of his reach.
namespace server {

void RoomState::on(const Hosted& hosted) {
  if (Refusal refusal = keep_order(hosted)) return refuse(hosted.asker, *std::move(refusal));
  answer_ = Answer{.asker = hosted.asker};
}

RoomState::Refusal RoomState::keep_order(const Hosted& hosted) {
  switch (hosted.kind) {
    case HostKind::kick:
      return kick(hosted);
    case HostKind::mute:
      return mute(hosted.name, true);
    case HostKind::unmute:
      return mute(hosted.name, false);
    case HostKind::close:
      return close();
    case HostKind::pause:
      return pause_by_host();
    case HostKind::resume:
      return resume_by_host();
  }
  return error(protocol::ErrorCode::unsupported, "This server does not know how.");
}

/// A player's game is aborted; it is nobody's win.
RoomState::Refusal RoomState::kick(const Hosted& hosted) {
  const std::set<std::string> users = users_named(hosted.name);
  const Viewer* const host = presence_.find(hosted.asker.viewer);
  if (users.empty()) return error(protocol::ErrorCode::not_found, "Nobody here has this name.");
  if (host && users.contains(host->user.id)) return not_allowed("That is you.");
  bool plays = false;
  for (const Seat seat : kSeats) plays |= users.contains(log_.holder(seat).user);
  if (plays && !log_.over()) {
    if (Refusal refusal = may_abort_by_host()) return refusal;
    log_.end(now_, Status::aborted, {}, "kicked", {});
  }
  put_out(users);
  return {};
}

RoomState::Refusal RoomState::mute(const std::string& name, bool on) {
  const std::set<std::string> users = users_named(name);
  if (users.empty()) return error(protocol::ErrorCode::not_found, "Nobody here has this name.");
  for (const std::string& user : users) on ? void(muted_.insert(user)) : void(muted_.erase(user));
  return {};
}

RoomState::Refusal RoomState::close() {
  if (log_.over()) return error(protocol::ErrorCode::game_over, "The game is over.");
  if (Refusal refusal = may_abort_by_host()) return refusal;
  log_.end(now_, Status::aborted, {}, "closed", {});
  return {};
}

RoomState::Refusal RoomState::pause_by_host() {
  if (log_.header().rated) return not_allowed("Not in a rated game.");
  if (!log_.playing() || log_.paused()) return not_allowed("The game is not running.");
  log_.pause(now_, {});
  return {};
}

RoomState::Refusal RoomState::resume_by_host() {
  if (!log_.playing() || !log_.paused()) return not_allowed("The game is not paused.");
  log_.resume(now_, {});
  return {};
}

RoomState::Refusal RoomState::may_abort_by_host() const {
  if (log_.header().rated && log_.clock_started()) return not_allowed("A rated game is played to its end.");
  return {};
}

/// Whoever is here under a name, and who sits under it and is away.
std::set<std::string> RoomState::users_named(const std::string& name) const {
  std::set<std::string> users;
  for (const auto& [id, viewer] : presence_.viewers()) {
    if (viewer.user.name == name) users.insert(viewer.user.id);
  }
  for (const Seat seat : kSeats) {
    const storage::Seat& holder = log_.holder(seat);
    if (holder.name == name && !holder.user.empty()) users.insert(holder.user);
  }
  return users;
}

void RoomState::put_out(const std::set<std::string>& users) {
  put_out_.insert(users.begin(), users.end());
  std::vector<ViewerId> leaving;
  for (const auto& [id, viewer] : presence_.viewers()) {
    if (users.contains(viewer.user.id)) leaving.push_back(id);
  }
  for (const ViewerId id : leaving) {
    presence_.leave(id, /*on_purpose=*/true, now_);
    effects_.emplace_back(Dismiss{id});
  }
  presence_changed();
}

}  // namespace server

#include "server/room/presence.h"

#include <algorithm>
#include <set>
#include <utility>

namespace server {
namespace {

constexpr std::size_t kMaxNames = 20;  // As many as one line under a board can show.
constexpr Millis kCrowdInterval = std::chrono::seconds(1);

}  // namespace

// A game that was just loaded counts as left now: its limits begin anew.
Presence::Presence(TimePoint now)
    : absences_{Absence{.since = now, .was_here = false}, Absence{.since = now, .was_here = false}},
      empty_since_(now) {}

bool Presence::enter(ViewerId id, Viewer viewer, TimePoint now) {
  std::optional<Seat> had;
  if (const Viewer* const before = find(id)) had = before->seat;
  const std::optional<Seat> seat = viewer.seat;
  if (seat) blocked_[index(*seat)] = viewer.blocked;
  viewers_.insert_or_assign(id, std::move(viewer));
  if (had && had != seat) vacate(*had, /*on_purpose=*/true, now);
  if (!seat) return false;
  // The seat is not absent any more, and what was told of that is over.
  const auto absence = std::exchange(absences_[index(*seat)], std::nullopt);
  return absence && absence->announced;
}

void Presence::leave(ViewerId id, bool on_purpose, TimePoint now) {
  const auto viewer = viewers_.extract(id);
  if (!viewer) return;
  // The last one out: the room's own deadlines begin.
  if (viewers_.empty()) empty_since_ = now;
  if (const std::optional<Seat> seat = viewer.mapped().seat) vacate(*seat, on_purpose, now);
}

void Presence::vacate(Seat seat, bool on_purpose, TimePoint now) {
  if (!online(seat)) absences_[index(seat)] = Absence{.since = now, .on_purpose = on_purpose};
}

std::vector<ViewerId> Presence::put_out(const std::set<std::string>& users, TimePoint now) {
  // Collected first: leave() changes the table that is walked.
  std::vector<ViewerId> leaving;
  for (const auto& [id, viewer] : viewers()) {
    if (users.contains(viewer.user.id)) leaving.push_back(id);
  }
  for (const ViewerId id : leaving) leave(id, /*on_purpose=*/true, now);
  return leaving;
}

const Viewer* Presence::find(ViewerId id) const {
  const auto found = viewers_.find(id);
  return found == viewers_.end() ? nullptr : &found->second;
}

bool Presence::online(Seat seat) const {
  // Sockets of one player count as one; a seat is online or not.
  return std::ranges::any_of(viewers(), [seat](const auto& entry) { return entry.second.seat == seat; });
}

int Presence::spectators() const {
  return static_cast<int>(
      std::ranges::count_if(viewers(), [](const auto& entry) { return !entry.second.seat; }));
}

std::optional<TimePoint> Presence::empty_since() const {
  return viewers_.empty() ? std::optional(empty_since_) : std::nullopt;
}

// By user, for one person may look on with two pages.
Spectators::Spectators(const Presence& presence) {
  for (const auto& [id, viewer] : presence.viewers())
    if (!viewer.seat && names_.emplace(viewer.user.id, viewer.user.name).second)
      ++users_of_names_[viewer.user.name];
}

bool Spectators::has_one_of(const SharedBlocked& blocked) const {
  return blocked &&
         std::ranges::any_of(*blocked, [this](const std::string& user) { return names_.contains(user); });
}

// Guests may have the same name: it is left out with the last of them.
std::vector<std::string> Spectators::names(const SharedBlocked& blocked) const {
  std::map<std::string_view, int> hidden;
  if (blocked)
    for (const std::string& user : *blocked)
      if (const auto found = names_.find(user); found != names_.end()) ++hidden[found->second];
  std::erase_if(hidden, [this](const auto& name) { return name.second < users_of_names_.at(name.first); });
  if (users_of_names_.size() - hidden.size() > kMaxNames) return {};
  std::vector<std::string> names;
  for (const auto& [name, users] : users_of_names_)
    if (!hidden.contains(name)) names.emplace_back(name);
  return names;
}

void PresenceThrottle::changed(TimePoint now) {
  // At once for the first change, then in a second's distance.
  if (!due_) due_ = std::max(now, told_at_ + kCrowdInterval);
}

void PresenceThrottle::told(TimePoint now) {
  due_.reset();
  told_at_ = now;
}

}  // namespace server

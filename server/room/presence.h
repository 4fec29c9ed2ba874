#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/identity/blocks.h"
#include "server/match/seat.h"
#include "server/protocol/messages.h"

namespace server {

/// A connection as its rooms know it. Given out by Clients, never used twice.
/// Never zero: that is no viewer.
using ViewerId = std::uint64_t;

struct Viewer {
  protocol::User user;  ///< Of a player, under the name of the seat.
  std::optional<Seat> seat;
  bool keeps_order = false;    ///< The user opened the room, or is the host of the server.
  SharedBlocked blocked = {};  ///< Whose words and names the user is not told.
};

/// Since when no connection is there for a seat.
struct Absence {
  TimePoint since;
  bool on_purpose = false;  ///< The page was closed; otherwise the connection dropped.
  bool announced = false;   ///< The room has been told.
  bool was_here = true;     ///< Before it; false: not since the room is in memory.
};

/// Who is in a room. A seat is online while any socket speaks for it.
/// Pure: every function is given the moment. Linear in the viewers, which are at most as many as a room may
/// have connections.
///
/// A seat and a connection are two things: a player may have several pages, or none.
class Presence {
 public:
  /// No connection is there yet.
  /// Both seats count as absent from `now` on.
  explicit Presence(TimePoint now);

  /// Comes in, or comes again in another role: a player who looks on from now on has left the seat. True if
  /// the new seat had been announced as gone. The same id again keeps one entry, in whatever role.
  bool enter(ViewerId id, Viewer viewer, TimePoint now);
  void leave(ViewerId id, bool on_purpose, TimePoint now);
  /// These users, by id, leave. Their sockets.
  /// Users who are in the room with several connections leave with all of them.
  std::vector<ViewerId> put_out(const std::set<std::string>& users, TimePoint now);

  /// Null if it is not in the room.
  const Viewer* find(ViewerId id) const;
  /// Ordered by id, that is, by when they came in.
  const std::map<ViewerId, Viewer>& viewers() const {
    ++walks_;
    return viewers_;
  }
  /// Whether a connection speaks for this seat.
  bool online(Seat seat) const;
  /// None while the seat is online.
  const std::optional<Absence>& absence(Seat seat) const { return absences_[index(seat)]; }
  /// A connection speaks for it, or has done so since the room is in memory.
  bool has_come(Seat seat) const { return !absence(seat) || absence(seat)->was_here; }
  /// @pre absence(seat)
  void announce(Seat seat) { absences_[index(seat)]->announced = true; }
  /// Connections, not users.
  int spectators() const;
  /// Whom the player of a seat blocks, as far as that player has been here.
  const SharedBlocked& blocked_by(Seat seat) const { return blocked_[index(seat)]; }
  /// None while a connection is there.
  std::optional<TimePoint> empty_since() const;
  /// How often all viewers have been gone through: what is told to each of them must not take one for each.
  std::size_t walks() const { return walks_; }

 private:
  /// A connection speaks for it no more.
  void vacate(Seat seat, bool on_purpose, TimePoint now);

  // In the order in which they came in.
  std::map<ViewerId, Viewer> viewers_;
  std::array<std::optional<Absence>, 2> absences_;
  std::array<SharedBlocked, 2> blocked_;  // By seat.
  TimePoint empty_since_;
  mutable std::size_t walks_ = 0;  // Says what reading costs, and is no part of what is read.
};

/// Who looks on, to be told to many: collected once, after which it costs what each of them blocks, not how
/// many look on. Lives no longer than the viewers stay.
class Spectators {
 public:
  explicit Spectators(const Presence& presence);

  /// Whether one of them is blocked so.
  bool has_one_of(const SharedBlocked& blocked) const;
  /// Each once; empty when there are too many to tell. Without those whom one blocks.
  std::vector<std::string> names(const SharedBlocked& blocked = {}) const;

 private:
  std::unordered_map<std::string_view, std::string_view> names_;  // By user.
  std::map<std::string_view, int> users_of_names_;
};

/// When a room is told who is there: at once, but not more often than once a second.
/// Presence changes in bursts, when a page loads anew or a server restarts.
class PresenceThrottle {
 public:
  /// Twice before it is told counts once.
  void changed(TimePoint now);
  void told(TimePoint now);
  /// None: all have been told.
  const std::optional<TimePoint>& due() const { return due_; }

 private:
  std::optional<TimePoint> due_;
  TimePoint told_at_{};
};

}  // namespace server

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "server/lobby/shared_lobby.h"
#include "server/rooms/rooms.h"

namespace server {

/// Chooses what this server shows the others of its lobby: listed games where a person is, as long
/// as that is so, and in the place of one that ends one that has changed since. Looks at each room once at
/// most, when it is asked for the first time; later only at those that change. Until it is asked nothing is
/// noted. Network thread only.
///
/// At most SharedLobby::kMostGames of them; those that wait at most kMostWaiting. A game stays as long as it
/// may be shown, so that other servers' lists do not flicker.
class OwnLobby {
 public:
  /// Of SharedLobby::kMostGames, those that wait for a player.
  static constexpr std::size_t kMostWaiting = 20;
  /// Changes that are noted: of more than can be shown the others are forgotten until they change again.
  static constexpr std::size_t kMostNoted = 500;

  /// `rooms` may still be under construction.
  explicit OwnLobby(const Rooms& rooms) : rooms_(rooms) {}

  /// A room has changed, or left the memory.
  /// Cheap: a look-up.
  void changed(const std::string& id);
  void figures_changed() { has_changed_ = true; }

  /// Whether there may be something new.
  /// False: what was taken last is still true.
  bool is_due() const { return has_changed_; }
  /// What there is to be shown. A game of which something is about to be written down is shown as it was.
  /// @param featured the game that this server would show; null: none
  /// Called once a second, if is_due(). At the first call it looks at all rooms.
  SharedLobby take(int players, int rooms, const FeaturedCandidate* featured);

 private:
  struct Entry {
    SharedGame shared;
    // Something changed: it is looked at again at the next take().
    bool has_changed = false;
  };

  // Steps of take(), in this order.
  void note_all();
  void look_at_shown();
  void add_featured();
  void fill();
  std::optional<SharedGame> look_at(const std::string& id) const;

  const Rooms& rooms_;
  bool is_wanted_ = false;
  bool has_changed_ = true;  // Something that is shown, or might be.
  // By id; at most kMostGames.
  std::unordered_map<std::string, Entry> shown_;
  std::size_t waiting_ = 0;                // Of those.
  std::string featured_;                   // The id; empty: none.
  std::unordered_set<std::string> noted_;  // Not shown; they have changed.
};

}  // namespace server

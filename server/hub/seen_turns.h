#pragma once

#include <set>
#include <string>
#include <unordered_map>

#include "server/room/room.h"

namespace server {

/// Withdraws what a player is to be told of a game, on all their devices, when they have come into its room
/// and see it. Knows the games in memory. Network thread only.
class SeenTurns {
 public:
  /// `records` outlive this.
  explicit SeenTurns(RecordQueue& records) : records_(records) {}

  /// A room is new or has changed.
  void look_at(const Room& room);
  /// The game has left the memory.
  void forget(const std::string& game) { unseen_.erase(game); }

 private:
  void look_at(const Room& room, Seat seat, const char* kind);

  RecordQueue& records_;
  /// By game: the users who are told of it, and were not in its room.
  std::unordered_map<std::string, std::set<std::string>> unseen_;
};

}  // namespace server
